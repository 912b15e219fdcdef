"""The headers of every answer: by default a browser may do nothing with it."""

from typing import Final

HEADERS: Final = (
    ("content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
)
"""A header that an answer sets itself takes precedence."""
ENCODED: Final = [(name.encode(), value.encode()) for name, value in HEADERS]
