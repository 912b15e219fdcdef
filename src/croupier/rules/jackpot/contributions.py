"""What bets add to a link, and what goes out again when they are given back."""

from collections.abc import Mapping

from croupier.base.citation import Citation, ruling
from croupier.rules.jackpot import events as ev
from croupier.rules.jackpot.evolve import Draft
from croupier.rules.jackpot.link import Contribution, Link
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents


def contributions(link: Link, bets: Mapping[int, Cents]) -> dict[int, Contribution]:
    """Each bet's share for the meter, up to its limit, and the hidden share (R-11)."""
    set_ = link.parameters
    contribution, reserve, limit = set_.contribution, set_.reserve, set_.limit
    parts, added = link.meter.parts, {}
    for box in sorted(bets):
        bet = bets[box]
        visible = bet * contribution
        shown = visible if limit is None else room(limit, parts, visible)
        parts += shown
        added[box] = Contribution(bet, shown, visible - shown, bet * reserve)
    return added


def room(limit: Cents, parts: int, more: int) -> int:
    """How much of `more` a meter takes that shows nothing above the limit; what remains is overflow."""
    return max(0, min(more, limit * PARTS - parts))


def above_floor(link: Link, wanted: int) -> int:
    """How much of it may leave the meter (R-44)."""
    return max(0, min(wanted, link.meter.parts - link.floor * PARTS))


def take_back(draft: Draft, table: str, boxes: tuple[int, ...], *cites: Citation) -> None:
    link = draft.link
    deal = link.deals[table]
    gone = [deal.contributions[box] for box in boxes]
    due = sum(each.meter + each.overflow + each.reserve for each in gone)
    from_meter = above_floor(link, sum(each.meter for each in gone))
    from_overflow = min(sum(each.overflow for each in gone), link.overflow.parts)
    from_reserve = min(sum(each.reserve for each in gone), link.reserve.parts)
    from_house = due - from_meter - from_overflow - from_reserve
    made_up = (ruling(44),) if from_house else ()
    draft.emit(
        ev.ContributionsTakenBack(
            table, deal.round, boxes, from_meter, from_overflow, from_reserve, from_house, (*cites, *made_up)
        )
    )
