"""Requests that are no requests, and those that are nearly right: each has its code, and none is a 5xx."""

import json
import socket
from typing import Any

import pytest

from tests.server.conftest import ANNS_ACT, Running

ACTS = "/v1/tables/tcp-1/acts"
ACT = json.dumps({"id": "abcdefgh", "do": ANNS_ACT}).encode()


def deep(levels: int) -> bytes:
    return b'{"id": "abcdefgh", "do": "x", "moment": ' + b"[" * levels + b"]" * levels + b"}"


UNREADABLE: list[bytes] = [
    *(b"", b"[]", b'"x"', b"null", b"{", b"{}x", b"\xff\xfe{}", b"\xef\xbb\xbf{}", deep(16), deep(7_000)),
    *(b'{"id": "abcdefgh", "id": "abcdefgh", "do": "x"}', b'{"id": "abcdefgh", "do": "x", "extra": 1}'),
    *(b'{"id": "abcdefgh", "do": 1}', b'{"id": "abcdefgh", "do": null}', b'{"id": "abcdefgh"}'),
    *(b'{"id": "abcdefgh", "do": NaN}', b'{"id": "abcdefgh", "do": "x", "moment": Infinity}', b'{"id": 1e400}'),
    *(b'{"id": "short", "do": "x"}', b'{"id": "abcdefg\xc3\xa9", "do": "x"}', b'{"id": "abcdefgh\\n", "do": "x"}'),
    b'{"id": "' + b"a" * 65 + b'", "do": "x"}',
    *(b'{"id": "abcdefgh", "do": "\\ud800"}', b'{"id": "abcdefgh", "do": "x", "reason": "a\\u0000b"}'),
    b'{"id": "abcdefgh", "do": "x", "reason": "' + b"r" * 501 + b'"}',
    b'{"id": "abcdefgh", "do": "x", "n": ' + b"9" * 10_000 + b"}",
]


@pytest.mark.parametrize("body", UNREADABLE, ids=lambda body: repr(body[:24]))
def test_unreadable(server: Running, body: bytes) -> None:
    before = server.floor.books.shown.tables["tcp-1"].version
    reply = server.ask("POST", ACTS, body, who="Ann")
    assert (reply.status, reply.json["error"]["code"]) == (400, "unreadable")
    assert server.floor.books.shown.tables["tcp-1"].version == before


def test_what_would_be_accepted_is_said_in_words(server: Running) -> None:
    told = server.ask("POST", ACTS, {"id": "short", "do": "x"}, who="Ann").json["error"]["why"]
    assert told == "Expected 8 to 64 letters, digits, hyphens and underscores - at `id`"


def test_reasons_of_500_characters_and_16_levels_are_read(server: Running) -> None:
    act = {"id": "a-reason", "do": ANNS_ACT, "reason": "é" * 500}
    assert server.ask("POST", ACTS, act, who="Ann").status == 200
    nested = b'{"id": "abcdefgh", "sign": {"a": ' + b"[" * 14 + b"]" * 14 + b"}}"
    deeper = nested.replace(b"[]", b"[[]]")
    told = [server.ask("POST", "/v1/tables/tcp-1/sign", body, who="sam") for body in (nested, deeper)]
    why = [reply.json["error"]["why"] for reply in told]
    assert "unknown key 'a'" in why[0] and "levels" in why[1]


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("", 415),
        ("application/jsonx", 415),
        ("application/json; charset=utf-8", 200),
        ("Application/JSON", 200),
        ("application/json; charset=utf-16", 400),
    ],
)
def test_media_types(server: Running, kind: str, status: int) -> None:
    assert server.ask("POST", ACTS, ACT, who="Ann", headers={"Content-Type": kind}).status == status


@pytest.mark.parametrize(("size", "status"), [(16_384, 200), (16_385, 413), (3_000_000, 413)])
def test_sizes_of_bodies(server: Running, size: int, status: int) -> None:
    assert server.ask("POST", ACTS, ACT + b" " * (size - len(ACT)), who="Ann").status == status


def raw(server: Running, data: bytes) -> tuple[int, Any]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(data)
        received = b""
        while chunk := connection.recv(65_536):
            received += chunk
            head, _, body = received.partition(b"\r\n\r\n")
            if b"content-length: %d\r\n" % len(body) in head.lower() + b"\r\n":
                break
    status = int(received.split(b" ", 2)[1])
    return status, json.loads(body)


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"nonsense\r\n\r\n", 400, "unreadable"),
        (b"GET /v1/\xff HTTP/1.1\r\nHost: x\r\n\r\n", 400, "unreadable"),
        (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400, "unreadable"),
        (b"\x16\x03\x01\x02\x00\x01", 400, "unreadable"),
        (b"GET /v1/house HTTP/1.1\r\n" + b"X-A: b\r\n" * 10_000 + b"\r\n", 431, "too-large"),
        (b"GET /v1/house HTTP/1.1\r\nX-A: " + b"b" * 100_000 + b"\r\n\r\n", 431, "too-large"),
        (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", 431, "too-large"),
        (b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 1073741824\r\n\r\n", 413, "too-large"),
        (b"POST /v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400, "unreadable"),
        (b"GET /v1/live HTTP/1.1\r\nHost: x\r\n\r\n", 400, "unreadable"),
        (b"GET /v1/house HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", 200, ""),
    ],
)  # fmt: skip
def test_no_http(server: Running, data: bytes, status: int, code: str) -> None:
    answered, body = raw(server, data)
    assert answered == status
    assert body.get("error", {}).get("code", "") == code


def test_unknown_paths_and_methods(server: Running) -> None:
    for path in (
        "/nothing",
        "/v1",
        "/v1/",
        "/v1/tables/",
        "/v1/house/",
        "/v1/%2e%2e/etc",
        "/v1/tables/tcp-1/acts/1",
        "//",
    ):
        assert server.ask("GET", path).status == 404
    for path in ("/v1/tables/nobody", "/v1/links/nobody", "/v1/tables/TCP-1", "/v1/tables/tcp-1%00"):
        assert server.ask("GET", path).status == 404
    reply = server.ask("PUT", "/v1/tables")
    assert (reply.status, reply.headers["allow"]) == (405, "GET, POST")
    assert server.ask("HEAD", "/v1/house").status == 405
    assert server.ask("OPTIONS", "/v1/house").status == 405


def test_a_fault_of_ours_is_503_and_tells_nothing(server: Running, capfd: pytest.CaptureFixture[str]) -> None:
    server.token("Ann")
    server.clock.fault = RuntimeError("a fault in the floor, with As Kd and a secret")
    try:
        reply = server.ask("POST", ACTS, {"id": "a-fault-1", "do": ANNS_ACT}, who="Ann")
    finally:
        server.clock.fault = None
    assert (reply.status, reply.json["error"]["code"]) == (503, "unavailable")
    assert "retry-after" in reply.headers
    line = json.loads(capfd.readouterr().err.splitlines()[-1])
    assert (line["level"], line["event"], line["error"]) == ("error", "request", "RuntimeError")
    assert "As Kd" not in json.dumps(line)


def test_headers_of_every_answer(server: Running) -> None:
    for path in ("/v1/house", "/nowhere", "/v1/me"):
        headers = server.ask("GET", path).headers
        assert "unsafe-inline" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
