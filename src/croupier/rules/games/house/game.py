"""The record of a house-banked game: everything that other modules need to know about it."""

from collections.abc import Callable, Mapping

from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house import life
from croupier.rules.games.house.bets import Bet, bets_in
from croupier.rules.games.house.by_hand import FacesDueAt
from croupier.rules.games.house.commands import HouseCommand, Incident, RoundCommand
from croupier.rules.games.house.dealing import Place
from croupier.rules.games.house.events import HouseEvent, RoundEvent
from croupier.rules.games.house.machine import Advance
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseRound, HouseState
from croupier.rules.hands import Made, hand_in_words, made
from croupier.rules.rulebook.model import Device, Rulebook

StaysIn = Callable[[tuple[Card, ...], tuple[Card, ...], bool], bool]
"""Whether a simple player goes on with these cards and this board; a daring one goes on with less."""


class Move(Value):
    """A decision of a box."""

    words: str
    """What the player does, such as "plays"."""
    spot: Spot | None = None
    """The bet that goes with it."""
    stays_in: StaysIn | None = None
    """The hands with which a simple player makes it; None for the decision that remains."""


def _nothing(*_: tuple[Card, ...]) -> tuple[str, ...]:
    return ()


class HouseGame(Value):
    """A game against the House. `open_round`, `evolve` and a table's life are the same for all of them."""

    key: str
    bets: tuple[Bet, ...]
    decisions: Mapping[Decision, Move]
    stages: tuple[tuple[Decision, ...], ...]
    """What a box decides at each stage, one row for each."""
    qualifies: Callable[[Rulebook, tuple[Card, ...]], bool] | None
    """Whether the dealer's hand does, in the games that ask for it."""
    qualifying_value: Callable[[str], int] | None
    """The lowest value that fits what `dealer-qualifies` says; words that no hand fits are `Unreadable`."""
    board: bool
    """Whether there are community cards."""
    incidents: frozenset[Incident]
    most_boxes: Mapping[Device, int]
    """More than that a single deck cannot serve."""
    jackpot_outlives_fold: bool
    """Whether a box that has folded can still win the jackpot."""
    folds_by: str
    """The clause that says what a fold loses."""
    awards_paid_by: tuple[str, ...]
    """The clauses on the order in which several winners of the jackpot are paid."""
    decide: Callable[[Rulebook, HouseRound, RoundCommand], tuple[RoundEvent, ...]]
    """Of one round."""
    advance: Advance
    """`decide`, with the state that its events lead to."""
    places: Callable[[Rulebook, HouseRound], tuple[Place, ...]]
    """Where the cards that are due now go; empty when none are."""
    faces_due: FacesDueAt
    """What is to be named now at a table dealt by hand."""
    sheet: str
    """The module that writes its settlement sheet."""
    odds: str
    """The module that solves it. Rules import nothing above them, so both go by name and are imported when asked."""
    kernels: str | None
    """The module of compiled loops that solving it needs."""
    simulation: str | None
    """The module that simulates it by the million."""
    method: str
    """How it is solved, for the PAR sheet."""
    describe: Callable[[tuple[Card, ...]], str] = hand_in_words
    """A hand, with the board if there is one; nothing while the cards are too few."""
    face_up: bool = False
    """Whether a dealer's card is face up while players decide."""
    named: str = ""
    """As people call it, where the document's title is longer."""
    makes: Callable[[tuple[Card, ...]], Made | None] = made
    """What a hand makes, with the board if there is one, by the name that the pay tables have for it."""
    paid_as: Callable[[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]], tuple[str, ...]] = _nothing
    """The rows of the pay tables that a hand is on, the most valuable first, with the board and the dealer's cards."""

    def run(
        self, book: Rulebook, state: HouseState | None, command: HouseCommand
    ) -> tuple[tuple[HouseEvent, ...], HouseState]:
        """The whole life of a table: the events of a command, in a round or between rounds, and the state after it."""
        return life.advance(self, book, state, command)

    def words_for(self, decision: Decision) -> str:
        """As the document has it: "Play", "BET"."""
        spot = self.decisions[decision].spot
        return decision.title() if spot is None else spot.words

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple([bet.spot for bet in self.bets])

    @property
    def offers_jackpot(self) -> bool:
        return Spot.JACKPOT in self.spots

    def bets_in(self, book: Rulebook) -> tuple[Spot, ...]:
        """Bets of the betting window that this version of the document has."""
        return tuple(bet.spot for bet in bets_in(self.bets, book))

    def side_bets_in(self, book: Rulebook) -> tuple[Bet, ...]:
        """The bets other than Ante and jackpot bet."""
        return tuple(bet for bet in bets_in(self.bets, book) if bet.side)

    @property
    def sections(self) -> frozenset[str]:
        """Tables of a round file that only house-banked games have."""
        return frozenset({"boxes", "jackpot"})

    def told_by(self, spot: Spot) -> tuple[str, ...]:
        return next(bet.told_by for bet in self.bets if bet.spot is spot)

    @property
    def staying(self) -> tuple[Decision, ...]:
        """The decisions by which a box stays in to the end, for the least that it can."""
        return tuple(Decision.CHECK if Decision.CHECK in asked else asked[0] for asked in self.stages)


FOLDS = Move("folds")
