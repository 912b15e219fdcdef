"""Awards that still need somebody's attention. The system lists all of them, so that none is forgotten (PJ-22)."""

from collections.abc import Iterator, Mapping

from croupier.base.citation import ruling
from croupier.floor.live.answers.socket import UnclaimedTold
from croupier.floor.live.state.table import LiveTable, house_game, round_link
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseState
from croupier.rules.jackpot.link import Award, AwardState, Link
from croupier.rules.money import Cents, dollars

_LOCKED = (AwardState.LOCKED, AwardState.VERIFIED)
_SHARE = ruling(11)
"""Lines that pay a share of the meter cite this ruling."""


def unclaimed(tables: Mapping[str, LiveTable], links: Mapping[str, Link]) -> list[UnclaimedTold]:
    """Awards that are locked and not paid, or paid while link and table disagree."""
    found = [
        UnclaimedTold(
            link.name,
            award.number,
            award.table,
            award.round,
            award.box,
            dollars(award.amount or 0),
            _why(tables, award),
        )
        for _, link in sorted(links.items())
        for award in link.awards.values()
        if award.state in _LOCKED
    ]
    for _, table in sorted(tables.items()):
        name = round_link(table, links)
        if name is not None:
            found += _disputed(table.name, house_game(table), links[name])
    return found


def _why(tables: Mapping[str, LiveTable], award: Award) -> str:
    if award.verify and award.state is AwardState.LOCKED:
        return "it waits to be verified"
    table = tables.get(award.table)
    if table is not None and table.game.suspended is not None:
        return f"{award.table} waits: {table.game.suspended}"
    return "it is locked and not paid"


def _disputed(table: str, state: HouseState, link: Link) -> Iterator[UnclaimedTold]:
    own = [award for award in link.awards.values() if (award.table, award.round) == (table, state.number)]
    paid = {award.box: award for award in own if award.state is AwardState.PAID}
    for box in state.round.boxes.values():
        amount, award = _share_paid(box), paid.pop(box.number, None)
        if award is not None and amount != award.amount:
            why = f"{link.name} has paid it, and the table has paid {dollars(amount or 0)}"
            due = dollars(award.amount or 0)
            yield UnclaimedTold(link.name, award.number, table, state.number, box.number, due, why)
        elif award is None and amount is not None:
            why = f"the table has paid it, and {link.name} has locked no such award"
            yield UnclaimedTold(link.name, None, table, state.number, box.number, dollars(amount), why)


def _share_paid(box: Box) -> Cents | None:
    for line in box.lines:
        if line.spot is Spot.JACKPOT and line.paid and _SHARE in line.cites:
            return line.paid
    return None
