"""Reading a round file, of one table or of several that share a jackpot."""

from collections.abc import Mapping
from typing import Any

from croupier.base.errors import Unreadable
from croupier.base.limits import TABLES
from croupier.base.values import Value
from croupier.rounds.roundfile.lines import with_its_line
from croupier.rounds.roundfile.read import (
    Refusal,
    Script,
    absent_in,
    actions_in,
    amount,
    burns_first,
    check_keys,
    expectations,
    refusal_in,
    rulebooks_in,
    script_in,
    section,
    shown,
    toml_of,
    versions_in,
    wrong,
)
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.jackpot.changes import named
from croupier.rules.rulebook.load import BOOKS
from croupier.rules.rulebook.model import Rulebook, game_of

FILE_KEYS = {"tables", "jackpot", "actions", "expect", "refused", "absent"}
TABLE_KEYS = {"name", "rulebook", "dealing", "shoe", "cards", "table", "boxes"}


class LinkedScript(Value):
    """A file that plays several house-banked tables of one jackpot, each a script without actions of its own."""

    tables: Mapping[str, Script]
    """By name, in the order of the file."""
    actions: tuple[str, ...]
    """Each begins with the name of its table."""
    expect: Mapping[str, tuple[Mapping[str, Any], ...]] = {}
    """Of the rounds of each table."""
    awards: tuple[Mapping[str, Any], ...] | None = None
    refused: Refusal | None = None
    text: str = ""
    absent: tuple[str, ...] = ()

    @property
    def book(self) -> Rulebook:
        """The file is about its first table."""
        return next(iter(self.tables.values())).book

    @property
    def game(self) -> str:
        return self.book.game


AnyScript = Script | LinkedScript


def read_scripts(text: str) -> tuple[AnyScript, ...]:
    """A script for each rulebook that the file names, or one for all its tables."""
    data = toml_of(text)
    try:
        return (_linked(text, data),) if "tables" in data else versions_in(text, data)
    except Unreadable as error:
        raise with_its_line(text, error) from None


def _linked(text: str, data: Mapping[str, Any]) -> LinkedScript:
    for key in ("rulebook", "dealing", "shoe", "cards", "table", "boxes", "seats"):
        if key in data:
            raise wrong((key,), "it cannot stand next to [[tables]]; give it for each table inside [[tables]]")
    check_keys("a file of several tables", data, FILE_KEYS, ())
    if "jackpot" not in data:
        raise Unreadable("[jackpot] is missing: the tables of [[tables]] share one meter")
    section(data, "jackpot")
    listed = data["tables"]
    if not isinstance(listed, list) or not listed or not all(isinstance(table, dict) for table in listed):
        raise wrong(("tables",), "expected a table for each, [[tables]]")
    if len(listed) > TABLES:
        raise Unreadable(f"tables: a file has at most {TABLES}, this one has {len(listed):,}")
    tables: dict[str, Script] = {}
    for number, table in enumerate(listed, 1):
        name = _table_name(number, table)
        if name in tables:
            raise Unreadable(f"tables: {name} appears twice", ("tables", number - 1, "name"))
        try:
            tables[name] = _linked_table(text, table, data["jackpot"])
        except Unreadable as error:
            raise Unreadable(f"table {name}: {error}", ("tables", number - 1, *error.at)) from None
    expect, awards = _linked_expectations(data, tables)
    return LinkedScript(
        tables=tables,
        actions=actions_in(data),
        expect=expect,
        awards=awards,
        refused=refusal_in(data),
        text=text,
        absent=absent_in(data, [table.book for table in tables.values()]),
    )


def _table_name(number: int, table: Mapping[str, Any]) -> str:
    name = table.get("name")
    if not isinstance(name, str):
        missing = 'its name is missing; write one, such as name = "cs-1"'
        raise Unreadable(f"table {number} of [[tables]]: {missing}", ("tables", number - 1))
    if why := named(name):
        raise Unreadable(f"table {number} of [[tables]]: {why}", ("tables", number - 1, "name"))
    return name


def _linked_table(text: str, data: Mapping[str, Any], jackpot: object) -> Script:
    check_keys("it", data, TABLE_KEYS, ())
    if isinstance(data.get("rulebook"), list):
        raise wrong(("rulebook",), "a table among several is of one rulebook")
    (book,), device = rulebooks_in(data)
    if book.game not in HOUSE_GAMES:
        known = ", ".join(key for key in BOOKS if game_of(key) in HOUSE_GAMES)
        raise wrong(("rulebook",), f"{book.key} has no progressive jackpot; linked tables are of {known}")
    own = {key: value for key, value in data.items() if key != "name"}
    script = script_in(text, {**own, "jackpot": jackpot}, book, device)
    if "jackpot-bet" not in script.table:
        why = '[tables.table] jackpot-bet is missing; write the prescribed amount, such as "5"'
        raise Unreadable(why, ("table",))
    if not amount("[tables.table] jackpot-bet", script.table["jackpot-bet"]):
        raise Unreadable(
            "[tables.table] jackpot-bet: the prescribed amount must be more than 0", ("table", "jackpot-bet")
        )
    return script


_Expected = tuple[Mapping[str, tuple[Mapping[str, Any], ...]], tuple[Mapping[str, Any], ...] | None]


def _linked_expectations(data: Mapping[str, Any], tables: Mapping[str, Script]) -> _Expected:
    expect = data.get("expect", {})
    if not isinstance(expect, dict):
        raise wrong(("expect",), "of several tables write [expect.tables.NAME] and [[expect.awards]]")
    check_keys("[expect]", expect, {"tables", "awards"}, ("expect",))
    by_table = section(expect, "tables", ("expect",))
    for name in by_table:
        if name not in tables:
            why = f"[expect.tables]: {shown(name)} is not a table of this file; tables: {', '.join(tables)}"
            raise Unreadable(why, ("expect", "tables", name))
    awards = expect.get("awards")
    if awards is not None and (not isinstance(awards, list) or not all(isinstance(one, dict) for one in awards)):
        raise wrong(("expect", "awards"), "expected a table for each award, [[expect.awards]]")
    rounds = {
        name: expectations(value, burns=burns_first(tables[name].book, tables[name].device))
        for name, value in by_table.items()
    }
    return rounds, None if awards is None else tuple(awards)
