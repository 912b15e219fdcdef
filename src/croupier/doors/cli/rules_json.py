"""The rulebooks for programs: what `croupier rules … --json` prints of books, paragraphs and versions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from croupier.proofs.traceability.evidence import live_tables
from croupier.rules.rulebook.load import BOOKS, in_force, load, versions
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import Evidence, Live, Place, above, beneath, clauses_by_paragraph
from croupier.rules.rulebook.readers.diff import compare
from croupier.rules.rulebook.readers.weave import pay_tables, procedure_lines


def books() -> dict[str, Any]:
    return {"books": [_head(load(key)) for key in BOOKS]}


def _head(book: Rulebook) -> dict[str, Any]:
    return {
        "book": book.key,
        "game": book.game,
        "title": book.title,
        "in_force_from": book.effective.isoformat(),
        "dealing": list(book.procedure.devices),
        "paragraph_count": len(book.paragraphs),
    }


def whole(book: Rulebook) -> dict[str, Any]:
    return {
        **_head(book),
        "procedure": procedure_lines(book.procedure),
        "pay_tables": [{"table": one.name, "paragraph": one.paragraph, "rows": one.rows} for one in pay_tables(book)],
        "paragraphs": paragraphs(book, tuple(book.paragraphs)),
    }


def paragraphs(book: Rulebook, numbers: Sequence[str], evidence: Evidence | None = None) -> list[dict[str, Any]]:
    """With evidence, also what cites and proves each clause; None if that is not known."""
    clauses, live = clauses_by_paragraph(book), live_tables().get(book.key)
    return [
        {
            "paragraph": number,
            "text": book.paragraphs[number],
            "part_of": above(number, book.paragraphs) or None,
            "parts": list(beneath(number, book.paragraphs)),
            "explained": book.informative.get(number),
            "clauses": [_clause(name, number, evidence) for name in clauses.get(number, {})],
            "live": None if live is None else list(live.get(number, (Live.NOTHING,))),
        }
        for number in numbers
    ]


def _clause(name: str, number: str, evidence: Evidence | None) -> dict[str, Any]:
    if evidence is None:
        return {"clause": name}
    place = Place(name, number)
    proofs = evidence.proofs.get(place, ())
    known = evidence.scenarios_known
    return {
        "clause": name,
        "cited_by": [{"where": site.where, "lines": list(site.lines)} for site in evidence.sites.get(name, ())],
        "proved_by": [proof.scenario for proof in proofs if proof.subject in place] if known else None,
        "cited_in": [proof.scenario for proof in proofs if proof.subject not in place] if known else None,
        "absent_in": [proof.scenario for proof in evidence.absences.get(place, ())] if known else None,
    }


def difference(old: Rulebook, new: Rulebook) -> dict[str, Any]:
    found = compare(old, new)
    figures = {"procedure": found.procedure, "pay_tables": found.paytables}
    return {
        "old": _head(old),
        "new": _head(new),
        "changed": [
            {
                "old": pair.old,
                "new": pair.new,
                "old_text": old.paragraphs[pair.old],
                "new_text": new.paragraphs[pair.new],
            }
            for pair in found.changed
        ],
        "moved": [{"old": pair.old, "new": pair.new} for pair in found.moved],
        "added": _texts(new, found.added),
        "removed": _texts(old, found.removed),
        "unchanged": list(found.unchanged),
        "clauses_added": list(found.clauses_added),
        "clauses_removed": list(found.clauses_removed),
        **{
            name: [{"name": one.name, "old": one.old, "new": one.new} for one in several]
            for name, several in figures.items()
        },
    }


def _texts(book: Rulebook, numbers: Sequence[str]) -> Mapping[str, str]:
    return {number: book.paragraphs[number] for number in numbers}


def in_force_at(games: Sequence[str], moment: datetime) -> dict[str, Any]:
    return {"at": moment.isoformat(), "games": {game: _in_force(game, moment) for game in games}}


def _in_force(game: str, moment: datetime) -> dict[str, str | None]:
    book = in_force(game, moment)
    if book is None:
        return {"book": None, "from": None, "until": versions(game)[0].effective.isoformat()}
    later = [other.effective.isoformat() for other in versions(game) if other.effective > book.effective]
    return {"book": book.key, "from": book.effective.isoformat(), "until": later[0] if later else None}
