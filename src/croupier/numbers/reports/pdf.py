"""A document as PDF, typeset by Typst, which is an extra."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import assert_never

from croupier.base.errors import Unreadable
from croupier.base.extras import lacking
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

STYLE = """
#let faint = rgb("#62716c")
#let felt = rgb("#14523d")
#let wash = rgb("#f4f7f5")
#let rule = rgb("#d5dcd8")
#set page(paper: "a4", margin: (x: 17mm, top: 17mm, bottom: 20mm),
  footer: context text(7.5pt, faint)[#footer-words #h(1fr) #counter(page).display() / #counter(page).final().first()])
#set text(font: ("Libertinus Serif", "New Computer Modern"), size: 9.5pt, fill: rgb("#1c2a26"), number-width: "tabular")
#set par(justify: false, leading: 0.6em)
#set table(stroke: (x, y) => (bottom: if y == 0 { 0.7pt + rgb("#1c2a26") } else { 0.4pt + rule }),
  fill: (x, y) => if y > 0 and calc.even(y) { wash }, inset: (x: 4pt, y: 2.8pt))
#show heading: it => block(above: 1.5em, below: 0.7em, sticky: true, width: 100%, stroke: (bottom: 0.5pt + rule),
  inset: (bottom: 4pt), text(13pt, fill: felt, it.body))
"""


def as_pdf(document: Document) -> bytes:
    if find_spec("typst") is None:
        raise Unreadable(f"{lacking('a PDF', 'typst')}; or write .html and print it")
    typst = import_module("typst")
    made: bytes = typst.compile("\n".join(_source(document)).encode(), format="pdf")
    return made


def _source(document: Document) -> Iterator[str]:
    words = f"title: {_string(document.title)}, keywords: ({_string(document.subtitle)}, {_string(document.footer)})"
    yield f"#set document({words}, author: {_string('croupier')}, date: none)"  # undated, so that the bytes repeat
    yield f"#let footer-words = {_string(document.footer)}"
    yield STYLE
    yield '#block(width: 100%, fill: felt, inset: 14pt, stroke: (bottom: 3pt + rgb("#c9a24b")))['
    yield f'#text(8pt, fill: rgb("#cfe3d9"), upper({_string(document.subtitle)})) \\'
    yield f'#text(18pt, fill: white, weight: "bold", {_string(document.title)})]'
    for block in document.blocks:
        yield from _block(block)
    for file in document.attached:
        name, text, words = map(_string, (file.name, file.text, file.words))
        yield f'#pdf.attach({name}, bytes({text}), description: {words}, relationship: "data")'


def _string(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(words=words, new_page=new_page):
            if new_page:
                yield "#pagebreak(weak: true)"
            yield f"#heading({_string(words)})"
        case Words(words=words, warning=True):
            yield f'#block(width: 100%, fill: rgb("#fbeee6"), inset: 8pt, text({_string(words)}))'
        case Words(words=words):
            yield f"#par(text({_string(words)}))"
        case Figures(cells=cells):
            boxes = ", ".join(
                f'block(width: 100%, fill: wash, inset: 7pt, stroke: (top: 2pt + rgb("#c9a24b")))'
                f'[#text(8pt, faint, {_string(a)}) \\ #text(13pt, fill: felt, weight: "bold", {_string(b)}) \\ '
                f"#text(7pt, faint, {_string(_breakable(c))})]"
                for a, b, c in cells
            )
            yield f"#grid(columns: (1fr, 1fr, 1fr), gutter: 7pt, {boxes})"
        case DocumentTable():
            yield f"#{_table(block)}"
        case Beside(tables=tables):
            side_by_side = ", ".join(map(_table, tables))
            yield f"#grid(columns: (1fr, 1fr), column-gutter: 16pt, row-gutter: 10pt, {side_by_side})"
        case Picture(svg=svg, caption=caption):
            drawn = f'image(bytes({_string(svg)}), format: "svg", width: 80%)'
            words = f"#v(-4pt) #text(8.5pt, faint, {_string(caption)})"
            yield f"#align(center, block(breakable: false, above: 12pt, below: 12pt)[#{drawn} {words}])"
        case Signatures(names=names):
            parts = ", ".join(
                f"block(width: 100%, stroke: (top: 0.5pt), inset: (top: 4pt))"
                f"[#text(8pt, faint)[#{_string(name)}, date]]"
                for name in names
            )
            yield f"#v(40pt) #grid(columns: ({'1fr, ' * len(names)}), gutter: 18pt, {parts})"
        case _:
            assert_never(block)


def _breakable(words: str) -> str:
    """Long fractions may be broken after their slash."""
    return words.replace("/", "/\u200b")


def _table(table: DocumentTable) -> str:
    """As an expression, so that it can be part of a grid too."""
    places = range(len(table.head))
    align = ", ".join("right" if place in table.right else "left" for place in places)
    cells = []
    named = any(table.head)
    if named:
        head = ", ".join(f"text(8pt, faint, {_string(cell)})" for cell in table.head)
        cells.append(f"table.header({head})")
    for number, row in enumerate(table.rows, 1):
        bold = table.total and number == len(table.rows)
        for cell in row:
            weight = 'weight: "bold", ' if bold else ""
            cells.append(f"text(8.5pt, {weight}{_string(_breakable(cell) if len(cell) > 30 else cell)})")
    columns = ", ".join(_widths(table)) if named else "32%, 1fr"
    plain = "" if named else "stroke: (bottom: 0.4pt + rule), fill: none, "
    title = f'text(weight: "bold", {_string(table.title)}) + v(-2pt) + ' if table.title else ""
    breakable = "false" if table.short else "true"
    drawn = f"table(columns: ({columns}), align: ({align},), {plain}{', '.join(cells)})"
    return f"block(breakable: {breakable}, {title}{drawn})"


def _widths(table: DocumentTable) -> list[str]:
    """Figures take what they need; of the words, the longest column takes the rest, and others if they are long."""
    if not table.right and len(table.head) > 2:
        return ["auto", *["1fr"] * (len(table.head) - 1)]
    longest = [max(len(row[place]) for row in (table.head, *table.rows)) for place in range(len(table.head))]
    words = [place for place in range(len(table.head)) if place not in table.right]
    widest = max(words, key=longest.__getitem__, default=0)
    return [
        "1fr" if place == widest or (place in words and longest[place] > LONG) else "auto"
        for place in range(len(table.head))
    ]


LONG = 24
"""A column of words of at least this length may break into lines."""
