"""The list of tables: answered on request, and sent to watchers after a change, at most once a second."""

import asyncio
from collections.abc import Callable

import msgspec

from croupier.floor.live.answers.tables import TableLine
from croupier.floor.live.state.people import Who

PERIOD = 1.0
"""Seconds between two lists."""


class _List:
    """One list as it was last sent, with its version."""

    def __init__(self) -> None:
        self.rows = b"[]"
        self.told = b""
        self._version = 0

    def update(self, rows: list[TableLine]) -> None:
        encoded = msgspec.json.encode(rows)
        if encoded != self.rows or not self.told:
            self.rows = encoded
            self._version += 1
            lobby = {"version": self._version, "tables": msgspec.Raw(encoded)}
            self.told = msgspec.json.encode({"lobby": lobby})


class Lobby:
    """Spectators get a list without private tables."""

    def __init__(self, tables: Callable[[], list[TableLine]]) -> None:
        self._tables = tables
        self._stale = True
        self._all, self._public = _List(), _List()
        self._waiting = False
        self._looked_at = float("-inf")

    def _list(self, who: Who | None) -> _List:
        """Recomputes the lists only after a commit: a stranger who asks again costs nothing."""
        if self._stale:
            self._stale = False
            rows = self._tables()
            self._all.update(rows)
            self._public.update([row for row in rows if row.spectators])
        return self._public if who is None else self._all

    def rows(self, who: Who | None) -> msgspec.Raw:
        return msgspec.Raw(self._list(who).rows)

    def told(self, who: Who | None) -> bytes:
        """The list as it is sent to a socket of this viewer."""
        return self._list(who).told

    def stale(self) -> None:
        """Something was committed."""
        self._stale = True

    def changed(self, show: Callable[[], None]) -> None:
        """Calls `show` once the period is over."""
        if self._waiting:
            return
        self._waiting = True
        loop = asyncio.get_running_loop()

        def now() -> None:
            self._waiting = False
            self._looked_at = loop.time()
            show()

        loop.call_at(max(loop.time(), self._looked_at + PERIOD), now)
