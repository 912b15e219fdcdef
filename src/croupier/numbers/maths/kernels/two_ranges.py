"""Compiled loops of `maths.equity.two_ranges`."""

import numpy as np

from croupier.numbers.maths.equity.two_ranges import ALL, Bytes
from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.runouts import next_choice
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import RANK_BITS, START, SUIT_SHIFT
from croupier.numbers.maths.tools.rankings import VALUES


@jit
def boards_alike(new: int, alike: Ints) -> int:
    """How many boards differ from this one by names of suits only; 0 if this is not the first of them."""
    same = 0
    for suits in alike:
        renamed = int64(0)
        for suit in range(4):
            renamed |= (new >> 16 * suit & 0x1FFF) << 16 * suits[suit]
        if renamed > new:
            return 0
        same += renamed == new
    return len(alike) // same


@jit
def further_boards(rest: Ints, missing: int, number: int, alike: Ints, bits: Ints) -> tuple[Bytes, Bytes]:
    """The cards that are missing of a board, and how many boards each stands for; `number` is that of all boards."""
    boards = np.zeros((number, missing), dtype=np.uint8)
    times = np.zeros(number, dtype=np.uint8)
    chosen = np.arange(missing)
    filled = 0
    for _ in range(number):
        new = int64(0)
        for place in range(missing):
            new |= bits[rest[chosen[place]]]
        same = boards_alike(new, alike)
        if same:
            for place in range(missing):
                boards[filled, place] = rest[chosen[place]]
            times[filled] = same
            filled += 1
        next_choice(chosen, len(rest))
    return boards[:filled].copy(), times[:filled].copy()


@jit
def board_so_far(known: Ints, further: Bytes, keys: Ints, bits: Ints) -> tuple[int, int]:
    """The sum of the keys of a board's cards, and their bits."""
    total = int64(START)
    mask = int64(0)
    for card in known:
        total += keys[card]
        mask |= bits[card]
    for card in further:
        total += keys[card]
        mask |= bits[card]
    return total, mask


@jit
def values_on_board(
    hole_bits: Ints,
    rank_pairs: Bytes,
    known: Ints,
    further: Bytes,
    pairs: Shorts,
    live: Int32s,
    value: Shorts,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> int:
    """Hands that share no card with the board, and their values; how many they are.

    Without a flush only the two ranks matter, so their values are worked out first, in `pairs`.
    """
    total, mask = board_so_far(known, further, keys, bits)
    counts = np.zeros(13, dtype=np.int64)
    for card in known:
        counts[card >> 2] += 1
    for card in further:
        counts[card >> 2] += 1
    for one in range(13):
        for other in range(one + 1):
            if counts[one] < 4 and counts[other] + (one == other) < 4:
                whole = total + keys[4 * one] + keys[4 * other] & RANK_BITS
                found = values[offsets[whole >> 7] + (whole & 127)]
                pairs[13 * one + other] = found
                pairs[13 * other + one] = found
    flush_suit = int64(4)
    needed = int64(0)
    for suit in range(4):
        of_suit = (total >> SUIT_SHIFT + 4 * suit & 15) - 3
        if of_suit >= 3:
            flush_suit = int64(suit)
            needed = 5 - of_suit
    number = 0
    for hand in range(len(hole_bits)):
        live[number] = hand
        number += hole_bits[hand] & mask == 0
    for item in range(number):
        value[item] = pairs[rank_pairs[live[item]]]
    if flush_suit < 4:
        shift = 16 * flush_suit
        of_board = mask >> shift & 0x1FFF
        for item in range(number):
            of_suit = hole_bits[live[item]] >> shift & 0x1FFF
            if needed == 0 or (needed == 1 and of_suit) or of_suit & of_suit - 1:
                value[item] = suited[of_board | of_suit]
    return number


@jit
def sweep_two(
    cards: Ints,
    weight: Ints,
    boards: Bytes,
    times: Bytes,
    known: Ints,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> Ints:
    """[winners]: 1 the first player, 2 the second, 3 both; `weight` tells how often each of them has the hand.

    Values on the board are numbered as steps, ascending; `upto` tells of the first player's hands below a step.
    """
    found = np.zeros(4, dtype=np.int64)
    number_of_hands = len(cards)
    pairs = np.zeros(169, dtype=np.uint16)
    live = np.zeros(number_of_hands + 1, dtype=np.int32)
    value = np.zeros(number_of_hands, dtype=np.uint16)
    hole_bits = bits[cards[:, 0]] | bits[cards[:, 1]]
    rank_pairs = (13 * (cards[:, 0] >> 2) + (cards[:, 1] >> 2)).astype(np.uint8)
    there = np.zeros(VALUES // 8 * 8 + 8, dtype=np.uint8)
    eights = there.view(np.uint64)
    step_of = np.zeros(VALUES + 1, dtype=np.uint16)
    upto = np.zeros((number_of_hands + 1, ALL + 4), dtype=np.int32)
    for board in range(len(boards)):
        number = values_on_board(
            hole_bits, rank_pairs, known, boards[board], pairs, live, value, keys, bits, offsets, values, suited
        )
        for item in range(number):
            there[value[item]] = 1
        steps = 0
        for eight in range(len(eights)):
            if eights[eight]:
                for each in range(8 * eight, 8 * eight + 8):
                    if there[each]:
                        step_of[each] = steps
                        steps += 1
                eights[eight] = 0
        upto[: steps + 1] = 0
        for item in range(number):
            hand = live[item]
            times_held = weight[hand, 0]
            if times_held:
                row = upto[step_of[value[item]] + 1]
                row[cards[hand, 0]] += np.int32(times_held)
                row[cards[hand, 1]] += np.int32(times_held)
                row[ALL] += np.int32(times_held)
        for step in range(steps):
            for card in range(ALL + 4):
                upto[step + 1, card] += upto[step, card]
        won = tied = pairs_of_hands = int64(0)
        every = upto[steps]
        for item in range(number):
            hand = live[item]
            if weight[hand, 1]:
                one, other = cards[hand, 0], cards[hand, 1]
                below, reached = upto[step_of[value[item]]], upto[step_of[value[item]] + 1]
                weaker = below[ALL] - below[one] - below[other]
                not_stronger = reached[ALL] - reached[one] - reached[other] + weight[hand, 0]  # itself: taken off twice
                against = every[ALL] - every[one] - every[other] + weight[hand, 0]
                won += weight[hand, 1] * weaker
                tied += weight[hand, 1] * (not_stronger - weaker)
                pairs_of_hands += weight[hand, 1] * against
        found[1] += times[board] * (pairs_of_hands - won - tied)
        found[2] += times[board] * won
        found[3] += times[board] * tied
    return found
