"""A house whose server is stopped, for the commands with which an operator changes its store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.ports import Ports
from croupier.floor.server.clocks import RealClock
from croupier.floor.store.base import Batch, MetaRow
from croupier.floor.store.keys import KeyRing
from croupier.floor.store.opening import open_store
from croupier.rules.cards import os_chance


@contextmanager
def house_at_rest(folder: Path, ring: KeyRing, *, book: Path | None = None, epochs: int = 0) -> Iterator[Floor]:
    """Refused while a server has the store open, or where it lacks what the book has seen. What is entered is durable
    when the block ends.

    `epochs` are passed over, because entries that are lost may have been written in them.
    """
    if epochs:
        store = open_store(folder)
        store.submit(Batch(meta=(MetaRow("epoch", str(store.epoch + epochs)),)), lambda _: None)
        store.close()
    store, clock = open_store(folder, book), RealClock()
    try:
        floor = Floor(store, Ports(clock, os_chance(), ring, lambda run: run()))
        floor.load()
        clock.turn_to(max(floor.books.decided.at.values(), default=0))
        yield floor
        store.flush()
    finally:
        store.close()
