"""What people and devices do at a poker table."""

from enum import StrEnum

from msgspec import Struct

from croupier.cards import Card
from croupier.money import Cents


class Act(StrEnum):
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "allin"


class StartRound(Struct, frozen=True, tag=True):
    """ "Place your Blind Bets, please"."""


class DealCards(Struct, frozen=True, tag=True):
    """The cards that were due, in the order in which they left the device."""

    cards: tuple[Card, ...]


class LookAtCards(Struct, frozen=True, tag=True):
    seat: int


class TakeAction(Struct, frozen=True, tag=True):
    """`amount`: a BET of so much, or a raise to a total of so much in this betting round (R-29)."""

    seat: int
    act: Act
    amount: Cents | None = None


class ShowHand(Struct, frozen=True, tag=True):
    seat: int


class SitDown(Struct, frozen=True, tag=True):
    seat: int
    player: str
    stake: Cents
    relocated: bool = False


class TopUp(Struct, frozen=True, tag=True):
    seat: int
    amount: Cents


class TakeOff(Struct, frozen=True, tag=True):
    """Reducing the Table Stake; never allowed."""

    seat: int
    amount: Cents


class GoAway(Struct, frozen=True, tag=True):
    seat: int


class ComeBack(Struct, frozen=True, tag=True):
    seat: int


class LeaveTable(Struct, frozen=True, tag=True):
    seat: int


class DeemGone(Struct, frozen=True, tag=True):
    """The House deems an absent player to have left (R-38)."""

    seat: int


PokerCommand = (
    StartRound
    | DealCards
    | LookAtCards
    | TakeAction
    | ShowHand
    | SitDown
    | TopUp
    | TakeOff
    | GoAway
    | ComeBack
    | LeaveTable
    | DeemGone
)
