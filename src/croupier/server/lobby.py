"""The list of tables for those who watch it: sent when it has changed, at most once a second."""

import asyncio
from collections.abc import Callable

import msgspec

from croupier.server.facade import Json

PERIOD = 1.0
"""Seconds between two lists."""


class Lobby:
    def __init__(self, tables: Callable[[], list[Json]]) -> None:
        self._tables = tables
        self._known = b""
        self._version = 0
        self._waiting = False
        self._looked_at = float("-inf")
        self.told = b""
        """The newest list, as it is sent."""

    def look(self) -> bool:
        """Whether anything is different now."""
        tables = msgspec.json.encode(self._tables())
        if tables == self._known:
            return False
        self._known = tables
        self._version += 1
        self.told = msgspec.json.encode({"lobby": {"version": self._version, "tables": msgspec.Raw(tables)}})
        return True

    def changed(self, show: Callable[[], None]) -> None:
        """Some table has; `show` is called if anybody would see it here, and not before the period is over."""
        if self._waiting:
            return
        self._waiting = True
        loop = asyncio.get_running_loop()

        def now() -> None:
            self._waiting = False
            self._looked_at = loop.time()
            if self.look():
                show()

        loop.call_at(max(loop.time(), self._looked_at + PERIOD), now)
