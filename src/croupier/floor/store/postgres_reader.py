"""Reads a store on a PostgreSQL server, from several threads and while the server of a house writes to it.

A few connections are kept open: a new one costs the server a process. A read that finds its connection lost tries once
more with a new one.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Self

import psycopg

from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.addresses import ServerAddress
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
from croupier.floor.store.postgres_connection import (
    READ_MILLISECONDS,
    Connection,
    check_format,
    connect,
    is_away,
    words_of,
)

CONNECTIONS = 4
LAST = 2**63 - 1


def code_of(error: Exception) -> Code:
    return "away" if is_away(error) else "damaged"


class PostgresReader:
    """Reads the store at this address. Many threads may ask; beyond `CONNECTIONS` they wait."""

    def __init__(self, address: ServerAddress) -> None:
        self._address = address
        self._room = threading.Semaphore(CONNECTIONS)
        self._keeping = threading.Lock()
        self._idle: list[Connection] = []
        self._busy: set[Connection] = set()
        self._standing: Connection | None = None
        """The connection with the open snapshot in time, if there is one."""
        self._shut = False
        try:
            first = self._connect()
            self._idle.append(first)
            found = check_format(first, str(address))
        except psycopg.Error as error:
            self._close_idle()
            raise StoreUnusable("away", f"{address} cannot be reached: {words_of(error)}") from None
        except StoreUnusable:
            self._close_idle()
            raise
        if not found:
            self._close_idle()
            raise StoreUnusable("unsafe", f"{address} is not a store: there is no schema croupier in it")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._shut = True
        self._close_idle()

    def _close_idle(self) -> None:
        with self._keeping:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def interrupt(self) -> None:
        """From another thread: ends the current reads with an error."""
        with self._keeping:
            busy = list(self._busy)
        for connection in busy:
            with suppress(psycopg.Error):
                connection.cancel_safe(timeout=2)

    def _connect(self) -> Connection:
        return connect(self._address, "croupier reads", milliseconds=READ_MILLISECONDS)

    def _all(self, query: str, *bindings: object) -> list[tuple[Any, ...]]:
        if self._standing is not None:
            try:
                return self._ask(self._standing, query, bindings)
            except psycopg.Error as error:
                raise self._failed(error) from None
        with self._room:
            try:
                with self._keeping:
                    connection = self._idle.pop() if self._idle else None
                if connection is not None:
                    try:
                        return self._ask(connection, query, bindings, keeps=True)
                    except (psycopg.OperationalError, psycopg.InterfaceError):
                        if not connection.closed:  # an error of the statement, not of the connection
                            raise
                return self._ask(self._connect(), query, bindings, keeps=True)
            except psycopg.Error as error:
                raise self._failed(error) from None

    def _ask(
        self, connection: Connection, query: str, bindings: tuple[object, ...], *, keeps: bool = False
    ) -> list[tuple[Any, ...]]:
        with self._keeping:
            self._busy.add(connection)
        try:
            return connection.execute(query.encode(), bindings, binary=True).fetchall()
        finally:
            with self._keeping:
                self._busy.discard(connection)
                put_back = keeps and not connection.closed and not self._shut
                if put_back:
                    self._idle.append(connection)
            if keeps and not put_back:
                connection.close()

    def _failed(self, error: psycopg.Error) -> ReadFailed:
        return ReadFailed(code_of(error), f"{self._address} cannot be read: {words_of(error)}")

    # --- Journal --------------------------------------------------------------------------------------------------

    def heads(self) -> dict[str, Head]:
        return {row[0]: Head(*row[1:]) for row in self._all("SELECT stream, seq, hash, epoch FROM stream")}

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        one_round = "" if round is None else f"AND round = {int(round)} AND round > 0"
        query = f"""SELECT stream, seq, at, epoch, body, hash FROM entry
                    WHERE stream = %s AND seq >= %s {one_round} ORDER BY seq LIMIT %s"""
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
            "SELECT number, stream, seq, at, epoch, body, hash FROM entry WHERE number > %s ORDER BY number LIMIT %s",
            after,
            page,
        ):
            yield from ((row[0], Entry(*row[1:])) for row in rows)
            after = rows[-1][0]

    def streams_with_entries(self) -> list[str]:
        """Includes streams without a head, which is a fault. Does not read every entry."""
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
        rows = self._all("SELECT by, id, stream, seq, digest FROM answer WHERE by = %s AND id = %s", by, id)
        return AnswerRow(*rows[0]) if rows else None

    def ids(self, by: str, limit: int) -> list[str]:
        return [row[0] for row in self._all("SELECT id FROM answer WHERE by = %s LIMIT %s", by, limit)]

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]:
        query = """SELECT stream, round, deck, first, root, sealed FROM deck
                   WHERE stream = %s AND round = %s ORDER BY deck"""
        return tuple(DeckRow(*row) for row in self._all(query, stream, round))

    def every_deck(self) -> Iterator[DeckRow]:
        after = 0
        while rows := self._all(
            """SELECT number, stream, round, deck, first, root, sealed FROM deck
               WHERE number > %s ORDER BY number LIMIT %s""",
            after,
            PAGE,
        ):
            yield from (DeckRow(*row[1:]) for row in rows)
            after = rows[-1][0]

    def snapshot(self, stream: str) -> SnapshotRow | None:
        rows = self._all("SELECT stream, seq, body FROM snapshot WHERE stream = %s", stream)
        return SnapshotRow(*rows[0]) if rows else None

    def last_of_round(self, stream: str, round: int) -> Entry | None:
        query = """SELECT stream, seq, at, epoch, body, hash FROM entry
                   WHERE stream = %s AND round = %s AND round > 0 ORDER BY seq DESC LIMIT 1"""
        rows = self._all(query, stream, round)
        return Entry(*rows[0]) if rows else None

    def count(self) -> int:
        return int(self._all("SELECT coalesce(max(number), 0) FROM entry")[0][0])

    # --- Accounts -------------------------------------------------------------------------------------------------

    def balances(self) -> dict[Account, int]:
        return dict(self._all("SELECT account, amount FROM balance ORDER BY account"))

    def posted_balances(self) -> dict[Account, int]:
        """The sum of all postings, archived ones included; the balances must equal it."""
        query = "SELECT account, sum(amount)::bigint FROM posting GROUP BY account"
        found = Counter(dict(self._all(query)))
        for cut in self.cuts().values():
            found.update(cut.carried)
        return dict(found)

    def cuts(self) -> dict[str, Cut]:
        """Where each stream with archived entries begins."""
        return decode_cuts(self.meta().get(ARCHIVED, "{}"))

    def postings_of(self, stream: str, seq: int) -> list[tuple[int, Account, int]]:
        query = "SELECT line, account, amount FROM posting WHERE stream = %s AND seq = %s ORDER BY line"
        return [(line, account, amount) for line, account, amount in self._all(query, stream, seq)]

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        query = """SELECT at, account, amount, stream, seq FROM unnest(%b::text[]) AS asked (who)
                   CROSS JOIN LATERAL (SELECT * FROM posting WHERE account = asked.who COLLATE "C"
                                       ORDER BY number DESC LIMIT %b) AS posted
                   JOIN entry USING (stream, seq) ORDER BY posted.number DESC LIMIT %b"""
        wanted = list(dict.fromkeys(accounts))
        return tuple(PostedRow(*row) for row in self._all(query, wanted, limit, limit)) if wanted else ()

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        query = """SELECT DISTINCT round FROM posting JOIN entry USING (stream, seq)
                   WHERE account = %s AND stream = %s AND round > 0 AND round < %s ORDER BY round DESC LIMIT %s"""
        return tuple(row[0] for row in self._all(query, account, stream, below, limit))

    # --- People and training --------------------------------------------------------------------------------------

    def users(self) -> tuple[UserRow, ...]:
        rows = self._all('SELECT name, role, password, made, disabled FROM "user" ORDER BY number')
        return tuple(
            UserRow(name, role, password, made, bool(disabled)) for name, role, password, made, disabled in rows
        )

    def sessions(self) -> tuple[SessionRow, ...]:
        rows = self._all('SELECT digest, number, "user", began, seen, until FROM session ORDER BY number')
        return tuple(SessionRow(*row) for row in rows)

    def drills(self, user: str) -> tuple[DrillRow, ...]:
        query = 'SELECT "user", number, body FROM drill WHERE lower("user") = lower(%s COLLATE "C") ORDER BY number'
        return tuple(DrillRow(*row) for row in self._all(query, user))

    def trainee(self, user: str) -> TraineeRow | None:
        rows = self._all('SELECT "user", body FROM trainee WHERE lower("user") = lower(%s COLLATE "C")', user)
        return TraineeRow(*rows[0]) if rows else None

    # --- The store itself -----------------------------------------------------------------------------------------

    def meta(self) -> dict[str, str]:
        return dict(self._all("SELECT key, value FROM meta"))

    def checkpoints(self, after: int) -> Iterator[bytes]:
        """The lines of the checkpoint log behind that number."""
        query = "SELECT line FROM checkpoint WHERE number > %s ORDER BY number"
        yield from (row[0] for row in self._all(query, after))

    def rows_of(self, table: str, columns: str, order: str) -> Iterator[tuple[Any, ...]]:
        """All rows of a table, for a copy; within a snapshot in time."""
        assert self._standing is not None, "a copy is of one moment"
        try:
            with self._standing.cursor("copied") as cursor:
                cursor.itersize = PAGE
                cursor.execute(f"SELECT {columns} FROM {table} ORDER BY {order}".encode(), binary=True)
                yield from cursor
        except psycopg.Error as error:
            raise self._failed(error) from None

    def fault(self, *, thorough: bool) -> str:
        """PostgreSQL checks its own pages (`data_checksums`, `pg_amcheck`); here nothing can be asked."""
        return ""

    @contextmanager
    def snapshot_in_time(self) -> Iterator[None]:
        try:
            connection = self._connect()
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            connection.execute("SELECT 1 FROM meta LIMIT 1")  # the snapshot is taken with the first read
        except psycopg.Error as error:
            raise self._failed(error) from None
        self._standing = connection
        try:
            yield
        finally:
            self._standing = None
            connection.close()
