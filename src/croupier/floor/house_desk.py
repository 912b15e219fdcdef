"""One house-banked table: its round, its meter and its dealing device move together, all or nothing."""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import CardSource
from croupier.errors import Refused
from croupier.games import HouseGame
from croupier.games.house import events as ev
from croupier.games.house.commands import (
    AnswerClaim,
    DealCards,
    HouseCommand,
    Incident,
    Policy,
    ReportIrregularity,
)
from croupier.games.house.lines import Spot
from croupier.games.house.rulings import policy_cites
from croupier.games.house.table import HouseRound, HouseTable, open_round
from croupier.jackpot import meter as jackpot
from croupier.jackpot.meter import AwardMade, Claim, Contribute, Meter, MeterCommand, TakeBack, UndoAward
from croupier.money import Cents
from croupier.rulebook.model import Rulebook


class JackpotFailure(Struct, frozen=True):
    """The jackpot system is down; until it works again the House's policy decides about further rounds."""

    policy: Policy | None
    boxes: tuple[int, ...]


class Till(Struct, frozen=True):
    """What this round has moved on the meter, so that it can be taken back exactly."""

    meter: Meter | None
    contributed: dict[int, Cents] = {}
    awards: tuple[AwardMade, ...] = ()


class HouseDesk:
    def __init__(
        self,
        game: HouseGame,
        book: Rulebook,
        table: HouseTable,
        meter: Meter | None,
        next_cards: Callable[[], CardSource],
    ) -> None:
        self.game = game
        self.book = book
        self.round: HouseRound = open_round(table)
        self.failure: JackpotFailure | None = None
        self._next_cards = next_cards
        self._cards = next_cards()
        self._till = Till(meter)
        self.meter_before = meter

    @property
    def meter(self) -> Meter | None:
        return self._till.meter

    def act(self, command: HouseCommand) -> tuple[ev.HouseEvent, ...]:
        """Hear one command and do everything that follows by rule: deal what is due, have claims answered."""
        round_, till, happened = self._apply(self.round, self._till, command)
        while True:
            if due := len(self.game.places(self.book, round_)):
                further: HouseCommand = DealCards(self._cards.draw(due))
            elif round_.claims:
                further, till = _answered(round_, till)
            else:
                break
            round_, till, events = self._apply(round_, till, further)
            happened += events
        self.round, self._till = round_, till
        if isinstance(command, ReportIrregularity):
            self._remember_failure(command)
        return happened

    def next_round(self) -> None:
        """ "Place your Bets, please"."""
        if not self.round.over:
            raise Refused("the round is not over; it must be settled or void before the next one starts")
        table = replace(self.round.table, departed=self.round.departed, earlier_round=True)
        self.round = open_round(self._restricted(table))
        self._till = Till(self.meter)
        self.meter_before = self.meter
        self._cards = self._next_cards()

    def _apply(
        self, round_: HouseRound, till: Till, command: HouseCommand
    ) -> tuple[HouseRound, Till, tuple[ev.HouseEvent, ...]]:
        events, after = self.game.advance(self.book, round_, command)
        if till.meter is not None:
            for event in events:
                till = _moved(after, till, event)
        return after, till, events

    def _remember_failure(self, report: ReportIrregularity) -> None:
        if report.incident is Incident.JACKPOT_DOWN:
            self.failure = JackpotFailure(report.policy, report.boxes)
        elif report.incident is Incident.JACKPOT_UP:
            self.failure = None
            self.round = replace(self.round, table=self._restricted(self.round.table))

    def _restricted(self, table: HouseTable) -> HouseTable:
        """The sign at the table while the jackpot system is down."""
        if self.failure is None:
            return replace(table, jackpot_down=False, jackpot_refused=(), boxes_refused={})
        policy, boxes = self.failure.policy, self.failure.boxes
        cites = policy_cites(self.book, policy)
        table = replace(table, jackpot_down=True)
        match policy:
            case None:
                raise Refused("the jackpot system is down; first name the House's policy: policy=…", cites)
            case Policy.CLOSE:
                raise Refused("the table is closed while the jackpot system is down", cites)
            case Policy.DISALLOW:
                refused = boxes or tuple(table.players)
                return replace(table, jackpot_refused=(), boxes_refused=dict.fromkeys(refused, cites))
            case Policy.WITHOUT_JACKPOT:
                return replace(table, jackpot_refused=cites, boxes_refused={})


def _answered(round_: HouseRound, till: Till) -> tuple[AnswerClaim, Till]:
    claim = round_.claims[0]
    meter = till.meter
    assert meter is not None, "only a table with a jackpot takes jackpot bets"
    share = Fraction(claim.numerator, claim.denominator)
    answer = jackpot.decide(meter, Claim(share, claim.at_least))
    if not isinstance(answer, AwardMade):
        return AnswerClaim(None), till
    till = Till(jackpot.evolve(meter, answer), till.contributed, (*till.awards, answer))
    return AnswerClaim(answer.amount), till


def _moved(round_: HouseRound, till: Till, event: ev.HouseEvent) -> Till:
    """What one event at the table does to the meter; `round_` is the state that the command led to."""
    meter = till.meter
    assert meter is not None
    match event:
        case ev.BetsClosed():
            bets = {box.number: stake.amount for box in round_.boxes.values() if (stake := box.bet(Spot.JACKPOT))}
            return Till(_after(meter, *map(Contribute, bets.values())), bets)
        case ev.BoxTakenOut(box=box) if box in till.contributed:
            rest = {number: bet for number, bet in till.contributed.items() if number != box}
            return Till(_after(meter, TakeBack(till.contributed[box])), rest, till.awards)
        case ev.SettlementUndone():
            return Till(_after(meter, *map(UndoAward, reversed(till.awards))), till.contributed)
        case ev.RoundVoided():
            return Till(_after(meter, *map(TakeBack, till.contributed.values())))
        case _:
            return till


def _after(meter: Meter, *commands: MeterCommand) -> Meter:
    for command in commands:
        meter = jackpot.evolve(meter, jackpot.decide(meter, command))
    return meter
