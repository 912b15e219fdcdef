"""Every hand against a random one before the flop: counted once and shipped, because it is needed so often.

A test counts again. The order of these hands also ranks them, for ranges such as `15%`.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

from croupier.numbers.maths.equity.holes import Hole, Range
from croupier.rules.cards import DECK, RANKS

FILE = Path(__file__).with_name("against_random.csv")
DEALS = comb(50, 2) * comb(48, 5)
"""Of one hand: every hand of the other player, and every board."""
HOLES = comb(52, 2)


class Counts(NamedTuple):
    """Deals of one hand that it wins and ties."""

    won: int
    tied: int

    @property
    def equity(self) -> Fraction:
        return (self.won + Fraction(self.tied, 2)) / DEALS


def class_of(hole: Hole) -> str:
    """The name of hands that differ by names of suits only: AA, AKs, AKo."""
    high, low = sorted(hole, key=lambda card: RANKS.index(card[0]), reverse=True)
    if high[0] == low[0]:
        return high[0] + low[0]
    return f"{high[0]}{low[0]}{'s' if high[1] == low[1] else 'o'}"


@cache
def classes() -> Mapping[str, Range]:
    """The 169 kinds of hands, and the hands of each."""
    found: dict[str, set[Hole]] = {}
    for pair in combinations(DECK, 2):
        found.setdefault(class_of(frozenset(pair)), set()).add(frozenset(pair))
    return {name: frozenset(hands) for name, hands in found.items()}


@cache
def counts() -> Mapping[str, Counts]:
    """By kind of hand, the best first."""
    lines = FILE.read_text(encoding="ascii").splitlines()[1:]
    return {name: Counts(int(won), int(tied)) for name, won, tied in (line.split(",") for line in lines)}


def written(found: Mapping[str, Counts]) -> str:
    """The table as it ships."""
    best_first = sorted(found.items(), key=lambda each: (-each[1].equity, each[0]))
    return "\n".join(["hand,won,tied", *(f"{name},{one.won},{one.tied}" for name, one in best_first), ""])


def against_random(hands: Collection[Hole]) -> dict[int, int]:
    """Deals by a mask of those who win: 1 these hands, 2 the random one, 3 both."""
    table = counts()
    won = sum(table[class_of(hand)].won for hand in hands)
    tied = sum(table[class_of(hand)].tied for hand in hands)
    return {1: won, 2: DEALS * len(hands) - won - tied, 3: tied}


def best(percent: Fraction) -> Range:
    """The hands with the most equity against a random one, as many as fit into `percent` of all."""
    room = percent * HOLES / 100
    found: set[Hole] = set()
    for name in counts():
        hands = classes()[name]
        if len(found) + len(hands) > room:
            break
        found |= hands
    return frozenset(found)
