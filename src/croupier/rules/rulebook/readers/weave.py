"""A book in words, and woven: each paragraph with the code that carries it out and the scenarios that prove it."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from msgspec.structs import fields

from croupier.rules.money import dollars
from croupier.rules.rulebook.model import MULTIPLE, PAYOUT_CAP, Device, JackpotRow, Procedure, Rulebook
from croupier.rules.rulebook.payouts import in_words
from croupier.rules.rulebook.readers.coverage import (
    Evidence,
    Place,
    Proof,
    Site,
    chapter_of,
    clauses_by_paragraph,
    coverage,
)

CHAPTERS = {
    "1": "Definitions",
    "2": "Mode of play",
    "3": "How to play",
    "4": "Settlement",
    "5": "Irregularities",
}
"""What the chapters of all the documents are about."""

LinkToCode = Callable[[Site], str]
LinkToScenario = Callable[[Proof], str]


def weave(book: Rulebook, evidence: Evidence, code: LinkToCode, scenario: LinkToScenario) -> str:
    """The caller makes the links, because it knows where the document will be."""
    lines = [*_opening(book, evidence)]
    clauses = clauses_by_paragraph(book)
    chapter = ""
    for number, summary in book.paragraphs.items():
        if chapter_of(number) != chapter:
            chapter = chapter_of(number)
            lines += [f"## {chapter} {CHAPTERS.get(chapter, '')}".rstrip(), ""]
        lines += [f"### {number}", "", _escaped(summary), ""]
        if number in book.informative:
            lines += [f"*No code needed: {_escaped(book.informative[number])}.*", ""]
        lines += _pay_tables(book, number)
        for name, devices in clauses.get(number, {}).items():
            place = Place(name, number)
            lines += [f"**{name}**{only_with(book, devices)}", ""]
            lines += _proofs(place, evidence, scenario)
            lines += _sites(evidence.sites.get(name, ()), code)
    return "\n".join(lines).rstrip() + "\n"


def only_with(book: Rulebook, devices: tuple[Device, ...]) -> str:
    """ " (shoe)" where a clause stands at a place for one device only."""
    return "" if devices == book.procedure.devices else f" ({', '.join(devices)})"


def title_of(book: Rulebook) -> str:
    return f"{book.title}, version {book.key.partition('@')[2]}"


def when(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y, %H:%M}"


def procedure_lines(procedure: Procedure) -> dict[str, str]:
    """What a procedure says, in words; what it leaves at its default it does not say."""
    said = {}
    for field in fields(procedure):
        value = getattr(procedure, field.name)
        if value == field.default and field.name != "cards_in_hand":
            continue
        if isinstance(value, tuple):
            said[field.encode_name] = ", ".join(value) or "nothing"
        elif field.name == "multiples":
            said |= {f"{spot}{MULTIPLE}": str(antes) for spot, antes in value.items()}
        elif field.name == "payout_caps":
            said |= {f"{spot}{PAYOUT_CAP}": dollars(cap) for spot, cap in value.items()}
        else:
            said[field.encode_name] = str(value)
    return said


class PrintedPayTable(NamedTuple):
    """A pay table in words: hand to what it pays."""

    name: str
    paragraph: str
    rows: dict[str, str]


def pay_tables(book: Rulebook) -> list[PrintedPayTable]:
    tables = [
        PrintedPayTable(name, table.paragraph, {hand: in_words(name, pays) for hand, pays in table.pays.items()})
        for name, table in book.paytables.items()
    ]
    if book.jackpot is not None:
        awards = {hand: _award(row) for hand, row in book.jackpot.rows.items()}
        tables.append(PrintedPayTable("jackpot", book.jackpot.paragraph, awards))
    return tables


def _award(row: JackpotRow) -> str:
    if row.share is not None:
        percent, rest = divmod(row.share * 100, 1)
        award = f"{percent} % of the meter" if not rest else f"{row.share} of the meter"
    else:
        assert row.fixed is not None, row
        award = dollars(row.fixed)
    award = award if row.envy is None else f"{award}, envy {dollars(row.envy)}"
    return f"{award}; {row.condition}" if row.condition else award


def _opening(book: Rulebook, evidence: Evidence) -> Iterator[str]:
    counts = coverage(book, evidence).counts()
    yield from (f"# {title_of(book)}", "")
    yield f"`{book.key}`, in force from {when(book.effective)} Singapore time. The summaries are the project's own"
    yield f"words; the document itself decides. Made by `croupier rules weave {book.key}`."
    yield ""
    yield from ("| " + " | ".join(counts) + " |", "|" + "---:|" * len(counts))
    yield "| " + " | ".join("not known" if count is None else str(count) for count in counts.values()) + " |"
    yield ""
    yield from ("## Procedure", "", "| | |", "|---|---|")
    yield from (f"| {name} | {value} |" for name, value in procedure_lines(book.procedure).items())
    yield ""


def _pay_tables(book: Rulebook, number: str) -> Iterator[str]:
    for table in pay_tables(book):
        if table.paragraph == number:
            yield from (f"| {table.name} | pays |", "|---|---|")
            yield from (f"| {hand} | {pays} |" for hand, pays in table.rows.items())
            yield ""


def _proofs(place: Place, evidence: Evidence, link: LinkToScenario) -> Iterator[str]:
    """Scenarios named for the clause tell their story; those that merely cite it are listed."""
    proofs, absences = evidence.proofs.get(place, ()), evidence.absences.get(place, ())
    links = {proof: f"[{_escaped(proof.scenario.rpartition('/')[2])}]({link(proof)})" for proof in (*proofs, *absences)}
    if not evidence.scenarios_known:
        yield "- not known here: which scenarios prove it"
    elif not evidence.proved(place):
        yield "- no scenario proves it"
    for proof in proofs:
        if proof.subject in place:
            yield f"- {links[proof]}: {_escaped(proof.story)}" if proof.story else f"- {links[proof]}"
    for proof in absences:
        yield f"- does not apply: {links[proof]}: {_escaped(proof.story)}"
    if also := ", ".join(links[proof] for proof in proofs if proof.subject not in place):
        yield f"- cited in {also}"
    yield ""


def _sites(sites: tuple[Site, ...], link: LinkToCode) -> Iterator[str]:
    if not sites:
        yield from ("No code cites it.", "")
        return
    for site in sites:
        yield from (f"[{_escaped(site.where)}]({link(site)})", "", "```python", site.excerpt, "```", "")


def _escaped(text: str) -> str:
    """Stars, underlines and brackets as themselves."""
    for mark in "\\*_[]<>":
        text = text.replace(mark, f"\\{mark}")
    return text
