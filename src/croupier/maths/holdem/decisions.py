"""Every Turn bet and every River bet of Progressive Hold'em, decided."""

from functools import lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from croupier.maths.holdem.boards import Gain, flops, fours, showdowns
from croupier.maths.tools.rank_arrays import STEPS


@lru_cache(maxsize=2)
def turn_decisions(pays_from: int, gain: Gain) -> npt.NDArray[np.int8]:
    """[flop, hole cards]: 1 bet, 0 check, -1 where they share a card; numbered as `number_of_flop` and `_hole` do."""
    from croupier.maths.kernels.together import decide_turns

    known = fours()
    orders = np.array(list(permutations(range(4))), dtype=np.int64)
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    found = decide_turns(flops(), orders, np.array(gain, dtype=np.int64), *tables)
    assert int((found < 0).sum()) == 22_100 * (3 * 49 + 3)
    return found
