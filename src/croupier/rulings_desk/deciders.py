"""Finds who decides: asks the engine as each rank, one after the other."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused
from croupier.base.values import Value
from croupier.rules.games.house import events as hev
from croupier.rules.games.poker import events as pev
from croupier.rulings_desk.model import Refusal

Report = TypeVar("Report", bound=Value)
"""A report with a signature: `by` is the reporter."""


def _unsigned(event: object) -> object:
    """What an event does, without the name of the person who decided it."""
    if isinstance(event, hev.IrregularityRuled | pev.IrregularityRuled):
        return replace(event, ruled=replace(event.ruled, by=None))
    return event


class Decided(Value):
    by: Rank
    below: Refusal | None


def who_decides(report: Report, decide: Callable[[Report], Iterable[object]]) -> Decided:
    """The lowest rank whose report does what the Shift Manager's does, and the refusal that the rank below gets."""

    def told(rank: Rank) -> object:
        try:
            return [_unsigned(event) for event in decide(replace(report, by=Actor(rank, rank.words)))]
        except Refused as refused:
            return Refusal(refused.says, refused.cites)

    highest = told(Rank.SHIFT_MANAGER)
    below: Refusal | None = None
    for rank in Rank:
        said = told(rank)
        if said == highest:
            return Decided(max(rank, Rank.DEALER), below)
        below = said if isinstance(said, Refusal) else None
    raise AssertionError(report)
