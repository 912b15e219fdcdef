"""Compiled loops of `maths.holdem.squares`."""

import numpy as np

from croupier.numbers.maths.holdem.squares import COUNTS, SQUARE
from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.tools.arrays import Ints, Shorts


@jit
def place_of(counts: Ints, mask: int, steps: Ints) -> tuple[int, int]:
    """The number of a board's ranks, and its marked places."""
    number = 0
    marks = 0
    place = 0
    for rank in range(13):
        for each in range(counts[rank]):
            number += steps[place, rank]
            if each == 0 and mask >> rank & 1:
                marks |= 1 << place
            place += 1
    return number, marks


@jit
def add(into: Shorts, square: Shorts, times: int) -> None:
    factor = np.uint16(times)
    for entry in range(COUNTS):
        into[entry] += np.uint16(factor * square[entry])


@jit
def add_squares(four: Shorts, at: int, square: Shorts, sources: tuple[int, ...], times: int) -> None:
    """Add squares of a board of five, S-S, S-O and O-O, to those of a board of four that follow each other."""
    for kind in range(len(sources)):
        if sources[kind] >= 0:
            add(four[at + kind], square[sources[kind]], times)


@jit
def add_mirrored(into: Shorts, square: Shorts) -> None:
    for kind in range(3):
        for one in range(13):
            for other in range(13):
                into[kind * SQUARE + one * 13 + other] += square[kind * SQUARE + other * 13 + one]


@jit
def take_column(into: Shorts, square: Shorts, rank: int) -> None:
    """Removes the deals whose second hole card is of the rank."""
    for kind in range(3):
        for entry in range(kind * SQUARE + rank, (kind + 1) * SQUARE, 13):
            into[entry] -= square[entry]


@jit
def take_row_and_column(into: Shorts, square: Shorts, rank: int) -> None:
    """Removes the deals whose first or second hole card is of the rank."""
    for kind in range(3):
        start = kind * SQUARE + rank * 13
        for entry in range(start, start + 13):
            into[entry] -= square[entry]
    take_column(into, square, rank)
