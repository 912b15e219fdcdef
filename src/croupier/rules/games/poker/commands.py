"""What people and devices do at a poker table."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.base.actors import Actor
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.money import Cents


class Act(StrEnum):
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "allin"

    @property
    def words(self) -> str:
        """As the document has it."""
        return {"bet": "BET", "allin": "All-in"}.get(self, self.title())


FOLD, CHECK, CALL, BET, RAISE, ALL_IN = Act
"""Also by themselves, for finding them in their class takes several times as long."""


class StartRound(Value, tag="start-round"):
    """ "Place your Blind Bets, please"."""


class DealCards(Value, tag="poker-deal-cards"):
    """The cards that were due, in the order in which they left the device."""

    cards: tuple[Card, ...]


class DealFaceDown(Value, tag="poker-deal-face-down"):
    """The dealer has dealt by hand the cards that were due."""


class LookAtCards(Value, tag="look-at-cards"):
    seat: int


class TakeAction(Value, tag="take-action"):
    """`amount`: a BET of so much, or a raise to a total of so much in this betting round (R-29)."""

    seat: int
    act: Act
    amount: Cents | None = None


class ShowHand(Value, tag="show-hand"):
    seat: int
    cards: tuple[Card, ...] = ()
    """What they are, at a table dealt by hand."""


class MuckHand(Value, tag="muck-hand"):
    """The player gives the hand up at the showdown and does not show it."""

    seat: int


class SitDown(Value, tag="sit-down"):
    seat: int
    player: str
    stake: Cents
    relocated: bool = False
    by: Actor | None = None
    """Who relocates a player (5.4.1, R-109)."""
    came_from: str | None = None
    """The table that a relocated player comes from."""


class TopUp(Value, tag="top-up"):
    seat: int
    amount: Cents


class Settle(Value, tag="poker-settle"):
    """The dealer pays, where the table waits for it (R-93)."""


class TakeOff(Value, tag="take-off"):
    """Reducing the Table Stake; never allowed."""

    seat: int
    amount: Cents


class GiveBack(Value, tag="give-back"):
    """What an earlier round paid too much leaves the Table Stake, as two people have corrected it (R-110, R-118)."""

    seat: int
    amount: Cents


class GoAway(Value, tag="go-away"):
    seat: int


class ComeBack(Value, tag="come-back"):
    seat: int


class MoveSeat(Value, tag="move-seat"):
    """To a free seat of the same table, between two rounds."""

    seat: int
    to: int


class LeaveTable(Value, tag="leave-table"):
    seat: int


class DeemGone(Value, tag="deem-gone"):
    """The House deems an absent player to have left (R-38)."""

    seat: int
    by: Actor


class ActOutOfTurn(Value, tag="act-out-of-turn"):
    """Attempted before the player's turn; taken back, and remembered (5.12)."""

    seat: int
    act: Act
    amount: Cents | None = None


class Incident(StrEnum):
    INTERRUPTION = "interruption"
    FOREIGN_CARD = "foreign-card"
    DECK_COUNT = "deck-count"
    SHOE_SHORT = "shoe-short"
    UNSHUFFLED = "unshuffled"
    EXPOSED = "exposed"
    FACE_UP = "face-up"
    PLAYER_COUNT = "player-count"
    HAND_LEFT_OUT = "hand-left-out"
    EXTRA_HAND = "extra-hand"
    NO_BURN = "no-burn"
    EARLY_CARD = "early-card"
    TOO_MANY = "too-many"
    OTHER = "other"


class Street(StrEnum):
    DEAL = "deal"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


class Lies(Value):
    """The cards of a seat on the table; without a seat, the board as far as it is turned up."""

    cards: tuple[Card, ...]
    seat: int | None = None


class NameCards(Value, tag="poker-name-cards"):
    """The dealer says in time that the cards are not those that the device read (R-110, R-111), or dealing by hand what
    is turned up on the board."""

    lie: tuple[Lies, ...]


class CorrectEntry(Value, tag="poker-correct-entry"):
    """It is too late for the dealer alone: the pots are given out (R-110), or somebody has decided against a board card
    (R-111)."""

    lie: tuple[Lies, ...]
    by: Actor
    again: bool = False
    """The betting round is played again."""
    reason: str = ""
    alone: bool = False


class RecordPayment(Value, tag="poker-record-payment"):
    """Other chips were pushed to a seat than it had won (R-112)."""

    seat: int
    paid: Cents
    by: Actor
    reason: str = ""


class ReportIrregularity(Value, tag="poker-report-irregularity"):
    """What was found, and what the person who may decide it has decided."""

    incident: Incident
    by: Actor
    seat: int | None = None
    card: Card | None = None
    cards: int = 1
    street: Street | None = None
    reconstructable: bool = False
    other_cards_exposed: bool = False
    """When the burn was left out: a card that is not a community card (R-98)."""
    void: bool = False
    shoe: tuple[Card, ...] = ()
    """The order after a reshuffle, as far as it is known."""
    reason: str = ""
    """The decider's reason, if the paragraph leaves the decision to them."""


class OpenTable(Value, tag="poker-open-table"):
    """With the players who are there, and what they have in front of them."""

    table: PokerTable
    seats: Mapping[int, tuple[str, Cents]]
    button: int
    first_orbit: bool = True


class PlaceButton(Value, tag="poker-place-button"):
    """Before the first round, once it is known who is there."""

    seat: int


class ChangeSign(Value, tag="poker-change-sign"):
    """From the next round on."""

    table: PokerTable


class SuspendTable(Value, tag="poker-suspend-table"):
    """The table waits and accepts only incidents."""

    why: Why


class ResumeTable(Value, tag="poker-resume-table"):
    pass


class CloseTable(Value, tag="poker-close-table"):
    pass


class EndDay(Value, tag="poker-end-day"):
    """What players left with today is forgotten (R-65)."""


PokerCommand = (
    StartRound
    | DealCards
    | DealFaceDown
    | LookAtCards
    | TakeAction
    | Settle
    | ShowHand
    | MuckHand
    | SitDown
    | TopUp
    | GiveBack
    | TakeOff
    | GoAway
    | ComeBack
    | MoveSeat
    | LeaveTable
    | DeemGone
    | ActOutOfTurn
    | ReportIrregularity
    | NameCards
    | CorrectEntry
    | RecordPayment
    | OpenTable
    | PlaceButton
    | ChangeSign
    | SuspendTable
    | ResumeTable
    | CloseTable
    | EndDay
)
