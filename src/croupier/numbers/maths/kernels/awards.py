"""Compiled loops of `maths.holdem.awards`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.tools.arrays import Ints


@jit
def straight_flush_in(cards: Ints) -> int:
    """2 for a royal flush among these cards, 1 for another straight flush, 0 for none."""
    masks = np.zeros(4, dtype=np.int64)
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    found = 0
    for mask in masks:
        if mask & 0x1F00 == 0x1F00:
            return 2
        if mask & mask >> 1 & mask >> 2 & mask >> 3 & mask >> 4 or mask & 0x100F == 0x100F:
            found = 1
    return found


@jit
def award_of_board(board: Ints, ranks: Ints) -> int:
    """A place in BOARD; `ranks` counts the board's cards by rank."""
    flush = straight_flush_in(board)
    if flush == 0:
        return 2 if ranks.max() == 4 else 3
    return 2 - flush


@jit
def lay_out(board: Ints, river: int, turn: int, early: Ints) -> None:
    """Behind two hole cards in `early`: the flop and the turn, where these places of the board are the last cards."""
    filled = 2
    for place in range(5):
        if place not in (river, turn):
            early[filled] = board[place]
            filled += 1
    early[5] = board[turn]


@jit
def royal_since(early: Ints) -> int:
    """When a royal flush of all seven cards was complete, a place in OWN: on the flop, the turn or the river."""
    if straight_flush_in(early[:5]) == 2:
        return 0
    return 1 if straight_flush_in(early) == 2 else 2


@jit
def count_set(seven: Ints, own: int, found: Ints) -> None:
    """Choose two hole cards out of seven cards in all ways; `own` is the best hand, a place in OWN."""
    board = np.zeros(5, dtype=np.int64)
    early = np.zeros(6, dtype=np.int64)
    ranks = np.zeros(13, dtype=np.int64)
    for one in range(7):
        for other in range(one):
            filled = 0
            ranks[:] = 0
            for place in range(7):
                if place not in (one, other):
                    board[filled] = seven[place]
                    ranks[seven[place] // 4] += 1
                    filled += 1
            on_board = award_of_board(board, ranks)
            high = max(seven[one] // 4, seven[other] // 4)
            low = min(seven[one] // 4, seven[other] // 4)
            suited = 1 if seven[one] % 4 == seven[other] % 4 else 0
            into = found[suited, high, low]
            if own > 2:
                into[own, on_board] += 20
            elif on_board == 0:
                into[5, 0] += 20
            else:
                early[0], early[1] = seven[one], seven[other]
                for river in range(5):
                    for turn in range(5):
                        if river != turn:
                            lay_out(board, river, turn, early)
                            into[royal_since(early), on_board] += 1


@jit
def count_awards() -> npt.NDArray[np.int64]:
    """[suited, rank, rank, own, board]: boards, in the order of dealing, that bring the award."""
    found = np.zeros((2, 13, 13, 6, 4), dtype=np.int64)
    seven = np.zeros(7, dtype=np.int64)
    for rank in range(13):
        for suit in range(4):
            seven[suit] = 4 * rank + suit
        for a in range(52):
            for b in range(a):
                for c in range(b):
                    if rank not in (a // 4, b // 4, c // 4):
                        seven[4], seven[5], seven[6] = a, b, c
                        count_set(seven, 4, found)
    for suit in range(4):
        for highest in range(3, 13):
            for place in range(5):
                seven[place] = 4 * ((highest - place) % 13) + suit
            higher = 4 * (highest + 1) + suit  # with it the straight flush would be a higher one
            for a in range(52):
                for b in range(a):
                    taken = higher in (a, b)
                    for place in range(5):
                        taken = taken or seven[place] in (a, b)
                    if not taken:
                        seven[5], seven[6] = a, b
                        count_set(seven, 0 if highest == 12 else 3, found)
    return found
