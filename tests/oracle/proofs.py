"""The fast solvers' integers in the order of the straight ones, so that they can be compared one by one.

What a whole run of `bench/prove.py` has found is kept as a digest in the tests: there the fast solvers are held to
every integer of it, in a second.
"""

from hashlib import sha256
from math import comb

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud import situations as stud_spots
from croupier.numbers.maths.casino_stud import spots as stud_counted
from croupier.numbers.maths.holdem import boards
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.rank_arrays import STEPS
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.rulebook.model import Rulebook
from tests.oracle import brute_force as straight

DEALS_OF_FLOP = 1176 * boards.TURNS


def digest(found: npt.NDArray[np.int64]) -> str:
    """The same for the same integers in the same order, on every machine."""
    return sha256(np.ascontiguousarray(found, dtype="<i8").tobytes()).hexdigest()


# --- Progressive Hold'em ------------------------------------------------------------------------------------


def straight_flop(book: Rulebook, flop: Ints) -> Ints:
    """[suited, rank, rank, bets, result] of one flop, dealt out."""
    settled = holdem.tables(book, ONE)
    turn_gain, river_gain = np.array(settled.gain(2)), np.array(settled.gain(1))
    fives, lowest = straight.five_values(), holdem.pays_from(book)
    return straight.holdem_flop(flop, fives, straight.CHOOSE, straight.PLACES_OF_FIVE, lowest, turn_gain, river_gain)


def fast_flops(book: Rulebook, flops: Ints) -> Ints:
    """[flop, suited, rank, rank, bets, result], counted fast; flops are three card numbers each."""
    settled = holdem.tables(book, ONE)
    rows = np.concatenate([flops // 4, flops % 4, np.ones((len(flops), 1), dtype=np.int64)], axis=1)
    turn_gain, river_gain = (settled.gain(bet) for bet in (2, 1))
    return np.stack(boards.flop_by_flop(holdem.pays_from(book), turn_gain, river_gain, list(rows[:, None])))


# --- Casino Stud --------------------------------------------------------------------------------------------


def straight_stud(book: Rulebook, cards: Ints) -> Ints:
    """[dealer's card, outcome] of one hand, dealt out."""
    found = np.zeros((52, 4), dtype=np.int64)
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 5)
    straight.stud_hand(cards, straight.five_values(), straight.CHOOSE, qualifies, found)
    return found


def fast_stud(book: Rulebook, hands: Ints) -> Ints:
    """[hand, dealer's card, outcome], counted fast; hands are five ascending card numbers each."""
    spots = stud_counted.every_spot(qualifying_value(book.procedure.dealer_qualifies, 5))
    outcomes = spots.in_place(spots.outcomes, empty=0)
    found = np.zeros((len(hands), 52, 4), dtype=np.int64)
    for up in range(52):
        free = (hands != up).all(axis=1)
        found[free, up] = outcomes[spots_of(hands[free], up)]
    return found


def spots_of(hands: Ints, up: int) -> tuple[Ints, int, Ints]:
    """As `stud_counted.spot_of`, for many hands."""
    ranks, suits = hands // 4, hands % 4
    pattern = np.full(comb(17, 5), -1, dtype=np.int64)
    pattern[_numbers(stud_spots.patterns().ranks)] = np.arange(len(stud_spots.patterns().ranks))
    distinct = np.cumsum(np.diff(ranks, axis=1, prepend=ranks[:, :1]) > 0, axis=1)
    in_suit = suits == up % 4
    subset = (in_suit << distinct).sum(axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    of_flush = np.where(in_suit[:, 0], stud_spots.FLUSH_IN_SUIT, stud_spots.FLUSH_ELSEWHERE)
    return pattern[_numbers(ranks)], up // 4, np.where(flush, of_flush, subset)


def _numbers(ranks: Ints) -> Ints:
    found: Ints = STEPS[np.arange(5), ranks].sum(axis=1)
    return found
