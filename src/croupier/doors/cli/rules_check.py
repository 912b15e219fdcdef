"""`croupier rules check FOLDER`: lists what a house's own books still lack."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.page import hanging
from croupier.proofs.traceability.scenarios import SUFFIX, ScenarioTried, find_folder, proofs, scenarios_in, tried
from croupier.rules.added_books import add_text, fixed_figures
from croupier.rules.rulebook.load import books_in, shipped_versions
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.readers.coverage import places

SHOWN = 10
"""How many scenarios are listed for a reader; --json has all."""


class Checked(Record):
    """One book of the folder."""

    book: str
    file: str
    problems: list[str]
    """Why it cannot be used, or what in it contradicts itself."""
    scenarios: int
    """How many scenarios were played with it: its own, and the approved ones of the book it was copied from."""
    differ: list[str]
    """Approved scenarios with another outcome in this book. They show what it changes, and where it needs scenarios of
    its own."""
    wrong: list[str]
    """Its own scenarios with another outcome than they expect."""
    unproved: list[str]
    """Clauses that no scenario proves, with their paragraphs."""

    @property
    def lacks(self) -> bool:
        return bool(self.problems or self.wrong or self.unproved)


class CheckedBooks(Answer):
    SCHEMA = "rules-check"
    books: list[Checked]


def check_folder(folder: Path) -> CheckedBooks:
    try:
        files = books_in(folder)
    except OSError as error:
        raise Unreadable(f"the rulebooks in {folder} cannot be read: {error.strerror}") from None
    if not files:
        raise Unreadable(f"there are no rulebooks in {folder}; croupier rules new writes one")
    return CheckedBooks([_checked(key, file, folder) for key, file in files.items()])


def _checked(key: str, file: Path, folder: Path) -> Checked:
    try:
        text = file.read_text(encoding="utf-8")
        book = add_text(text, str(file))
    except (OSError, UnicodeDecodeError) as error:
        return Checked(key, str(file), [str(error)], 0, [], [], [])
    except Unreadable as error:
        return Checked(key, str(file), [str(error)], 0, [], [], [])
    problems = list(fixed_figures(text))
    if book.key != key:
        problems.append(f"its key is {book.key}; a book in this place has the key {key}")
    own, approved = _own_scenarios(book, folder), _approved_scenarios(book)
    proved = proofs([*own, *approved])
    unproved = [f"{place.clause} ({place.paragraph})" for place in places(book) if place not in proved]
    return Checked(
        book=book.key,
        file=str(file),
        problems=problems,
        scenarios=len(own) + len(approved),
        differ=[one.scenario.name for one in approved if one.wrong],
        wrong=[f"{one.scenario.name}: {one.wrong[0]}" for one in own if one.wrong],
        unproved=unproved,
    )


def _own_scenarios(book: Rulebook, folder: Path) -> list[ScenarioTried]:
    files = sorted(folder.rglob(f"*{SUFFIX}"))
    return [one for file in files for one in _played(file.name.removesuffix(SUFFIX), file, book.key, book.key)]


def _approved_scenarios(book: Rulebook) -> list[ScenarioTried]:
    """The scenarios of the game's newest approved version, played with this book. An installed wheel has none."""
    versions, folder = shipped_versions(book.game), find_folder()
    if not versions or folder is None:
        return []
    files = sorted((folder / book.game).rglob(f"*{SUFFIX}"))
    names = ((file, file.relative_to(folder).as_posix().removesuffix(SUFFIX)) for file in files)
    return [one for file, name in names for one in _played(name, file, versions[-1].key, book.key)]


def _played(name: str, file: Path, named: str, key: str) -> Iterator[ScenarioTried]:
    """The file's scenarios that name a book, played with the book `key`."""
    try:
        text = file.read_text(encoding="utf-8")
        if f'"{named}"' in text:
            found = scenarios_in(name, text.replace(f'"{named}"', f'"{key}"'))
            yield from (tried(one) for one in found if one.script.book.key == key)
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        raise Unreadable(f"{file}: {error}") from None


def checked_lines(found: Sequence[Checked]) -> Iterator[str]:
    for place, one in enumerate(found):
        yield from [""] if place else []
        yield f"{one.book}  {one.file}"
        for problem in one.problems:
            yield from hanging(problem, "  wrong     ")
        for sentence in one.wrong:
            yield from hanging(sentence, "  scenario  ")
        if one.unproved:
            told = "; write a scenario for each and name the file for its clause: CLAUSE--what-happens.round.toml"
            yield from hanging(", ".join(one.unproved) + told, "  unproved  ")
        if one.differ:
            named = [*one.differ[:SHOWN], *([f"and {len(one.differ) - SHOWN} more"] if len(one.differ) > SHOWN else [])]
            told = f"{len(one.differ)} approved scenarios go otherwise, because this book says something else: "
            yield from hanging(told + ", ".join(named), "  differs   ")
        yield f"  {one.scenarios} scenarios played; {'something is missing' if one.lacks else 'nothing is missing'}"
