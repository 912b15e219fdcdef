"""The live socket, with a real client on a real server."""

import json
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.floor.server.api import answers
from croupier.floor.server.edge.limits import Limits
from tests.server.conftest import ANNS_ACT, BENS_ACT, Running

Starting = Callable[..., Running]


def opened(server: Running, who: str = "", **more: Any) -> ClientConnection:
    headers = {"Authorization": f"Bearer {server.token(who)}"} if who else {}
    headers |= more.pop("headers", {})
    live = f"ws://127.0.0.1:{server.port}/v1/live"
    connection: ClientConnection = connect(live, additional_headers=headers, compression=None, **more)
    return connection


def say(live: ClientConnection, message: Any) -> None:
    live.send(json.dumps(message))


def hear(live: ClientConnection) -> Any:
    return json.loads(live.recv(timeout=10))


def hear_until(live: ClientConnection, key: str) -> Any:
    while True:
        message = hear(live)
        if key in message:
            return message[key]


def closed(live: ClientConnection) -> tuple[int, str]:
    """The code, and the last word."""
    why = ""
    try:
        while True:
            message = hear(live)
            why = message.get("bye", {}).get("why", why)
    except ConnectionClosed as over:
        assert over.rcvd is not None
        return over.rcvd.code, why


def test_hello(server: Running) -> None:
    with opened(server) as live:
        assert hear(live)["hello"] == {"api": 1, "user": None, "now": "2026-01-01T00:00:00.000Z", "demo": True}
    with opened(server, "Ann") as live:
        assert hear(live)["hello"]["user"] == {"name": "Ann", "role": "player"}
        say(live, {"ping": 7})
        assert hear(live) == {"pong": 7}


def test_watching_brings_sign_view_and_link_and_then_every_version(server: Running) -> None:
    with opened(server, "Ann") as live, opened(server, "Ben") as other:
        hear(live), hear(other)
        say(live, {"watch": {"table": "tcp-1"}})
        assert hear(live)["sign"]["table"] == "tcp-1"
        view = hear(live)["table"]
        assert view["you"]["name"] == "Ann" and view["happened"] == []
        assert hear(live)["link"]["name"] == "grand"
        first = view["version"]
        for number in range(30):
            say(other, {"act": {"table": "tcp-1", "id": f"many-{number:04}", "do": f"2 tops-up {number + 1}"}})
        views = [hear(live)["table"] for _ in range(30)]
        assert [view["version"] for view in views] == list(range(first + 1, first + 31))
        assert [[act["do"] for act in view["happened"]] for view in views] == [
            [f"2 tops-up {n + 1}.00"] for n in range(30)
        ]
        assert [hear(other)["done"]["version"] for _ in range(30)] == list(range(first + 1, first + 31))
        say(live, {"watch": {"table": "tcp-1", "since": first + 27}})
        hear(live)
        assert [act["version"] for act in hear(live)["table"]["happened"]] == [first + 28, first + 29, first + 30]
        hear(live)
        say(live, {"unwatch": {"table": "tcp-1"}})
        say(other, {"act": {"table": "tcp-1", "id": "after-it", "do": BENS_ACT}})
        hear(other)
        say(live, {"ping": 1})
        assert hear(live) == {"pong": 1}


def test_the_lobby_is_sent_at_once_and_when_it_has_changed(starting: Starting) -> None:
    server = starting()
    with opened(server) as live, opened(server, "Ben") as other:
        hear(live), hear(other)
        say(live, {"watch": {"lobby": True}})
        first = hear(live)
        msgspec.convert(first, answers.tables.Lobby)
        for box in range(3, 8):
            say(other, {"act": {"table": "tcp-1", "id": f"lobby-{box:04}", "do": f"{box} sits Ben 1"}})
        for _ in range(5):
            hear(other)
        lists: list[Any] = []
        taken: dict[str, list[int]] = {}
        while taken.get("tcp-1") != [*range(1, 8)]:
            lists.append(hear_until(live, "lobby"))
            taken = {table["name"]: table["taken"] for table in lists[-1]["tables"]}
        assert len(lists) <= 2  # one at once, one with the rest
        assert [each["version"] for each in lists] == list(range(2, 2 + len(lists)))
        say(live, {"unwatch": {"lobby": True}})
        say(other, {"act": {"table": "tcp-1", "id": "lobby-last", "do": BENS_ACT}})
        hear(other)
        say(live, {"ping": 1})
        assert hear(live) == {"pong": 1}
        for wrong in ({"lobby": False}, {"lobby": True, "table": "tcp-1"}, {"lobby": 1}):
            say(live, {"watch": wrong})
            assert hear(live)["error"]["code"] == "unreadable"


def test_done_comes_before_the_view(server: Running) -> None:
    with opened(server, "Ann") as live:
        hear(live)
        say(live, {"watch": {"table": "t-3"}})
        hear_until(live, "table")
        for number in range(20):
            say(live, {"act": {"table": "t-3", "id": f"order-{number:04}", "do": ANNS_ACT}})
        told = [hear(live) for _ in range(40)]
        order = [next(iter(message)) for message in told]
        done = [message["done"]["version"] for message in told if "done" in message]
        for version in done:
            at = next(n for n, message in enumerate(told) if message.get("done", {}).get("version") == version)
            seen = next(n for n, message in enumerate(told) if message.get("table", {}).get("version") == version)
            assert at < seen
        assert sorted(order) == ["done"] * 20 + ["table"] * 20


def test_refusals_do_not_close(server: Running) -> None:
    with opened(server, "Ann") as live:
        hear(live)
        unknown: list[Any] = [{}, [], 5, "x", None, {"a": 1}, {"ping": 1, "act": {}}, {"ping": "x"}, {"act": 5}]
        for message in unknown:
            say(live, message)
            assert hear(live)["error"]["code"] == "unreadable"
        for watch in (
            {},
            {"table": 5},
            {"table": "x", "y": 1},
            {"pit": False},
            {"table": "T"},
            {"table": "t", "since": -1},
        ):
            say(live, {"watch": watch})
            assert hear(live)["error"]["code"] == "unreadable"
        say(live, {"watch": {"table": "nowhere"}})
        error = hear(live)["error"]
        assert (error["code"], error["watch"]) == ("not-found", {"table": "nowhere"})
        say(live, {"watch": {"pit": True}})
        assert hear(live)["error"]["code"] == "forbidden"
        say(live, {"act": {"table": "tcp-1", "id": "refused-1", "do": "2 sits Ann 100"}})
        error = hear(live)["error"]
        assert (error["code"], error["id"], error["says"]["code"]) == ("refused", "refused-1", "box-taken")
        say(live, {"act": {"table": "tcp-1", "id": "stale-01", "do": "1 ante 10", "moment": "0.0"}})
        assert hear(live)["error"]["moment"] == "1.0"
        server.clock.fault = RuntimeError("a fault in the floor")
        say(live, {"act": {"table": "tcp-1", "id": "broken-1", "do": ANNS_ACT}})
        assert hear(live)["error"]["code"] == "unavailable"
        server.clock.fault = None
        live.send('{"ping": 1, "ping": 2}')
        assert hear(live)["error"]["code"] == "unreadable"
    with opened(server) as live:
        hear(live)
        say(live, {"act": {"table": "tcp-1", "id": "nobody-1", "do": "x"}})
        assert hear(live)["error"]["code"] == "session"
        say(live, {"watch": {"table": "private"}})
        assert hear(live)["error"]["code"] == "forbidden"
    with opened(server, "una") as live:
        hear(live)
        say(live, {"act": {"table": "tcp-1", "id": "auditor1", "do": "x"}})
        assert hear(live)["error"]["code"] == "forbidden"


@pytest.mark.parametrize(
    ("frame", "code"),
    [("nonsense", 4400), ("", 4400), (b"\x00", 4400), ("[" * 10_000, 4400), ('{"ping": 7}' + " " * 16_374, 1009)],
)
def test_frames_that_close(server: Running, frame: str | bytes, code: int) -> None:
    with opened(server, "Ann") as live:
        hear(live)
        live.send(frame)
        assert closed(live)[0] == code


def test_the_largest_frame_is_accepted_and_a_huge_one_cuts_the_connection(server: Running) -> None:
    with opened(server) as live:
        hear(live)
        live.send('{"ping": 7}' + " " * 16_373)
        assert hear(live) == {"pong": 7}
        with suppress(ConnectionClosed):
            live.send("x" * 500_000)
        assert closed(live)[0] == 1009


def test_origins_and_sessions(server: Running) -> None:
    cookie = {"Cookie": f"croupier={server.token('Ann')}"}
    for origin in ("http://evil.example", None, "null"):
        with opened(server, headers=cookie, origin=origin) as live:
            assert closed(live)[0] == 4403
    with opened(server, headers=cookie, origin=server.address) as live:
        assert hear(live)["hello"]["user"]["name"] == "Ann"
    with opened(server, headers={"Authorization": "Bearer wrong"}) as live:
        assert closed(live)[0] == 4401


def test_other_paths_are_no_sockets(server: Running) -> None:
    for path, status in [("/v1/nothing", 404), ("/v1/house", 400)]:
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{server.port}{path}")
        assert refused.value.response.status_code == status


def test_a_session_that_ends_closes_its_sockets(starting: Starting) -> None:
    server = starting()
    with opened(server, "Ann") as live, opened(server, "Ben") as other:
        hear(live), hear(other)
        assert server.ask("PATCH", "/v1/users/Ann", {"disabled": True}, who="sam").status == 200
        code, why = closed(live)
        assert code == 4401 and "sign in" in why
        say(other, {"ping": 1})
        assert hear(other) == {"pong": 1}
        server.ask("POST", "/v1/demo/clock", {"advance": 1_800_000}, who="sam")
        assert closed(other)[0] == 4401


def test_the_floor_learns_who_is_connected(starting: Starting) -> None:
    server = starting()
    with opened(server, "Ann") as live:
        hear(live)
        say(live, {"watch": {"table": "tcp-1"}})
        hear_until(live, "link")
        assert server.floor.ask.connected == {"tcp-1": {"Ann"}}
    with opened(server, "Ann") as live:  # the first one is gone by the time that the second is greeted
        hear(live)
    server.stop()
    assert server.floor.ask.connected == {"tcp-1": set()}


def test_limits_one_over_is_refused_one_below_works(starting: Starting) -> None:
    server = starting(Limits(watched=2, sockets_a_session=2, acts=1, acts_burst=3, sign_in_name=99, sign_in_address=99))
    with opened(server, "Ann") as live, opened(server, "Ann") as second:
        hear(live), hear(second)
        with opened(server, "Ann") as third:
            assert closed(third)[0] == 4429
        for table in ("t-1", "t-2"):
            say(live, {"watch": {"table": table}})
            hear_until(live, "table")
        say(live, {"watch": {"table": "t-3"}})
        assert hear(live)["error"]["code"] == "refused"
        say(live, {"unwatch": {"table": "t-1"}})
        say(live, {"watch": {"table": "t-3"}})
        hear_until(live, "table")
        for number in range(4):
            say(second, {"act": {"table": "t-9", "id": f"burst-{number:03}", "do": ANNS_ACT}})
        answers = [hear(second) for _ in range(4)]
        assert sum("done" in answer for answer in answers) == 3
        refused = next(answer["error"] for answer in answers if "error" in answer)
        assert refused["code"] == "too-fast"
        for number in range(200):
            try:
                say(second, {"ping": number})
            except ConnectionClosed:
                break
        assert closed(second)[0] == 4429
        say(live, {"ping": 1})
        assert hear_until(live, "pong") == 1


def test_a_full_house_is_503(starting: Starting) -> None:
    server = starting(Limits(sockets=1))
    with opened(server) as live:
        hear(live)
        with pytest.raises(InvalidStatus) as refused:
            opened(server)
        assert refused.value.response.status_code == 503


def test_acts_waiting_at_a_table_are_bounded(starting: Starting) -> None:
    server = starting(Limits(acts_waiting=3))
    with opened(server, "Ann") as live:
        hear(live)
        server.hops.held = True
        for number in range(4):
            say(live, {"act": {"table": "t-1", "id": f"waits-{number:03}", "do": ANNS_ACT}})
        assert hear(live)["error"]["code"] == "unavailable"
        server.hops.release()
        say(live, {"act": {"table": "t-2", "id": "elsewhere", "do": ANNS_ACT}})
        assert {hear(live)["done"]["id"] for _ in range(4)} == {"waits-000", "waits-001", "waits-002", "elsewhere"}


def test_a_slow_reader_gets_fewer_views_and_never_an_old_one(starting: Starting) -> None:
    server = starting(Limits(acts=10_000, acts_burst=10_000))
    server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    raw.connect(("127.0.0.1", server.port))
    with opened(server, sock=raw, max_queue=1) as slow, opened(server, "Ann") as live:
        hear(slow), hear(live)
        say(slow, {"watch": {"table": "t-1"}})
        last = hear_until(slow, "table")["version"]
        for number in range(190):
            say(live, {"act": {"table": "t-1", "id": f"quick-{number:03}", "do": ANNS_ACT}})
            assert "done" in hear(live)
        versions, happened = [last], []
        while versions[-1] < last + 190:
            view = hear_until(slow, "table")
            versions.append(view["version"])
            happened += [act["version"] for act in view["happened"]]
        assert versions == sorted(set(versions))
        assert len(versions) < 191
        assert happened == list(range(last + 1, last + 191))


def test_stopping_says_goodbye(starting: Starting) -> None:
    server = starting()
    with opened(server, "Ann") as live:
        hear(live)
        assert server.stop() == 0
        code, why = closed(live)
        assert code == 1012 and "stopping" in why


def test_idle_sockets_are_closed(starting: Starting) -> None:
    server = starting()
    server.app.hub.idle = 0.5
    with opened(server, ping_interval=None) as live:
        hear(live)
        assert closed(live)[0] == 4408
