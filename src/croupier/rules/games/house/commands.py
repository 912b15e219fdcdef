"""What people and devices do at a house-banked table."""

from collections.abc import Mapping
from enum import StrEnum

from croupier.base.actors import Actor
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits, Policy
from croupier.rules.money import Cents


class PlaceBet(Value, tag="place-bet"):
    """Again: adds to the bet."""

    box: int
    spot: Spot
    amount: Cents
    unnoticed: bool = False


class WithdrawBet(Value, tag="withdraw-bet"):
    box: int
    spot: Spot


class CloseBets(Value, tag="close-bets"):
    """ "No more Bets"."""


class DealCards(Value, tag="deal-cards"):
    """The cards that were due, in the order in which they left the device."""

    cards: tuple[Card, ...]


class DealFaceDown(Value, tag="deal-face-down"):
    """The dealer has dealt by hand all that was due, and nobody has entered a card."""


class Of(StrEnum):
    """Whose cards somebody names."""

    UP = "up"
    """The dealer's face-up card (Casino Stud)."""
    DEALER = "dealer"
    BOARD = "board"
    HAND = "hand"
    """Of a box."""


class NameCards(Value, tag="name-cards"):
    """Names what was turned up at a table dealt by hand, or what is there instead of what was read (5.10.1)."""

    of: Of
    cards: tuple[Card, ...]
    box: int | None = None


class NameHands(Value, tag="name-hands"):
    """Names several hands whose cards were named or read wrongly: cards can be exchanged this way."""

    hands: tuple[NameCards, ...]


class CorrectEntry(Value, tag="correct-entry"):
    """The cards on the table are not those entered or read, and it is too late for the dealer alone: after the payments
    (R-110), or after somebody has decided against a face-up card (R-111)."""

    hands: tuple[NameCards, ...]
    by: Actor
    again: bool = False
    """Who has decided against that card decides again."""
    reason: str = ""
    alone: bool = False
    verify_above: Cents | None = None
    """As the table's link has it now (R-107)."""


class RecordPayment(Value, tag="record-payment"):
    """Other chips were pushed to a box than were due (R-112)."""

    box: int
    paid: Cents
    by: Actor
    reason: str = ""
    alone: bool = False


class Look(Value, tag="look"):
    """The player examines the hand of that box (R-4)."""

    box: int


class MakeDecision(Value, tag="make-decision"):
    """Without an amount: at the proper one."""

    box: int
    decision: Decision
    amount: Cents | None = None


class WalkAway(Value, tag="walk-away"):
    """The player of this box leaves all their boxes (R-49)."""

    box: int


class HideHand(Value, tag="hide-hand"):
    """The player does not show the hand of that box."""

    box: int
    by: Actor | None = None
    """Who says it; None is somebody who may. After the settlement it changes what was paid (R-107)."""


class Choice(StrEnum):
    CONTINUE = "continue"
    WITHDRAW = "withdraw"


class Choose(Value, tag="choose"):
    """A box's answer where a paragraph gives it one."""

    box: int
    choice: Choice


class Settle(Value, tag="settle"):
    """The dealer pays, where the table waits for that (R-93)."""


class AnswerClaim(Value, tag="answer-claim"):
    """The link's answer to the first open claim."""

    share_worth: Cents
    fixed_instead: bool = False
    """The fixed award is worth as much or more, and is paid (R-12, R-59)."""
    award: int | None = None
    """The link's number of the award."""
    meter: Cents | None = None
    """What it showed when the claim's turn came."""
    from_meter: Cents = Cents(0)
    """So much of it left the meter; the House makes up the rest (R-11)."""
    across: bool = False
    """The order of several tables decided when its turn came (R-102)."""


class Incident(StrEnum):
    INTERRUPTION = "interruption"
    FOREIGN_CARD = "foreign-card"
    DECK_COUNT = "deck-count"
    SHOE_SHORT = "shoe-short"
    UNSHUFFLED = "unshuffled"
    EXPOSED = "exposed"
    FACE_UP = "face-up"
    MISDEALT = "misdealt"
    NO_BURN = "no-burn"
    SIMULTANEOUS = "simultaneous"
    DEALING_ERROR = "dealing-error"
    PLAYER_COUNT = "player-count"
    DEALER_COUNT = "dealer-count"
    COMMUNITY_COUNT = "community-count"
    EXTRA_LOOK = "extra-look"
    JACKPOT_DOWN = "jackpot-down"
    JACKPOT_UP = "jackpot-up"
    OTHER = "other"


class ReportIrregularity(Value, tag="report-irregularity"):
    """What was found, and what the person who may decide it has decided."""

    incident: Incident
    by: Actor
    boxes: tuple[int, ...] = ()
    """The boxes affected; none named means all."""
    dealer: bool = False
    cards: int = 1
    """How many were exposed."""
    reconstructable: bool = False
    hands_movable: bool = False
    intentional: bool = False
    first: Card | None = None
    second: Card | None = None
    policy: Policy | None = None
    void: bool = False
    card: Card | None = None
    """Which card of the dealer's was exposed (Casino Stud); none named means the first (R-92)."""
    reason: str = ""
    """The decider's reason, if the paragraph leaves the decision to them."""
    alone: bool = False
    """Nobody but who decides it has reported it."""
    verify_above: Cents | None = None
    """As the table's link has it now: taking back a greater award is the Shift Manager's to decide (R-107)."""


RoundCommand = (
    PlaceBet
    | WithdrawBet
    | CloseBets
    | DealCards
    | DealFaceDown
    | NameCards
    | NameHands
    | Look
    | MakeDecision
    | WalkAway
    | HideHand
    | Choose
    | Settle
    | AnswerClaim
    | ReportIrregularity
    | CorrectEntry
    | RecordPayment
)


class OpenTable(Value, tag="open-table"):
    """Its first round stands open with it."""

    table: HouseTable


class TakeBox(Value, tag="take-box"):
    """Also by somebody who has walked away and comes back (R-78)."""

    box: int
    player: str


class FreeBox(Value, tag="free-box"):
    box: int


class OpenRound(Value, tag="open-round"):
    """ "Place your Bets, please"."""


class ChangeSign(Value, tag="change-sign"):
    """From the next round on. What is None stays as it is."""

    limits: Mapping[Spot, Limits] | None = None
    jackpot_bet: Cents | None = None
    """0: no jackpot is offered any more, as where the table has left its link."""
    settles_by_hand: bool | None = None
    places: int | None = None
    at_once: bool = False
    """The jackpot is offered, or not any more, while bets are still open: the table has joined or left its link."""


class SuspendTable(Value, tag="suspend-table"):
    """The table waits and accepts only incidents."""

    why: Why


class ResumeTable(Value, tag="resume-table"):
    pass


class CloseTable(Value, tag="close-table"):
    pass


class EndDay(Value, tag="end-day"):
    """Who walked away today is forgotten."""


TableCommand = OpenTable | TakeBox | FreeBox | OpenRound | ChangeSign | SuspendTable | ResumeTable | CloseTable | EndDay

HouseCommand = RoundCommand | TableCommand
