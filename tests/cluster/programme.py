"""Faults, one after the other, while people act at all processes; and what must hold after each."""

import random
import signal
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.floor.audit.program import audited
from croupier.floor.ledger.accounts import stack
from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.opening import read_store
from tests.cluster.people import TABLE, Person
from tests.server.several import PLAYERS, Process, Several
from tests.store.postgres_server import Cluster
from tests.store.wires import Wire

LEASE = 6.0
NAMES = ("a", "b", "c")
KILLED, FROZEN = 3.0, LEASE + 2.0
"""Seconds within which another process decides."""
KINDS = ("kill", "freeze", "kill follower", "restart fast", "restart immediate", "cut after", "cut before", "stop")
GIVE_UP = 60.0


class Wrong(Exception):
    """Something that must hold does not."""


class Programme:
    def __init__(
        self, folder: Path, server: Cluster, address: ServerAddress, seed: int, wire: Wire | None = None
    ) -> None:
        self.server, self.address, self.wire = server, address, wire
        self.chance = random.Random(f"cluster {seed}")
        house = address
        if wire is not None:
            house = ServerAddress(address.url.replace(f":{server.port}/", f":{wire.port}/"))
        self.house = Several(folder, house, server=f'lease = "{LEASE:.0f}s"')
        self.house.open()
        self.processes = {name: self.house.start(name) for name in NAMES}
        self.places = [process.place for process in self.processes.values()]
        self.people = [Person(self.house, self.places, who, box, seed) for box, who in enumerate(PLAYERS, 1)]
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self._before = self._stacks()
        for person in self.people:
            person.start()

    @property
    def acknowledged(self) -> int:
        return sum(len(person.acknowledged) for person in self.people)

    # --- Faults ---------------------------------------------------------------------------------------------------

    def decider(self) -> Process:
        end = time.monotonic() + GIVE_UP
        while time.monotonic() < end:
            with read_store(self.address) as reader:
                rows = reader._all("SELECT owner FROM lease")  # type: ignore[attr-defined]
            if rows[0][0] in self.processes:
                return self.processes[rows[0][0]]
        raise Wrong("nobody decides")

    def fault(self, kind: str) -> None:
        decider = self.decider()
        other = self.chance.choice([process for process in self.processes.values() if process is not decider])
        began = time.monotonic()
        match kind:
            case "kill":
                decider.ended(signal.SIGKILL)
                self._until_answered(began, kind)
                self._start_again(decider)
            case "kill follower":
                other.ended(signal.SIGKILL)
                self._until_answered(time.monotonic(), kind)
                self._start_again(other)
            case "freeze":
                decider.send(signal.SIGSTOP)
                self._until_answered(began, kind)
                decider.send(signal.SIGCONT)
                decider.line = decider.next_line()  # the same process, which follows now
                if decider.line["role"] != "follows":
                    raise Wrong(f"{decider.name} {decider.line['role']} after it was frozen")
            case "stop":
                if decider.ended(signal.SIGTERM) != 0:
                    raise Wrong(f"{decider.name} does not stop well")
                self._until_answered(time.monotonic(), kind)
                self._start_again(decider)
            case "restart fast" | "restart immediate":
                self.server.stop(signal.SIGINT if kind == "restart fast" else signal.SIGQUIT)
                time.sleep(self.chance.choice((0.0, 1.0, LEASE + 1)))
                self.server.start()
                self._until_answered(time.monotonic(), kind)
                if self.decider() is not decider:
                    raise Wrong(f"{self.decider().name} decides after PostgreSQL was restarted, not {decider.name}")
            case "cut after" | "cut before":
                assert self.wire is not None
                cuts = self.wire.cuts
                self.wire.cut("after" if kind == "cut after" else "before", f"table/{TABLE}".encode())
                while self.wire.cuts == cuts:
                    time.sleep(0.01)
                self._until_answered(time.monotonic(), kind)
            case _:
                raise ValueError(kind)

    def _start_again(self, process: Process) -> None:
        port = process.place.rpartition(":")[2]
        self.processes[process.name] = self.house.start(process.name, "--port", port)

    def _until_answered(self, since: float, kind: str) -> None:
        """Until people are answered who asked after that moment."""
        end = time.monotonic() + GIVE_UP
        while time.monotonic() < end:
            answered = [at for person in self.people for at, _ in person.answered_at[-50:] if at > since + 0.001]
            if answered:
                self.took[kind].append(min(answered) - since)
                return
            time.sleep(0.01)
        raise Wrong(f"nobody is answered {GIVE_UP:.0f} s after {kind}")

    # --- What must hold -------------------------------------------------------------------------------------------

    def _stacks(self) -> dict[str, int]:
        with read_store(self.address) as reader:
            balances = reader.balances()
        return {who: balances[stack(TABLE, who)] for who in PLAYERS}

    def check(self) -> None:
        """Ends the acting. Everything that was answered is there, once; what was not is there once or not at all."""
        for person in self.people:
            person.stop()
            if person.wrong:
                raise Wrong(person.wrong[0])
        with read_store(self.address) as reader:
            for person in self.people:
                lost = [id_ for id_ in person.acknowledged if reader.answer(person._who, id_) is None]
                if lost:
                    raise Wrong(f"{len(lost)} acknowledged acts are lost, {lost[0]} first")
            ids = {who: [id_ for id_ in reader.ids(who, 10**6) if id_.startswith(f"{who}-0")] for who in PLAYERS}
        now = self._stacks()
        for who in PLAYERS:
            if now[who] - self._before[who] != 100 * len(ids[who]):
                raise Wrong(f"{who} has {now[who] - self._before[who]} cents more after {len(ids[who])} dollars")
        report = audited(self.address.url)
        if not report.sound:
            raise Wrong(f"the audit says: {report}")

    def end(self) -> None:
        for process in self.processes.values():
            process.send(signal.SIGCONT)
        self.house.end()


@contextmanager
def running(seed: int) -> Iterator[Programme]:
    server = Cluster()
    wire = Wire(server.port)
    with tempfile.TemporaryDirectory(prefix="croupier-cluster-") as folder:
        programme = Programme(Path(folder), server, server.database(), seed, wire)
        try:
            yield programme
        finally:
            programme.end()
            wire.close()
            server.remove()


def faults(count: int, seed: int, say: Callable[[str], None] = print) -> dict[str, list[float]]:
    """So many faults, each kind as often as the others. Returns how long each took until people were answered."""
    with running(seed) as programme:
        order = [KINDS[number % len(KINDS)] for number in range(count)]
        programme.chance.shuffle(order)
        for number, kind in enumerate(order, 1):
            programme.fault(kind)
            say(f"{number:4} {kind:18} {programme.took[kind][-1]:6.2f} s   {programme.acknowledged} acts answered")
        programme.check()
        return programme.took


def primary_destroyed(seed: int, say: Callable[[str], None] = print) -> None:
    """The primary and its disk are gone in the middle of everything; the synchronous standby has what was answered."""
    server = Cluster()
    with server.with_standby() as standby, tempfile.TemporaryDirectory(prefix="croupier-cluster-") as folder:
        url = server.database().url
        both = ServerAddress(
            url.replace(f"127.0.0.1:{server.port}", f"127.0.0.1:{server.port},127.0.0.1:{standby.port}")
        )
        programme = Programme(Path(folder), server, both, seed)
        try:
            programme._until_answered(time.monotonic(), "before")
            decider = programme.decider()
            server.stop(signal.SIGQUIT)
            server.remove()
            standby.promote()
            programme.server = standby
            programme._until_answered(time.monotonic(), "primary destroyed")
            if programme.decider() is not decider:
                raise Wrong("another process decides after the failover")
            programme.check()
            say(f"primary destroyed: {programme.took['primary destroyed'][0]:.2f} s after the standby was promoted, "
                f"{programme.acknowledged} acts answered")  # fmt: skip
        finally:
            programme.end()
            server.remove()
