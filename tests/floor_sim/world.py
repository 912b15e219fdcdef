"""One house, one seed, one thread: clocks, process, disk, network and people, all moved by the same queue of events."""

import heapq
import random
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.store import keys
from croupier.floor.store.simulated import SimulatedDisk, SimulatedStore
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents
from tests.floor_sim import floors
from tests.floor_sim.clients import Attacker, Client, Dealer, Manager, Player, Request, Supervisor, Watcher
from tests.floor_sim.nemesis import Dies, Nemesis
from tests.floor_sim.referee import VERSION_7, Referee, must
from tests.floor_sim.requests import Requests
from tests.floor_sim.timekeeper import Timekeeper, somebody_bets

BEGUN = 1_767_225_600_000_000
"""2026-01-01, in microseconds."""
WARM_UP, FAULTS, QUIET = 11_000, 27_000, 120_000
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eli", "Flo")
CHIPS = Cents(300_000)
MANAGER = Who("sam", Role.SHIFT_MANAGER)

_json = msgspec.json.Encoder(order="sorted").encode

TIMES_OF_DAY = re.compile(rb'"(at|until|rest)":\d+')
"""They follow the wall clock, and nothing follows from them."""


class SimulatedClock:
    """Monotonic time, and a wall clock that may say anything."""

    def __init__(self, begun: int) -> None:
        self.time = 0
        self.wall = begun

    def now(self) -> int:
        return self.wall + self.time * 1000

    def monotonic(self) -> int:
        return self.time


class World:
    def __init__(self, seed: int, *, skip: frozenset[int] = frozenset(), jumps: int = 1) -> None:
        """`skip`: faults that are not to happen; `jumps`: how much farther than planned the wall clock jumps."""
        self.seed = seed
        self.chance = random.Random(f"floor {seed}")
        self.trace = sha256()
        self.reached: Counter[str] = Counter()
        self.lucky = self.chance.random() < 0.3
        self.kinds = floors.chosen(self.chance, lucky=self.lucky)
        late = any(kind.rulebook == "poker" for kind in self.kinds)
        self.clock = SimulatedClock(VERSION_7 - self.chance.randint(5_000, 40_000) * 1000 if late else BEGUN)
        text = floors.floor_text(self.kinds, self.chance, lucky=self.lucky)
        self.file = read_floor_file(text)
        self.snapshots = self.chance.choice((3, 20, 500))
        self.ring = keys.made(lambda size: random.Random(f"keys {seed}").randbytes(size))
        self.disk = SimulatedDisk()
        self.referee = Referee(self.disk, self.ring, (*NAMES, "Mal"))
        self.timekeeper = Timekeeper(self.clock, self.file.house)
        self.nemesis = Nemesis(self, seed, skip, jumps, wall=not late)
        self.floor: Floor | None = None
        self.store: SimulatedStore | None = None
        self.quiet = False
        self.starts = 0
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._events = 0
        self._commit_planned = False
        self._failing = False
        """A commit error was asked for."""
        self.dies: Dies | None = None
        """How the process dies with the next commit."""
        self.counted_again: set[str] = set()
        """Tables whose last round the pit looks at: the dealer waits with the next one."""
        self.clients = self._people()
        self.requests = Requests(self.disk, self.referee, self.note)
        self._connected: dict[str, dict[str, None]] = {}

    def _people(self) -> list[Client]:
        tables = [kind.name for kind in self.kinds]
        players = NAMES[: 2 if self.lucky else self.chance.choice((2, 3, 3, 4, 6))]
        found: list[Client] = [Player(self, Who(name, Role.PLAYER), self._some(tables)) for name in players]
        if any(kind.run_by == "dealer" for kind in self.kinds):
            found.append(Dealer(self, Who("dan", Role.DEALER), tables))
        found.append(Manager(self, Who("sue", Role.SHIFT_MANAGER), tables))
        found.append(Manager(self, MANAGER, tables))
        if any(kind.house_banked and kind.cards != "sealed" for kind in self.kinds):
            found.append(Supervisor(self, Who("pia", Role.PIT_SUPERVISOR), tables))
        found.append(Attacker(self, Who("Mal", Role.PLAYER), tables))
        found.append(Watcher(self, Who("una", Role.AUDITOR), tables))
        return found

    def _some(self, tables: list[str]) -> list[str]:
        return tables if self.lucky else self.chance.sample(tables, self.chance.randint(1, len(tables)))

    # --- The queue ------------------------------------------------------------------------------------------------

    def after(self, milliseconds: int, what: Callable[[], None]) -> None:
        self._events += 1
        heapq.heappush(self._queue, (self.clock.time + milliseconds, self._events, what))

    def note(self, *what: object) -> None:
        self.trace.update(f"{self.clock.time} {' '.join(map(str, what))}\n".encode())

    def run(self) -> None:
        """The whole life; raises a Violation."""
        self._start()
        for client in self.clients:
            self.after(self.chance.randint(1, 800), client.wake)
        self.run_until(WARM_UP)
        self.nemesis.begin()
        self.run_until(WARM_UP + FAULTS)
        self._be_quiet()

    def run_until(self, until: int, done: Callable[[], bool] = lambda: False) -> None:
        while self.clock.time < until and not done():
            due = self.floor.timers.next_due() if self.floor is not None else None
            when = self._queue[0][0]
            if due is not None and due <= when:
                self.clock.time = max(self.clock.time, due)
                assert self.floor is not None
                self.note("time", self.floor.timers.fire())
                self._plan_commit()
            else:
                _, _, what = heapq.heappop(self._queue)
                self.clock.time = max(self.clock.time, when)
                what()
                if self.floor is not None:
                    self.timekeeper.check_nobody_keeps_a_place(self.floor)
                    self.timekeeper.check_whom_it_waits_for(self.floor)

    def _be_quiet(self) -> None:
        """Nothing goes wrong any more: all that is open comes to its end, and everybody knows how."""
        self.nemesis.end()
        self.quiet = True
        self.run_until(self.clock.time + 10_000, lambda: self.floor is not None)
        until = self.clock.time + QUIET
        self.run_until(until, self._at_rest)
        must(self.floor is not None and self._at_rest(), "I14", f"not at rest after {QUIET} ms: {self._open()}")
        assert self.floor is not None
        self.referee.check_acknowledged()
        for client in self.clients:
            client.check(self.floor)

    def _open(self) -> list[str]:
        if self.floor is None:
            return ["the house"]
        tables = self.floor.books.shown.tables
        return [
            f"{name}: {table.game.round.phase if table.game.round is not None else ''} {table.game.suspended or ''}"
            for name, table in tables.items()
            if not table.game.closed and has_to_end(table.game)
        ]

    def _at_rest(self) -> bool:
        return (
            self.floor is not None
            and self.store is not None
            and not self.store.waiting
            and not self._open()
            and all(client.at_rest(self.floor) for client in self.clients)
        )

    # --- The process ----------------------------------------------------------------------------------------------

    def _change_snapshots(self) -> None:
        """Somebody who holds the disk changes what tables were, each third time that the house was closed."""
        if self.disk.epoch % 3 == 0:
            for stream, row in self.disk.snapshots.items():
                changed = row.body.replace(b'"version":', b'"version":1', 1)
                self.disk.snapshots[stream] = replace(row, body=changed)

    def _start(self) -> None:
        """Opens the house; what was open is ruled on. It may die on the way, and start again."""
        self.starts += 1
        self._change_snapshots()
        self.store = store = self.disk.open()
        chance = seeded_chance(f"{self.seed} {store.epoch}")
        floor = Floor(store, Ports(self.clock, chance, self.ring, lambda run: run()), demo=True)
        floor.books.on_failure = lambda _: None
        self.note("start", floor.load())
        due = self.referee.loaded(floor)
        self.timekeeper.started(floor)
        self.referee.recovered(due, floor.recover())
        set_up(floor, self.file)
        for client in self.clients:
            if client.who.role is Role.PLAYER and client.who.name not in floor.players:
                chips = Cents(5_000) if isinstance(client, Attacker) else CHIPS
                floor.perform(MANAGER, f"player-{client.who.name}", cmd.AddPlayer(client.who.name, chips=chips))
        dies = self.nemesis.dies_in_recovery(store.waiting)
        if dies is not None:
            self.reached["crash in recovery"] += 1
            for _ in range(dies):
                store.commit(1, tell=False)
                self._checked(None)
            store.crash()
            self._start()
            return
        while store.waiting:
            store.commit(1)
            self._checked(floor)
        self.floor = floor
        floor.books.listeners.append(self._pushed)
        self.referee.check_acknowledged()
        self._connected = {}
        for client in self.clients:
            client.house_opened()

    def _checked(self, floor: Floor | None) -> None:
        assert self.store is not None
        must(self.store.failure is None, "store", f"the store refuses a batch: {self.store.failure}")
        for entry, body in self.referee.committed(floor):
            then = TIMES_OF_DAY.sub(b"", bytes(body.then))
            self.note(entry.stream, entry.seq, body.by, body.do, then, body.post, bytes(body.answer))

    def _plan_commit(self) -> None:
        if self.store is not None and self.store.waiting and not self._commit_planned:
            self._commit_planned = True
            process = self.starts
            self.after(self.nemesis.disk_takes(), lambda: self._commit(process))

    def _commit(self, process: int) -> None:
        self._commit_planned = False
        if process != self.starts or self.store is None or self.floor is None:
            return
        store, floor = self.store, self.floor
        if self._failing:
            self._failing = False
            store.fail()
            self.reached["a commit fails"] += 1
            must(floor.books.failed is not None, "store", "the floor goes on after its store has failed")
            self.stop()
            return
        dies, self.dies = self.dies, None
        told = dies in (None, "after")
        count = store.waiting if dies != "between" else self.chance.randint(0, store.waiting)
        if dies == "before":
            count = 0
        for _ in range(count):
            store.commit(1, tell=told)
            self._checked(floor if told else None)
        if dies is not None:
            self.kill(dies)

    def fail_commit(self) -> None:
        self._failing = self.floor is not None

    def kill(self, how: str) -> None:
        """At once; what is not durable is gone."""
        if self.store is None or self.floor is None:
            return
        for table in self.floor.books.shown.tables.values():
            phase = table.game.round.phase if table.game.round is not None else "none"
            self.reached[f"crash {table.book.partition('@')[0]} {phase}"] += 1
        for link in self.referee.links.values():
            if any(award.waits for award in link.awards.values()):
                self.reached["crash while an award waits"] += 1
            if any(award.verify and str(award.state) == "locked" for award in link.awards.values()):
                self.reached["an award waits for verification in a crash"] += 1
        self.reached[f"crash {how}"] += 1
        self.note("killed", how, self.store.waiting)
        self.store.crash()
        self.stop()

    def stop(self) -> None:
        """The process has gone; somebody starts it again."""
        if self.store is not None and self.store.failure is not None:
            self.store.close()
        self.floor = self.store = None
        self._commit_planned = False
        for client in self.clients:
            client.house_gone()
        self.after(self.chance.randint(50, 4_000), self._start)

    # --- The network ----------------------------------------------------------------------------------------------

    def send(self, client: Client, request: Request) -> None:
        for delay in self.nemesis.ways():
            self.after(delay, lambda: self._arrives(client, request))

    def _arrives(self, client: Client, request: Request) -> None:
        if self.floor is None:
            return
        process = self.starts
        self.requests.arrive(
            self.floor, process, client.who, request,
            lambda status, answer: self._reply(client, request, status, answer, process),
        )  # fmt: skip
        self._plan_commit()

    def _reply(self, client: Client, request: Request, status: int, answer: Any, process: int) -> None:
        for delay in self.nemesis.ways():
            self.after(delay, lambda: client.told(request, status, answer) if process == self.starts else None)

    def _pushed(self, change: Change) -> None:
        """Everybody who watches gets the newest view; slow clients get a later one."""
        for name, table in change.tables.items():
            for client in self.clients:
                if client.connected and name in client.tables:
                    self.after(self.chance.randint(1, 60), lambda c=client, n=name, v=table.version: c.pushed(n, v))  # type: ignore[misc]

    def presence(self, client: Client, *, on: bool) -> None:
        """A socket of a player was opened or lost."""
        if client.who.role is not Role.PLAYER or self.floor is None:
            return
        (self.floor.absences.came if on else self.floor.absences.went)(client.who.name)
        self.timekeeper.socket(client.who.name, on=on)
        for name in client.tables:
            here = self._connected.setdefault(name, {})
            if on:
                here[client.who.name] = None
            else:
                here.pop(client.who.name, None)
            self.floor.ask.connected[name] = set(here)
            self.floor.timers.presence(name, set(here))
            self.timekeeper.presence(self.floor.books.decided.tables[name], set(here))

    def digest(self) -> str:
        return self.trace.hexdigest()


def has_to_end(state: HouseState | PokerState) -> bool:
    """Something is at stake; while bets are open, enough for a round."""
    if isinstance(state, PokerState):
        return state.round is not None and not state.round.over
    if str(state.round.phase) == "betting":
        return somebody_bets(state)
    return not state.round.over
