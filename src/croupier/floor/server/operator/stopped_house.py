"""A house whose server is stopped, for the operator's commands that change its store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.ports import Ports
from croupier.floor.server.process.clocks import RealClock
from croupier.floor.store.base import Batch, MetaRow
from croupier.floor.store.keys import KeyRing
from croupier.floor.store.opening import open_store
from croupier.rules.cards import os_chance


@contextmanager
def house_at_rest(folder: Path, ring: KeyRing, *, book: Path | None = None, epochs: int = 0) -> Iterator[Floor]:
    """Opens the store. Refuses while a server has it open, or if it lacks entries that the checkpoint log has seen.
    Entries are durable when the block ends.

    `epochs` are skipped, because lost entries may have used them.
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
