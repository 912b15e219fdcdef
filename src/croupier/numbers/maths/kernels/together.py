"""Compiled loops of `maths.holdem.together` and `maths.holdem.decisions`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.holdem.boards import Int32s
from croupier.numbers.maths.kernels.awards import award_of_board, lay_out, royal_since
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.mistakes import gain_at, place_of_board, sum_turn_gains
from croupier.numbers.maths.kernels.runouts import value_of
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import START

Bytes = npt.NDArray[np.int8]


@jit
def number_of_flop(a: int, b: int, c: int) -> int:
    """The place of three cards, in any order, among all flops."""
    high, low = max(a, b, c), min(a, b, c)
    middle = a + b + c - high - low
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@jit
def number_of_hole(one: int, other: int) -> int:
    high, low = max(one, other), min(one, other)
    return high * (high - 1) // 2 + low


@jit
def decide_turns(
    flops: Ints, orders: Ints, gain: Ints, four: Shorts, one_suit: Int32s, two_suits: Int32s, steps: Ints
) -> Bytes:
    """[flop, hole cards]: 1 where the Turn bet gains, 0 where it does not, -1 where they share a card.

    `flops` has one of each kind; `orders` are all ways to rename the suits.
    """
    found = np.full((22_100, 1_326), -1, dtype=np.int8)
    kind = np.zeros(4, dtype=np.int64)
    board = np.zeros(4, dtype=np.int64)
    renamed = np.zeros(3, dtype=np.int64)
    gains = np.zeros((52, 52), dtype=np.int64)
    for flop in range(len(flops)):
        out = int64(0)
        for place in range(3):
            board[place] = 4 * flops[flop, place] + flops[flop, 3 + place]
            out |= 1 << board[place]
        sum_turn_gains(gains, board, out, kind, gain, four, one_suit, two_suits, steps)
        for order in orders:
            for place in range(3):
                renamed[place] = board[place] // 4 * 4 + order[board[place] % 4]
            row = found[number_of_flop(renamed[0], renamed[1], renamed[2])]
            for one in range(52):
                if out >> one & 1 == 0:
                    for other in range(one):
                        if out >> other & 1 == 0:
                            first, second = one // 4 * 4 + order[one % 4], other // 4 * 4 + order[other % 4]
                            row[number_of_hole(first, second)] = 1 if gains[one, other] > 0 else 0
    return found


@jit
def count_award_deals(
    sets: Ints,
    bests: Ints,
    times: Ints,
    turn_bets: Bytes,
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
) -> tuple[Ints, Ints]:
    """[suited, rank, rank, own, board, bets, result] of all deals with an award; and those of Aces against Aces.

    `sets` are seven cards, two of which are hole cards in all ways; `bests` their own award, a place in OWN.
    """
    found = np.zeros((2, 13, 13, 6, 4, 4, 4), dtype=np.int64)
    aces = np.zeros((6, 4, 4, 4), dtype=np.int64)
    board = np.zeros(5, dtype=np.int64)
    lying = np.zeros(4, dtype=np.int64)
    early = np.zeros(6, dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    ranks = np.zeros(13, dtype=np.int64)
    results = np.zeros(4, dtype=np.int64)
    both = np.zeros(4, dtype=np.int64)
    river_bets = np.zeros(5, dtype=np.int64)
    for number in range(len(sets)):
        seven = sets[number]
        out = int64(0)
        for card in seven:
            out |= 1 << card
        for one in range(7):
            for other in range(one):
                first, second = max(seven[one], seven[other]), min(seven[one], seven[other])
                filled = 0
                ranks[:] = 0
                common, mask = int64(START), int64(0)
                for place in range(7):
                    if place not in (one, other):
                        board[filled] = seven[place]
                        ranks[seven[place] // 4] += 1
                        common += keys[seven[place]]
                        mask |= bits[seven[place]]
                        filled += 1
                own = value_of(
                    common + keys[first] + keys[second], mask | bits[first] | bits[second], offsets, values, suited
                )
                results[:] = 0
                both[:] = 0
                for a in range(52):
                    if out >> a & 1:
                        continue
                    for b in range(a):
                        if out >> b & 1:
                            continue
                        dealer = value_of(common + keys[a] + keys[b], mask | bits[a] | bits[b], offsets, values, suited)
                        result = 2
                        if own > dealer:
                            result = 1 if own >= pays_from else 0
                        elif own < dealer:
                            result = 3
                        results[result] += 1
                        if second >= 48 and b >= 48:
                            both[result] += 1
                for river in range(5):
                    filled = 0
                    for place in range(5):
                        if place != river:
                            lying[filled] = board[place]
                            filled += 1
                    at, flushes = place_of_board(lying, kind, one_suit, two_suits, steps)
                    river_bets[river] = gain_at(four, at, flushes, kind, first, second, river_gain) > 0
                on_board = award_of_board(board, ranks)
                hole = number_of_hole(first, second)
                into = found[1 if first % 4 == second % 4 else 0, first // 4, second // 4]
                early[0], early[1] = first, second
                for river in range(5):
                    for turn in range(5):
                        if river == turn:
                            continue
                        lay_out(board, river, turn, early)
                        bets = 2 * turn_bets[number_of_flop(early[2], early[3], early[4]), hole] + river_bets[river]
                        award = bests[number]
                        if award == 0:
                            award = 5 if on_board == 0 else royal_since(early)
                        for result in range(4):
                            into[award, on_board, bets, result] += times[number] * results[result]
                            aces[award, on_board, bets, result] += times[number] * both[result]
    return found, aces


@jit
def decide_rivers(boards: Ints, gain: Ints, four: Shorts, one_suit: Int32s, two_suits: Int32s, steps: Ints) -> Bytes:
    """[board of four, hole cards]: 1 where the River bet gains, 0 where it does not, -1 where they share a card."""
    found = np.full((len(boards), 1_326), -1, dtype=np.int8)
    kind = np.zeros(4, dtype=np.int64)
    for board in range(len(boards)):
        at, flushes = place_of_board(boards[board], kind, one_suit, two_suits, steps)
        out = int64(0)
        for card in boards[board]:
            out |= 1 << card
        for one in range(52):
            if out >> one & 1 == 0:
                for other in range(one):
                    if out >> other & 1 == 0:
                        gains = gain_at(four, at, flushes, kind, one, other, gain)
                        found[board, number_of_hole(one, other)] = 1 if gains > 0 else 0
    return found
