"""Turn and River bets of Progressive Hold'em counted by what one holds, and Aces against Aces.

Every hole cards on every flop, and on every four cards, are looked up in the counts of `boards`; suits that differ in
name only are looked at once.
"""

from functools import cache
from itertools import combinations, permutations

import numpy as np

from croupier.numbers.maths.holdem.boards import flops, fours, showdowns
from croupier.numbers.maths.holdem.deals import Gain
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import STEPS, sevens


@cache
def boards_of_four() -> tuple[Ints, Ints]:
    """One of all boards of four that differ in the names of suits only, and how many there are of each."""
    cards = np.array(list(combinations(range(52), 4)), dtype=np.int64)
    lowest = np.full(len(cards), 1 << 52, dtype=np.int64)
    for suits in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(suits)[cards % 4]
        np.minimum(lowest, (1 << renamed).sum(axis=1), out=lowest)
    kinds, first, number = np.unique(lowest, return_index=True, return_counts=True)
    assert len(kinds) == 16_432
    return cards[first], number.astype(np.int64)


@kept(np.asarray)
def turn_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Ints:
    from croupier.numbers.maths.kernels.mistakes import count_turn_bets

    known = fours()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return count_turn_bets(flops(), _stays(out), np.array(gain, dtype=np.int64), *tables)


@kept(np.asarray)
def river_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Ints:
    from croupier.numbers.maths.kernels.mistakes import count_river_bets

    known = fours()
    boards, number = boards_of_four()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return count_river_bets(boards, number, _stays(out), np.array(gain, dtype=np.int64), *tables)


def _stays(out: tuple[int, ...]) -> Ints:
    """[suited, rank, rank]: whether these hole cards are played; `out` are places in the list of all."""
    stays = np.zeros((2, 13, 13), dtype=np.int64)
    for place, hole in enumerate(ALL_HOLES):
        stays[hole.place] = place not in out
    return stays


@kept(np.asarray)
def aces(turn_gain: tuple[int, ...], river_gain: tuple[int, ...], pays_from: int, cards: int = 48) -> Ints:
    from croupier.numbers.maths.kernels.mistakes import count_aces

    known = fours()
    return count_aces(
        cards,
        np.array(turn_gain, dtype=np.int64),
        np.array(river_gain, dtype=np.int64),
        pays_from,
        showdowns(pays_from),
        known.one_suit,
        known.two_suits,
        STEPS,
        *sevens(),
    )
