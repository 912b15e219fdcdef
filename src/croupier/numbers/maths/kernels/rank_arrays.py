"""Compiled loops of `maths.tools.rank_arrays`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.tools.arrays import Ints, Shorts


@jit
def best_without_one(fewer: Shorts, steps: Ints, size: int) -> Shorts:
    """Values of sets of ranks from those of one rank less: the best that is left when one is taken away."""
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
