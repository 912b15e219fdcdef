"""Every Turn bet and every River bet of Progressive Hold'em, decided."""

from functools import lru_cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.holdem.boards import Gain, flops, fours, showdowns
from croupier.numbers.maths.holdem.streets import boards_of_four
from croupier.numbers.maths.tools.rank_arrays import STEPS

Bytes = npt.NDArray[np.int8]


@lru_cache(maxsize=2)
def turn_decisions(pays_from: int, gain: Gain) -> Bytes:
    """[flop, hole cards]: 1 bet, 0 check, -1 where they share a card; see `flop_number` and `number_of_hole`."""
    from croupier.numbers.maths.kernels.together import decide_turns

    known = fours()
    orders = np.array(list(permutations(range(4))), dtype=np.int64)
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    found = decide_turns(flops(), orders, np.array(gain, dtype=np.int64), *tables)
    assert int((found < 0).sum()) == 22_100 * (3 * 49 + 3)
    return found


@lru_cache(maxsize=2)
def river_decisions(pays_from: int, gain: Gain) -> Bytes:
    """[board, hole cards] for `boards_of_four`, one of each kind."""
    from croupier.numbers.maths.kernels.together import decide_rivers

    known, (boards, _) = fours(), boards_of_four()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return decide_rivers(boards, np.array(gain, dtype=np.int64), *tables)


def flop_number(low: int, middle: int, high: int) -> int:
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
