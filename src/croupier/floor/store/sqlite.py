"""The store of one server: SQLite in a folder of its own.

One connection writes and checkpoints. Each batch is checked against the database before it is written: an entry follows
its stream's head by number and hash, postings add up to zero, and no account falls below zero that must not. A correct
program never fails these checks; a failure stops it.
"""

import os
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account
from croupier.floor.store import reserve
from croupier.floor.store.base import (
    ARCHIVED,
    DRILLS_KEPT,
    Batch,
    Cut,
    DrillRow,
    Head,
    Leaving,
    PeopleRow,
    SessionEnded,
    SessionRow,
    Space,
    StoreFailed,
    StoreUnusable,
    TraineeRow,
    TrainingRow,
    UserGone,
    UserRow,
    decode_cuts,
    noted_number,
)
from croupier.floor.store.checks import UNREADABLE, check_entry
from croupier.floor.store.faults import Fault
from croupier.floor.store.format import check_format, migrate
from croupier.floor.store.lease import LeaseRow, OwnLease
from croupier.floor.store.lock import Lock
from croupier.floor.store.opened import CHECK, Opened
from croupier.floor.store.reader import Reader, code_of, database_of
from croupier.floor.store.safety import check_file_system, check_library, check_settings
from croupier.floor.store.writer import Writer

LOCK = "floor.lock"
PAGE_BYTES = 8_192
PAGES_A_CHECKPOINT = 1_000


# For this connection only: an owner of the file can still change it, and the audit finds that.
def only_grows(table: str, change: str) -> str:
    return f"""CREATE TEMP TRIGGER {table}_{change} BEFORE {change} ON main.{table}
        BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;"""


APPEND_ONLY = "".join(only_grows(table, change) for table in ("entry", "posting") for change in ("update", "delete"))


def open_sqlite(
    folder: Path,
    book: Path | None = None,
    *,
    vfs: str | None = None,
    exclusive: bool = False,
    new_checkpoints: bool = False,
) -> "SqliteStore":
    """Makes the folder and the database if there is none; raises StoreUnusable if it must not be used.

    `book` is the checkpoint log that the store must not be behind; with `new_checkpoints` a store goes on without it.
    `exclusive` is for file systems without shared memory: no other process can read meanwhile.
    """
    check_library(apsw.sqlite_lib_version())
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_file_system(folder)
        lock = Lock(folder / LOCK)
    except OSError as error:
        raise StoreUnusable("unsafe", f"{folder} cannot be used as a store: {error.strerror}") from None
    try:
        reserve.give_back(folder)
        if vfs is None:  # it holds hashed passwords and sessions, so only the owner may read it
            os.close(os.open(database_of(folder), os.O_RDWR | os.O_CREAT, 0o600))
        return SqliteStore(folder, lock, book, vfs, exclusive=exclusive, new_checkpoints=new_checkpoints)
    except StoreUnusable:
        lock.release()
        raise
    except (*UNREADABLE, apsw.Error, OSError) as error:
        lock.release()
        raise StoreUnusable(code_of(error), f"{database_of(folder)} cannot be used: {error}") from None
    except BaseException:
        lock.release()
        raise


class SqliteStore(Opened, Reader):
    kind = "sqlite"
    is_remote = away = False

    def __init__(
        self,
        folder: Path,
        lock: Lock,
        book: Path | None,
        vfs: str | None,
        *,
        exclusive: bool,
        new_checkpoints: bool,
    ) -> None:
        self.folder = folder
        self.database = str(database_of(folder))
        self._lock = lock
        self.pages_a_checkpoint = PAGES_A_CHECKPOINT
        self._pages = 0
        self._closed = False
        Opened.__init__(self)
        self._writing = connect(folder, vfs, exclusive=exclusive)
        try:
            Reader.__init__(self, folder, connection=self._writing if exclusive else None)
        except BaseException:
            self._writing.close()
            raise
        try:
            self._writing.set_wal_hook(self._grown)
            self.check_before_use(self, book, new_checkpoints=new_checkpoints)
            self._heads = self.heads()
            self._accounts = set(self.balances())
            self.epoch = self._next_epoch()
            self._writing.execute(APPEND_ONLY)
            self.lease = OwnLease(self.epoch)
        except BaseException:
            Reader.close(self)
            self._writing.close()
            raise
        self._writer = Writer(self._write, self._commit, self._tidy)

    def decide(self, taken: LeaseRow) -> None:
        """Nobody else can have the store open, so it could write before."""

    def arm(self, fault: Fault | None) -> None:
        """As the port says; and from here on space is reserved for a full disk."""
        self._writer.arm(fault)
        reserve.keep(self.folder)
        self._check_the_rest(lambda: Reader(self.folder))

    def checkpoints(self, after: int) -> Iterator[bytes]:
        return iter(())

    def space(self) -> Space:
        log = Path(f"{self.database}-wal")
        return Space(shutil.disk_usage(self.folder).free, log.stat().st_size if log.exists() else 0)

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._finish_writing()
        try:
            if self._writer.failure is None:
                self._writing.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
                self._writing.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)  # so that the empty log is removed too
        except apsw.Error as error:
            raise StoreFailed(f"the store stops: {error}") from None
        finally:
            Reader.close(self)
            self._writing.close()
            reserve.give_back(self.folder)
            self._lock.release()

    def _next_epoch(self) -> int:
        epoch = 1 + max(noted_number(self.meta(), "epoch"), *(head.epoch for head in self._heads.values()), 0)
        with self._writing:
            self._writing.execute("INSERT OR REPLACE INTO meta VALUES ('epoch', ?)", (str(epoch),))
            self._writing.execute("DELETE FROM meta WHERE key = ?", (CHECK,))  # everything has been checked since
        return epoch

    def _grown(self, _connection: apsw.Connection, _name: str, pages: int) -> int:
        self._pages = pages
        return apsw.SQLITE_OK

    def _tidy(self) -> None:
        """Checkpoints explicitly, because SQLite's own checkpoint hides disk errors."""
        if self._pages >= self.pages_a_checkpoint:
            self._writing.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)

    def _commit(self) -> None:
        self._writing.execute("COMMIT")

    def _write(self, batches: Sequence[Batch]) -> None:
        """Row by row in the order of the batches, one statement per table: most of a transaction's cost is calls."""
        self._writing.execute("BEGIN IMMEDIATE")
        moved: dict[str, Head | None] = {}
        balances: dict[Account, int] = {}
        self._append((entry for batch in batches for entry in batch.entries), moved, balances)
        self._many(
            "INSERT INTO answer VALUES (?, ?, ?, ?, ?)",
            [(row.by, row.id, row.stream, row.seq, row.digest) for batch in batches for row in batch.answers],
        )
        self._many(
            "INSERT INTO deck VALUES (?, ?, ?, ?, ?, ?)",
            [
                (row.stream, row.round, row.deck, row.first, row.root, row.sealed)
                for batch in batches
                for row in batch.decks
            ],
        )
        self._many(
            "INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?)",
            [(row.stream, row.seq, row.body) for batch in batches for row in batch.snapshots],
        )
        for person in (person for batch in batches for person in batch.people):
            self._people(person)
        for row in (row for batch in batches for row in batch.training):
            self._training(row)
        self._many(
            "INSERT OR REPLACE INTO meta VALUES (?, ?)",
            [*((row.key, row.value) for batch in batches for row in batch.meta), *self._taken().items()],
        )
        # not INSERT … ON CONFLICT: the row to be inserted, a debit alone, would be held to the table's CHECK
        new = [account for account in balances if account not in self._accounts]
        self._many("INSERT INTO balance VALUES (?, 0)", [(account,) for account in new])
        self._accounts.update(new)
        self._many(
            "UPDATE balance SET amount = amount + ? WHERE account = ?",
            [(amount, account) for account, amount in balances.items()],
        )
        self._move_heads(moved)
        if leaving := [each for batch in batches for each in batch.leaving]:
            self._leave(leaving)

    def _many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            self._writing.executemany(statement, rows)

    def _append(self, entries: Iterable[Entry], moved: dict[str, Head | None], balances: dict[Account, int]) -> None:
        written, posted = [], []
        for entry in entries:
            head = self._heads.get(entry.stream)
            moved.setdefault(entry.stream, head)
            found = check_entry(entry, head, self.epoch)
            written.append((entry.stream, entry.seq, entry.at, entry.epoch, entry.body, entry.hash, found.round))
            for line, (account, amount) in enumerate(found.post, 1):
                posted.append((entry.stream, entry.seq, line, account, amount))
                balances[account] = balances.get(account, 0) + amount
            self._heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
        self._many(
            "INSERT INTO entry (stream, seq, at, epoch, body, hash, round) VALUES (?, ?, ?, ?, ?, ?, ?)", written
        )
        self._many("INSERT INTO posting (stream, seq, line, account, amount) VALUES (?, ?, ?, ?, ?)", posted)

    def _move_heads(self, moved: Mapping[str, Head | None]) -> None:
        """The fence: fails if another process has moved a head."""
        begun: list[tuple[object, ...]] = []
        goes_on: list[tuple[object, ...]] = []
        for stream, before in moved.items():
            now = self._heads[stream]
            if before is None:
                begun.append((stream, now.seq, now.hash, now.epoch))
            else:
                goes_on.append((now.seq, now.hash, now.epoch, stream, before.seq, before.hash))
        changed = self._writing.total_changes()
        self._many("INSERT OR IGNORE INTO stream VALUES (?, ?, ?, ?)", begun)
        self._many("UPDATE stream SET seq = ?, hash = ?, epoch = ? WHERE stream = ? AND seq = ? AND hash = ?", goes_on)
        if self._writing.total_changes() - changed != len(moved):
            raise StoreFailed(f"somebody else has moved the head of one of these: {', '.join(moved)}")

    def _leave(self, leaving: Sequence[Leaving]) -> None:
        """Removes archived entries, with every row that only they need; keeps the sums of what they posted."""
        for table in ("entry", "posting"):
            self._writing.execute(f"DROP TRIGGER temp.{table}_delete")
        cuts = decode_cuts(self._writing.execute("SELECT value FROM meta WHERE key = ?", (ARCHIVED,)).get or "{}")
        for each in leaving:
            gone = (each.stream, each.seq)
            carried: Counter[Any] = Counter(cuts[each.stream].carried if each.stream in cuts else {})
            query = "SELECT account, sum(amount) FROM posting WHERE stream = ? AND seq <= ? GROUP BY account"
            for account, amount in self._writing.execute(query, gone):
                carried[account] += amount
            for table in ("entry", "posting", "answer"):
                self._writing.execute(f"DELETE FROM {table} WHERE stream = ? AND seq <= ?", gone)
            self._writing.execute("DELETE FROM snapshot WHERE stream = ? AND seq <= ? + 1", gone)
            self._writing.execute("DELETE FROM deck WHERE stream = ? AND round < ?", (each.stream, each.round))
            cuts[each.stream] = Cut(each.seq, each.hash.hex(), each.epoch, dict(carried))
        told = msgspec.json.encode(cuts).decode()
        self._writing.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (ARCHIVED, told))
        self._writing.execute("".join(only_grows(table, "delete") for table in ("entry", "posting")))

    def _people(self, row: PeopleRow) -> None:
        match row:
            case UserRow():
                self._writing.execute(
                    """INSERT INTO user VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
                       SET name = excluded.name, role = excluded.role, password = excluded.password,
                           made = excluded.made, disabled = excluded.disabled""",
                    (row.name, row.role, row.password, row.made, int(row.disabled)),
                )
            case SessionRow():
                self._writing.execute(
                    "INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?)",
                    (row.digest, row.number, row.user, row.began, row.seen, row.until),
                )
            case UserGone():
                self._writing.execute("DELETE FROM user WHERE name = ?", (row.name,))
            case SessionEnded():
                self._writing.execute("DELETE FROM session WHERE digest = ?", (row.digest,))

    def _training(self, row: TrainingRow) -> None:
        match row:
            case DrillRow():
                drill = (row.user, row.number, row.body)
                self._writing.execute("INSERT OR REPLACE INTO drill VALUES (?, ?, ?)", drill)
                old = (row.user, row.number - DRILLS_KEPT)
                self._writing.execute("DELETE FROM drill WHERE user = ? AND number <= ?", old)
            case TraineeRow():
                self._writing.execute("INSERT OR REPLACE INTO trainee VALUES (?, ?)", (row.user, row.body))


def connect(folder: Path, vfs: str | None = None, *, exclusive: bool = False) -> apsw.Connection:
    """Opens for writing, with settings that lose no commit."""
    path = database_of(folder)
    connection = apsw.Connection(str(path), vfs=vfs)
    try:
        connection.set_busy_timeout(5_000)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        if exclusive:
            connection.pragma("locking_mode", "EXCLUSIVE")
        check_format(connection, str(path))  # before anything is changed
        connection.pragma("page_size", PAGE_BYTES)
        connection.pragma("trusted_schema", False)
        connection.pragma("cell_size_check", True)
        connection.pragma("temp_store", "MEMORY")
        connection.pragma("wal_autocheckpoint", 0)
        if sys.platform == "darwin":  # an ordinary sync there leaves data in the drive's cache
            connection.pragma("fullfsync", True)
            connection.pragma("checkpoint_fullfsync", True)
        connection.pragma("journal_mode", "WAL")
        connection.pragma("synchronous", "FULL")
        check_settings(connection)
        migrate(connection, str(path))
    except BaseException:
        connection.close()
        raise
    return connection
