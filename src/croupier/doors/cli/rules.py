"""`croupier rules`: the rulebooks, what changed between them, and what of them is covered."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer
from croupier.doors.cli import rules_json
from croupier.doors.cli.arguments import FOUND, show
from croupier.doors.cli.json_output import print_answer
from croupier.doors.cli.lookup import RULING, find, paragraph, show_ruling
from croupier.doors.cli.page import alternatives, columns, hanging
from croupier.doors.cli.rules_coverage import show_coverage, weave_book
from croupier.doors.cli.rules_diff import differences
from croupier.doors.library.books import book_for
from croupier.rules.rulebook.load import BOOKS, documents, in_force, load, versions
from croupier.rules.rulebook.model import Rulebook, document_of
from croupier.rules.rulebook.readers.coverage import (
    Evidence,
    Place,
    Proof,
    Site,
    above,
    beneath,
    chapter_of,
    clauses_by_paragraph,
)
from croupier.rules.rulebook.readers.weave import CHAPTERS, only_with, pay_tables, procedure_lines, title_of, when

NOT_IN_FORCE = 1
LACKING = 1
"""A house's own book still lacks something."""
UNKNOWN = 2

SINGAPORE = timezone(timedelta(hours=8))

USAGE = """croupier rules                          the rulebooks
       croupier rules BOOK                     a whole book: poker@7, or poker, the version in force
       croupier rules BOOK PARAGRAPH           a paragraph, a clause or a chapter, with its code and scenarios
       croupier rules R-17                     a standing ruling of the House, with its code and scenarios
       croupier rules search WORDS [BOOK]      the paragraphs and rulings that contain all the words
       croupier rules sheet BOOK               the outcome of every bet in every case, as Markdown
       croupier rules diff OLD NEW             what a version changes
       croupier rules coverage                 what is explained, cited by code, proved by scenarios and played live
       croupier rules weave BOOK [-o FILE]     a book with its code, as Markdown
       croupier rules new NAME --from BOOK     a book of your own to begin with, commented (-o DIR: where)
       croupier rules check DIR                what the books of a folder of yours still lack
       croupier rules --at DATE [GAME]         the version in force at a date or date-time (Singapore time)
       With --json, each but weave is one JSON object."""

WANTED = {
    "diff": "diff OLD NEW, such as: croupier rules diff poker@6 poker@7",
    "coverage": "coverage without a book: it counts them all",
    "search": 'search WORDS or search WORDS BOOK, such as: croupier rules search "odd chip" poker@7',
    "sheet": "sheet BOOK, such as: croupier rules sheet casino-stud@2",
    "new": "new NAME --from BOOK, such as: croupier rules new lucky-three --from three-card-poker@3",
    "check": "check DIR, such as: croupier rules check rulebooks",
    "weave": "weave BOOK or weave BOOK -o FILE, such as: croupier rules weave poker@7 -o poker.md",
}


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier rules",
        usage=USAGE,
        description="The approved documents in our own words, by numbered paragraph.",
        epilog="Exit status: 0 found, 1 no version was in force, the words were not found, the scenarios are "
        "missing, or a checked book lacks something, 2 there is no such book, paragraph, ruling or file.",
    )
    parser.add_argument("words", nargs="*", metavar="…", help=argparse.SUPPRESS)
    parser.add_argument("--at", metavar="DATE", help="the version in force at that time")
    parser.add_argument("--json", action="store_true", help="the same as one JSON object (croupier schema)")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="with weave: the file to write; with new: the folder of rulebooks (default: rulebooks)",
    )
    parser.add_argument("--from", dest="source", metavar="BOOK", help="with new: the book that it begins with")
    parser.add_argument("--scenarios", metavar="DIR", help="the folder of the scenarios (default: tests/scenarios)")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_intermixed_args(argv)
    if options.output is not None and options.words[:1] not in (["weave"], ["new"]):
        parser.error("--output goes with weave and new")
    if options.source is not None and options.words[:1] != ["new"]:
        parser.error("--from goes with new")
    try:
        match options.words:
            case games if options.at is not None:
                return tell_in_force(games, _moment(options.at), as_json=options.json)
            case []:
                return _told(rules_json.books, book_list, as_json=options.json)
            case ["diff", *pair] if len(pair) == 2:
                old, new = map(book_for, pair)
                lines = partial(differences, old, new)
                return _told(partial(rules_json.difference, old, new), lines, as_json=options.json)
            case ["search", *words] if wanted := _searched(words):
                return find(*wanted, as_json=options.json)
            case ["sheet", key]:
                from croupier.rounds.settlement_sheet import settlement_sheet

                book = book_for(key)
                text = settlement_sheet(book.key)
                if options.json:
                    print_answer(rules_json.BookMarkdown(book.key, text))
                else:
                    print(text, end="")
                return FOUND
            case ["coverage"]:
                return show_coverage(options.scenarios, as_json=options.json)
            case ["weave", *_] if options.json:
                parser.error("weave writes Markdown; the book itself is there as JSON: croupier rules BOOK --json")
            case ["weave", key]:
                file = None if options.output is None else Path(options.output)
                return weave_book(book_for(key), file, options.scenarios)
            case ["weave", key, file] if options.output is None:
                return weave_book(book_for(key), Path(file), options.scenarios)
            case ["new", name]:
                from croupier.doors.cli.rules_new import write_new

                print(write_new(name, options.source, options.output))
                return FOUND
            case ["check", folder]:
                return _check(Path(folder), as_json=options.json)
            case ["diff" | "coverage" | "new" | "check" | "search" | "sheet" | "weave", *_]:
                parser.error(f"write {WANTED[options.words[0]]}")
            case [number] if RULING.fullmatch(number):
                return show_ruling(number, tuple(BOOKS), options.scenarios, as_json=options.json)
            case [key, number] if RULING.fullmatch(number):
                return show_ruling(number, [book_for(key).key], options.scenarios, as_json=options.json)
            case [key]:
                book = book_for(key)
                lines = partial(whole_book, book)
                return _told(partial(rules_json.whole, book), lines, as_json=options.json)
            case [key, name]:
                return tell_part(book_for(key), name, options.scenarios, as_json=options.json)
            case _:
                parser.error("expected a book and one paragraph")
    except Unreadable as error:
        print(f"croupier rules: {error}", file=sys.stderr)
        return UNKNOWN


def _check(folder: Path, *, as_json: bool) -> int:
    from croupier.doors.cli.rules_check import check_folder, checked_lines

    found = check_folder(folder)
    if as_json:
        print_answer(found)
    else:
        show(checked_lines(found.books))
    return LACKING if any(one.lacks for one in found.books) else FOUND


def _told(answer: Callable[[], Answer], lines: Callable[[], Iterator[str]], *, as_json: bool) -> int:
    if not as_json:
        return show(lines())
    print_answer(answer())
    return FOUND


# Finding


def _numbers(book: Rulebook, name: str) -> list[str]:
    """The paragraphs that a number or a clause's name means."""
    if name in book.paragraphs:
        return [name]
    if numbers := [number for number, names in clauses_by_paragraph(book).items() if name in names]:
        return numbers
    near = get_close_matches(name, [*book.clauses, *book.paragraphs], n=4, cutoff=0.6)
    if holder := above(name, book.paragraphs):
        near = [holder, *beneath(holder, book.paragraphs)][:6]
    hint = f"did you mean {alternatives(near)}?" if near else f"`croupier rules {book.key}` prints all there are"
    raise Unreadable(f"{book.key} has no paragraph or clause {name!r}; {hint}")


def _searched(words: Sequence[str]) -> tuple[list[str], Sequence[str]] | None:
    """The words to look for and the books to look in; the last word may name one."""
    books: Sequence[str] = tuple(BOOKS)
    if words and ("@" in words[-1] or (len(words) > 1 and words[-1] in documents())):
        *words, last = words
        books = [book_for(last).key]
    wanted = " ".join(words).split()
    return (wanted, books) if wanted else None


def _moment(text: str) -> datetime:
    """A bare date is the start of that day; without an offset the time is Singapore's."""
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(SINGAPORE) if moment.tzinfo is not None else moment.replace(tzinfo=SINGAPORE)
    except (ValueError, OverflowError):
        example = "2022-01-01 or 2023-04-19T08:00"
        raise Unreadable(f"--at: {text!r} is not a date or date-time; write it as {example}") from None


# Printing


def book_list() -> Iterator[str]:
    rows = [("book", "in force from", "paragraphs", "dealt from", "title")]
    for book in map(load, BOOKS):
        devices = " or ".join(book.procedure.devices)
        rows.append((book.key, when(book.effective), str(len(book.paragraphs)), devices, book.title))
    yield from columns(rows, right=[2])


def tell_in_force(named: Sequence[str], moment: datetime, *, as_json: bool) -> int:
    status, games = FOUND, list(dict.fromkeys(map(document_of, named or BOOKS)))
    if as_json:
        found = rules_json.in_force_at(games, moment)
        print_answer(found)
        return FOUND if all(each.book for each in found.games.values()) else NOT_IN_FORCE
    for game in games:
        book = in_force(game, moment)
        if book is None:
            status, first = NOT_IN_FORCE, versions(game)[0]
            sentence = f"no known version was in force at {when(moment)}; the first, {first.key}, is from"
            print(f"{game}: {sentence} {when(first.effective)}, Singapore time")
            continue
        later = [other.effective for other in versions(game) if other.effective > book.effective]
        until = f" until {when(later[0])}" if later else ""
        print(f"{book.key}: {title_of(book)}, in force from {when(book.effective)}{until}, Singapore time")
    return status


def whole_book(book: Rulebook) -> Iterator[str]:
    yield f"{title_of(book)} ({book.key})"
    count = f"{len(book.paragraphs)} paragraphs, {len(book.informative)} of them explained, {len(book.clauses)} clauses"
    yield f"in force from {when(book.effective)}, Singapore time; {count}"
    yield from ("", "Procedure")
    yield from columns(list(procedure_lines(book.procedure).items()), indent="  ")
    for table in pay_tables(book):
        yield from ("", f"Pay table {table.name} ({table.paragraph})")
        yield from columns(list(table.rows.items()), indent="  ")
    for chapter in dict.fromkeys(map(chapter_of, book.paragraphs)):
        yield ""
        yield from chapter_of_book(book, chapter)


def chapter_of_book(book: Rulebook, chapter: str) -> Iterator[str]:
    yield f"{chapter} {CHAPTERS.get(chapter, '')}".rstrip()
    for number in book.paragraphs:
        if chapter_of(number) == chapter:
            yield from paragraph(book, number)


def tell_part(book: Rulebook, name: str, folder: str | None, *, as_json: bool) -> int:
    """A paragraph, a clause, or a whole chapter."""
    if name in set(map(chapter_of, book.paragraphs)):
        numbers, evidence = [number for number in book.paragraphs if chapter_of(number) == name], None
    else:
        from croupier.doors.cli.evidence import evidence_for

        numbers = _numbers(book, name)
        evidence = evidence_for([book.key], folder)[book.key]

    def answer() -> rules_json.Part:
        return rules_json.Part(book.key, rules_json.paragraphs(book, numbers, evidence))

    def lines() -> Iterator[str]:
        if evidence is None:
            yield from (f"{title_of(book)} ({book.key})", "")
            yield from chapter_of_book(book, name)
            return
        for place, number in enumerate(numbers):
            yield from ["", ""] if place else []
            yield from paragraph_in_full(book, number, evidence)

    return _told(answer, lines, as_json=as_json)


def paragraph_in_full(book: Rulebook, number: str, evidence: Evidence) -> Iterator[str]:
    chapter = chapter_of(number)
    yield f"{number}  {title_of(book)}, chapter {chapter}: {CHAPTERS.get(chapter, '').lower()}"
    yield ""
    yield from hanging(book.paragraphs[number], "  ")
    if holder := above(number, book.paragraphs):
        yield from ("", f"  Part of {holder}")
        yield from hanging(book.paragraphs[holder], "    ")
    if parts := beneath(number, book.paragraphs):
        yield from ("", "  Its parts")
        yield from (line for inner in parts for line in hanging(book.paragraphs[inner], f"    {inner:9}  "))
    for table in pay_tables(book):
        if table.paragraph == number:
            yield from ("", f"  Pay table {table.name}")
            yield from columns(list(table.rows.items()), indent="    ")
    if number in book.informative:
        yield ""
        yield from hanging(f"No code is needed: {book.informative[number]}.", "  ")
    if (lives := evidence.lives(number)) is not None:
        yield from ("", f"  At live tables: {', '.join(lives)}")
    for name, devices in clauses_by_paragraph(book).get(number, {}).items():
        yield from ("", f"  Clause {name}{only_with(book, devices)}")
        yield from _cited_by(evidence.sites.get(name, ()))
        yield from _proved_by(Place(name, number), evidence)


def _cited_by(sites: Sequence[Site]) -> Iterator[str]:
    if not sites:
        yield "    cited by no code"
        return
    yield "    cited by"
    for site in sites:
        lines = ", ".join(map(str, site.lines))
        yield f"      {site.where}, line{'s' if len(site.lines) > 1 else ''} {lines}"


def _proved_by(place: Place, evidence: Evidence) -> Iterator[str]:
    if not evidence.scenarios_known:
        yield "    not known here: which scenarios prove it"
        return
    proofs = evidence.proofs.get(place, ())
    named = [proof for proof in proofs if proof.subject in place]
    yield "    proved by" if named else "    proved by no scenario"
    yield from _stories(named)
    if absences := evidence.absences.get(place):
        yield "    shown not to apply in"
        yield from _stories(absences)
    if also := [proof.scenario for proof in proofs if proof.subject not in place]:
        yield "    cited in"
        yield from (f"      {name}" for name in also)


def _stories(proofs: Sequence[Proof]) -> Iterator[str]:
    for proof in proofs:
        yield f"      {proof.scenario}"
        yield from hanging(proof.story, "        ") if proof.story else []
