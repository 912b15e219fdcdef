"""A table whose frames come while the program does something else: a terminal reads keys, a shoe says what it deals."""

import asyncio
import threading
from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any

from croupier.doors.joining.floor import Floor
from croupier.doors.joining.line import Line


class Live:
    """A line in a thread of its own."""

    def __init__(self, floor: Floor, table: str, heard: Callable[[str, Any], None]) -> None:
        """`heard` is called in that thread."""
        self._table, self._heard = table, heard
        self._loop = asyncio.new_event_loop()
        self._line = Line(floor)
        self._thread = threading.Thread(target=self._run, daemon=True, name="live")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        if not self._loop.is_closed():
            asyncio.run_coroutine_threadsafe(self._line.close(), self._loop)

    def act(self, do: str, moment: str | None = None) -> str:
        """Sent now, or as soon as there is a connection; the id that the answer will carry."""
        id_ = token_urlsafe(12)
        asyncio.run_coroutine_threadsafe(self._line.act(self._table, id_, do, moment), self._loop)
        return id_

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._listen())

    async def _listen(self) -> None:
        await self._line.watch(self._table)
        async for kind, content in self._line.frames():
            self._heard(kind, content)
