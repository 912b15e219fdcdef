"""Deals of Progressive Hold'em in which the jackpot pays an award, dealt out against every dealer's hand."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np

from croupier.numbers.maths.holdem.boards import fours, showdowns
from croupier.numbers.maths.holdem.deals import Awarded, Gain
from croupier.numbers.maths.holdem.decisions import turn_decisions
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import STEPS, sevens


def award_deals(pays_from: int, turn_gain: Gain, river_gain: Gain) -> list[Awarded]:
    by_hole, aces = _award_deals(pays_from, turn_gain, river_gain)
    return [*(by_hole[hole.place].tolist() for hole in ALL_HOLES), aces.tolist()]


@kept(lambda *arrays: arrays)
def _award_deals(pays_from: int, turn_gain: Gain, river_gain: Gain) -> tuple[Ints, Ints]:
    """[suited, rank, rank, own, board, bets, result]; for two Aces against the other two [own, board, bets, result]."""
    from croupier.numbers.maths.kernels.together import count_award_deals

    known, (sets, bests, times) = fours(), sets_with_awards()
    turns = turn_decisions(pays_from, turn_gain)
    return count_award_deals(
        sets,
        bests,
        times,
        turns,
        np.array(river_gain, dtype=np.int64),
        pays_from,
        showdowns(pays_from),
        known.one_suit,
        known.two_suits,
        STEPS,
        *sevens(),
    )


def sets_with_awards() -> tuple[Ints, Ints, Ints]:
    """Sets of seven cards with an award, one for all that differ in suits only; its best hand; how many it is for."""
    sets: list[Ints] = []
    bests: list[int] = []
    times: list[int] = []

    def enter(made: list[int], others: Sequence[tuple[int, ...]], fixed: int, best: int) -> None:
        cards = np.array(others, dtype=np.int64)
        lowest = np.full(len(cards), 1 << 52, dtype=np.int64)
        for rest in permutations(range(fixed, 4)):
            suits = np.array([*range(fixed), *rest])
            np.minimum(lowest, (1 << (cards // 4 * 4 + suits[cards % 4])).sum(axis=1), out=lowest)
        _, first, number = np.unique(lowest, return_index=True, return_counts=True)
        sets.extend(np.array([*made, *cards[place]]) for place in first)
        bests.extend([best] * len(first))
        times.extend((number * (1 if fixed == 0 else 4)).tolist())

    for rank in range(13):
        four = [4 * rank + suit for suit in range(4)]
        enter(four, [each for each in combinations(range(52), 3) if all(card // 4 != rank for card in each)], 0, 4)
    for highest in range(3, 13):
        straight = [4 * ((highest - place) % 13) for place in range(5)]
        out = {*straight, 4 * (highest + 1)}  # with the next card the straight flush would be a higher one
        pairs = [each for each in combinations(range(52), 2) if not out & set(each)]
        enter(straight, pairs, 1, 0 if highest == 12 else 3)
    assert sum(times) == 13 * comb(48, 3) + 4 * (comb(47, 2) + 9 * comb(46, 2))
    return np.array(sets), np.array(bests), np.array(times)
