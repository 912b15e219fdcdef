"""Calls from the store's thread back into the floor's thread, in order; also before there is a loop."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable


class Hops:
    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        """The loop has been woken: once for everything that a commit brings."""

    def __call__(self, step: Callable[[], None]) -> None:
        """Adds a step, from any thread."""
        self._waiting.append(step)
        if self._loop is not None and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits for it
                self._loop.call_soon_threadsafe(self.run)

    def aside(self, read: Callable[[], Callable[[], None]]) -> None:
        """Calls `read` in another thread, and what it returns in the floor's."""
        if self._loop is None:  # the house is being opened, and nobody waits
            read()()
        else:
            self._loop.run_in_executor(None, lambda: self(read()))

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        loop.call_soon(self.run)

    def run(self) -> None:
        """Runs, in the floor's thread, every step so far. Later steps wake the loop again, at worst needlessly."""
        self._called = False
        while self._waiting:
            self._waiting.popleft()()
