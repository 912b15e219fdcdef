"""A table that is played by "poker" goes on under the next version with the first round after its hour."""

import signal
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from tests.floors import poker_table
from tests.server.test_open import STARTED, Process

FLOOR = "".join(
    poker_table(name, book, seats=6, stake=("50", "1000"), chip="1", run_by="dealer")
    for name, book in (("goes-on", "poker"), ("keeps", "poker@6"))
)
TWO_DAYS_BEFORE, THE_HOUR = "2023-04-17T12:00:00Z", "2023-04-19T00:00:00Z"
"""19 April 2023, 0800 in Singapore."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    for process in STARTED:
        if process.poll() is None:
            process.kill()
        process.communicate()
    STARTED.clear()


class Evening:
    """Ann, Ben and Cy at both tables, and a clock that is turned."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now = TWO_DAYS_BEFORE
        self.acts = 0
        self.process = self._started()

    def _started(self) -> Process:
        return Process(self.folder, "--clock", f"manual:{self.now}", floor=FLOOR)

    def killed(self) -> None:
        """And started again, at the time where it stood."""
        self.process.ended(signal.SIGKILL)
        self.process = self._started()

    def turn(self, until: str) -> None:
        gone = datetime.fromisoformat(until) - datetime.fromisoformat(self.now)
        status, told = self.process.ask("POST", "/v1/demo/clock", {"advance": int(gone.total_seconds() * 1000)}, "sam")
        assert status == 200, told
        self.process.tokens.clear()  # sessions have ended by then
        self.now = until

    def act(self, who: str, table: str, do: str) -> dict[str, Any]:
        self.acts += 1
        moment = "" if who == "dan" else self.view(table)["moment"]
        status, told = self.process.act(who, f"act-{self.acts:05d}", do, moment, table)
        assert status == 200, told
        done: dict[str, Any] = told["done"]
        return done

    def view(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.process.ask("GET", f"/v1/tables/{table}", None, "dan")[1]["table"]
        return found

    def notices(self, table: str) -> list[str]:
        sign = self.process.ask("GET", f"/v1/tables/{table}/sign", None, "dan")[1]["sign"]
        return [notice["text"] for notice in sign.get("notices", [])]

    def sit_down(self) -> None:
        for table in ("goes-on", "keeps"):
            for seat, who in enumerate(("Ann", "Ben", "Cy"), 1):
                self.act(who, table, f"{seat} sits {who} 100")

    def play(self, table: str) -> dict[str, Any]:
        """Everybody folds to the big blind."""
        self.act("dan", table, "start")
        while (turn := self.view(table)["round"]["turn"]) is not None:
            self.act("dan", table, f"{turn} fold")
        if self.view(table)["round"]["waiting"] == [{"for": "settle"}]:
            self.act("dan", table, "settle")
        return self.view(table)

    def books(self, table: str) -> list[str]:
        """Of the changes that are journalled."""
        entries = self.process.ask("GET", f"/v1/tables/{table}/journal?limit=200", None, "una")[1]["items"]
        events = [event for entry in entries for event in entry["body"].get("then", [])]
        return [event["book"] for event in events if event["type"] == "rulebook-changed"]


@pytest.mark.slow
@pytest.mark.parametrize("kill", [False, True])
def test_a_table_goes_on_under_the_next_version(folder: Path, kill: bool) -> None:
    evening = Evening(folder)
    evening.sit_down()
    assert evening.view("goes-on")["rulebook"] == "poker@6"
    assert evening.notices("goes-on") == []
    evening.turn("2023-04-18T00:30:00Z")
    (notice,) = evening.notices("goes-on")
    assert "poker@7" in notice and "0800" in notice
    assert evening.notices("keeps") == []

    before = evening.play("goes-on")
    assert before["rulebook"] == "poker@6" and before["round"]["number"] == 1
    evening.act("dan", "goes-on", "start")
    running = evening.view("goes-on")
    evening.turn(THE_HOUR)
    if kill:
        evening.killed()
    assert evening.view("goes-on")["rulebook"] == "poker@6", "a round ends by the version under which it began"
    while (turn := evening.view("goes-on")["round"]["turn"]) is not None:
        evening.act("dan", "goes-on", f"{turn} fold")
    if evening.view("goes-on")["round"]["waiting"] == [{"for": "settle"}]:
        evening.act("dan", "goes-on", "settle")
    over = evening.view("goes-on")
    assert over["rulebook"] == "poker@6" and over["round"]["button"] == running["round"]["button"]

    evening.act("dan", "goes-on", "start")
    after = evening.view("goes-on")
    assert after["rulebook"] == "poker@7" and evening.books("goes-on") == ["poker@7"]
    assert after["sign"] == over["sign"] + 1 and evening.notices("goes-on") == []
    assert {seat: held["player"] for seat, held in after["seats"].items()} == {"1": "Ann", "2": "Ben", "3": "Cy"}
    posted = {seat: int(float(sum_) * 100) for seat, sum_ in after["round"]["posts"].items()}
    for seat, held in after["seats"].items():
        was = int(float(over["seats"][seat]["stack"]) * 100)
        assert int(float(held["stack"]) * 100) + posted.get(seat, 0) == was
    lay = over["round"]["button"]
    void = kill  # the round that was open (5.1.1, R-6): its button lies there again
    assert over["round"]["status"] == ("void" if void else "settled")
    assert after["round"]["button"] == (lay if void else lay % 3 + 1), "the button moves on as ever"
    assert evening.play("keeps")["rulebook"] == "poker@6" and evening.books("keeps") == []
    evening.process.ended(signal.SIGTERM)
    assert audit([str(folder / "d"), "--replay"]) == 0
