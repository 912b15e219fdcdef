"""Perfect play without a gap: every decision of a game, row by row, as a laboratory checks it."""

from collections.abc import Sequence

from croupier.base.values import Value

Cells = tuple[str, ...]


class Shown(Value):
    """A part of it that people read, for the appendix of a sheet."""

    words: str
    head: Cells
    rows: tuple[Cells, ...]
    right: tuple[int, ...] = ()


class Complete(Value):
    words: str
    """How a row is read."""
    head: Cells
    rows: Sequence[Cells]
