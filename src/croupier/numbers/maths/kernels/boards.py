"""Compiled loops of `maths.holdem.boards`."""

import numpy as np

from croupier.numbers.maths.holdem.squares import COUNTS, RIVERS, SPLIT, SQUARE, TURNS, Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.squares import add, place_of, take_column, take_row_and_column
from croupier.numbers.maths.tools.arrays import Ints, Shorts


@jit
def count_fours(four: Shorts, flat: Shorts, boards: Ints, one_suit: Int32s, two_suits: Int32s, steps: Ints) -> None:
    """Every board of four: add the river cards with which no flush is possible."""
    counts = np.zeros(13, dtype=np.int64)
    plain = np.zeros(COUNTS, dtype=np.uint16)
    for board in range(len(boards)):
        for rank in range(13):
            counts[rank] = boards[board, rank]
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
