"""Headers of every answer: what a browser may do with it, which is nothing."""

from typing import Final

HEADERS: Final = (
    ("content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
)
"""Where an answer names one of them itself, that holds."""
ENCODED: Final = [(name.encode(), value.encode()) for name, value in HEADERS]
