"""The number of the journal's language, and how what was written under an older one is read.

Fields are added with defaults, which needs no number. A change of meaning raises it, and adds one step here: a pure
function from the raw entries of one number to those of the next.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

Raw = list[Any]
"""Events as JSON has them, before they are anything else."""

Steps = Mapping[int, Callable[[Raw], Raw]]
"""By the number that a step starts from: 1, 2, …"""

_INCIDENT_WAITS = re.compile(r"incident (\d+) waits for the (dealer|pit supervisor|shift manager)")
_SUSPENDED_BY = re.compile(r"suspended by (\S+)")


def _reasons_as_codes(raw: Raw) -> Raw:
    """Version 1 wrote why a table waits in English. These are the sentences that it wrote."""
    return [_reason_as_code(event) for event in raw]


def _reason_as_code(event: Any) -> Any:
    match event:
        case {"type": "table-suspended" | "poker-table-suspended", "why": str() as why}:
            if found := _INCIDENT_WAITS.fullmatch(why):
                rank = {"code": f"role.{found[2].replace(' ', '-')}"}
                code = {"code": "incident-waits-for", "values": {"incident": int(found[1]), "rank": rank}}
                return {**event, "why": code}
            if found := _SUSPENDED_BY.fullmatch(why):
                return {**event, "why": {"code": "suspended-by", "values": {"by": found[1]}}}
            return event
        case {"type": "link-resumed", "reason": "it works again"}:
            return {**event, "reason": ""}
        case _:
            return event


def _as_it_is(raw: Raw) -> Raw:
    """Version 2 cited nothing where staff enter a player's bet. Its events mean what they meant."""
    return raw


STEPS: Steps = {1: _reasons_as_codes, 2: _as_it_is}

VERSION = 1 + len(STEPS)

COMMANDS_SINCE = 2
"""From this version on an entry has the command of the house, its pit or a link; before, words alone."""


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
