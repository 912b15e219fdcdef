"""A document as a workbook: a sheet for each chapter, numbers as numbers, charts left out."""

import re
from io import BytesIO

from croupier.numbers.reports.document import (
    Beside,
    Block,
    Document,
    DocumentTable,
    Figures,
    Heading,
    Signatures,
    Words,
)

NUMBER = re.compile(r"([+−-]?)([\d,]+(?:\.\d+)?)( %)?")
LONGEST = 31
"""Characters of the name of a sheet."""


def as_xlsx(document: Document) -> bytes:
    from xlsxwriter import Workbook

    stream = BytesIO()
    with Workbook(stream, {"in_memory": True}) as book:
        book.set_properties({"title": f"{document.title}: {document.subtitle}", "comments": document.footer})
        bold, number = book.add_format({"bold": True}), book.add_format({"num_format": "#,##0.########"})
        percent = book.add_format({"num_format": "0.00######%"})
        sheet, row = book.add_worksheet("Identity"), 0
        names = {"identity"}

        def write(cells: tuple[str, ...], form: object = None) -> None:
            nonlocal row
            for column, cell in enumerate(cells):
                read = NUMBER.fullmatch(cell)
                if form is None and read is not None:
                    value = float(read[2].replace(",", "")) * (-1 if read[1] in ("-", "−") else 1)
                    sheet.write_number(row, column, value / 100 if read[3] else value, percent if read[3] else number)
                else:
                    sheet.write_string(row, column, cell, form)
            row += 1

        write((document.title,), bold)
        write((document.subtitle,))
        row += 1
        for block in _flat(document.blocks):
            match block:
                case Heading(words=words):
                    sheet, row = book.add_worksheet(_name(words, names)), 0
                    write((words,), bold)
                case Words(words=words):
                    write((words,))
                case Figures(cells=cells):
                    for cell in cells:
                        write(cell)
                case DocumentTable(head=head, rows=rows, title=title):
                    if title:
                        write((title,), bold)
                    if any(head):
                        write(head, bold)
                    for each in rows:
                        write(each)
                case Signatures(names=people):
                    for name in people:
                        write((name, ""))
                case _:
                    continue
            row += 1
            sheet.set_column(0, 0, 36)
            sheet.set_column(1, 9, 20)
    return stream.getvalue()


def _flat(blocks: tuple[Block, ...]) -> list[Block]:
    found: list[Block] = []
    for block in blocks:
        found += block.tables if isinstance(block, Beside) else (block,)
    return found


def _name(words: str, names: set[str]) -> str:
    """A name that no other sheet has, without the characters that names cannot have."""
    plain = re.sub(r"[\[\]:*?/\\']", " ", words).strip()[: LONGEST - 3] or "Sheet"
    name, number = plain, 2
    while name.lower() in names:
        name, number = f"{plain} {number}", number + 1
    names.add(name.lower())
    return name
