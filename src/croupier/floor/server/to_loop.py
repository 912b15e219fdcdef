"""The way back from the store's thread into the floor's own, in order; also before there is a loop."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable


class Hops:
    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._called = False
        """The loop is on its way to what waits: it is called once for all that a commit brings."""

    def __call__(self, step: Callable[[], None]) -> None:
        """From any thread."""
        self._waiting.append(step)
        if self._loop is not None and not self._called:
            self._called = True
            with contextlib.suppress(RuntimeError):  # the loop has ended; nobody is told any more
                self._loop.call_soon_threadsafe(self.run)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        loop.call_soon(self.run)

    def run(self) -> None:
        """In the floor's thread: everything that has come so far. What comes from now on calls again, if in vain."""
        self._called = False
        while self._waiting:
            self._waiting.popleft()()
