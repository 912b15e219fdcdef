"""Whose file it is and how its tables look. Each numbered script under schema/ raises the format by one."""

from importlib.resources import files

import apsw

from croupier.store.base import StoreUnusable

APPLICATION = 0x43727570
"""Stands in the header of every database of ours: "Crup"."""

SCRIPTS = tuple(
    script.read_text("utf-8")
    for script in sorted(files("croupier.store").joinpath("schema").iterdir(), key=lambda script: script.name)
    if script.name.endswith(".sql")
)
FORMAT = len(SCRIPTS)


def check_format(connection: apsw.Connection, name: str) -> int:
    """The format of a file that is ours, 0 where nothing has been written yet; others are refused."""
    application, found = connection.pragma("application_id"), connection.pragma("user_version")
    if application != APPLICATION:
        if application or found or connection.execute("SELECT 1 FROM sqlite_schema").fetchone():
            raise StoreUnusable("unsafe", f"{name} is a database of another program; name a folder of its own")
        return 0
    if found > FORMAT:
        raise StoreUnusable(
            "newer", f"{name} has format {found}, written by a newer croupier; this one reads formats 1 to {FORMAT}"
        )
    return int(found)


def migrate(connection: apsw.Connection, name: str) -> None:
    """To today's format, in one transaction."""
    found = check_format(connection, name)
    if found == FORMAT:
        return
    with connection:
        for number, script in enumerate(SCRIPTS[found:], found + 1):
            connection.execute(script)
            connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION)
