"""People who are not signed in share budgets by address; people who are have theirs by user, however many sessions."""

import json
from collections.abc import Callable
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from croupier.floor.server.edge.limits import ActLimits, Bucket, Buckets, Limits, Strangers, Turnstile
from croupier.floor.server.edge.problems import Problem, SentAway
from tests.server.conftest import ANNS_ACT, BENS_ACT, WIDE, Running
from tests.server.test_live import closed, hear, opened, say

Starting = Callable[..., Running]
NARROW = Limits(sign_in_name=1_000, sign_in_address=1_000, anonymous=3, sockets_an_address=2, sockets=20)


class Hand:
    """A clock turned by hand."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_anonymous_requests_are_counted_by_address_and_people_signed_in_are_not(starting: Starting) -> None:
    server = starting(NARROW)
    server.app.strangers = Strangers(NARROW, Hand())
    token = server.token("Ann")
    asked = [server.ask("GET", "/v1/tables") for _ in range(10)]
    refused = [reply for reply in asked if reply.status == 429]
    assert [reply.status for reply in asked] == [200] * 3 + [429] * 7
    assert refused[0].json["error"]["code"] == "too-fast"
    assert refused[0].headers["retry-after"] == "1"
    assert all(server.ask("GET", "/v1/tables", who="Ann").status == 200 for _ in range(30))
    assert server.token("Ann") == token
    server.app.strangers = Strangers(NARROW, Hand())
    worthless = [server.ask("GET", "/v1/me", headers={"Authorization": f"Bearer {n}"}).status for n in range(5)]
    assert worthless == [401] * 3 + [429] * 2  # a token that is good for nothing makes nobody known


def test_twenty_a_second_are_answered_and_one_more_is_not() -> None:
    clock = Hand()
    strangers = Strangers(Limits(), clock)
    for _ in range(20):
        strangers.ask("192.0.2.1")
    with pytest.raises(Problem):
        strangers.ask("192.0.2.1")
    strangers.ask("192.0.2.2")
    for _ in range(200):
        strangers.look("192.0.2.1")
    with pytest.raises(Problem):
        strangers.look("192.0.2.1")
    clock.time = 1.0
    for _ in range(20):
        strangers.ask("192.0.2.1")


def test_the_least_recently_used_address_is_forgotten_first() -> None:
    buckets = Buckets(1, 1, Hand(), remembered=2)
    assert [buckets.take(key) for key in ("a", "b", "a")] == [True, True, False]
    assert buckets.take("c")  # b goes
    assert [buckets.take("a"), buckets.take("b")] == [False, True]


def test_anonymous_sockets_are_counted_by_address(starting: Starting) -> None:
    server = starting(NARROW)
    with opened(server) as first, opened(server) as second, opened(server) as third:
        assert "hello" in hear(first) and "hello" in hear(second)
        assert closed(third)[0] == 4429
        with opened(server, "Ann") as live:
            assert hear(live)["hello"]["user"]["name"] == "Ann"
    with opened(server) as again:
        assert "hello" in hear(again)


def test_a_tenth_of_the_sockets_is_kept_for_people_signed_in(
    starting: Starting, capfd: pytest.CaptureFixture[str]
) -> None:
    server = starting(Limits(sign_in_name=1_000, sign_in_address=1_000, sockets=10))
    with ExitStack() as sockets:
        for _ in range(9):
            assert "hello" in hear(sockets.enter_context(opened(server)))
        with pytest.raises(InvalidStatus) as refused, opened(server):
            pass
        assert refused.value.response.status_code == 503
        with opened(server, "Ann") as live:
            assert hear(live)["hello"]["user"]["name"] == "Ann"
            with pytest.raises(InvalidStatus), opened(server, "Ben"):
                pass
    events = {json.loads(line)["event"] for line in capfd.readouterr().err.splitlines()}
    assert events == {"signed-in"}  # refused sockets are no fault of ours


def test_a_repeated_watch_sends_nothing(starting: Starting) -> None:
    server = starting()
    for who in ("", "pia"):
        with opened(server, who) as live:
            hear(live)
            watched = [{"table": "tcp-1"}, {"link": "grand"}, {"lobby": True}, *([{"pit": True}] if who else [])]
            for watch in watched:
                say(live, {"watch": watch})
            say(live, {"ping": 1})
            first = list(iter(lambda live=live: hear(live), {"pong": 1}))  # type: ignore[misc]
            assert len(first) == len(watched) + 2  # with a table come its sign and its link
            for _ in range(40):
                for watch in watched:
                    say(live, {"watch": watch})
            version = next(told["table"]["version"] for told in first if "table" in told)
            say(live, {"watch": {"table": "tcp-1", "since": version}})
            say(live, {"ping": 2})
            assert hear(live) == {"pong": 2}
            say(live, {"watch": {"table": "tcp-1", "since": version - 1}})  # something was missed
            assert "sign" in hear(live)


def test_messages_of_all_anonymous_sockets_of_an_address_are_counted_together(starting: Starting) -> None:
    server = starting()
    server.app.hub.strangers_frames = Buckets(1, 8, Hand())
    with opened(server) as first, opened(server) as second:
        hear(first), hear(second)
        for number in range(8):
            say(first, {"ping": number})
            assert hear(first) == {"pong": number}
        say(second, {"ping": 8})
        assert closed(second)[0] == 4429


def test_watching_and_leaving_in_turn_does_not_go_round_the_limit(starting: Starting) -> None:
    server = starting()
    server.app.hub.strangers_frames = Buckets(1, 7, Hand())
    with opened(server) as live:
        hear(live)
        for _ in range(4):  # eight messages
            say(live, {"watch": {"table": "tcp-1"}})
            say(live, {"unwatch": {"table": "tcp-1"}})
        assert closed(live)[0] == 4429


def test_more_sessions_do_not_make_a_user_faster(starting: Starting) -> None:
    server = starting(Limits(sign_in_name=1_000, sign_in_address=1_000, acts=1, acts_burst=4))
    tokens = [server.sign_in("Ann").json["token"] for _ in range(4)]
    statuses = [
        server.ask(
            "POST",
            "/v1/tables/t-1/acts",
            {"id": f"session-{number:04}", "do": ANNS_ACT},
            headers={"Authorization": f"Bearer {tokens[number % 4]}"},
        ).status
        for number in range(12)
    ]
    assert statuses[:4] == [200] * 4 and 429 in statuses[4:6]
    assert server.ask("POST", "/v1/tables/t-1/acts", {"id": "of-another", "do": BENS_ACT}, who="Ben").status == 200


def test_refused_acts_have_a_limit_of_their_own_by_user_and_by_address() -> None:
    clock = Hand()
    acts = ActLimits(Limits(acts=1_000, acts_burst=1_000, refused_acts=60), clock)
    for _ in range(60):
        acts.take("Ann", "192.0.2.1")
        acts.refused("Ann", "192.0.2.1")
    with pytest.raises(Problem) as refused:
        acts.take("Ann", "192.0.2.1")
    assert json.loads(json.dumps(refused.value.told()))["error"]["says"]["code"] == "too-many-refused"
    acts.take("Ben", "192.0.2.1")
    clock.time = 1.0
    acts.take("Ann", "192.0.2.1")
    for number in range(540):
        acts.refused(f"guest-{number}", "192.0.2.1")
    acts.refused("guest", "192.0.2.1")
    clock.time = 1.0
    for number in range(20):
        acts.refused(f"guest-{number}", "192.0.2.1")
    with pytest.raises(Problem):
        acts.take("Cat", "192.0.2.1")
    acts.take("Cat", "192.0.2.2")


def test_acts_of_an_address_have_a_limit() -> None:
    acts = ActLimits(Limits(acts_an_address=10), Hand())
    for number in range(20):
        acts.take(f"guest-{number}", "192.0.2.1")
    with pytest.raises(Problem):
        acts.take("guest-20", "192.0.2.1")


def test_a_bucket_fills_again() -> None:
    clock = Hand()
    bucket = Bucket(2, 2, clock)
    assert [bucket.take(), bucket.take(), bucket.take(), bucket.is_empty] == [True, True, False, True]
    clock.time = 0.5
    assert [bucket.is_empty, bucket.take(), bucket.take()] == [False, True, False]


def test_private_tables_are_on_no_strangers_list(starting: Starting) -> None:
    server = starting(WIDE)
    assert "private" not in server.ask("GET", "/v1/tables").text
    assert "private" in server.ask("GET", "/v1/tables", who="Ann").text
    with opened(server) as live, opened(server, "Ann") as mine:
        hear(live), hear(mine)
        say(live, {"watch": {"lobby": True}})
        say(mine, {"watch": {"lobby": True}})
        assert "private" not in {table["name"] for table in hear(live)["lobby"]["tables"]}
        assert "private" in {table["name"] for table in hear(mine)["lobby"]["tables"]}
        server.ask("POST", "/v1/tables/private/acts", {"id": "secretly", "do": "3 sits Ben 1"}, who="Ben")
        assert "lobby" in hear(mine)
        say(live, {"ping": 1})
        assert hear(live) == {"pong": 1}  # not even that something happens there


def test_strangers_pass_one_after_the_other_wherever_they_come_from() -> None:
    clock = Hand()
    turnstile = Turnstile(clock)
    waits = [turnstile.wait() for _ in range(5)]
    assert waits == pytest.approx([number * Turnstile.PAUSE for number in range(5)])
    clock.time = 1.0
    assert turnstile.wait() == 0.0  # nobody waits before them
    with pytest.raises(SentAway):
        for _ in range(10_000):
            turnstile.wait()
    clock.time += Turnstile.LONGEST
    assert turnstile.wait() <= Turnstile.LONGEST


def test_strangers_who_repeat_a_watch_wait_for_each_other_and_nobody_else_does(starting: Starting) -> None:
    server = starting()
    for who, paused in (("", True), ("Ann", False)):
        with opened(server, who) as live:
            hear(live)
            (socket,) = server.app.hub.sockets
            for message, repeats in (
                ({"watch": {"lobby": True}}, False),
                ({"watch": {"lobby": True}}, paused),
                ({"ping": 1}, False),
            ):
                socket.hear(json.dumps(message))
                assert socket.repeats is repeats
        while server.app.hub.sockets:
            server.ask("GET", "/v1/health")


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"ping": 1, "ping": 1}', "unreadable"),
        ('{"ping": NaN}', "unreadable"),
        ('{"act": {"table": "t-1", "id": "abcdefgh", "id": "abcdefgh", "do": "x"}}', "unreadable"),
        ('{"act": {"table": "t-1", "id": "abcdefgh", "do": "\\ud800"}}', "unreadable"),
        ('{"act": {"table": "t-1", "id": "abcdefgh", "do": "x", "more": 1}}', "unreadable"),
        ('{"act": {"table": "t-1", "id": "abcdefgh", "do": 1}}', "unreadable"),
        ('{"watch": {"table": "t-1", "since": Infinity}}', "unreadable"),
        ('{"watch": ' + "[" * 16 + "]" * 16 + "}", "unreadable"),
        ('{"watch": ' + "[" * 500 + "]" * 500 + "}", "unreadable"),
        ("[]", "unreadable"),
        ("7", "unreadable"),
    ],
)
def test_a_frame_that_is_read_once_is_read_as_strictly(server: Running, frame: str, code: str) -> None:
    with opened(server, "Ann") as live:
        hear(live)
        live.send(frame)
        assert hear(live)["error"]["code"] == code
        deep_in_its_text = "[" * 20 + "{\\u00e9}"
        say(live, {"act": {"table": "t-1", "id": "strict-1", "do": ANNS_ACT, "reason": deep_in_its_text}})
        assert "done" in hear(live)


@pytest.mark.parametrize("frame", ["", "{", '{"ping": 1}x', "{'ping': 1}", "\ufeff{}", "[" * 5_000])
def test_a_frame_that_is_no_json_ends_the_socket(server: Running, frame: str) -> None:
    with opened(server, "Ann") as live:
        hear(live)
        live.send(frame)
        assert closed(live)[0] == 4400
