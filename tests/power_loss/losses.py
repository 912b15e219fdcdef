"""A server's evening on such a disk, cut off anywhere; and what is there afterwards."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

import apsw

from croupier.floor.journal.decks import DeckRow
from croupier.floor.ledger.accounts import CAGE, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.store.base import Batch, SnapshotRow, StoreFailed, StoreUnusable
from croupier.floor.store.sqlite import SqliteStore, open_sqlite
from tests.power_loss.disk import Disk, Image
from tests.store.batches import Ahead

TABLES = 3


class Evening:
    """Acts of several tables, some of them in one transaction, and checkpoints in between."""

    def __init__(self, disk: Disk, folder: Path, chance: random.Random, synchronous: str = "FULL") -> None:
        self.disk, self.folder, self.chance, self.synchronous = disk, folder, chance, synchronous
        self.acknowledged = 0

    def play(self, acts: int) -> None:
        """Until the end, or until the store fails; then nobody is notified any more."""
        store = opened(self.disk, self.folder)
        store.pages_a_checkpoint = self.chance.randrange(8, 40)
        store._writing.pragma("synchronous", self.synchronous)
        ahead = Ahead(store)
        try:
            numbers = iter(range(1, acts + 1))
            while group := list(islice(numbers, self.chance.choice((1, 1, 1, 2, 5)))):
                with store._writer._changed:  # the writer waits, so that the seed decides what it finds in the queue
                    for number in group:
                        store.submit(self.act(ahead, number), self.told)
                store.flush()
        except StoreFailed:
            pass
        with suppress(StoreFailed):
            store.close()

    def told(self, error: Exception | None) -> None:
        self.acknowledged += error is None

    def act(self, ahead: Ahead, number: int) -> Batch:
        stream = f"table/{number % TABLES}"
        batch = ahead.act(f"act-{number}", stream, post=transfer(CAGE, wallet("Ann"), 100), round=number // 10)
        entry = batch.entries[0]
        deck = DeckRow(stream, number, 0, 0, bytes(32), bytes(140))
        snapshot = SnapshotRow(stream, entry.seq, bytes(self.chance.randrange(10, 4_000)))
        return Batch(entries=batch.entries, answers=batch.answers, decks=(deck,), snapshots=(snapshot,))


def opened(disk: Disk, folder: Path) -> SqliteStore:
    return open_sqlite(folder, vfs=disk.name, exclusive=True)


class Loss(Exception):
    """Something acknowledged is gone, or the store cannot be used."""


def check(disk: Disk, folder: Path, image: Image, acknowledged: int) -> int:
    """Opens what is found, as a server would, and goes on. How many acts are there."""
    disk.load(image)
    try:
        store = opened(disk, folder)
    except StoreUnusable as refused:
        raise Loss(f"{refused.code}: {refused.why}") from None
    try:
        there = store.count()
        if there < acknowledged:
            raise Loss(f"{acknowledged} acts were acknowledged, {there} are there")
        for number in range(1, there + 1):
            if store.answer("Ann", f"act-{number}") is None or not store.decks(f"table/{number % TABLES}", number):
                raise Loss(f"of act {number} only a part is there")
        if store.balances().get(wallet("Ann"), 0) != 100 * there:
            raise Loss(f"{there} acts are there, and {store.balances()}")
        store.submit(Ahead(store).act("afterwards", "table/0"), lambda _: None)
        store.flush()
    except (StoreFailed, apsw.Error) as error:
        raise Loss(str(error)) from None
    finally:
        store.close()
    return there


@contextmanager
def disk_named(name: str) -> Iterator[Disk]:
    disk = Disk(name)
    try:
        yield disk
    finally:
        disk.unregister()


class Tally:
    def __init__(self) -> None:
        self.images = 0
        self.losses: list[str] = []


def lose_power(
    images: int, folder: Path, seed: int, synchronous: str = "FULL", progress: Callable[[Tally], None] = lambda _: None
) -> Tally:
    """Opens and checks images of evenings that a power cut ended."""
    chance = random.Random(seed)
    tally = Tally()
    with disk_named("evening") as disk, disk_named("morning") as morning:
        while tally.images < images:
            disk.load({})
            evening = Evening(disk, folder, chance, synchronous)
            found: list[tuple[Image, int]] = []

            def cut(_: str, evening: Evening = evening, found: list[tuple[Image, int]] = found) -> None:
                if chance.random() < 0.15:
                    found.append((evening.disk.after_power_loss(chance), evening.acknowledged))

            disk.watch = cut
            evening.play(chance.randrange(5, 60))
            found.append((disk.after_power_loss(chance), evening.acknowledged))
            for image, acknowledged in found[: images - tally.images]:
                tally.images += 1
                try:
                    check(morning, folder, image, acknowledged)
                except Loss as loss:
                    tally.losses.append(str(loss))
            progress(tally)
    return tally


def fail_at_each(kind: str, error: type[apsw.Error] | None, folder: Path, seed: int, every: int = 1) -> int:
    """The disk reports this error once, at each write or each sync of an evening in turn; raises Loss unless the store
    stops there and then and keeps all that it acknowledged. How often it was struck.

    With no error the disk fails without a word, which must be noticed here."""
    struck = 0
    with disk_named("evening") as disk, disk_named("morning") as morning:
        while True:
            chance = random.Random(seed)
            evening = Evening(disk, folder, chance)
            blow = Blow(kind, error, 1 + struck * every, evening)
            disk.load({})
            disk.watch = blow
            with suppress(StoreUnusable):  # it struck while the store was opened
                evening.play(40)
            disk.watch = lambda _: None
            if blow.acknowledged is None:
                return struck
            struck += 1
            if evening.acknowledged > blow.acknowledged:
                raise Loss(f"acts were acknowledged after {kind} {blow.number} had failed")
            check(morning, folder, disk.image(), evening.acknowledged)
            check(morning, folder, disk.after_power_loss(chance), evening.acknowledged)


class Blow:
    """Strikes once."""

    def __init__(self, kind: str, error: type[apsw.Error] | None, number: int, evening: Evening) -> None:
        self.kind, self.error, self.number, self.evening = kind, error, number, evening
        self.left = number
        self.acknowledged: int | None = None

    def __call__(self, what: str) -> None:
        self.left -= what == self.kind
        if what == self.kind and self.left == 0:
            self.acknowledged = self.evening.acknowledged
            if self.error is not None:
                raise self.error("the disk has failed")
