"""A real server on a real socket with a real floor: 23 tables, a link, and a clock that only a test turns.

Ann sits at box 1 and Ben at box 2 of every table. They may say ANNS_ACT and BENS_ACT as often as a test needs acts.
"""

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.commands import AddPlayer
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.server.app import App, Settings
from croupier.floor.server.edge.limits import Limits
from croupier.floor.server.people.passwords import hashed_quickly
from croupier.floor.server.process.clocks import STANDS_AT, ManualClock
from croupier.floor.server.process.to_loop import Hops
from croupier.floor.server.routes import HANDLERS
from croupier.floor.server.running_floor import RunningFloor
from croupier.floor.server.serving import Serving, address_of, listen
from croupier.floor.store import keys
from croupier.floor.store.addresses import Address
from croupier.floor.store.base import UserRow
from croupier.floor.store.opening import open_store
from croupier.rules.cards import ChanceOfText, seeded_chance
from croupier.rules.money import Cents
from tests.floors import STUD, house_table, jackpot_link

PASSWORD = "correct horse"
HASHED = hashed_quickly(PASSWORD)
USERS = {
    "Ann": "player",
    "Ben": "player",
    "dan": "dealer",
    "pia": "pit-supervisor",
    "sam": "shift-manager",
    "una": "auditor",
}
LINKED = {"link": "grand", "jackpot_bet": "1"}
TABLES = ("tcp-1", "cs-1", "private", *(f"t-{number}" for number in range(20)))
FLOOR = "".join(
    (
        jackpot_link(),
        house_table("tcp-1", **LINKED),
        house_table("cs-1", STUD, **LINKED),
        house_table("private", spectators=False),
        *(house_table(name) for name in TABLES[3:]),
    )
)
ANNS_ACT, BENS_ACT = "1 tops-up 1", "2 tops-up 1"
WIDE = Limits(sign_in_name=1_000, sign_in_address=1_000, anonymous=100_000)


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    json: Any
    text: str


class ClockOfTests(ManualClock):
    """Fails while `fault` is set: a fault of ours, in the middle of an act."""

    fault: Exception | None = None

    def now(self) -> int:
        if self.fault is not None:
            raise self.fault
        return super().now()


class HopsOfTests(Hops):
    """While `held`, no act becomes durable."""

    held = False

    def run(self) -> None:
        if not self.held:
            super().run()

    def release(self) -> None:
        self.held = False
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self.run)


class Running:
    def __init__(
        self,
        folder: Path,
        limits: Limits = WIDE,
        *,
        users: bool = True,
        settings: Settings | None = None,
        ring: keys.KeyRing | None = None,
        floor: str = FLOOR,
        store: Address | None = None,
    ) -> None:
        """`store` is an address elsewhere; the folder has the checkpoint log in any case."""
        self.folder = folder
        self.store = open_store(store or folder)
        self.ring, self.clock, self.hops = ring or keys.made(), ClockOfTests(), HopsOfTests()
        self.floor = Floor(self.store, Ports(self.clock, seeded_chance(1), self.ring, self.hops), demo=True)
        is_new = not self.floor.load()
        self.running = RunningFloor(self.floor, self.store, [], folder / "checkpoints")
        self.floor.recover()
        set_up(self.floor, read_floor_file(floor))
        if is_new and users:
            self._people()
        self.store.flush()
        self.hops.run()
        self.listening = listen("127.0.0.1", 0)
        self.address = address_of(self.listening)
        self.port = int(self.address.rpartition(":")[2])
        self.app = App(self.running, self.store, HANDLERS, settings or Settings(limits=limits))
        self.app.training.chance = ChanceOfText("drills")  # which questions come is the same in every run
        self.serving = Serving(self.app, self.running, self.listening, drain=1.0)
        self.tokens: dict[str, str] = {}
        self.status: int | None = None
        ready = threading.Event()

        def attach() -> None:
            self.loop = asyncio.get_running_loop()
            self.hops.attach(self.loop)
            ready.set()

        def run() -> None:
            self.status = self.serving.run(attach)

        self._thread = threading.Thread(target=run)
        self._thread.start()
        assert ready.wait(10)

    def _people(self) -> None:
        rows = [UserRow(name, role, HASHED, STANDS_AT) for name, role in USERS.items()]
        self.floor.staff.enter_users(rows)
        for box, name in enumerate(("Ann", "Ben"), 1):
            self.floor.perform(SYSTEM, f"welcome-{name}", AddPlayer(name, chips=Cents(1_000_000)))
            for table in [each for each in TABLES if each in self.floor.books.tables]:
                self.floor.act(Who(name, Role.PLAYER), table, f"sits-{name}-{table}", f"{box} sits {name} 100")

    def stop(self) -> int | None:
        self.serving.stop_soon()
        self._thread.join(20)
        assert not self._thread.is_alive()
        self.store.close()
        return self.status

    def ask(
        self, method: str, path: str, body: Any = None, *, who: str = "", headers: dict[str, str] | None = None
    ) -> Reply:
        sent = dict(headers or {})
        if who:
            sent["Authorization"] = f"Bearer {self.token(who)}"
        data = body
        if body is not None and not isinstance(body, bytes):
            data = json.dumps(body).encode()
        if data is not None:
            sent.setdefault("Content-Type", "application/json")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            text = response.read().decode(errors="replace")
            is_json = response.headers.get("content-type", "").startswith("application/json")
            told = {name.lower(): value for name, value in response.headers.items()}
            return Reply(response.status, told, json.loads(text) if is_json and text else None, text)
        finally:
            connection.close()

    def sign_in(self, who: str, password: str = PASSWORD) -> Reply:
        return self.ask("POST", "/v1/sessions", {"name": who, "password": password})

    def token(self, who: str) -> str:
        if who not in self.tokens:
            self.tokens[who] = self.sign_in(who).json["token"]
        return self.tokens[who]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Shared by a module's tests: a test that changes people or time starts its own."""
    running = Running(tmp_path_factory.mktemp("server") / "store")
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture
def starting(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """`starting(limits, users=…)` makes a server of one's own; the same store if it is called again."""
    started: list[Running] = []

    def start(limits: Limits = WIDE, *, users: bool = True, second_factor: frozenset[str] = frozenset()) -> Running:
        ring = started[0].ring if started else None
        settings = Settings(limits=limits, second_factor=second_factor)
        started.append(Running(tmp_path / "store", users=users, settings=settings, ring=ring))
        return started[-1]

    try:
        yield start
    finally:
        for running in started:
            if running.status is None:
                running.stop()
