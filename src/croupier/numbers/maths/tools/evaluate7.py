"""Seven cards at a time, by the million: the best five of each hand, with the values of `croupier.rules.hands`."""

import numpy as np

from croupier.numbers.maths.tools.arrays import Bytes, Shorts
from croupier.numbers.maths.tools.rank_arrays import Sevens, categories, sevens
from croupier.numbers.maths.tools.rankings import CATEGORIES
from croupier.rules.hands import FiveCardRank


def values_of(hands: Bytes) -> Shorts:
    """The value of each row of seven different card numbers, its places in DECK."""
    from croupier.numbers.maths.kernels.evaluate7 import values_into

    assert hands.dtype == np.uint8
    assert hands.ndim == 2
    assert hands.shape[1] == 7
    found = np.empty(len(hands), dtype=np.uint16)
    values_into(hands, found, *sevens())
    return found


def count_all() -> dict[FiveCardRank, int]:
    """All 133,784,560 hands of seven cards by the ranking of their best five."""
    from croupier.numbers.maths.kernels.evaluate7 import count_categories

    counted = count_categories(*sevens(), categories())
    return {rank: int(counted[rank]) for rank in CATEGORIES}


__all__ = ["Sevens", "count_all", "values_of"]
