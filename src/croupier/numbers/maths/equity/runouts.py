"""Hands of hold'em, each known, on every board that can still come: who wins which pot how often."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from croupier.numbers.maths.equity.holes import Hole, Range
from croupier.numbers.maths.equity.ranges import NUMBERS, RENAMED
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.rank_arrays import sevens
from croupier.rules.cards import Card

Tell = Callable[[Fraction], None]
"""Called from time to time with the share of the work that is done."""

Spot = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]


def dealt_out(
    ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int], tell: Tell
) -> Ints:
    """[pot, winners]: each combination of hands on each board; a pot is a mask of those who are in it."""
    from croupier.numbers.maths.kernels.runouts import run_out

    counts = np.zeros((len(pots), 1 << len(ranges)), dtype=np.int64)
    eligible = np.array(pots, dtype=np.int64)
    spots = _spots(ranges, board, dead)
    for done, ((holes, known, out), number) in enumerate(spots.items()):
        tell(Fraction(done, len(spots)))
        rest = np.array([card for card in range(52) if card not in (*sum(holes, ()), *known, *out)], dtype=np.int64)
        found = np.zeros_like(counts)
        hands, cards = np.array(holes, dtype=np.int64), np.array(known, dtype=np.int64)
        run_out(hands, cards, rest, 5 - len(known), eligible, found, *sevens())
        counts += number * found
    return counts


def _spots(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> Counter[Spot]:
    """Combinations of hands that share no card; those that differ in suits only are counted together."""
    found: Counter[Spot] = Counter()
    for hands in product(*ranges):
        cards = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(cards)) == len(cards):
            found[_without_suits(hands, board, dead)] += 1
    return found


def _without_suits(hands: Sequence[Hole], board: tuple[Card, ...], dead: frozenset[Card]) -> Spot:
    """The first of all ways to name the suits."""
    numbered = [[divmod(NUMBERS[card], 4) for card in cards] for cards in (*hands, board, dead)]
    ways = []
    for suits in RENAMED:
        renamed = [tuple(sorted(4 * rank + suits[suit] for rank, suit in cards)) for cards in numbered]
        *holes, known, out = renamed
        ways.append((tuple((one, other) for one, other in holes), known, out))
    return min(ways)
