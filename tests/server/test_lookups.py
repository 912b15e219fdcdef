"""Old rounds and figures are worked out beside the loop: few at once, strangers apart from staff, each answer once."""

import asyncio
import http.client
import json
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state.people import Role, Who
from croupier.floor.server.edge.limits import Limits
from croupier.floor.server.edge.problems import Later
from croupier.floor.server.process.lookups import QUEUE, QUEUE_OF_ONE, Answer, Lookups
from croupier.floor.store.checkpoint_file import lines_from_the_end
from tests.server.conftest import ANNS_ACT, Running
from tests.server.test_open import FLOOR, Process, folder

__all__ = ["folder"]
STRANGERS = 50
PROOF = "/v1/tables/tcp-1/rounds/1/proof"


class Held:
    """A lookup that lasts until it is let go, and knows how many run at once."""

    def __init__(self) -> None:
        self.go, self.begun = threading.Event(), threading.Semaphore(0)
        self._lock = threading.Lock()
        self.running = self.most = self.calls = 0

    def __call__(self, *_: Any) -> dict[str, Any]:
        with self._lock:
            self.calls += 1
            self.running += 1
            self.most = max(self.most, self.running)
        self.begun.release()
        assert self.go.wait(30)
        with self._lock:
            self.running -= 1
        return {}


def test_fifty_strangers_do_not_keep_a_seated_player_or_a_dealer_waiting(tmp_path: Path) -> None:
    server = Running(tmp_path / "store", Limits(anonymous=STRANGERS * 2, sign_in_name=1_000, sign_in_address=1_000))
    held = Held()
    server.floor.history.proof = held  # type: ignore[assignment, method-assign]
    try:
        server.token("Ann"), server.token("dan")
        with ThreadPoolExecutor(STRANGERS) as strangers:
            asked = [strangers.submit(server.ask, "GET", PROOF) for _ in range(STRANGERS)]
            assert held.begun.acquire(timeout=20)
            for number in range(20):  # all of them are answered while the first stranger still waits
                act = {"id": f"seated-{number:04}", "do": ANNS_ACT}
                assert server.ask("POST", "/v1/tables/tcp-1/acts", act, who="Ann").status == 200
            assert server.ask("GET", "/v1/tables/tcp-1/incidents/kinds", who="dan").status == 200
            assert held.running == 1
            for _ in islice(as_completed(asked), STRANGERS - QUEUE_OF_ONE):
                pass  # everybody has come: those who are not in the queue are sent away
            held.go.set()
            statuses = [each.result().status for each in asked]
        assert held.most == 1  # of strangers' lookups at once
        assert statuses.count(200) == held.calls <= QUEUE_OF_ONE
        assert set(statuses) == {200, 503}
    finally:
        held.go.set()
        server.stop()


ANN, DAN = Who("Ann", Role.PLAYER), Who("dan", Role.DEALER)


def test_each_of_the_three_has_a_pool_and_each_pool_a_queue() -> None:
    async def ask() -> None:
        lookups, held = Lookups(2), Held()
        try:
            loop = asyncio.get_running_loop()
            crowd = [loop.create_task(lookups.run(None, f"192.0.2.{number}", held)) for number in range(QUEUE + 1)]
            await asyncio.sleep(0)
            assert lookups.waiting == QUEUE + 1
            with pytest.raises(Later):
                await lookups.run(None, "192.0.2.250", held)
            assert await lookups.run(ANN, "192.0.2.1", lambda: "played") == "played"
            assert await lookups.run(DAN, "192.0.2.1", lambda: "dealt") == "dealt"
            held.go.set()
            await asyncio.gather(*crowd)
            assert (held.calls, held.most, lookups.waiting) == (QUEUE + 1, 1, 0)
        finally:
            held.go.set()
            lookups.close()

    asyncio.run(ask())


def test_one_address_cannot_fill_the_queue() -> None:
    async def ask() -> None:
        lookups, held = Lookups(1), Held()
        try:
            loop = asyncio.get_running_loop()
            greedy = [loop.create_task(lookups.run(None, "192.0.2.1", held)) for _ in range(QUEUE_OF_ONE)]
            await asyncio.sleep(0)
            with pytest.raises(Later):
                await lookups.run(None, "192.0.2.1", held)
            other = loop.create_task(lookups.run(None, "192.0.2.2", held))
            held.go.set()
            await asyncio.gather(*greedy, other)
        finally:
            held.go.set()
            lookups.close()

    asyncio.run(ask())


def test_an_answer_that_many_ask_for_at_once_is_worked_out_once() -> None:
    calls = 0

    def work() -> Answer:
        nonlocal calls
        calls += 1
        return Answer(b"{}")

    async def ask() -> None:
        lookups = Lookups(1)
        try:
            asked = [lookups.keep("round 1", None, f"192.0.2.{number}", work) for number in range(QUEUE)]
            assert set(await asyncio.gather(*asked)) == {Answer(b"{}")}
        finally:
            lookups.close()

    asyncio.run(ask())
    assert calls == 1


def test_kept_answers_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.floor.server.process.lookups.KEPT_BYTES", 100)
    calls: list[int] = []

    async def ask() -> None:
        lookups = Lookups(1)

        async def get(number: int) -> None:
            def work() -> Answer:
                calls.append(number)
                return Answer(bytes(40))

            await lookups.keep(number, None, "192.0.2.1", work)

        try:
            for number in (1, 2, 1, 3, 1, 2):  # 3 pushes 2 out, which was asked for longest ago
                await get(number)
        finally:
            lookups.close()

    asyncio.run(ask())
    assert calls == [1, 2, 3, 2]


def played(process: Process, rounds: int) -> None:
    """Plays that number of rounds of one box at the dealer's table, and begins the next."""
    number = 0

    def act(who: str, do: str) -> None:
        nonlocal number
        number += 1
        moment = process.ask("GET", "/v1/tables/tcp-1", who=who)[1]["table"]["moment"]
        status, told = process.act(who, f"past-{number:04}", do, moment)
        assert status == 200, told

    act("Ann", "1 sits Ann 1000")
    for _ in range(rounds):
        for who, do in (("Ann", "1 ante 50"), ("dan", "close"), ("Ann", "1 fold"), ("dan", "settle"), ("dan", "next")):
            act(who, do)


def test_rounds_that_are_past_have_a_tag(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR.replace('shoe = "2c As 9h Qd Ks 8h 7c Qs 3d 2h"\n', ""))
    played(process, 2)

    def get(path: str, who: str = "", tag: str = "") -> tuple[int, dict[str, str], bytes]:
        headers = {"If-None-Match": tag} if tag else {}
        if who:
            headers["Authorization"] = f"Bearer {process.token(who)}"
        connection = http.client.HTTPConnection(process.line["address"].removeprefix("http://"), timeout=20)
        try:
            connection.request("GET", f"/v1/tables/tcp-1/{path}", headers=headers)
            response = connection.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            return response.status, told, response.read()
        finally:
            connection.close()

    for path in ("rounds/1", "rounds/1/steps", "rounds/1/proof", "rounds?limit=1&before=2"):
        status, headers, body = get(path)
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert get(path, tag=headers["etag"])[::2] == (304, b"")
        assert get(path, tag='"another"')[::2] == (200, body)
    status, headers, seen = get("rounds/1", "una")
    assert json.loads(seen) != json.loads(get("rounds/1")[2])  # every card
    assert (status, headers["cache-control"]) == (200, "no-store") and "etag" in headers
    assert get("rounds/1", "una", headers["etag"])[0] == 304
    assert get("rounds/1", tag=headers["etag"])[0] == 200  # another viewer's
    assert "etag" not in get("rounds/3")[1]  # it is not over
    assert "etag" not in get("rounds")[1]
    assert get("rounds/9")[0] == 404


def test_looks_at_hidden_and_personal_things_are_counted_by_name_and_logged(folder: Path) -> None:
    process = Process(folder, "--clock", "manual", floor=FLOOR.replace('shoe = "2c As 9h Qd Ks 8h 7c Qs 3d 2h"\n', ""))
    played(process, 1)
    table = "/v1/tables/tcp-1"
    for path in ("rounds/1", "rounds/1/steps", "rounds/1/proof", "rounds/1/deck", "journal"):
        assert process.ask("GET", f"{table}/{path}", who="una")[0] == 200
    for path in ("rounds/1?format=round-file", "rounds?format=round-file"):
        address = process.line["address"].removeprefix("http://")
        connection = http.client.HTTPConnection(address, timeout=20)
        connection.request("GET", f"{table}/{path}", headers={"Authorization": f"Bearer {process.token('una')}"})
        assert connection.getresponse().status == 200
        connection.close()
    assert process.ask("GET", "/v1/players/Ann/account", who="pia")[0] == 200
    assert process.ask("GET", "/v1/players/Ann/account", who="Ann")[0] == 200
    assert process.ask("GET", f"{table}/rounds/1", who="Ann")[0] == 200
    connection = http.client.HTTPConnection(process.line["address"].removeprefix("http://"), timeout=20)
    connection.request("GET", "/metrics")
    figures = connection.getresponse().read().decode().splitlines()
    connection.close()
    reads = dict(line.removeprefix("croupier_reads_total").split(" ") for line in figures if "reads_total{" in line)
    una = {"round": 2, "round-file": 1, "proof": 1, "deck": 1, "journal": 1, "life": 1}
    expected = {f'{{user="una",what="{what}"}}': str(times) for what, times in una.items()}
    assert reads == {**expected, '{user="pia",what="account"}': "1"}
    log = [json.loads(line) for line in process.ended(15)[2].splitlines()]
    looks = [(line["by"], line["what"], line["about"]) for line in log if line["event"] == "read"]
    assert looks[0] == ("una", "round", "tcp-1 1") and looks[-1] == ("pia", "account", "Ann")
    assert len(looks) == sum(una.values()) + 1


@pytest.mark.parametrize("block", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("text", [b"", b"a\n", b"a\nbb\nccc\n", b"a\nbb\nnever finished", b"never finished", b"\n\n"])
def test_lines_from_the_end(tmp_path: Path, text: bytes, block: int) -> None:
    path = tmp_path / "book"
    assert list(lines_from_the_end(path)) == []
    path.write_bytes(text)
    assert list(lines_from_the_end(path, block)) == text[: text.rfind(b"\n") + 1].splitlines()[::-1]


def test_the_newest_checkpoint_is_found_without_reading_the_book(tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.write_bytes(b"".join(b'{"number": %d}\n' % number for number in range(10_000)))
    lines = lines_from_the_end(path, 64)
    assert next(lines) == b'{"number": 9999}'
    path.write_bytes(path.read_bytes().replace(b'"number": 1}', b'"number": X}'))
    assert next(lines) == b'{"number": 9998}'
