"""Two ranges against each other, board by board. Boards that differ by names of suits only are counted together."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from croupier.numbers.maths.equity.holes import Hole, Range
from croupier.numbers.maths.equity.ranges import NUMBERS, RENAMED
from croupier.numbers.maths.equity.runouts import Tell
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.rank_arrays import sevens
from croupier.rules.cards import Card

HOLES = np.array([*combinations(range(52), 2)], dtype=np.int64)
_PLACES = np.zeros((52, 52), dtype=np.int64)
_PLACES[HOLES[:, 0], HOLES[:, 1]] = _PLACES[HOLES[:, 1], HOLES[:, 0]] = np.arange(len(HOLES))
_RENAMED_PLACES = np.array(
    [_PLACES[tuple((HOLES // 4 * 4 + np.array(suits)[HOLES % 4]).T)] for suits in RENAMED], dtype=np.int64
)
"""[way to name the suits, place of a hand]: where the hand with these names stands."""

CHUNK = 500
"""Boards between two looks at how much is done."""


def as_counts(hands: Iterable[Hole]) -> Ints:
    """[place of a hand]: 1 if it is in the range."""
    found = np.zeros(len(HOLES), dtype=np.int64)
    for one, other in hands:
        found[_PLACES[NUMBERS[one], NUMBERS[other]]] = 1
    return found


def ways_to_name(*known: Collection[Card]) -> list[int]:
    """Ways to name the suits, by their place in RENAMED, that change none of these sets of cards."""
    sets = [{NUMBERS[card] for card in cards} for cards in known]
    return [
        way
        for way, suits in enumerate(RENAMED)
        if all({card // 4 * 4 + suits[card % 4] for card in cards} == cards for cards in sets)
    ]


def that_keep(held: Sequence[Ints], ways: Sequence[int]) -> list[int]:
    """Of these ways, those that change no range."""
    return [way for way in ways if all((each[_RENAMED_PLACES[way]] == each).all() for each in held)]


def that_keep_all_but_one(held: Sequence[Ints], ways: Sequence[int]) -> tuple[list[int], int]:
    """The most ways that change none of the ranges but one, and which one that is.

    It may be changed, for a count is a sum over its hands: all that differ by these names only are worth the same.
    """
    found = [(that_keep([*held[:one], *held[one + 1 :]], ways), one) for one in range(len(held))]
    return max(found, key=lambda each: len(each[0]))


def swept(
    ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int], tell: Tell
) -> list[dict[int, int]]:
    """For each pot, a mask of the players in it: deals by a mask of those who win it."""
    found = _showdowns(ranges, board, dead, tell)
    return [_of_pot(found, pot) for pot in pots]


BOTH = 0b11


def _of_pot(found: dict[int, int], pot: int) -> dict[int, int]:
    """A player alone in a pot wins it, whatever the hands."""
    return found if pot == BOTH else {pot: sum(found.values())}


def _showdowns(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], tell: Tell) -> dict[int, int]:
    from croupier.numbers.maths.kernels.two_ranges import further_boards, sweep_two

    gone = {NUMBERS[card] for card in (*board, *dead)}
    free = ~np.isin(HOLES, [*gone]).any(axis=1)
    live = [as_counts(hands) * free for hands in ranges]
    ways, one = that_keep_all_but_one(live, ways_to_name(board, dead))
    times_as_many = 1
    if len(that_keep(live, ways)) < len(ways):
        # summed over all names of suits, so that each deal is counted that many times
        live[one] = live[one][_RENAMED_PLACES[ways]].sum(axis=0)
        times_as_many = len(ways)
    there = np.flatnonzero(sum(live))
    hands, weight = HOLES[there], np.stack([each[there] for each in live], axis=1)
    rest = np.array([card for card in range(52) if card not in gone], dtype=np.int64)
    missing = 5 - len(board)
    alike = np.array([RENAMED[way] for way in ways], dtype=np.int64)
    boards, times = further_boards(rest, missing, comb(len(rest), missing), alike, sevens().bits)
    known = np.array([NUMBERS[card] for card in board], dtype=np.int64)
    counted: Counter[int] = Counter()
    for start in range(0, len(boards), CHUNK):
        tell(Fraction(start, len(boards)))
        some = slice(start, start + CHUNK)
        deals = sweep_two(hands, weight, boards[some], times[some], known, *sevens())
        counted.update({winners: number for winners, number in enumerate(deals.tolist()) if number})
    assert all(number % times_as_many == 0 for number in counted.values())
    return {winners: number // times_as_many for winners, number in counted.items()}
