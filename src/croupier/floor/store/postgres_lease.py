"""The lease of a house on a PostgreSQL server, over a connection of its own that stays open."""

from contextlib import suppress
from typing import Any

import psycopg

from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.base import StoreUnusable
from croupier.floor.store.lease import Claim, LeaseRow
from croupier.floor.store.postgres_connection import (
    LOCK_TIMEOUT,
    OWNER_LOCK,
    Connection,
    connect,
    is_away,
    words_of,
)

MILLISECONDS = 3_000
"""How long a look, a take or a beat may take."""


class PostgresLease:
    def __init__(self, address: ServerAddress) -> None:
        self._address = address
        self._connection: Connection | None = None
        self._locked = 0
        """The epoch whose lock this connection holds; the lock shows others that the owner's session is alive."""

    def look(self) -> tuple[LeaseRow, bool]:
        row = self._one(
            """SELECT owner, address, epoch, beat, protocol, EXISTS (
                   SELECT 1 FROM pg_locks JOIN pg_database AS mine ON mine.oid = pg_locks.database
                   WHERE locktype = 'advisory' AND classid = %b::bigint::oid AND objid = epoch::oid AND objsubid = 2
                       AND granted AND datname = current_database())
               FROM lease WHERE name = 'house'""",
            OWNER_LOCK,
        )
        if row is None:
            raise StoreUnusable("damaged", f"{self._address} has no lease: the row 'house' is missing")
        return LeaseRow(*row[:-1]), row[-1]

    def take(self, seen: LeaseRow, claim: Claim) -> LeaseRow | None:
        row = self._one(
            "SELECT take_lease(%b, %b, %b, %b, %b, %b)",
            *(seen.epoch, seen.beat, claim.name, claim.address, claim.protocol, OWNER_LOCK),
        )
        if row is None or row[0] is None:
            return None
        self._locked = epoch = row[0]
        return LeaseRow(claim.name, claim.address, epoch, seen.beat + 1, claim.protocol)

    def beat(self, epoch: int) -> bool:
        if self._one("UPDATE lease SET beat = beat + 1 WHERE name = 'house' AND epoch = %b RETURNING 1", epoch) is None:
            return False
        if self._locked != epoch:  # the connection is new; the session of the old one may still hold the lock
            locked = self._one("SELECT pg_try_advisory_lock(%b::integer, %b::integer)", OWNER_LOCK, epoch)
            self._locked = epoch if locked == (True,) else 0
        return True

    def release(self, epoch: int, heir: str) -> bool:
        freed = self._one(
            """UPDATE lease SET owner = '', address = %b, beat = beat + 1
               WHERE name = 'house' AND epoch = %b RETURNING 1""",
            *(heir, epoch),
        )
        self.close()
        return freed is not None

    def release_if_held(self, epoch: int) -> None:
        """At the end of a process that took the lease and has not given it away. If the server is out of reach, the end
        of the session frees it."""
        if epoch and self._locked == epoch:
            with suppress(StoreUnusable):
                self.release(epoch, "")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        self._locked = 0

    def _one(self, statement: str, *bindings: object) -> tuple[Any, ...] | None:
        try:
            if self._connection is None:
                self._connection = connect(self._address, "croupier lease", milliseconds=MILLISECONDS, writes=True)
            return self._connection.execute(statement.encode(), bindings, binary=True).fetchone()
        except psycopg.Error as error:
            if error.sqlstate == LOCK_TIMEOUT or is_away(error):
                self.close()
                raise StoreUnusable("away", f"{self._address} is out of reach: {words_of(error)}") from None
            raise
