"""The payout of a row of a pay table: a number to 1, 0 for a lost stake, `push` for one that comes back."""

import re
from typing import Final, Literal

from croupier.base.errors import Unreadable

PUSH: Final = "push"

Payout = int | Literal["push"]

AWARD = "-bonus"
"""How a table is named that pays on top of a bet and has no stake of its own: `ante-bonus`."""

EXPECTED = "a whole number to 1, 0 where the stake is lost or push where it comes back"
AWARD_EXPECTED = "a whole number to 1 or 0: it has no stake that could come back"


def read_payout(table: str, hand: str, value: object) -> Payout:
    """Read `5`, `0` or `push`; refuse anything else with a sentence."""
    if value == PUSH and not table.endswith(AWARD):
        return PUSH
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,40}", value):
        value = int(value)
    if type(value) is not int:
        raise Unreadable(f"{table}.{hand}: {value!r} is not a payout; expected {expected(table)}")
    return value


def expected(table: str) -> str:
    return AWARD_EXPECTED if table.endswith(AWARD) else EXPECTED


def to_one(pays: Payout) -> int:
    """What comes on top of the stake."""
    return 0 if pays == PUSH else pays


def order(pays: Payout) -> int:
    """To compare rows by: a stake that comes back is better than one that is lost, and worse than any payment."""
    return 1 if pays == PUSH else 2 * pays


def in_words(table: str, pays: Payout) -> str:
    if pays == PUSH:
        return "push, the stake comes back"
    if pays == 0:
        return "0, nothing is paid" if table.endswith(AWARD) else "0, the stake is lost"
    return f"{pays} to 1"
