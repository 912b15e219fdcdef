"""Reads an SQLite store, also while a server writes to it.

The connection can do nothing but read: it takes no lock that keeps the writer waiting, and it never checkpoints. Long
answers are read page by page, each in a transaction of its own, so that the write-ahead log can be emptied in between;
entries are never changed, so the pages fit together.
"""

import os
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import apsw

from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.base import (
    ARCHIVED,
    PAGE,
    AnswerRow,
    Code,
    Cut,
    DrillRow,
    Head,
    PostedRow,
    ReadFailed,
    SessionRow,
    SnapshotRow,
    StoreUnusable,
    TraineeRow,
    UserRow,
    decode_cuts,
)
from croupier.floor.store.format import check_format
from croupier.floor.store.safety import NOT_DAMAGE

DATABASE = "floor.db"
LAST = 2**63 - 1
THOROUGH_BYTES = 2**28
"""Some 350,000 entries. In larger databases pages are checked, but not whether indexes and rows agree."""


def code_of(error: Exception) -> Code:
    """Whether the content of the file is at fault."""
    return "unsafe" if isinstance(error, NOT_DAMAGE) else "damaged"


def database_of(folder: Path) -> Path:
    return folder / DATABASE


class Reader:
    """Reads the database in this folder. One thread at a time; others wait for a page at most."""

    def __init__(self, folder: Path, *, connection: apsw.Connection | None = None) -> None:
        """Opens a connection, or takes over the given one."""
        path = self._path = database_of(folder)
        if connection is None and not path.is_file():
            raise StoreUnusable("unsafe", f"{folder} is not a store: there is no {DATABASE} in it")
        self._turn = threading.Lock()
        try:
            self._connection = connection or _connect(path)
            if not check_format(self._connection, str(path)):
                raise StoreUnusable("damaged", f"{path} is empty: a journal begins with its tables")
        except apsw.Error as error:
            raise StoreUnusable(code_of(error), f"{path} cannot be read: {error}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._turn:
            self._connection.close()

    def interrupt(self) -> None:
        """From another thread: ends the current read with an error."""
        self._connection.interrupt()

    def _all(self, query: str, *bindings: object) -> list[tuple[Any, ...]]:
        try:
            with self._turn:
                return self._connection.execute(query, bindings).fetchall()
        except apsw.Error as error:
            raise ReadFailed(code_of(error), f"{self._path} cannot be read: {error}") from None

    def heads(self) -> dict[str, Head]:
        return {row[0]: Head(*row[1:]) for row in self._all("SELECT stream, seq, hash, epoch FROM stream")}

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        one_round = "" if round is None else f"AND round = {int(round)} AND round > 0"
        query = f"""SELECT stream, seq, at, epoch, body, hash FROM entry
                    WHERE stream = ? AND seq >= ? {one_round} ORDER BY seq LIMIT ?"""
        left = LAST if limit is None else limit
        while left > 0:
            rows = self._all(query, stream, first, min(left, PAGE))
            yield from (Entry(*row) for row in rows)
            if len(rows) < PAGE:
                return
            left -= len(rows)
            first = rows[-1][1] + 1

    def every_entry(self, after: int = 0, page: int = PAGE) -> Iterator[tuple[int, Entry]]:
        """All entries in commit order, each with its number."""
        while rows := self._all(
            "SELECT number, stream, seq, at, epoch, body, hash FROM entry WHERE number > ? ORDER BY number LIMIT ?",
            after,
            page,
        ):
            yield from ((row[0], Entry(*row[1:])) for row in rows)
            after = rows[-1][0]

    def streams_with_entries(self) -> list[str]:
        """Also streams without a head, which is a fault; found without reading every entry."""
        return [
            row[0]
            for row in self._all(
                """WITH RECURSIVE found(stream) AS (
                       SELECT min(stream) FROM entry
                       UNION ALL
                       SELECT (SELECT min(stream) FROM entry WHERE entry.stream > found.stream)
                       FROM found WHERE found.stream IS NOT NULL
                   ) SELECT stream FROM found WHERE stream IS NOT NULL"""
            )
        ]

    def answer(self, by: str, id: str) -> AnswerRow | None:
        rows = self._all("SELECT by, id, stream, seq, digest FROM answer WHERE by = ? AND id = ?", by, id)
        return AnswerRow(*rows[0]) if rows else None

    def ids(self, by: str, limit: int) -> list[str]:
        return [row[0] for row in self._all("SELECT id FROM answer WHERE by = ? LIMIT ?", by, limit)]

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]:
        query = "SELECT stream, round, deck, first, root, sealed FROM deck WHERE stream = ? AND round = ? ORDER BY deck"
        return tuple(DeckRow(*row) for row in self._all(query, stream, round))

    def every_deck(self) -> Iterator[DeckRow]:
        after = 0
        while rows := self._all(
            "SELECT rowid, stream, round, deck, first, root, sealed FROM deck WHERE rowid > ? ORDER BY rowid LIMIT ?",
            after,
            PAGE,
        ):
            yield from (DeckRow(*row[1:]) for row in rows)
            after = rows[-1][0]

    def snapshot(self, stream: str) -> SnapshotRow | None:
        rows = self._all("SELECT stream, seq, body FROM snapshot WHERE stream = ?", stream)
        return SnapshotRow(*rows[0]) if rows else None

    def balances(self) -> dict[Account, int]:
        return dict(self._all("SELECT account, amount FROM balance ORDER BY account"))

    def posted_balances(self) -> dict[Account, int]:
        """The sum of all postings, archived ones included; the balances must equal it."""
        found = Counter(dict(self._all("SELECT account, sum(amount) FROM posting GROUP BY account")))
        for cut in self.cuts().values():
            found.update(cut.carried)
        return dict(found)

    def cuts(self) -> dict[str, Cut]:
        """Where each stream with archived entries begins."""
        return decode_cuts(self.meta().get(ARCHIVED, "{}"))

    def postings_of(self, stream: str, seq: int) -> list[tuple[int, Account, int]]:
        return self._all(
            "SELECT line, account, amount FROM posting WHERE stream = ? AND seq = ? ORDER BY line", stream, seq
        )

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        query = """SELECT posting.number, at, account, amount, stream, seq FROM posting JOIN entry USING (stream, seq)
                   WHERE account = ? ORDER BY posting.number DESC LIMIT ?"""
        rows = [row for account in dict.fromkeys(accounts) for row in self._all(query, account, limit)]
        return tuple(PostedRow(*row[1:]) for row in sorted(rows, reverse=True)[:limit])

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        query = """SELECT DISTINCT round FROM posting JOIN entry USING (stream, seq)
                   WHERE account = ? AND stream = ? AND round > 0 AND round < ? ORDER BY round DESC LIMIT ?"""
        return tuple(row[0] for row in self._all(query, account, stream, below, limit))

    def last_of_round(self, stream: str, round: int) -> Entry | None:
        query = """SELECT stream, seq, at, epoch, body, hash FROM entry
                   WHERE stream = ? AND round = ? AND round > 0 ORDER BY seq DESC LIMIT 1"""
        rows = self._all(query, stream, round)
        return Entry(*rows[0]) if rows else None

    def users(self) -> tuple[UserRow, ...]:
        rows = self._all("SELECT name, role, password, made, disabled FROM user ORDER BY rowid")
        return tuple(
            UserRow(name, role, password, made, bool(disabled)) for name, role, password, made, disabled in rows
        )

    def sessions(self) -> tuple[SessionRow, ...]:
        rows = self._all("SELECT digest, number, user, began, seen, until FROM session ORDER BY number")
        return tuple(SessionRow(*row) for row in rows)

    def drills(self, user: str) -> tuple[DrillRow, ...]:
        rows = self._all("SELECT user, number, body FROM drill WHERE user = ? ORDER BY number", user)
        return tuple(DrillRow(*row) for row in rows)

    def trainee(self, user: str) -> TraineeRow | None:
        rows = self._all("SELECT user, body FROM trainee WHERE user = ?", user)
        return TraineeRow(*rows[0]) if rows else None

    def meta(self) -> dict[str, str]:
        return dict(self._all("SELECT key, value FROM meta"))

    def count(self) -> int:
        return int(self._all("SELECT ifnull(max(number), 0) FROM entry")[0][0])

    def fault(self, *, thorough: bool) -> str:
        """Faults of its pages, and of its indexes if that takes only seconds; empty if there are none."""
        size = self._all("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")[0][0]
        check = "integrity_check" if thorough or size <= THOROUGH_BYTES else "quick_check"
        found = self._all(f"PRAGMA {check}(1)")[0][0]
        return "" if found == "ok" else str(found)

    def copy_to(self, target: Path) -> None:
        """Copies the database as of one moment, while a server goes on writing."""
        os.close(os.open(target, os.O_RDWR | os.O_CREAT, 0o600))  # it holds hashed passwords and sessions
        copy = apsw.Connection(str(target))
        try:
            with self._turn, copy.backup("main", self._connection, "main") as backup:
                backup.step()
            copy.pragma("journal_mode", "DELETE")  # one file, which readers do not change
        except apsw.Error as error:
            raise StoreUnusable("unsafe", f"{target} cannot be written: {error}") from None
        finally:
            copy.close()

    @contextmanager
    def snapshot_in_time(self) -> Iterator[None]:
        self._all("BEGIN")
        try:
            self._all("SELECT count(*) FROM sqlite_schema")  # the transaction begins with the first read
            yield
        finally:
            self._all("ROLLBACK")


def _connect(path: Path) -> apsw.Connection:
    address, flags = f"{path.absolute().as_uri()}?mode=ro", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    connection = apsw.Connection(address, flags=flags)
    connection.set_busy_timeout(5_000)
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    try:
        connection.pragma("application_id")
    except (apsw.CantOpenError, apsw.ReadOnlyError):
        if Path(f"{path}-wal").exists():
            raise
        connection.close()  # closed cleanly, on a disk where nothing can be written, not even locks
        return apsw.Connection(f"{address}&immutable=1", flags=flags)
    return connection
