"""Squares: for every pair of ranks of hole cards, what becomes of them on a board.

Suits matter only where a flush is possible. A board of five is its ranks, and which of them are of the flush
suit if three or more are. On four cards there may be one suit, or two, of which two or more lie there; on
three, all suits count. So results are squares of thirteen by thirteen ranks, one for each pair of kinds of suits:
S the flush suit, T the second one, O all others. An entry tells, over all cards yet to come, how many deals are
won with a hand too low for the Ante to be paid (LOW), won with a better one (HIGH), and LOST. Squares also have
entries for hole cards that cannot be, such as a card on the board; they mean nothing and are never read.
"""

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept

Int32s = npt.NDArray[np.int32]

SQUARE = 13 * 13
COUNTS = 3 * SQUARE
"""LOW, HIGH, LOST: counts of a square, one after the other."""
DECIDED = 4 * SQUARE
"""The same, and whether one bets on the river: all bits, or none."""
SPLIT = 7 * SQUARE
"""LOW, HIGH, LOST; the same where one bets on the river, and on how many turn cards one does."""
DEALERS = comb(45, 2)
RIVERS = 46 * DEALERS
"""Deals of river and dealer's cards once the turn card is dealt."""
TURNS = 47 * RIVERS


# --- Where squares are --------------------------------------------------------------------------------------


class Fours(NamedTuple):
    """Boards of four cards by the number of their ranks and the marked places, those of suit S.

    If a board has a rank more than once, the mark is on the first of its cards.
    """

    one_suit: Int32s
    """[ranks, marks]: the squares S-S, S-O, O-O; without marks, no flush can come, and there is one square."""
    two_suits: Int32s
    """[ranks, marks]: S-S, S-T, S-O, T-T, T-O, O-O. All cards are S or T; the mask of S is not below that of T."""
    squares: int
    boards: Ints
    """[board, 15]: cards of each rank, the mask of suit S, that of suit T."""


@kept(Fours)
def fours() -> Fours:
    one_suit = np.full((comb(16, 4), 16), -1, dtype=np.int32)
    two_suits = np.full((comb(16, 4), 16), -1, dtype=np.int32)
    boards = []
    squares = 0
    for ranks in combinations_with_replacement(range(13), 4):
        number = sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))
        counts = [ranks.count(rank) for rank in range(13)]
        one_suit[number, 0] = squares
        squares += 1
        boards.append([*counts, 0, 0])
        first = [place for place in range(4) if not place or ranks[place] != ranks[place - 1]]
        for cards in range(2, len(first) + 1):
            for marked in combinations(first, cards):
                marks = sum(1 << place for place in marked)
                mask = sum(1 << ranks[place] for place in marked)
                one_suit[number, marks] = squares
                squares += 3
                boards.append([*counts, mask, 0])
                others = {ranks[place] for place in range(4) if place not in marked}
                second = sum(1 << rank for rank in others)
                if cards == len(others) == 2 and mask >= second:
                    two_suits[number, marks] = squares
                    squares += 6
                    boards.append([*counts, mask, second])
    return Fours(one_suit, two_suits, squares, np.array(boards, dtype=np.int64))


@cache
def flops() -> Ints:
    """[flop, 7]: ranks and suits of one flop of each of the 1,755 kinds, and how many there are of the kind."""
    found = []
    for ranks in combinations_with_replacement(range(13), 3):
        low, middle, high = ranks
        if low < middle < high:
            found.append([*ranks, 0, 0, 0, 4])
            found += [[*ranks, *suits, 12] for suits in ((0, 0, 1), (0, 1, 0), (1, 0, 0))]
            found.append([*ranks, 0, 1, 2, 24])
        elif low == middle == high:
            found.append([*ranks, 0, 1, 2, 4])
        else:
            found.append([*ranks, 0, *((1, 0) if low == middle else (0, 1)), 12])
            found.append([*ranks, 0, 1, 2, 12])
    table = np.array(found, dtype=np.int64)
    assert len(table) == 1755
    assert table[:, 6].sum() == comb(52, 3)
    return table


# --- Adding ------------------------------------------------------------------------------------------------
#
# Counts fit into sixteen bits, 46 x 990 being 45,540, and what goes over on the way comes back: sums are right
# modulo 65,536.
