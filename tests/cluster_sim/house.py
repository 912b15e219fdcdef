"""The world around three processes: one clock, one disk, people, and what must hold after every step."""

import heapq
import random
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any, cast

from croupier.floor.live.floor import Floor
from croupier.floor.live.recovery import RoundRecovered
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.people import Role, Who
from croupier.floor.store import keys
from croupier.floor.store.base import StoreFailed
from croupier.floor.store.election import TTL, Beat, Look, Promote, Release, Take
from croupier.floor.store.lease import LeaseRow
from croupier.floor.store.simulated import SimulatedDisk
from tests.as_json import as_json
from tests.cluster_sim.nemesis import Nemesis
from tests.cluster_sim.node import Node, WiredStore
from tests.floor_sim import floors
from tests.floor_sim.clients import Attacker, Client, Dealer, Manager, Player, Request, Supervisor, Watcher
from tests.floor_sim.referee import Referee, Violation, must
from tests.floor_sim.requests import Requests
from tests.floor_sim.world import BEGUN, MANAGER, NAMES, TIMES_OF_DAY, World, has_to_end

WARM_UP, FAULTS, QUIET = 6_000, 30_000, 120_000
KILLED, FROZEN = 3_000, TTL + 2_000
"""Within this time another process decides."""
CALM = 3_000
"""Without another fault, before and after."""
OWN = ("clock", "at")
"""Keys of a view that follow the time of the process."""


class ClusterReferee(Referee):
    def saw(self, who: Who | None, view: dict[str, Any]) -> None:
        """A follower may be a moment behind."""
        table = self.folds[view["name"]].table
        assert table is not None
        must(view["version"] <= table.version, "I3", f"{table.name} is shown as it is not durable")
        if view["version"] == table.version:
            super().saw(who, view)


class Time:
    time = 0


class Door:
    """The process through which somebody is connected, as their world."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.node: Node | None = None
        self.life = 0
        self.client: Client

    def __getattr__(self, name: str) -> Any:
        return getattr(self._house, name)

    @property
    def is_open(self) -> bool:
        return self.node is not None and self.node.up and self.node.life == self.life and not self.node.frozen

    @property
    def floor(self) -> Floor | None:
        if not self.is_open:
            there = [node for node in self._house.nodes.values() if node.up and not node.frozen]
            if not there:
                return None
            self.node = self._house.chance.choice(there)
            self.life = self.node.life
        assert self.node is not None
        shown = self.node.floor.books.shown.tables
        if any(name not in shown for name in self.client.tables):
            return None
        if any(shown[name].version < version for name, version in self.client.versions.items()):
            return None  # it is still behind what was seen elsewhere
        return self.node.floor

    def send(self, client: Client, request: Request) -> None:
        node, life = self.node, self.life
        for delay in self._house.nemesis.ways():
            self._house.after(delay, lambda: self._arrives(client, request, node, life))

    def _arrives(self, client: Client, request: Request, node: Node | None, life: int) -> None:
        if node is not None and node.up and node.life == life:
            node.soon(0, lambda: node.hear(client, request))

    def pushed(self, table: str, version: int) -> Callable[[], None]:
        """A view that is on its way through this door."""
        node, life = self.node, self.life

        def arrives() -> None:
            if self.node is node and self.life == life:
                self.client.pushed(table, version)

        return arrives

    def presence(self, client: Client, *, on: bool) -> None:
        """The processes count the sockets themselves."""
        if not on:
            self.node = None


class House:
    def __init__(self, seed: int, *, skip: frozenset[int] = frozenset()) -> None:
        self.seed = seed
        self.clock = Time()
        self.chance = random.Random(f"cluster {seed}")
        self.trace = sha256()
        self.reached: Counter[str] = Counter()
        self.lucky = self.chance.random() < 0.4
        self.kinds = floors.chosen(self.chance, lucky=self.lucky)
        self.begun = BEGUN
        self.file = read_floor_file(floors.floor_text(self.kinds, self.chance, lucky=self.lucky))
        self.snapshots = self.chance.choice((3, 20, 500))
        self.ring = keys.made(lambda size: random.Random(f"keys {seed}").randbytes(size))
        self.disk = SimulatedDisk()
        self.disk_is_up = True
        self.disk_disturbed = 0
        self.referee = ClusterReferee(self.disk, self.ring, (*NAMES, "Mal"))
        self.requests = Requests(self.disk, self.referee, self.note)
        self.nemesis = Nemesis(self, skip)
        self.quiet = False
        self.counted_again: set[str] = set()
        self.owners: dict[int, str] = {}
        """Who took the lease with this epoch."""
        self.beats: dict[str, int] = {}
        """By process: when it asked for the last beat or take that was done."""
        self._asking: tuple[str, Look | Take | Beat | Release, LeaseRow]
        self._fed = False
        self._due: dict[str, str] = {}
        self.handing: tuple[int, str, int] | None = None
        """The epoch that was handed over, to whom and when."""
        self.handed_over: set[int] = set()
        """Epochs that began without a ruling."""
        self._pushed: dict[tuple[str, str], int] = {}
        self._queue: list[tuple[int, int, Callable[[], None]]] = []
        self._events = 0
        self.nodes = {name: Node(self, name) for name in ("a", "b", "c")}
        self.doors: dict[Client, Door] = {}
        self.clients = self._people()

    def _people(self) -> list[Client]:
        tables = [kind.name for kind in self.kinds]
        found: list[Client] = []

        def add(kind: Callable[[World, Who, list[str]], Client], who: Who) -> None:
            door = Door(self)
            door.client = client = kind(cast(World, door), who, tables)
            self.doors[client] = door
            found.append(client)

        for name in NAMES[: 2 if self.lucky else self.chance.choice((2, 3, 4))]:
            add(Player, Who(name, Role.PLAYER))
        if any(kind.run_by == "dealer" for kind in self.kinds):
            add(Dealer, Who("dan", Role.DEALER))
        add(Manager, Who("sue", Role.SHIFT_MANAGER))
        add(Manager, MANAGER)
        if any(kind.house_banked and kind.cards != "sealed" for kind in self.kinds):
            add(Supervisor, Who("pia", Role.PIT_SUPERVISOR))
        add(Attacker, Who("Mal", Role.PLAYER))
        add(Watcher, Who("una", Role.AUDITOR))
        return found

    # --- The queue ------------------------------------------------------------------------------------------------

    @property
    def time(self) -> int:
        return self.clock.time

    def after(self, milliseconds: int, what: Callable[[], None]) -> None:
        self._events += 1
        heapq.heappush(self._queue, (self.time + milliseconds, self._events, what))

    def note(self, *what: object) -> None:
        self.trace.update(f"{self.time} {' '.join(map(str, what))}\n".encode())

    def run(self) -> None:
        for node in self.nodes.values():
            self.after(self.chance.randint(0, 300), node.start)
        for client in self.clients:
            self.after(self.chance.randint(1, 800), client.wake)
        self.run_until(WARM_UP)
        must(self.decider is not None, "liveness", "nobody decides")
        self.nemesis.begin()
        self.run_until(WARM_UP + FAULTS)
        self.nemesis.end()
        self.quiet = True
        self.run_until(self.time + QUIET, self._at_rest)
        must(self._at_rest(), "liveness", f"not at rest: {self._open()}")
        self._check_the_end()

    def run_until(self, until: int, done: Callable[[], bool] = lambda: False) -> None:
        looks = self.time
        while self.time < until:
            when, _, what = heapq.heappop(self._queue)
            self.clock.time = max(self.time, when)
            what()
            if self.time > looks + 500:
                looks = self.time
                if done():
                    return

    @property
    def decider(self) -> Node | None:
        return next((node for node in self.nodes.values() if node.up and node.may_answer), None)

    def _open(self) -> list[str]:
        decider = self.decider
        if decider is None:
            return [f"{node}: {node.election.role if node.up else 'down'}" for node in self.nodes.values()]
        tables = decider.floor.books.shown.tables
        found = [name for name, table in tables.items() if not table.game.closed and has_to_end(table.game)]
        found += [f"{node} behind" for node in self.nodes.values() if not self._is_level(node, decider)]
        return found + [client.who.name for client in self.clients if not self._rests(client)]

    def _is_level(self, node: Node, decider: Node) -> bool:
        """It shows everything, and knows who is connected anywhere."""
        if not node.up or node.frozen or node.floor.books.number != self.disk.numbered:
            return False
        return {**decider.floor.ask.connected} == {**node.floor.ask.connected}

    def _rests(self, client: Client) -> bool:
        floor = self.doors[client].floor
        return floor is not None and client.at_rest(floor)

    def _at_rest(self) -> bool:
        return self.decider is not None and not self._open()

    # --- The lease ------------------------------------------------------------------------------------------------

    def asks(self, process: str, do: Look | Take | Beat | Release, *, fed: bool) -> None:
        """`fed`: it had a feed when it asked."""
        self._asking, self._fed = (process, do, self.disk.lease), fed

    def asked(self) -> None:
        process, do, before = self._asking
        now = self.disk.lease
        self.note(process, type(do).__name__, now.owner, now.epoch, now.beat)
        if now == before:
            return
        if isinstance(do, Take):
            must(now.epoch > before.epoch, "lease", f"{process} takes the lease, and its epoch stays {now.epoch}")
            must(do.seen == before, "lease", f"{process} takes the lease that has moved since it saw it")
            self._check_need(process, before)
            self.owners[now.epoch] = process
        else:
            must(not isinstance(do, Look), "lease", f"{process} looks, and moves the lease")
            must(now.epoch == before.epoch, "lease", f"{process} beats, and the epoch is another")
            must(self.owners[before.epoch] == process, "lease", f"{process} moves the lease of {before.owner}")
        self.beats[process] = self.time

    def _check_need(self, process: str, before: LeaseRow) -> None:
        """Nobody takes the lease of a process that is well."""
        if before.free:
            return
        owner, taker = self.nodes[before.owner], self.nodes[process[0]]
        lives = owner.up and repr(owner) == self.owners[before.epoch] and not owner.frozen
        if lives and owner.election.role == "decides" and owner is not taker and self._fed:
            since = self.time - self.beats[repr(owner)]
            must(
                since > TTL - 1_000,
                "early",
                f"{process} takes the lease {since} ms after a beat of {owner}, which lives",
            )
        well = owner.up and repr(owner) == self.owners[before.epoch] and not owner.frozen and not owner.cut_off
        since = self.time - max(owner.disturbed, self.disk_disturbed)
        must(not well or since < TTL + 1_500, "needless", f"{process} takes the lease of {owner}, well for {since} ms")
        self.reached["taken over"] += 1

    def answers(self, node: Node) -> None:
        """A process decides: its lease was its own a moment ago."""
        since = self.time - self.beats.get(repr(node), -TTL)
        must(since < TTL + 1_000, "silent", f"{node} answers {since} ms after its last beat")

    def ends(self, node: Node, why: str) -> None:
        self.note("ends", node, why)
        self.reached[f"ends {why}"] += 1
        must(why in ("fenced", "stopped"), "ends", f"{node}: {why}")
        if why == "fenced":
            mine = self.owners.get(self.disk.lease.epoch) == repr(node)
            must(not mine, "ends", f"{node} ends, and the lease is its own")

    def takes_over(self, node: Node, promoted: Promote) -> None:
        """It has read everything, and begins to decide."""
        self.note("decides", node, promoted.row.epoch)
        self._due = self.referee.loaded(node.floor)
        if promoted.handed_over:
            self.handed_over.add(promoted.row.epoch)
        self.reached["handed over" if promoted.handed_over else "decides after a ruling"] += 1
        handing = self.handing
        handed = handing is not None and handing[0] == promoted.row.epoch - 1
        must(handed or not promoted.handed_over, "I5", f"{node} rules nothing, and nobody has handed over to it")
        if handed and handing is not None and handing[1] and self.nemesis.faults_since(handing[2] - CALM) <= 1:
            must(promoted.handed_over, "hand-over", f"{node} rules rounds that {handing[1]} was to go on with")

    def expect_another(self, node: Node, how: str) -> None:
        """The process that decides is about to be killed or frozen: another one decides in time, if nothing else goes
        wrong."""
        others = [
            other
            for other in self.nodes.values()
            if other is not node and other.up and other.is_welcome and other.reaches_the_disk
        ]
        calm = self.time - self.disk_disturbed > CALM and self.nemesis.faults_since(self.time - CALM) <= 1
        if not how or node is not self.decider or not others or not calm:
            return
        epoch, time, life = self.disk.lease.epoch, self.time, node.life

        def look() -> None:
            back = node.up and node.life == life and not node.frozen
            if self.nemesis.faults_since(time - CALM) <= 1 and not back:
                decider = self.decider
                there = decider is not None and self.disk.lease.epoch > epoch
                must(there, "liveness", f"nobody decides {self.time - time} ms after {node} was {how}")
                self.reached[f"another decides: {how}"] += 1

        self.after(KILLED if how == "killed" else FROZEN, look)

    def recovered(self, node: Node, ruled: tuple[RoundRecovered, ...]) -> None:
        self.referee.recovered(self._due, ruled)
        self.reached["a round is ruled on"] += len(ruled)

    def hands_over(self, node: Node, to: str) -> None:
        self.handing = node.election.row.epoch, to, self.time
        self.note("hands over", node, to)

    # --- Commits, and what is shown -------------------------------------------------------------------------------

    def commits(self, process: str, store: WiredStore, count: int) -> None:
        """A statement of a process has reached the disk."""
        for _ in range(min(count, store.waiting)):
            before = self.disk.numbered
            store.commit(1)
            if store.failure is not None:
                return
            new = self.disk.order[-(self.disk.numbered - before) :] if self.disk.numbered > before else []
            for _, entry in new:
                owner = self.owners.get(entry.epoch)
                must(owner == process, "fence", f"{process} writes under epoch {entry.epoch} of {owner}")
                last = self.disk.order[before - 1][1].epoch if before else 0
                must(entry.epoch >= last, "fence", f"{process} writes under epoch {entry.epoch} after {last}")
            for entry, body in self.referee.committed(None):
                ruled = body.id.startswith("recovery/")
                must(not ruled or entry.epoch not in self.handed_over, "I5", f"{entry.stream} is ruled on, and went on")
                then = TIMES_OF_DAY.sub(b"", bytes(body.then))
                self.note(entry.stream, entry.seq, body.by, body.do, then, body.post, bytes(body.answer))

    def store_failed(self, node: Node, error: StoreFailed) -> None:
        raise Violation("store", f"{node}: {error}")

    def must_know(self, node: Node, number: int) -> None:
        at = node.floor.books.number
        must(at >= number, "feed", f"{node} is at {at} after it was welcomed at {number}")

    def compare(self, node: Node) -> None:
        """What a process shows is what is durable, as soon as it has seen as much."""
        shown, referee = node.floor.books.shown, self.referee
        must(node.floor.books.number <= self.disk.numbered, "I3", f"{node} shows what is not durable")
        if node.floor.books.number != self.disk.numbered:
            return
        for name, fold in referee.folds.items():
            must(shown.tables.get(name) == fold.table, "I4", f"{node} shows {name} otherwise than durable")
        must(shown.links == referee.links, "I4", f"{node} shows links otherwise than durable")
        held = {account: amount for account, amount in shown.balances.items() if amount}
        mine = {account: amount for account, amount in referee.balances.items() if amount}
        must(held == mine, "I4", f"{node} shows balances otherwise than durable")

    def shown(self, node: Node, change: Change) -> None:
        for name, table in change.tables.items():
            self._pushed[repr(node), name] = table.version
            for client, door in self.doors.items():
                if client.connected and name in client.tables and door.node is node and door.is_open:
                    self.after(self.chance.randint(1, 60), door.pushed(name, table.version))

    # --- People ---------------------------------------------------------------------------------------------------

    def sockets_at(self, node: Node) -> set[tuple[str, str]]:
        return {
            (client.who.name, table)
            for client, door in self.doors.items()
            if client.connected and client.who.role is Role.PLAYER and door.node is node and door.is_open
            for table in client.tables
        }

    def process_gone(self, node: Node) -> None:
        """Its sockets are lost, or nothing comes over them any more."""
        for client, door in self.doors.items():
            if door.node is node:
                door.node = None
                client.house_gone()
                client.house_opened()

    def reply(self, node: Node, client: Client, request: Request, status: int, answer: Any) -> None:
        if answer.get("error", {}).get("code") == "unavailable":
            return  # 503: sent again with the same id
        done = answer.get("done")
        if status == 200 and isinstance(done, dict) and "again" not in done and "version" in done:
            pushed = self._pushed.get((repr(node), request.table), 0)
            must(pushed < done["version"], "order", f"{node} shows {request.table} {pushed} before its answer")
        door = self.doors[client]
        life = node.life
        for delay in self.nemesis.ways():
            self.after(
                delay,
                lambda: client.told(request, status, answer) if door.node is node and node.life == life else None,
            )

    # --- The end --------------------------------------------------------------------------------------------------

    def _check_the_end(self) -> None:
        self.referee.check_acknowledged()
        for client in self.clients:
            floor = self.doors[client].floor
            assert floor is not None
            client.check(floor)
        for node in self.nodes.values():
            self.compare(node)
        for name in self.referee.folds:
            for who in (None, *(client.who for client in self.clients)):
                first, *others = [self._view(node, name, who) for node in self.nodes.values()]
                for other in others:
                    unlike = {key: (first.get(key), other.get(key)) for key in first if first[key] != other.get(key)}
                    must(other == first, "views", f"{name} for {who}: {unlike}")

    def _view(self, node: Node, table: str, who: Who | None) -> dict[str, Any]:
        told: dict[str, Any] = as_json(node.floor.ask.view(table, who))["table"]
        if "stands" in told:
            told["stands"].pop("since")  # a process that began from a snapshot has not seen when it began
        return {key: value for key, value in told.items() if key not in OWN}

    def digest(self) -> str:
        return self.trace.hexdigest()
