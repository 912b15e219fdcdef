"""The values of five to seven cards by their ranks alone, ready to be looked up.

There are 73,775 combinations of five to seven ranks. A dictionary of them would not stay in a processor's cache, and
working them out takes longer than most programs run. So they ship with the package, in `best_values.bin`: a row for
each combination of high ranks, in which those of low ranks stand in columns, fewer cards before more; 0 for fewer
than five cards. A row ends where an eighth card would begin. Each value has two bytes, the lower first.

    python -m croupier.rules.hands > src/croupier/rules/best_values.bin      works it out again from the rankings
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

FILE = "best_values.bin"
LOW_RANKS, HIGH_RANKS = range(2, 9), range(9, 15)
HIGH_SHIFT = 36
LOW = 0xF_FFFF

RANK_KEYS: Mapping[int, int] = {
    **{rank: 5 ** (rank - 2) for rank in LOW_RANKS},
    **{rank: 5 ** (rank - 9) << HIGH_SHIFT for rank in HIGH_RANKS},
}
"""Add them up: digits in base five count the cards of each rank, the low ones in the lowest bits."""


class Layout(NamedTuple):
    columns: list[int]
    """By the sum of low keys; past the end of every row where there are more than seven cards."""
    ends: list[int]
    """How long a row is, by the sum of high keys."""


def layout() -> Layout:
    count = [0]  # of cards, by a sum of keys: that of its digits
    for _ in LOW_RANKS:
        count = [digit + others for digit in range(5) for others in count]
    lows = sorted((low for low in range(5**7) if count[low] <= 7), key=count.__getitem__)
    columns = [len(lows)] * 5**7
    for column, low in enumerate(lows):
        columns[low] = column
    ends = [bisect_right(lows, 7 - held, key=count.__getitem__) for held in range(8)]
    return Layout(columns, [ends[held] if held <= 7 else 0 for held in count[: 5**6]])


def load() -> tuple[list[array[int]], list[int]]:
    """Rows by the sum of high keys, columns by the sum of low keys."""
    columns, ends = layout()
    values = _lower_byte_first(array("H", Path(__file__).with_name(FILE).read_bytes()))
    nothing = values[:0]
    stops = accumulate(ends)
    return [values[stop - end : stop] if end else nothing for end, stop in zip(ends, stops, strict=True)], columns


def packed(best: Mapping[int, int]) -> bytes:
    """What the file holds when these are the values, by the sum of keys."""
    columns, ends = layout()
    starts = [0, *accumulate(ends)]
    values = array("H", [0]) * starts[-1]
    for total, value in best.items():
        values[starts[total >> HIGH_SHIFT] + columns[total & LOW]] = value
    return _lower_byte_first(values).tobytes()


def _lower_byte_first(values: array[int]) -> array[int]:
    if sys.byteorder == "big":
        values.byteswap()
    return values
