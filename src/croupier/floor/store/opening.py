"""Opens the store at an address. Only this module chooses an engine; nothing outside `store/` names one.

A folder holds SQLite; postgresql://USER@HOST/DATABASE is a database on a PostgreSQL server. Engines are imported when
a store is opened, so that commands which need none start without them.
"""

import os
import socket
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.extras import lacking
from croupier.floor.store.addresses import SCHEME, Address, ServerAddress
from croupier.floor.store.base import Reading, Store
from croupier.floor.store.lease import PROTOCOL, Claim
from croupier.floor.store.lease_keeper import take_at_once


def open_store(
    address: Address, book: Path | None = None, *, new_checkpoints: bool = False, may_lose_replicas: bool = False
) -> Store:
    """Opens the store for the one process that writes. Raises StoreUnusable `in-use` if another one does. The arguments
    are those of `follow_store`."""
    store = follow_store(address, book, new_checkpoints=new_checkpoints, may_lose_replicas=may_lose_replicas)
    try:
        claim = Claim(f"{socket.gethostname()}:{os.getpid()}", "", PROTOCOL)
        store.decide(take_at_once(store.lease, claim, store.database))
    except BaseException:
        store.close()
        raise
    return store


def follow_store(
    address: Address, book: Path | None = None, *, new_checkpoints: bool = False, may_lose_replicas: bool = False
) -> Store:
    """Opens the store, and makes it if there is none. It can be read, and written once its lease is taken. Raises
    StoreUnusable if it must not be used, such as a folder that another process has open.

    `book` is the checkpoint log that the store must not be behind; with `new_checkpoints` a store goes on without it.
    `may_lose_replicas` allows a database server whose standby lags behind: a failover to it would lose commits.
    """
    if isinstance(address, ServerAddress):
        check_driver(address)
        from croupier.floor.store.postgres import follow_postgres

        return follow_postgres(address, book, new_checkpoints=new_checkpoints, may_lose_replicas=may_lose_replicas)
    from croupier.floor.store.sqlite import open_sqlite

    return open_sqlite(address, book, new_checkpoints=new_checkpoints)


def read_store(address: Address) -> Reading:
    """For reading only, also while a server writes. Raises StoreUnusable if there is no store."""
    if isinstance(address, ServerAddress):
        check_driver(address)
        from croupier.floor.store.postgres_reader import PostgresReader

        return PostgresReader(address)
    from croupier.floor.store.reader import Reader

    return Reader(address)


def check_is_store(address: Address) -> None:
    """Raises Unreadable if there is no store, because most commands must not make one. Raises StoreUnusable if the
    database server cannot be reached."""
    if isinstance(address, ServerAddress):
        read_store(address).close()
        return
    from croupier.floor.store.reader import database_of

    if SCHEME.match(str(address)):
        raise Unreadable(f"{address} is the address of a database server; this command takes a store in a folder")
    database = database_of(address)
    if not database.is_file():
        raise Unreadable(f"{address} is not a store: there is no {database.name} in it")


def check_driver(address: ServerAddress) -> None:
    """Raises Unreadable, with the command that installs it, if psycopg is missing."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise Unreadable(lacking(f"{address}:", error.name) or str(error)) from None
