"""A house for benchmarks: a real floor on a real store, filled as quickly as it goes, or served by a real process."""

import json
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evening import CHIPS, Players, floor_file, players_of, table_names

from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.commands import AddPlayer
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.people import SYSTEM, Role
from croupier.floor.live.state.ports import Ports
from croupier.floor.server import demo
from croupier.floor.server.people.sessions import digest
from croupier.floor.server.process.clocks import RealClock
from croupier.floor.server.process.garbage import collect_rarely
from croupier.floor.server.process.to_loop import Hops
from croupier.floor.store import keys
from croupier.floor.store.addresses import Address
from croupier.floor.store.base import Batch, SessionRow, UserRow
from croupier.floor.store.opening import open_store
from croupier.rules.cards import os_chance

IN_FLIGHT = 512
"""Acts that may be on their way to the disk."""
HOURS = 3_600_000_000


class House:
    """In this process."""

    def __init__(self, folder: Path, tables: int, store: Address | None = None) -> None:
        """`store` is an address elsewhere; the folder's name is the key ring's in any case."""
        self.folder, self.address, self.names = folder, store, table_names(tables)
        key = folder.with_name(f"{folder.name}.key")
        if not key.exists():
            keys.create(key, keys.made())
        self.store = open_store(store or folder)
        self.hops = Hops()
        self.floor = Floor(self.store, Ports(RealClock(), os_chance(), keys.load(key), self.hops), demo=True)
        self.floor.load()
        self.floor.recover()
        set_up(self.floor, read_floor_file(floor_file(tables)))
        for name in (name for table in self.names for name in players_of(table)):
            if name not in self.floor.players:
                self.floor.perform(SYSTEM, f"add-{name}", AddPlayer(name, chips=CHIPS))
        self.players = Players(self.floor)
        self._acts = 0
        self.settle()
        collect_rarely()  # as a server does when it is ready

    def settle(self) -> None:
        self.store.flush()
        self.hops.run()

    def play(self, acts: int) -> None:
        """At all tables in turn, as fast as it goes, until everything is durable."""
        for turn in range(acts):
            self._acts += 1
            self.players.act(self.names[turn % len(self.names)], f"bench-{self.store.epoch}-{self._acts:08}")
            if turn % 32 == 31:
                self.hops.run()
                while self.store.waiting > IN_FLIGHT:
                    time.sleep(0.001)
                    self.hops.run()
        self.settle()

    @property
    def rounds(self) -> int:
        return sum(self.floor.books.tables[name].rounds for name in self.names)

    def close(self) -> None:
        self.store.close()


def prepare(folder: Path, tables: int) -> dict[str, str]:
    """A store for a server: everybody is a user and signed in; their tokens by name."""
    house = House(folder, tables)
    now = time.time_ns() // 1000
    tokens: dict[str, str] = {}
    rows: list[UserRow | SessionRow] = []
    for number, name in enumerate((name for table in house.names for name in players_of(table)), 1):
        tokens[name] = secrets.token_urlsafe(32)
        rows.append(UserRow(name, Role.PLAYER, "", now))
        rows.append(SessionRow(digest(tokens[name]), number, name, now, now, now + 12 * HOURS))
    house.store.submit(Batch(people=tuple(rows)), lambda _: None)
    house.settle()
    house.close()
    return tokens


class Server:
    def __init__(self, process: "subprocess.Popen[str]", ready: dict[str, Any], seconds: float) -> None:
        self.process, self.ready, self.seconds = process, ready, seconds
        self.address: str = ready["address"]

    @property
    def cpu(self) -> float:
        """Seconds that it has used, all threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """Megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024


@contextmanager
def served(folder: Path, tables: int, more: str = "") -> Iterator[Server]:
    """`croupier open` on this store, in a process of its own; `more` is added to its floor file."""
    if not demo.passwords_of(folder).exists():
        demo.passwords(folder, is_new=True)
    file = folder.with_name(f"{folder.name}.toml")
    file.write_text(floor_file(tables) + more)
    command = ["-m", "croupier", "open", "--json", "--no-bots", "--store", str(folder), "--floor", str(file)]
    command.append("--new-checkpoints")  # the store was filled without a server, which would have kept some
    began = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, "the server did not start"
        yield Server(process, json.loads(line), time.perf_counter() - began)
    finally:
        process.terminate()
        process.wait(30)
