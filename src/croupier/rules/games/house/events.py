"""What has happened at a house-banked table. Events outlive code: fields are only ever added, tags never renamed."""

from collections.abc import Mapping

from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Ruled
from croupier.rules.games.house.commands import Of
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import ClaimOpen, Decision, HouseTable, Limits, Policy
from croupier.rules.money import Cents


class BetPlaced(Value, tag="bet-placed"):
    """`total` is now on the spot; `excess` of what was put down went straight back (5.1)."""

    box: int
    spot: Spot
    total: Cents
    excess: Cents
    unnoticed: bool
    cites: tuple[Citation, ...]


class BetWithdrawn(Value, tag="bet-withdrawn"):
    box: int
    spot: Spot


class BetReturned(Value, tag="bet-returned"):
    """The bet goes back whatever happens: it lacks the bet it depends on, or was still alive on a hand struck out."""

    box: int
    spot: Spot
    cites: tuple[Citation, ...]


class BetsClosed(Value, tag="bets-closed"):
    cites: tuple[Citation, ...]
    jackpot_bets: Mapping[int, Cents] = {}
    """Accepted, and feeding the meter from now on (R-11)."""


class CardsCalled(Value, tag="cards-called"):
    """The dealer turns to the device for the next cards."""


class CardsDealt(Value, tag="cards-dealt"):
    """`cards` left the device in this order and went where the rest says."""

    cards: tuple[Card, ...]
    cites: tuple[Citation, ...]
    burnt: tuple[Card, ...] = ()
    hands: Mapping[int, tuple[Card, ...]] = {}
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    up: Card | None = None
    stage: int | None = None
    """The decisions that these cards ask of the boxes, if they open a stage."""
    dealer_cites: tuple[Citation, ...] = ()
    """Why the dealer's own cards come only now, if they do."""


class CardsNamed(Value, tag="cards-named"):
    """Dealt by hand: `before` (places, or the names until now) are these `cards`, one by one.

    With several hands no box is named; the dealer's hand is marked if it is among them.
    """

    of: Of
    before: tuple[Card, ...]
    cards: tuple[Card, ...]
    box: int | None = None


class CardsLie(Value, tag="cards-lie"):
    """In front of a box, or of the dealer, are these `cards` and not those `read`; they count (5.10.1)."""

    of: Of
    read: tuple[Card, ...]
    cards: tuple[Card, ...]
    cites: tuple[Citation, ...]
    box: int | None = None


class DecisionsTakenBack(Value, tag="decisions-taken-back"):
    """These boxes decided against a card that is not there, and decide again: their bets go back (R-111)."""

    boxes: tuple[int, ...]
    cites: tuple[Citation, ...]


class PaymentRecorded(Value, tag="payment-recorded"):
    """So much was pushed to the box, and `due` was; the settlement stands (R-112)."""

    box: int
    paid: Cents
    due: Cents
    cites: tuple[Citation, ...]


class CommunityTurned(Value, tag="community-turned"):
    """The number of community cards that are now face up."""

    turned: int
    cites: tuple[Citation, ...]


class DecisionsAsked(Value, tag="decisions-asked"):
    """The next stage opens: every box in play has one decision to make (R-9)."""

    stage: int


class HandExamined(Value, tag="hand-examined"):
    box: int
    by_right: bool = True
    """False: a further hand of the same player (5.18)."""


class DecisionMade(Value, tag="decision-made"):
    box: int
    decision: Decision
    cites: tuple[Citation, ...]
    spot: Spot | None = None
    amount: Cents = Cents(0)


class PlayerWalkedAway(Value, tag="player-walked-away"):
    player: str


class ConsideredFolded(Value, tag="considered-folded"):
    """Folded by rule, not by decision (5.5, and 4.3 of Casino Stud)."""

    box: int
    cites: tuple[Citation, ...]


class HandHidden(Value, tag="hand-hidden"):
    box: int
    cites: tuple[Citation, ...]


class DealerRevealed(Value, tag="dealer-revealed"):
    cites: tuple[Citation, ...]


class SettlementAwaited(Value, tag="settlement-awaited"):
    """Nothing is left to turn up or to decide; the payments wait for the dealer (R-93)."""

    cites: tuple[Citation, ...]


class BoxSettled(Value):
    """The result of each bet on a box, and its awards."""

    lines: tuple[LineSettled, ...]
    awards: tuple[AwardPaid, ...] = ()
    opens_hand: bool = False
    """It has folded and is paid on its own cards, so they are open."""


class RoundSettled(Value, tag="round-settled"):
    """Every box with a bet. A claim is open until the meter has answered it."""

    boxes: Mapping[int, BoxSettled]
    claims: tuple[ClaimOpen, ...] = ()


class JackpotPaid(Value, tag="jackpot-paid"):
    """This line answers the first open claim; after the last one the round is settled.

    It includes the link's answer.
    """

    box: int
    line: LineSettled
    claim: ClaimOpen
    share_worth: Cents = Cents(0)
    fixed_instead: bool = False
    award: int | None = None
    meter: Cents | None = None
    """What it showed when the claim's turn came."""
    from_meter: Cents = Cents(0)


class SettlementUndone(Value, tag="settlement-undone"):
    """Until the next round starts a settlement can be made again (R-5)."""


class RoundVoided(Value, tag="round-voided"):
    """Every bet on every box goes back, whatever an earlier settlement said."""

    cites: tuple[Citation, ...]
    boxes: Mapping[int, BoxSettled]


class IrregularityRuled(Value, tag="irregularity-ruled"):
    ruled: Ruled
    exposed_boxes: int = 0
    exposed_dealer: int = 0
    """Exposed cards add up over a round (R-53)."""
    exposed_in: tuple[int, ...] = ()
    """The boxes whose cards they were, as far as the report names them."""


class OptionsGiven(Value, tag="options-given"):
    """These boxes may continue or withdraw; nothing else is accepted until all have chosen (5.10)."""

    boxes: tuple[int, ...]
    cites: tuple[Citation, ...]


class OptionChosen(Value, tag="option-chosen"):
    """To continue; withdrawing takes the box out."""

    box: int
    cites: tuple[Citation, ...]
    left: bool = False
    """Not by choice: its player walked away (R-95)."""


class FaceUpCardExposed(Value, tag="face-up-card-exposed"):
    """The dealer's card that came up by accident is the face-up card; the former one is now face down (R-92)."""

    card: Card
    cites: tuple[Citation, ...]


class BoxTakenOut(Value, tag="box-taken-out"):
    """Withdrawn or invalidated: its bets go back, its hand has no effect (R-54)."""

    box: int
    cites: tuple[Citation, ...]


class RestrictionsLifted(Value, tag="restrictions-lifted"):
    """The jackpot system works again: all bets are taken as the sign says."""


class CardsChangedPlaces(Value, tag="cards-changed-places"):
    first: Card
    second: Card


RoundEvent = (
    BetPlaced
    | BetWithdrawn
    | BetReturned
    | BetsClosed
    | CardsCalled
    | CardsDealt
    | CardsNamed
    | CardsLie
    | DecisionsTakenBack
    | PaymentRecorded
    | CommunityTurned
    | DecisionsAsked
    | HandExamined
    | DecisionMade
    | PlayerWalkedAway
    | ConsideredFolded
    | HandHidden
    | DealerRevealed
    | SettlementAwaited
    | RoundSettled
    | JackpotPaid
    | SettlementUndone
    | RoundVoided
    | IrregularityRuled
    | OptionsGiven
    | OptionChosen
    | FaceUpCardExposed
    | BoxTakenOut
    | RestrictionsLifted
    | CardsChangedPlaces
)


class TableOpened(Value, tag="table-opened"):
    """And its first round with it."""

    table: HouseTable


class BoxTaken(Value, tag="box-taken"):
    """A player who has walked away and takes a box is back, also on the boxes that are still theirs (R-78)."""

    box: int
    player: str


class BoxFreed(Value, tag="box-freed"):
    box: int


class RoundOpened(Value, tag="round-opened"):
    """ "Place your Bets, please", with what is not accepted while the jackpot system is down."""

    number: int
    jackpot_refused: tuple[Citation, ...] = ()
    boxes_refused: Mapping[int, tuple[Citation, ...]] = {}


class SignChanged(Value, tag="sign-changed"):
    """What the sign says from the next round on."""

    limits: Mapping[Spot, Limits]
    jackpot_bet: Cents | None
    settles_by_hand: bool
    places: int
    at_once: bool = False
    """Where bets are still open the jackpot bet counts from now on, and what is no longer offered goes back."""


class PolicyNamed(Value, tag="policy-named"):
    """What the House does after this round, while the jackpot system is down; None until it says so."""

    policy: Policy | None
    boxes: tuple[int, ...]


class TableSuspended(Value, tag="table-suspended"):
    why: Why


class TableResumed(Value, tag="table-resumed"):
    pass


class TableClosed(Value, tag="table-closed"):
    pass


class DayEnded(Value, tag="day-ended"):
    pass


TableEvent = (
    TableOpened
    | BoxTaken
    | BoxFreed
    | RoundOpened
    | SignChanged
    | PolicyNamed
    | TableSuspended
    | TableResumed
    | TableClosed
    | DayEnded
)

HouseEvent = RoundEvent | TableEvent
