"""Three ranges on many boards, and any number of players with one hand each: compiled loops.

As for two ranges, hands are taken in order of strength. Pairs of hands of two more players that share no card, with
each other or with one's own, follow from how many hands each of them has with each card, and with each two cards.
"""

import numpy as np

from croupier.maths.jit import int64, jit
from croupier.maths.runouts import value_of
from croupier.maths.squares import Int32s
from croupier.maths.tables import Ints, Shorts
from croupier.maths.two_ranges import ALL, Bytes, board_so_far, values_on_board

# A set of hands is an array of [card, card]: how many hands have both. On the diagonal, and once more in a row of its
# own, is how many have the card, and after that row how many hands there are.

WITH_CARD, NUMBER = 52, 53
WIDTH = 56
"""Cards, and some room, so that rows are added up eight cards at a time."""
BELOW, UPTO = 0, 1
"""Hands that are weaker than the present step, and those that are not stronger."""


@jit
def sort_by_value(items: int, value: Shorts, order: Int32s, spare: Int32s) -> None:
    """Places of items in ascending order of their values, which have thirteen bits: by the lower seven, by the rest."""
    starts = np.zeros(129, dtype=np.int64)
    for shift in (0, 7):
        starts[:] = 0
        for item in range(items):
            starts[(value[item] >> shift & 127) + 1] += 1
        for digit in range(128):
            starts[digit + 1] += starts[digit]
        for place in range(items):
            item = place if shift == 0 else spare[place]
            digit = value[item] >> shift & 127
            (spare if shift == 0 else order)[starts[digit]] = item
            starts[digit] += 1


@jit
def others_of(player: int) -> tuple[int, int]:
    return (0 if player else 1), (1 if player == 2 else 2)


@jit
def enter(sets: Int32s, both: Int32s, state: int, hands: Int32s, cards: Ints, weight: Ints, joins: Ints) -> None:
    """Hands join the sets of certain players; of those two of whom one joins, `both` counts hands that either has.

    [state, third player]: those with a card, and all.
    """
    for hand in hands:
        a, b = cards[hand, 0], cards[hand, 1]
        for player in range(3):
            times = np.int32(weight[hand, player])
            if times and joins[player]:
                sets[state, player, a, b] += times
                sets[state, player, b, a] += times
                sets[state, player, a, a] += times
                sets[state, player, b, b] += times
                sets[state, player, WITH_CARD, a] += times
                sets[state, player, WITH_CARD, b] += times
                sets[state, player, NUMBER, 0] += times
            one, other = others_of(player)
            pairs = np.int32(weight[hand, one] * weight[hand, other])
            if pairs and joins[3 + player]:
                both[state, player, a] += pairs
                both[state, player, b] += pairs
                both[state, player, ALL] += pairs


@jit
def deals_apart(
    sets: Int32s,
    both: Int32s,
    player: int,
    one_state: int,
    other_state: int,
    both_state: int,
    hands: Int32s,
    cards: Ints,
    weight: Ints,
) -> int:
    """Deals of these hands of a player, and of hands of the two others, that share no card.

    Of all pairs of the others those that share a card are taken off, card by card. Two same hands share two cards and
    are taken off twice, so they are added once. Because of the diagonal, the player's own two cards in the hand of
    another are taken off for either card, though such hands are not there at all; the same goes for these.
    """
    one, other = others_of(player)
    found = int64(0)
    for hand in hands:
        if weight[hand, player] == 0:
            continue
        a, b = cards[hand, 0], cards[hand, 1]
        shared = np.int32(0)
        for card in range(WIDTH):
            with_card = np.int32(
                sets[one_state, one, WITH_CARD, card] - sets[one_state, one, a, card] - sets[one_state, one, b, card]
            )
            others_with = np.int32(
                sets[other_state, other, WITH_CARD, card]
                - sets[other_state, other, a, card]
                - sets[other_state, other, b, card]
            )
            shared = np.int32(shared + np.int32(with_card * others_with))
        ones = apart(sets, one_state, one, a, b)
        others = apart(sets, other_state, other, a, b)
        same = both[both_state, player, ALL] - both[both_state, player, a] - both[both_state, player, b]
        same += 3 * sets[one_state, one, a, b] * sets[other_state, other, a, b]
        found += weight[hand, player] * (ones * others - shared + same)
    return found


@jit
def apart(sets: Int32s, state: int, player: int, a: int, b: int) -> int:
    """Hands without the cards a and b."""
    found = sets[state, player, NUMBER, 0] + sets[state, player, a, b]
    return int64(found - sets[state, player, WITH_CARD, a] - sets[state, player, WITH_CARD, b])


@jit
def count_first(
    found: Ints, player: int, sets: Int32s, both: Int32s, in_pot: Ints, hands: Int32s, cards: Ints, weight: Ints
) -> None:
    """[winners]: deals of which this player, with one of these hands, is the first winner.

    All others who win come after him and are at his step: those up to the step less those below it.
    """
    one, other = others_of(player)
    one_ties = one > player and sets[UPTO, one, NUMBER, 0] > sets[BELOW, one, NUMBER, 0]
    other_ties = other > player and sets[UPTO, other, NUMBER, 0] > sets[BELOW, other, NUMBER, 0]
    alone = deals_apart(sets, both, player, BELOW, BELOW, BELOW, hands, cards, weight)
    found[1 << player] += alone
    # a hand has one value: it is below the step, or at it, for both others if they are in the pot
    with_one = with_other = int64(0)
    if one_ties:
        state = BELOW if in_pot[other] else UPTO
        with_one = deals_apart(sets, both, player, UPTO, BELOW, state, hands, cards, weight) - alone
        found[1 << player | 1 << one] += with_one
    if other_ties:
        state = BELOW if in_pot[one] else UPTO
        with_other = deals_apart(sets, both, player, BELOW, UPTO, state, hands, cards, weight) - alone
        found[1 << player | 1 << other] += with_other
    if one_ties and other_ties:
        either = alone + with_one + with_other
        found[7] += deals_apart(sets, both, player, UPTO, UPTO, UPTO, hands, cards, weight) - either


@jit
def best_fixed(
    fixed: Ints,
    fixed_in_pot: int,
    total: int,
    mask: int,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> tuple[int, int]:
    """The best value of those in the pot who have one hand only, and who they are; 0 and nobody if there are none."""
    best = winners = int64(0)
    for player in range(len(fixed)):
        if fixed_in_pot >> player & 1:
            one, other = fixed[player, 0], fixed[player, 1]
            value = value_of(total + keys[one] + keys[other], mask | bits[one] | bits[other], offsets, values, suited)
            if value > best:
                best, winners = value, int64(0)
            if value == best:
                winners |= 1 << player
    return best, winners


@jit
def sweep_three(
    cards: Ints,
    weight: Ints,
    in_pot: Ints,
    fixed: Ints,
    fixed_in_pot: int,
    boards: Bytes,
    times: Bytes,
    known: Ints,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> Ints:
    """[winners]: a bit for each of three players with ranges, then for each of those who have one hand, `fixed`.

    Who is not in the pot has his cards, but is weaker than anyone. Each deal is counted for the first of its winners:
    he is at the present step, others who win are there too, and all the others are below it. Deals that no step has
    counted are won by those with one hand; if there are none in the pot, by the last player alone.
    """
    found = np.zeros(1 << 3 + len(fixed), dtype=np.int64)
    number_of_hands = len(cards)
    pairs = np.zeros(169, dtype=np.uint16)
    live = np.zeros(number_of_hands + 1, dtype=np.int32)
    value = np.zeros(number_of_hands, dtype=np.uint16)
    order = np.zeros(number_of_hands, dtype=np.int32)
    spare = np.zeros(number_of_hands, dtype=np.int32)
    ordered = np.zeros(number_of_hands, dtype=np.int32)
    hole_bits = bits[cards[:, 0]] | bits[cards[:, 1]]
    rank_pairs = (13 * (cards[:, 0] >> 2) + (cards[:, 1] >> 2)).astype(np.uint8)
    sets = np.zeros((2, 3, NUMBER + 1, WIDTH), dtype=np.int32)
    both = np.zeros((2, 3, ALL + 1), dtype=np.int32)
    joins = np.zeros((2, 6), dtype=np.int64)  # at the start, and each hand at its step
    for player in range(3):
        one, other = others_of(player)
        joins[in_pot[player], player] = 1
        joins[in_pot[one] | in_pot[other], 3 + player] = 1
    at_step = np.zeros(8, dtype=np.int64)
    last = 3
    for player in range(3):
        if in_pot[player] and fixed_in_pot == 0:
            last = player
    for board in range(len(boards)):
        number = values_on_board(
            hole_bits, rank_pairs, known, boards[board], pairs, live, value, keys, bits, offsets, values, suited
        )
        sort_by_value(number, value, order, spare)
        for item in range(number):
            ordered[item] = live[order[item]]
        total, mask = board_so_far(known, boards[board], keys, bits)
        lowest, fixed_winners = best_fixed(fixed, fixed_in_pot, total, mask, keys, bits, offsets, values, suited)
        sets[:] = 0
        both[:] = 0
        if joins[0].any():
            enter(sets, both, BELOW, ordered[:number], cards, weight, joins[0])
            enter(sets, both, UPTO, ordered[:number], cards, weight, joins[0])
        counted = int64(0)
        start = 0
        while start < number:
            stop = start
            step = value[order[start]]
            while stop < number and value[order[stop]] == step:
                stop += 1
            hands = ordered[start:stop]
            enter(sets, both, UPTO, hands, cards, weight, joins[1])
            if step >= lowest:
                at_step[:] = 0
                for player in range(3):
                    tied = sets[UPTO, player, NUMBER, 0] > sets[BELOW, player, NUMBER, 0]
                    if tied and player != last:
                        count_first(at_step, player, sets, both, in_pot, hands, cards, weight)
                with_fixed = fixed_winners << 3 if step == lowest else int64(0)
                for winners in range(1, 8):
                    found[winners | with_fixed] += times[board] * at_step[winners]
                    counted += at_step[winners]
            enter(sets, both, BELOW, hands, cards, weight, joins[1])
            start = stop
        everything = deals_apart(sets, both, 0, BELOW, BELOW, BELOW, ordered[:number], cards, weight)
        rest = fixed_winners << 3 if last == 3 else int64(1) << last
        found[rest] += times[board] * (everything - counted)
    return found
