"""The rulebooks for programs: what `croupier rules … --json` prints of books, paragraphs and versions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from msgspec import UNSET, UnsetType, field

from croupier.base.json_answers import Answer, Record
from croupier.proofs.traceability.evidence import live_tables
from croupier.rules.rulebook.load import BOOKS, in_force, load, versions
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import Evidence, Live, Place, above, beneath, clauses_by_paragraph
from croupier.rules.rulebook.readers.diff import Figure as ComparedFigure
from croupier.rules.rulebook.readers.diff import compare
from croupier.rules.rulebook.readers.weave import pay_tables, procedure_lines


class Book(Record):
    book: str
    game: str
    title: str
    in_force_from: str
    dealing: list[str]
    paragraph_count: int


class Books(Answer):
    SCHEMA = "rules-books"
    books: list[Book]


class PayTable(Record):
    table: str
    paragraph: str
    rows: dict[str, str]


class Site(Record):
    where: str
    lines: list[int]


class Clause(Record):
    clause: str
    cited_by: list[Site] | UnsetType = UNSET
    proved_by: list[str] | UnsetType | None = UNSET
    cited_in: list[str] | UnsetType | None = UNSET
    absent_in: list[str] | UnsetType | None = UNSET


class Paragraph(Record):
    paragraph: str
    text: str
    part_of: str | None
    parts: list[str]
    explained: str | None
    clauses: list[Clause]
    live: list[Literal["enforced", "told", "recorded", "nothing"]] | None


class WholeBook(Book, Answer):
    SCHEMA = "rules-book"
    procedure: dict[str, str]
    pay_tables: list[PayTable]
    paragraphs: list[Paragraph]


class Part(Answer):
    SCHEMA = "rules-part"
    book: str
    paragraphs: list[Paragraph]


class Pair(Record):
    old: str
    new: str
    old_text: str | UnsetType = UNSET
    new_text: str | UnsetType = UNSET


class Figure(Record):
    name: str
    old: str | None
    new: str | None


class Diff(Answer):
    SCHEMA = "rules-diff"
    old: Book
    new: Book
    changed: list[Pair]
    moved: list[Pair]
    added: dict[str, str]
    removed: dict[str, str]
    unchanged: list[str]
    clauses_added: list[str]
    clauses_removed: list[str]
    procedure: list[Figure]
    pay_tables: list[Figure]


class Applies(Record):
    book: str | None
    since: str | None = field(name="from")
    until: str | None


class InForce(Answer):
    SCHEMA = "rules-in-force"
    at: str
    games: dict[str, Applies]


class BookMarkdown(Answer):
    SCHEMA = "markdown"
    book: str
    markdown: str


def books() -> Books:
    return Books([Book(*_head(load(key))) for key in BOOKS])


def _head(book: Rulebook) -> tuple[str, str, str, str, list[str], int]:
    """What `Book` has, in the order of its fields."""
    since, devices = book.effective.isoformat(), [device.value for device in book.procedure.devices]
    return book.key, book.game, book.title, since, devices, len(book.paragraphs)


def whole(book: Rulebook) -> WholeBook:
    return WholeBook(
        *_head(book),
        procedure=procedure_lines(book.procedure),
        pay_tables=[PayTable(one.name, one.paragraph, dict(one.rows)) for one in pay_tables(book)],
        paragraphs=paragraphs(book, tuple(book.paragraphs)),
    )


def paragraphs(book: Rulebook, numbers: Sequence[str], evidence: Evidence | None = None) -> list[Paragraph]:
    """With evidence, also what cites and proves each clause; None if that is not known."""
    clauses, live = clauses_by_paragraph(book), live_tables().get(book.key)
    return [
        Paragraph(
            paragraph=number,
            text=book.paragraphs[number],
            part_of=above(number, book.paragraphs) or None,
            parts=list(beneath(number, book.paragraphs)),
            explained=book.informative.get(number),
            clauses=[_clause(name, number, evidence) for name in clauses.get(number, {})],
            live=None if live is None else [each.value for each in live.get(number, (Live.NOTHING,))],
        )
        for number in numbers
    ]


def _clause(name: str, number: str, evidence: Evidence | None) -> Clause:
    if evidence is None:
        return Clause(name)
    place = Place(name, number)
    proofs = evidence.proofs.get(place, ())
    known = evidence.scenarios_known
    return Clause(
        clause=name,
        cited_by=[Site(site.where, list(site.lines)) for site in evidence.sites.get(name, ())],
        proved_by=[proof.scenario for proof in proofs if proof.subject in place] if known else None,
        cited_in=[proof.scenario for proof in proofs if proof.subject not in place] if known else None,
        absent_in=[proof.scenario for proof in evidence.absences.get(place, ())] if known else None,
    )


def difference(old: Rulebook, new: Rulebook) -> Diff:
    found = compare(old, new)
    return Diff(
        old=Book(*_head(old)),
        new=Book(*_head(new)),
        changed=[
            Pair(pair.old, pair.new, old.paragraphs[pair.old], new.paragraphs[pair.new]) for pair in found.changed
        ],
        moved=[Pair(pair.old, pair.new) for pair in found.moved],
        added=_texts(new, found.added),
        removed=_texts(old, found.removed),
        unchanged=list(found.unchanged),
        clauses_added=list(found.clauses_added),
        clauses_removed=list(found.clauses_removed),
        procedure=_figures(found.procedure),
        pay_tables=_figures(found.paytables),
    )


def _figures(several: Sequence[ComparedFigure]) -> list[Figure]:
    return [Figure(one.name, one.old, one.new) for one in several]


def _texts(book: Rulebook, numbers: Sequence[str]) -> dict[str, str]:
    return {number: book.paragraphs[number] for number in numbers}


def in_force_at(games: Sequence[str], moment: datetime) -> InForce:
    return InForce(moment.isoformat(), {game: _in_force(game, moment) for game in games})


def _in_force(game: str, moment: datetime) -> Applies:
    book = in_force(game, moment)
    if book is None:
        return Applies(book=None, since=None, until=versions(game)[0].effective.isoformat())
    later = [other.effective.isoformat() for other in versions(game) if other.effective > book.effective]
    return Applies(book=book.key, since=book.effective.isoformat(), until=later[0] if later else None)
