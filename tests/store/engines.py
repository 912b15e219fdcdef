"""The engines that must keep the promises of a store: `test_store` asks each of them the same."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from croupier.floor.store.addresses import Address
from croupier.floor.store.base import Reading, Store
from croupier.floor.store.opening import follow_store, open_store, read_store
from croupier.floor.store.simulated import SimulatedDisk
from tests.store.postgres_server import cluster


class Engine(NamedTuple):
    """One and the same store, opened again and again."""

    open: Callable[[], Store]
    read: Callable[[], Reading]
    follow: Callable[[], Store]


def sqlite(folder: Path) -> Engine:
    return Engine(
        lambda: open_store(folder / "floor"),
        lambda: read_store(folder / "floor"),
        lambda: follow_store(folder / "floor"),
    )


def simulated(folder: Path) -> Engine:
    disk = SimulatedDisk()
    return Engine(disk.open, disk.read, disk.follow)


def postgresql(folder: Path) -> Engine:
    return _at(cluster().database())


def _at(address: Address) -> Engine:
    return Engine(lambda: open_store(address), lambda: read_store(address), lambda: follow_store(address))


ENGINES: dict[str, Callable[[Path], Engine]] = {"sqlite": sqlite, "simulated": simulated, "postgresql": postgresql}
