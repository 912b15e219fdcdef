"""Showdowns of hold'em, counted board by board without visiting a deal.

Boards of five are swept (`fives`) and added up to boards of four, where one bets on the river or not, and those to
flops, where one bets on the turn or not. All of them are squares of ranks, see `squares`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from croupier.maths.fives import count_fives, entries
from croupier.maths.jit import int64, jit, kept
from croupier.maths.squares import (
    COUNTS,
    RIVERS,
    SPLIT,
    SQUARE,
    TURNS,
    Int32s,
    add,
    flops,
    fours,
    place_of,
    take_column,
    take_row_and_column,
)
from croupier.maths.tables import RANK_KEYS, STEPS, Ints, Shorts, sevens

__all__ = [
    "RIVERS",
    "SQUARE",
    "TURNS",
    "Counts",
    "Gain",
    "Int32s",
    "flop_by_flop",
    "flops",
    "fours",
    "on_the_flop",
    "on_the_turn",
    "played_out",
    "showdowns",
]

# --- Boards of four and three -------------------------------------------------------------------------------


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


Gain = tuple[int, ...]
"""What a bet brings: LOW, HIGH, same, LOST."""


@kept(np.asarray)
def played_out(pays_from: int, turn_gain: Gain, river_gain: Gain) -> Ints:
    """[suited, rank, rank, bets, result], see `count_flops`."""
    (found,) = flop_by_flop(pays_from, turn_gain, river_gain, [flops()])
    found.flags.writeable = False
    return found


def flop_by_flop(pays_from: int, turn_gain: Gain, river_gain: Gain, some: Iterable[Ints]) -> list[Ints]:
    """The same for some flops, or for several sets of them one after the other."""
    known = fours()
    turn, river = np.array(turn_gain, dtype=np.int64), np.array(river_gain, dtype=np.int64)
    with _lock:
        four = showdowns(pays_from)
        decide_river(four, river)
        return [count_flops(each, four, known.one_suit, known.two_suits, STEPS, turn) for each in some]


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
