"""Compiled loops of `maths.holdem.mistakes`."""

import numpy as np

from croupier.numbers.maths.holdem.boards import RIVERS, SQUARE, Int32s
from croupier.numbers.maths.holdem.holdings import BETTER, BOARD, DRAW, HIGH_CARD, NOTHING, PAIR
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.runouts import value_of
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import START


@jit
def holding_of(counts: Ints, suits: Ints, board: int, high: int) -> int:
    """`counts` by rank and `suits` of hole cards and board; `board` is the ranking of the board alone."""
    pairs = trips = quads = 0
    ranks = int64(0)
    for rank in range(13):
        number = counts[rank]
        if number:
            ranks |= 1 << rank
        if number == 2:
            pairs += 1
        elif number == 3:
            trips += 1
        elif number == 4:
            quads += 1
    longest = max(suits[0], suits[1], suits[2], suits[3])
    straight = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4 or ranks & 0x100F == 0x100F
    if longest >= 5 or straight or quads > (board == 4) or (trips and pairs) or trips > 1 or trips > (board == 3):
        return BETTER
    if pairs + trips + quads == 0:
        if longest == 4:
            return DRAW
        return HIGH_CARD if high >= 11 else NOTHING
    if board == 0:
        return PAIR if pairs == 1 else BETTER
    if board == 1:
        return BETTER if pairs > 1 else BOARD
    return BETTER if board == 2 and pairs > 2 else BOARD


@jit
def ranking_of_board(counts: Ints) -> int:
    """0 for different ranks, 1 a pair, 2 two pairs, 3 three of a kind, 4 four of a kind."""
    pairs = 0
    for rank in range(13):
        if counts[rank] >= 3:
            return int64(counts[rank])
        pairs += counts[rank] == 2
    return int64(pairs)


@jit
def place_of_board(board: Ints, kind: Ints, one_suit: Int32s, two_suits: Int32s, steps: Ints) -> tuple[int, int]:
    """Where the squares of a board of four start, and how many suits count; `kind` of each suit: 0 S, 1 T, 2 O."""
    counts = np.zeros(13, dtype=np.int64)
    masks = np.zeros(4, dtype=np.int64)
    for card in board:
        counts[card // 4] += 1
        masks[card % 4] |= 1 << card // 4
    first = second = -1
    for suit in range(4):
        kind[suit] = 2
        if masks[suit] & masks[suit] - 1:
            if first < 0:
                first = suit
            else:
                second = suit
    if second >= 0 and masks[first] < masks[second]:
        first, second = second, first
    mask = int64(0)
    if first >= 0:
        kind[first] = 0
        mask = masks[first]
    number = int64(0)
    marks = int64(0)
    place = 0
    for rank in range(13):
        for each in range(counts[rank]):
            number += steps[place, rank]
            if each == 0 and mask >> rank & 1:
                marks |= 1 << place
            place += 1
    if second >= 0:
        kind[second] = 1
        return two_suits[number, marks], 2
    return one_suit[number, marks], 0 if first < 0 else 1


@jit
def gain_at(four: Shorts, at: int, suits: int, kind: Ints, one: int, other: int, gain: Ints) -> int:
    """What a bet on a board of four brings these hole cards, over all rivers and dealer's cards."""
    if kind[one % 4] > kind[other % 4]:
        one, other = other, one
    row, column = kind[one % 4], kind[other % 4]
    square = at
    if suits == 1:
        square += (row + column) // 2
    elif suits == 2:
        square += column if row == 0 else 1 + row + column
    entry = one // 4 * 13 + other // 4
    low = int64(four[square, entry])
    high = int64(four[square, SQUARE + entry])
    lost = int64(four[square, 2 * SQUARE + entry])
    same = RIVERS - low - high - lost
    return int64(gain[0] * low + gain[1] * high + gain[2] * same + gain[3] * lost)


@jit
def count_river_bets(
    boards: Ints,
    number: Ints,
    stays: Ints,
    gain: Ints,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
) -> Ints:
    """[holding]: spots, spots where the bet is right, gain there, gain elsewhere."""
    found = np.zeros((6, 4), dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for board in range(len(boards)):
        at, flushes = place_of_board(boards[board], kind, one_suit, two_suits, steps)
        counts[:] = 0
        suits[:] = 0
        out = int64(0)
        for card in boards[board]:
            counts[card // 4] += 1
            suits[card % 4] += 1
            out |= 1 << card
        ranking = ranking_of_board(counts)
        times = 4 * number[board]  # any of the four may be the turn card
        for one in range(52):
            if out >> one & 1:
                continue
            counts[one // 4] += 1
            suits[one % 4] += 1
            for other in range(one):
                suited = one % 4 == other % 4
                if out >> other & 1 or not stays[1 if suited else 0, one // 4, other // 4]:
                    continue
                counts[other // 4] += 1
                suits[other % 4] += 1
                gains = gain_at(four, at, flushes, kind, one, other, gain)
                enter(found[holding_of(counts, suits, ranking, one // 4)], gains, times)
                counts[other // 4] -= 1
                suits[other % 4] -= 1
            counts[one // 4] -= 1
            suits[one % 4] -= 1
    return found


@jit
def sum_turn_gains(
    gains: Ints,
    board: Ints,
    out: int,
    kind: Ints,
    gain: Ints,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
) -> None:
    """[hole card, lower hole card]: what a Turn bet brings over all turn cards; the flop is `board`, and `out`."""
    gains[:] = 0
    for turn in range(52):
        if out >> turn & 1:
            continue
        board[3] = turn
        at, flushes = place_of_board(board, kind, one_suit, two_suits, steps)
        taken = out | 1 << turn
        for one in range(52):
            if taken >> one & 1 == 0:
                for other in range(one):
                    if taken >> other & 1 == 0:
                        gains[one, other] += gain_at(four, at, flushes, kind, one, other, gain)


@jit
def count_turn_bets(
    flops: Ints,
    stays: Ints,
    gain: Ints,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
) -> Ints:
    """The same for the Turn bet: all turn cards are summed up for hole cards and flop."""
    found = np.zeros((6, 4), dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    board = np.zeros(4, dtype=np.int64)
    gains = np.zeros((52, 52), dtype=np.int64)
    for flop in range(len(flops)):
        counts[:] = 0
        suits[:] = 0
        out = int64(0)
        for place in range(3):
            counts[flops[flop, place]] += 1
            suits[flops[flop, 3 + place]] += 1
            board[place] = 4 * flops[flop, place] + flops[flop, 3 + place]
            out |= 1 << board[place]
        sum_turn_gains(gains, board, out, kind, gain, four, one_suit, two_suits, steps)
        ranking = ranking_of_board(counts)
        for one in range(52):
            if out >> one & 1:
                continue
            counts[one // 4] += 1
            suits[one % 4] += 1
            for other in range(one):
                suited = one % 4 == other % 4
                if out >> other & 1 == 0 and stays[1 if suited else 0, one // 4, other // 4]:
                    counts[other // 4] += 1
                    suits[other % 4] += 1
                    enter(found[holding_of(counts, suits, ranking, one // 4)], gains[one, other], flops[flop, 6])
                    counts[other // 4] -= 1
                    suits[other % 4] -= 1
            counts[one // 4] -= 1
            suits[one % 4] -= 1
    return found


@jit
def enter(row: Ints, gains: int, times: int) -> None:
    row[0] += times
    if gains > 0:
        row[1] += times
        row[2] += times * gains
    else:
        row[3] += times * gains


@jit
def count_aces(
    cards: int,
    turn_gain: Ints,
    river_gain: Ints,
    pays_from: int,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> Ints:
    """[bets, result] of two Aces against the other two, with the decisions that are best against any hand.

    `cards` limits the flops to the first cards of the deck; 48 means all of them.
    """
    found = np.zeros((4, 4), dtype=np.int64)
    board = np.zeros(4, dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    river_bets = np.zeros(52, dtype=np.bool_)
    own_keys, own_bits = keys[48] + keys[49], bits[48] | bits[49]
    dealer_keys, dealer_bits = keys[50] + keys[51], bits[50] | bits[51]
    for a in range(cards):
        for b in range(a):
            for c in range(b):
                board[0], board[1], board[2] = a, b, c
                total = int64(0)
                for turn in range(52):  # the player does not know where the other Aces are
                    if turn not in (a, b, c, 48, 49):
                        board[3] = turn
                        at, flushes = place_of_board(board, kind, one_suit, two_suits, steps)
                        total += gain_at(four, at, flushes, kind, 48, 49, turn_gain)
                        river_bets[turn] = gain_at(four, at, flushes, kind, 48, 49, river_gain) > 0
                turn_bet = 2 if total > 0 else 0
                for turn in range(48):
                    if turn in (a, b, c):
                        continue
                    bets = turn_bet + (1 if river_bets[turn] else 0)
                    for river in range(48):
                        if river in (a, b, c, turn):
                            continue
                        suits[:] = 0
                        for card in (a, b, c, turn, river):
                            suits[card % 4] += 1
                        result = 2
                        if max(suits[0], suits[1], suits[2], suits[3]) >= 3:
                            common = START + keys[a] + keys[b] + keys[c] + keys[turn] + keys[river]
                            mask = bits[a] | bits[b] | bits[c] | bits[turn] | bits[river]
                            own = value_of(common + own_keys, mask | own_bits, offsets, values, suited)
                            dealer = value_of(common + dealer_keys, mask | dealer_bits, offsets, values, suited)
                            if own > dealer:
                                result = 1 if own >= pays_from else 0
                            elif own < dealer:
                                result = 3
                        found[bets, result] += 1
    return found
