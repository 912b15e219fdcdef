"""Which jackpot awards of Progressive Hold'em come how often with which hole cards.

Awards need four of a kind or a straight flush among the seven cards, so only these 266,432 sets of seven are
built, and hole cards, flop and turn chosen from them in all ways.
"""

from math import comb

import numpy as np

from croupier.numbers.maths.holdem.hole_cards import BOARD, BOARDS, OWN, combinations_of
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept

__all__ = ["BOARD", "BOARDS", "OWN", "awards"]


@kept(np.asarray)
def awards() -> Ints:
    """[suited, rank, rank, own, board]: of all boards for all hole cards of these ranks; the higher rank first."""
    from croupier.numbers.maths.kernels.awards import count_awards

    found = count_awards()
    assert found.sum() == 20 * 21 * (13 * comb(48, 3) + 4 * (comb(47, 2) + 9 * comb(46, 2)))
    for suited in range(2):
        for high in range(13):
            for low in range(high + 1):
                number = combinations_of(suited, high, low)
                found[suited, high, low, 5, 3] += number * BOARDS - found[suited, high, low].sum()
    return found
