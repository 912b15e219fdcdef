"""Text laid out for the terminal it is printed in."""

import shutil
import sys
from collections.abc import Sequence
from os import environ
from textwrap import wrap


def page_width() -> int:
    return max(40, min(110, shutil.get_terminal_size((100, 24)).columns))


def terminal_width() -> int | None:
    """The width of the terminal, or of COLUMNS; None for other output, which should be the same everywhere."""
    asked = sys.stdout.isatty() or environ.get("COLUMNS")
    return max(40, min(140, shutil.get_terminal_size((100, 24)).columns)) if asked else None


def hanging(text: str, first: str, rest: str | None = None) -> list[str]:
    """Wrapped; `first` stands before the first line and the others are indented as far, or by `rest`."""
    indent = " " * len(first) if rest is None else rest
    return wrap(text, page_width(), initial_indent=first, subsequent_indent=indent, break_on_hyphens=False) or [first]


def columns(rows: Sequence[Sequence[str]], indent: str = "", right: Sequence[int] = ()) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        indent
        + "  ".join(
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def alternatives(names: Sequence[str]) -> str:
    """ "this, that or another"."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
