"""Read a rulebook file and refuse one that does not hold together."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from croupier.base.errors import Unreadable
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
    game_of,
)
from croupier.rules.rulebook.payouts import Payout, expected, read_payout, to_one

SHIPPED = Path(__file__).parents[1] / "rulebooks"


def books_in(folder: Path) -> dict[str, Path]:
    """Every `<game>/v<N>.toml` of a folder of rulebooks, by game and version; nowhere else is a book named."""
    found = {
        (game.name, int(number[1])): file
        for game in folder.iterdir()
        if game.is_dir()
        for file in game.iterdir()
        if (number := _VERSION.fullmatch(file.name))
    }
    return {f"{game}@{version}": found[game, version] for game, version in sorted(found)}


_VERSION = re.compile(r"v([1-9]\d*)\.toml")

BOOKS: Mapping[str, Path] = books_in(SHIPPED)
"""Every book by its key, and the file that it is."""


@cache
def load(key: str) -> Rulebook:
    if key not in BOOKS:
        raise Unreadable(f"there is no rulebook {key!r}; there are {', '.join(BOOKS)}")
    book = read(BOOKS[key].read_bytes().decode())
    assert book.key == key, book.key
    return book


@cache
def digest(key: str) -> str:
    """SHA-256 of a book's file as it ships, in hex."""
    return sha256(BOOKS[key].read_bytes()).hexdigest()


@cache
def at_the_table(key: str, device: Device) -> Rulebook:
    """The book bound to the dealing device of one table."""
    book = load(key)
    if device not in book.procedure.devices:
        known = " and ".join(book.procedure.devices)
        raise Unreadable(f"{key} has no dealing from the {device}; it has the {known}")
    return book.dealt_from(device)


def versions(game: str) -> tuple[Rulebook, ...]:
    """Every version of a game's document, in the order in which they take effect."""
    found = [load(key) for key in BOOKS if game_of(key) == game]
    if not found:
        games = ", ".join(dict.fromkeys(map(game_of, BOOKS)))
        raise Unreadable(f"there is no game {game!r}; there are {games}")
    return tuple(sorted(found, key=lambda book: book.effective))


def in_force(game: str, moment: datetime) -> Rulebook | None:
    """The version of a game's document that applied at a moment."""
    begun = [book for book in versions(game) if book.effective <= moment]
    return begun[-1] if begun else None


def applying(game: str, moment: datetime) -> Rulebook:
    """`in_force`, but raises if there is none."""
    book = in_force(game, moment)
    if book is None:
        first = versions(game)[0]
        raise Unreadable(f"no version of {game} applies yet; {first.key} takes effect on {first.effective:%d %B %Y}")
    return book


def applying_from(game: str, moment: datetime) -> tuple[Rulebook, ...]:
    """The version that applies at a moment, and every later one."""
    now = in_force(game, moment)
    return tuple(book for book in versions(game) if now is None or book.effective >= now.effective)


def read(text: str) -> Rulebook:
    data = tomllib.loads(text)
    tables = dict(data.get("paytables", {}))
    jackpot = tables.pop("jackpot", None)
    book = Rulebook(
        key=data["key"],
        title=data["title"],
        effective=data["effective"],
        procedure=_procedure(data["procedure"]),
        paragraphs=data["paragraphs"],
        clauses={name: _places(place) for name, place in data["clauses"].items()},
        informative=data["informative"],
        paytables={name: _pay_table(name, table) for name, table in tables.items()},
        jackpot=None if jackpot is None else _jackpot_table(jackpot),
    )
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


def _procedure(data: dict[str, Any]) -> Procedure:
    """A figure of one bet is named for it, `play-multiple`, `bet-payout-cap`; here they come together."""
    multiples, caps = _of_bets(data, MULTIPLE), _of_bets(data, PAYOUT_CAP)
    together = {"multiples": multiples, "payout-caps": {spot: cents(limit) for spot, limit in caps.items()}}
    return msgspec.convert({**data, **together}, Procedure)


def _of_bets(data: dict[str, Any], ending: str) -> dict[str, Any]:
    return {name.removesuffix(ending): value for name, value in data.items() if name.endswith(ending)}


def _places(place: str | dict[str, str]) -> dict[Device, str]:
    if isinstance(place, str):
        return dict.fromkeys(Device, place)
    return {Device(device): number for device, number in place.items()}


def _pay_table(name: str, data: dict[str, Any]) -> PayTable:
    pays: dict[str, Payout] = {}
    for row in data["rows"]:
        found = read_payout(name, row["hand"], row["pays"])
        if to_one(found) < 0:
            raise Unreadable(f"pay table {name}: {row['hand']} pays {found}; expected {expected(name)}")
        if row["hand"] in pays:
            raise Unreadable(f"pay table {name}: {row['hand']} appears twice")
        pays[row["hand"]] = found
    return PayTable(paragraph=data["paragraph"], pays=pays)


def _jackpot_table(data: dict[str, Any]) -> JackpotTable:
    rows = {}
    for row in data["rows"]:
        share, fixed = _award(row["pays"])
        envy = cents(row["envy"]) if "envy" in row else None
        condition = row.get("condition", "")
        rows[row["hand"]] = JackpotRow(hand=row["hand"], share=share, fixed=fixed, envy=envy, condition=condition)
    return JackpotTable(paragraph=data["paragraph"], rows=rows)


def _award(pays: str) -> tuple[Fraction | None, Cents | None]:
    """ "25%" of the meter, or a fixed amount of dollars."""
    if pays.endswith("%"):
        return Fraction(int(pays[:-1]), 100), None
    return None, cents(pays)
