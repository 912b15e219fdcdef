"""Jackpot links: the meter, its awards, its changes."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, Money, Time
from croupier.floor.live.answers.said import Said, Sentence
from croupier.rounds.telling.arithmetic import SumStep


class AwardTold(Said):
    award: int
    table: str
    round: int
    box: int
    share: str
    state: str
    value: Money | None
    amount: Money | None
    at: Time


class LinkTold(Said):
    name: str
    version: int
    at: Time
    state: str
    value: Money
    reset: Money
    at_limit: bool
    parameters: int
    tables: list[str]
    awards: list[AwardTold]


class Link(Said):
    link: LinkTold


class Links(Said):
    items: list[LinkTold]


class ChangeAsked(Said):
    change: int
    again: bool = False


class AskedChange(Said):
    """A change of a link: asked for, waiting for open hands, in force, withdrawn or lapsed. `now` is the value before
    it."""

    change: int
    change_of: dict[str, str]
    now: dict[str, str | None]
    by: str
    at: Time
    reason: str
    state: str
    approved_by: str = ""
    approved_at: Time = ""
    ended_at: Time = ""
    why: str = ""
    why_says: Sentence | UnsetType = UNSET


class Changes(Said):
    items: list[AskedChange]
    parameters: dict[str, str]
    number: int
    tables: dict[str, Money]


class CheckTold(Said):
    """`ok` is null if there is nothing to check. Entries are streams and numbers."""

    check: str
    ok: bool | None
    text: str
    entries: list[list[str | int]]
    cites: Cites


class CheckedAward(AwardTold):
    player: str
    hand: str
    rulebook: str
    verify: bool
    verify_above: Money | None
    meter_now: Money
    checks: list[CheckTold]
    arithmetic: list[SumStep]


class OneAward(Said):
    award: CheckedAward


class Reconciliation(Said):
    start: Money
    contributions: Money
    taken_back: Money
    awards: Money
    made_up: Money
    corrections: Money
    carry_parts: int
    end: Money
    difference: Money
