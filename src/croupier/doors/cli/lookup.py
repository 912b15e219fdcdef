"""`croupier rules R-17` and `croupier rules search`: what a citation means, and where words stand."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.arguments import FOUND, show
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.page import alternatives, hanging
from croupier.proofs.traceability.rulings import RulingEvidence, RulingScenarios, RulingSite, ruling_evidence
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import Proof, clauses_by_paragraph
from croupier.rules.rulebook.readers.house_rulings import StandingRuling, standing_rulings
from croupier.rules.rulebook.readers.search import Passage, passages, search, words_of
from croupier.rules.rulebook.readers.weave import only_with

NOT_FOUND = 1

RULING = re.compile(r"[Rr]-?0*([1-9]\d{0,5})")
NUMBER = 11
"""The width of a paragraph number and the space after it."""


class RulingSiteJson(Record):
    where: str
    lines: tuple[int, ...]
    beside: Mapping[str, Mapping[str, tuple[str, ...]]]
    """By book: the paragraphs of the clauses that the code cites together with it."""


class RulingAnswer(Answer):
    SCHEMA = "rules-ruling"
    ruling: str
    chapter: str
    text: str
    cited_by: list[RulingSiteJson]
    told_by: list[RulingSiteJson]
    proved_by: list[str] | None
    acted_out_in: list[str] | None
    cited_in: list[str] | None


class FoundParagraph(Record):
    book: str
    paragraph: str
    text: str
    clauses: tuple[str, ...]


class FoundRuling(Record):
    ruling: str
    text: str


class FoundWords(Answer):
    SCHEMA = "rules-search"
    paragraphs: list[FoundParagraph]
    rulings: list[FoundRuling]


def show_ruling(name: str, books: Sequence[str], folder: str | None, *, as_json: bool) -> int:
    from croupier.doors.cli.evidence import scenarios_in, tried_for

    ruling = _ruling(name)
    scenarios = scenarios_in(folder)
    tries = [one for played in tried_for(books, scenarios).values() for one in played] if scenarios.read else None
    found = ruling_evidence(ruling.number, books, tries)
    if as_json:
        print_answer(_as_json(ruling, found))
        return FOUND
    return show(_in_full(ruling, found))


def _ruling(name: str) -> StandingRuling:
    known, match = standing_rulings(), RULING.fullmatch(name)
    assert match is not None, name
    number = f"R-{match[1]}"
    if number not in known:
        first, *_, last = known
        raise Unreadable(f"there is no ruling {number}; there are {first} to {last}")
    return known[number]


def _in_full(ruling: StandingRuling, found: RulingEvidence) -> Iterator[str]:
    yield f"{ruling.number}  Standing rulings of the House: {ruling.chapter}"
    yield ""
    yield from hanging(ruling.text, "  ")
    yield from _sites("Cited by", found.decides)
    yield from _sites("Told by", found.tells)
    if not found.decides and not found.tells:
        yield from ("", "  No code cites it.")
    if named := [other for other in standing_rulings().values() if _names(other, ruling)]:
        yield from ("", "  Other rulings name it")
        yield from (line for other in named for line in hanging(other.text, f"    {other.number:6}  "))
    yield from _scenarios(found.scenarios)


def _scenarios(found: RulingScenarios | None) -> Iterator[str]:
    if found is None:
        yield from ("", "  Not known here: which scenarios prove it.")
        return
    if not found.prove and not found.act_out:
        yield from ("", "  Proved by no scenario")
    for heading, proofs in (("Proved by", found.prove), ("Acted out, but not cited, in", found.act_out)):
        yield from ("", f"  {heading}") if proofs else ()
        for proof in proofs:
            yield f"    {proof.scenario}"
            yield from hanging(proof.story, "      ") if proof.story else []
    if found.cite:
        yield from ("", "  Cited in")
        yield from (f"    {proof.scenario}" for proof in found.cite)


def _names(other: StandingRuling, ruling: StandingRuling) -> bool:
    return other is not ruling and re.search(rf"\b{ruling.number}\b", other.text) is not None


def _sites(heading: str, sites: Iterable[RulingSite]) -> Iterator[str]:
    for place, each in enumerate(sites):
        if not place:
            yield from ("", f"  {heading}")
        lines = ", ".join(map(str, each.site.lines))
        yield f"    {each.site.where}, line{'s' if len(each.site.lines) > 1 else ''} {lines}"
        for clause, numbers in each.beside.items():
            where = ", ".join(f"{book} {' and '.join(there)}" for book, there in numbers.items())
            yield from hanging(f"{clause} ({where})", "      next to ")


def _as_json(ruling: StandingRuling, found: RulingEvidence) -> RulingAnswer:
    def sites(several: Iterable[RulingSite]) -> list[RulingSiteJson]:
        return [RulingSiteJson(one.site.where, one.site.lines, one.beside) for one in several]

    def names(proofs: Iterable[Proof]) -> list[str]:
        return [proof.scenario for proof in proofs]

    scenarios = found.scenarios
    return RulingAnswer(
        ruling=ruling.number,
        chapter=ruling.chapter,
        text=ruling.text,
        cited_by=sites(found.decides),
        told_by=sites(found.tells),
        proved_by=None if scenarios is None else names(scenarios.prove),
        acted_out_in=None if scenarios is None else names(scenarios.act_out),
        cited_in=None if scenarios is None else names(scenarios.cite),
    )


def find(words: Sequence[str], books: Sequence[str], *, as_json: bool) -> int:
    among = list(passages(map(load, books), standing_rulings().values()))
    found = search(words, among)
    if as_json:
        print_answer(
            FoundWords(
                paragraphs=[
                    FoundParagraph(one.book, one.number, one.text, one.clauses) for one in found if one.book is not None
                ],
                rulings=[FoundRuling(one.number, one.text) for one in found if one.book is None],
            )
        )
    elif found:
        show(_found(found))
    if found:
        return FOUND
    for sentence in _why_nothing(words, among):
        print(f"croupier rules: {sentence}", file=sys.stderr)
    return NOT_FOUND


def _why_nothing(words: Sequence[str], among: Sequence[Passage]) -> Iterator[str]:
    strange = [word for word in words if not search([word], among)]
    known = sorted(words_of(among))
    for word in strange:
        near = get_close_matches(word.lower(), known, cutoff=0.75)
        yield f"{word!r} stands nowhere" + (f"; did you mean {alternatives(near)}?" if near else "")
    if not strange:
        yield f"no paragraph or ruling has all of {' '.join(words)!r}"


def _found(found: Sequence[Passage]) -> Iterator[str]:
    heading: str | None = ""
    for one in found:
        if one.book != heading:
            yield from [""] if heading != "" else []
            heading = one.book
            yield "Standing rulings of the House" if one.book is None else one.book
        yield from hanging(one.text, f"  {one.number}".ljust(NUMBER) + "  ")
        if one.clauses:
            yield from hanging(", ".join(one.clauses), " " * NUMBER + "  · ")
    rulings = sum(one.book is None for one in found)
    yield from ("", f"{_count(len(found) - rulings, 'paragraph')}, {_count(rulings, 'ruling')}")


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def paragraph(book: Rulebook, number: str) -> Iterator[str]:
    yield from hanging(book.paragraphs[number], f"  {number}".ljust(NUMBER) + "  ")
    margin = " " * NUMBER
    if number in book.informative:
        yield from hanging(f"no code: {book.informative[number]}", f"{margin}  – ")
    elif names := clauses_by_paragraph(book).get(number):
        clauses = ", ".join(f"{name}{only_with(book, devices)}" for name, devices in names.items())
        yield from hanging(clauses, f"{margin}  · ")
