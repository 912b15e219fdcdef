"""`croupier rules`: the rulebooks, what changed between them, and what of them is covered."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from difflib import get_close_matches
from pathlib import Path
from textwrap import shorten

import croupier
from croupier.cli.arguments import FOUND, show
from croupier.cli.json_output import print_json
from croupier.cli.lookup import RULING, find, show_ruling
from croupier.cli.page import alternatives, columns, hanging, page_width
from croupier.errors import Unreadable
from croupier.rulebook.load import BOOKS, in_force, load, versions
from croupier.rulebook.model import Rulebook, game_of
from croupier.rulebook.readers.coverage import (
    Coverage,
    Evidence,
    Place,
    Proof,
    Site,
    above,
    beneath,
    chapter_of,
    clauses_by_paragraph,
    coverage,
)
from croupier.rulebook.readers.diff import Difference, Figure, Pair, Stretch, compare, stretches
from croupier.rulebook.readers.weave import CHAPTERS, only_with, pay_tables, procedure_lines, title_of, weave, when

NOT_IN_FORCE = NOT_KNOWN = 1
UNKNOWN = 2

SINGAPORE = timezone(timedelta(hours=8))
NUMBER = 11
"""The width of a paragraph number and the space after it."""

USAGE = """croupier rules                          the rulebooks
       croupier rules BOOK                     a whole book, such as three-card-poker@3
       croupier rules BOOK PARAGRAPH           a paragraph, a clause or a chapter, with its code and scenarios
       croupier rules R-17 [--json]            a standing ruling of the House, with its code and scenarios
       croupier rules search WORDS [BOOK]      the paragraphs and rulings in which all the words stand; also --json
       croupier rules sheet BOOK               what becomes of every bet in every case, as Markdown
       croupier rules diff OLD NEW             what a version changes
       croupier rules coverage [--json]        what is explained, cited by code and proved by scenarios
       croupier rules weave BOOK [FILE]        a book with its code, as Markdown
       croupier rules --at DATE [GAME]         the version in force at a date or date-time (Singapore time)"""

WANTED = {
    "diff": "diff OLD NEW, such as: croupier rules diff poker@6 poker@7",
    "coverage": "coverage without a book: it counts them all",
    "search": 'search WORDS or search WORDS BOOK, such as: croupier rules search "odd chip" poker@7',
    "sheet": "sheet BOOK, such as: croupier rules sheet casino-stud@2",
    "weave": "weave BOOK or weave BOOK FILE, such as: croupier rules weave poker@7 poker.md",
}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="croupier rules",
        usage=USAGE,
        description="The approved documents as croupier knows them: every numbered paragraph in our own words.",
        epilog="Exit status: 0 found, 1 no version was in force, words stand nowhere, or what is proved is not known, "
        "2 there is no such book, paragraph, ruling or file.",
    )
    parser.add_argument("words", nargs="*", metavar="…", help=argparse.SUPPRESS)
    parser.add_argument("--at", metavar="DATE", help="which version was in force then")
    parser.add_argument("--json", action="store_true", help="coverage, a ruling or what was found as one JSON object")
    parser.add_argument("--scenarios", metavar="DIR", help="where the scenarios are, if not in tests/scenarios")
    options = parser.parse_intermixed_args(argv)
    asked = options.words[-1] if options.words else ""
    if options.json and not (asked == "coverage" or options.words[:1] == ["search"] or RULING.fullmatch(asked)):
        parser.error("only coverage, rulings and search results are also available as JSON")
    try:
        match options.words:
            case games if options.at is not None:
                return tell_in_force(games, _moment(options.at))
            case []:
                return show(book_list())
            case ["diff", old, new]:
                return show(differences(_book(old), _book(new)))
            case ["search", *words] if wanted := _searched(words):
                return find(*wanted, as_json=options.json)
            case ["sheet", key]:
                from croupier.settlement_sheet import settlement_sheet

                print(settlement_sheet(_book(key).key), end="")
                return FOUND
            case ["coverage"]:
                return show_coverage(options.scenarios, as_json=options.json)
            case ["weave", key]:
                return weave_book(_book(key), None, options.scenarios)
            case ["weave", key, file]:
                return weave_book(_book(key), Path(file), options.scenarios)
            case ["diff" | "coverage" | "search" | "sheet" | "weave", *_]:
                parser.error(f"write {WANTED[options.words[0]]}")
            case [number] if RULING.fullmatch(number):
                return show_ruling(number, tuple(BOOKS), options.scenarios, as_json=options.json)
            case [key, number] if RULING.fullmatch(number):
                return show_ruling(number, [_book(key).key], options.scenarios, as_json=options.json)
            case [key]:
                return show(whole_book(_book(key)))
            case [key, name]:
                return show(part(_book(key), name, options.scenarios))
            case _:
                parser.error("expected a book and one paragraph")
    except Unreadable as error:
        print(f"croupier rules: {error}", file=sys.stderr)
        return UNKNOWN


# Finding


def _book(key: str) -> Rulebook:
    if key in BOOKS:
        return load(key)
    game = game_of(key)
    near = [book for book in BOOKS if game_of(book) == game] or get_close_matches(key, BOOKS, cutoff=0.5)
    hint = f"did you mean {alternatives(near)}?" if near else f"there are {', '.join(BOOKS)}"
    raise Unreadable(f"there is no rulebook {key!r}; {hint}")


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
    if words and "@" in words[-1]:
        *words, last = words
        books = [_book(last).key]
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


def tell_in_force(games: Sequence[str], moment: datetime) -> int:
    status = FOUND
    for game in games or dict.fromkeys(map(game_of, BOOKS)):
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


def paragraph(book: Rulebook, number: str) -> Iterator[str]:
    yield from hanging(book.paragraphs[number], f"  {number}".ljust(NUMBER) + "  ")
    margin = " " * NUMBER
    if number in book.informative:
        yield from hanging(f"no code: {book.informative[number]}", f"{margin}  – ")
    elif names := clauses_by_paragraph(book).get(number):
        clauses = ", ".join(f"{name}{only_with(book, devices)}" for name, devices in names.items())
        yield from hanging(clauses, f"{margin}  · ")


def part(book: Rulebook, name: str, folder: str | None) -> Iterator[str]:
    """A paragraph, a clause, or a whole chapter."""
    if name in set(map(chapter_of, book.paragraphs)):
        yield from (f"{title_of(book)} ({book.key})", "")
        yield from chapter_of_book(book, name)
        return
    from croupier.cli.evidence import evidence_for

    numbers = _numbers(book, name)
    evidence = evidence_for([book.key], folder)[book.key]
    for place, number in enumerate(numbers):
        yield from ["", ""] if place else []
        yield from paragraph_in_full(book, number, evidence)


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


# Comparing


def differences(old: Rulebook, new: Rulebook) -> Iterator[str]:
    found = compare(old, new)
    here, there = found.of_the_old(), found.of_the_new()
    yield f"{old.key} → {new.key}"
    yield f"in force from {when(old.effective)} → {when(new.effective)}, Singapore time"
    yield from columns(
        [
            ("", "paragraphs", "as before", "moved", "changed", "removed", "added"),
            (old.key, *map(str, (len(old.paragraphs), here.unchanged, here.moved, here.changed, here.alone)), "–"),
            (
                new.key,
                *map(str, (len(new.paragraphs), there.unchanged, there.moved, there.changed)),
                "–",
                str(there.alone),
            ),
        ],
        right=range(1, 7),
    )
    yield from _figures("Procedure", found.procedure)
    yield from _figures("Pay tables", found.paytables)
    yield from _changed(old, new, found.changed)
    yield from _moved(old, stretches(old, new, found.moved))
    yield from _only_in("Added", new, found.added)
    yield from _only_in("Removed", old, found.removed)
    yield from _clauses(found)


def _figures(heading: str, figures: Sequence[Figure]) -> Iterator[str]:
    if figures:
        yield from ("", heading)
        rows = [(figure.name, f"{figure.old or 'not there'} → {figure.new or 'gone'}") for figure in figures]
        yield from columns(rows, indent="  ")


def _changed(old: Rulebook, new: Rulebook, pairs: Sequence[Pair]) -> Iterator[str]:
    if pairs:
        yield from ("", "Changed: other words or figures")
    clauses = clauses_by_paragraph(new)
    for pair in pairs:
        names = clauses.get(pair.new, {})
        label = pair.old if pair.old == pair.new else f"{pair.old} → {pair.new}"
        said = ", ".join(f"{name}{only_with(new, devices)}" for name, devices in names.items())
        yield from hanging(said, f"  {label}".ljust(20) + "  ") if said else [f"  {label}"]
        yield from hanging(old.paragraphs[pair.old], "    − ")
        yield from hanging(new.paragraphs[pair.new], "    + ")


def _moved(old: Rulebook, found: Sequence[Stretch]) -> Iterator[str]:
    if not found:
        return
    yield from ("", "Moved: the same words under another number")
    rows = [(_from_to(one.old), " and ".join(map(_from_to, one.new)), str(len(one.old))) for one in found]
    first, second = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
    for (before, after, count), one in zip(rows, found, strict=True):
        told = old.paragraphs[one.old[0]] if len(one.old) == 1 else f"{count} paragraphs"
        lead = f"  {before.ljust(first)}  →  {after.ljust(second)}  "
        yield lead + shorten(told, max(20, page_width() - len(lead)), placeholder=" …")


def _from_to(numbers: Sequence[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _only_in(heading: str, book: Rulebook, numbers: Sequence[str]) -> Iterator[str]:
    if numbers:
        yield from ("", heading)
        yield from (line for number in numbers for line in paragraph(book, number))


def _clauses(found: Difference) -> Iterator[str]:
    for heading, names in (("New clauses", found.clauses_added), ("Clauses gone", found.clauses_removed)):
        if names:
            yield from ("", heading)
            yield from hanging(", ".join(names), "  ")


# Counting


def show_coverage(folder: str | None, *, as_json: bool) -> int:
    from croupier.cli.evidence import evidence_for

    evidence = evidence_for(tuple(BOOKS), folder)
    found = {key: coverage(load(key), evidence[key]) for key in BOOKS}
    if as_json:
        print_json({key: one.counts() for key, one in found.items()})
    else:
        show(coverage_table(found))
    return FOUND if all(one.proved is not None for one in found.values()) else NOT_KNOWN


def coverage_table(found: dict[str, Coverage]) -> Iterator[str]:
    counts = {key: one.counts() for key, one in found.items()}
    heads = ("", *next(iter(counts.values())))
    total = {head: _sum(count[head] for count in counts.values()) for head in heads[1:]}
    rows = [heads, *((key, *map(_figure, count.values())) for key, count in {**counts, "together": total}.items())]
    yield from columns(rows, right=range(1, len(heads)))
    for key, one in found.items():
        yield from _open(key, one)


def _sum(numbers: Iterable[int | None]) -> int | None:
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


def _figure(number: int | None) -> str:
    return "not known" if number is None else str(number)


def _open(key: str, one: Coverage) -> Iterator[str]:
    if not one.open or one.proved is None:
        return
    cited, proved = set(one.cited), set(one.proved)
    groups = {
        "not proved": [number for number in one.open if number in cited],
        "not cited": [number for number in one.open if number in proved],
        "neither": [number for number in one.open if number not in cited | proved],
    }
    yield from ("", f"{key}: open")
    for words, numbers in groups.items():
        if numbers:
            yield from hanging("  ".join(numbers), f"  {words:10}  ")


# Weaving


def weave_book(book: Rulebook, file: Path | None, folder: str | None) -> int:
    from croupier.cli.evidence import evidence_for
    from croupier.traceability.scenarios import SUFFIX, find_folder

    scenarios = Path(folder) if folder is not None else find_folder()
    base = Path.cwd() if file is None else file.resolve().parent

    def code(site: Site) -> str:
        path = Path(croupier.__file__).parent.joinpath(*site.module.split(".")[1:])
        source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        return f"{_relative(source, base)}#L{site.lines[0]}"

    def scenario(proof: Proof) -> str:
        assert scenarios is not None, proof
        return _relative(scenarios / f"{proof.scenario}{SUFFIX}", base)

    text = weave(book, evidence_for([book.key], folder)[book.key], code, scenario)
    if file is None:
        print(text, end="")
        return FOUND
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Unreadable(f"{file} cannot be written: {error.strerror}") from None
    print(f"written: {file}", file=sys.stderr)
    return FOUND


def _relative(path: Path, base: Path) -> str:
    return Path(os.path.relpath(path.resolve(), base)).as_posix()
