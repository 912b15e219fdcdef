"""A figure moved through several values, for programs."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import escape
from typing import Any

from croupier.base.json_answers import as_object
from croupier.doors.library.numbers import Money, Odds, money
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.sweep import Sweep as Found
from croupier.numbers.maths.odds.sweep import is_swept, values_of
from croupier.numbers.maths.odds.sweep import sweep as solved
from croupier.numbers.reports.sweep import as_csv, chart, figures, page, rows, swept_in_words
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.weave import title_of


def sweep(
    game: str,
    changes: Mapping[str, Any],
    *,
    ante: Money = 1,
    jackpot_bet: Money = 5,
    meter: Money | None = None,
    others: int = 0,
) -> "Sweep":
    """Solve a game at every value of one figure, or of two as a grid.

    A value is swept that is a list, a `range`, or a text such as `"4..8"`, `"8%..12%:0.5%"` or `"4|6|8"`; others are
    plain changes, as `odds` takes them. At most 200 points are solved.
    """
    moving: dict[str, tuple[str, ...]] = {}
    fixed: dict[str, Any] = {}
    for name, value in changes.items():
        if isinstance(value, range | list | tuple):
            moving[name] = values_of(name, "|".join(map(str, value)))
        elif is_swept(name, value):
            moving[name] = values_of(name, value)
        else:
            fixed[name] = str(value) if isinstance(value, int | Fraction) else value
    return Sweep(
        solved(
            approved(game),
            moving,
            fixed,
            ante=money("ante", ante),
            jackpot_bet=money("jackpot_bet", jackpot_bet),
            meter=None if meter is None else money("meter", meter),
            others=others,
        )
    )


class Sweep:
    """The points of a sweep, in order: the values of the figures that move, and the odds there."""

    def __init__(self, found: Found) -> None:
        self.found = found

    @property
    def book(self) -> Rulebook:
        """As approved."""
        return self.found.book

    @property
    def names(self) -> tuple[str, ...]:
        """The figures that move."""
        return self.found.names

    def __len__(self) -> int:
        return len(self.found.points)

    def __iter__(self) -> Iterator[tuple[dict[str, str], Odds]]:
        for point in self.found.points:
            yield dict(zip(self.names, point.values, strict=True)), Odds(point.sheet)

    def figures(self) -> dict[str, Any]:
        """The object that `croupier odds --set NAME=4..8 --json` prints."""
        return as_object(figures(self.found))

    def csv(self) -> str:
        return as_csv(self.found)

    def svg(self) -> str:
        """The house edges that move, as a chart."""
        return chart(self.found)

    def __str__(self) -> str:
        return "\n".join(page(self.found))

    def __repr__(self) -> str:
        return f"<sweep of {self.book.key}: {swept_in_words(self.found)}>"

    def _repr_html_(self) -> str:
        head, lines = rows(self.found)
        title = escape(f"{title_of(self.book)} ({self.book.key}): {swept_in_words(self.found)}")
        heads = "".join(f"<th>{escape(name)}</th>" for name in head)
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in lines)
        table = f"<tr>{heads}</tr>{''.join(f'<tr>{line}</tr>' for line in cells)}"
        return f"{self.svg()}<table><caption>{title}</caption>{table}</table>"
