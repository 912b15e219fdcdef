"""One house over two real processes: both show it, both hear it, and either can become the one that decides."""

import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.audit.program import audited
from croupier.floor.store import keys
from tests.server.several import Several
from tests.server.test_live import closed, hear, hear_until, say
from tests.store.postgres_server import cluster

VIEWERS = ("", "sam", "pia", "dan", "una", "Ann", "Ben")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Several]:
    several = Several(tmp_path, cluster().database(), server='lease = "3s"')
    several.open()
    yield several
    several.end()


def without_clock(view: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in view.items() if key not in ("clock", "at")}


@pytest.mark.slow
def test_both_processes_hear_and_show_the_same(house: Several) -> None:
    one, other = house.start("one"), house.start("other")
    assert (one.line["role"], other.line["role"]) == ("decides", "follows")
    made = {"name": "Cy", "role": "player", "password": "correct horse 7"}
    assert other.ask("POST", "/v1/users", made, "sam")[0] == 201
    status, begun = other.ask("POST", "/v1/sessions", {"name": "Cy", "password": made["password"]})
    house.tokens["Cy"] = begun["token"]
    assert (status, one.ask("GET", "/v1/me", who="Cy")[0]) == (201, 200)
    assert other.act("Ann", "ann-ante-01", "1 ante 50")[0] == 200
    assert one.act("Ben", "ben-ante-01", "2 ante 20")[0] == 200
    assert one.act("dan", "dan-close-1", "close")[0] == 200
    assert other.act("Ann", "ann-ante-01", "1 ante 50")[1]["done"]["again"] is True
    assert other.act("dan", "dan-close-2", "close")[0] == 409
    for who in VIEWERS:
        for table in ("tcp-1", "tcp-2", "quick"):
            assert without_clock(one.view(table, who)) == without_clock(other.view(table, who)), (table, who)
    for path, who in (
        ("/v1/links/grand", ""),
        ("/v1/users", "sam"),
        ("/v1/me", "Ben"),
        ("/v1/tables/tcp-1/sign", ""),
        ("/v1/players/Ann/account", "pia"),
        ("/v1/tables/tcp-1/journal", "una"),
    ):
        assert one.ask("GET", path, who=who) == other.ask("GET", path, who=who), path
    for process in (one, other):
        assert {row["owner"] for row in process.ask("GET", "/v1/tables")[1]["items"]} == {"one"}
        assert process.roles() == {"one": "decides", "other": "follows"}
    assert other.ask("GET", "/v1/processes", who="Ann")[0] == 403
    assert other.ask("POST", "/v1/tables/tcp-1/acts", {"id": "stranger-1", "do": "close"})[0] == 401
    assert other.ask("DELETE", "/v1/sessions/current", who="Ben")[0] == 200
    assert one.ask("GET", "/v1/me", who="Ben")[0] == other.ask("GET", "/v1/me", who="Ben")[0] == 401


@pytest.mark.slow
def test_done_comes_before_its_view_and_everybody_is_seen(house: Several) -> None:
    one, other = house.start("one"), house.start("other")
    with other.live("Ann") as ann, one.live("Ben") as ben:
        for socket in (ann, ben):
            hear(socket)
            say(socket, {"watch": {"table": "tcp-1"}})
        connected = {"Ann": False, "Ben": False}
        while not all(connected.values()):
            view = hear_until(ben, "table")
            connected = {name: told["connected"] for name, told in view["players"].items()}
        moment = hear_until(ann, "table")["moment"]
        for number in range(20):
            do = "1 withdraw ante" if number % 2 else "1 ante 50"
            say(ann, {"act": {"id": f"ann-{number:06}", "table": "tcp-1", "do": do, "moment": moment}})
            version = 0
            while "done" not in (message := hear(ann)):
                version = message.get("table", {"version": version})["version"]
            assert message["done"]["version"] > version
            assert hear_until(ann, "table")["version"] >= message["done"]["version"]
        while hear_until(ben, "table")["version"] < message["done"]["version"]:
            pass
        say(ann, {"act": {"id": "ann-close-1", "table": "tcp-1", "do": "close", "moment": moment}})
        assert hear_until(ann, "error")["code"] == "forbidden"
    players = {"Ann": True}
    while players["Ann"]:
        players = {name: told["connected"] for name, told in one.view("tcp-1")["players"].items()}


@pytest.mark.slow
def test_when_the_decider_is_killed_another_decides(house: Several) -> None:
    one, other = house.start("one"), house.start("other")
    assert one.act("Ann", "ann-ante-01", "1 ante 50")[0] == 200
    assert one.act("dan", "dan-close-1", "close")[0] == 200
    with other.live("Ben") as ben:
        hear(ben)
        say(ben, {"watch": {"table": "tcp-1"}})
        assert one.ended(signal.SIGKILL) == -signal.SIGKILL
        status, answer = other.act("Ben", "ben-tops-01", "2 tops-up 5")
        assert (status, other.retry_after) in ((503, "1"), (200, None)), answer
        took, _ = other.act_at_last("Ben", "ben-tops-01", "2 tops-up 5")
        assert took < 5
        while not hear_until(ben, "table")["round"]["incidents"]:
            pass
    assert other.act("Ann", "ann-ante-01", "1 ante 50")[1]["done"]["again"] is True
    incidents = other.view("tcp-1", "pia")["round"]["incidents"]
    assert len(incidents) == 1 and "interruption" in str(incidents[0])
    assert other.roles() == {"one": "away", "other": "decides"}
    again = house.start("one")
    assert again.line["role"] == "follows"
    assert again.roles() == {"one": "follows", "other": "decides"}
    assert without_clock(again.view("tcp-1", "Ann")) == without_clock(other.view("tcp-1", "Ann"))
    assert other.ended(signal.SIGTERM) == again.ended(signal.SIGTERM) == 0
    assert audited(house.address.url).sound


@pytest.mark.slow
def test_a_frozen_decider_changes_nothing_when_it_wakes_and_follows(house: Several) -> None:
    one, other = house.start("one"), house.start("other")
    with one.live("Ann") as ann:
        hear(ann)
        one.send(signal.SIGSTOP)
        took, _ = other.act_at_last("Ben", "ben-tops-01", "2 tops-up 5")
        assert took < 3 + 2
        one.send(signal.SIGCONT)
        assert closed(ann)[0] == 1012
    pid, place = one.line["pid"], one.place
    one.line = one.next_line()
    assert (one.line["pid"], one.place, one.line["role"]) == (pid, place, "follows")
    assert one.act("Ben", "ben-tops-02", "2 tops-up 5")[0] == 200
    assert without_clock(one.view("tcp-1", "Ben")) == without_clock(other.view("tcp-1", "Ben"))
    assert other.roles() == {"one": "follows", "other": "decides"}


@pytest.mark.slow
def test_a_decider_that_is_told_to_stop_hands_over_and_nothing_is_ruled(house: Several) -> None:
    one, other = house.start("one"), house.start("other")
    assert one.act("Ann", "ann-ante-01", "1 ante 50", "quick")[0] == 200
    with other.live("Ann") as ann:
        hear(ann)
        say(ann, {"watch": {"table": "quick"}})
        before = hear_until(ann, "table")
        assert one.ended(signal.SIGTERM) == 0
        assert one.next_line() == {"stopped": True}
        assert other.act_at_last("Ben", "ben-ante-01", "2 ante 20", "quick")[0] < 5
        after = hear_until(ann, "table")
    assert after["moment"] == before["moment"]
    assert before["clock"]["asked"][0]["left"] - 5_000 < after["clock"]["asked"][0]["left"] <= 60_000
    assert after["round"]["incidents"] == []
    assert other.roles() == {"one": "away", "other": "decides"}


@pytest.mark.slow
def test_every_machine_has_the_checkpoint_log(house: Several) -> None:
    one, there = house.start("one"), house.machine("there")
    other = house.start("other", config=there)
    assert other.line["role"] == "follows"  # a new machine: it copies the log from the store
    books = [house.folder / f"{name}{house.address.database}.checkpoints.jsonl" for name in ("", "there/")]
    begun = [book.read_text().splitlines() for book in books]
    assert begun[0][: len(begun[1])] == begun[1] != []
    assert one.ended(signal.SIGKILL) < 0
    other.act_at_last("Ben", "ben-tops-01", "2 tops-up 5")
    assert other.ended(signal.SIGTERM) == 0
    here = house.start("one")
    assert here.line["role"] == "decides"  # what it lacks of the log is in the store
    assert here.ended(signal.SIGTERM) == 0
    ended = [book.read_text().splitlines() for book in books]
    assert ended[0][: len(ended[1])] == ended[1] and len(ended[1]) > len(begun[1])
    books[1].write_text("".join(f"{line}\n" for line in ended[0]))
    books[0].unlink()
    with pytest.raises(AssertionError, match="put the book of checkpoints back"):
        house.start("one")
    assert house.start("other", config=there).line["role"] == "decides"


@pytest.mark.slow
def test_who_may_not_follow(house: Several) -> None:
    one = house.start("one")
    with pytest.raises(AssertionError, match="give this one another name"):
        house.start("one")
    there = house.machine("there")
    key = there.parent / house.key.name
    key.unlink()
    with pytest.raises(AssertionError, match="put it back, or name it with CROUPIER_KEY"):
        house.start("other", config=there)
    keys.create(key, keys.made())
    with pytest.raises(AssertionError, match="the right key ring back"):
        house.start("other", config=there)
    shutil.copy(house.key, key)
    secret = there.parent / "secret"
    secret.write_text("a secret that the others do not know")
    secret.chmod(0o600)
    there.write_text(there.read_text().replace("[server]", '[server]\ncluster-secret-file = "secret"'))
    other = house.start("other", config=there)
    assert other.roles() == {"other": "follows"}
    assert (
        other.act("Ben", "ben-tops-01", "2 tops-up 5")[0] == 503
    )  # it reads the store, and the decider does not know it
    assert one.act("Ben", "ben-tops-01", "2 tops-up 5")[0] == 200
    while other.view("tcp-1", "Ben") != one.view("tcp-1", "Ben"):
        pass
    assert one.roles() == {"one": "decides"}
