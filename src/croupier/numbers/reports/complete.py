"""The complete strategy: a table for programs, and what people read of it as the appendix of a sheet."""

import csv
from collections.abc import Iterator
from io import StringIO

from croupier.numbers.maths.odds.complete import Complete
from croupier.numbers.maths.odds.sheet import Sheet
from croupier.numbers.maths.odds.solver import solver_of
from croupier.numbers.reports.document import Beside, Block, DocumentTable, Heading, Words

MANY = 120
"""A table with more rows has two columns."""


def as_table(found: Complete) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(found.head)
    writer.writerows(found.rows)
    return text.getvalue()


def appendix(found: Sheet) -> Iterator[Block]:
    """Only where a whole sheet was asked for, not a quick one."""
    if found.risk is None or found.risk.liability is None:
        return
    shown = solver_of(found.book).appendix(found.book, found.ante)
    yield Heading("Appendix: complete strategy", new_page=True)
    yield Words(
        f"{shown.words} Without side bets; croupier odds {found.game} --strategy FILE.csv writes every decision."
    )
    half = (len(shown.rows) + 1) // 2
    if len(shown.rows) <= MANY:
        yield DocumentTable(shown.head, shown.rows, right=shown.right)
    else:
        parts = (shown.rows[:half], shown.rows[half:])
        yield Beside(tuple(DocumentTable(shown.head, part, right=shown.right) for part in parts))
