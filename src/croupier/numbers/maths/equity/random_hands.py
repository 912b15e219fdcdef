"""The average share of a pot that a hold'em hand wins against a number of random hands.

Against one hand all deals are counted. Against more there are too many; a hundred thousand are drawn, always the same
ones for the same cards, so that the answer is stable: it is right to some tenths of a per cent.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.numbers.maths.equity.all_in import equities
from croupier.numbers.maths.equity.ranges import parse_range
from croupier.numbers.maths.tools.arrays import Bytes
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.rules.cards import DECK, Card

SAMPLES = 100_000
SEED = 2_023


def share_against(hole: Sequence[Card], board: Sequence[Card], others: int) -> Fraction:
    if others == 0:
        return Fraction(1)
    if others == 1:
        own, _ = equities([parse_range("".join(hole)), parse_range("random")], board)
        return own.equity
    return _sampled([DECK.index(card) for card in hole], [DECK.index(card) for card in board], others)


def _sampled(hole: list[int], board: list[int], others: int) -> Fraction:
    left = np.array([card for card in range(52) if card not in (*hole, *board)], dtype=np.uint8)
    to_come = 5 - len(board)
    drawn = _drawn(left, to_come + 2 * others)
    boards = np.concatenate((_repeated(board), drawn[:, :to_come]), axis=1)
    own = _values(boards, _repeated(hole))
    theirs = np.stack(
        [_values(boards, drawn[:, first : first + 2]) for first in range(to_come, to_come + 2 * others, 2)], axis=1
    )
    ahead = (own > theirs.max(axis=1)).sum()
    level = own == theirs.max(axis=1)
    shared = (theirs == own[:, None]).sum(axis=1)[level]
    parts = [Fraction(int((shared == number).sum()), number + 1) for number in range(1, others + 1)]
    return (int(ahead) + sum(parts, Fraction(0))) / SAMPLES


def _drawn(left: Bytes, number: int) -> Bytes:
    """`number` different cards a row, each order equally likely."""
    chance = np.random.default_rng(SEED).random((SAMPLES, len(left)), dtype=np.float32)
    return left[np.argsort(chance, axis=1)[:, :number]]


def _repeated(cards: list[int]) -> Bytes:
    return np.tile(np.array(cards, dtype=np.uint8), (SAMPLES, 1))


def _values(boards: Bytes, hands: Bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint16]]:
    return values_of(np.ascontiguousarray(np.concatenate((boards, hands), axis=1)))
