"""Public events over HTTP: streamed to the auditor and to programs with a token, for as long as they may read."""

import http.client
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.conftest import ANNS_ACT, Running


class Stream:
    """A reader of server-sent events."""

    def __init__(self, server: Running, token: str, after: int | None = None, last: int | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} | ({} if last is None else {"Last-Event-ID": str(last)})
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        self._connection.request("GET", "/v1/events" + ("" if after is None else f"?after={after}"), None, headers)
        self.response = self._connection.getresponse()

    def __enter__(self) -> "Stream":
        assert self.response.status == 200, self.response.read()
        assert self.response.headers["Content-Type"] == "text/event-stream"
        return self

    def __exit__(self, *_: object) -> None:
        self.response.close()
        self._connection.close()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Events, until the server ends the stream."""
        seq = 0
        while line := self.response.readline():
            if line.startswith(b"id: "):
                seq = int(line[4:])
            elif line.startswith(b"data: "):
                event: dict[str, Any] = json.loads(line[6:])
                assert event["seq"] == seq
                yield event

    def next(self, number: int) -> list[dict[str, Any]]:
        events = iter(self)
        return [next(events) for _ in range(number)]


@pytest.fixture
def server(starting: Callable[..., Running]) -> Running:
    return starting()


def act(server: Running, number: int, table: str = "t-1") -> int:
    """The version of the table after it."""
    body = {"id": f"event-{number:06}", "do": ANNS_ACT}
    return int(server.ask("POST", f"/v1/tables/{table}/acts", body, who="Ann").json["done"]["version"])


def test_a_stream_has_everything_and_goes_on_where_it_was_left(server: Running, starting: Any) -> None:
    with Stream(server, server.token("una"), 0) as stream:
        seq = server.running.events.newest.seq
        opened = stream.next(seq)
        assert [each["seq"] for each in opened] == list(range(1, seq + 1))
        assert {each.get("table") for each in opened} >= {"tcp-1", "t-19", None} and "private" not in {
            each.get("table") for each in opened
        }
        for number in range(3):
            version = act(server, number)
            (event,) = stream.next(1)
            assert (event["table"], event["version"], event["by"]) == ("t-1", version, "Ann")
            assert event["kind"] == "table" and event["do"] == "1 tops-up 1.00"
    with Stream(server, server.token("una"), seq + 1) as again, Stream(server, server.token("una"), 0, seq + 2) as back:
        assert [each["seq"] for each in again.next(2)] == [seq + 2, seq + 3]
        assert back.next(1)[0] == event
    server.stop()
    after_a_restart = starting()
    with Stream(after_a_restart, after_a_restart.token("una"), seq + 2) as stream:
        assert stream.next(1)[0] == event
        act(after_a_restart, 4)
        assert stream.next(1)[0]["seq"] == seq + 4


def test_only_places_that_there_are(server: Running) -> None:
    newest = server.running.events.newest.seq
    for after, status in (("-1", 400), ("x", 400), (str(newest + 1), 409), ("9" * 13, 400)):
        assert server.ask("GET", f"/v1/events?after={after}", who="una").status == status
    assert server.ask("GET", "/v1/events").status == 401
    for role in ("Ann", "dan", "pia", "sam"):
        assert server.ask("GET", "/v1/events", who=role).status == 403


def test_a_program_reads_with_a_token_until_it_is_revoked(server: Running) -> None:
    body = {"id": "token-0001", "name": "the jackpot display"}
    assert server.ask("POST", "/v1/tokens", body, who="una").status == 403
    made = server.ask("POST", "/v1/tokens", body, who="sam")
    secret = made.json["secret"]
    assert made.status == 201 and made.json["made"]["token"] == 1 and made.json["made"]["by"] == "sam"
    again = server.ask("POST", "/v1/tokens", body, who="sam").json
    assert again["secret"] == secret and again["again"]
    assert server.ask("POST", "/v1/tokens", {**body, "name": "another"}, who="sam").json["error"]["code"] == "id-reused"
    (listed,) = server.ask("GET", "/v1/tokens", who="sam").json["items"]
    assert listed == made.json["made"] and secret not in json.dumps(listed)
    assert server.ask("GET", "/v1/me", headers={"Authorization": f"Bearer {secret}"}).status == 401
    with Stream(server, secret, server.running.events.newest.seq) as stream:
        act(server, 1)
        assert stream.next(1)[0]["do"] == "1 tops-up 1.00"
        assert server.ask("DELETE", "/v1/tokens/1", who="sam").status == 200
        assert list(stream) == []
    assert server.ask("GET", "/v1/events", headers={"Authorization": f"Bearer {secret}"}).status == 401
    assert server.ask("DELETE", "/v1/tokens/1", who="sam").status == 404
    entries = [entry.body for entry in server.store.entries("house")]
    assert not any(secret.encode() in body for body in entries)
    words = [json.loads(body)["do"] for body in entries]
    assert [each for each in words if "token" in each] == ["makes a token for the jackpot display", "revokes token 1"]


def test_a_stream_ends_with_its_session(server: Running) -> None:
    with Stream(server, server.token("una")) as stream:
        stream.next(1)
        assert server.ask("DELETE", "/v1/sessions", who="una").status == 200
        list(stream)
    del server.tokens["una"]
    with Stream(server, server.token("una"), server.running.events.newest.seq) as stream:
        server.stop()
        assert list(stream) == []


def test_one_reader_has_few_streams(server: Running) -> None:
    token = server.token("una")
    streams = [Stream(server, token, 0) for _ in range(4)]
    for stream in streams:
        stream.next(1)
    assert server.ask("GET", "/v1/events", who="una").status == 429
    for stream in streams:
        stream.__exit__()
