"""Floors for the browser: `croupier open` as a process, with a clock turned by hand and cards in a known order."""

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.browser.pages_build import ROOT

PATIENT = """
[limits]
sign-in-name = 1000
sign-in-address = 1000
acts = 1000
acts-burst = 1000
"""
"""Tests come from one address and are quick."""
HOUSE = f"""
[house]
name = "Test House"
empty-table = "10m"
places-kept = "off"
{PATIENT}
"""
LINK = """
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
"""
FLOOR = f"""
{HOUSE}
{LINK}
[[table]]
name = "tcp-1"
rulebook = "three-card-poker@3"
boxes = 7
ante = ["10", "1000"]
pair-plus = ["5", "500"]
jackpot-bet = "5"
link = "grand"
[[table]]
name = "cs-1"
rulebook = "casino-stud@2"
boxes = 7
ante = ["10", "1000"]
jackpot-bet = "5"
link = "grand"
[[table]]
name = "pth-1"
rulebook = "progressive-holdem@6"
boxes = 7
ante = ["10", "1000"]
bonus = ["5", "100"]
jackpot-bet = "5"
link = "grand"
[[table]]
name = "poker-6"
rulebook = "poker@6"
seats = 9
small-blind = "1"
stake = ["40", "400"]
[[table]]
name = "poker-7"
rulebook = "poker@7"
dealing = "shuffler"
seats = 9
small-blind = "2"
stake = ["80", "800"]
[[table]]
name = "tcp-2"
rulebook = "three-card-poker@3"
run-by = "dealer"
boxes = 5
ante = ["5", "500"]
pair-plus = ["5", "250"]
"""
"""Every rulebook, and a table that a dealer runs."""
STRAIGHT_FLUSH = """
[[table]]
name = "{name}"
rulebook = "casino-stud@2"
boxes = 7
ante = ["10", "1000"]
jackpot-bet = "5"
link = "grand"
run-by = "dealer"
shoe = "2c Qc Qd Jc 7d Tc 2h 9c 5d 8c Kh"
"""
"""A table of the link whose first hand wins a tenth of the meter."""
STAFFED = f"""
{HOUSE}
{LINK}
verify-above = "10000.00"
[[table]]
name = "tcp-1"
rulebook = "three-card-poker@3"
boxes = 5
ante = ["10", "1000"]
pair-plus = ["5", "500"]
run-by = "dealer"
cards = "by-hand"
[[table]]
name = "tcp-r"
rulebook = "three-card-poker@3"
boxes = 5
ante = ["10", "1000"]
run-by = "dealer"
cards = "reader"
device = "dan"
{STRAIGHT_FLUSH.format(name="cs-1")}
[[table]]
name = "nl-1"
rulebook = "poker@7"
seats = 6
small-blind = "1"
stake = ["40", "400"]
run-by = "dealer"
"""
"""Tables that dealers run, dealt by hand, read and sealed; awards above 10,000 are verified, and cs-1 deals one."""
MANUAL = ("--clock", "manual", "--seed", "7", "--no-bots")


class House:
    """One run of `croupier open`, or `serve` with the floor as its configuration, until it is closed."""

    def __init__(
        self, folder: Path, floor: str | None = FLOOR, options: tuple[str, ...] = MANUAL, *, command: str = "open"
    ) -> None:
        arguments = [command, "--json", *options]
        if command == "open":
            arguments += ["--store", str(folder / "store")]
        if floor is not None:
            (folder / "floor.toml").write_text(floor, encoding="utf-8")
            arguments += ["--floor" if command == "open" else "--config", str(folder / "floor.toml")]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        environment.pop("CROUPIER_STORE", None)
        self._errors = (folder / "errors.txt").open("ab")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "croupier", *arguments], stdout=subprocess.PIPE, stderr=self._errors, env=environment
        )
        assert self._process.stdout is not None
        self.line: dict[str, Any] = json.loads(self._process.stdout.readline() or b"{}")
        if not self.line.get("ready"):
            self.close()
            raise RuntimeError((folder / "errors.txt").read_text())
        self.address: str = self.line["address"]
        self._tokens: dict[str, str] = {}
        self.known: dict[str, str] = {}
        """Passwords of people whom a test has made."""

    def close(self, number: int = signal.SIGKILL) -> None:
        self._process.send_signal(number)
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._errors.close()

    # --- Without the browser --------------------------------------------------------------------------------------

    def password(self, who: str) -> str:
        if who in self.known:
            return self.known[who]
        return next(str(user["password"]) for user in self.line["users"] if user["name"] == who)

    def token(self, who: str) -> str:
        """Of a session of its own each time one signs in; kept for further requests."""
        if who not in self._tokens:
            self._tokens[who] = self.new_session(who)
        return self._tokens[who]

    def new_session(self, who: str) -> str:
        status, told = self.ask("POST", "/v1/sessions", {"name": who, "password": self.password(who)})
        assert status == 201, told
        return str(told["token"])

    def ask(self, method: str, path: str, body: Any = None, who: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if who:
            headers["Authorization"] = f"Bearer {self.token(who)}"
        connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=60)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            status, told = response.status, json.loads(response.read())
        finally:
            connection.close()
        if status == 401 and who and self._tokens.pop(who, ""):  # the oldest of too many sessions has ended
            return self.ask(method, path, body, who)
        return status, told

    def view(self, table: str, who: str = "") -> Any:
        status, told = self.ask("GET", f"/v1/tables/{table}", who=who)
        assert status == 200, told
        return told["table"]

    def act(self, who: str, table: str, do: str, reason: str = "") -> Any:
        """With the moment of now; what is refused fails."""
        moment = self.view(table, who)["moment"]
        body = {"id": secrets.token_hex(8), "do": do, "moment": moment, **({"reason": reason} if reason else {})}
        status, told = self.ask("POST", f"/v1/tables/{table}/acts", body, who=who)
        assert status in (200, 202), told
        if "asked" in told:  # staff bring chips from the wallet of a player, who says yes
            yes = {"id": secrets.token_hex(8), "yes": True}
            assert self.ask("POST", f"/v1/me/asked/{told['asked']}", yes, who=told["player"])[0] == 200
        return told

    def decide(self, who: str, incident: int, do: str, reason: str = "as seen") -> None:
        body = {"id": secrets.token_hex(8), "do": do, "reason": reason}
        status, told = self.ask("POST", f"/v1/incidents/{incident}/decision", body, who=who)
        assert status == 200, told

    def advance(self, milliseconds: int) -> None:
        status, told = self.ask("POST", "/v1/demo/clock", {"advance": milliseconds}, who="sam")
        assert status == 200, told

    def stack(self, table: str, cards: str) -> None:
        """The order of the next deal."""
        status, told = self.ask("POST", f"/v1/demo/tables/{table}/shoe", {"cards": cards}, who="sam")
        assert status == 200, told
