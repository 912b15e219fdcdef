"""What a version of a document changes, side by side."""

from collections.abc import Iterator, Sequence
from textwrap import shorten

from croupier.doors.cli.lookup import paragraph
from croupier.doors.cli.page import columns, hanging, page_width
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import clauses_by_paragraph
from croupier.rules.rulebook.readers.diff import Difference, Figure, Pair, Stretch, compare, stretches
from croupier.rules.rulebook.readers.weave import only_with, when


def differences(old: Rulebook, new: Rulebook) -> Iterator[str]:
    found = compare(old, new)
    here, there = found.of_the_old(), found.of_the_new()
    yield f"{old.key} → {new.key}"
    if old.game != new.game:
        yield f"two games, {old.game} and {new.game}, and not two versions of one: numbers and words meet by chance"
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
