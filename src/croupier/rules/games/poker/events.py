"""What has happened at a poker table. Events outlive code: fields are only ever added, tags never renamed."""

from collections.abc import Mapping

from croupier.base.citation import Citation
from croupier.base.sentences import Why
from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.common import Ruled
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import BettingRound, PokerTable, PotWon, Seat
from croupier.rules.money import Cents


class RoundStarted(Value, tag="round-started"):
    """The button is placed, the blinds are due, these seats are dealt in."""

    button: int
    order: tuple[int, ...]
    big_blind: int
    small_blind: int | None
    seats: Mapping[int, Seat]
    """Seats whose standing changed: who missed a blind, who waits, who joins."""
    dead_button: int | None
    first_orbit_over: bool
    cites: tuple[Citation, ...]
    """Of the button and of who posts."""
    reasons: Mapping[int, tuple[Citation, ...]] = {}
    """Why a seat waits, has missed a blind, or joins for nothing."""


class BlindPosted(Value, tag="blind-posted"):
    seat: int
    live: Cents
    dead: Cents
    cites: tuple[Citation, ...]


class HoleCardsDealt(Value, tag="hole-cards-dealt"):
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    hands: Mapping[int, tuple[Card, ...]]
    community: tuple[Card, ...]
    """With the shuffler the five community cards are face down from the start."""
    cites: tuple[Citation, ...]


class BettingOpened(Value, tag="betting-opened"):
    """A betting round begins and this seat acts first; `price` and `step` are the big blind's in the first."""

    betting_round: BettingRound
    price: Cents
    step: Cents
    turn: int
    cites: tuple[Citation, ...]


class CardsCalled(Value, tag="poker-cards-called"):
    """The betting round is over and the dealer turns to the device."""

    cites: tuple[Citation, ...]


class CommunityTurned(Value, tag="poker-community-turned"):
    betting_round: BettingRound
    turned: int
    burnt: tuple[Card, ...]
    community: tuple[Card, ...]
    """From the shoe; with the shuffler they have been lying there, and nothing is burnt."""
    cites: tuple[Citation, ...]


class CardsLookedAt(Value, tag="cards-looked-at"):
    seat: int


class ActionTaken(Value, tag="action-taken"):
    """`chips` went over the line; afterwards the price, the step and who may still raise are these."""

    seat: int
    act: Act
    """What it was by its size: an all-in is a BET, call or raise."""
    chips: Cents
    price: Cents
    step: Cents
    reopens: bool
    """A BET, full raise or half raise: everybody may raise again."""
    all_in: bool
    turn: int | None
    """Who acts next; None when the betting round is over."""
    cites: tuple[Citation, ...]


class FoldedByRule(Value, tag="folded-by-rule"):
    """Away when their turn came, left the table, or exposed their hand."""

    seat: int
    turn: int | None
    """Who acts now; None if nobody does, or the betting round is over."""
    cites: tuple[Citation, ...]


class BetReturned(Value, tag="poker-bet-returned"):
    """The part of a bet that nobody called (4.3)."""

    seat: int
    amount: Cents
    cites: tuple[Citation, ...]


class HandShown(Value, tag="hand-shown"):
    """At the showdown, by duty."""

    seat: int
    cites: tuple[Citation, ...]


class HandTurnedUp(Value, tag="hand-turned-up"):
    """By choice: after the betting, or too early, which folds it (5.13)."""

    seat: int
    cites: tuple[Citation, ...] = ()


class HandMucked(Value, tag="hand-mucked"):
    """At the showdown of a table dealt by hand: nobody learns what it was."""

    seat: int
    cites: tuple[Citation, ...]


class CardsNamed(Value, tag="poker-cards-named"):
    """Cards that were known by their places are turned up, and the dealer says which they are."""

    before: tuple[Card, ...]
    cards: tuple[Card, ...]
    seat: int | None = None
    """Whose hand they are; without one, of the board."""


class SettlementAwaited(Value, tag="poker-settlement-awaited"):
    """The betting is over; the payments wait for the dealer (R-93)."""

    cites: tuple[Citation, ...]


class PotsGivenOut(Value, tag="pots-given-out"):
    pots: tuple[PotWon, ...]


class PlayerSatDown(Value, tag="player-sat-down"):
    seat: int
    player: str
    stake: Cents
    relocated: bool
    cites: tuple[Citation, ...]


class StakeGivenBack(Value, tag="stake-given-back"):
    """An earlier round had paid so much too much (R-118)."""

    seat: int
    amount: Cents
    cites: tuple[Citation, ...]


class StakeIncreased(Value, tag="stake-increased"):
    seat: int
    amount: Cents
    cites: tuple[Citation, ...]


class PlayerWentAway(Value, tag="player-went-away"):
    seat: int


class PlayerCameBack(Value, tag="player-came-back"):
    seat: int


class SeatChanged(Value, tag="seat-changed"):
    """The player has moved to another seat with their chips, and joins there as 5.4.1 has it."""

    seat: int
    to: int
    cites: tuple[Citation, ...]


class PlayerLeft(Value, tag="player-left"):
    """The seat is free; `stack` is paid out."""

    seat: int
    stack: Cents
    cites: tuple[Citation, ...] = ()


class PlayerLeaving(Value, tag="player-leaving"):
    """Gone in the middle of a round with an all-in hand (R-66), or before the payments (R-93)."""

    seat: int
    cites: tuple[Citation, ...] = ()


class ActedOutOfTurn(Value, tag="acted-out-of-turn"):
    seat: int
    indicated: Cents
    cites: tuple[Citation, ...]


class OutOfTurnBetForfeited(Value, tag="out-of-turn-bet-forfeited"):
    """The BET stands and stays in the pot, though its player folds (5.12.3, 5.12.4)."""

    seat: int
    chips: Cents
    cites: tuple[Citation, ...]


class IrregularityRuled(Value, tag="poker-irregularity-ruled"):
    ruled: Ruled
    exposed: int = 0


class PaymentRecorded(Value, tag="poker-payment-recorded"):
    """So much was pushed to the seat, and `due` was; the pots stay as they were given out (R-112)."""

    seat: int
    paid: Cents
    due: Cents
    cites: tuple[Citation, ...]


class CardsLie(Value, tag="poker-cards-lie"):
    """These `cards` are in the places of those that were `read`, each in its own, and count (R-110)."""

    read: tuple[Card, ...]
    cards: tuple[Card, ...]
    cites: tuple[Citation, ...]
    seats: tuple[int, ...] = ()
    board: bool = False


class BettingTakenBack(Value, tag="betting-taken-back"):
    """The bets of this betting round go back and its folds are undone; it is played again (R-111)."""

    betting_round: BettingRound
    cites: tuple[Citation, ...]


class PotsGivenOutAgain(Value, tag="pots-given-out-again"):
    """In the place of what was given out before (R-5, R-110)."""

    pots: tuple[PotWon, ...]
    cites: tuple[Citation, ...]


class ExposedCardDiscarded(Value, tag="exposed-card-discarded"):
    """The seat gets the next card of the shoe for it."""

    seat: int
    card: Card


class ReplacementDealt(Value, tag="replacement-dealt"):
    seat: int
    card: Card


class FaceUpCardFound(Value, tag="face-up-card-found"):
    pass


class FaceUpCardSetAside(Value, tag="face-up-card-set-aside"):
    card: Card


class StreetTakenBack(Value, tag="street-taken-back"):
    """The cards of a street and its burnt card go back into the shoe, and the bets made on them to their players."""

    street: BettingRound
    cards: tuple[Card, ...]
    dealt_again: bool = True
    """Not where only one player is left, who needs no more cards."""


class ShoeReshuffled(Value, tag="shoe-reshuffled"):
    """What is left in the shoe is in a new order."""


class RoundVoided(Value, tag="poker-round-voided"):
    """Every chip goes back to the player who put it in; the table is as it was before the round (R-7, R-62)."""

    cites: tuple[Citation, ...]


class TableOpened(Value, tag="poker-table-opened"):
    table: PokerTable
    seats: Mapping[int, tuple[str, Cents]]
    """Who sits there, with what."""
    button: int
    first_orbit: bool


class ButtonPlaced(Value, tag="button-placed"):
    """The button is there in the first round, and the first orbit begins there (R-36)."""

    seat: int


class SignChanged(Value, tag="poker-sign-changed"):
    """What the sign says from the next round on."""

    table: PokerTable


class TableSuspended(Value, tag="poker-table-suspended"):
    why: Why


class TableResumed(Value, tag="poker-table-resumed"):
    pass


class TableClosed(Value, tag="poker-table-closed"):
    pass


class DayEnded(Value, tag="poker-day-ended"):
    """What players left with is forgotten (R-65)."""


PokerEvent = (
    RoundStarted
    | BlindPosted
    | HoleCardsDealt
    | BettingOpened
    | CardsCalled
    | CommunityTurned
    | CardsLookedAt
    | ActionTaken
    | FoldedByRule
    | BetReturned
    | HandShown
    | HandTurnedUp
    | HandMucked
    | CardsNamed
    | SettlementAwaited
    | PotsGivenOut
    | PlayerSatDown
    | StakeIncreased
    | StakeGivenBack
    | PlayerWentAway
    | PlayerCameBack
    | SeatChanged
    | PlayerLeft
    | PlayerLeaving
    | ActedOutOfTurn
    | OutOfTurnBetForfeited
    | IrregularityRuled
    | ExposedCardDiscarded
    | ReplacementDealt
    | FaceUpCardFound
    | FaceUpCardSetAside
    | StreetTakenBack
    | ShoeReshuffled
    | RoundVoided
    | PaymentRecorded
    | CardsLie
    | BettingTakenBack
    | PotsGivenOutAgain
    | TableOpened
    | ButtonPlaced
    | SignChanged
    | TableSuspended
    | TableResumed
    | TableClosed
    | DayEnded
)
