"""A short programme of kills, and the whole of one evening by the program as anybody starts it."""

import signal
from itertools import count
from pathlib import Path

import pytest

from tests.kills.checks import STARTED_WITH, check_audit, ledger
from tests.kills.client import Client
from tests.kills.floors import FLOOR
from tests.kills.processes import Server
from tests.kills.programme import KINDS, Tally, scattered
from tests.kills.runs import OPTIONS, Run, open_house


def sound(tally: Tally) -> None:
    assert not tally.failures, "\n".join(tally.failures)


@pytest.mark.slow
def test_kills_anywhere(tmp_path: Path) -> None:
    tally = scattered(36, 4, tmp_path)
    sound(tally)
    assert tally.struck >= 36
    assert {kind for kind, _ in tally.kills} >= {"before-commit:kill", "after-commit:kill"}


@pytest.mark.slow
def test_a_house_that_is_killed_while_it_opens_for_the_first_time(tmp_path: Path) -> None:
    (tmp_path / "floor.toml").write_text(FLOOR)
    for number in count(1):
        server = Server(tmp_path, *OPTIONS, in_opening=KINDS[number % 2].format(number), fork=True)
        ready = bool(server.line)
        assert server.kill() == -signal.SIGKILL
        if ready:
            break
    assert number > 1 and server.line["ready"] is True
    server = Server(tmp_path, *OPTIONS, fork=True)
    client = Client("opening")
    client.attach(server)
    (password,) = (user["password"] for user in server.line["users"] if user["name"] == "sam")
    client.tokens["sam"] = client.ask("/v1/sessions", "", "POST", {"name": "sam", "password": password})["token"]
    assert ledger(client)["cage"] == -100 * STARTED_WITH
    client.hang_up()
    server.signal(signal.SIGTERM)
    assert server.ended() == 0
    check_audit(tmp_path)


@pytest.mark.slow
def test_the_program_itself_is_killed(tmp_path: Path) -> None:
    tokens = open_house(tmp_path / "house", fork=False)
    faults = [KINDS[1].format(20), f"opening:{KINDS[1].format(1)}", KINDS[0].format(2)]
    run = Run(tmp_path, tokens, "linked", "1", faults, fork=False)
    run.play()
    assert run.struck == 3
