"""A document as Markdown: tables and words. Pictures are only named, because the tables next to them say the same."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from croupier.numbers.reports.document import (
    Beside,
    Block,
    Document,
    DocumentTable,
    Figures,
    Heading,
    Picture,
    Signatures,
    Words,
)

SPECIAL = "\\`*_<>[]|"


def as_markdown(document: Document) -> str:
    lines = [f"# {_plain(document.title)}", "", _plain(document.subtitle), ""]
    for block in document.blocks:
        lines += [*_block(block), ""]
    return "\n".join([*lines, "---", "", _plain(document.footer), ""])


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(words=words):
            yield f"## {_plain(words)}"
        case Words(words=words, warning=warning):
            yield f"> **{_plain(words)}**" if warning else _plain(words)
        case Figures(cells=cells):
            yield from _rows(("figure", "", "exact"), cells, right=(1,))
        case DocumentTable():
            yield from _table(block)
        case Beside(tables=tables):
            for place, table in enumerate(tables):
                yield from ([""] if place else [])
                yield from _table(table)
        case Picture(caption=caption):
            yield f"*Picture in the HTML and PDF sheets: {_plain(caption)}*"
        case Signatures(names=names):
            yield from _rows(names, [tuple("" for _ in names)])
        case _:
            assert_never(block)


def _table(table: DocumentTable) -> Iterator[str]:
    if table.title:
        yield from (f"### {_plain(table.title)}", "")
    rows = list(table.rows)
    if table.total:
        rows[-1] = tuple(f"**{cell}**" if cell else "" for cell in map(_plain, rows[-1]))
        yield from _rows(
            table.head, [*(tuple(map(_plain, row)) for row in rows[:-1]), rows[-1]], table.right, plain=True
        )
    else:
        yield from _rows(table.head, rows, table.right)


def _rows(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = (), *, plain: bool = False
) -> Iterator[str]:
    yield _row(map(_plain, head))
    yield _row("---:" if place in right else "---" for place in range(len(head)))
    for row in rows:
        yield _row(row if plain else map(_plain, row))


def _row(cells: "Iterator[str] | Sequence[str]") -> str:
    return f"| {' | '.join(cells)} |"


def _plain(words: str) -> str:
    """Text that means nothing to Markdown."""
    return "".join(f"\\{letter}" if letter in SPECIAL else letter for letter in words)
