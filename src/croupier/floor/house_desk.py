"""One house-banked table: its round, its meter and its dealing device move together, all or nothing."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.cards import CardSource
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.floor.till import Till
from croupier.games import HouseGame
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.commands import (
    DealCards,
    HouseCommand,
    Incident,
    Policy,
    ReportIrregularity,
)
from croupier.games.house.reports import policy_cites
from croupier.games.house.table import HouseRound, HouseTable, Phase, open_round
from croupier.jackpot.meter import Meter
from croupier.rulebook.model import Rulebook
from croupier.values import Value


class JackpotFailure(Value):
    """The jackpot system is down; until it works again the House's policy decides about further rounds."""

    policy: Policy | None
    boxes: tuple[int, ...]


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
        self.till = None if meter is None else Till(meter)
        self.meter_before = meter

    @property
    def meter(self) -> Meter | None:
        return None if self.till is None else self.till.meter

    def act(self, command: HouseCommand) -> tuple[ev.HouseEvent, ...]:
        """Hear one command and do everything that follows by rule: deal what is due, have claims answered."""
        happened, round_, till = self._apply(self.round, self.till, command)
        while True:
            if due := len(self.game.places(self.book, round_)):
                further: HouseCommand = DealCards(self._cards.draw(due))
            elif round_.claims:
                assert till is not None, "only a table with a jackpot takes jackpot bets"
                further = till.answer(round_.claims[0])
            else:
                break
            events, round_, till = self._apply(round_, till, further)
            happened += events
        self.round, self.till = round_, till
        if isinstance(command, ReportIrregularity):
            self._remember_failure(command)
        return happened

    def next_round(self) -> None:
        """ "Place your Bets, please"."""
        if self.round.phase is Phase.SETTLING:
            raise Refused("the round is not paid yet; settle it first", (ruling(93),))
        if not self.round.over:
            cites = (self.book.cite(House.BETTING_OPENS),)
            raise Refused("the round is not over; it must be settled or void before the next one starts", cites)
        table = replace(self.round.table, departed=self.round.departed, earlier_round=True)
        self.round = open_round(self._restricted(table))
        self.till = None if self.till is None else self.till.next_round()
        self.meter_before = self.meter
        self._cards = self._next_cards()

    def _apply(
        self, round_: HouseRound, till: Till | None, command: HouseCommand
    ) -> tuple[tuple[ev.HouseEvent, ...], HouseRound, Till | None]:
        events, round_ = self.game.advance(self.book, round_, command)
        if till is not None:
            for event in events:
                till = till.after(event)
        return events, round_, till

    def _remember_failure(self, report: ReportIrregularity) -> None:
        if report.incident is Incident.JACKPOT_DOWN:
            before, boxes = self.failure, report.boxes
            if before is not None and report.policy is None:
                return  # the House's policy stands
            if before is not None and before.policy is report.policy and before.boxes and boxes:
                boxes = tuple(sorted({*before.boxes, *boxes}))  # further boxes, until the system works again
            self.failure = JackpotFailure(report.policy, boxes)
        elif report.incident is Incident.JACKPOT_UP:
            self.failure = None

    def _restricted(self, table: HouseTable) -> HouseTable:
        """The sign at the table while the jackpot system is down."""
        if self.failure is None:
            return replace(table, jackpot_refused=(), boxes_refused={})
        policy, boxes = self.failure.policy, self.failure.boxes
        cites = policy_cites(self.book, policy)
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
