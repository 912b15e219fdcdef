"""A house over several real processes on one PostgreSQL server: `croupier serve` with one configuration."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from croupier.doors.cli import serve
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import Noted
from croupier.floor.live.state.house_events import KnownUser, SignedIn, UsersEntered
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.server.people.sessions import digest
from croupier.floor.server.run import Running
from croupier.floor.store.addresses import ServerAddress
from croupier.floor.store.base import SessionRow, UserRow
from croupier.rules.money import Cents
from tests.floors import house_settings, house_table, jackpot_link

PASSWORD = "correct horse 7"
ROLES = {
    "sam": "shift-manager",
    "pia": "pit-supervisor",
    "dan": "dealer",
    "una": "auditor",
    "Ann": "player",
    "Ben": "player",
}
PLAYERS, TABLES = ("Ann", "Ben"), ("tcp-1", "tcp-2", "quick")
HOURS = 12 * 3_600_000_000
FLOOR = "".join(
    (
        house_settings(two_people=False),
        jackpot_link(),
        house_table("tcp-1", boxes=7, run_by="dealer", jackpot_bet="5", link="grand"),
        house_table("tcp-2", boxes=7, run_by="dealer", jackpot_bet="5", link="grand"),
        house_table("quick", boxes=3, clock={"betting": "60s", "decision": "60s", "bank": "60s", "pause": "60s"}),
    )
)
ROOT = Path(__file__).parents[2]


def _known(row: UserRow) -> KnownUser:
    return KnownUser(row.name, row.role, row.disabled, bool(row.password))


class Process:
    """One process. Its first line is read; `None` if it ended before."""

    def __init__(self, house: "Several", name: str, *more: str, config: Path | None = None) -> None:
        self.house, self.name = house, name
        self.errors = house.folder / f"{name}.err"
        command = [sys.executable, "-m", "croupier", "serve", "--config", str(config or house.config)]
        command += ["--process", name]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, *more, "--json"],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
                cwd=house.folder,
            )
        house.started.append(self)
        self.line = self.next_line()
        assert self.line["ready"], self.line["why"]

    def next_line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline() or "{}")
        assert found, self.errors.read_text()[-2_000:]
        return found

    @property
    def place(self) -> str:
        return str(self.line["address"]).removeprefix("http://")

    def ask(self, method: str, path: str, body: Any = None, who: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if who:
            headers["Authorization"] = f"Bearer {self.house.tokens[who]}"
        connection = http.client.HTTPConnection(self.place, timeout=30)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
            self.retry_after = response.headers.get("retry-after")
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def act(self, who: str, id_: str, do: str, table: str = "tcp-1") -> tuple[int, Any]:
        body = {"id": id_, "do": do}
        if who in PLAYERS:
            body["moment"] = self.view(table, who)["moment"]
        return self.ask("POST", f"/v1/tables/{table}/acts", body, who)

    def act_at_last(self, who: str, id_: str, do: str, table: str = "tcp-1") -> tuple[float, Any]:
        """Again and again until somebody decides. Seconds that it took, and the answer."""
        began = time.monotonic()
        while True:
            try:
                status, answer = self.act(who, id_, do, table)
            except (OSError, http.client.HTTPException):
                continue
            if status != 503 and answer.get("error", {}).get("code") != "stale":
                assert status == 200, answer
                return time.monotonic() - began, answer

    def view(self, table: str, who: str = "") -> dict[str, Any]:
        status, found = self.ask("GET", f"/v1/tables/{table}", who=who)
        assert status == 200, found
        return dict(found["table"])

    def roles(self) -> dict[str, str]:
        items = self.ask("GET", "/v1/processes", who="sam")[1]["items"]
        return {item["name"]: item["role"] for item in items}

    @contextmanager
    def live(self, who: str = "") -> Iterator[ClientConnection]:
        headers = {"Authorization": f"Bearer {self.house.tokens[who]}"} if who else {}
        with connect(f"ws://{self.place}/v1/live", additional_headers=headers, compression=None) as socket:
            yield socket

    def send(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def ended(self, number: signal.Signals) -> int:
        self.send(number)
        return self.process.wait(30)


class Several:
    def __init__(self, folder: Path, address: ServerAddress, floor: str = FLOOR, server: str = "") -> None:
        self.folder, self.address = folder, address
        self.config = folder / "house.toml"
        self.config.write_text(
            f'{floor}\n[store]\nurl = "{address.url}"\n[server]\n{server}\n'
            "[limits]\nsign-in-name = 1000\nsign-in-address = 1000\nacts = 10000\nacts-burst = 10000\n"
        )
        self.started: list[Process] = []
        self.tokens: dict[str, str] = {}

    def start(self, name: str, *more: str, config: Path | None = None) -> Process:
        return Process(self, name, *more, config=config)

    def machine(self, name: str) -> Path:
        """The configuration on another machine, which has the key ring and no checkpoint log."""
        folder = self.folder / name
        folder.mkdir()
        for file in (self.config, self.key):
            shutil.copy(file, folder / file.name)
        return folder / self.config.name

    @property
    def key(self) -> Path:
        return self.folder / f"{self.address.database}.key"

    def open(self) -> None:
        """Before the first process: people who are signed in, with chips. Ann and Ben sit at each table."""
        plan = serve._plan(serve.arguments().read(["--config", str(self.config)]))
        running = Running(plan)
        floor, clock = running.running_floor.floor, running.clock
        rows = [UserRow(name, role, "", clock.now()) for name, role in ROLES.items()]
        floor.staff.perform(
            SYSTEM, "", cmd.EnterUsers(), given=Noted(UsersEntered(tuple(map(_known, rows)), 0), tuple(rows))
        )
        for name, role in ROLES.items():
            self.tokens[name] = f"the token of {name}"
            number, now = floor.staff.next_session, clock.now()
            row = SessionRow(digest(self.tokens[name]), number, name, now, now, now + HOURS)
            signed_in = Noted(SignedIn(name, number, "127.0.0.1"), (row,))
            floor.perform(Who(name, Role(role), number), "", cmd.SignIn(), given=signed_in)
        for box, name in enumerate(PLAYERS, 1):
            floor.perform(SYSTEM, f"welcome-{name}", cmd.AddPlayer(name, chips=Cents(500_000)))
            for table in TABLES:
                floor.act(Who(name, Role.PLAYER), table, f"sits-{name}-{table}", f"{box} sits {name} 1000")
        running.close()

    def end(self) -> None:
        for process in self.started:
            if process.process.poll() is None:
                process.process.kill()
            process.process.communicate()
