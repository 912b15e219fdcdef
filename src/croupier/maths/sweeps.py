"""Ranges against each other, board by board: two or three of them at once.

Of more players, the hands of those who have the fewest are taken one by one. Boards that differ by names of suits only
are counted together, and so are hands taken one by one.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.cards import DECK, Card
from croupier.maths.ranges import NUMBERS, RENAMED, Hole, Range
from croupier.maths.runouts import Tell
from croupier.maths.tables import Ints, sevens
from croupier.maths.three_ranges import sweep_three
from croupier.maths.two_ranges import Bytes, further_boards, sweep_two

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
    """For each pot, a mask of those who are in it: deals by a mask of those who win it."""
    order = sorted(range(len(ranges)), key=lambda player: len(ranges[player]))
    few, many = order[:-3], order[-3:]
    players = [*many, *few]  # as the kernels have them
    held = [as_counts(ranges[player]) for player in many]
    spots = _one_by_one([ranges[player] for player in few], that_keep(held, ways_to_name(board, dead)))
    found: list[Counter[int]] = [Counter() for _ in pots]
    for done, (fixed, number) in enumerate(spots.items()):
        part = Part.of(held, fixed, board, dead)
        for place, pot in enumerate(pots):
            begun = Fraction(done * len(pots) + place, len(spots) * len(pots))
            in_pot = [pot >> player & 1 for player in players]
            counted: Counter[int] = Counter()
            for start in range(0, len(part.boards), CHUNK):
                tell(begun + Fraction(start, len(part.boards) * len(spots) * len(pots)))
                counted.update(part.counted(in_pot, slice(start, start + CHUNK)))
            for winners, deals in counted.items():
                mask = sum(1 << player for bit, player in enumerate(players) if winners >> bit & 1)
                assert deals % part.times_as_many == 0
                found[place][mask] += number * deals // part.times_as_many
    return [dict(each) for each in found]


Fixed = tuple[tuple[int, int], ...]
"""A hand for each of some players, by the numbers of its cards."""


def _one_by_one(ranges: Sequence[Range], ways: Sequence[int]) -> Counter[Fixed]:
    """Combinations of hands that share no card; those that differ by names of suits only are counted together."""
    found: Counter[Fixed] = Counter()
    for hands in product(*(HOLES[as_counts(hands) > 0].tolist() for hands in ranges)):
        cards = [card for hand in hands for card in hand]
        if len({*cards}) == len(cards):
            named: list[Fixed] = []
            for suits in (RENAMED[way] for way in ways):
                renamed = ([card // 4 * 4 + suits[card % 4] for card in hand] for hand in hands)
                named.append(tuple((min(hand), max(hand)) for hand in renamed))
            found[min(named)] += 1
    return found


class Part(NamedTuple):
    """Two or three ranges, and hands of the other players, on all boards; each range is [hand, player]."""

    cards: Ints
    weight: Ints
    times_as_many: int
    """How often each deal is counted because one range was put together from all names of suits."""
    fixed: Ints
    known: Ints
    boards: Bytes
    times: Bytes

    @classmethod
    def of(cls, held: Sequence[Ints], fixed: Fixed, board: tuple[Card, ...], dead: frozenset[Card]) -> "Part":
        hands = [[DECK[card] for card in hand] for hand in fixed]
        gone = {NUMBERS[card] for cards in (board, dead, *hands) for card in cards}
        free = ~np.isin(HOLES, [*gone]).any(axis=1)
        live = [each * free for each in held]
        ways, one = that_keep_all_but_one(live, ways_to_name(board, dead, *hands))
        times_as_many = 1
        if len(that_keep(live, ways)) < len(ways):
            live[one] = live[one][_RENAMED_PLACES[ways]].sum(axis=0)
            times_as_many = len(ways)
        there = np.flatnonzero(sum(live))
        rest = np.array([card for card in range(52) if card not in gone], dtype=np.int64)
        missing = 5 - len(board)
        alike = np.array([RENAMED[way] for way in ways], dtype=np.int64)
        boards, times = further_boards(rest, missing, comb(len(rest), missing), alike, sevens().bits)
        return cls(
            HOLES[there],
            np.stack([each[there] for each in live], axis=1),
            times_as_many,
            np.array(fixed, dtype=np.int64).reshape(-1, 2),
            np.array([NUMBERS[card] for card in board], dtype=np.int64),
            boards,
            times,
        )

    def counted(self, in_pot: Sequence[int], some: slice) -> dict[int, int]:
        """Deals on some of the boards by those who win: a bit for each range, then for each hand taken one by one."""
        boards, times, ranges = self.boards[some], self.times[some], self.weight.shape[1]
        if ranges == 2:
            found = sweep_two(self.cards, self.weight, boards, times, self.known, *sevens())
        else:
            fixed_in_pot = sum(1 << bit for bit, is_in in enumerate(in_pot[ranges:]) if is_in)
            swept_in_pot = np.array(in_pot[:ranges], dtype=np.int64)
            found = sweep_three(
                self.cards, self.weight, swept_in_pot, self.fixed, fixed_in_pot, boards, times, self.known, *sevens()
            )
        return {winners: deals for winners, deals in enumerate(found.tolist()) if deals}
