"""A document as one HTML file that needs nothing else, to read and to print."""

from collections.abc import Iterator
from html import escape
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

STYLE = """
:root { --ink: #1c2a26; --faint: #62716c; --line: #d5dcd8; --felt: #14523d; --paper: #fff; --wash: #f4f7f5; }
* { box-sizing: border-box; }
body { margin: 0; background: #e9eeeb; color: var(--ink);
  font: 15px/1.5 "Source Sans 3", "Segoe UI", Helvetica, Arial, "Liberation Sans", sans-serif; }
main { max-width: 54rem; margin: 2rem auto; background: var(--paper); box-shadow: 0 1px 10px #0002; }
header { background: var(--felt); color: #fff; padding: 2.2rem 3rem 1.8rem; border-bottom: 4px solid #c9a24b; }
header p { margin: 0; letter-spacing: .08em; text-transform: uppercase; font-size: .78rem; color: #cfe3d9; }
h1 { margin: .3rem 0 0; font: 600 1.9rem/1.2 Georgia, "Liberation Serif", serif; }
.sheet { padding: 1.6rem 3rem 3rem; }
h2 { font: 600 1.25rem/1.3 Georgia, "Liberation Serif", serif; color: var(--felt); margin: 2.4rem 0 .8rem;
  padding-bottom: .3rem; border-bottom: 1px solid var(--line); break-after: avoid; }
h3 { font-size: .95rem; margin: 1.2rem 0 .3rem; break-after: avoid; }
p { margin: .7rem 0; overflow-wrap: anywhere; }
.warning { background: #fbeee6; border-left: 4px solid #b4533c; padding: .7rem 1rem; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0 1.2rem; font-size: .86rem;
  font-variant-numeric: tabular-nums; break-inside: auto; }
th { text-align: left; font-weight: 600; color: var(--faint); border-bottom: 1.5px solid var(--ink);
  padding: .25rem .6rem; vertical-align: bottom; }
td { padding: .22rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
tr { break-inside: avoid; }
tbody tr:nth-child(even) { background: var(--wash); }
.right { text-align: right; }
td.right, td.tight { white-space: nowrap; }
td.right.long { white-space: normal; overflow-wrap: anywhere; }
.plain td { overflow-wrap: anywhere; }
tr.total td { font-weight: 600; border-top: 1.5px solid var(--ink); background: none; }
.plain td:first-child { color: var(--faint); width: 11rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr)); gap: .8rem; margin: 1rem 0; }
.figures div { background: var(--wash); border-top: 3px solid #c9a24b; padding: .7rem .9rem; break-inside: avoid; }
.figures b { display: block; font: 600 1.35rem/1.25 Georgia, "Liberation Serif", serif; color: var(--felt); }
.figures span { font-size: .8rem; color: var(--faint); display: block; overflow-wrap: anywhere; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 0 2rem; align-items: start; }
figure { margin: 1.2rem 0; text-align: center; break-inside: avoid; }
figure svg { max-width: 100%; height: auto; }
figcaption { font-size: .84rem; color: var(--faint); margin-top: .4rem; }
footer { padding: .8rem 3rem 1.4rem; font-size: .75rem; color: var(--faint); }
.signatures { display: flex; gap: 2rem; margin-top: 4.5rem; break-inside: avoid; }
.signatures div { flex: 1; border-top: 1px solid var(--ink); padding-top: .35rem; font-size: .8rem;
  color: var(--faint); }
@media screen and (max-width: 46rem) {
  main { margin: 0; }
  header { padding: 1.4rem 1.1rem 1.2rem; }
  .sheet { padding: .6rem 1.1rem 2rem; }
  .beside { grid-template-columns: 1fr; }
  .signatures { flex-direction: column; gap: 3rem; }
  .plain td:first-child { width: 7rem; }
  td, th { padding: .2rem .4rem; }
  .wide thead { display: none; }
  .wide, .wide tbody, .wide tr, .wide td { display: block; }
  .wide tr { padding: .45rem .5rem; border-bottom: 1px solid var(--line); }
  .wide td, .wide td.right, .wide td.right.long { display: flex; justify-content: space-between; gap: 1rem; border: 0;
    padding: .05rem 0; white-space: normal; text-align: right; overflow-wrap: anywhere; }
  .wide td::before { content: attr(data-head); color: var(--faint); text-align: left; flex: none; max-width: 55%; }
  .wide td:first-child, .wide td.right:first-child { font-weight: 600; text-align: left; }
  .wide td:first-child:not(.right)::before { content: none; }
  .figures { grid-template-columns: 1fr 1fr; gap: .5rem; }
  .wide td:empty { display: none; }
  .wide tr.total td { border-top: 0; }
  figure { overflow-x: auto; text-align: left; }
  figure svg { max-width: none; }
  figcaption { position: sticky; left: 0; }
  footer { padding: .8rem 1.1rem; }
}
@page { size: A4; margin: 15mm 15mm 17mm;
  @bottom-left { content: "FOOTER"; font: 7.5pt sans-serif; color: #62716c; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 7.5pt sans-serif; color: #62716c; } }
@media print {
  body { background: none; font-size: 9pt; line-height: 1.35; }
  main { margin: 0; box-shadow: none; max-width: none; }
  .sheet { padding: 0; }
  header { padding: 1.1rem 1.4rem; margin-bottom: .8rem; }
  footer { display: none; }
  h1 { font-size: 1.6rem; }
  h2 { margin: 1.5rem 0 .5rem; }
  table { font-size: 8.2pt; margin: .4rem 0 .8rem; }
  td, th { padding: .12rem .4rem; }
  .beside { grid-template-columns: 1fr 1fr; gap: 0 1.4rem; }
  .figures { grid-template-columns: repeat(3, 1fr); gap: .5rem; }
  .figures div { padding: .45rem .7rem; }
  figure { margin: .7rem 0; }
  .new-page { break-before: page; }
  .short { break-inside: avoid; }
  figure svg { max-height: 165mm; max-width: 88%; }
  header, .figures div, tr, rect, .warning { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""


def as_html(document: Document) -> str:
    return "\n".join(_page(document)) + "\n"


def _page(document: Document) -> Iterator[str]:
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(document.title)} – {escape(document.kind)}</title>"
    footer = document.footer.replace("\\", "").replace('"', "")
    yield f"<style>{STYLE.replace('FOOTER', escape(footer))}</style>\n</head>\n<body>\n<main>"
    yield f"<header><p>{escape(document.subtitle)}</p><h1>{escape(document.title)}</h1></header>"
    yield '<div class="sheet">'
    for block in document.blocks:
        yield from _block(block)
    yield f"</div>\n<footer>{escape(document.footer)}</footer>\n</main>\n</body>\n</html>"


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(words=words, new_page=new_page):
            yield f'<h2 class="new-page">{escape(words)}</h2>' if new_page else f"<h2>{escape(words)}</h2>"
        case Words(words=words, warning=warning):
            kind = ' class="warning"' if warning else ""
            yield f"<p{kind}>{escape(words)}</p>"
        case Figures(cells=cells):
            parts = (
                f"<div><span>{escape(a)}</span><b>{escape(b)}</b><span>{escape(c)}</span></div>" for a, b, c in cells
            )
            yield f'<div class="figures">{"".join(parts)}</div>'
        case DocumentTable():
            yield from _table(block)
        case Beside(tables=tables):
            yield '<div class="beside">'
            for table in tables:
                yield "<div>"
                yield from _table(table)
                yield "</div>"
            yield "</div>"
        case Picture(svg=svg, caption=caption):
            yield f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
        case Signatures(names=names):
            yield f'<div class="signatures">{"".join(f"<div>{escape(name)}, date</div>" for name in names)}</div>'
        case _:
            assert_never(block)


def _table(table: DocumentTable) -> Iterator[str]:
    if table.title:
        yield f"<h3>{escape(table.title)}</h3>"
    named = any(table.head)
    wide = named and _is_wide(table)
    kinds = " ".join(kind for kind, is_so in (("plain", not named), ("short", table.short), ("wide", wide)) if is_so)
    yield f'<table class="{kinds}">' if kinds else "<table>"
    if named:
        heads = "".join(_cell("th", cell, place in table.right) for place, cell in enumerate(table.head))
        yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for number, row in enumerate(table.rows, 1):
        kind = ' class="total"' if table.total and number == len(table.rows) else ""
        cells = (
            _cell("td", cell, place in table.right, table.head[place] if wide else "") for place, cell in enumerate(row)
        )
        yield f"<tr{kind}>{''.join(cells)}</tr>"
    yield "</tbody>\n</table>"


LONG = 34
"""From this length on a figure may be broken."""


TIGHT = 14
NARROW = 44
"""A row of more letters is written cell below cell where the window is small; each cell then says what it is."""


def _is_wide(table: DocumentTable) -> bool:
    longest = (max(map(len, column)) for column in zip(table.head, *table.rows, strict=True))
    return len(table.head) > 2 and sum(longest) > NARROW


def _cell(tag: str, words: str, right: bool, head: str = "") -> str:
    kind = f' class="right{" long" if len(words) > LONG else ""}"' if right else ""
    if not right and "-" in words and len(words) <= TIGHT:
        kind = ' class="tight"'  # cards such as A-K-Q-8-2, which are not to be broken
    named = f' data-head="{escape(head)}"' if head else ""
    return f"<{tag}{kind}{named}>{escape(words)}</{tag}>"
