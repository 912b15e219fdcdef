"""What a new version of a document changes, moves, adds and removes."""

from collections.abc import Iterable, Iterator, Mapping

from croupier.base.values import Value
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.weave import pay_tables, procedure_lines


class Pair(Value, order=True):
    """A paragraph of the old book and the paragraph of the new one that says it now."""

    old: str
    new: str


class Figure(Value):
    """A line of the procedure or of a pay table; None where a book does not have it."""

    name: str
    old: str | None
    new: str | None


class Tally(Value):
    """The paragraphs of one book, each counted once."""

    unchanged: int
    moved: int
    changed: int
    alone: int
    """Removed from the old book, or added in the new one."""


class Difference(Value):
    """Paragraphs in document order; a paragraph that now appears twice is in two pairs."""

    changed: tuple[Pair, ...]
    """Other words or figures, under the same number or another."""
    moved: tuple[Pair, ...]
    """The same words under another number."""
    added: tuple[str, ...]
    removed: tuple[str, ...]
    unchanged: tuple[str, ...]
    clauses_added: tuple[str, ...]
    clauses_removed: tuple[str, ...]
    procedure: tuple[Figure, ...]
    paytables: tuple[Figure, ...]

    def of_the_old(self) -> Tally:
        return _tally(self.unchanged, [one.old for one in self.moved], [one.old for one in self.changed], self.removed)

    def of_the_new(self) -> Tally:
        return _tally(self.unchanged, [one.new for one in self.moved], [one.new for one in self.changed], self.added)


def _tally(unchanged: Iterable[str], moved: Iterable[str], changed: Iterable[str], alone: Iterable[str]) -> Tally:
    """A paragraph that appears twice in the other book counts where it is most like itself."""
    same, elsewhere = set(unchanged), set(moved)
    elsewhere -= same
    return Tally(len(same), len(elsewhere), len(set(changed) - same - elsewhere), len(set(alone)))


def compare(old: Rulebook, new: Rulebook) -> Difference:
    matched = pairs(old, new)
    said_again, said_before = {pair.new for pair in matched}, {pair.old for pair in matched}
    same_words = {pair for pair in matched if old.paragraphs[pair.old] == new.paragraphs[pair.new]}
    return Difference(
        changed=tuple(pair for pair in matched if pair not in same_words),
        moved=tuple(pair for pair in matched if pair in same_words and pair.old != pair.new),
        added=tuple(number for number in new.paragraphs if number not in said_again),
        removed=tuple(number for number in old.paragraphs if number not in said_before),
        unchanged=tuple(pair.old for pair in matched if pair in same_words and pair.old == pair.new),
        clauses_added=tuple(name for name in new.clauses if name not in old.clauses),
        clauses_removed=tuple(name for name in old.clauses if name not in new.clauses),
        procedure=tuple(_figures(procedure_lines(old.procedure), procedure_lines(new.procedure))),
        paytables=tuple(_figures(pay_lines(old), pay_lines(new))),
    )


def pairs(old: Rulebook, new: Rulebook) -> list[Pair]:
    """Which paragraph became which: by clause, then by words (the same number first), then by number."""
    by_clause = {
        Pair(number, other)
        for name in old.clauses
        for number in _places(old, name)
        for other in _places(new, name)
        if name in new.clauses and _same_device(old, new, name, number, other)
    }
    found = set(by_clause)
    here, there = _left(old, new, found)
    found |= {Pair(number, number) for number in here if number in there and _same_words(old, new, number, number)}
    here, there = _left(old, new, found)
    found |= {Pair(number, other) for number in here for other in there if _same_words(old, new, number, other)}
    here, there = _left(old, new, found)
    found |= {Pair(number, number) for number in here if number in there}
    order = {number: place for place, number in enumerate(old.paragraphs)}
    target = {number: place for place, number in enumerate(new.paragraphs)}
    return sorted(found, key=lambda pair: (order[pair.old], target[pair.new]))


def _same_words(old: Rulebook, new: Rulebook, number: str, other: str) -> bool:
    return old.paragraphs[number] == new.paragraphs[other]


def _left(old: Rulebook, new: Rulebook, found: set[Pair]) -> tuple[list[str], list[str]]:
    """Paragraphs of either book that have no partner yet."""
    used, taken = {pair.old for pair in found}, {pair.new for pair in found}
    return [n for n in old.paragraphs if n not in used], [n for n in new.paragraphs if n not in taken]


def _places(book: Rulebook, clause: str) -> Iterable[str]:
    places = book.clauses.get(clause, {})
    return dict.fromkeys(places[device] for device in book.procedure.devices if device in places)


def _same_device(old: Rulebook, new: Rulebook, clause: str, number: str, other: str) -> bool:
    """Shoe matches shoe; a device that only one of the books has matches any device of the other."""
    both = [device for device in old.procedure.devices if device in new.procedure.devices]
    here = [device for device in both if old.clauses[clause].get(device) == number]
    there = [device for device in both if new.clauses[clause].get(device) == other]
    return not here or not there or any(device in there for device in here)


def pay_lines(book: Rulebook) -> dict[str, str]:
    """Every line of every pay table, by table and hand."""
    return {f"{table.name}, {hand}": pays for table in pay_tables(book) for hand, pays in table.rows.items()}


def _figures(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Figure]:
    for name in [*old, *(name for name in new if name not in old)]:
        if old.get(name) != new.get(name):
            yield Figure(name, old.get(name), new.get(name))


class Stretch(Value):
    """Neighbours that moved together; in `new` a row for each of their new places."""

    old: tuple[str, ...]
    new: tuple[tuple[str, ...], ...]


def stretches(old: Rulebook, new: Rulebook, moved: Iterable[Pair]) -> list[Stretch]:
    """Thirty definitions that each moved up by one are one stretch."""
    before, after = list(old.paragraphs), list(new.paragraphs)
    goals: dict[str, list[str]] = {}
    for pair in moved:
        goals.setdefault(pair.old, []).append(pair.new)
    found: list[Stretch] = []
    for number, targets in goals.items():
        if found and _continues(found[-1], number, targets, before, after):
            rows = zip(found[-1].new, targets, strict=True)
            found[-1] = Stretch((*found[-1].old, number), tuple((*row, target) for row, target in rows))
        else:
            found.append(Stretch((number,), tuple((target,) for target in targets)))
    return found


def _continues(stretch: Stretch, number: str, targets: list[str], before: list[str], after: list[str]) -> bool:
    if len(stretch.new) != len(targets) or before.index(number) != before.index(stretch.old[-1]) + 1:
        return False
    rows = zip(stretch.new, targets, strict=True)
    return all(after.index(target) == after.index(row[-1]) + 1 for row, target in rows)
