"""The store of a house on a PostgreSQL server.

One connection writes. A commit is one statement, the function `append`: no transaction is open while this process
thinks, so a process that is stopped holds no lock. The statement compares the lease's epoch, so a process that has lost
the lease writes nothing more.

When the connection is lost in a commit, nobody knows whether it happened. The store is `away`: it keeps the statement,
connects again, makes sure that its old session is gone, and looks at the heads. Either they have moved, then the commit
happened; or they have not, then the same bytes are sent again.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.base import (
    DRILLS_KEPT,
    Batch,
    Done,
    DrillRow,
    Head,
    SessionEnded,
    SessionRow,
    StoreBehind,
    StoreFailed,
    StoreFenced,
    StoreUnusable,
    TraineeRow,
    UserGone,
    UserRow,
)
from croupier.floor.store.checks import UNREADABLE, check_entry
from croupier.floor.store.faults import Fault
from croupier.floor.store.lease import LeaseRow
from croupier.floor.store.opened import CHECK, Opened
from croupier.floor.store.postgres_connection import (
    COMMIT_MILLISECONDS,
    FENCED,
    LOCK_TIMEOUT,
    WRITER_LOCK,
    Connection,
    check_server,
    connect,
    is_away,
    make_tables,
    words_of,
)
from croupier.floor.store.postgres_lease import PostgresLease
from croupier.floor.store.postgres_reader import PostgresReader, code_of
from croupier.floor.store.writer import Writer

NEXT_TRY = (0.02, 0.1, 0.25, 0.5, 1.0)
"""Seconds before each try to connect again; the last figure for all later ones."""

LOST = "has lost entries that were answered; a failover went to a standby that lagged behind"

Column = list[Any]


def _call(function: str, kinds: str) -> str:
    """`kinds`: a letter for each argument: n a number; t, b, i a list of texts, bytes, numbers."""
    types = {"n": "bigint", "t": "text[]", "b": "bytea[]", "i": "bigint[]"}
    return f"{function}({', '.join(f'%b::{types[kind]}' for kind in kinds)})"


APPEND = _call("append", "nnn" + "tiibbi" + "tiiti" + "tibib" + "tti" + "tttib" + "tiiibb" + "tib" + "tt")
PEOPLE = _call("write_people", "ttttii" + "bbitiii" + "tibn" + "tb")
ARCHIVE = _call("archive", "titii")
CHECKPOINTS = _call("keep_checkpoints", "ib")


def follow_postgres(
    address: ServerAddress, book: Path | None = None, *, new_checkpoints: bool = False, may_lose_replicas: bool = False
) -> "PostgresStore":
    """Makes the tables if there are none; raises StoreUnusable if the store must not be used. The arguments are those
    of `follow_store`."""
    try:
        return PostgresStore(address, book, new_checkpoints=new_checkpoints, may_lose_replicas=may_lose_replicas)
    except psycopg.Error as error:
        raise StoreUnusable(code_of(error), f"{address} cannot be used: {words_of(error)}") from None
    except StoreUnusable:
        raise
    except UNREADABLE as error:
        raise StoreUnusable("damaged", f"{address} cannot be used: {error}") from None


class PostgresStore(Opened, PostgresReader):
    kind = "postgresql"
    is_remote = True

    def __init__(
        self, address: ServerAddress, book: Path | None, *, new_checkpoints: bool, may_lose_replicas: bool
    ) -> None:
        Opened.__init__(self)
        self.database = str(address)
        self._server, self._may_lose_replicas = address, may_lose_replicas
        self._session = f"croupier {uuid4().hex}"
        """The name under which the server lists this opening's writing connection."""
        self.away = False
        self.epoch = 0
        self._closed = False
        self._giving_up = threading.Event()
        self._writing: Connection | None = None
        with self._connect_to_write() as first:
            make_tables(first, self.database)
        PostgresReader.__init__(self, address)
        try:
            with self.snapshot_in_time():  # another process may be writing
                self.check_before_use(self, book, new_checkpoints=new_checkpoints)
        except BaseException:
            PostgresReader.close(self)
            raise
        self.lease = PostgresLease(address)
        self._heads: dict[str, Head] = {}
        self._accounts: set[Account] = set()
        self._number = self._postings = 0
        self._before: dict[str, Head | None] = {}
        """The heads moved by the commit under way, as they were before it."""
        self._statement, self._bindings = b"", list[object]()
        self._writer = Writer(self._write, self._commit, lambda: None)

    def decide(self, taken: LeaseRow) -> None:
        try:
            self._writing = self._connect_to_write(taken.epoch)
            if self._was_damaged:
                self._writing.execute("DELETE FROM meta WHERE key = %s", (CHECK,))
        except psycopg.Error as error:
            raise StoreUnusable(code_of(error), f"{self.database} cannot be used: {words_of(error)}") from None
        self._heads = self.heads()
        self._accounts = set(self.balances())
        self._number = self.count()
        self._postings = int(self._all("SELECT coalesce(max(number), 0) FROM posting")[0][0])
        self.epoch = taken.epoch

    def submit(self, batch: Batch, done: Done) -> None:
        if self.epoch:
            self._writer.submit(batch, done)
        else:
            done(StoreFailed("another process decides; this one follows"))

    def arm(self, fault: Fault | None) -> None:
        self._writer.arm(fault)
        self._check_the_rest(lambda: PostgresReader(self._server))

    def space(self) -> None:
        return None

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self.away:
            self._giving_up.set()
        try:
            self._finish_writing()
            if self._writer.failure is None:
                self.lease.release_if_held(self.epoch)
        finally:
            PostgresReader.close(self)
            self.lease.close()
            if self._writing is not None:
                self._writing.close()
        if self._giving_up.is_set():
            raise self._writer.failure or StoreFailed(f"{self.database} was out of reach")

    # --- The connection that writes -------------------------------------------------------------------------------

    def _connect_to_write(self, epoch: int = 0) -> Connection:
        """Connects. To write under an epoch, it ends our older session and waits until that is gone."""
        connection = connect(self._server, self._session, milliseconds=COMMIT_MILLISECONDS, writes=True)
        try:
            check_server(connection, self.database, may_lose_replicas=self._may_lose_replicas)
            if epoch:
                connection.execute(
                    """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE application_name = %s AND datname = current_database() AND pid <> pg_backend_pid()""",
                    (self._session,),
                )
                connection.execute("SELECT pg_advisory_lock(%s::integer, %s::integer)", (WRITER_LOCK, epoch))
        except BaseException:
            connection.close()
            raise
        return connection

    # --- Commits --------------------------------------------------------------------------------------------------

    def _commit(self) -> None:
        """Returns when the statement is durable; waits (`away`) while the server is out of reach."""
        tries = 0
        while True:
            try:
                if self._writing is None and self._settle():
                    break
                assert self._writing is not None
                self._writing.execute(self._statement, self._bindings, prepare=True)
                break
            except psycopg.Error as error:
                if error.sqlstate == FENCED:
                    raise StoreFenced(words_of(error)) from None
                if not is_away(error) and error.sqlstate != LOCK_TIMEOUT:
                    raise
                self._lose_connection()
            self._note_away(True)
            if self._giving_up.wait(NEXT_TRY[min(tries, len(NEXT_TRY) - 1)]):
                raise StoreFailed(
                    f"{self.database} is out of reach; the next start finds out whether the last acts were committed"
                )
            tries += 1
        self._note_away(False)

    def _note_away(self, away: bool) -> None:
        if self.away != away:
            self.away = away
            self._on_away(away)

    def _lose_connection(self) -> None:
        if self._writing is not None:
            self._writing.close()
            self._writing = None

    def _settle(self) -> bool:
        """Connects again. Returns whether the commit under way happened before the connection was lost."""
        try:
            connection = self._connect_to_write(self.epoch)
        except StoreUnusable as unusable:
            raise StoreFailed(unusable.why) from None
        self._writing = connection
        row = connection.execute("SELECT epoch FROM lease WHERE name = 'house' FOR UPDATE").fetchone()
        if row is None or row[0] < self.epoch:
            raise StoreBehind(f"{self.database} {LOST}")
        if row[0] > self.epoch:
            raise StoreFenced("another process decides now: it took the lease while the server was out of reach")
        found: dict[str, Head | None] = {
            stream: Head(*head)
            for stream, *head in connection.execute("SELECT stream, seq, hash, epoch FROM stream", binary=True)
        }
        before = {**self._heads, **self._before}
        if any(_seq(found.get(stream)) < _seq(head) for stream, head in before.items()):
            raise StoreBehind(f"{self.database} {LOST}")
        now: Mapping[str, Head | None] = self._heads
        if self._before and found == now:
            # After a restart the server shows commits that a synchronous standby may not have yet. A further commit
            # is durable only together with them.
            connection.execute("UPDATE lease SET beat = beat + 1 WHERE name = 'house' AND epoch = %b", (self.epoch,))
            return True
        if found != {stream: head for stream, head in before.items() if head is not None}:
            raise StoreFailed("another process has written since the connection was lost")
        return False

    def _write(self, batches: Sequence[Batch]) -> None:
        """Makes the statement; nothing is sent yet."""
        self._before, moved = {}, dict[Account, int]()
        first, first_posting = self._number + 1, self._postings + 1
        entries, postings = self._append((entry for batch in batches for entry in batch.entries), moved)
        self._number += len(entries)
        self._postings += len(postings)
        new = [account for account in moved if account not in self._accounts]
        self._accounts.update(new)
        snapshots = {row.stream: row for batch in batches for row in batch.snapshots}
        meta = {row.key: row.value for batch in batches for row in batch.meta} | dict(self._taken())
        self._bindings = [
            *(self.epoch, first, first_posting),
            *_columns(6, entries),
            *_columns(5, postings),
            *_columns(5, [self._moved(stream, before) for stream, before in self._before.items()]),
            *(new, list(moved), list(moved.values())),
            *_columns(5, [(r.by, r.id, r.stream, r.seq, r.digest) for b in batches for r in b.answers]),
            *_columns(6, [(r.stream, r.round, r.deck, r.first, r.root, r.sealed) for b in batches for r in b.decks]),
            *_columns(3, [(row.stream, row.seq, row.body) for row in snapshots.values()]),
            *(list(meta), list(meta.values())),
        ]
        calls = [APPEND]
        if any(batch.people or batch.training for batch in batches):
            calls.append(PEOPLE)
            self._bindings += _people(batches)
        if leaving := [each for batch in batches for each in batch.leaving]:
            calls.append(ARCHIVE)
            rows = [(each.stream, each.seq, each.hash.hex(), each.epoch, each.round) for each in leaving]
            self._bindings += _columns(5, rows)
        if lines := [each for batch in batches for each in batch.checkpoints]:
            calls.append(CHECKPOINTS)
            self._bindings += _columns(2, [(each.number, each.line) for each in lines])
        self._statement = f"SELECT {', '.join(calls)}".encode()

    def _append(
        self, entries: Iterable[Entry], moved: dict[Account, int]
    ) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
        """The rows of entries and postings; moves the heads in memory."""
        written: list[tuple[object, ...]] = []
        posted: list[tuple[object, ...]] = []
        for entry in entries:
            head = self._heads.get(entry.stream)
            self._before.setdefault(entry.stream, head)
            found = check_entry(entry, head, self.epoch)
            written.append((entry.stream, entry.seq, entry.at, entry.body, entry.hash, found.round))
            for line, (account, amount) in enumerate(found.post, 1):
                posted.append((entry.stream, entry.seq, line, account, amount))
                moved[account] = moved.get(account, 0) + amount
            self._heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
        return written, posted

    def _moved(self, stream: str, before: Head | None) -> tuple[object, ...]:
        now = self._heads[stream]
        return (stream, 0 if before is None else before.seq, b"" if before is None else before.hash, now.seq, now.hash)


def _seq(head: Head | None) -> int:
    return 0 if head is None else head.seq


def _columns(width: int, rows: Sequence[tuple[object, ...]]) -> list[Column]:
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]


def _folded(name: str) -> str:
    """Like lower() in collation "C": only ASCII letters."""
    return name.encode().lower().decode()


def _people(batches: Sequence[Batch]) -> list[object]:
    """The last row of each user, session and drill: a statement writes a row once."""
    users, gone = dict[str, UserRow](), set[str]()
    sessions, ended = dict[bytes, SessionRow](), set[bytes]()
    for row in (row for batch in batches for row in batch.people):
        match row:
            case UserRow():
                users[_folded(row.name)] = row
            case UserGone():
                gone.add(_folded(row.name))
                users.pop(_folded(row.name), None)
            case SessionRow():
                sessions[row.digest] = row
            case SessionEnded():
                ended.add(row.digest)
                sessions.pop(row.digest, None)
    drills, trainees = dict[tuple[str, int], DrillRow](), dict[str, TraineeRow]()
    for learnt in (row for batch in batches for row in batch.training):
        match learnt:
            case DrillRow():
                drills[_folded(learnt.user), learnt.number] = learnt
            case TraineeRow():
                trainees[_folded(learnt.user)] = learnt
    people = [(row.name, row.role, row.password, row.made, int(row.disabled)) for row in users.values()]
    signed_in = [(row.digest, row.number, row.user, row.began, row.seen, row.until) for row in sessions.values()]
    return [
        *(sorted(gone), *_columns(5, people)),
        *(sorted(ended), *_columns(6, signed_in)),
        *(*_columns(3, [(row.user, row.number, row.body) for row in drills.values()]), DRILLS_KEPT),
        *_columns(2, [(row.user, row.body) for row in trainees.values()]),
    ]
