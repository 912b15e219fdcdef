"""Slow and loud strangers: they are cut off, and nobody else notices."""

import json
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.floor.server.edge.limits import Limits
from tests.server.conftest import ANNS_ACT, BENS_ACT, WIDE, Running
from tests.server.test_live import hear, opened, say

QUICK = Limits(headers=0.5, body_time=0.8, sign_in_name=1_000, sign_in_address=1_000)


@pytest.fixture
def quick(starting: Callable[..., Running]) -> Iterator[Running]:
    yield starting(QUICK)


def ends(connection: socket.socket) -> bytes:
    """What comes until the other side closes; a time-out of the socket if it does not."""
    received = b""
    while chunk := connection.recv(65_536):
        received += chunk
    return received


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\r\n",
        b"GET /v1/house HT",
        b"GET /v1/house HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{",
        b"POST /v1/me/password HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"GET /v1/house HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
        b"GET /v1/house HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/ho",
    ],
)
def test_a_request_that_never_ends_is_cut_off(quick: Running, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", quick.port), timeout=10) as connection:
        connection.sendall(sent)
        ends(connection)


def test_a_byte_now_and_then_does_not_help(quick: Running) -> None:
    with socket.create_connection(("127.0.0.1", quick.port), timeout=10) as connection:
        began = time.monotonic()
        with pytest.raises(OSError):
            for _ in range(10_000):
                connection.sendall(b"X: y\r\n" if time.monotonic() - began > 0.01 else b"GET /v1/house HTTP/1.1\r\n")
                connection.settimeout(0.05)
                try:
                    if connection.recv(65_536) == b"":
                        raise ConnectionResetError
                except TimeoutError:
                    continue


def test_many_slow_clients_do_not_slow_a_player_down(quick: Running) -> None:
    slow = [socket.create_connection(("127.0.0.1", quick.port), timeout=10) for _ in range(300)]
    try:
        for connection in slow:
            connection.sendall(b"GET /v1/house HTTP/1.1\r\nHost: x\r\n")
        for number in range(20):
            act = {"id": f"patient-{number:03}", "do": ANNS_ACT}
            assert quick.ask("POST", "/v1/tables/t-1/acts", act, who="Ann").status == 200
        for connection in slow:
            assert b"400" in ends(connection)[:20]
    finally:
        for connection in slow:
            connection.close()


def test_a_flood_ends_and_the_others_go_on(starting: Callable[..., Running]) -> None:
    server = starting(WIDE)
    with opened(server, "Ann") as loud, opened(server, "Ben") as calm:
        hear(loud), hear(calm)
        message = json.dumps({"act": {"table": "t-1", "id": "flood-0001", "do": ANNS_ACT}})
        with pytest.raises(ConnectionClosed):
            for _ in range(100_000):
                loud.send(message)
            while True:  # all of it was on its way before the end came
                loud.recv(timeout=30)
        say(calm, {"act": {"table": "t-1", "id": "calm-0001", "do": BENS_ACT}})
        assert "done" in hear(calm)


@pytest.mark.slow
def test_a_client_that_never_reads_costs_little_and_is_dropped(starting: Callable[..., Running]) -> None:
    server = starting(Limits(acts=10_000, acts_burst=10_000))
    server.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4_096)
    with opened(server, ping_interval=None, max_queue=1) as silent, opened(server, "Ann") as live:
        hear(silent), hear(live)
        say(silent, {"watch": {"table": "t-1"}})
        for number in range(300):
            say(live, {"act": {"table": "t-1", "id": f"noise-{number:04}", "do": ANNS_ACT}})
            assert "done" in hear(live)
        server.app.hub.idle = 0.2
        say(live, {"ping": 1})
        while len(server.app.hub.sockets) > 1:  # others are not kept waiting
            assert server.ask("GET", "/v1/house", who="dan").status == 200
            say(live, {"ping": 1})
            assert hear(live) == {"pong": 1}


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", "A\r\nSet-Cookie: x=y", "\u202eevil", "A" * 900, "', DROP TABLE user; --", "\u0000"],
)
def test_names_are_inert(starting: Callable[..., Running], name: str, capfd: pytest.CaptureFixture[str]) -> None:
    server = starting(WIDE)
    reply = server.sign_in(name)
    assert reply.status == 401
    assert name not in reply.text
    new = {"name": name, "role": "player", "password": "ten letters"}
    assert server.ask("POST", "/v1/users", new, who="sam").status == 400
    for line in capfd.readouterr().err.splitlines():
        assert json.loads(line)["event"]
