"""A seat that decides at a poker table: what a call costs, and which pots it plays for against how many."""

from msgspec.structs import replace

from croupier.base.values import Value
from croupier.rules.cards import Card
from croupier.rules.games.poker.betting import options
from croupier.rules.games.poker.pots import pots
from croupier.rules.games.poker.table import PokerRound, PokerState
from croupier.rules.money import NOTHING, Cents


class Price(Value):
    """What a call costs, what it can win, and from which share on it pays for itself."""

    call: Cents
    wins: Cents

    @property
    def percent(self) -> int:
        """Rounded up."""
        return -(-100 * self.call // (self.wins + self.call))


class Seat(Value):
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    price: Price | None
    """None where nothing has to be called."""
    pots: tuple[tuple[Cents, int], ...]
    """The pots that it can win after a call: how much, and against how many."""


def seat_at(state: PokerState, place: int) -> Seat:
    """A seat whose turn it is, as its player sees it who has looked."""
    round_ = state.round
    assert round_ is not None and round_.turn == place
    call = options(state, place).call or NOTHING
    price = _price(round_, place, call) if call else None
    return Seat(round_.hands[place], round_.board, price, tuple(_pots(state, round_, place, call)))


def _price(round_: PokerRound, place: int, call: Cents) -> Price:
    most = round_.contributed(place) + call
    return Price(call, Cents(sum(min(put, most) for put in round_.contributions().values()) + round_.dead))


def _pots(state: PokerState, round_: PokerRound, place: int, call: Cents) -> list[tuple[Cents, int]]:
    seat = state.seats[place]
    called = replace(state, seats={**state.seats, place: replace(seat, stack=Cents(seat.stack - call))})
    put = {**round_.contributions(), place: round_.contributed(place) + call}
    return [
        (pot.amount, len(pot.eligible) - 1)
        for pot in pots(called, round_.live(), put)
        if place in pot.eligible and pot.amount
    ]
