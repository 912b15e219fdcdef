"""Opens the store at an address. Only this module chooses an engine; nothing outside `store/` names one.

Today an address is a folder, and a folder holds SQLite. Engines are imported when a store is opened, so that commands
which need none start without them.
"""

import re
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.floor.store.base import Reading, Store

SCHEME = re.compile(r"[a-z]{2,}:/")
"""How the address of a server begins; one letter is a drive."""


def open_store(address: Path, book: Path | None = None, *, new_checkpoints: bool = False) -> Store:
    """Opens the store for the one server that writes, and makes it if there is none. Raises StoreUnusable if it must
    not be used.

    `book` is the checkpoint log that the store must not be behind; with `new_checkpoints` a store goes on without it.
    """
    from croupier.floor.store.sqlite import open_sqlite

    return open_sqlite(_folder(address), book, new_checkpoints=new_checkpoints)


def read_store(address: Path) -> Reading:
    """For reading only, also while a server writes. Raises StoreUnusable if there is no store."""
    from croupier.floor.store.reader import Reader

    return Reader(_folder(address))


def check_is_store(address: Path) -> None:
    """Raises Unreadable if there is no store: most commands change one and must not make one."""
    from croupier.floor.store.reader import database_of

    database = database_of(_folder(address))
    if not database.is_file():
        raise Unreadable(f"{address} is not a store: there is no {database.name} in it")


def is_server(address: Path) -> bool:
    """Whether this is the address of a database server."""
    return SCHEME.match(str(address)) is not None


def _folder(address: Path) -> Path:
    if is_server(address):
        raise Unreadable(f"{address} is the address of a database server; this croupier keeps a store in a folder")
    return address
