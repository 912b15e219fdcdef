"""Compiled loops of `maths.tools.evaluate7`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.tools.arrays import Bytes, Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import FLUSH, RANK_BITS, START, SUIT_SHIFT


@jit
def values_into(
    hands: Bytes, found: Shorts, keys: Ints, bits: Ints, offsets: npt.NDArray[np.int32], values: Shorts, suited: Shorts
) -> None:
    for hand in range(len(hands)):
        total = START
        for place in range(7):
            total += keys[hands[hand, place]]
        flush = total & FLUSH
        if flush:
            mask = 0
            for place in range(7):
                mask |= bits[hands[hand, place]]
            found[hand] = suited[_of_suit(mask, flush)]
        else:
            total &= RANK_BITS
            found[hand] = values[offsets[total >> 7] + (total & 127)]


@jit
def _of_suit(mask: int, flush: int) -> int:
    """The ranks of the suit whose bit is set."""
    flush >>= SUIT_SHIFT
    if flush & 0x0088:
        return mask & 0x1FFF if flush & 0x0008 else mask >> 16 & 0x1FFF
    return mask >> 32 & 0x1FFF if flush & 0x0800 else mask >> 48 & 0x1FFF


@jit
def count_categories(
    keys: Ints, bits: Ints, offsets: npt.NDArray[np.int32], values: Shorts, suited: Shorts, category: Bytes
) -> Ints:
    counted = np.zeros(11, dtype=np.int64)
    ranking = np.empty_like(values, dtype=np.uint8)
    for place in range(len(values)):
        ranking[place] = category[values[place]]
    for a in range(6, 52):
        for b in range(5, a):
            two = START + keys[a] + keys[b]
            two_bits = bits[a] | bits[b]
            for c in range(4, b):
                three = two + keys[c]
                three_bits = two_bits | bits[c]
                for d in range(3, c):
                    four = three + keys[d]
                    four_bits = three_bits | bits[d]
                    for e in range(2, d):
                        five = four + keys[e]
                        five_bits = four_bits | bits[e]
                        for f in range(1, e):
                            six = five + keys[f]
                            six_bits = five_bits | bits[f]
                            for g in range(f):
                                seven = six + keys[g]
                                flush = seven & FLUSH
                                if flush:
                                    counted[category[suited[_of_suit(six_bits | bits[g], flush)]]] += 1
                                else:
                                    seven &= RANK_BITS
                                    counted[ranking[offsets[seven >> 7] + (seven & 127)]] += 1
    return counted
