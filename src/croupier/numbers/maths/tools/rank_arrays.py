"""Values of ranks, as arrays that compiled loops can use. All of them come from `croupier.rules.hands`.

Inside the mathematics a rank is a number from 0, Two, to 12, Ace; a card is its place in DECK, four times the
rank and the suit. Some ranks in ascending order are found by their number: 0 for all Twos, and so on without
a gap (`number_of`). Ranks of one suit are a mask of thirteen bits.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rankings import VALUES
from croupier.rules.hands import five_card_hands, five_card_rank


def _steps() -> Ints:
    """[place, rank]: what the rank at that place of an ascending list adds to the list's number."""
    return np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(7)], dtype=np.int64)


STEPS = _steps()


@kept(np.asarray)
def five_ranks() -> Shorts:
    """[number of five ranks]: the value without a flush; 0 for five of one rank, which no deck has."""
    values = np.zeros(comb(17, 5), dtype=np.uint16)
    for value, (_, ranks, suited) in enumerate(five_card_hands(), 1):
        if not suited:
            values[number_of(sorted(ranks))] = value
    return values


def number_of(ranks: Sequence[int]) -> int:
    """The number of ascending ranks as `croupier.rules.hands` writes them, 2 to 14."""
    return sum(comb(rank - 2 + place, place + 1) for place, rank in enumerate(ranks))


@kept(np.asarray)
def suited_ranks() -> Shorts:
    """[mask]: the value of the best five of the five, six or seven ranks of one suit."""
    values = [0] * (1 << 13)
    for value, (_, ranks, suited) in enumerate(five_card_hands(), 1):
        if suited:
            values[sum(1 << rank - 2 for rank in ranks)] = value
    for size in (6, 7):
        for places in combinations(range(13), size):
            mask = sum(1 << place for place in places)
            values[mask] = max(values[mask ^ 1 << place] for place in places)
    return np.array(values, dtype=np.uint16)


@cache
def seven_ranks() -> Shorts:
    """[number of seven ranks]: the value of the best five, without a flush."""
    from croupier.numbers.maths.kernels.rank_arrays import best_without_one

    six = best_without_one(five_ranks(), STEPS, 6)
    return best_without_one(six, STEPS, 7)


@kept(np.asarray)
def categories() -> npt.NDArray[np.uint8]:
    """[value]: the ranking as a number, 1 to 10."""
    return np.array([0, *(five_card_rank(value) for value in range(1, VALUES + 1))], dtype=np.uint8)


# --- Seven cards --------------------------------------------------------------------------------------------
#
# Every card has a key. The keys of seven cards add up to a sum whose lower 23 bits tell the ranks; the four
# nibbles from bit 32 on count the suits, and a sum that starts from SUITS has the highest bit of a nibble set
# when there are five of that suit. The rank keys are Kenneth Shackleton's: no two sets of seven ranks have the
# same sum, which is asserted below.

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
RANK_BITS = (1 << 23) - 1
SUIT_SHIFT = 32
START = 0x3333 << SUIT_SHIFT
FLUSH = 0x8888 << SUIT_SHIFT


class Sevens(NamedTuple):
    """What an evaluation of seven cards looks at. Sums of rank keys are found through rows of 128."""

    keys: Ints
    """[card]"""
    bits: Ints
    """[card]: its rank in the sixteen bits of its suit."""
    offsets: npt.NDArray[np.int32]
    """[sum >> 7]: where the row's first value stands, less its column."""
    values: Shorts
    """[offset + sum & 127]"""
    suited: Shorts


@kept(Sevens)
def sevens() -> Sevens:
    from croupier.numbers.maths.kernels.rank_arrays import _pack, _sums_of_seven

    keys = np.array([RANK_KEYS[card // 4] + (1 << SUIT_SHIFT + 4 * (card % 4)) for card in range(52)], dtype=np.int64)
    bits = np.array([1 << 16 * (card % 4) + card // 4 for card in range(52)], dtype=np.int64)
    sums, values = _sums_of_seven(seven_ranks(), np.array(RANK_KEYS, dtype=np.int64))
    assert len(np.unique(sums)) == len(sums) == 49_205
    order = np.argsort(sums, kind="stable")
    offsets, packed = _pack(sums[order], values[order])
    return Sevens(keys, bits, offsets, packed, suited_ranks())


@kept(Sevens)
def fives() -> Sevens:
    """The same for hands of five cards. The keys serve for them too: with two more ranks they would be sevens."""
    from croupier.numbers.maths.kernels.rank_arrays import _pack

    sums, order = sums_of_five()
    offsets, packed = _pack(sums, five_ranks()[order])
    cards = sevens()
    return Sevens(cards.keys, cards.bits, offsets, packed, cards.suited)


@cache
def sums_of_five() -> tuple[Ints, Ints]:
    """The sums of the keys of all fives of ranks that a deck has, ascending, and the number of each."""
    ranks = [each for each in combinations_with_replacement(range(13), 5) if each[0] != each[4]]
    numbers = np.array([sum(comb(rank + place, place + 1) for place, rank in enumerate(each)) for each in ranks])
    sums = np.array([sum(RANK_KEYS[rank] for rank in each) for each in ranks], dtype=np.int64)
    order = np.argsort(sums, kind="stable")
    assert len(np.unique(sums)) == len(sums) == 6_175
    return sums[order], numbers[order]
