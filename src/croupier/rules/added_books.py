"""Adds books that do not ship: from a house's own folder, or from a journal.

A key stands for one text for ever: no book ever replaces another with the same key. A book is added only if it fits the
code of its game, so no table opens that cannot pay a hand.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.extension_points import RULEBOOKS, RULEBOOKS_OF_PACKAGES
from croupier.rules.games import GAMES
from croupier.rules.rulebook.load import BOOKS, JACKPOT, REFERENCE, books_in, figures_of, read, shipped_versions
from croupier.rules.rulebook.model import MULTIPLE, PAYOUT_CAP, Rulebook, note_game


def add_folder(folder: Path, *, named: bool = True) -> tuple[str, ...]:
    """Adds every book of a folder of rulebooks, or none if one of them cannot be read. Returns their keys.

    From then on the environment names the folder (if `named`), so that processes started later know the same books.
    """
    try:
        texts = {file: file.read_bytes() for file in books_in(folder).values()}
    except OSError as error:
        raise Unreadable(f"the rulebooks in {folder} cannot be read: {error.strerror}") from None
    if not texts:
        raise Unreadable(f"there are no rulebooks in {folder}; expected files such as {folder}/lucky-three/v1.toml")
    books = {file: _readable(str(file), text) for file, text in texts.items()}
    for file, book in books.items():
        own = f"{file.parent.name}@{file.stem.removeprefix('v')}"
        if book.key != own:
            raise Unreadable(f"{file}: its key is {book.key!r}; a book in this place has key = {own!r}")
        _check_new(str(file), book.key, texts[file])
    for file, book in books.items():
        _add(book, texts[file])
    if named:
        folders = [*filter(None, os.environ.get(RULEBOOKS, "").split(os.pathsep)), str(folder.resolve())]
        os.environ[RULEBOOKS] = os.pathsep.join(dict.fromkeys(folders))
    return tuple(book.key for book in books.values())


def add_text(text: str, where: str) -> Rulebook:
    """Adds one book, such as one that a journal carries; `where` names its place in errors."""
    book = _readable(where, text.encode())
    _check_new(where, book.key, text.encode())
    _add(book, text.encode())
    return book


def add_all() -> None:
    """Adds the books of installed packages, and those in the folders that the environment names."""
    for package in entry_points(group=RULEBOOKS_OF_PACKAGES):
        add_folder(Path(next(iter(import_module(package.value).__path__))), named=False)
    for folder in filter(None, os.environ.get(RULEBOOKS, "").split(os.pathsep)):
        add_folder(Path(folder))


def _readable(where: str, text: bytes) -> Rulebook:
    try:
        book = read(text.decode())
        if problems := list(departures(book)):
            raise Unreadable("; ".join(problems))
        return book
    except UnicodeDecodeError:
        raise Unreadable(f"{where}: a rulebook is UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"{where}: this is not TOML: {error}") from None
    except Unreadable as error:
        raise Unreadable(f"{where}: {error}") from None


def departures(book: Rulebook) -> Iterator[str]:
    """Faults of a house's book, compared with the approved versions of its game: missing clauses, clauses that nothing
    cites, pay tables and rows that no hand reaches."""
    if book.game not in GAMES:
        yield f"game: there is no game {book.game!r}{_near(book.game, GAMES)}; there are {', '.join(GAMES)}"
    approved = shipped_versions(book.game)
    if not approved:  # the game is another package's
        return
    known = {name for one in approved for name in one.clauses}
    for name in sorted({*book.clauses} - known):
        yield f"[clauses]: no code of {book.game} cites {name}{_near(name, known)}"
    for name in sorted(set.intersection(*({*one.clauses} for one in approved)) - {*book.clauses}):
        yield f"[clauses]: {name} is missing; name the paragraph that says it"
    pattern = approved[-1]
    tables, wanted = _hands(book), _hands(pattern)
    for name in tables:
        if name not in wanted:
            yield f"there is no pay table {name}; there are {', '.join(wanted)}"
    for name, hands in wanted.items():
        if name not in tables:
            yield f"the pay table {name} is missing"
        elif tables[name] != [hand for hand in hands if hand in tables[name]]:  # one left out is not paid
            yield f"pay table {name}: its rows are {', '.join(tables[name])}; expected, in order, {', '.join(hands)}"
    for name, ours, theirs in (
        (MULTIPLE, book.procedure.multiples, pattern.procedure.multiples),
        (PAYOUT_CAP, book.procedure.payout_caps, pattern.procedure.payout_caps),
    ):
        if {*ours} != {*theirs}:
            yield f"[procedure]: expected {', '.join(f'{bet}{name}' for bet in theirs) or f'no …{name}'}"


def fixed_figures(text: str) -> Iterator[str]:
    """Figures written out in a paragraph about a pay table. They may contradict the table, today or after a change."""
    data = tomllib.loads(text)
    tables = {table["paragraph"]: name for name, table in data.get("paytables", {}).items()}
    figures = figures_of(read(text))
    for number, name in tables.items():
        words = re.sub(r"\bto 1\b", "", REFERENCE.sub("", data["paragraphs"][number]))
        for literal in re.findall(r"[0-9][0-9,.]*[0-9]|[0-9]", words):
            same = [known for known, shown in figures.items() if known.startswith(f"{name}.") and literal in shown]
            hint = f"write {{{same[0]}}}" if same else f"the pay table {name} has no such figure"
            yield f"paragraph {number} says {literal} in figures of its own; {hint}"


def _hands(book: Rulebook) -> dict[str, list[str]]:
    jackpot = {JACKPOT: list(book.jackpot.rows)} if book.jackpot else {}
    return {name: list(table.pays) for name, table in book.paytables.items()} | jackpot


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _check_new(where: str, key: str, text: bytes) -> None:
    if key in BOOKS and BOOKS[key] != text:
        raise Unreadable(f"{where}: there is another {key} already; give a changed book a number of its own")


def _add(book: Rulebook, text: bytes) -> None:
    if book.key not in BOOKS:
        note_game(book.document, book.game)
        BOOKS[book.key] = text
