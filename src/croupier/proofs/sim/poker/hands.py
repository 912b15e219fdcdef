"""How strong a hand is, worked out straight from the ranking list and by nobody else's means (3.1.2)."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from croupier.rules.cards import RANKS, Card

Evaluate = Callable[[Sequence[Card]], int]
"""The strength of seven cards: the higher, the better."""

_RANK = {rank: number for number, rank in enumerate(RANKS, 2)}


@cache
def five_cards(ranks: tuple[int, ...], suited: bool) -> int:
    """The strength of five cards, straight from the ranking list (3.1.2); ranks from the highest down."""
    counted = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in counted]
    order = [rank for _, rank in counted]
    straight = len(order) == 5 and order[0] - order[4] == 4
    if order == [14, 5, 4, 3, 2]:
        straight, order = True, [5, 4, 3, 2, 1]
    if straight and suited:
        kind = 8
    elif shape[0] == 4:
        kind = 7
    elif shape[:2] == [3, 2]:
        kind = 6
    elif suited:
        kind = 5
    elif straight:
        kind = 4
    else:
        kind = {3: 3, 2: shape.count(2), 1: 0}[shape[0]]
    value = kind
    for rank in [*order, 0, 0, 0, 0][:5]:
        value = value * 15 + rank
    return value


def best_of_seven(cards: Sequence[Card]) -> int:
    """All twenty-one choices of five, one after the other."""
    by_rank = sorted(((_RANK[card[0]], card[1]) for card in cards), reverse=True)
    ranks, suits = zip(*by_rank, strict=True)
    choices = zip(combinations(ranks, 5), combinations(suits, 5), strict=True)
    return max(five_cards(five, len(set(of_suits)) == 1) for five, of_suits in choices)
