"""Compiled loops of `maths.holdem.rivers`."""

import numpy as np

from croupier.numbers.maths.holdem.rivers import ONE_SUIT, RIVER_IN_S, RIVER_IN_T
from croupier.numbers.maths.holdem.squares import COUNTS, DEALERS, DECIDED, SQUARE, Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.squares import add_mirrored, add_squares, place_of, take_column, take_row_and_column
from croupier.numbers.maths.tools.arrays import Ints, Shorts


@jit
def sweep(
    found: Shorts, items: int, value: Ints, one: Ints, other: Ints, left: Ints, pays_from: int, entries: Ints
) -> None:
    """Count dealers for all hole cards of a board, which come in ascending order of strength.

    A card's kind is its rank, plus 13 if it is not of the flush suit; `left` tells how many there are of a kind.
    """
    weaker = np.zeros(400, dtype=np.int64)
    weaker_with = np.zeros(26, dtype=np.int64)  # a certain card of this kind
    total = int64(0)
    start = 0
    while start < items:
        stop = start
        while stop < items and value[stop] == value[start]:
            weaker[stop] = total - weaker_with[one[stop]] - weaker_with[other[stop]]
            stop += 1
        for item in range(start, stop):
            first, second = one[item], other[item]
            if first == second:
                total += left[first] * (left[first] - 1) // 2
                weaker_with[first] += left[first] - 1
            else:
                total += left[first] * left[second]
                weaker_with[first] += left[second]
                weaker_with[second] += left[first]
        won = SQUARE if value[start] >= pays_from else 0
        for item in range(start, stop):
            first, second = one[item], other[item]
            # those not stronger include the hole cards themselves, which were taken off twice
            lost = DEALERS - (total - weaker_with[first] - weaker_with[second] + 1)
            for way in range(2):
                entry = entries[first * 26 + second, way]
                found[entry + won] = weaker[item]
                found[entry + 2 * SQUARE] = lost
        start = stop
    assert total == 1081  # any two of the 47 other cards


@jit
def without_flush(keys: Ints, counts: Ints, rank_keys: Ints, offsets: Int32s, values: Shorts) -> None:
    """Any two ranks of hole cards with their value on a board, ascending; the value is 0 where a rank runs out."""
    board = int64(0)
    for rank in range(13):
        board += counts[rank] * rank_keys[rank]
    filled = 0
    for one in range(13):
        for other in range(one + 1):
            value = int64(0)
            if counts[one] < 4 and counts[other] + (one == other) < 4:
                total = board + rank_keys[one] + rank_keys[other]
                value = int64(values[offsets[total >> 7] + (total & 127)])
            keys[filled] = value << 8 | one << 4 | other
            filled += 1
    keys.sort()


@jit
def with_flush(keys: Ints, mask: int, cards: int, suited: Shorts) -> int:
    """Ranks of hole cards that make a flush with their value, ascending; 13 for any card of another suit."""
    filled = 0
    for one in range(13):
        if mask >> one & 1:
            continue
        for other in range(one):
            if mask >> other & 1 == 0:
                keys[filled] = int64(suited[mask | 1 << one | 1 << other]) << 8 | one << 4 | other
                filled += 1
        if cards >= 4:
            keys[filled] = int64(suited[mask | 1 << one]) << 8 | one << 4 | 13
            filled += 1
    if cards == 5:
        keys[filled] = int64(suited[mask]) << 8 | 13 << 4 | 13
        filled += 1
    keys[:filled].sort()
    return filled


@jit
def merge(pairs: Ints, flushes: Ints, number: int, cards: int, left: Ints, value: Ints, one: Ints, other: Ints) -> int:
    """Hole cards with and without a flush in one list, spelt out by kinds of cards."""
    items = 0
    at_pair = 91 if cards == 5 else 0
    at_flush = 0
    while at_pair < 91 or at_flush < number:
        if at_flush == number or (at_pair < 91 and pairs[at_pair] >> 8 <= flushes[at_flush] >> 8):
            worth, first, second = pairs[at_pair] >> 8, pairs[at_pair] >> 4 & 15, pairs[at_pair] & 15
            at_pair += 1
            if left[13 + first] and left[13 + second]:
                value[items], one[items], other[items] = worth, 13 + first, 13 + second
                items += 1
            if cards == 3:
                if left[first] and left[13 + second]:
                    value[items], one[items], other[items] = worth, first, 13 + second
                    items += 1
                if first != second and left[second] and left[13 + first]:
                    value[items], one[items], other[items] = worth, second, 13 + first
                    items += 1
        else:
            worth, first, second = flushes[at_flush] >> 8, flushes[at_flush] >> 4 & 15, flushes[at_flush] & 15
            at_flush += 1
            if second < 13:
                value[items], one[items], other[items] = worth, first, second
                items += 1
                continue
            for rank in range(13):
                if left[13 + rank] == 0:
                    continue
                if first < 13:
                    value[items], one[items], other[items] = worth, first, 13 + rank
                    items += 1
                    continue
                for lower in range(rank + 1):
                    if left[13 + lower]:
                        value[items], one[items], other[items] = worth, 13 + rank, 13 + lower
                        items += 1
    return items


@jit
def spread(
    four: Shorts, square: Shorts, counts: Ints, mask: int, cards: int, one_suit: Int32s, two_suits: Int32s, steps: Ints
) -> None:
    """Add a board of five with a flush suit to all boards of four that it can come from."""
    others = int64(0)
    for rank in range(13):
        if counts[rank] > mask >> rank & 1:
            others |= 1 << rank
    for rank in range(13):
        if counts[rank] == 0:
            continue
        in_s = mask >> rank & 1
        in_o = counts[rank] - in_s
        counts[rank] -= 1
        if in_s:
            before = mask ^ 1 << rank
            number, marks = place_of(counts, before, steps)
            add_squares(four, one_suit[number, marks], square, ONE_SUIT, 1)
            if cards == 3 and others & others - 1:  # and the two other cards may be of one suit
                if before >= others:
                    add_squares(four, two_suits[number, marks], square, RIVER_IN_S, 1)
                if others >= before:
                    at = two_suits[place_of(counts, others, steps)]
                    add_squares(four, at, square, RIVER_IN_T, 1)
                    add_mirrored(four[at + 1], square[1])
        if in_o:
            at = one_suit[place_of(counts, mask, steps)]
            add_squares(four, at, square, ONE_SUIT, 4 - in_o)
            take_column(four[at + 1], square[1], rank)
            take_row_and_column(four[at + 2], square[2], rank)
        counts[rank] += 1


@jit
def in_the_suit(ranks: Ints, marked: int) -> tuple[int, int]:
    """The marked places of five ranks as a mask, and how many they are.

    Of places with the same rank the first one stands for the card of the suit: below nothing if another is marked.
    """
    mask = cards = int64(0)
    for place in range(5):
        if marked >> place & 1 and (place == 0 or ranks[place] != ranks[place - 1]):
            mask |= 1 << ranks[place]
            cards += 1
        elif marked >> place & 1:
            cards = int64(-9)
    return mask, cards


@jit
def next_ranks(ranks: Ints) -> None:
    """The first that can rises, and those before it start again."""
    place = 0
    while place < 4 and ranks[place] == ranks[place + 1]:
        ranks[place] = 0
        place += 1
    ranks[place] += 1


@jit
def count_fives(
    squares: int,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
    rank_keys: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
    entries: Ints,
    pays_from: int,
) -> tuple[Shorts, Shorts]:
    """Every board of five, swept once: a square for each five ranks, and those with a flush suit, spread on fours."""
    flat = np.zeros((6188, 1, COUNTS), dtype=np.uint16)
    four = np.zeros((squares, DECIDED), dtype=np.uint16)
    square = np.zeros((3, COUNTS), dtype=np.uint16)
    pairs = np.zeros(91, dtype=np.int64)
    flushes = np.zeros((1 << 13, 46), dtype=np.int64)  # by mask, made when first needed
    flush_items = np.zeros(1 << 13, dtype=np.int64)
    value = np.zeros(400, dtype=np.int64)
    one = np.zeros(400, dtype=np.int64)
    other = np.zeros(400, dtype=np.int64)
    left = np.zeros(26, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    ranks = np.zeros(6, dtype=np.int64)
    none = int64(0)
    for number in range(6188):
        counts[:] = 0
        for place in range(5):
            counts[ranks[place]] += 1
        if counts.max() < 5:
            without_flush(pairs, counts, rank_keys, offsets, values)
            left[:13] = 0
            for rank in range(13):
                left[13 + rank] = 4 - counts[rank]
            items = merge(pairs, flushes[0], none, none, left, value, one, other)
            sweep(flat[number, 0], items, value, one, other, left, pays_from, entries[0])
            for marked in range(7, 32):
                mask, cards = in_the_suit(ranks, marked)
                if cards < 3:
                    continue
                for rank in range(13):
                    left[rank] = 1 - (mask >> rank & 1)
                    left[13 + rank] = 3 - counts[rank] + (mask >> rank & 1)
                if flush_items[mask] == 0:
                    flush_items[mask] = with_flush(flushes[mask], mask, cards, suited)
                items = merge(pairs, flushes[mask], flush_items[mask], cards, left, value, one, other)
                square[:] = 0
                sweep(square.ravel(), items, value, one, other, left, pays_from, entries[1])
                spread(four, square, counts, mask, cards, one_suit, two_suits, steps)
        next_ranks(ranks)
    return flat, four
