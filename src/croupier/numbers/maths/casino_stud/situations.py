"""Spots of Casino Stud: five ranks, which of them are of the dealer's suit, and what the dealer may have.

Suits matter only for flushes. So the player's hand is five ranks, and those of them that are of the suit
of the dealer's card: 1.2 million spots stand for all 122 million. In each spot

    dealer's hands below a value = those with lower ranks, whatever their suits
                                   - those of one suit among them, which their ranks alone rate too low
                                   + those of one suit that are lower as flushes

The first depends on ranks only: how many cards of each are left. The dealer's hand can be of one suit only if
it is that of the face-up card, so the others depend on the ranks that the player holds in that suit.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import STEPS, categories, five_ranks, suited_ranks
from croupier.numbers.maths.tools.rankings import VALUES

Int32s = npt.NDArray[np.int32]

HANDS = comb(52, 5)
DEALERS = comb(46, 4)


class Patterns(NamedTuple):
    """Five ranks, and how a dealer's hand can be made of the face-up card and four others."""

    ranks: Ints
    """[hand, 5] ascending: all 6,175 fives of ranks."""
    values: Ints
    """[hand]: without a flush."""
    suited: Ints
    """[hand]: of one suit, or 0 where ranks are double."""
    up_values: Ints
    """[up, pattern]: values of the dealer's ranks that contain `up`, ascending."""
    up_ranks: Ints
    """[up, pattern, 4]: ranks of the four others; where one stands for several cards it comes once."""
    up_cards: Ints
    """[up, pattern, 4]: how many cards of that rank; 0 for places not needed."""
    up_starts: Ints
    """[up, ranking]: the first pattern of that ranking or a higher one."""
    pair_starts: Ints
    """[up, rank]: the first pattern with a pair of that rank, and no other."""
    masks: npt.NDArray[np.int16]
    """[up, 495]: five different ranks with `up`, ascending by their value without a flush."""
    mask_values: Ints
    """[up, 495]"""
    mask_suited: Ints
    """[up, 495]"""


@kept(Patterns)
def patterns() -> Patterns:
    fives = np.array(list(combinations_with_replacement(range(13), 5)), dtype=np.int64)
    ranks = fives[fives[:, 0] < fives[:, 4]]
    values = five_ranks()[STEPS[np.arange(5), ranks].sum(axis=1)].astype(np.int64)
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    masks = ((counts > 0) << np.arange(13)).sum(axis=1)
    suited = np.where(counts.max(axis=1) == 1, suited_ranks()[masks], 0).astype(np.int64)

    order = np.argsort(values)
    up_values = np.full((13, 1820), VALUES + 1, dtype=np.int64)
    up_ranks = np.zeros((13, 1820, 4), dtype=np.int64)
    up_cards = np.zeros((13, 1820, 4), dtype=np.int64)
    up_starts = np.zeros((13, 12), dtype=np.int64)
    pair_starts = np.zeros((13, 13), dtype=np.int64)
    odd = []
    for up in range(13):
        with_up = order[counts[order, up] > 0]
        up_values[up, : len(with_up)] = values[with_up]
        up_starts[up] = np.searchsorted(categories()[values[with_up]], np.arange(12))
        pairs = counts[with_up[up_starts[up, 2] : up_starts[up, 3]]].argmax(axis=1)
        pair_starts[up] = up_starts[up, 2] + np.searchsorted(pairs, np.arange(13))
        others = counts[with_up]
        others[:, up] -= 1
        pattern, rank = np.nonzero(others)
        column = np.arange(len(pattern)) - np.searchsorted(pattern, pattern)
        up_ranks[up, pattern, column] = rank
        up_cards[up, pattern, column] = others[pattern, rank]
        odd.append(with_up[suited[with_up] > 0])
    return Patterns(
        ranks,
        values,
        suited,
        up_values,
        up_ranks,
        up_cards,
        up_starts,
        pair_starts,
        masks[odd].astype(np.int16),
        values[odd],
        suited[odd],
    )


CHOOSE = np.array([[comb(cards, taken) for taken in range(5)] for cards in range(5)], dtype=np.int64)


FLUSH_ELSEWHERE = 32
"""The place of a flush in another suit than the dealer's card; other hands stand at the subset held in its suit."""
FLUSH_IN_SUIT = 33
PLACES = 34
