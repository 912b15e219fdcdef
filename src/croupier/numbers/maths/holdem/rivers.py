"""Boards of five cards: all dealers counted for all hole cards in one sweep.

On a board, hole cards are sorted by strength once. Going up, the number of weaker hole cards so far, less those
that share a card with one's own, is the number of dealer's hands that lose to it.
"""

from functools import cache

import numpy as np

from croupier.numbers.maths.holdem.squares import COUNTS
from croupier.numbers.maths.tools.arrays import Ints


@cache
def entries() -> Ints:
    """[flush or not, kind x 26 + kind, order]: where hole cards stand in three squares, and where the other way round.

    S-O has one order only. Without a flush suit all cards are of suit O and there is one square.
    """
    found = np.zeros((2, 26 * 26, 2), dtype=np.int64)
    for one in range(26):
        for other in range(26):
            square = (one >= 13) + (other >= 13)
            there, back = one % 13 * 13 + other % 13, other % 13 * 13 + one % 13
            found[0, one * 26 + other] = there, back
            found[1, one * 26 + other] = square * COUNTS + there, square * COUNTS + (there if square == 1 else back)
    return found


ONE_SUIT = (0, 1, 2)
RIVER_IN_S = (0, 1, 1, 2, 2, 2)
RIVER_IN_T = (2, -1, 2, 0, 1, 2)  # S-T comes from S-O with the cards the other way round
