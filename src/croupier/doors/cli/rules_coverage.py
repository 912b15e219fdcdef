"""What of the documents is explained, cited by code and proved by scenarios; and a whole book woven with its code."""

import os
import sys
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Record
from croupier.doors.cli.arguments import FOUND, show
from croupier.doors.cli.json_output import print_signed
from croupier.doors.cli.page import columns, hanging
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import Coverage, Live, Proof, Site, coverage
from croupier.rules.rulebook.readers.weave import weave

NOT_KNOWN = 1
"""The exit status if there are no scenarios that could prove anything."""


class BookCoverage(Record):
    """The number of paragraphs; None if the book is unknown here."""

    paragraphs: int
    explained: int
    cited: int
    proved: int | None
    open: int | None
    live: dict[str, int] | None


def show_coverage(folder: str | None, *, as_json: bool) -> int:
    from croupier.doors.cli.evidence import evidence_for

    evidence = evidence_for(tuple(BOOKS), folder)
    found = {key: coverage(load(key), evidence[key]) for key in BOOKS}
    if as_json:
        print_signed("rules-coverage", {key: _as_json(one) for key, one in found.items()})
    else:
        show((*coverage_table(found), *_acted_out()))
    return FOUND if all(one.proved is not None for one in found.values()) else NOT_KNOWN


def _as_json(one: Coverage) -> BookCoverage:
    return BookCoverage(
        paragraphs=len(one.paragraphs),
        explained=len(one.explained),
        cited=len(one.cited),
        proved=None if one.proved is None else len(one.proved),
        open=None if one.open is None else len(one.open),
        live=one.live_counts(),
    )


def coverage_table(found: dict[str, Coverage]) -> Iterator[str]:
    counts = {key: {**one.counts(), **_live(one)} for key, one in found.items()}
    heads = ("", *next(iter(counts.values())))
    total = {head: _sum(count[head] for count in counts.values()) for head in heads[1:]}
    rows = [heads, *((key, *map(_figure, count.values())) for key, count in {**counts, "together": total}.items())]
    yield from columns(rows, right=range(1, len(heads)))
    for key, one in found.items():
        yield from _open(key, one)


def _live(one: Coverage) -> dict[str, int | None]:
    counts = one.live_counts()
    return {f"live: {live}": None if counts is None else counts[live] for live in Live}


def _sum(numbers: Iterable[int | None]) -> int | None:
    total = 0
    for number in numbers:
        if number is None:
            return None
        total += number
    return total


def _figure(number: int | None) -> str:
    return "not known" if number is None else str(number)


def _acted_out() -> Iterator[str]:
    from croupier.proofs.traceability.evidence import acted_out

    counts = acted_out()
    unfinished = ", ".join(f"{left} of {key}" for key, (_, left) in counts.items() if left) or "none"
    scenarios = sum(all_ for all_, _ in counts.values())
    told = f"Live tables were tried with {scenarios:,} scenarios. They could not finish {unfinished}"
    yield from ("", *hanging(f"{told}; tests/golden/acted_out says which, and why.", ""))


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
    from croupier.doors.cli.evidence import evidence_for
    from croupier.proofs.traceability.scenarios import SUFFIX, find_folder

    scenarios = Path(folder) if folder is not None else find_folder()
    base = Path.cwd() if file is None else file.resolve().parent

    def code(site: Site) -> str:
        path = Path(str(files("croupier"))).joinpath(*site.module.split(".")[1:])
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
