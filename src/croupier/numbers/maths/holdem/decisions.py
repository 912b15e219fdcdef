"""Every Turn bet and every River bet of Progressive Hold'em, decided."""

from functools import lru_cache
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.holdem.boards import Gain, flops, fours, showdowns
from croupier.numbers.maths.holdem.streets import boards_of_four
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import STEPS

Bytes = npt.NDArray[np.int8]
Bits = npt.NDArray[np.uint8]


class Decisions(NamedTuple):
    """Turn and River bets as bits, one row for all boards that differ in names of suits only."""

    turn: Bits
    """[kind of flop, hole cards / 8]"""
    river: Bits
    """[kind of four cards, hole cards / 8]"""
    flop_kind: Shorts
    """[flop]: see `flop_number`."""
    flop_order: Bits
    """[flop]: how to rename its suits, a row of `orders`."""
    four_kind: Shorts
    four_order: Bits
    orders: Bits
    """[order, suit]"""


@kept(Decisions)
def packed_decisions(pays_from: int, turn_gain: Gain, river_gain: Gain) -> Decisions:
    """All of them in 3.5 MB; making them takes a minute, for the showdowns are counted again."""
    some = flops()
    first = some[:, :3] * 4 + some[:, 3:6]
    numbers = [flop_number(*sorted(each)) for each in first.tolist()]
    turns = turn_decisions(pays_from, turn_gain)[numbers] == 1
    rivers = river_decisions(pays_from, river_gain) == 1
    return Decisions(
        np.packbits(turns, axis=1, bitorder="little"),
        np.packbits(rivers, axis=1, bitorder="little"),
        *_renamed(np.array(list(combinations(range(52), 3))), first),
        *_renamed(np.array(list(combinations(range(52), 4))), boards_of_four()[0]),
        np.array(list(permutations(range(4))), dtype=np.uint8),
    )


def _renamed(boards: Ints, kinds: Ints) -> tuple[Shorts, Bits]:
    """[board]: its kind, and the order of suits that makes it the board that stands for the kind."""
    place = np.zeros(len(boards), dtype=np.int64)  # in the order of the highest card, the next and so on
    for column, cards in enumerate(boards.T):
        place += np.array([comb(card, column + 1) for card in range(52)])[cards]
    known = (1 << kinds).sum(axis=1)
    order = np.argsort(known)
    kind = np.zeros(len(boards), dtype=np.uint16)
    which = np.full(len(boards), 255, dtype=np.uint8)
    for number, suits in enumerate(permutations(range(4))):
        renamed = (1 << boards // 4 * 4 + np.array(suits)[boards % 4]).sum(axis=1)
        found = order[np.searchsorted(known[order], renamed).clip(max=len(order) - 1)]
        here = known[found] == renamed
        kind[place[here]], which[place[here]] = found[here], number
    assert which.max() < 24, "every board is one of the kinds"
    return kind, which


@lru_cache(maxsize=2)
def turn_decisions(pays_from: int, gain: Gain) -> Bytes:
    """[flop, hole cards]: 1 bet, 0 check, -1 where they share a card; see `flop_number` and `number_of_hole`."""
    from croupier.numbers.maths.kernels.together import decide_turns

    known = fours()
    orders = np.array(list(permutations(range(4))), dtype=np.int64)
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    found = decide_turns(flops(), orders, np.array(gain, dtype=np.int64), *tables)
    assert int((found < 0).sum()) == 22_100 * (3 * 49 + 3)
    return found


@lru_cache(maxsize=2)
def river_decisions(pays_from: int, gain: Gain) -> Bytes:
    """[board, hole cards] for `boards_of_four`, one of each kind."""
    from croupier.numbers.maths.kernels.together import decide_rivers

    known, (boards, _) = fours(), boards_of_four()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return decide_rivers(boards, np.array(gain, dtype=np.int64), *tables)


def flop_number(low: int, middle: int, high: int) -> int:
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
