"""Showdowns of hold'em, counted board by board without visiting a deal.

Boards of five are swept (`rivers`) and added up to boards of four, where one bets on the river or not, and those to
flops, where one bets on the turn or not. All of them are squares of ranks, see `squares`.
"""

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock

import numpy as np

from croupier.numbers.maths.holdem.deals import Gain
from croupier.numbers.maths.holdem.rivers import entries
from croupier.numbers.maths.holdem.squares import RIVERS, SQUARE, TURNS, Int32s, flops, fours
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import RANK_KEYS, STEPS, sevens

__all__ = [
    "RIVERS",
    "SQUARE",
    "TURNS",
    "Gain",
    "Int32s",
    "flop_by_flop",
    "flops",
    "fours",
    "played_out",
    "showdowns",
]

# --- Boards of four and three -------------------------------------------------------------------------------


_lock = Lock()  # guards the cached boards of four, into which decisions are entered


@lru_cache(maxsize=1)
def showdowns(pays_from: int) -> Shorts:
    """All boards of four, before any decision, with this lowest value for which the Ante is paid."""
    from croupier.numbers.maths.kernels.boards import count_fours
    from croupier.numbers.maths.kernels.rivers import count_fives

    known, cards = fours(), sevens()
    keys = np.array(RANK_KEYS, dtype=np.int64)
    flat, four = count_fives(
        known.squares,
        known.one_suit,
        known.two_suits,
        STEPS,
        keys,
        cards.offsets,
        cards.values,
        cards.suited,
        entries(),
        pays_from,
    )
    count_fours(four, flat, known.boards, known.one_suit, known.two_suits, STEPS)
    return four


@kept(np.asarray)
def played_out(pays_from: int, turn_gain: Gain, river_gain: Gain) -> Ints:
    """[suited, rank, rank, bets, result], see `count_flops`."""
    (found,) = flop_by_flop(pays_from, turn_gain, river_gain, [flops()])
    found.flags.writeable = False
    return found


def flop_by_flop(pays_from: int, turn_gain: Gain, river_gain: Gain, some: Iterable[Ints]) -> list[Ints]:
    """The same for some flops, or for several sets of them one after the other."""
    from croupier.numbers.maths.kernels.boards import count_flops, decide_river

    known = fours()
    turn, river = np.array(turn_gain, dtype=np.int64), np.array(river_gain, dtype=np.int64)
    with _lock:
        four = showdowns(pays_from)
        decide_river(four, river)
        return [count_flops(each, four, known.one_suit, known.two_suits, STEPS, turn) for each in some]
