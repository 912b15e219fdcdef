"""The figures of a rulebook, each off by one: pay tables, awards, caps and the procedure."""

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace

from croupier.proofs.traceability.source import books_served
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import JackpotRow, Procedure, Rulebook
from croupier.rules.rulebook.payouts import to_one
from tests.mutants.code import Code

NEXT_TO = {
    "queen-high": ("jack-high", "king-high"),
    "ace-king": ("ace-queen", "pair-of-twos"),
    "straight": ("three-of-a-kind", "flush"),
}
"""The hands just below and above."""


class Figure(NamedTuple):
    """A book with one figure changed, and the clauses whose scenarios must notice; none means any of the book."""

    book: Rulebook
    what: str
    clauses: frozenset[str]


def figures(key: str, code: Code) -> Iterator[Figure]:
    book = load(key)
    for name, table in book.paytables.items():
        clauses = _standing_at(book, table.paragraph)
        for hand, pays in table.pays.items():
            for other in (to_one(pays) + 1, to_one(pays) - 1):
                changed = replace(table, pays={**table.pays, hand: other})
                tables = {**book.paytables, name: changed}
                yield Figure(replace(book, paytables=tables), f"{name}: {hand} pays {other}, not {pays}", clauses)
    if book.jackpot is not None:
        clauses = _standing_at(book, book.jackpot.paragraph)
        for hand, row in book.jackpot.rows.items():
            for what, changed_row in _other_rows(row):
                rows = {**book.jackpot.rows, hand: changed_row}
                jackpot = replace(book.jackpot, rows=rows)
                yield Figure(replace(book, jackpot=jackpot), f"jackpot: {hand} {what}", clauses)
    read = _read_by(code, key)
    for field, value in asdict(book.procedure).items():
        for other in _other_values(field, value):
            procedure = replace(book.procedure, **{field: other})
            clauses = frozenset(clause for clause in read.get(field, ()) if clause in book.clauses)
            yield Figure(replace(book, procedure=procedure), f"procedure: {field} {other}, not {value}", clauses)


def _standing_at(book: Rulebook, paragraph: str) -> frozenset[str]:
    return frozenset(name for name, places in book.clauses.items() if paragraph in places.values())


def _other_rows(row: JackpotRow) -> Iterator[tuple[str, JackpotRow]]:
    if row.share is not None:
        less = row.share - Fraction(1, 100)
        yield f"takes {less} of the meter, not {row.share}", replace(row, share=less)
    for field, value in (("fixed", row.fixed), ("envy", row.envy)):
        if value is not None:
            for other in (value + 1, value - 1):
                yield f"{field} {other} cents, not {value}", replace(row, **{field: other})


def _other_values(field: str, value: Any) -> Iterator[Any]:
    if field == "burn_before":
        yield from (tuple(one for one in value if one != left_out) for left_out in value)
    elif field.startswith("rake"):
        yield from (value - 1, value + 1) if value else ()
    elif isinstance(value, Mapping):
        for name, figure in value.items():
            yield from ({**value, name: figure + 1}, {**value, name: figure - 1})
    elif isinstance(value, int) and value:
        yield from (value + 1, value - 1)
    elif isinstance(value, str) and value:
        yield from NEXT_TO[value]


def _read_by(code: Code, book: str) -> dict[str, set[str]]:
    """For each figure of the procedure the clauses cited by the functions of the game that read it."""
    cited: dict[ast.AST | None, set[str]] = {}
    for clause, citing in code.cited():
        cited.setdefault(citing, set()).add(clause)
    read: dict[str, set[str]] = {field: set() for field in Procedure.__struct_fields__}
    for module, tree in code.trees.items():
        for node in ast.walk(tree) if book in books_served(module) else ():
            match node:
                case ast.Attribute(value=ast.Attribute(attr="procedure"), attr=field) if field in read:
                    read[field] |= cited.get(code.function(node), set())
    return read
