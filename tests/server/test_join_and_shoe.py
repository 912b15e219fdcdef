"""`croupier join` and `croupier shoe` as processes, at a floor that is a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.joining.floor import Floor
from tests.floors import house_table
from tests.live.beside import table_text

PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored, where the tests run in the background
from croupier.doors.cli import main
sys.exit(main())
"""
PYTHON = [sys.executable, "-c", PROGRAM]
QUICK = house_table("quick", boxes=3, clock={"betting": "1s", "decision": "off", "bank": "off", "pause": "1s"})


class House:
    def __init__(self, folder: Path, floor: str) -> None:
        (folder / "f.toml").write_text(floor)
        arguments = ["open", "--store", str(folder / "d"), "--floor", str(folder / "f.toml"), "--no-bots", "--json"]
        self.started: list[subprocess.Popen[str]] = []
        self.process = self.start(*arguments)
        assert self.process.stdout is not None
        self.line: dict[str, Any] = json.loads(self.process.stdout.readline())
        self.address: str = self.line["address"]
        self.people: dict[str, Floor] = {}
        self.acts = 0

    def start(self, *arguments: str, password: str = "") -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": "src", "CROUPIER_PASSWORD": password}
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [*PYTHON, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment
        )
        self.started.append(process)
        return process

    def password(self, name: str) -> str:
        return str(next(user["password"] for user in self.line["users"] if user["name"] == name))

    def ask(self, name: str, method: str, path: str, body: Any = None) -> Any:
        if name not in self.people:
            self.people[name] = Floor(self.address)
            self.people[name].sign_in(name, self.password(name))
        return self.people[name].ask(method, path, body)[1]

    def act(self, name: str, table: str, do: str) -> Any:
        self.acts += 1
        body = {"id": f"act-{self.acts:06d}", "do": do}
        told = self.ask(name, "POST", f"/v1/tables/{table}/acts", body)
        if "asked" not in told:
            return told
        yes = {"id": f"yes-{self.acts:06d}", "yes": True}
        return self.ask(told["player"], "POST", f"/v1/me/asked/{told['asked']}", yes)

    def view(self, name: str, table: str) -> Any:
        return self.ask(name, "GET", f"/v1/tables/{table}")["table"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, table_text("tcp", "three-card-poker@3", "shoe") + QUICK)
    yield house
    for process in house.started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def until(process: subprocess.Popen[str], words: str) -> str:
    """Lines up to the one that says so."""
    read = ""
    assert process.stdout is not None
    while words not in read:
        line = process.stdout.readline()
        assert line, f"{words!r} never came: {read} {process.stderr.read() if process.stderr else ''}"
        read += line
    return read


def say(process: subprocess.Popen[str], *lines: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{line}\n" for line in lines))
    process.stdin.flush()


def test_the_shoe_deals_what_is_due_until_it_is_interrupted(house: House) -> None:
    shoe = house.start("shoe", house.address, "tcp", "--cards", "2c As Qd Ks 7c Qs 2h", password=house.password("dan"))
    until(shoe, "dan deals at tcp")
    for act in ("1 sits Ann 500", "1 ante 10", "close"):
        assert "done" in house.act("dan", "tcp", act)
    until(shoe, "Round 1: 7 cards dealt.")
    assert "done" in house.act("Ann", "tcp", "1 look")
    assert house.view("Ann", "tcp")["round"]["boxes"]["1"]["hand"] == "As Ks Qs"
    for act in ("1 play", "settle", "next", "1 ante 10", "close"):
        assert "done" in house.act("dan", "tcp", act)
    until(shoe, "Round 2: 7 cards dealt.")
    for act in ("1 play", "settle"):
        assert "done" in house.act("dan", "tcp", act)
    shoe.send_signal(2)
    out, _ = shoe.communicate(timeout=20)
    assert shoe.returncode == 130 and "As" not in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "table", "cards", "status", "words"),
    [
        ("dan", "tcp", "As As", 2, "--cards"),
        ("dan", "nowhere", "", 1, "nowhere"),
        ("pia", "tcp", "", 1, "device"),
    ],
)
def test_the_shoe_command_explains_its_refusals(
    house: House, name: str, table: str, cards: str, status: int, words: str
) -> None:
    for act in ("1 sits Ann 500", "1 ante 10", "close"):
        house.act("dan", "tcp", act)
    arguments = ("shoe", house.address, table, "--cards", cards, "--name", name)
    shoe = house.start(*arguments, password=house.password(name))
    out, errors = shoe.communicate(timeout=20)
    assert shoe.returncode == status and words in out + errors


def test_a_wrong_password_and_an_address_where_nobody_is(house: House) -> None:
    shoe = house.start("shoe", house.address, "tcp", password="not this one")
    _, errors = shoe.communicate(timeout=20)
    assert shoe.returncode == 1 and errors.startswith("croupier shoe: ") and "Traceback" not in errors
    join = house.start("join", "http://127.0.0.1:1", "tcp")
    _, errors = join.communicate(timeout=20)
    assert join.returncode == 1 and "does not answer" in errors
    join = house.start("join", "not an address")
    join.communicate(timeout=20)
    assert join.returncode == 2


def test_a_guest_plays_a_round(house: House) -> None:
    join = house.start("join", house.address)
    say(join, "nowhere", "quick")
    told = until(join, "You may: sits guest-")
    assert "There is no table 'nowhere'" in told
    say(join, "2 sits 300")
    until(join, "You may: ante 10.00 to 300.00")
    say(join, "ante 25")
    assert "Ante 25.00" in until(join, "play (25.00)")
    say(join, "lo")
    until(join, "You may: fold, play (25.00).")
    say(join, "pl")
    told = until(join, "Play 25.00 ")
    assert "  Dealer" in told and "Ante 25.00" in told
    say(join, "q")
    until(join, "Good night, guest-")
    assert join.wait(20) == 0


def test_a_player_signs_in_and_sees_refusals(house: House) -> None:
    join = house.start("join", house.address, "tcp", "--name", "Ann", password=house.password("Ann"))
    say(join, "sits 100", "ante 5000", "?", "q")
    told = until(join, "Good night, Ann.")
    assert "Refused: not enough chips" in told and "pair-plus" not in told
    assert house.ask("Ann", "GET", "/v1/me")["wallet"] == "10000.00"


def test_staff_do_not_sit_down(house: House) -> None:
    join = house.start("join", house.address, "quick", "--name", "pia", password=house.password("pia"))
    assert join.stderr is not None and join.wait(20) == 1
    assert "pia is pit-supervisor, and staff do not play" in join.stderr.read()
