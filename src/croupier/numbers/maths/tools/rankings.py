"""Rankings of five cards by their values, as plain numbers."""

from bisect import bisect_left
from functools import cache

from croupier.rules.hands import FiveCardRank, five_card_rank

VALUES = 7462
CATEGORIES = tuple(FiveCardRank)


@cache
def lowest_of() -> dict[FiveCardRank, int]:
    """The lowest value of each ranking."""
    return {rank: 1 + bisect_left(range(1, VALUES + 1), rank, key=five_card_rank) for rank in CATEGORIES}
