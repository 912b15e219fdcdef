"""How a link follows a table: what the events of a round tell it, and what its answers tell the round.

A table with a jackpot of its own is a link of one.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import ruling
from croupier.base.values import Value
from croupier.rules.games import HouseGame
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import AnswerClaim, CorrectEntry, HouseCommand, ReportIrregularity
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import ClaimOpen, Decision, HouseState, HouseTable
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.link import Award, AwardState, Deal, Link, Parameters
from croupier.rules.jackpot.machine import advance, is_payable
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

FloorEvent = ev.HouseEvent | LinkEvent
"""Of a table or of its link."""

_FOLD, _JACKPOT = Decision.FOLD, Spot.JACKPOT

ALONE = "table"
"""The name of the one table whose jackpot is its own."""


class Jackpot(Value):
    """What a table's own meter begins with."""

    start: Cents
    parameters: Parameters
    carry: int = 0
    """Parts of a cent that it holds beyond what it shows."""

    def opened_for(self, table: HouseTable) -> link_cmd.OpenLink:
        return self.opened_over({ALONE: table})

    def opened_over(self, tables: Mapping[str, HouseTable]) -> link_cmd.OpenLink:
        """A table is linked where its sign prescribes a jackpot bet."""
        linked = {name: table.jackpot_bet for name, table in tables.items() if table.jackpot_bet}
        return link_cmd.OpenLink("jackpot", self.start, self.parameters, linked)


def jackpot_at(
    *, displayed: Cents, reset: Cents, contribution: Fraction, limit: Cents | None = None, carry: int = 0
) -> Jackpot:
    parts, rest = divmod(contribution.numerator * PARTS, contribution.denominator)
    assert rest == 0, contribution
    return Jackpot(displayed, Parameters(reset, parts, limit=limit), carry)


def opened_with(jackpot: Jackpot, table: HouseTable) -> tuple[tuple[LinkEvent, ...], Link]:
    """The link of one table, which may begin in the middle of a cent."""
    events, link = advance(None, jackpot.opened_for(table))
    meter = replace(link.meter, parts=link.meter.parts + jackpot.carry, start=link.meter.start + jackpot.carry)
    return events, replace(link, meter=meter)


def as_linked(command: HouseCommand, link: Link) -> HouseCommand:
    """A report as the rules hear it at a table of that link: with the sum above which awards are verified (R-107)."""
    if isinstance(command, ReportIrregularity | CorrectEntry):
        return replace(command, verify_above=link.parameters.verify_above)
    return command


def followed(
    game: HouseGame, book: Rulebook, link: Link, table: str, after: HouseState, events: tuple[ev.HouseEvent, ...]
) -> tuple[tuple[FloorEvent, ...], Link]:
    """The events of an act, behind each what the link makes of it; and the link then. `after` is the table then."""
    for event in events:
        if type(event) in TELLING:
            break
    else:
        return events, link  # most acts tell a link nothing
    happened: list[FloorEvent] = []
    for event in events:
        happened.append(event)
        if type(event) in TELLING and (heard := told(game, book, link, table, after, event)) is not None:
            moved, link = advance(link, heard)
            happened += moved
    return tuple(happened), link


def told(
    game: HouseGame, book: Rulebook, link: Link, table: str, after: HouseState, event: ev.HouseEvent
) -> link_cmd.LinkCommand | None:
    """What a link hears of one of the TELLING events.

    A round without jackpot bets tells nothing; a changed sign begins with its round.
    """
    number = after.number
    if isinstance(event, ev.RoundOpened):
        bet, before = after.table.jackpot_bet, link.tables.get(table)
        return None if bet is None or before in (bet, None) else link_cmd.PrescribeBet(table, bet)
    if isinstance(event, ev.BetsClosed):
        if not event.jackpot_bets:
            return None
        feeds = (book.cite(House.PROGRESSIVE_JACKPOT), ruling(11))
        return link_cmd.DealHands(table, number, event.jackpot_bets, cites=event.cites, feeds=feeds)
    deal = link.deals.get(table)
    if deal is None or deal.round != number:
        return None
    return _TOLD[type(event)](game, deal, table, event)


_Told = link_cmd.LinkCommand | None


def _decided(game: HouseGame, deal: Deal, table: str, event: ev.DecisionMade) -> _Told:
    return _folded(game, deal, table, event) if event.decision is _FOLD else None


def _folded(game: HouseGame, deal: Deal, table: str, event: ev.DecisionMade | ev.ConsideredFolded) -> _Told:
    if event.box in deal.live and not game.jackpot_outlives_fold:
        return link_cmd.NarrowHands(table, deal.round, (event.box,))
    return None


def _hidden(_: HouseGame, deal: Deal, table: str, event: ev.HandHidden) -> _Told:
    """From now on it delays no award (R-113)."""
    return link_cmd.NarrowHands(table, deal.round, (event.box,), (ruling(113),)) if event.box in deal.live else None


def _bet_returned(game: HouseGame, deal: Deal, table: str, event: ev.BetReturned) -> _Told:
    return _taken_out(game, deal, table, event) if event.spot is _JACKPOT else None


def _taken_out(_: HouseGame, deal: Deal, table: str, event: ev.BoxTakenOut | ev.BetReturned) -> _Told:
    if event.box in deal.contributions:
        return link_cmd.TakeBack(table, deal.round, (event.box,), event.cites)
    return None


def _settled(_: HouseGame, deal: Deal, table: str, event: ev.RoundSettled) -> _Told:
    return link_cmd.ResolveHands(table, deal.round, tuple(map(_claim, event.claims)) if event.claims else ())


def _paid(_: HouseGame, __: Deal, table: str, event: ev.JackpotPaid) -> _Told:
    if event.award is None or event.fixed_instead:
        return None
    return link_cmd.PayAward(event.award, table)


def _undone(_: HouseGame, deal: Deal, table: str, __: ev.SettlementUndone) -> _Told:
    """Every share that the table won in the round goes back and is claimed again (R-117)."""
    return link_cmd.ReopenHands(table, deal.round, (ruling(117),))


def _voided(_: HouseGame, deal: Deal, table: str, event: ev.RoundVoided) -> _Told:
    return link_cmd.VoidHands(table, deal.round, event.cites)


_TOLD: Mapping[type, Callable[[HouseGame, Deal, str, Any], _Told]] = {
    ev.DecisionMade: _decided,
    ev.ConsideredFolded: _folded,
    ev.HandHidden: _hidden,
    ev.BoxTakenOut: _taken_out,
    ev.BetReturned: _bet_returned,
    ev.RoundSettled: _settled,
    ev.JackpotPaid: _paid,
    ev.SettlementUndone: _undone,
    ev.RoundVoided: _voided,
}

TELLING = frozenset({ev.RoundOpened, ev.BetsClosed, *_TOLD})
"""The events that may mean something to a link."""


def _claim(claim: ClaimOpen) -> link_cmd.Claim:
    return link_cmd.Claim(claim.box, claim.numerator, claim.denominator, claim.at_least)


def answer(link: Link, table: str, number: int, claim: ClaimOpen) -> AnswerClaim | None:
    """The answer to the round's first open claim; None while it is held, or waits to be verified."""
    award = award_of(link, table, number, claim.box)
    if award is None or award.value is None:
        return None
    if award.state is AwardState.FIXED:
        worth = Cents(award.value * award.numerator // award.denominator)
        return AnswerClaim(worth, fixed_instead=True, award=award.number, meter=award.value, across=award.across)
    if not is_payable(award):
        return None
    assert award.amount is not None, award
    return AnswerClaim(
        award.amount, award=award.number, meter=award.value, from_meter=award.from_meter, across=award.across
    )


def award_of(link: Link, table: str, number: int, box: int) -> Award | None:
    """The newest of that box: earlier ones are undone."""
    own = [each for each in link.awards.values() if each.table == table and each.round == number and each.box == box]
    return own[-1] if own else None
