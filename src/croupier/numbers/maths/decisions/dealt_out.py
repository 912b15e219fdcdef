"""One decision dealt out: all possible places of the cards that a player does not see.

Solvers never visit a deal; here all of them are visited or counted one by one, for a player who sees certain
cards only. They may know their hand or be blind to it (R-8, R-57), and may have seen their other box. So these
counts are also a second opinion on those of the solvers.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.numbers.maths.decisions import spots
from croupier.numbers.maths.decisions.spots import Counts
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.numbers.maths.tools.rank_arrays import categories, five_ranks, sevens, suited_ranks
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.rules.cards import DECK, Card
from croupier.rules.games.progressive_holdem.settle import BoardAward, OwnAward, board_award, own_award
from croupier.rules.hands import FiveCardRank


def unseen(known: Sequence[Card]) -> list[int]:
    """The other cards of the pack by their number, ascending."""
    return [*map(DECK.index, spots.unseen(known))]


# --- Casino Stud ---------------------------------------------------------------------------


class Compared(NamedTuple):
    """[kind of the player's hand, outcome]: dealer does not qualify, higher, same, lower."""

    deals: Ints

    @property
    def total(self) -> int:
        return int(self.deals.sum())


def casino_stud_spot(hand: Sequence[Card], up: Card, seen: Sequence[Card], qualifies: int) -> Compared:
    """Kinds are rankings, 1 to 10."""
    left = unseen([*hand, up, *seen])
    shown = np.array([DECK.index(up)], dtype=np.int64)
    return compared(hand, left, 5, 4, five_card_values, qualifies, 11, shown)


def five_card_values(cards: Ints) -> tuple[Ints, Ints]:
    """Value and ranking of five card numbers a row."""
    ranks = np.sort(cards // 4, axis=1)
    steps = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], dtype=np.int64)
    number = steps[np.arange(5), ranks].sum(axis=1)
    suited = (cards % 4 == cards[:, :1] % 4).all(axis=1)
    masks = (1 << ranks).sum(axis=1) * suited
    values = np.where(suited, suited_ranks()[masks], five_ranks()[number]).astype(np.int64)
    return values, categories()[values].astype(np.int64)


def compared(
    hand: Sequence[Card],
    left: Sequence[int],
    size: int,
    dealt: int,
    values: Callable[[Ints], tuple[Ints, Ints]],
    qualifies: int,
    kinds: int,
    shown: Ints,
) -> Compared:
    """All hands of the dealer (`shown` and unknown cards), against the hand or against every hand of this size."""
    from croupier.numbers.maths.kernels.dealt_out import compare_all

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


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def river_spot(hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card], pays_from: int) -> Counts:
    """With four cards of the board: all rivers and dealer's cards, and all hole cards if one has not looked."""
    from croupier.numbers.maths.kernels.dealt_out import count_rivers

    left = np.array(unseen([*hole, *board, *seen]), dtype=np.int64)
    own, table = (np.array([*map(DECK.index, cards)], dtype=np.int64) for cards in (hole, board))
    return Counts(*map(int, count_rivers(left, own, table, pays_from, *sevens())))


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
