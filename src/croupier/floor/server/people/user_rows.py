"""Rows of users and sessions, written before anybody gets an answer."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

from croupier.base.sentences import says
from croupier.floor.server.edge.problems import Code, Later
from croupier.floor.store.base import Batch, People, PeopleRow, Training, TrainingRow, Writing


class KeptHere(People, Training, Writing, Protocol):
    """Stores people and their training."""


class Keeper:
    def __init__(self, store: Writing) -> None:
        self._store = store
        self.keeps: Callable[[tuple[PeopleRow, ...]], None] = lambda rows: None
        """Called with rows that are written without an entry."""

    async def keep_training(self, *rows: TrainingRow) -> None:
        await self._kept(Batch(training=rows))

    async def _kept(self, batch: Batch) -> None:
        loop = asyncio.get_running_loop()
        kept = loop.create_future()

        def told(error: Exception | None) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(_resolve, kept, error)

        self._store.submit(batch, told)
        await kept

    def keep_soon(self, *rows: PeopleRow) -> None:
        """Writes rows without waiting: losing them costs little."""
        self._store.submit(Batch(people=rows), lambda _: None)
        self.keeps(rows)


def _resolve(kept: "asyncio.Future[None]", error: Exception | None) -> None:
    if kept.done():
        return
    if error is None:
        kept.set_result(None)
    else:
        kept.set_exception(Later(Code.UNAVAILABLE, says("store-keeps-nothing")))
