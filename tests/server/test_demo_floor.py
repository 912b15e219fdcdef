"""The demo as it opens without any file: every rulebook, bots that play, a page that shows it; repeatable by a seed."""

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

AN_HOUR = 3_600_000


class Demo:
    def __init__(self, folder: Path, *more: str) -> None:
        arguments = [
            sys.executable,
            "-m",
            "croupier",
            "open",
            "--store",
            str(folder),
            "--clock",
            "manual",
            "--json",
            *more,
        ]
        environment = {**os.environ, "PYTHONPATH": "src"}
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.line: dict[str, Any] = json.loads(self.process.stdout.readline())
        sam = next(user for user in self.line["users"] if user["name"] == "sam")
        _, body = self.ask("POST", "/v1/sessions", {"name": "sam", "password": sam["password"]})
        self.token = json.loads(body)["token"]

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.line["address"].removeprefix("http://"), timeout=60)
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def turn(self, milliseconds: int) -> None:
        assert self.ask("POST", "/v1/demo/clock", {"advance": milliseconds}, self.token)[0] == 200

    def tables(self) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = json.loads(self.ask("GET", "/v1/tables")[1])["items"]
        return items


@pytest.fixture
def demos(tmp_path: Path) -> Iterator[list[Demo]]:
    demos: list[Demo] = []
    yield demos
    for demo in demos:
        demo.process.send_signal(signal.SIGKILL)
        demo.process.communicate()


@pytest.mark.slow
def test_bots_play_all_rulebooks_and_a_seed_repeats_every_byte(demos: list[Demo], tmp_path: Path) -> None:
    for name in ("one", "two"):
        demos.append(Demo(tmp_path / name, "--seed", "7"))
    one, two = demos
    for demo in demos:
        demo.turn(AN_HOUR // 20)
    played = {table["rulebook"]: table["round"] for table in one.tables() if table["run_by"] == "system"}
    assert played.keys() == {"three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@6", "poker@7"}
    assert min(played.values()) > 2
    for table in one.tables():
        assert one.ask("GET", f"/v1/tables/{table['name']}") == two.ask("GET", f"/v1/tables/{table['name']}")
    assert one.ask("GET", "/v1/links") == two.ask("GET", "/v1/links")
    assert json.loads(one.ask("GET", "/v1/ledger", None, one.token)[1])["sum"] == "0.00"


def test_without_bots_nobody_plays_and_the_page_is_served(demos: list[Demo], tmp_path: Path) -> None:
    demo = Demo(tmp_path / "store", "--no-bots")
    demos.append(demo)
    demo.turn(60_000)
    assert all(table["taken"] == [] for table in demo.tables())
    status, page = demo.ask("GET", "/")
    assert status == 200 and b'src="/page/' in page
    assert demo.ask("GET", "/page/floor.js")[0] == 200
    assert demo.ask("GET", "/page/..%2fapp.py")[0] == 404
