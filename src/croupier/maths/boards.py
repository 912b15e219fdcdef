"""Showdowns of hold'em, counted board by board without visiting a deal.

On a board, hole cards are sorted by strength once. Going up, the number of weaker hole cards so far, less those
that share a card with one's own, is the number of dealer's hands that lose to it; so all dealers are counted
for all hole cards in one sweep.

Suits matter only where a flush is possible. A board of five is its ranks, and which of them are of the flush
suit if three or more are. On four cards there may be one suit, or two, of which two or more lie there; on
three, all suits count. So results are squares of thirteen by thirteen ranks, one for each pair of kinds of suits:
S the flush suit, T the second one, O all others. An entry tells, over all cards yet to come, how many deals are
won with a hand too low for the Ante to be paid (LOW), won with a better one (HIGH), and LOST. Squares also have
entries for hole cards that cannot be, such as a card on the board; they mean nothing and nobody looks there.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.maths.jit import int64, jit, kept
from croupier.maths.tables import RANK_KEYS, STEPS, Ints, Shorts, sevens

Int32s = npt.NDArray[np.int32]

SQUARE = 13 * 13
COUNTS = 3 * SQUARE
"""LOW, HIGH, LOST: counts of a square, one after the other."""
DECIDED = 4 * SQUARE
"""The same, and whether one bets on the river: all bits, or none."""
SPLIT = 7 * SQUARE
"""LOW, HIGH, LOST; the same where one bets on the river, and on how many turn cards one does."""
DEALERS = comb(45, 2)
RIVERS = 46 * DEALERS
"""Deals of river and dealer's cards once the turn card lies there."""
TURNS = 47 * RIVERS


# --- Where squares are --------------------------------------------------------------------------------------


class Fours(NamedTuple):
    """Boards of four cards by the number of their ranks and the marked places, those of suit S.

    Where a rank lies there more than once, the mark is on the first of them.
    """

    one_suit: Int32s
    """[ranks, marks]: the squares S-S, S-O, O-O; without marks, no flush can come, and there is one square."""
    two_suits: Int32s
    """[ranks, marks]: S-S, S-T, S-O, T-T, T-O, O-O. All cards are S or T; the mask of S is not below that of T."""
    squares: int
    boards: Ints
    """[board, 15]: cards of each rank, the mask of suit S, that of suit T."""


@kept(Fours)
def fours() -> Fours:
    one_suit = np.full((comb(16, 4), 16), -1, dtype=np.int32)
    two_suits = np.full((comb(16, 4), 16), -1, dtype=np.int32)
    boards = []
    squares = 0
    for ranks in combinations_with_replacement(range(13), 4):
        number = sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))
        counts = [ranks.count(rank) for rank in range(13)]
        one_suit[number, 0] = squares
        squares += 1
        boards.append([*counts, 0, 0])
        first = [place for place in range(4) if not place or ranks[place] != ranks[place - 1]]
        for cards in range(2, len(first) + 1):
            for marked in combinations(first, cards):
                marks = sum(1 << place for place in marked)
                mask = sum(1 << ranks[place] for place in marked)
                one_suit[number, marks] = squares
                squares += 3
                boards.append([*counts, mask, 0])
                others = {ranks[place] for place in range(4) if place not in marked}
                second = sum(1 << rank for rank in others)
                if cards == len(others) == 2 and mask >= second:
                    two_suits[number, marks] = squares
                    squares += 6
                    boards.append([*counts, mask, second])
    return Fours(one_suit, two_suits, squares, np.array(boards, dtype=np.int64))


@cache
def flops() -> Ints:
    """[flop, 7]: ranks and suits of one flop of each of the 1,755 kinds, and how many there are of the kind."""
    found = []
    for ranks in combinations_with_replacement(range(13), 3):
        low, middle, high = ranks
        if low < middle < high:
            found.append([*ranks, 0, 0, 0, 4])
            found += [[*ranks, *suits, 12] for suits in ((0, 0, 1), (0, 1, 0), (1, 0, 0))]
            found.append([*ranks, 0, 1, 2, 24])
        elif low == middle == high:
            found.append([*ranks, 0, 1, 2, 4])
        else:
            found.append([*ranks, 0, *((1, 0) if low == middle else (0, 1)), 12])
            found.append([*ranks, 0, 1, 2, 12])
    table = np.array(found, dtype=np.int64)
    assert len(table) == 1755
    assert table[:, 6].sum() == comb(52, 3)
    return table


@jit
def place_of(counts: Ints, mask: int, steps: Ints) -> tuple[int, int]:
    """The number of a board's ranks, and its marked places."""
    number = 0
    marks = 0
    place = 0
    for rank in range(13):
        for each in range(counts[rank]):
            number += steps[place, rank]
            if each == 0 and mask >> rank & 1:
                marks |= 1 << place
            place += 1
    return number, marks


# --- Squares ------------------------------------------------------------------------------------------------
#
# Counts fit into sixteen bits, 46 x 990 being 45,540, and what goes over on the way comes back: sums are right
# modulo 65,536.


@jit
def add(into: Shorts, square: Shorts, times: int) -> None:
    factor = np.uint16(times)
    for entry in range(COUNTS):
        into[entry] += np.uint16(factor * square[entry])


ONE_SUIT = (0, 1, 2)
RIVER_IN_S = (0, 1, 1, 2, 2, 2)
RIVER_IN_T = (2, -1, 2, 0, 1, 2)  # S-T comes from S-O with the cards the other way round


@jit
def add_squares(four: Shorts, at: int, square: Shorts, sources: tuple[int, ...], times: int) -> None:
    """Add squares of a board of five, S-S, S-O and O-O, to those of a board of four that follow each other."""
    for kind in range(len(sources)):
        if sources[kind] >= 0:
            add(four[at + kind], square[sources[kind]], times)


@jit
def add_mirrored(into: Shorts, square: Shorts) -> None:
    for kind in range(3):
        for one in range(13):
            for other in range(13):
                into[kind * SQUARE + one * 13 + other] += square[kind * SQUARE + other * 13 + one]


@jit
def take_column(into: Shorts, square: Shorts, rank: int) -> None:
    """The second hole card is one of the cards of this rank that were added: it cannot come again."""
    for kind in range(3):
        for entry in range(kind * SQUARE + rank, (kind + 1) * SQUARE, 13):
            into[entry] -= square[entry]


@jit
def take_row_and_column(into: Shorts, square: Shorts, rank: int) -> None:
    """The first hole card may be such a card, and so may the second."""
    for kind in range(3):
        start = kind * SQUARE + rank * 13
        for entry in range(start, start + 13):
            into[entry] -= square[entry]
    take_column(into, square, rank)


# --- Boards of five -----------------------------------------------------------------------------------------


@cache
def entries() -> Ints:
    """[flush or not, kind x 26 + kind, order]: where hole cards stand in three squares, and where the other way round.

    S-O has one order only. Without a flush suit all cards are of suit O and there is one square.
    """
    found = np.zeros((2, 26 * 26, 2), dtype=np.int64)
    for one in range(26):
        for other in range(26):
            square = (one >= 13) + (other >= 13)
            there, back = one % 13 * 13 + other % 13, other % 13 * 13 + one % 13
            found[0, one * 26 + other] = there, back
            found[1, one * 26 + other] = square * COUNTS + there, square * COUNTS + (there if square == 1 else back)
    return found


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
                mask = none
                cards = none
                for place in range(5):
                    if marked >> place & 1 and (place == 0 or ranks[place] != ranks[place - 1]):
                        mask |= 1 << ranks[place]
                        cards += 1
                    elif marked >> place & 1:
                        cards = -9
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
        place = 0  # the next ranks: the first that can rises, and those before it start again
        while place < 4 and ranks[place] == ranks[place + 1]:
            ranks[place] = 0
            place += 1
        ranks[place] += 1
    return flat, four


# --- Boards of four and three -------------------------------------------------------------------------------


@jit
def count_fours(four: Shorts, flat: Shorts, boards: Ints, one_suit: Int32s, two_suits: Int32s, steps: Ints) -> None:
    """Every board of four: add the river cards with which no flush is possible."""
    counts = np.zeros(13, dtype=np.int64)
    plain = np.zeros(COUNTS, dtype=np.uint16)
    for board in range(len(boards)):
        counts[:] = boards[board, :13]
        mask = boards[board, 13]
        second = boards[board, 14]
        cards = 0
        for rank in range(13):
            cards += mask >> rank & 1
        if cards > 2:
            continue
        at = two_suits[place_of(counts, mask, steps)] if second else one_suit[place_of(counts, mask, steps)]
        last = 5 if second else (2 if mask else 0)
        plain[:] = 0
        for rank in range(13):
            of_rank = 2 if second else 4 - counts[rank] - (1 - (mask >> rank & 1) if mask else 0)
            if of_rank == 0:
                continue
            counts[rank] += 1
            five = flat[place_of(counts, int64(0), steps)[0], 0]
            counts[rank] -= 1
            add(plain, five, of_rank)
            take_row_and_column(four[at + last], five, rank)  # O-O
            for kind in range(last // 2, last, 2):  # S-O; or S-O and T-O
                take_column(four[at + kind], five, rank)
        for kind in range(last + 1):
            add(four[at + kind], plain, 1)


@jit
def decide_river(four: Shorts, gain: Ints) -> None:
    """Bet on the river wherever that gains: `gain` is what the bet brings when LOW, HIGH, the same, LOST."""
    for square in range(len(four)):
        for entry in range(SQUARE):
            low = int64(four[square, entry])
            high = int64(four[square, SQUARE + entry])
            lost = int64(four[square, 2 * SQUARE + entry])
            same = RIVERS - low - high - lost
            bets = gain[0] * low + gain[1] * high + gain[2] * same + gain[3] * lost > 0
            four[square, 3 * SQUARE + entry] = 0xFFFF if bets else 0


@jit
def add_turn(into: Int32s, four: Shorts) -> None:
    for entry in range(COUNTS):
        into[entry] += np.int32(four[entry])
    for kind in range(3):
        for entry in range(SQUARE):
            into[COUNTS + kind * SQUARE + entry] += np.int32(four[kind * SQUARE + entry] & four[COUNTS + entry])
    for entry in range(SQUARE):
        into[2 * COUNTS + entry] += np.int32(four[COUNTS + entry] & 1)


@jit
def add_turns(into: Int32s, more: Int32s) -> None:
    for entry in range(SPLIT):
        into[entry] += more[entry]


@jit
def take_turn(into: Int32s, four: Shorts, start: int, stop: int, step: int) -> None:
    """A hole card is the turn card itself."""
    for entry in range(start, stop, step):
        bets = four[COUNTS + entry]
        for kind in range(3):
            into[kind * SQUARE + entry] -= np.int32(four[kind * SQUARE + entry])
            into[COUNTS + kind * SQUARE + entry] -= np.int32(four[kind * SQUARE + entry] & bets)
        into[2 * COUNTS + entry] -= np.int32(bets & 1)


@jit
def sum_turns(
    sums: Int32s, alike: Int32s, flop: Ints, four: Shorts, one_suit: Int32s, two_suits: Int32s, steps: Ints, masks: Ints
) -> None:
    """[suit, suit]: squares for a flop, over all turn cards. A pair of suits may be in either order; both add up.

    All suits that are of kind O after a turn card are alike. So the turn cards of one suit are first summed up in
    `alike`, where one of these suits stands for all of them.
    """
    counts = np.zeros(13, dtype=np.int64)
    held = np.zeros(4, dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)  # of suits: 0 S, 1 T, 2 O
    name = np.zeros(4, dtype=np.int64)
    sums[:] = 0
    masks[:] = 0
    for place in range(3):
        counts[flop[place]] += 1
        masks[flop[3 + place]] |= 1 << flop[place]
        held[flop[3 + place]] += 1
    for suit in range(4):
        held[suit] += 1
        first = second = other_suit = -1
        for each in range(4):
            name[each] = each
            kind[each] = 2
            if held[each] < 2:
                other_suit = each if other_suit < 0 else other_suit
                name[each] = other_suit
            elif first < 0:
                first = each
            else:
                second = each
        alike[:] = 0
        for rank in range(13):
            if masks[suit] >> rank & 1:
                continue
            counts[rank] += 1
            masks[suit] |= 1 << rank
            if second >= 0 and masks[first] < masks[second]:
                first, second = second, first
            mask = int64(0)
            if first >= 0:
                kind[first] = 0
                mask = masks[first]
            if second >= 0:
                kind[second] = 1
                at = two_suits[place_of(counts, mask, steps)]
            else:
                at = one_suit[place_of(counts, mask, steps)]
            for one in range(4):
                for other in range(one, 4):
                    row, column = one, other
                    if kind[one] > kind[other]:
                        row, column = other, one
                    if first < 0:
                        square = at
                    elif second < 0:
                        square = at + (kind[row] + kind[column]) // 2
                    elif kind[row] == 0:
                        square = at + kind[column]
                    else:
                        square = at + 1 + kind[row] + kind[column]
                    if name[row] == row and name[column] == column:
                        add_turn(alike[row, column], four[square])
                    if row == suit:
                        take_turn(sums[row, column], four[square], rank * 13, rank * 13 + 13, 1)
                    if column == suit:
                        take_turn(sums[row, column], four[square], rank, SQUARE, 13)
            counts[rank] -= 1
            masks[suit] ^= 1 << rank
        held[suit] -= 1
        for row in range(4):
            for column in range(4):
                if kind[row] < 2 or (kind[column] == 2 and row <= column):
                    add_turns(sums[row, column], alike[name[row], name[column]])


@jit
def count_flops(flops: Ints, four: Shorts, one_suit: Int32s, two_suits: Int32s, steps: Ints, gain: Ints) -> Ints:
    """[suited, rank, rank, bets, result]: deals of hole cards by the best decisions on turn and river bet.

    The higher rank comes first; bets are 0 none, 1 river, 2 turn, 3 both; results LOW, HIGH, the same, LOST.
    """
    found = np.zeros((2, 13, 13, 4, 4), dtype=np.int64)
    sums = np.zeros((4, 4, SPLIT), dtype=np.int32)
    alike = np.zeros((4, 4, SPLIT), dtype=np.int32)
    masks = np.zeros(4, dtype=np.int64)
    result = np.zeros(4, dtype=np.int64)
    with_river = np.zeros(4, dtype=np.int64)
    number = np.zeros(7, dtype=np.int64)
    for flop in range(len(flops)):
        sum_turns(sums, alike, flops[flop], four, one_suit, two_suits, steps, masks)
        for one in range(4):
            for other in range(one, 4):
                for rank in range(13):
                    if masks[one] >> rank & 1:
                        continue
                    for lower in range(rank if one == other else 13):
                        if masks[other] >> lower & 1:
                            continue
                        for kind in range(7):
                            number[kind] = sums[one, other, kind * SQUARE + rank * 13 + lower]
                            if one != other:
                                number[kind] += sums[other, one, kind * SQUARE + lower * 13 + rank]
                        result[0], result[1], result[3] = number[0], number[1], number[2]
                        result[2] = TURNS - number[0] - number[1] - number[2]
                        with_river[0], with_river[1], with_river[3] = number[3], number[4], number[5]
                        with_river[2] = number[6] * RIVERS - number[3] - number[4] - number[5]
                        betting = int64(0)
                        for kind in range(4):
                            betting += gain[kind] * result[kind]
                        bets = 2 if betting > 0 else 0
                        deals = found[1 if one == other else 0, max(rank, lower), min(rank, lower)]
                        for kind in range(4):
                            deals[bets + 1, kind] += flops[flop, 6] * with_river[kind]
                            deals[bets, kind] += flops[flop, 6] * (result[kind] - with_river[kind])
    return found


_lock = Lock()  # the boards of four are kept, and decisions entered into them


@lru_cache(maxsize=1)
def showdowns(pays_from: int) -> Shorts:
    """All boards of four, before any decision, with this lowest value for which the Ante is paid."""
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


def played_out(pays_from: int, turn_gain: Ints, river_gain: Ints) -> Ints:
    """[suited, rank, rank, bets, result], see `count_flops`. A gain is what the bet brings: LOW, HIGH, same, LOST."""
    return flop_by_flop(pays_from, turn_gain, river_gain, flops()[None])[0]


def flop_by_flop(pays_from: int, turn_gain: Ints, river_gain: Ints, some: Iterable[Ints]) -> list[Ints]:
    """The same for some flops, or for several sets of them one after the other."""
    known = fours()
    with _lock:
        four = showdowns(pays_from)
        decide_river(four, river_gain)
        return [count_flops(each, four, known.one_suit, known.two_suits, STEPS, turn_gain) for each in some]


# --- One spot -----------------------------------------------------------------------------------------------


class Counts(NamedTuple):
    """Deals by result, over all cards that are yet to come."""

    low: int
    high: int
    same: int
    lost: int


def on_the_turn(pays_from: int, hole: tuple[int, int], board: Sequence[int]) -> Counts:
    """What becomes of these hole cards with four cards of the board; cards by their number."""
    assert len({*hole, *board}) == 6, (hole, board)
    known, four = fours(), showdowns(pays_from)
    counts = np.bincount([card // 4 for card in board], minlength=13)
    masks = [sum(1 << card // 4 for card in board if card % 4 == suit) for suit in range(4)]
    first, second, *_ = *sorted((mask for mask in masks if mask & mask - 1), reverse=True), 0, 0
    order = "ST" if second else "S" if first else ""
    if second:
        suits = sorted(range(4), key=masks.__getitem__, reverse=True)
        at = known.two_suits[place_of(counts, first, STEPS)]
    else:
        suits = sorted(range(4), key=lambda suit: masks[suit] == first and first > 0, reverse=True)
        at = known.one_suit[place_of(counts, first, STEPS)]
    kinds = [(order[place] if (place := suits.index(card % 4)) < len(order) else "O") for card in hole]
    if kinds != sorted(kinds, key="STO".index):
        kinds, hole = kinds[::-1], hole[::-1]
    squares = ["SS", "ST", "SO", "TT", "TO", "OO"] if second else ["SS", "SO", "OO"] if first else ["OO"]
    entry = hole[0] // 4 * 13 + hole[1] // 4
    low, high, lost = (int(four[at + squares.index("".join(kinds)), kind * SQUARE + entry]) for kind in range(3))
    return Counts(low, high, RIVERS - low - high - lost, lost)


def on_the_flop(pays_from: int, hole: tuple[int, int], flop: Sequence[int]) -> Counts:
    """What becomes of these hole cards with three cards of the board."""
    assert len({*hole, *flop}) == 5, (hole, flop)
    known, four = fours(), showdowns(pays_from)
    sums = np.zeros((4, 4, SPLIT), dtype=np.int32)
    masks = np.zeros(4, dtype=np.int64)
    cards = np.array([*(card // 4 for card in flop), *(card % 4 for card in flop), 1], dtype=np.int64)
    sum_turns(sums, np.zeros_like(sums), cards, four, known.one_suit, known.two_suits, STEPS, masks)
    found = []
    (one, rank), (other, lower) = sorted((card % 4, card // 4) for card in hole)
    for kind in range(3):
        number = int(sums[one, other, kind * SQUARE + rank * 13 + lower])
        if one != other:
            number += int(sums[other, one, kind * SQUARE + lower * 13 + rank])
        found.append(number)
    low, high, lost = found
    return Counts(low, high, TURNS - low - high - lost, lost)
