"""Whose turn it is: clockwise, in strict order (R-9), and only players whom someone can answer (R-68)."""

from collections.abc import Iterable, Set
from functools import cache

from croupier.rules.games.poker.table import PokerState

NOBODY: frozenset[int] = frozenset()


@cache
def clockwise(order: tuple[int, ...], after: int) -> tuple[int, ...]:
    """The seats dealt in, beginning on the left of a seat; the order itself begins on the left of the button."""
    return (*on_the_left(order, after), after) if after in order else order


@cache
def on_the_left(order: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """All the others, beginning on the left of a seat dealt in."""
    place = order.index(seat)
    return order[place + 1 :] + order[:place]


def next_to_act(
    state: PokerState, among: Iterable[int], price: int, acted: Set[int], able: bool = False, bet: int = 0
) -> int | None:
    """The first live player with chips who has not answered the price.

    `among` are all seats that may be asked, in their order; not among them is who has just acted or folded.
    `able` and `bet` are that player's: whether they could answer a raise, and what their live hand has in front of it.
    """
    round_ = state.round
    assert round_ is not None
    seats, bets, folded = state.seats, round_.bets, round_.folded
    first: int | None = None
    for seat in among:
        if seat in folded:
            continue
        if not seats[seat].stack:
            bet = max(bet, bets.get(seat, 0))
        elif first is not None:
            return first
        elif seat in acted and bets.get(seat, 0) >= price:
            able = True
        elif able:
            return seat
        else:
            first = seat
    return first if first is not None and bets.get(first, 0) < bet else None
