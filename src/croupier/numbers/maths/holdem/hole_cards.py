"""Hole cards of Progressive Hold'em without their suits' names, and how many deals there are."""

from math import comb
from typing import TypeVar

from croupier.base.values import Value
from croupier.rules.cards import RANKS
from croupier.rules.games.progressive_holdem.settle import BoardAward, Hole, OwnAward

OWN = tuple(OwnAward)
BOARD = tuple(BoardAward)
BOARDS = comb(50, 3) * 47 * 46
"""Flops, turns and rivers for two hole cards."""
T = TypeVar("T")

HOLES = comb(52, 2)
DEALS_OF_HOLE = BOARDS * comb(45, 2)
DEALS = HOLES * DEALS_OF_HOLE


class HoleCards(Value, order=True):
    """Hole cards that differ in suits only: two ranks, 0 for a Two, the higher first."""

    high: int
    low: int
    suited: bool

    def __str__(self) -> str:
        suits = "" if self.high == self.low else ("s" if self.suited else "o")
        return f"{RANKS[self.high]}{RANKS[self.low]}{suits}"

    @property
    def combinations(self) -> int:
        return combinations_of(int(self.suited), self.high, self.low)

    @property
    def place(self) -> tuple[int, int, int]:
        return int(self.suited), self.high, self.low

    def of(self, counts: list[list[list[T]]]) -> T:
        """The value for these hole cards."""
        return counts[int(self.suited)][self.high][self.low]

    @property
    def bonus_hand(self) -> Hole:
        """As the Bonus tells hole cards apart, if the dealer has no Aces."""
        if self.high == self.low:
            return Hole.ACES if self.high == 12 else (Hole.HIGH_PAIR if self.high >= 9 else Hole.LOW_PAIR)
        if self.high < 12 or self.low < 9:
            return Hole.NOTHING
        if self.low == 11:
            return Hole.ACE_KING_SUITED if self.suited else Hole.ACE_KING_UNSUITED
        return Hole.ACE_QUEEN_OR_JACK_SUITED if self.suited else Hole.ACE_QUEEN_OR_JACK_UNSUITED


def combinations_of(suited: int, high: int, low: int) -> int:
    """How many pairs of hole cards have these ranks."""
    if high == low:
        return 0 if suited else 6
    return 4 if suited else 12


ALL_HOLES = tuple(
    HoleCards(high, low, suited)
    for high in range(12, -1, -1)
    for low in range(high, -1, -1)
    for suited in ((False,) if high == low else (True, False))
)
