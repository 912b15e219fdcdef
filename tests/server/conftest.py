"""A real server on a real socket and a real store, with a floor that has no games."""

import asyncio
import http.client
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.floor.server.app import App, Settings
from croupier.floor.server.limits import Limits
from croupier.floor.server.passwords import hashed_quickly
from croupier.floor.server.routes import HANDLERS
from croupier.floor.server.serving import Serving, address_of, listen
from croupier.floor.store import keys
from croupier.floor.store.base import Batch, UserRow
from croupier.floor.store.opening import open_store
from croupier.rules.cards import ChanceOfText
from tests.server.toy import START, ToyFloor

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
WIDE = Limits(sign_in_name=1_000, sign_in_address=1_000, anonymous=100_000)


class Reply(NamedTuple):
    status: int
    headers: dict[str, str]
    json: Any
    text: str


class Running:
    def __init__(
        self,
        folder: Path,
        limits: Limits = WIDE,
        *,
        users: bool = True,
        settings: Settings | None = None,
        ring: keys.KeyRing | None = None,
    ) -> None:
        self.folder = folder
        self.store = open_store(folder)
        if users and not self.store.users():
            rows = tuple(UserRow(name, role, HASHED, START) for name, role in USERS.items())
            self.store.submit(Batch(people=rows), lambda _: None)
            self.store.flush()
        self.floor = ToyFloor(self.store, ring)
        self.listening = listen("127.0.0.1", 0)
        self.address = address_of(self.listening)
        self.port = int(self.address.rpartition(":")[2])
        self.app = App(self.floor, self.store, HANDLERS, settings or Settings(limits=limits))
        self.app.training.chance = ChanceOfText("drills")  # which questions come is the same in every run
        self.serving = Serving(self.app, self.floor, self.listening, drain=1.0)
        self.tokens: dict[str, str] = {}
        self.status: int | None = None
        ready = threading.Event()

        def attach() -> None:
            self.floor.hops.attach(asyncio.get_running_loop())
            ready.set()

        def run() -> None:
            self.status = self.serving.run(attach)

        self._thread = threading.Thread(target=run)
        self._thread.start()
        assert ready.wait(10)

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
            text = response.read().decode()
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
        ring = started[0].floor.keys if started else None
        settings = Settings(limits=limits, second_factor=second_factor)
        started.append(Running(tmp_path / "store", users=users, settings=settings, ring=ring))
        return started[-1]

    try:
        yield start
    finally:
        for running in started:
            if running.status is None:
                running.stop()
