"""The number of the journal's language, and how what was written under an older one is read.

Fields are added with defaults, which needs no number. A change of meaning raises it, and adds one step here: a pure
function from the raw entries of one number to those of the next.
"""

from collections.abc import Callable, Mapping
from typing import Any

Raw = list[Any]
"""Events as JSON has them, before they are anything else."""

Steps = Mapping[int, Callable[[Raw], Raw]]
"""By the number that a step starts from: 1, 2, …"""

STEPS: Steps = {}

VERSION = 1 + len(STEPS)


class UnknownVersion(Exception):
    """Written by a newer croupier, or by none."""


def check_version(v: object, newest: int = VERSION) -> int:
    """The number, looked at before anything is decoded: unknown fields are dropped without a word."""
    if not isinstance(v, int) or isinstance(v, bool) or v < 1:
        raise UnknownVersion(f"expected a journal of version 1 to {newest}, got {str(v)[:40]!r}")
    if v > newest:
        raise UnknownVersion(f"this journal has version {str(v)[:40]}; versions 1 to {newest} can be read here")
    return v


def upcast(v: object, raw: Raw, steps: Steps = STEPS) -> Raw:
    """The same events in today's words."""
    newest = 1 + len(steps)
    for number in range(check_version(v, newest), newest):
        raw = steps[number](raw)
    return raw
