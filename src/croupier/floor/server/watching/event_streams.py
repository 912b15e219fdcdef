"""Public events as server-sent events: a stream that goes on from any place, for as long as its reader may have it.

One thread reads for all streams, so they hold up neither acts nor lookups. Nothing piles up for a slow reader: the next
events are read when the last ones are on their way.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import msgspec

from croupier.base.sentences import says
from croupier.floor.live.answers.events import PublicEvent
from croupier.floor.live.history.public_events import Place, PublicEvents
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.running_floor import RunningFloor

T = TypeVar("T")

AT_ONCE = 100
"""Events that are read together."""
LOOKS_EVERY = 0.5
"""Seconds between two looks whether the reader may still read."""
ALIVE_EVERY = 15.0
"""Seconds without an event before a comment says that the stream is alive."""


class EventStreams:
    def __init__(self, running: RunningFloor, most: int) -> None:
        """`most` streams at a time for each reader: a session, or a token."""
        self._most = most
        self._events: PublicEvents = running.events
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="events")
        self._open: Counter[str] = Counter()
        self._news = asyncio.Event()
        running.floor.books.listeners.append(lambda _: self._news.set())
        self.stopping = False

    def close(self) -> None:
        self.stopping = True
        self._news.set()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def begin(self, reader: str, after: int, may_read: Callable[[], bool]) -> Callable[[], AsyncIterator[bytes]]:
        """The stream, once it is certain that there is such a place in it."""
        if self._open[reader] >= self._most:
            raise Problem(Code.TOO_FAST, says("too-many-sockets", most=self._most))
        place = await self._read(self._events.place, after)
        first = await self._read(self._events.read, place, AT_ONCE)
        return lambda: self._stream(reader, first, may_read)

    async def _read(self, read: Callable[..., T], *about: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: read(*about))

    async def _stream(
        self, reader: str, first: tuple[list[PublicEvent], Place], may_read: Callable[[], bool]
    ) -> AsyncIterator[bytes]:
        self._open[reader] += 1
        try:
            (some, place), told = first, time.monotonic()
            yield b"retry: 1000\n\n"
            while not self.stopping and may_read():
                if some:
                    yield b"".join(map(_written, some))
                    told = time.monotonic()
                elif time.monotonic() - told > ALIVE_EVERY:
                    yield b": still here\n\n"
                    told = time.monotonic()
                if place.number >= self._events.newest.number:
                    await self._wait_for_news()
                some, place = await self._read(self._events.read, place, AT_ONCE)
        finally:
            self._open -= Counter([reader])

    async def _wait_for_news(self) -> None:
        self._news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), LOOKS_EVERY)


def _written(event: PublicEvent) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (event.seq, msgspec.json.encode(event))
