"""Reads rulebook files and refuses one that does not hold together.

`BOOKS` has the books that ship, and those that `rules/added_books` adds: a house's own.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, MutableMapping
from datetime import datetime
from difflib import get_close_matches
from fractions import Fraction
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields, replace

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.rules.money import Cents, cents
from croupier.rules.rulebook.model import (
    MULTIPLE,
    PAYOUT_CAP,
    Device,
    JackpotRow,
    JackpotTable,
    PayTable,
    Procedure,
    Rulebook,
    document_of,
)
from croupier.rules.rulebook.payouts import Payout, expected, read_payout, to_one

SHIPPED = Path(__file__).parents[1] / "rulebooks"
JACKPOT = "jackpot"
"""The name of the pay table of the progressive jackpot."""

_VERSION = re.compile(r"v([1-9]\d{0,3})\.toml")
KEY = re.compile(r"([a-z0-9]+(?:-[a-z0-9]+)*)@([1-9]\d{0,3})")
REFERENCE = re.compile(r"\{([^{}]*)\}")
"""A figure that a paragraph refers to: `{pair-plus.straight}`."""
KEY_WANTED = "expected a name of small letters, digits and hyphens, @ and a number: lucky-three@1"


def books_in(folder: Path) -> dict[str, Path]:
    """Every `<document>/v<N>.toml` of a folder of rulebooks, by document and version; nowhere else is a book named."""
    found = {
        (document.name, int(number[1])): file
        for document in folder.iterdir()
        if document.is_dir()
        for file in document.iterdir()
        if (number := _VERSION.fullmatch(file.name))
    }
    return {f"{document}@{version}": found[document, version] for document, version in sorted(found)}


class Books(MutableMapping[str, bytes]):
    """The text of every book by its key: first those that ship, then those that were added. To list the books, or to
    ask for one that does not ship, first adds those from elsewhere (`rules/added_books`); most commands need only
    shipped books, so nothing is searched before.
    """

    def __init__(self, shipped: Mapping[str, Path]) -> None:
        self.shipped = shipped
        self._added: dict[str, bytes] = {}
        self._complete = False

    def __getitem__(self, key: str) -> bytes:
        return self.shipped[key].read_bytes() if self._ships(key) else self._others()[key]

    def __setitem__(self, key: str, text: bytes) -> None:
        self._added[key] = text
        self._forget()

    def __delitem__(self, key: str) -> None:
        del self._added[key]
        self._forget()

    def __contains__(self, key: object) -> bool:
        return self._ships(key) or key in self._others()

    def __iter__(self) -> Iterator[str]:
        return iter({**self.shipped, **self._others()})

    def __len__(self) -> int:
        return len({**self.shipped, **self._others()})

    @property
    def added(self) -> tuple[str, ...]:
        """The books that do not ship."""
        return tuple(self._others())

    def _ships(self, key: object) -> bool:
        return key in self.shipped and key not in self._added

    def _others(self) -> Mapping[str, bytes]:
        if not self._complete:
            self._complete = True  # set first, because adding books asks whether they are there
            try:
                import_module(ADDED_BOOKS).add_all()
            except BaseException:
                self._complete = False
                raise
        return self._added

    def _forget(self) -> None:
        for known in (load, digest, at_the_table):
            known.cache_clear()


ADDED_BOOKS = "croupier.rules.added_books"
"""Imported by name, because it knows the games, which are above this module."""
BOOKS = Books(books_in(SHIPPED))


@cache
def load(key: str) -> Rulebook:
    if key not in BOOKS:
        raise Unreadable(f"there is no rulebook {key!r}; there are {', '.join(BOOKS)}")
    book = read(BOOKS[key].decode())
    assert book.key == key, book.key
    return book


@cache
def digest(key: str) -> str:
    """SHA-256 of a book's file, in hex."""
    return sha256(BOOKS[key]).hexdigest()


@cache
def at_the_table(key: str, device: Device) -> Rulebook:
    """The book bound to the dealing device of one table."""
    book = load(key)
    if device not in book.procedure.devices:
        known = " and ".join(book.procedure.devices)
        raise Unreadable(f"{key} has no dealing from the {device}; it has the {known}")
    return book.dealt_from(device)


def documents() -> tuple[str, ...]:
    """Every document with a book: first the games' own, then those of houses."""
    return tuple(dict.fromkeys(map(document_of, BOOKS)))


def versions(document: str) -> tuple[Rulebook, ...]:
    """Every version of a document, in the order in which they take effect."""
    found = [load(key) for key in BOOKS if document_of(key) == document]
    if not found:
        raise Unreadable(f"there is no game {document!r}; there are {', '.join(documents())}")
    return tuple(sorted(found, key=lambda book: book.effective))


def shipped_versions(game: str) -> tuple[Rulebook, ...]:
    """The approved versions that ship, oldest first; none for a game that comes from elsewhere."""
    shipped = [load(key) for key in BOOKS.shipped if document_of(key) == game]
    return tuple(sorted(shipped, key=lambda book: book.effective))


def in_force(document: str, moment: datetime) -> Rulebook | None:
    """The version of a document that applied at a moment."""
    begun = [book for book in versions(document) if book.effective <= moment]
    return begun[-1] if begun else None


def applying(document: str, moment: datetime) -> Rulebook:
    """`in_force`, but raises if there is none."""
    book = in_force(document, moment)
    if book is None:
        first = versions(document)[0]
        raise Unreadable(
            f"no version of {document} applies yet; {first.key} takes effect on {first.effective:%d %B %Y}"
        )
    return book


def applying_from(document: str, moment: datetime) -> tuple[Rulebook, ...]:
    """The version that applies at a moment, and every later one."""
    now = in_force(document, moment)
    return tuple(book for book in versions(document) if now is None or book.effective >= now.effective)


class _Table(Value, forbid_unknown_fields=True):
    paragraph: str
    rows: tuple[dict[str, Any], ...]


class _BookFile(Value, forbid_unknown_fields=True):
    """A rulebook file as it is written, before references are checked."""

    key: str
    title: str
    effective: datetime
    procedure: dict[str, Any]
    clauses: dict[str, str | dict[Device, str]]
    informative: dict[str, str]
    paragraphs: dict[str, str]
    paytables: dict[str, _Table] = msgspec.field(default_factory=dict)
    game: str = ""


def read(text: str) -> Rulebook:
    """One book. Raises Unreadable with all its contradictions."""
    try:
        file = msgspec.convert(tomllib.loads(text), _BookFile)
    except msgspec.ValidationError as error:
        raise Unreadable(str(error)) from None
    document = KEY.fullmatch(file.key)
    if document is None:
        raise Unreadable(f"key: {file.key!r} is no key; {KEY_WANTED}")
    if file.effective.tzinfo is None:
        raise Unreadable(f"effective: {file.effective} has no time zone; write it as 2026-01-01T08:00:00+08:00")
    tables = dict(file.paytables)
    jackpot = tables.pop(JACKPOT, None)
    book = Rulebook(
        key=file.key,
        game=file.game or document[1],
        title=file.title,
        effective=file.effective,
        procedure=_procedure(file.procedure),
        paragraphs=file.paragraphs,
        clauses={name: _places(place) for name, place in file.clauses.items()},
        informative=file.informative,
        paytables={name: _pay_table(name, table) for name, table in tables.items()},
        jackpot=None if jackpot is None else _jackpot_table(jackpot),
    )
    words = {number: _with_figures(book, number, words) for number, words in book.paragraphs.items()}
    book = replace(book, paragraphs=words)
    problems = list(faults(book))
    if problems:
        raise Unreadable(f"rulebook {book.key}: {'; '.join(problems)}")
    return book


def faults(book: Rulebook) -> Iterator[str]:
    """What does not hold together: every paragraph is either some clause's or explained."""
    mapped = {number for places in book.clauses.values() for number in places.values()}
    for number in book.paragraphs:
        if number in mapped and number in book.informative:
            yield f"{number} is both a clause's and explained away"
        if number not in mapped and number not in book.informative:
            yield f"{number} is neither a clause's nor explained"
    for number in sorted(mapped | set(book.informative)):
        if number not in book.paragraphs:
            yield f"there is no paragraph {number}"
    tables = [table.paragraph for table in book.paytables.values()]
    for number in tables + ([book.jackpot.paragraph] if book.jackpot else []):
        if number not in book.paragraphs:
            yield f"a pay table stands at {number}, which is not a paragraph"


# --- Figures in words -------------------------------------------------------------------------------------------------


def figures_of(book: Rulebook) -> dict[str, str]:
    """Every figure that a paragraph can refer to, by name, as its words show it: `{pair-plus.straight}` is 5."""
    found = {f"{name}.{hand}": f"{pays:,}" if isinstance(pays, int) else pays for name, hand, pays in _payouts(book)}
    for hand, row in book.jackpot.rows.items() if book.jackpot else ():
        award = f"${_whole(row.fixed)}" if row.fixed is not None else f"{(row.share or 0) * 100} %"
        found[f"{JACKPOT}.{hand}"] = award
        if row.envy is not None:
            found[f"{JACKPOT}.{hand}.envy"] = f"${_whole(row.envy)}"
    procedure = book.procedure
    found |= {f"{spot}{MULTIPLE}": str(antes) for spot, antes in procedure.multiples.items()}
    found |= {f"{spot}{PAYOUT_CAP}": _whole(limit) for spot, limit in procedure.payout_caps.items()}
    if procedure.rake_percent_bound:
        found["rake-percent-bound"] = str(procedure.rake_percent_bound)
    return found


def _payouts(book: Rulebook) -> Iterator[tuple[str, str, Payout]]:
    for name, table in book.paytables.items():
        yield from ((name, hand, pays) for hand, pays in table.pays.items())


def _whole(amount: Cents) -> str:
    whole, rest = divmod(amount, 100)
    return f"{whole:,}.{rest:02d}" if rest else f"{whole:,}"


def _with_figures(book: Rulebook, number: str, words: str) -> str:
    """The words with the figures that they refer to, so that they cannot contradict the pay tables."""
    figures = figures_of(book)

    def figure(reference: re.Match[str]) -> str:
        if reference[1] not in figures:
            near = get_close_matches(reference[1], figures)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(figures)}"
            raise Unreadable(f"paragraph {number}: there is no figure {{{reference[1]}}}; {hint}")
        return figures[reference[1]]

    return REFERENCE.sub(figure, words)


# --- Procedure and pay tables -----------------------------------------------------------------------------------------


def _procedure(data: dict[str, Any]) -> Procedure:
    """A figure of one bet is named for it, `play-multiple`, `bet-payout-cap`; here they come together."""
    multiples, caps = _of_bets(data, MULTIPLE), _of_bets(data, PAYOUT_CAP)
    together = {"multiples": multiples, "payout-caps": {spot: cents(limit) for spot, limit in caps.items()}}
    own = {name: value for name, value in data.items() if not name.endswith((MULTIPLE, PAYOUT_CAP))}
    known = {field.encode_name for field in fields(Procedure)} - {*together}
    for name in own:
        if name not in known:
            names = ", ".join(sorted(known))
            raise Unreadable(f"[procedure]: {name} is unknown; known: {names}, BET{MULTIPLE}, BET{PAYOUT_CAP}")
    try:
        return msgspec.convert({**own, **together}, Procedure)
    except msgspec.ValidationError as error:
        raise Unreadable(f"[procedure]: {error}") from None


def _of_bets(data: dict[str, Any], ending: str) -> dict[str, Any]:
    return {name.removesuffix(ending): value for name, value in data.items() if name.endswith(ending)}


def _places(place: str | dict[Device, str]) -> dict[Device, str]:
    return dict.fromkeys(Device, place) if isinstance(place, str) else place


def _pay_table(name: str, table: _Table) -> PayTable:
    pays: dict[str, Payout] = {}
    for hand, row in _rows(name, table, "hand", "pays"):
        found = read_payout(name, hand, row["pays"])
        if to_one(found) < 0:
            raise Unreadable(f"pay table {name}: {hand} pays {found}; expected {expected(name)}")
        pays[hand] = found
    return PayTable(paragraph=table.paragraph, pays=pays)


def _jackpot_table(table: _Table) -> JackpotTable:
    rows = {}
    for hand, row in _rows(JACKPOT, table, "hand", "pays", "envy", "condition"):
        share, fixed = _award(hand, row["pays"])
        envy = _dollars(f"{hand}.envy", row["envy"]) if "envy" in row else None
        condition = str(row.get("condition", ""))
        rows[hand] = JackpotRow(hand=hand, share=share, fixed=fixed, envy=envy, condition=condition)
    return JackpotTable(paragraph=table.paragraph, rows=rows)


def _rows(name: str, table: _Table, *keys: str) -> Iterator[tuple[str, dict[str, Any]]]:
    seen = set()
    for row in table.rows:
        hand = row.get("hand")
        if not isinstance(hand, str) or "pays" not in row or not {*row} <= {*keys}:
            raise Unreadable(f"pay table {name}: a row has {', '.join(keys[:2])}, and may have no other key")
        if hand in seen:
            raise Unreadable(f"pay table {name}: {hand} appears twice")
        seen.add(hand)
        yield hand, row


def _award(hand: str, pays: object) -> tuple[Fraction | None, Cents | None]:
    """ "25%" of the meter, or a fixed amount of dollars."""
    if isinstance(pays, str) and (share := re.fullmatch(r"([0-9]{1,3})%", pays)):
        return Fraction(int(share[1]), 100), None
    return None, _dollars(hand, pays)


def _dollars(where: str, amount: object) -> Cents:
    try:
        return cents(str(amount))
    except ValueError as error:
        raise Unreadable(f"pay table {JACKPOT}: {where}: {error}") from None
