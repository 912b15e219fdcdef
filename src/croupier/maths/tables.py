"""Values of ranks, as arrays that compiled loops can use. All of them come from `croupier.hands`.

Inside the mathematics a rank is a number from 0, Two, to 12, Ace; a card is its place in DECK, four times the
rank and the suit. Some ranks in ascending order are found by their number: 0 for all Twos, and so on without
a gap (`number_of`). Ranks of one suit are a mask of thirteen bits.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.hands import FiveCardRank, five_card_hands, five_card_rank
from croupier.maths.jit import jit, kept

Ints = npt.NDArray[np.int64]
Shorts = npt.NDArray[np.uint16]

VALUES = 7462
CATEGORIES = tuple(FiveCardRank)


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
    """The number of ascending ranks as `croupier.hands` writes them, 2 to 14."""
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
    six = best_without_one(five_ranks(), STEPS, 6)
    return best_without_one(six, STEPS, 7)


@kept(np.asarray)
def categories() -> npt.NDArray[np.uint8]:
    """[value]: the ranking as a number, 1 to 10."""
    return np.array([0, *(five_card_rank(value) for value in range(1, VALUES + 1))], dtype=np.uint8)


@cache
def lowest_of() -> dict[FiveCardRank, int]:
    """The lowest value of each ranking."""
    found = categories()
    return {rank: int(np.argmax(found == rank)) for rank in CATEGORIES}


@jit
def best_without_one(fewer: Shorts, steps: Ints, size: int) -> Shorts:
    """Values of so many ranks from those of one rank less: the best that is left when one is taken away."""
    ranks = np.zeros(size, dtype=np.int64)
    number_of_all = 1
    for place in range(size):
        number_of_all = number_of_all * (13 + place) // (place + 1)
    values = np.zeros(number_of_all, dtype=np.uint16)
    for number in range(number_of_all):
        longest = 1
        run = 1
        for place in range(1, size):
            run = run + 1 if ranks[place] == ranks[place - 1] else 1
            longest = max(longest, run)
        if longest <= 4:
            best = 0
            for left_out in range(size):
                index = 0
                for place in range(size - 1):
                    index += steps[place, ranks[place + (place >= left_out)]]
                best = max(best, fewer[index])
            values[number] = best
        place = 0  # the next ranks: the first that can rises, and those before it start again
        while place < size - 1 and ranks[place] == ranks[place + 1]:
            ranks[place] = 0
            place += 1
        ranks[place] += 1
    return values


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
    keys = np.array([RANK_KEYS[card // 4] + (1 << SUIT_SHIFT + 4 * (card % 4)) for card in range(52)], dtype=np.int64)
    bits = np.array([1 << 16 * (card % 4) + card // 4 for card in range(52)], dtype=np.int64)
    sums, values = _sums_of_seven(seven_ranks(), np.array(RANK_KEYS, dtype=np.int64))
    assert len(np.unique(sums)) == len(sums) == 49_205
    order = np.argsort(sums, kind="stable")
    offsets, packed = _pack(sums[order], values[order])
    return Sevens(keys, bits, offsets, packed, suited_ranks())


@jit
def _sums_of_seven(values: Shorts, rank_keys: Ints) -> tuple[Ints, Shorts]:
    """The sum of keys and the value for every seven ranks that a deck has."""
    sums = np.zeros(49_205, dtype=np.int64)
    found = np.zeros(49_205, dtype=np.uint16)
    ranks = np.zeros(7, dtype=np.int64)
    filled = 0
    for number in range(len(values)):
        if values[number]:
            for place in range(7):
                sums[filled] += rank_keys[ranks[place]]
            found[filled] = values[number]
            filled += 1
        place = 0
        while place < 6 and ranks[place] == ranks[place + 1]:
            ranks[place] = 0
            place += 1
        ranks[place] += 1
    return sums, found


@jit
def _pack(sums: Ints, values: Shorts) -> tuple[npt.NDArray[np.int32], Shorts]:
    """Rows laid over each other where their gaps allow, the first place that fits not far from the end; sums ascend."""
    rows = (sums[-1] >> 7) + 1
    offsets = np.zeros(rows, dtype=np.int32)
    packed = np.zeros(1 << 17, dtype=np.uint16)
    used = 0
    start = 0
    hint = 0
    while start < len(sums):
        row = sums[start] >> 7
        stop = start
        while stop < len(sums) and sums[stop] >> 7 == row:
            stop += 1
        while packed[hint]:
            hint += 1
        at = max(0, max(hint, used - 2000) - (sums[start] & 127))
        fits = False
        while not fits:
            fits = True
            for each in range(start, stop):
                if packed[at + (sums[each] & 127)]:
                    fits = False
                    at += 1
                    break
        for each in range(start, stop):
            packed[at + (sums[each] & 127)] = values[each]
        used = max(used, at + 128)
        offsets[row] = at
        start = stop
    return offsets, packed[:used].copy()
