"""Single spots of hold'em, looked up in the squares that the solver counts board by board; cards by their number."""

from collections.abc import Sequence

import numpy as np

from croupier.numbers.maths.decisions.spots import Counts
from croupier.numbers.maths.holdem.boards import showdowns
from croupier.numbers.maths.holdem.squares import RIVERS, SPLIT, SQUARE, TURNS, fours
from croupier.numbers.maths.kernels.boards import sum_turns
from croupier.numbers.maths.kernels.squares import place_of
from croupier.numbers.maths.tools.rank_arrays import STEPS


def on_the_turn(pays_from: int, hole: tuple[int, int], board: Sequence[int]) -> Counts:
    """What becomes of these hole cards with four cards of the board."""
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
