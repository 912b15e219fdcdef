"""Compiled loops of `maths.decisions.dealt_out`."""

import numpy as np

from croupier.numbers.maths.holdem.boards import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.runouts import value_of
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import START


@jit
def place_of_subset(row: Ints, subset: int, chosen: Ints, cards: int) -> tuple[int, int]:
    """Where the counter of some cards of a row stands, and how many they are."""
    size = int64(0)
    place = int64(0)
    for each in range(len(row)):
        if subset >> each & 1:
            size += 1
            place += chosen[row[each], size]
    for smaller in range(size):
        place += chosen[cards, smaller]
    return place, size


@jit
def add_hand(row: Ints, inside: Ints, chosen: Ints, cards: int) -> None:
    for subset in range(1 << len(row)):
        inside[place_of_subset(row, subset, chosen, cards)[0]] += 1


@jit
def count_apart(row: Ints, inside: Ints, chosen: Ints, cards: int, most: int) -> int:
    """How many of the hands added so far share no card with this one: by inclusion and exclusion."""
    found = int64(0)
    for subset in range(1 << len(row)):
        place, size = place_of_subset(row, subset, chosen, cards)
        if size <= most:
            found += -inside[place] if size % 2 else inside[place]
    return found


@jit
def compare_all(
    players: Ints,
    own: Ints,
    kinds: Ints,
    dealers: Ints,
    values: Ints,
    qualifies: int,
    chosen: Ints,
    cards: int,
    found: Ints,
) -> None:
    """Every hand of the player against every hand of the dealer; both come in ascending order of value."""
    most = dealers.shape[1]
    counters = int64(0)
    for size in range(most + 1):
        counters += chosen[cards, size]
    inside = np.zeros(counters, dtype=np.int64)
    added = 0
    while added < len(dealers) and values[added] < qualifies:
        add_hand(dealers[added], inside, chosen, cards)
        added += 1
    unqualified = np.zeros(len(players), dtype=np.int64)
    for player in range(len(players)):
        unqualified[player] = count_apart(players[player], inside, chosen, cards, most)
    all_dealers = int64(1)
    for place in range(most):
        all_dealers = all_dealers * (cards - players.shape[1] - place) // (place + 1)
    start = 0
    while start < len(players):
        stop = start
        value = own[start]
        while stop < len(players) and own[stop] == value:
            stop += 1
        while added < len(dealers) and values[added] < value:
            add_hand(dealers[added], inside, chosen, cards)
            added += 1
        for player in range(start, stop):
            if value >= qualifies:
                lower = count_apart(players[player], inside, chosen, cards, most) - unqualified[player]
                found[kinds[player], 1] += lower
                found[kinds[player], 3] -= lower
        while added < len(dealers) and values[added] == value:
            add_hand(dealers[added], inside, chosen, cards)
            added += 1
        for player in range(start, stop):
            found[kinds[player], 0] += unqualified[player]
            found[kinds[player], 3] += all_dealers - unqualified[player]
            if value >= qualifies:
                not_higher = count_apart(players[player], inside, chosen, cards, most) - unqualified[player]
                found[kinds[player], 2] += not_higher
                found[kinds[player], 3] -= not_higher
        start = stop
    # what is not higher includes what is lower, which has been taken off twice
    for kind in range(len(found)):
        found[kind, 2] -= found[kind, 1]
        found[kind, 3] += found[kind, 1]


@jit
def count_rivers(
    left: Ints,
    hole: Ints,
    board: Ints,
    pays_from: int,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> tuple[int, int, int, int]:
    low = high = same = lost = int64(0)
    cards = len(left)
    pairs = np.zeros((cards - 1) * (cards - 2) // 2, dtype=np.int64)
    weaker_with = np.zeros(52, dtype=np.int64)
    for river in range(cards):
        total = START + keys[left[river]]
        mask = bits[left[river]]
        for card in board:
            total += keys[card]
            mask |= bits[card]
        filled = 0
        for one in range(cards):
            for other in range(one):
                if river not in (one, other):
                    first, second = left[one], left[other]
                    value = value_of(
                        total + keys[first] + keys[second], mask | bits[first] | bits[second], offsets, values, suited
                    )
                    pairs[filled] = value << 16 | one << 8 | other
                    filled += 1
        if len(hole):
            first, second = hole[0], hole[1]
            own = value_of(
                total + keys[first] + keys[second], mask | bits[first] | bits[second], offsets, values, suited
            )
            for place in range(filled):
                dealer = pairs[place] >> 16
                if dealer > own:
                    lost += 1
                elif dealer == own:
                    same += 1
                elif own >= pays_from:
                    high += 1
                else:
                    low += 1
            continue
        pairs.sort()
        weaker_with[:] = 0
        start = 0
        won = int64(0)
        while start < filled:
            stop = start
            while stop < filled and pairs[stop] >> 16 == pairs[start] >> 16:
                one, other = pairs[stop] >> 8 & 255, pairs[stop] & 255
                weaker = start - weaker_with[one] - weaker_with[other]
                won += weaker
                if pairs[stop] >> 16 >= pays_from:
                    high += weaker
                else:
                    low += weaker
                stop += 1
            for place in range(start, stop):
                weaker_with[pairs[place] >> 8 & 255] += 1
                weaker_with[pairs[place] & 255] += 1
            start = stop
        lost += won  # two unknown hands: as often as one is higher it is lower
        same += filled * ((cards - 3) * (cards - 4) // 2) - 2 * won
    return low, high, same, lost


@jit
def count_by_turn(
    left: Ints,
    hole: Ints,
    flop: Ints,
    pays_from: int,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
    found: Ints,
) -> None:
    """[turn card, 4]: the same as `count_rivers` of the box, for each turn card. A board counts for both orders."""
    cards = len(left)
    start, seen = int64(START), int64(0)
    for card in flop:
        start += keys[card]
        seen |= bits[card]
    held, own_bits = keys[hole[0]] + keys[hole[1]], bits[hole[0]] | bits[hole[1]]
    for turn in range(cards):
        for river in range(turn):
            total = start + keys[left[turn]] + keys[left[river]]
            mask = seen | bits[left[turn]] | bits[left[river]]
            own = value_of(total + held, mask | own_bits, offsets, values, suited)
            lower = same = higher = int64(0)
            for one in range(cards):
                if one in (turn, river):
                    continue
                first, with_first = total + keys[left[one]], mask | bits[left[one]]
                for other in range(one):
                    if other in (turn, river):
                        continue
                    second = left[other]
                    dealer = value_of(first + keys[second], with_first | bits[second], offsets, values, suited)
                    lower += dealer < own
                    same += dealer == own
                    higher += dealer > own
            for card in (turn, river):
                found[card, int64(own >= pays_from)] += lower
                found[card, 2] += same
                found[card, 3] += higher
