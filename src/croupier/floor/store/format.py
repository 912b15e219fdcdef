"""The format of the database file and its tables. Each numbered script under schema/ raises the format by one."""

from functools import cache
from importlib.resources import files

import apsw

from croupier.floor.store.base import StoreUnusable

APPLICATION = 0x43727570
"""In the header of every database of ours: "Crup"."""

SCRIPTS = tuple(
    script.read_text("utf-8")
    for script in sorted(files("croupier.floor.store").joinpath("schema").iterdir(), key=lambda script: script.name)
    if script.name.endswith(".sql")
)
FORMAT = len(SCRIPTS)


def check_format(connection: apsw.Connection, name: str) -> int:
    """The format of our file; 0 if nothing has been written yet. Refuses others."""
    application, found = connection.pragma("application_id"), connection.pragma("user_version")
    if application != APPLICATION:
        if application or found or connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise StoreUnusable("unsafe", f"{name} is a database of another program; name a folder of its own")
        return 0
    if found > FORMAT:
        raise StoreUnusable(
            "newer", f"{name} has format {found}, written by a newer croupier; this one reads formats 1 to {FORMAT}"
        )
    _check_tables(connection, int(found), name)
    return int(found)


def _check_tables(connection: apsw.Connection, found: int, name: str) -> None:
    """Raises StoreUnusable if a table was dropped or changed, or a trigger was planted: it would act with the server's
    own writes."""
    wanted, there = _tables(found), _shape(connection)
    if there != wanted:
        which = ", ".join(sorted(key for key in {*wanted, *there} if wanted.get(key) != there.get(key)))
        raise StoreUnusable("damaged", f"{name} lacks tables of format {found}, or has others: {which}")


@cache
def _tables(found: int) -> dict[str, str]:
    """The tables that the scripts of this format make."""
    connection = apsw.Connection(":memory:")
    for script in SCRIPTS[:found]:
        connection.execute(script)
    shape = _shape(connection)
    connection.close()
    return shape


def _shape(connection: apsw.Connection) -> dict[str, str]:
    """Tables with the names of their columns, and indexes, triggers and views by name."""
    query = """SELECT type || ' ' || name, ifnull((SELECT group_concat(name) FROM pragma_table_info(made.name)), '')
               FROM sqlite_schema AS made WHERE name NOT LIKE 'sqlite_%'"""
    return {str(what): str(columns) for what, columns in connection.execute(query)}


def migrate(connection: apsw.Connection, name: str) -> None:
    """Migrates to today's format, in one transaction."""
    found = check_format(connection, name)
    if found == FORMAT:
        return
    with connection:
        for number, script in enumerate(SCRIPTS[found:], found + 1):
            connection.execute(script)
            connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION)
