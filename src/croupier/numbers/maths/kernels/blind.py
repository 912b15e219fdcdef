"""Compiled loops of `maths.holdem.blind`."""

import numpy as np

from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.awards import count_set
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rivers import in_the_suit, merge, next_ranks, with_flush, without_flush
from croupier.numbers.maths.tools.arrays import Ints, Shorts


@jit
def wins_on_board(items: int, value: Ints, one: Ints, other: Ints, left: Ints, pays_from: int) -> tuple[int, int]:
    """LOW, HIGH: pairs of hands of which the first wins; hole cards come in ascending order of strength.

    Kinds of cards, and how many are `left` of each, are those of `rivers.sweep`.
    """
    low = high = weaker = int64(0)
    weaker_with = np.zeros(26, dtype=np.int64)  # a certain card of this kind
    start = 0
    while start < items:
        stop = start
        won = int64(0)
        while stop < items and value[stop] == value[start]:
            first, second = one[stop], other[stop]
            ways = left[first] * (left[first] - 1) // 2 if first == second else left[first] * left[second]
            won += ways * (weaker - weaker_with[first] - weaker_with[second])
            stop += 1
        if value[start] >= pays_from:
            high += won
        else:
            low += won
        for item in range(start, stop):
            first, second = one[item], other[item]
            if first == second:
                weaker += left[first] * (left[first] - 1) // 2
                weaker_with[first] += left[first] - 1
            else:
                weaker += left[first] * left[second]
                weaker_with[first] += left[second]
                weaker_with[second] += left[first]
        start = stop
    return low, high


@jit
def count_wins(
    there: Ints, choices: Ints, rank_keys: Ints, offsets: Int32s, values: Shorts, suited: Shorts, pays_from: int
) -> tuple[int, int]:
    """LOW, HIGH over all boards; `there` tells of [suit, rank] whether the card is in the deck."""
    low = high = int64(0)
    pairs = np.zeros(91, dtype=np.int64)
    flushes = np.zeros((1 << 13, 46), dtype=np.int64)  # by mask, made when first needed
    flush_items = np.zeros(1 << 13, dtype=np.int64)
    value = np.zeros(400, dtype=np.int64)
    one = np.zeros(400, dtype=np.int64)
    other = np.zeros(400, dtype=np.int64)
    left = np.zeros(26, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    ranks = np.zeros(6, dtype=np.int64)
    of_rank = there.sum(axis=0)
    none = int64(0)
    for _ in range(6188):
        counts[:] = 0
        for place in range(5):
            counts[ranks[place]] += 1
        plain = int64(1)  # boards of these ranks; in the end, those without a flush suit
        for rank in range(13):
            plain *= choices[of_rank[rank], counts[rank]]
        if plain:
            without_flush(pairs, counts, rank_keys, offsets, values)
            for marked in range(7, 32):
                mask, cards = in_the_suit(ranks, marked)
                if cards < 3:
                    continue
                if flush_items[mask] == 0:
                    flush_items[mask] = with_flush(flushes[mask], mask, cards, suited)
                for suit in range(4):
                    boards = int64(1)
                    for rank in range(13):
                        in_suit = mask >> rank & 1
                        left[rank] = there[suit, rank] - in_suit
                        others = of_rank[rank] - there[suit, rank]
                        left[13 + rank] = others - counts[rank] + in_suit
                        boards *= 0 if left[rank] < 0 else choices[others, counts[rank] - in_suit]
                    if boards:
                        items = merge(pairs, flushes[mask], flush_items[mask], cards, left, value, one, other)
                        won = wins_on_board(items, value, one, other, left, pays_from)
                        low += boards * won[0]
                        high += boards * won[1]
                        plain -= boards
            left[:13] = 0
            for rank in range(13):
                left[13 + rank] = of_rank[rank] - counts[rank]
            items = merge(pairs, flushes[0], none, none, left, value, one, other)
            won = wins_on_board(items, value, one, other, left, pays_from)
            low += plain * won[0]
            high += plain * won[1]
        next_ranks(ranks)
    return low, high


@jit
def count_sets(sets: Ints, own: int, found: Ints) -> None:
    for seven in sets:
        count_set(seven, own, found)
