"""`croupier open` and `serve` as processes: the contract's first session, kills, faults, exit codes."""

import http.client
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.floors import house_table, jackpot_link
from tests.server.test_live import closed, hear, hear_until, say

FLOOR = (
    house_table(
        "tcp-1",
        boxes=7,
        pair_plus=("5", "500"),
        jackpot_bet="5",
        link="grand",
        run_by="dealer",
        shoe="2c As 9h Qd Ks 8h 7c Qs 3d 2h",
    )
    + house_table("quick", boxes=3)
    + jackpot_link()
)

STARTED: list[subprocess.Popen[str]] = []


class Process:
    """One run of the program; the first line is read."""

    def __init__(self, folder: Path, *more: str, fault: str = "", command: str = "open", floor: str = FLOOR) -> None:
        (folder / "f.toml").write_text(floor)
        environment = {**os.environ, "PYTHONPATH": "src"} | ({"CROUPIER_FAULT": fault} if fault else {})
        environment.pop("CROUPIER_STORE", None)
        options = ["--store", str(folder / "d"), "--floor", str(folder / "f.toml")] if command == "open" else []
        arguments = [sys.executable, "-m", "croupier", command, *options, *more, "--json"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(arguments, stdout=pipe, stderr=pipe, text=True, env=environment)
        STARTED.append(self.process)
        assert self.process.stdout is not None
        self.line: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.tokens: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None, who: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if who:
            headers["Authorization"] = f"Bearer {self.token(who)}"
        connection = http.client.HTTPConnection(self.line["address"].removeprefix("http://"), timeout=20)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    def token(self, who: str) -> str:
        if who not in self.tokens:
            password = next(user["password"] for user in self.line["users"] if user["name"] == who)
            self.tokens[who] = self.ask("POST", "/v1/sessions", {"name": who, "password": password})[1]["token"]
        return self.tokens[who]

    def act(self, who: str, id: str, do: str, moment: str = "", table: str = "tcp-1") -> tuple[int, Any]:
        act = {"id": id, "do": do} | ({"moment": moment} if moment else {})
        return self.ask("POST", f"/v1/tables/{table}/acts", act, who)

    def ended(self, number: int | None = None) -> tuple[int, str, str]:
        if number is not None:
            self.process.send_signal(number)
        out, errors = self.process.communicate(timeout=30)
        return self.process.returncode, out, errors


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for process in STARTED:
        if process.poll() is None:
            process.kill()
        process.communicate()
    STARTED.clear()


@pytest.fixture
def running(folder: Path) -> Process:
    return Process(folder, "--clock", "manual")


def to_the_look(process: Process) -> None:
    assert process.act("Ann", "ann-0001", "1 sits Ann 1000")[0] == 200
    assert process.act("Ben", "ben-0001", "2 sits Ben 1000")[0] == 200
    assert process.act("Ann", "ann-0002", "1 ante 50", "1.0")[0] == 200
    assert process.act("Ann", "ann-0002", "1 ante 50", "1.0")[1]["done"]["again"] is True
    assert process.act("Ann", "ann-0003", "1 jackpot 5", "1.0")[0] == 200
    assert process.act("Ben", "ben-0002", "2 ante 10", "1.0")[0] == 200
    assert process.act("Ben", "ben-0003", "close")[0] == 403
    assert process.act("dan", "dan-0001", "close")[0] == 200
    assert process.act("Ann", "ann-0004", "1 look")[0] == 200


def test_the_first_session_and_a_kill(running: Process, folder: Path) -> None:
    line = running.line
    assert (line["mode"], line["unsafe"], line["recovered"]) == (
        "demo",
        ["manual clock", "shoe"],
        {"entries": 0, "rounds": []},
    )
    assert [user["name"] for user in line["users"]] == [
        "sam",
        "pia",
        "pat",
        "dan",
        "una",
        "sue",
        "Ann",
        "Ben",
        "Cy",
        "Dee",
    ]
    to_the_look(running)
    hands = {who: running.ask("GET", "/v1/tables/tcp-1", who=who)[1]["table"]["round"] for who in ("Ann", "Ben")}
    assert hands["Ann"]["boxes"]["1"]["hand"] == "As Ks Qs"
    assert hands["Ben"]["boxes"]["1"]["hand"] == "?? ?? ??"
    assert running.ended(signal.SIGKILL)[0] == -signal.SIGKILL
    again = Process(folder, "--clock", "manual")
    again.tokens = running.tokens
    assert again.line["users"] == line["users"]
    ruled = {"table": "tcp-1", "round": 1, "ruling": "void", "cites": ["5.7.2", "R-6"]}
    assert again.line["recovered"]["rounds"] == [ruled]
    status, me = again.ask("GET", "/v1/me", who="Ann")
    assert (status, me["wallet"]) == (200, "9000.00")
    assert me["tables"] == [{"table": "tcp-1", "places": [1], "stack": "1000.00"}]
    assert again.act("Ann", "ann-0002", "1 ante 50", "1.0")[1]["done"]["again"] is True
    assert again.ask("GET", "/v1/ledger", who="sam")[1]["sum"] == "0.00"
    code, out, _ = again.ended(signal.SIGTERM)
    assert (code, out) == (0, '{"stopped":true}\n')
    audit = [sys.executable, "-m", "croupier", "audit", str(folder / "d"), "--json"]
    audit += ["--checkpoints", line["checkpoints"]]
    told = subprocess.run(audit, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": "src"}, check=True)
    assert json.loads(told.stdout)["sound"] is True
    for kept in (line["key"], f"{folder}/d.passwords.json"):
        assert stat.S_IMODE(Path(kept).stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_second_server_refuses_a_store_in_use(running: Process, folder: Path) -> None:
    second = Process(folder)
    assert (second.line["ready"], second.line["code"]) == (False, "in-use")
    code, _, errors = second.ended()
    assert code == 3
    assert len(errors.splitlines()) == 1


def test_the_clock_is_turned_by_hand(running: Process) -> None:
    assert running.act("Cy", "cy-00001", "1 sits Cy 1000", table="quick")[0] == 200
    live = f"ws://{running.line['address'].removeprefix('http://')}/v1/live"
    with connect(live, additional_headers={"Authorization": f"Bearer {running.token('Cy')}"}) as socket:
        hear(socket)
        say(socket, {"watch": {"table": "quick"}})
        view = hear_until(socket, "table")
        say(socket, {"act": {"table": "quick", "id": "cy-00002", "do": "1 ante 20", "moment": view["moment"]}})
        assert hear(socket)["done"]["version"] == view["version"] + 1
        assert hear(socket)["table"]["clock"]["asked"][0]["left"] == 20_000
        assert running.ask("POST", "/v1/demo/clock", {"advance": 19_999}, "sam")[0] == 200
        status, now = running.ask("POST", "/v1/demo/clock", {"advance": 1}, "sam")
        assert (status, now) == (200, {"now": "2026-01-01T00:00:20.000Z"})
        told = hear_until(socket, "table")
        assert (told["round"]["phase"], told["happened"][0]["by"]) == ("deciding", "system")
        running.process.send_signal(signal.SIGTERM)
        assert running.process.stderr is not None
        while json.loads(running.process.stderr.readline())["event"] != "stopping":
            pass  # who signed in, and what the house is run with, are log lines, too
        assert running.ask("GET", "/v1/health")[0] == 503
        running.process.send_signal(signal.SIGTERM)  # at once, though the round is open
        assert running.process.wait(20) == 130


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "status"),
    [("before-commit:4:kill", -9), ("after-commit:4:kill", -9), ("commit:4:error", 5)],
)
def test_faults(folder: Path, fault: str, status: int) -> None:
    process = Process(folder, "--clock", "manual", fault=fault)
    assert process.line["unsafe"] == ["manual clock", "fault", "shoe"]
    process.token("Ann"), process.token("Ben")  # two commits
    assert process.act("Ann", "ann-0001", "1 sits Ann 1000")[0] == 200
    try:
        answer = process.act("Ben", "ben-0001", "2 sits Ben 1000")[0]
    except (http.client.HTTPException, OSError):
        answer = 0
    assert answer in (0, 503)
    assert process.ended()[0] == status
    again = Process(folder, "--clock", "manual")
    again.tokens = process.tokens
    answered = again.act("Ben", "ben-0001", "2 sits Ben 1000")[1]["done"]
    assert answered.get("again", False) is (fault.startswith("after"))
    assert again.ask("GET", "/v1/me", who="Ben")[1]["wallet"] == "9000.00"
    assert again.ended(signal.SIGTERM)[0] == 0


def test_sockets_learn_that_the_store_has_failed(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", fault="commit:2:error")
    live = f"ws://{process.line['address'].removeprefix('http://')}/v1/live"
    with connect(live, additional_headers={"Authorization": f"Bearer {process.token('Ann')}"}) as socket:
        hear(socket)
        for number in range(2):
            say(socket, {"act": {"table": "tcp-1", "id": f"ann-000{number}", "do": f"{number + 1} sits Ann 10"}})
        assert closed(socket)[0] == 4503
    assert process.ended()[0] == 5


@pytest.mark.slow
def test_what_cannot_be_read_is_2(folder: Path) -> None:
    for arguments in (["--clock", "manual:yesterday"], ["--host", "256.1.1.1"]):
        process = Process(folder, *arguments)
        assert (process.line["ready"], process.line["code"]) == (False, "config")
        assert process.ended()[0] == 2
    process = Process(folder, fault="now")
    assert process.line["code"] == "config"
    assert process.ended()[0] == 2


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--bogus"], ["--clock", "noon"], ["--seed"]])
def test_options_that_cannot_be_read_are_one_line_too(folder: Path, arguments: list[str]) -> None:
    process = Process(folder, *arguments)
    assert (process.line["ready"], process.line["code"]) == (False, "config")
    code, _, errors = process.ended()
    assert (code, len(errors.splitlines())) == (2, 1)


def test_a_deposit_beyond_all_counting_does_not_stop_the_house(running: Process) -> None:
    much = {"id": "deposit-1", "amount": "9999999999999.99", "reason": "all of it"}
    assert running.ask("POST", "/v1/players/Ann/deposits", much, "sam")[0] == 409
    assert running.ask("GET", "/v1/health")[0] == 200


def test_guests_follow_each_other_so_that_an_evening_can_be_played_again(running: Process) -> None:
    for number in (1, 2):
        status, told = running.ask("POST", "/v1/guests")
        assert (status, told["user"]) == (201, {"name": f"guest-{number}", "role": "player"})


@pytest.mark.slow
def test_a_key_that_is_missing_or_open_to_others_is_3(folder: Path) -> None:
    process = Process(folder)
    key = Path(process.line["key"])
    assert process.ended(signal.SIGTERM)[0] == 0
    key.chmod(0o644)
    process = Process(folder)
    assert (process.line["code"], process.ended()[0]) == ("key", 3)
    key.unlink()
    process = Process(folder)
    assert (process.line["code"], process.ended()[0]) == ("key", 3)


def test_serve_is_set_up_by_its_first_shift_manager(folder: Path) -> None:
    config = folder / "serve.toml"
    config.write_text(
        '[store]\nurl = "real"\n[[table]]\nname = "t"\nrulebook = "three-card-poker"\nboxes = 3\nante = ["5", "50"]\n'
    )
    process = Process(folder, "--config", str(config), command="serve")
    try:
        assert process.line["mode"] == "serve" and "users" not in process.line
        setup = {"code": process.line["setup"]["code"], "name": "Kim", "password": "ten letters"}
        assert process.ask("POST", "/v1/setup", setup)[0] == 201
        assert process.ask("POST", "/v1/guests")[0] == 404
        assert process.ask("POST", "/v1/demo/clock", {"advance": 1})[0] == 404
        token = process.ask("POST", "/v1/sessions", {"name": "Kim", "password": "ten letters"})[1]["token"]
        process.tokens["Kim"] = token
        assert process.ask("GET", "/v1/house", who="Kim")[1]["demo"] is False
        new = {"name": "Lee", "role": "player", "password": "ten letters"}
        assert process.ask("POST", "/v1/users", new, "Kim")[0] == 201
        chips = {"id": "deposit-1", "amount": "100.00", "reason": "cash"}
        assert process.ask("POST", "/v1/players/Lee/deposits", chips, "Kim")[0] == 200
        assert process.ask("GET", "/v1/players/Lee/account", who="Kim")[1]["wallet"] == "100.00"
        joins = {"id": "walkin-01", "name": "Max"}
        assert process.ask("POST", "/v1/players", joins, "Kim")[0] == 201
        assert process.ask("POST", "/v1/players", {**joins, "id": "walkin-02"}, "Kim")[0] == 409
    finally:
        assert process.ended(signal.SIGTERM)[0] == 0
    config.write_text(FLOOR + '[store]\nurl = "real"\n')
    process = Process(folder, "--config", str(config), command="serve")
    assert (process.line["code"], process.ended()[0]) == ("config", 2)


@pytest.mark.parametrize(("characters", "mode"), [(32, 0o600), (31, 0o600), (32, 0o640)])
def test_a_cluster_secret_is_long_and_for_its_owner_alone(folder: Path, characters: int, mode: int) -> None:
    secret, config = folder / "secret", folder / "serve.toml"
    secret.write_text("s" * characters)
    secret.chmod(mode)
    config.write_text('[store]\nurl = "real"\n[server]\ncluster-secret-file = "secret"\n')
    process = Process(folder, "--config", str(config), command="serve")
    if (characters, mode) == (32, 0o600):
        assert process.line["ready"] is True
        assert process.ended(signal.SIGTERM)[0] == 0
    else:
        assert "cluster-secret-file" in process.line["why"]
        assert process.ended()[0] == 2


@pytest.mark.slow
def test_users_while_the_house_is_closed(running: Process, folder: Path) -> None:
    def users(*arguments: str, password: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", "users", *arguments]
        environment = {**os.environ, "PYTHONPATH": "src"}
        return subprocess.run(command, capture_output=True, text=True, input=password, env=environment, check=False)

    store = str(folder / "d")
    assert users("list", store).returncode == 3
    assert running.ended(signal.SIGTERM)[0] == 0
    assert users("add", store, "Eve", "--role", "dealer", "--password-stdin", password="ten letters\n").returncode == 0
    assert users("add", store, "eve", "--role", "dealer", "--password-stdin", password="ten letters\n").returncode == 1
    assert users("add", store, "Fay", "--role", "dealer", "--password-stdin", password="short\n").returncode == 1
    assert users("add", store, "Fay").returncode == 2
    nobody_there = users("add", store, "Fay", "--role", "dealer")
    assert nobody_there.returncode == 2 and "--password-stdin" in nobody_there.stderr
    assert users("role", store, "EVE", "--role", "auditor").returncode == 0
    assert users("disable", store, "sue").returncode == 0
    assert users("disable", store, "sam").returncode == 1
    listed = users("list", store).stdout.splitlines()
    assert "Eve".ljust(32) + "  auditor" in listed
    assert "sue".ljust(32) + "  shift-manager  disabled" in listed


@pytest.mark.slow
def test_a_demo_and_a_real_house_never_share_a_store(running: Process, folder: Path) -> None:
    """Play chips are no chips, and nobody known from a demo is let into a real house."""
    assert running.ended(signal.SIGTERM)[0] == 0
    config = folder / "serve.toml"
    config.write_text('[store]\nurl = "d"\n')
    served = Process(folder, "--config", str(config), command="serve")
    assert (served.line["code"], served.ended()[0]) == ("unsafe", 3)
    assert "play chips" in served.line["why"]
    real = folder / "real"
    real.mkdir()
    shutil.copy(config, real)
    served = Process(real, "--config", str(real / config.name), command="serve")
    assert served.line["ready"] is True
    assert served.ended(signal.SIGTERM)[0] == 0
    opened = Process(real)
    assert (opened.line["code"], opened.ended()[0]) == ("unsafe", 3)
