"""Webhooks: a house posts its public events to a receiver that refuses, hangs and comes back."""

import hashlib
import hmac
import json
import signal
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from croupier.base.errors import Unreadable
from croupier.doors.cli import serve
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.server.watching import webhooks
from croupier.floor.server.watching.webhooks import read_webhooks
from tests.floors import house_table
from tests.server.several import FLOOR as SEVERAL_FLOOR
from tests.server.several import Several
from tests.server.starts import ANN, DAN, FLOOR, House, house
from tests.store.postgres_server import cluster

SECRET = "sixteen letters!"


class Post(NamedTuple):
    events: list[dict[str, Any]]
    status: int
    path: str


class Receiver(ThreadingHTTPServer):
    """Answers with these statuses, then with 204."""

    daemon_threads = True

    def __init__(self, statuses: Sequence[int] = ()) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self._statuses, self.posts = list(statuses), list[Post]()
        self.changed = threading.Condition()
        self.lets_in = threading.Event()
        self.lets_in.set()
        self.waiting = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def hear(self, path: str, signature: str, body: bytes) -> int:
        self.waiting.set()
        assert self.lets_in.wait(20)
        stamp, _, digest = signature.partition(",v1=")
        signed = stamp.removeprefix("t=").encode() + b"." + body
        is_signed = hmac.compare_digest(digest, hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest())
        with self.changed:
            status = 401 if not is_signed else self._statuses.pop(0) if self._statuses else 204
            self.posts.append(Post(json.loads(body)["events"], status, path))
            self.changed.notify_all()
        return status

    @property
    def accepted(self) -> list[dict[str, Any]]:
        return [event for post in self.posts if post.status == 204 for event in post.events]

    def until(self, seq: int, do: str = "") -> list[dict[str, Any]]:
        """Everything accepted, once this event is, or those words."""
        with self.changed:
            assert self.changed.wait_for(
                lambda: any(each["seq"] == seq or (do and each.get("do") == do) for each in self.accepted), 20
            ), self.posts
            return self.accepted

    def section(self, events: str = '"all"') -> str:
        url = f"http://127.0.0.1:{self.server_port}/floor?to=bar"
        return f'[[webhook]]\nurl = "{url}"\nsecret = "{SECRET}"\nevents = {events}\n'


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(self.server.hear(self.path, self.headers["Croupier-Signature"], body))
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "FIRST_WAIT", 0.01)


@pytest.fixture
def receivers() -> Iterator[list[Receiver]]:
    both = [Receiver([500, 302]), Receiver()]
    yield both
    for each in both:
        each.lets_in.set()
        each.shutdown()
        each.server_close()


def newest(opened: House) -> int:
    return opened.running.running_floor.events.newest.seq


def streamed(opened: House) -> list[dict[str, Any]]:
    """The same events as `GET /v1/events` has them."""
    events = opened.running.running_floor.events
    return [msgspec.json.decode(msgspec.json.encode(each)) for each in events.read(events.place(0), 1000)[0]]


def play_a_round(opened: House) -> None:
    for who, do in ((ANN, "1 ante 50"), (DAN, "close"), (ANN, "1 fold"), (DAN, "settle"), (DAN, "next")):
        assert "done" in opened.act(who, do)


def test_everything_comes_in_order_signed_and_goes_on_after_a_restart(
    tmp_path: Path, receivers: list[Receiver]
) -> None:
    everything, rounds = receivers
    floor = FLOOR + house_table("backroom", run_by="dealer", spectators=False)
    floor += everything.section() + rounds.section('["round", "award"]')
    with house(tmp_path, floor=floor) as opened:
        opened.act(ANN, "1 sits Ann 500", "backroom")
        opened.act(ANN, "1 sits Ann 1000")
        sat = newest(opened)
        everything.until(sat)
        assert [each.status for each in everything.posts[:3]] == [500, 302, 204]
        assert all(each.events[0]["seq"] == 1 and each.path == "/floor?to=bar" for each in everything.posts[:3])
        play_a_round(opened)
        assert everything.until(newest(opened)) == streamed(opened)
        assert streamed(opened)[-1]["kind"] == "round"
        rounds.until(newest(opened))
        posts = len(everything.posts)
    with house(tmp_path, floor=floor) as opened:
        play_a_round(opened)
        told = {each["seq"]: each for each in everything.until(newest(opened))}
        assert [*told.values()] == streamed(opened)
        assert everything.posts[posts].events[0]["seq"] > sat  # at most the last post comes again
        assert "backroom" not in json.dumps(everything.accepted)
        told = {each["seq"]: each for each in rounds.until(newest(opened))}
        assert [*told.values()] == [each for each in streamed(opened) if each["kind"] == "round"]
        assert len(told) < newest(opened)


def test_a_receiver_that_hangs_holds_nobody_up(tmp_path: Path, receivers: list[Receiver]) -> None:
    hanging, other = receivers
    hanging.lets_in.clear()
    floor = FLOOR + hanging.section() + other.section()
    with house(tmp_path, floor=floor) as opened:
        assert hanging.waiting.wait(20)
        assert "done" in opened.act(ANN, "1 sits Ann 1000")
        other.until(newest(opened))
    assert not any(each.name == "webhook" for each in threading.enumerate()), "the house stops, too"
    hanging.lets_in.set()
    with house(tmp_path, floor=floor) as opened:
        told = hanging.until(newest(opened))
        assert [each["seq"] for each in told][-newest(opened) :] == [*range(1, newest(opened) + 1)]


@pytest.mark.slow
def test_only_the_process_that_decides_posts_and_another_goes_on(tmp_path: Path, receivers: list[Receiver]) -> None:
    told = receivers[1]
    several = Several(tmp_path, cluster().database(), SEVERAL_FLOOR + told.section(), 'lease = "3s"')
    several.open()
    try:
        one, other = several.start("one"), several.start("other")
        told.until(1)
        assert other.act("Ann", "ann-ante-01", "1 ante 50")[0] == 200
        sat = len(told.until(0, "1 ante 50.00"))
        assert other.act("Ben", "ben-ante-01", "2 ante 20")[0] == 200  # written with how far the first post got
        assert one.ended(signal.SIGKILL) < 0
        other.act_at_last("Ben", "ben-tops-01", "2 tops-up 5")
        seqs = [each["seq"] for each in told.until(0, "2 tops-up 5.00")]
    finally:
        several.end()
    assert [*dict.fromkeys(seqs)] == [*range(1, seqs[-1] + 1)] and len(seqs) > sat
    assert 1 not in seqs[sat:]  # it goes on where the other one was


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        ('url = "ftp://a.example/x"', "with http"),
        ('url = "https:///x"', "with http"),
        ('url = "https://me:pass@a.example"', "with http"),
        ('secret = "fifteen letters"', "16 characters or more"),
        ("secret = 1234567890123456", "16 characters or more"),
        ('events = ["round", "hand"]', '"all" or a list of round, award, incident, table, link, shift'),
        ("events = []", '"all" or a list'),
        ('events = "round"', '"all" or a list'),
        ('event = "all"', "known: events, secret, url"),
    ],
)
def test_what_a_webhook_cannot_be(line: str, accepted: str) -> None:
    usual = {"url": 'url = "https://a.example/x"', "secret": f'secret = "{SECRET}"'}
    read_webhooks(read_floor_file("\n".join(["[[webhook]]", *usual.values()])).webhooks)
    lines = usual | {line.partition(" ")[0]: line}
    with pytest.raises(Unreadable) as refusal:
        read_webhooks(read_floor_file("\n".join(["[[webhook]]", *lines.values()])).webhooks)
    assert accepted in str(refusal.value)


@pytest.mark.parametrize("text", ['[[webhook]]\nurl = "http://a.example"\n', "[webhook]\n"])
def test_serve_refuses_it_before_it_makes_a_store(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "house.toml"
    config.write_text(f'[store]\nurl = "house"\n{text}')
    assert serve.main(["--config", str(config)]) == 2
    assert "[[webhook]]" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [config]
