"""Copies a store on a database server into a folder: the same tables under the same names, in SQLite.

The copy is a whole store of its own. It can be audited, and a house can be opened on it.
"""

import os
from pathlib import Path

import apsw

from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.postgres_reader import PostgresReader
from croupier.floor.store.reader import database_of
from croupier.floor.store.sqlite import connect

TABLES = {
    "meta": ("key, value", "key"),
    "stream": ("stream, seq, hash, epoch", "stream"),
    "entry": ("number, stream, seq, at, epoch, body, hash, round", "number"),
    "posting": ("number, stream, seq, line, account, amount", "number"),
    "balance": ("account, amount", "account"),
    "answer": ("by, id, stream, seq, digest", "by, id"),
    "deck": ("stream, round, deck, first, root, sealed", "number"),
    "snapshot": ("stream, seq, body", "stream"),
    '"user"': ("name, role, password, made, disabled", "number"),
    "session": ('digest, number, "user", began, seen, until', "number"),
    "drill": ('"user", number, body', "1, 2"),
    "trainee": ('"user", body', "1"),
}
"""Columns, and the order in which rows are written: it is the order in which a store lists users and decks."""


def copy_to_folder(address: ServerAddress, folder: Path) -> None:
    """Copies the store as of one moment, also while a house writes."""
    os.close(os.open(database_of(folder), os.O_RDWR | os.O_CREAT, 0o600))  # it holds hashed passwords and sessions
    copy = connect(folder)
    try:
        with PostgresReader(address) as reader, reader.snapshot_in_time(), copy:
            for table, (columns, order) in TABLES.items():
                places = ", ".join("?" for _ in columns.split(","))
                copy.executemany(
                    f"INSERT INTO {table} ({columns}) VALUES ({places})", reader.rows_of(table, columns, order)
                )
            for (epoch,) in reader.rows_of("lease", "epoch", "name"):
                copy.execute("INSERT OR REPLACE INTO meta VALUES ('epoch', ?)", (str(epoch),))
        copy.pragma("journal_mode", "DELETE")  # one file, which readers do not change
    except apsw.Error as error:
        raise StoreUnusable("unsafe", f"{folder} cannot be written: {error}") from None
    finally:
        copy.close()
