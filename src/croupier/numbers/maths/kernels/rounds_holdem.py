"""Compiled loops of `croupier.numbers.simulation.holdem`."""

import numpy as np

from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rounds import BLOCK, Classes, deal_many
from croupier.numbers.maths.kernels.runouts import value_of
from croupier.numbers.maths.kernels.together import number_of_flop, number_of_hole
from croupier.numbers.maths.tools.arrays import Bytes, Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import START

FOUR, STRAIGHT_FLUSH, ROYAL = 8, 9, 10
"""Rankings that the jackpot may pay, as numbers."""


@jit
def number_of_four(a: int, b: int, c: int, d: int) -> int:
    """The place of four cards, in any order, among all boards of four."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a * (a - 1) * (a - 2) * (a - 3) // 24 + b * (b - 1) * (b - 2) // 6 + c * (c - 1) // 2 + d


@jit
def decided(bits: Bytes, kind: int, order: Bytes, one: int, other: int) -> int:
    """A bit of decisions for one of all boards that differ in names of suits only; `order` renames them."""
    hole = number_of_hole((one & ~3) + order[one & 3], (other & ~3) + order[other & 3])
    return int64(bits[kind, hole >> 3] >> (hole & 7) & 1)


@jit
def has_royal(mask: int) -> bool:
    found = False
    for suit in range(4):
        found = found or mask >> 16 * suit & 0x1F00 == 0x1F00
    return found


@jit
def compare(
    cards: Ints,
    one: int,
    other: int,
    total: int,
    mask: int,
    dealer: int,
    board: int,
    pays_from: int,
    category: Bytes,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> tuple[int, int]:
    """Result and own award of hole cards, with key, bits and ranking of the board."""
    held = bits[one] | bits[other]
    own_value = value_of(total + keys[one] + keys[other], mask | held, offsets, values, suited)
    result = 2 * (int64(own_value <= dealer) + int64(own_value < dealer)) + int64(own_value >= pays_from)
    own = 5
    ranking = category[own_value]
    if ranking == FOUR:
        own = 4
    elif ranking == STRAIGHT_FLUSH:
        own = 3
    elif ranking == ROYAL and board != ROYAL:
        early = held | bits[cards[2]] | bits[cards[3]] | bits[cards[4]]
        own = 0 if has_royal(early) else 1 if has_royal(early | bits[cards[5]]) else 2
    return result, own


@jit
def class_of(bets: int, result: int, kind: int, own: int, on_board: int) -> int:
    """Of a box that does not fold."""
    return 36 + (((bets * 6 + result) * 9 + kind) * 6 + own) * 4 + on_board


@jit
def classify(
    classes: Classes,
    start: int,
    seed: int,
    refused: Ints,
    pays_from: int,
    holes: Bytes,
    stays: Bytes,
    habits: Bytes,
    turn_bits: Bytes,
    river_bits: Bytes,
    flop_kind: Shorts,
    flop_order: Bytes,
    four_kind: Shorts,
    four_order: Bytes,
    orders: Bytes,
    category: Bytes,
    board_offsets: Int32s,
    board_values: Shorts,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> None:
    """[round, box]: decision, result, hole cards, own award and award of the board, see `holdem.number_of_class`.

    Cards are two of the dealer, five of the board, two of each box. `stays` has for each box and hole cards whether
    the Flop bet is made, `habits` whether Turn and River bet are made always (1), never (0) or as is best (2).
    """
    rounds, boxes = classes.shape
    drawn = np.empty((7 + 2 * boxes, BLOCK), dtype=np.uint8)
    cards = np.empty(len(drawn), dtype=np.int64)
    numbers = start + np.arange(BLOCK)
    for done in range(0, rounds, BLOCK):
        deal_many(drawn, refused, seed, numbers + done)
        for number in range(min(BLOCK, rounds - done)):
            for place in range(len(cards)):
                cards[place] = drawn[place, number]
            total, mask = int64(START), int64(0)
            for place in range(2, 7):
                total += keys[cards[place]]
                mask |= bits[cards[place]]
            dealer = value_of(
                total + keys[cards[0]] + keys[cards[1]], mask | bits[cards[0]] | bits[cards[1]], offsets, values, suited
            )
            board = category[value_of(total, mask, board_offsets, board_values, suited)]
            on_board = 3 if board < FOUR else ROYAL - board
            flop = number_of_flop(cards[2], cards[3], cards[4])
            four = number_of_four(cards[2], cards[3], cards[4], cards[5])
            both_aces = cards[0] >= 48 and cards[1] >= 48
            for box in range(boxes):
                one, other = cards[7 + 2 * box], cards[8 + 2 * box]
                hole = number_of_hole(one, other)
                kind = int64(holes[hole])
                if kind == 1 and both_aces:
                    kind = int64(0)
                if not stays[box, hole]:
                    classes[done + number, box] = kind * 4 + on_board
                    continue
                turn, river = int64(habits[box, 0]), int64(habits[box, 1])
                if turn == 2:
                    turn = decided(turn_bits, flop_kind[flop], orders[flop_order[flop]], one, other)
                if river == 2:
                    river = decided(river_bits, four_kind[four], orders[four_order[four]], one, other)
                result, own = compare(
                    cards,
                    one,
                    other,
                    total,
                    mask,
                    dealer,
                    board,
                    pays_from,
                    category,
                    keys,
                    bits,
                    offsets,
                    values,
                    suited,
                )
                bets = 2 * turn + river
                classes[done + number, box] = class_of(bets, result, kind, own, on_board)


@jit
def lay_out(
    ways: Classes,
    drawn: Bytes,
    pays_from: int,
    holes: Bytes,
    category: Bytes,
    board_offsets: Int32s,
    board_values: Shorts,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> None:
    """[round, way]: the class of the one box if it folds, and with neither bet, River, Turn, and both bets."""
    cards = np.empty(9, dtype=np.int64)
    for number in range(len(ways)):
        for place in range(9):
            cards[place] = drawn[place, number]
        total, mask = int64(START), int64(0)
        for place in range(2, 7):
            total += keys[cards[place]]
            mask |= bits[cards[place]]
        dealer = value_of(
            total + keys[cards[0]] + keys[cards[1]], mask | bits[cards[0]] | bits[cards[1]], offsets, values, suited
        )
        board = category[value_of(total, mask, board_offsets, board_values, suited)]
        on_board = 3 if board < FOUR else ROYAL - board
        one, other = cards[7], cards[8]
        kind = int64(holes[number_of_hole(one, other)])
        if kind == 1 and cards[0] >= 48 and cards[1] >= 48:
            kind = int64(0)
        result, own = compare(
            cards, one, other, total, mask, dealer, board, pays_from, category, keys, bits, offsets, values, suited
        )
        ways[number, 0] = kind * 4 + on_board
        for bets in range(4):
            ways[number, 1 + bets] = class_of(bets, result, kind, own, on_board)
