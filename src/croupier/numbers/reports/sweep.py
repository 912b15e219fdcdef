"""A sweep as a table, as data, as a chart and as a document."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO

from croupier.base.json_answers import as_file
from croupier.numbers.maths.odds.sheet import Sheet, hash_of
from croupier.numbers.maths.odds.sweep import Point, Sweep
from croupier.numbers.maths.tools.results import root
from croupier.numbers.reports import answers
from croupier.numbers.reports.document import Block, Document, DocumentTable, Heading, Picture, Words
from croupier.numbers.reports.figures import deviation, exact, linear
from croupier.numbers.reports.layout import Piece, columns, laid_out, paragraph
from croupier.numbers.reports.sweep_chart import ChartLine, line_chart
from croupier.numbers.reports.words import cash, decimal, even, hand_in_words, percent
from croupier.rules.rulebook.readers.weave import title_of
from croupier.version import __version__

HOUSE_EDGE, BREAKS_EVEN, DEVIATION = "house edge per ante", "jackpot breaks even at", "standard deviation"


def figures_of(found: Sheet) -> dict[str, Fraction | None]:
    """The figures of a point: parts of the bet, except the meter and the standard deviation."""
    told: dict[str, Fraction | None] = {
        HOUSE_EDGE: found.played.house_edge,
        "element of risk": found.played.element_of_risk,
        "folded": found.frequencies["fold"],
        DEVIATION: root(found.played.variance),
    }
    told |= {f"{hand_in_words(bet.name)}: house edge": bet.house_edge for bet in found.side_bets}
    if found.jackpot is None:
        return told
    odds, meter = found.jackpot.odds, found.jackpot.meter
    if meter is None:
        return {**told, BREAKS_EVEN: odds.break_even}
    return {**told, f"jackpot at {cash(meter)}: house edge": -odds.at(meter) * 100 / odds.bet}


def in_words(name: str, value: Fraction | None) -> str:
    if name == BREAKS_EVEN:
        return even(value)
    if value is None:
        return "none"
    return decimal(value) if name == DEVIATION else percent(value)


def _moving(found: Sweep) -> list[str]:
    """The figures that are not the same at all points."""
    told = [figures_of(point.sheet) for point in found.points]
    return [name for name in told[0] if len({figures[name] for figures in told}) > 1]


def rows(found: Sweep) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The head of a table, and its rows: what moves, or if nothing does, the house edge."""
    names = _moving(found) or [HOUSE_EDGE]
    lines = []
    for point in found.points:
        told = figures_of(point.sheet)
        cells = (in_words(name, told[name]) for name in names)
        lines.append((*point.values, *cells, "approved" if point.approved else ""))
    return (*found.names, *names, ""), tuple(lines)


def rest_sentence(found: Sweep) -> str:
    told, moving = figures_of(found.points[0].sheet), _moving(found) or [HOUSE_EDGE]
    same = [f"{name} {in_words(name, value)}" for name, value in told.items() if name not in moving]
    return f"The same at all points: {', '.join(same)}." if same else ""


def page(found: Sweep, width: int | None = None) -> Iterator[str]:
    return laid_out(_page(found), width)


def _page(found: Sweep) -> Iterator[Piece]:
    yield f"{title_of(found.book)} ({found.book.key}): {swept_in_words(found)}"
    yield ""
    head, lines = rows(found)
    yield from columns([head, *lines], right=range(len(head) - 1))
    if rest := rest_sentence(found):
        yield from ("", *paragraph(rest))


def swept_in_words(found: Sweep) -> str:
    both = zip(found.names, found.values, strict=True)
    moved = " and ".join(f"{name} from {values[0]} to {values[-1]}" for name, values in both)
    also = "".join(f", {name} {value}" for name, value in found.fixed.items())
    return f"{moved}{also}; perfect play at each of {len(found.points)} points"


def figures(found: Sweep) -> answers.Sweep:
    """Exact values are "num/den" strings."""
    return answers.Sweep(
        book=found.book.key,
        book_sha256=hash_of(found.book),
        swept=dict(zip(found.names, found.values, strict=True)),
        changed=dict(found.fixed),
        points=[_point(found, point) for point in found.points],
    )


def _point(found: Sweep, point: Point) -> answers.Point:
    played, jackpot = point.sheet.played, point.sheet.jackpot
    return answers.Point(
        values=dict(zip(found.names, point.values, strict=True)),
        approved=point.approved,
        house_edge=exact(played.house_edge),
        element_of_risk=exact(played.element_of_risk),
        average_bet=exact(played.average_bet),
        variance=exact(played.variance),
        standard_deviation=deviation(played.variance),
        folded=exact(point.sheet.frequencies["fold"]),
        bets={bet.name: answers.SweptBet(exact(bet.house_edge)) for bet in point.sheet.side_bets},
        jackpot=None if jackpot is None else linear(jackpot.odds),
    )


def as_csv(found: Sweep) -> str:
    """A row a point; each figure exact and as a decimal. A standard deviation is a root, and has no exact one."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = list(figures_of(found.points[0].sheet))
    writer.writerow([*found.names, "approved", *(cell for name in names for cell in (name, f"{name}, decimal"))])
    for point in found.points:
        cells: list[str] = []
        for name, value in figures_of(point.sheet).items():
            exactly = "" if value is None or name == DEVIATION else exact(value)
            cells += [exactly, "" if value is None else f"{float(value):.12g}"]
        writer.writerow([*point.values, "yes" if point.approved else "no", *cells])
    return text.getvalue()


# --- Chart --------------------------------------------------------------------------------------------------


def chart(found: Sweep) -> str:
    """The house edges that move, over the values; of a grid, a line for each value of the second figure."""
    drawn = _drawn(found)
    if len(found.names) == 1:
        lines = [_line(name, name, found.points) for name in drawn]
        upwards = drawn[0] if len(drawn) == 1 else "house edge"
    else:
        upwards, second = drawn[0], found.names[1]
        lines = [
            _line(f"{second} {other}", upwards, tuple(point for point in found.points if point.values[1] == other))
            for other in found.values[1]
        ]
    unit = "dollars" if drawn == [BREAKS_EVEN] else "per cent"
    approved = next((point.values[0] for point in found.points if point.approved), None)
    return line_chart(lines, along=found.names[0], upwards=f"{upwards}, {unit}", marked=approved)


def _line(words: str, name: str, points: tuple[Point, ...]) -> ChartLine:
    return ChartLine(words, tuple((point.values[0], _scaled(name, point)) for point in points))


def _drawn(found: Sweep) -> list[str]:
    """The edges that move; if there is none, the meter at which the jackpot breaks even, if that does."""
    moving = _moving(found)
    edges = [name for name in moving if name.endswith("house edge") or name == HOUSE_EDGE]
    return edges or ([BREAKS_EVEN] if BREAKS_EVEN in moving else [HOUSE_EDGE])


def _scaled(name: str, point: Point) -> float | None:
    value = figures_of(point.sheet)[name]
    if value is None:
        return None
    return float(value) if name == BREAKS_EVEN else float(value * 100)


# --- Document -----------------------------------------------------------------------------------------------


def document(found: Sweep) -> Document:
    head, lines = rows(found)
    names = [name for name in head[len(found.names) : -1] if name != DEVIATION]
    fractions = []
    for point in found.points:
        told = figures_of(point.sheet)
        exactly = ("none" if (value := told[name]) is None else str(value) for name in names)
        fractions.append((*point.values, *exactly))
    blocks: list[Block] = [
        Words(f"This is not the approved game but at the point that says so: {swept_in_words(found)}.", warning=True),
        Picture(chart(found), f"{', '.join(_drawn(found))} by {' and '.join(found.names)}"),
        DocumentTable(head, lines, right=tuple(range(len(head) - 1))),
    ]
    if rest := rest_sentence(found):
        blocks.append(Words(rest))
    blocks += [
        Heading("Exact"),
        DocumentTable((*found.names, *names), tuple(fractions), right=tuple(range(len(found.names) + len(names)))),
        Heading("Method"),
        Words("Every deal is counted at every point, with the decisions that are best there; nothing is sampled."),
    ]
    footer = f"{found.book.key} · SHA-256 {hash_of(found.book)[:16]}… · croupier {__version__}"
    return Document(title_of(found.book), f"Sweep: {' and '.join(found.names)}", tuple(blocks), footer)


def report(suffix: str, found: Sweep) -> bytes:
    match suffix:
        case ".json":
            return as_file(figures(found))
        case ".csv":
            return as_csv(found).encode()
        case ".svg":
            return chart(found).encode()
        case ".md":
            from croupier.numbers.reports.markdown import as_markdown

            return as_markdown(document(found)).encode()
        case ".pdf":
            from croupier.numbers.reports.pdf import as_pdf

            return as_pdf(document(found))
        case _:
            from croupier.numbers.reports.html import as_html

            return as_html(document(found)).encode()
