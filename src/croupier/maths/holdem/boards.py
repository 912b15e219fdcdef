"""Showdowns of hold'em, counted board by board without visiting a deal.

Boards of five are swept (`rivers`) and added up to boards of four, where one bets on the river or not, and those to
flops, where one bets on the turn or not. All of them are squares of ranks, see `squares`.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from threading import Lock

import numpy as np

from croupier.maths.decisions.spots import Counts
from croupier.maths.holdem.counts import Gain
from croupier.maths.holdem.rivers import entries
from croupier.maths.holdem.squares import RIVERS, SPLIT, SQUARE, TURNS, Int32s, flops, fours
from croupier.maths.tools.kept import kept
from croupier.maths.tools.rank_arrays import RANK_KEYS, STEPS, Ints, Shorts, sevens

__all__ = [
    "RIVERS",
    "SQUARE",
    "TURNS",
    "Counts",
    "Gain",
    "Int32s",
    "flop_by_flop",
    "flops",
    "fours",
    "on_the_flop",
    "on_the_turn",
    "played_out",
    "showdowns",
]

# --- Boards of four and three -------------------------------------------------------------------------------


_lock = Lock()  # the boards of four are kept, and decisions entered into them


@lru_cache(maxsize=1)
def showdowns(pays_from: int) -> Shorts:
    """All boards of four, before any decision, with this lowest value for which the Ante is paid."""
    from croupier.maths.kernels.boards import count_fours
    from croupier.maths.kernels.rivers import count_fives

    known, cards = fours(), sevens()
    keys = np.array(RANK_KEYS, dtype=np.int64)
    flat, four = count_fives(
        known.squares,
        known.one_suit,
        known.two_suits,
        STEPS,
        keys,
        cards.offsets,
        cards.values,
        cards.suited,
        entries(),
        pays_from,
    )
    count_fours(four, flat, known.boards, known.one_suit, known.two_suits, STEPS)
    return four


@kept(np.asarray)
def played_out(pays_from: int, turn_gain: Gain, river_gain: Gain) -> Ints:
    """[suited, rank, rank, bets, result], see `count_flops`."""
    (found,) = flop_by_flop(pays_from, turn_gain, river_gain, [flops()])
    found.flags.writeable = False
    return found


def flop_by_flop(pays_from: int, turn_gain: Gain, river_gain: Gain, some: Iterable[Ints]) -> list[Ints]:
    """The same for some flops, or for several sets of them one after the other."""
    from croupier.maths.kernels.boards import count_flops, decide_river

    known = fours()
    turn, river = np.array(turn_gain, dtype=np.int64), np.array(river_gain, dtype=np.int64)
    with _lock:
        four = showdowns(pays_from)
        decide_river(four, river)
        return [count_flops(each, four, known.one_suit, known.two_suits, STEPS, turn) for each in some]


# --- One spot -----------------------------------------------------------------------------------------------


def on_the_turn(pays_from: int, hole: tuple[int, int], board: Sequence[int]) -> Counts:
    """What becomes of these hole cards with four cards of the board; cards by their number."""
    from croupier.maths.kernels.squares import place_of

    assert len({*hole, *board}) == 6, (hole, board)
    known, four = fours(), showdowns(pays_from)
    counts = np.bincount([card // 4 for card in board], minlength=13)
    masks = [sum(1 << card // 4 for card in board if card % 4 == suit) for suit in range(4)]
    first, second, *_ = *sorted((mask for mask in masks if mask & mask - 1), reverse=True), 0, 0
    order = "ST" if second else "S" if first else ""
    if second:
        suits = sorted(range(4), key=masks.__getitem__, reverse=True)
        at = known.two_suits[place_of(counts, first, STEPS)]
    else:
        suits = sorted(range(4), key=lambda suit: masks[suit] == first and first > 0, reverse=True)
        at = known.one_suit[place_of(counts, first, STEPS)]
    kinds = [(order[place] if (place := suits.index(card % 4)) < len(order) else "O") for card in hole]
    if kinds != sorted(kinds, key="STO".index):
        kinds, hole = kinds[::-1], hole[::-1]
    squares = ["SS", "ST", "SO", "TT", "TO", "OO"] if second else ["SS", "SO", "OO"] if first else ["OO"]
    entry = hole[0] // 4 * 13 + hole[1] // 4
    low, high, lost = (int(four[at + squares.index("".join(kinds)), kind * SQUARE + entry]) for kind in range(3))
    return Counts(low, high, RIVERS - low - high - lost, lost)


def on_the_flop(pays_from: int, hole: tuple[int, int], flop: Sequence[int]) -> Counts:
    """What becomes of these hole cards with three cards of the board."""
    from croupier.maths.kernels.boards import sum_turns

    assert len({*hole, *flop}) == 5, (hole, flop)
    known, four = fours(), showdowns(pays_from)
    sums = np.zeros((4, 4, SPLIT), dtype=np.int32)
    masks = np.zeros(4, dtype=np.int64)
    cards = np.array([*(card // 4 for card in flop), *(card % 4 for card in flop), 1], dtype=np.int64)
    sum_turns(sums, np.zeros_like(sums), cards, four, known.one_suit, known.two_suits, STEPS, masks)
    found = []
    (one, rank), (other, lower) = sorted((card % 4, card // 4) for card in hole)
    for kind in range(3):
        number = int(sums[one, other, kind * SQUARE + rank * 13 + lower])
        if one != other:
            number += int(sums[other, one, kind * SQUARE + lower * 13 + rank])
        found.append(number)
    low, high, lost = found
    return Counts(low, high, TURNS - low - high - lost, lost)
