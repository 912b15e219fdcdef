"""One decision dealt out: every way in which the cards that a player does not see may lie.

Solvers never visit a deal; here all of them are visited or counted one by one, for a player who sees certain
cards only. He may know his hand or be blind to it (R-8, R-57), and he may have seen his other box. So these
counts also stand beside those of the solvers as a second opinion.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.cards import DECK, Card
from croupier.games.progressive_holdem.settle import BoardAward, Hole, OwnAward, board_award, hole_cards, own_award
from croupier.hands import FiveCardRank
from croupier.maths import three_card
from croupier.maths.boards import Counts, Int32s
from croupier.maths.evaluate7 import values_of
from croupier.maths.jit import int64, jit
from croupier.maths.runouts import value_of
from croupier.maths.tables import (
    START,
    Ints,
    Shorts,
    categories,
    five_ranks,
    lowest_of,
    sevens,
    suited_ranks,
)


def unseen(known: Sequence[Card]) -> list[int]:
    """The other cards of the pack by their number, ascending."""
    out = {DECK.index(card) for card in known}
    return [card for card in range(52) if card not in out]


# --- 3 Card Poker and Casino Stud ---------------------------------------------------------------------------


class Compared(NamedTuple):
    """[kind of the player's hand, outcome]: dealer does not qualify, higher, same, lower."""

    deals: Ints

    @property
    def total(self) -> int:
        return int(self.deals.sum())


def three_card_spot(hand: Sequence[Card], seen: Sequence[Card], qualifies: int) -> Compared:
    """Kinds by their place in `three_card.KINDS`; without a hand, over all that it may be."""
    table = _three_card_table()

    def values(cards: Ints) -> tuple[Ints, Ints]:
        found = table[cards[:, 0], cards[:, 1], cards[:, 2]]
        return found[:, 0], found[:, 1]

    left = unseen([*hand, *seen])
    return _compared(hand, left, 3, 3, values, qualifies, len(three_card.KINDS), np.empty(0, dtype=np.int64))


def casino_stud_spot(hand: Sequence[Card], up: Card, seen: Sequence[Card], qualifies: int) -> Compared:
    """Kinds are rankings, 1 to 10."""
    left = unseen([*hand, up, *seen])
    shown = np.array([DECK.index(up)], dtype=np.int64)
    return _compared(hand, left, 5, 4, five_card_values, qualifies, 11, shown)


@cache
def _three_card_table() -> Ints:
    """[card, card, card]: value and kind; cards ascend."""
    deck = three_card.deck()
    found = np.zeros((52, 52, 52, 2), dtype=np.int64)
    found[tuple(deck.hands.T)] = np.stack((deck.values, deck.kinds), axis=1)
    return found


def five_card_values(cards: Ints) -> tuple[Ints, Ints]:
    """Value and ranking of five card numbers a row."""
    ranks = np.sort(cards // 4, axis=1)
    steps = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], dtype=np.int64)
    number = steps[np.arange(5), ranks].sum(axis=1)
    suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    masks = (1 << ranks).sum(axis=1) * suited
    values = np.where(suited, suited_ranks()[masks], five_ranks()[number]).astype(np.int64)
    return values, categories()[values].astype(np.int64)


def _compared(
    hand: Sequence[Card],
    left: Sequence[int],
    size: int,
    dealt: int,
    values: Callable[[Ints], tuple[Ints, Ints]],
    qualifies: int,
    kinds: int,
    shown: Ints,
) -> Compared:
    """All hands of the dealer, `shown` and so many others, against the hand or against every hand of this size."""
    places = choices_of(len(left), dealt)
    cards = np.array(left, dtype=np.int64)
    with_shown = np.concatenate((cards[places], np.broadcast_to(shown, (len(places), len(shown)))), axis=1)
    dealer_values, _ = values(with_shown)
    found = np.zeros((kinds, 4), dtype=np.int64)
    if hand:
        own, kind = values(np.array([sorted(map(DECK.index, hand))], dtype=np.int64))
        compares = dealer_values[dealer_values >= qualifies]
        found[kind[0]] = (
            len(dealer_values) - len(compares),
            (compares < own[0]).sum(),
            (compares == own[0]).sum(),
            (compares > own[0]).sum(),
        )
        return Compared(found)
    players = choices_of(len(left), size)
    own, kind = values(cards[players])
    up, down = np.argsort(own, kind="stable"), np.argsort(dealer_values, kind="stable")
    chosen = np.array([[comb(card, number) for number in range(6)] for card in range(53)], dtype=np.int64)
    compare_all(players[up], own[up], kind[up], places[down], dealer_values[down], qualifies, chosen, len(left), found)
    return Compared(found)


def choices_of(of: int, size: int) -> Ints:
    flat = np.fromiter(chain.from_iterable(combinations(range(of), size)), dtype=np.int64)
    return flat.reshape(-1, size)


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


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def river_spot(hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card], pays_from: int) -> Counts:
    """With four cards of the board: all rivers and dealer's cards, and all hole cards if one has not looked."""
    left = np.array(unseen([*hole, *board, *seen]), dtype=np.int64)
    own, table = (np.array([*map(DECK.index, cards)], dtype=np.int64) for cards in (hole, board))
    return Counts(*map(int, count_rivers(left, own, table, pays_from, *sevens())))


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


def bonus_spot(hole: Sequence[Card], known: Sequence[Card]) -> Counter[Hole]:
    """Hole cards, and dealer's cards, as the Bonus tells them apart; `known` are all other cards that are seen."""
    found: Counter[Hole] = Counter()
    left = [DECK[card] for card in unseen([*hole, *known])]
    for cards in [tuple(hole)] if hole else combinations(left, 2):
        kind = hole_cards(cards, ())
        rest = len(left) - (0 if hole else 2)
        found[kind] += comb(rest, 2)
        if kind is Hole.ACES:
            aces = sum(card[0] == "A" for card in left) - (0 if hole else 2)
            found[Hole.ACES] -= comb(aces, 2)
            found[Hole.ACES_IN_BOTH_HANDS] += comb(aces, 2)
    return +found


_OWN = {
    FiveCardRank.STRAIGHT_FLUSH: OwnAward.STRAIGHT_FLUSH,
    FiveCardRank.FOUR_OF_A_KIND: OwnAward.FOUR_OF_A_KIND,
}


def award_spot(
    hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card]
) -> Counter[tuple[OwnAward, BoardAward]]:
    """Jackpot awards of a box that does not fold, over the turn and river cards that are yet to come, in order."""
    found: Counter[tuple[OwnAward, BoardAward]] = Counter()
    left = unseen([*hole, *board, *seen])
    numbers = [*map(DECK.index, board)]
    pairs = choices_of(len(left) - 5 + len(board), 2)
    for coming in combinations(left, 5 - len(board)):
        orders = [coming] if len(coming) == 1 else [coming, coming[::-1]]
        dealt = tuple(DECK[card] for card in (*numbers, *coming))
        on_board = board_award(dealt)
        if hole:
            holes = np.array([[*map(DECK.index, hole)]], dtype=np.uint8)
        else:
            holes = np.array([card for card in left if card not in coming], dtype=np.uint8)[pairs]
        common = np.broadcast_to(np.array([*numbers, *coming], dtype=np.uint8), (len(holes), 5))
        sevens_ = np.concatenate((common, holes), axis=1)
        values = values_of(sevens_)
        good = values >= lowest_of()[FiveCardRank.FOUR_OF_A_KIND]
        found[OwnAward.NONE, on_board] += int((~good).sum()) * len(orders)
        for seven, value in zip(sevens_[good].tolist(), values[good].tolist(), strict=True):
            rank = FiveCardRank(int(categories()[value]))
            if rank in _OWN:
                found[_OWN[rank], on_board] += len(orders)
                continue
            cards = tuple(DECK[card] for card in seven[5:])
            for order in orders:
                ordered = (*board, *(DECK[card] for card in order))
                found[own_award(cards, ordered, rank), on_board] += 1
    return found
