"""Hands of Casino Stud in groups: those that are decided alike whatever is paid, and each Ace-King by itself.

Odd cards below Ace-King are one group, every Ace-King is its own, pairs are grouped by their rank, and higher hands by
their ranking. Groups are ranges of values, the lowest first.
"""

from bisect import bisect_right
from collections import Counter
from functools import cache
from math import comb, prod

from croupier.numbers.maths.tools.rankings import CATEGORIES, VALUES, lowest_of
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import FiveCardRank, five_card_hands, five_card_rank

KICKERS = comb(12, 3)
"""Values of a pair of one rank."""


@cache
def starts() -> tuple[int, ...]:
    """The lowest value of each group."""
    lowest, ace_king = lowest_of(), qualifying_value("ace-king", 5)
    pair, two_pairs = lowest[FiveCardRank.ONE_PAIR], lowest[FiveCardRank.TWO_PAIRS]
    higher = [lowest[rank] for rank in CATEGORIES if rank > FiveCardRank.ONE_PAIR]
    return (1, *range(ace_king, pair), *range(pair, two_pairs, KICKERS), *higher)


def values_of(group: int) -> range:
    first = starts()
    return range(first[group], first[group + 1] if group + 1 < len(first) else VALUES + 1)


def group_of(value: int) -> int:
    return bisect_right(starts(), value) - 1


@cache
def ranks_of_groups() -> tuple[FiveCardRank, ...]:
    return tuple(map(five_card_rank, starts()))


@cache
def hands_with() -> tuple[int, ...]:
    """[value]: how many of the 2,598,960 hands have it; none has 0."""
    found = [0]
    for _, ranks, suited in five_card_hands():
        of_rank = Counter(ranks)
        plain = prod(comb(4, cards) for cards in of_rank.values()) - (4 if len(of_rank) == 5 else 0)
        found.append(4 if suited else plain)
    return tuple(found)
