"""A shift report as CSV, as a page and as a PDF."""

import csv
import io
from collections.abc import Iterable

from croupier.floor.live.answers.money import GameReport, ReportFigure, ReportFigures, ReportLine, ShiftReport
from croupier.floor.live.answers.money import TableReport as OfTable
from croupier.numbers.reports.document import Block, Document, DocumentTable, Figures, Heading, Signatures, Words

FIGURES = (
    *("rounds", "handle", "drop", "win", "hold_drop", "hold_handle", "expected", "won", "sigma", "rake"),
    *("contributions", "awards", "fills", "credits", "variance"),
)
_TITLES = {
    "hold_drop": "Win ÷ drop",
    "hold_handle": "Win ÷ handle",
    "expected": "Expected win",
    "won": "Win on the same bets",
    "sigma": "1 sigma",
    "contributions": "Jackpot contributions",
    "awards": "Jackpot awards",
}
_LISTS = {
    "slips": "Chips moved and counted",
    "incidents": "Incidents and rulings",
    "voids": "Void rounds",
    "corrections": "Corrections",
    "debts": "Debts",
    "decks": "Decks",
    "dealers": "Dealers",
    "changes": "Changes by two people, and bars",
    "recoveries": "Recoveries",
}


def as_csv(report: ShiftReport) -> str:
    """One line for each figure of each table, each game and the total."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("scope", "name", "figure", "value", "entries"))
    for scope, name, of in _scopes(report):
        for figure in FIGURES:
            found: ReportFigure = getattr(of, figure)
            entries = " ".join(f"{stream}:{seq}" for stream, seq in found.entries)
            rows.writerow((scope, name, figure, "" if found.value is None else found.value, entries))
    return text.getvalue()


def _scopes(report: ShiftReport) -> Iterable[tuple[str, str, ReportFigures]]:
    yield from (("table", each.table, each) for each in report.tables)
    yield from (("game", each.game, each) for each in report.games)
    yield "total", "", report.total


def as_document(report: ShiftReport) -> Document:
    closed = (
        f"{report.opened_at} to {report.closed_at}" if report.closed_at else f"since {report.opened_at}, still open"
    )
    blocks: list[Block] = [
        Figures(
            tuple(
                (_title(name), _shown(getattr(report.total, name)), report.currency if name != "rounds" else "")
                for name in ("rounds", "drop", "handle", "win", "variance")
            )
        ),
        Words(f"Opened by {report.opened_by}. {_closed_by(report)} {report.entries} entries of the journal."),
        Heading("By table"),
        _sheet("Table", [(each.table, each) for each in report.tables], report.total),
        Heading("By game"),
        _sheet("Game", [(each.game, each) for each in report.games], report.total),
    ]
    for name, title in _LISTS.items():
        lines: list[ReportLine] = getattr(report, name)
        blocks.append(Heading(f"{title}: {len(lines)}"))
        if lines:
            blocks.append(_lines(lines))
    blocks += [
        Signatures((report.closed_by or "closes the shift", report.second or "second person")),
        Words(f"Signed by the house: key {report.public_key}, signature {report.signature}."),
    ]
    title = f"Shift {report.shift}: {report.name}"
    return Document(title, f"{report.house or 'croupier'} · shift report", tuple(blocks), closed, kind="shift report")


def _closed_by(report: ShiftReport) -> str:
    if report.second:
        return f"Closed by {report.closed_by} and {report.second}: {report.reason or 'no reason given'}."
    return "Not closed yet: these figures go on."


def _sheet(
    head: str, rows: list[tuple[str, OfTable]] | list[tuple[str, GameReport]], total: ReportFigures
) -> DocumentTable:
    """Figures are rows, tables or games are columns: a page has room for many figures, and houses have few games."""
    scopes: list[tuple[str, ReportFigures]] = [*rows, ("Total", total)]
    names = ("", *(name for name, _ in scopes))
    body = [(_title(figure), *(_shown(getattr(of, figure)) for _, of in scopes)) for figure in FIGURES]
    bands = [(f"within {times} sigma", *(_band(of, times) for _, of in scopes)) for times in ("1", "2", "3")]
    return DocumentTable((head, *names[1:]), tuple(body + bands), tuple(range(1, len(names))))


def _band(of: ReportFigures, times: str) -> str:
    return " to ".join(of.bands[times]) if times in of.bands else ""


def _lines(lines: list[ReportLine]) -> DocumentTable:
    head = ("When", "Where", "What", "Who", "Amount", "Reason", "Entry")
    rows = (
        (
            line.at,
            " ".join(filter(None, (line.table or line.link, str(line.round or "")))),
            " ".join(filter(None, (line.what, line.detail, line.player))),
            " + ".join(filter(None, (line.by, line.second))),
            line.amount,
            " ".join(filter(None, (line.reason, *line.cites))),
            f"{line.entry[0]} {line.entry[1]}",
        )
        for line in lines
    )
    return DocumentTable(head, tuple(rows), (4,))


def _title(figure: str) -> str:
    return _TITLES.get(figure, figure.capitalize())


def _shown(figure: ReportFigure) -> str:
    return "" if figure.value is None else str(figure.value)


def printed(report: ShiftReport, suffix: str) -> bytes:
    """The report in the format of that suffix: `csv`, `html` or `pdf`."""
    if suffix == "csv":
        return as_csv(report).encode()
    if suffix == "html":
        from croupier.numbers.reports.html import as_html

        return as_html(as_document(report)).encode()
    from croupier.numbers.reports.pdf import as_pdf

    return as_pdf(as_document(report))
