"""The floor file: tables, links, the house and its limits. Settings that break a rulebook are refused with key and
reason."""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from croupier.base.actors import RunBy
from croupier.base.errors import Unreadable, said_at, told_by
from croupier.base.sentences import says
from croupier.base.toml_text import read_toml
from croupier.base.values import Value
from croupier.floor.live.state.demands import ASSIGNED, RECORDED
from croupier.floor.live.state.sign import SYSTEM_RUN, Clocks, Sign
from croupier.rounds.dealing.following import Jackpot
from croupier.rounds.roundfile.house_script import read_house_script
from croupier.rounds.roundfile.lines import with_its_line
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.read import Script, amount, cards, check_keys, section, shown, whole
from croupier.rules.added_books import add_folder
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.common import Faces
from croupier.rules.games.house.table import HouseTable
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.jackpot.link import Parameters
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents, fraction
from croupier.rules.rulebook.load import BOOKS, applying_from, at_the_table, documents, versions
from croupier.rules.rulebook.model import Device, Rulebook, game_of

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_DURATION = re.compile(r"([0-9]{1,6})(ms|s|m|h)")
_UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}
_FLOOR_KEYS = {
    "name",
    "title",
    "smallest-chip",
    "rulebook",
    "dealing",
    "shoe",
    "link",
    "run-by",
    "cards",
    "spectators",
    "bots",
    "device",
    "simulated-shoe",
    "clock",
    "coach",
    "float",
    "must-move",
}
_HOUSE_KEYS = {
    *("name", "empty-table", "places-kept", "away-after", "currency", "two-people", "second-person-above"),
    *("decks", "dealers", "rulebooks"),
}
_LINK_KEYS = {"name", "meter", "reset", "contribution", "reserve", "limit", "verify-above"}
FOR_EVER = 1 << 62
MOST_TABLES = 1_000
MOST_BOTS = 20


Toml = Mapping[str, Any]
"""A section of a floor file as it is read, before anything of it is checked."""


class TableFile(Value):
    """One table of the file."""

    sign: Sign
    table: HouseTable | PokerTable
    """The game's own part of the sign."""
    jackpot: Jackpot | None = None
    """The table's own jackpot."""
    shoes: tuple[tuple[Card, ...], ...] = ()
    """Deck orders for the first rounds, in a demo."""
    first_orbit: bool = True


class LinkFile(Value):
    name: str
    start: Cents
    parameters: Parameters


class HouseFile(Value):
    name: str = "croupier"
    empty_table: int | None = None
    """Milliseconds that clocks stop when all players of a table are disconnected; None for the default of a demo or a
    house."""
    places_kept: int | None = None
    """Milliseconds that disconnected players keep their places; None for the same default."""
    away_after: int = 2
    currency: str = "SGD"
    """Three letters (ISO 4217)."""
    two_people: bool | None = None
    """Whether a second shift manager approves new staff of rank; by default yes, except in the demo."""
    second_person_above: Cents | Literal["off"] | None = None
    """Amount at the cage above which a second person approves; by default 10,000.00, and none in the demo."""
    decks: Literal["recorded", "free"] = "free"
    """Whether tables with real cards need a deck that the pit has checked."""
    dealers: Literal["assigned", "free"] = "free"
    """Whether only dealers assigned by the pit may deal."""


class FloorFile(Value):
    tables: tuple[TableFile, ...] = ()
    links: tuple[LinkFile, ...] = ()
    house: HouseFile = HouseFile()
    limits: Mapping[str, object] = {}
    webhooks: tuple[Toml, ...] = ()


def read_floor_file(text: str, moment: datetime | None = None, *, beside: Path = Path()) -> FloorFile:
    try:
        data = read_toml(text)
    except ValueError as error:
        raise Unreadable(f"the floor file is not TOML: {error}") from None
    try:
        return read_floor(data, moment, beside=beside)
    except Unreadable as error:
        raise with_its_line(text, error) from None


def read_floor(
    data: Toml, moment: datetime | None = None, *, more: frozenset[str] = frozenset(), beside: Path = Path()
) -> FloorFile:
    """`moment` is when the floor opens: versions of a document that have expired by then are ignored. Rulebook folders
    in [house] are relative to `beside`; their books are added before any table is read."""
    check_keys("the floor file", data, {"table", "link", "house", "limits", "webhook", *more}, ())
    for folder in _folders(section(data, "house").get("rulebooks", [])):
        add_folder(beside / folder)
    links = tuple(_link(entry) for entry in _list(data, "link"))
    tables = tuple(_numbered(number, entry, moment) for number, entry in enumerate(_list(data, "table")))
    if len(tables) > MOST_TABLES:
        raise Unreadable(f"a floor has at most {MOST_TABLES} tables, not {len(tables)}")
    _check_names("table", [table.sign.name for table in tables])
    _check_names("link", [link.name for link in links])
    own = {table.sign.name for table in tables if table.jackpot is not None}
    for table in tables:
        if (
            table.sign.link is not None
            and table.jackpot is None
            and table.sign.link not in {link.name for link in links}
        ):
            raise Unreadable(f"[[table]] {table.sign.name}: there is no [[link]] named {table.sign.link}")
    poker = {table.sign.name for table in tables if isinstance(table.table, PokerTable)}
    for table in tables:
        if table.sign.must_move and table.sign.must_move not in poker:
            raise Unreadable(f"[[table]] {table.sign.name}: there is no poker table named {table.sign.must_move}")
    for link in links:
        if link.name in own:
            raise Unreadable(f"[[link]] {link.name}: the table of that name has a jackpot of its own")
    house, webhooks = _house(section(data, "house")), tuple(_list(data, "webhook"))
    return FloorFile(tables, links, house, section(data, "limits"), webhooks)


def _numbered(number: int, entry: Toml, moment: datetime | None) -> TableFile:
    """A [[table]] holds the keys that a round file has in [table]."""
    try:
        return read_table(entry, moment)
    except Unreadable as error:
        own = error.at[1:] if error.at[:1] == ("table",) else error.at
        raise Unreadable(told_by(error), ("table", number, *own)) from None


def read_table(data: Toml, moment: datetime | None = None) -> TableFile:
    """Reads one [[table]], or the body of a request that opens one at this moment."""
    name = _name("[[table]] name", data.get("name"))
    try:
        return _table(name, data, moment)
    except Unreadable as error:
        raise Unreadable(said_at(f"[[table]] {name}", told_by(error)), error.at) from None


def _versions(document: str, moment: datetime | None) -> tuple[Rulebook, ...]:
    return versions(document) if moment is None else applying_from(document, moment)


def _table(name: str, data: Toml, moment: datetime | None) -> TableFile:
    given = data.get("rulebook")
    known = {*BOOKS, *documents()}
    if not isinstance(given, str) or given not in known:
        raise Unreadable(f"rulebook: {shown(given)} is unknown; known: {', '.join(sorted(known))}")
    dealing = data.get("dealing", Device.SHOE)
    if dealing not in tuple(Device):
        raise Unreadable(f"dealing: {shown(dealing)} is unknown; known: {', '.join(Device)}")
    run_by, cards_from, settle = _run(data)
    own = {key: value for key, value in data.items() if key not in _FLOOR_KEYS and key != "jackpot"}
    own["settle"] = settle
    first_orbit = True if game_of(given) in HOUSE_GAMES else own.pop("first-orbit", True)
    if not isinstance(first_orbit, bool):
        raise Unreadable("first-orbit: expected true or false")
    button = own.get("button")
    link = data.get("link")
    sections: dict[str, Toml] = {"boxes": {}} if game_of(given) in HOUSE_GAMES else {"seats": {}}
    if "jackpot" in data:
        sections["jackpot"] = section(data, "jackpot")
    elif link is not None:
        sections["jackpot"] = {"meter": "0", "reset": "0", "contribution": "0"}  # the link has its own meter
    if link is not None:
        _name("link", link)
        if "jackpot" in data or game_of(given) not in HOUSE_GAMES:
            raise Unreadable("link: a house-banked table has a link or a jackpot of its own")
    keys = [given] if "@" in given else [book.key for book in _versions(given, moment)]
    table: HouseTable | PokerTable
    for key in keys:  # a sign must suit every version that may apply
        book = at_the_table(key, Device(dealing))
        script = Script(book, Device(dealing), (), (), own, sections)
        jackpot: Jackpot | None = None
        if book.game in HOUSE_GAMES:
            if "seats" in sections or "seats" in own:
                raise Unreadable("seats: this game has boxes")
            read = read_house_script(script)
            table, jackpot = replace(read.table, run_by=run_by, cards=cards_from), read.jackpot
            if (link is not None or jackpot is not None) and table.jackpot_bet is None:
                raise Unreadable(says("jackpot-bet-missing"))
        else:
            sealed = read_poker_script(script).state.table
            table = replace(sealed, run_by=run_by, dealt_by_hand=cards_from is Faces.BY_HAND)
    sign = Sign(
        name=name,
        rulebook=given,
        dealing=Device(dealing),
        cards=cards_from,
        spectators=_flag("spectators", data.get("spectators", True)),
        bots=whole("bots", data.get("bots", 0), 0, MOST_BOTS),
        device=_device(data, cards_from),
        simulated=_simulated(data, cards_from),
        clocks=read_clocks(section(data, "clock"), SYSTEM_RUN if run_by is RunBy.SYSTEM else Clocks()),
        link=link if link is not None else name if "jackpot" in data else None,
        jackpot_bet=amount("jackpot-bet", data["jackpot-bet"]) or None if "jackpot-bet" in data else None,
        button=button,
        smallest_chip=_smallest_chip(data, given),
        coach=_flag("coach", data.get("coach", True)),
        title=_title("title", data["title"]) if "title" in data else "",
        float_kept=_float_kept(data, run_by),
        must_move=_must_move(data, name, given),
    )
    return TableFile(sign, table, jackpot if "jackpot" in data else None, _shoes(data.get("shoe", [])), first_orbit)


def _run(data: Toml) -> tuple[RunBy, Faces, str]:
    run_by = data.get("run-by", RunBy.SYSTEM)
    if run_by not in tuple(RunBy):
        raise Unreadable(f"run-by: expected {' or '.join(RunBy)}, got {shown(run_by)}")
    cards_from = data.get("cards", Faces.SEALED)
    if cards_from not in tuple(Faces):
        raise Unreadable(f"cards: expected {', '.join(Faces)}, got {shown(cards_from)}")
    if cards_from != Faces.SEALED and run_by != RunBy.DEALER:
        raise Unreadable(f'cards: "{cards_from}" needs run-by = "dealer"')
    settle = data.get("settle", "by-hand" if run_by == RunBy.DEALER else "at-once")
    if run_by == RunBy.DEALER and settle != "by-hand":
        raise Unreadable('settle: where a dealer runs the table it is "by-hand" (R-93)')
    return RunBy(run_by), Faces(cards_from), settle


def _smallest_chip(data: Toml, given: str) -> Cents | None:
    if "smallest-chip" not in data:
        return None
    if game_of(given) not in HOUSE_GAMES:
        raise Unreadable("smallest-chip: a poker table has chip")
    chip = amount("smallest-chip", data["smallest-chip"])
    if not chip:
        raise Unreadable('smallest-chip: expected more than 0, such as "2.50"')
    return chip


def _device(data: Toml, cards_from: Faces) -> str | None:
    """The user who reads the cards. A table without a device may name its cards too."""
    device = data.get("device", "dan")
    if not isinstance(device, str):
        raise Unreadable(f"device: expected the name of a user, got {shown(device)}")
    return device if cards_from is Faces.READER else None


def _float_kept(data: Toml, run_by: RunBy) -> bool:
    """People move and count chips, so such a table has a dealer."""
    given = data.get("float", "free")
    if given not in ("kept", "free"):
        raise Unreadable(f'float: expected "kept" or "free", got {shown(given)}')
    if given == "kept" and run_by is not RunBy.DEALER:
        raise Unreadable('float: "kept" needs run-by = "dealer"')
    return bool(given == "kept")


def _must_move(data: Toml, name: str, rulebook: str) -> str:
    if "must-move" not in data:
        return ""
    to = _name("must-move", data["must-move"])
    if game_of(rulebook) in HOUSE_GAMES or to == name:
        raise Unreadable("must-move: a poker table names another one, to which its players move on")
    return to


def _simulated(data: Toml, cards_from: Faces) -> bool:
    simulated = _flag("simulated-shoe", data.get("simulated-shoe", False))
    if simulated and cards_from is not Faces.READER:
        raise Unreadable('simulated-shoe: a table has one with cards = "reader"')
    return simulated


def read_clocks(data: Toml, default: Clocks) -> Clocks:
    check_keys("[table.clock]", data, {"betting", "decision", "bank", "pause"})
    given = {key: duration(f"[table.clock] {key}", value) for key, value in data.items()}
    return replace(default, **given)


def duration(where: str, value: object) -> int | None:
    """Milliseconds; None for "off"."""
    if value == "off":
        return None
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise Unreadable(said_at(where, says("duration", given=shown(value))))
    return int(match[1]) * _UNITS[match[2]]


def _link(data: Toml) -> LinkFile:
    name = _name("[[link]] name", data.get("name"))
    where = f"[[link]] {name}"
    check_keys(where, data, _LINK_KEYS)
    for key in ("meter", "reset", "contribution"):
        if key not in data:
            raise Unreadable(f"{where}: {key} is missing")
    parameters = Parameters(
        reset=amount(f"{where}: reset", data["reset"]),
        contribution=share(f"{where}: contribution", data["contribution"]),
        reserve=share(f"{where}: reserve", data.get("reserve", "0")),
        limit=amount(f"{where}: limit", data["limit"]) if "limit" in data else None,
        verify_above=_or_off(f"{where}: verify-above", data.get("verify-above", "off")),
    )
    return LinkFile(name, amount(f"{where}: meter", data["meter"]), parameters)


def share(where: str, value: object) -> int:
    """The share of a bet, in parts of a cent."""
    if not isinstance(value, str):
        raise Unreadable(f'{where}: expected a string, such as "0.60"')
    try:
        part = fraction(value)
    except ValueError as error:
        raise Unreadable(said_at(where, told_by(error))) from None
    return part.numerator * PARTS // part.denominator


def _or_off(where: str, value: object) -> Cents | None:
    return None if value == "off" else amount(where, value)


def _house(data: Toml) -> HouseFile:
    check_keys("[house]", data, _HOUSE_KEYS, ("house",))
    name = _title("[house] name", data.get("name", "croupier"))
    empty = _if_given(data, "empty-table", off=0)
    kept = _if_given(data, "places-kept", off=FOR_EVER)
    currency = data.get("currency", "SGD")
    if not isinstance(currency, str) or _CURRENCY.fullmatch(currency) is None:
        raise Unreadable(f'[house] currency: expected three capital letters, such as "SGD", got {shown(currency)}')
    away_after = whole("[house] away-after", data.get("away-after", 2), 1, 100)
    two_people = _flag("[house] two-people", data["two-people"]) if "two-people" in data else None
    above: Cents | Literal["off"] | None = None
    if "second-person-above" in data:
        above = _or_off("[house] second-person-above", data["second-person-above"])
        above = "off" if above is None else above
    decks, dealers = data.get("decks", "free"), data.get("dealers", "free")
    if decks not in (RECORDED, "free"):
        raise Unreadable(f'[house] decks: expected "{RECORDED}" or "free", got {shown(decks)}')
    if dealers not in (ASSIGNED, "free"):
        raise Unreadable(f'[house] dealers: expected "{ASSIGNED}" or "free", got {shown(dealers)}')
    return HouseFile(name, empty, kept, away_after, currency, two_people, above, decks, dealers)


def _folders(given: object) -> list[str]:
    folders = [given] if isinstance(given, str) else given
    if not isinstance(folders, list) or not all(isinstance(one, str) and one for one in folders):
        raise Unreadable(f"[house] rulebooks: expected a folder or a list of folders, got {shown(given)}")
    return folders


def _if_given(data: Toml, key: str, off: int) -> int | None:
    if key not in data:
        return None
    given = duration(f"[house] {key}", data[key])
    return off if given is None else given


def _shoes(value: object) -> tuple[tuple[Card, ...], ...]:
    orders = [value] if isinstance(value, str) else value
    if not isinstance(orders, list):
        raise Unreadable("shoe: expected a string of cards, or a list of them, one for each round")
    return tuple(cards("shoe", order) for order in orders)


def _flag(where: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"{where}: expected true or false, got {shown(value)}")
    return value


def _name(where: str, value: object) -> str:
    if not isinstance(value, str) or NAME.fullmatch(value) is None:
        raise Unreadable(said_at(where, says("table-name", given=shown(value))))
    return value


def _title(where: str, value: object) -> str:
    """A name for people."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 64:
        raise Unreadable(f"{where}: expected 1 to 64 printable characters")
    return value


def _list(data: Toml, key: str) -> list[Toml]:
    entries = data.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Unreadable(f"{key}: expected tables, [[{key}]]")
    return entries


def _check_names(kind: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise Unreadable(f"[[{kind}]] {name} appears twice")
