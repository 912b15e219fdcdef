"""How a link follows a table: what the events of a round tell it, and what its answers tell the round.

A table with a jackpot of its own is a link of one.
"""

from collections.abc import Iterator
from fractions import Fraction

from croupier.games import HouseGame
from croupier.games.house import events as ev
from croupier.games.house.commands import AnswerClaim
from croupier.games.house.lines import Spot
from croupier.games.house.table import ClaimOpen, Decision, HouseTable
from croupier.jackpot import commands as link_cmd
from croupier.jackpot.link import Award, AwardState, Link, Parameters
from croupier.jackpot.machine import is_payable
from croupier.jackpot.meter import PARTS
from croupier.money import Cents
from croupier.values import Value

ALONE = "table"
"""The name of the one table whose jackpot is its own."""


class Jackpot(Value):
    """What a table's own meter begins with."""

    start: Cents
    parameters: Parameters

    def opened_for(self, table: HouseTable) -> link_cmd.OpenLink:
        linked = {ALONE: table.jackpot_bet} if table.jackpot_bet else {}
        return link_cmd.OpenLink("jackpot", self.start, self.parameters, linked)


def jackpot_at(*, displayed: Cents, reset: Cents, contribution: Fraction) -> Jackpot:
    parts, rest = divmod(contribution.numerator * PARTS, contribution.denominator)
    assert rest == 0, contribution
    return Jackpot(displayed, Parameters(reset, parts))


def told(game: HouseGame, link: Link, table: str, number: int, event: ev.HouseEvent) -> Iterator[link_cmd.LinkCommand]:
    """What a link hears of an event in the round of that number. A round without jackpot bets tells nothing."""
    if isinstance(event, ev.BetsClosed):
        if event.jackpot_bets:
            yield link_cmd.DealHands(table, number, event.jackpot_bets, cites=event.cites)
        return
    deal = link.deals.get(table)
    if deal is None or deal.round != number:
        return
    match event:
        case ev.DecisionMade(box=box, decision=Decision.FOLD) | ev.ConsideredFolded(box=box):
            if box in deal.live and not game.jackpot_outlives_fold:
                yield link_cmd.NarrowHands(table, number, (box,))
        case ev.BoxTakenOut(box=box, cites=cites) | ev.BetReturned(box=box, spot=Spot.JACKPOT, cites=cites):
            if box in deal.contributions:
                yield link_cmd.TakeBack(table, number, (box,), cites)
        case ev.RoundSettled(claims=claims):
            yield link_cmd.ResolveHands(table, number, tuple(map(_claim, claims)))
        case ev.JackpotPaid(award=int() as award, fixed_instead=False):
            yield link_cmd.PayAward(award, table)
        case ev.SettlementUndone():
            yield link_cmd.ReopenHands(table, number)
        case ev.RoundVoided(cites=cites):
            yield link_cmd.VoidHands(table, number, cites)
        case _:
            pass


TELLING = frozenset(
    {
        ev.BetsClosed,
        ev.DecisionMade,
        ev.ConsideredFolded,
        ev.BoxTakenOut,
        ev.BetReturned,
        ev.RoundSettled,
        ev.JackpotPaid,
        ev.SettlementUndone,
        ev.RoundVoided,
    }
)
"""The events that may mean something to a link."""


def _claim(claim: ClaimOpen) -> link_cmd.Claim:
    return link_cmd.Claim(claim.box, claim.numerator, claim.denominator, claim.at_least)


def answer(link: Link, table: str, number: int, claim: ClaimOpen) -> AnswerClaim | None:
    """What the round is told about its first open claim; None while it is held, or waits to be verified."""
    award = _award(link, table, number, claim.box)
    if award is None or award.value is None:
        return None
    if award.state is AwardState.FIXED:
        worth = Cents(award.value * award.numerator // award.denominator)
        return AnswerClaim(worth, fixed_instead=True, award=award.number, meter=award.value)
    if not is_payable(award):
        return None
    assert award.amount is not None, award
    return AnswerClaim(award.amount, award=award.number, meter=award.value, from_meter=award.from_meter)


def _award(link: Link, table: str, number: int, box: int) -> Award | None:
    """The newest of that box: earlier ones are undone."""
    own = [each for each in link.awards.values() if each.table == table and each.round == number and each.box == box]
    return own[-1] if own else None
