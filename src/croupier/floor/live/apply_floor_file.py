"""Creates the tables and links that a floor file names and the store lacks. Where both have one, the store wins."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from croupier.base.errors import Refused, Unreadable, said_at
from croupier.floor.live import floor_file_diff
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.floor_file import FloorFile, LinkFile, TableFile
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.rules.games.house.table import HouseTable
from croupier.rules.jackpot import commands as link_cmd

HOUSE_TIMES, DEMO_TIMES = (600_000, 300_000), (20_000, 60_000)
"""Milliseconds, for floor files without these keys: how long clocks stop when a table's players lose their connections,
and how long those players keep their places."""


def set_up(floor: Floor, file: FloorFile) -> list[str]:
    """Creates the missing tables and links. Returns a warning for each key in which the file differs from the store."""
    follow_house(floor, file)
    if HOUSE_STREAM not in floor.books.decided.heads:
        floor.open_house(file.house.name)
    newest, name = max(floor.ports.keys.names().items())
    if newest not in floor.keys_named:
        floor.name_key(newest, name)
    return _make_what_is_missing(floor, file)


def follow_house(floor: Floor, file: FloorFile) -> None:
    """Takes from the file what no entry says."""
    house = file.house
    empty_table, places_kept = DEMO_TIMES if floor.demo else HOUSE_TIMES
    floor.timers.empty_table = empty_table if house.empty_table is None else house.empty_table
    floor.absences.kept = places_kept if house.places_kept is None else house.places_kept
    floor.ask.house = replace(house, places_kept=floor.absences.kept)
    floor.timers.away_after = house.away_after


def _make_what_is_missing(floor: Floor, file: FloorFile) -> list[str]:
    """Returns warnings for floor-file keys that the store overrides."""
    told = []
    for link in file.links:
        if link.name not in floor.books.links:
            with _as_unreadable(f"[[link]] {link.name}"):
                floor.open_link(_opened(link, file))
        elif keys := floor_file_diff.of_link(floor.books.links[link.name], link):
            told.append(_told_apart("link", link.name, keys))
    for table in file.tables:
        name = table.sign.name
        if table.shoes:
            floor.at_table.shoes[name] = table.shoes
        known = floor.books.tables.get(name)
        if known is not None:
            if keys := floor_file_diff.of_table(known, table):
                told.append(_told_apart("table", name, keys))
            continue
        made = table
        if _is_new_to_its_link(floor, table):
            why = "two shift managers link a table to it (the change link-table)"
            told.append(f"table {name}: opened without the jackpot, for {table.sign.link} is open already; {why}")
            made = _unlinked(table)
        with _as_unreadable(f"[[table]] {name}"):
            floor.put_up(made)
    return told


def _opened(link: LinkFile, file: FloorFile) -> link_cmd.OpenLink:
    bets = {
        table.sign.name: table.table.jackpot_bet
        for table in file.tables
        if table.sign.link == link.name and isinstance(table.table, HouseTable) and table.table.jackpot_bet is not None
    }
    return link_cmd.OpenLink(link.name, link.start, link.parameters, bets)


def _is_new_to_its_link(floor: Floor, table: TableFile) -> bool:
    if table.sign.link is None or table.jackpot is not None:
        return False
    return table.sign.name not in floor.books.links[table.sign.link].tables


def _unlinked(table: TableFile) -> TableFile:
    """A table outside any link does not offer the jackpot bet. The sign keeps the amount for the day it joins one."""
    assert isinstance(table.table, HouseTable), table.sign.name
    return replace(table, sign=replace(table.sign, link=None), table=replace(table.table, jackpot_bet=None))


def _told_apart(kind: str, name: str, keys: list[str]) -> str:
    return f"{kind} {name}: the file says something else than the store, whose word counts: {', '.join(keys)}"


@contextmanager
def _as_unreadable(where: str) -> Iterator[None]:
    """Turns a refusal of the rules into "the floor file cannot be read"."""
    try:
        yield
    except Refused as refused:
        raise Unreadable(said_at(where, refused.says)) from None
