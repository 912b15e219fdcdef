"""The parts of a page in the terminal, laid out for its width."""

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

WIDTH = 110
"""The width of text if the terminal is wider or unknown."""
DEEPER = "  "


class Rows(NamedTuple):
    """A table; cells of the columns `right` stand flush right."""

    cells: Sequence[Sequence[str]]
    right: Sequence[int]
    indent: str


class Text(NamedTuple):
    """A paragraph."""

    words: str
    indent: str


Piece = str | Rows | Text
"""A line, or what becomes some of them."""


def columns(cells: Sequence[Sequence[str]], right: Sequence[int] = (), indent: str = "  ") -> list[Piece]:
    return [Rows(cells, right, indent)]


def paragraph(words: str, indent: str = "  ") -> list[Piece]:
    return [Text(words, indent)]


def laid_out(pieces: Iterable[Piece], width: int | None = None) -> Iterator[str]:
    """Lines for a terminal of this width; without one, tables are as wide as they are and lines are left alone."""
    for piece in pieces:
        match piece:
            case Rows(cells, right, indent):
                yield from (line for lines in _table(cells, frozenset(right), indent, width) for line in lines)
            case Text(words, indent):
                yield from _wrapped(words, indent, indent, min(WIDTH, width or WIDTH))
            case str() if width is None or len(piece) <= width:
                yield piece
            case str():
                indent = piece[: min(len(piece) - len(piece.lstrip()), width // 4)]
                yield from _wrapped(piece.lstrip(), indent, indent + DEEPER, width)


def _wrapped(words: str, first: str, further: str, width: int) -> list[str]:
    return wrap(words, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False)


def _table(cells: Sequence[Sequence[str]], right: frozenset[int], indent: str, width: int | None) -> list[list[str]]:
    """The lines of each row: one, or where that is too wide the first cell with all others below it."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = [
        indent
        + DEEPER.join(
            cell.rjust(wide) if place in right else cell.ljust(wide)
            for place, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    ]
    if width is None or max(map(len, rows)) <= width:
        return [[row.rstrip()] for row in rows]
    if len(widths) == 1:
        return [_wrapped(row[0], indent, indent + DEEPER, width) for row in cells]
    below = _table([row[1:] for row in cells], frozenset(place - 1 for place in right), indent + DEEPER, width)
    return [
        [*_wrapped(row[0], indent, indent + DEEPER, width), *(line for line in lines if line.strip())]
        for row, lines in zip(cells, below, strict=True)
    ]
