"""Whole games the straight way: every card is dealt and every hand compared with every other.

Nothing here is clever, so that it can be trusted at sight; the fast solvers must give the same integers. The
value of five cards is that of `croupier.rules.hands`, asked for each of the 2,598,960 hands; seven cards are worth the
best of their 21 fives. One thing is left out: a hand or a flop that differs from another one only in the names of
suits.

A whole game takes some twenty minutes: `python bench/prove.py`.
"""

from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np

from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rankings import VALUES
from croupier.rules.cards import DECK
from croupier.rules.hands import five_card_value

FIVES = comb(52, 5)

PLACES_OF_FIVE = np.array(list(combinations(range(7), 5)), dtype=np.int64)
"""The 21 ways to take five of seven cards."""

CHOOSE = np.array([[comb(card, place + 1) for card in range(52)] for place in range(5)], dtype=np.int64)
"""[place, card]: five ascending cards have the number that these add up to; no two hands have the same."""


@kept(np.asarray)
def five_values() -> Shorts:
    """[number of five cards]: their value."""
    values = np.zeros(FIVES, dtype=np.uint16)
    for cards in combinations(range(52), 5):
        number = sum(comb(card, place + 1) for place, card in enumerate(cards))
        values[number] = five_card_value([DECK[card] for card in cards])
    assert values.all()
    return values


SUITS_RENAMED = np.array(list(permutations(range(4))), dtype=np.int64)


@cache
def kinds_of(size: int) -> tuple[Ints, Ints]:
    """One set for all sets of this size that differ only in the names of suits, and their number."""
    found, number = first_of_kind(size, comb(52, size), SUITS_RENAMED)
    assert number.sum() == comb(52, size)
    return found, number


@jit
def first_of_kind(size: int, sets: int, renamed: Ints) -> tuple[Ints, Ints]:
    """Sets, ascending, that no other names of suits bring further to the front."""
    first = np.zeros((sets, size), dtype=np.int64)
    number = np.zeros(sets, dtype=np.int64)
    cards = np.arange(size)
    filled = 0
    for _ in range(sets):
        same = 0
        for suits in renamed:
            other = cards // 4 * 4 + suits[cards % 4]
            other.sort()
            place = 0
            while place < size and other[place] == cards[place]:
                place += 1
            if place == size:
                same += 1
            elif other[place] < cards[place]:
                same = 0
                break
        if same > 0:
            first[filled] = cards
            number[filled] = 24 // same
            filled += 1
        place = size - 1  # the next set: the last card that can move on does, those after it follow
        while place > 0 and cards[place] == 52 - size + place:
            place -= 1
        cards[place] += 1
        for after in range(place + 1, size):
            cards[after] = cards[after - 1] + 1
    return first[:filled].copy(), number[:filled].copy()


# --- Casino Stud --------------------------------------------------------------------------------------------


@jit
def stud_hand(cards: Ints, fives: Shorts, choose: Ints, qualifies: int, found: Ints) -> None:
    """[dealer's card, outcome]: all hands of a dealer, any card of which may be the one face up.

    Outcomes are: the dealer does not qualify, the player is higher, the same, lower.
    """
    found[:] = 0
    rest = np.zeros(47, dtype=np.int64)
    filled = 0
    for card in range(52):
        if card not in (cards[0], cards[1], cards[2], cards[3], cards[4]):
            rest[filled] = card
            filled += 1
    own = int64(0)
    for place in range(5):
        own += choose[place, cards[place]]
    # Three counts share one integer, with 21 bits for each, which is enough for 163,185; the fourth is the rest.
    one = np.zeros(VALUES + 1, dtype=np.int64)  # what a dealer's hand of this value adds to it
    one[fives[own]] = 1 << 42
    one[: fives[own]] = 1 << 21
    one[:qualifies] = 1
    counted = np.zeros(52, dtype=np.int64)
    for e in range(4, 47):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    upper = choose[4, rest[e]] + choose[3, rest[d]] + choose[2, rest[c]] + choose[1, rest[b]]
                    these = int64(0)
                    for a in range(b):
                        this = int64(one[fives[upper + choose[0, rest[a]]]])
                        counted[rest[a]] += this
                        these += this
                    counted[rest[b]] += these
                    counted[rest[c]] += these
                    counted[rest[d]] += these
                    counted[rest[e]] += these
    for up in rest:
        for outcome in range(3):
            found[up, outcome] = counted[up] >> 21 * outcome & 0x1FFFFF
        found[up, 3] = 163_185 - found[up].sum()


# --- Progressive Hold'em ------------------------------------------------------------------------------------


@jit
def best_of_seven(cards: Ints, fives: Shorts, choose: Ints, places: Ints) -> int:
    """The value of the best five of seven ascending cards."""
    best = int64(0)
    for way in range(21):
        number = int64(0)
        for place in range(5):
            number += choose[place, cards[places[way, place]]]
        best = max(best, int64(fives[number]))
    return best


@jit
def holdem_flop(
    flop: Ints,
    fives: Shorts,
    choose: Ints,
    places: Ints,
    pays_from: int,
    turn_gain: Ints,
    river_gain: Ints,
) -> Ints:
    """[suited, rank, rank, bets, result]: all deals with this flop, the higher rank of the hole cards first.

    Bets are 0 none, 1 river, 2 turn, 3 both; results are won with a hand too low for the Ante, won with a better
    one, the same, lost. A gain tells what a bet brings by result; one bets if it brings more than nothing.
    """
    ended = np.zeros((52, 52, 52, 4), dtype=np.int64)  # by turn card, hole cards and result
    hands = np.zeros((1081, 2), dtype=np.int64)
    held = np.zeros(1081, dtype=np.int64)
    strength = np.zeros(1081, dtype=np.int64)
    seven = np.zeros(7, dtype=np.int64)
    for turn in range(52):
        for river in range(turn):
            if turn in (flop[0], flop[1], flop[2]) or river in (flop[0], flop[1], flop[2]):
                continue
            known = 1 << flop[0] | 1 << flop[1] | 1 << flop[2] | 1 << turn | 1 << river
            number = 0  # any two of the 47 other cards may be one's own, or the dealer's
            for one in range(52):
                for other in range(one):
                    two = int64(1) << one | int64(1) << other
                    if known & two:
                        continue
                    filled = 0
                    for card in range(52):
                        if (known | two) >> card & 1:
                            seven[filled] = card
                            filled += 1
                    hands[number, 0], hands[number, 1] = one, other
                    held[number] = two
                    strength[number] = best_of_seven(seven, fives, choose, places)
                    number += 1
            for own in range(number):
                higher = same = lower = int64(0)
                for dealer in range(number):
                    apart = held[own] & held[dealer] == 0
                    higher += apart & (strength[own] > strength[dealer])
                    same += apart & (strength[own] == strength[dealer])
                    lower += apart & (strength[own] < strength[dealer])
                assert higher + same + lower == 990
                won = 1 if strength[own] >= pays_from else 0
                for first in (turn, river):  # either of the two cards may come first
                    counts = ended[first, hands[own, 0], hands[own, 1]]
                    counts[won] += higher
                    counts[2] += same
                    counts[3] += lower

    found = np.zeros((2, 13, 13, 4, 4), dtype=np.int64)
    for one in range(52):
        for other in range(one):
            if one in (flop[0], flop[1], flop[2]) or other in (flop[0], flop[1], flop[2]):
                continue
            suited = 1 if one % 4 == other % 4 else 0
            deals = found[suited, one // 4, other // 4]
            turn_bet = int64(0)
            for turn in range(52):
                turn_bet += (ended[turn, one, other] * turn_gain).sum()
            for turn in range(52):
                river_bet = (ended[turn, one, other] * river_gain).sum()
                bets = (2 if turn_bet > 0 else 0) + (1 if river_bet > 0 else 0)
                deals[bets] += ended[turn, one, other]
    return found
