"""Awards that somebody must still verify, pay or settle between link and table, so that none is forgotten (PJ-22)."""

from collections.abc import Iterator, Mapping

from croupier.base.citation import ruling
from croupier.base.sentences import Sentence, says
from croupier.base.values import Value
from croupier.floor.live.state.table import LiveTable, house_game, round_link
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box, HouseState
from croupier.rules.jackpot.link import Award, AwardState, Link
from croupier.rules.money import Cents, dollars

_LOCKED = (AwardState.LOCKED, AwardState.VERIFIED)
_SHARE = ruling(11)
"""Lines that pay a share of the meter cite this ruling."""


class UnpaidAward(Value):
    link: str
    award: Award | None
    """None if the table has paid a share and the link has locked none."""
    table: str
    round: int
    box: int
    amount: Cents
    why: Sentence

    @property
    def holds_table(self) -> bool:
        return self.award is not None and self.award.state is not AwardState.PAID


def unpaid_awards(tables: Mapping[str, LiveTable], links: Mapping[str, Link]) -> list[UnpaidAward]:
    """Awards that are locked and not paid, or paid while link and table disagree."""
    found = [
        UnpaidAward(link.name, award, award.table, award.round, award.box, award.amount or Cents(0), _why_locked(award))
        for _, link in sorted(links.items())
        for award in link.awards.values()
        if award.state in _LOCKED
    ]
    for _, table in sorted(tables.items()):
        name = round_link(table, links)
        if name is not None:
            found += _disputed(table.name, house_game(table), links[name])
    return found


def _why_locked(award: Award) -> Sentence:
    amount = dollars(award.amount or 0)
    if award.verify and award.state is AwardState.LOCKED:
        return says("waits.verify", amount=amount)
    return says("waits.locked", amount=amount)


def _disputed(table: str, state: HouseState, link: Link) -> Iterator[UnpaidAward]:
    own = [award for award in link.awards.values() if (award.table, award.round) == (table, state.number)]
    paid = {award.box: award for award in own if award.state is AwardState.PAID}
    for box in state.round.boxes.values():
        amount, award = _share_paid(box), paid.pop(box.number, None)
        if award is not None and amount != award.amount:
            due = award.amount or Cents(0)
            why = says("waits.link-has-paid", link=link.name, amount=dollars(due), paid=dollars(amount or 0))
            yield UnpaidAward(link.name, award, table, state.number, box.number, due, why)
        elif award is None and amount is not None:
            why = says("waits.table-has-paid", link=link.name, amount=dollars(amount))
            yield UnpaidAward(link.name, None, table, state.number, box.number, amount, why)


def _share_paid(box: Box) -> Cents | None:
    for line in box.lines:
        if line.spot is Spot.JACKPOT and line.paid and _SHARE in line.cites:
            return line.paid
    return None
