"""People by the first letters, and the search of the house: what each role finds, and what it does not."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.floors import THREE_CARD, house_table
from tests.server.conftest import FLOOR, PASSWORD, Running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    floor = FLOOR + house_table("hand", THREE_CARD, dealing="shoe", run_by="dealer", cards="by-hand", boxes=7)
    running = Running(tmp_path_factory.mktemp("search") / "store", floor=floor)
    try:
        _come_in(running)
        for do in ("1 sits Goro 100", "1 ante 10"):
            _act(running, "Goro", do)
        for do in ("close", "dealt", "1 play", "dealer 2c 5d Qh", "1 hand As Ad Ah", "settle"):
            _act(running, "dan", do)
        _act(running, "dan", "incident dealer-count", reason="A drink was spilt")
        _act(running, "pia", "suspend", table="tcp-1", reason="The lamp is broken")
        yield running
    finally:
        running.stop()


def _come_in(running: Running) -> None:
    """A walk-in, and Goro with chips."""
    for who, path, body in (
        ("pia", "/v1/players", {"id": "walk-in-anton", "name": "walk-in-anton"}),
        ("sam", "/v1/users", {"name": "Goro", "role": "player", "password": PASSWORD}),
        ("pia", "/v1/players/Goro/deposits", {"id": "chips-goro", "amount": "500", "reason": "cash"}),
    ):
        assert running.ask("POST", path, body, who=who).status in (200, 201)


def _act(running: Running, who: str, do: str, table: str = "hand", reason: str = "") -> None:
    moment = running.ask("GET", f"/v1/tables/{table}", who=who).json["table"]["moment"]
    body = {"id": f"act-{do.replace(' ', '-')}", "do": do, "moment": moment, "reason": reason}
    reply = running.ask("POST", f"/v1/tables/{table}/acts", body, who=who)
    assert reply.status in (200, 202), reply.text


def _people(house: Running, who: str, query: str) -> Any:
    return house.ask("GET", f"/v1/people?{query}", who=who).json


def _found(house: Running, who: str, letters: str) -> list[Any]:
    hits: list[Any] = house.ask("GET", f"/v1/search?q={quote(letters)}", who=who).json["items"]
    return hits


def test_names_that_begin_with_the_letters_come_first(house: Running) -> None:
    told = _people(house, "pia", "q=an")
    assert [(each["name"], each["kind"]) for each in told["items"]] == [
        ("Ann", "player"),
        ("walk-in-anton", "walk-in"),
        ("dan", "staff"),
    ]
    assert told["counts"] == {"player": 1, "walk-in": 1, "staff": 1}
    assert [each["name"] for each in _people(house, "pia", "q=an&group=staff")["items"]] == ["dan"]
    assert [each["name"] for each in _people(house, "pia", "q=an&role=player&limit=1")["items"]] == ["Ann"]
    assert house.ask("GET", "/v1/people?group=ghost", who="pia").status == 400


def test_dealers_see_who_is_where_and_no_money_or_sessions(house: Running) -> None:
    (seen,) = _people(house, "dan", "q=Goro")["items"]
    assert seen.keys() == {"name", "role", "kind", "here", "tables"}
    assert seen["here"] is True
    assert [(at["table"], at["places"]) for at in seen["tables"]] == [("hand", [1])]
    (seen,) = _people(house, "pia", "q=Goro")["items"]
    assert (seen["disabled"], seen["second_factor"]) == (False, False)
    assert seen["sessions"] >= 1 and seen["seen"] and seen["wallet"]


def test_a_search_finds_people_waits_tables_rounds_entries_and_paragraphs(house: Running) -> None:
    goro = _found(house, "sam", "goro")
    assert [hit["kind"] for hit in goro[:2]] == ["person", "round"]
    assert goro[0]["to"] == "/pit/cage/Goro" and goro[1]["to"] == "/pit/journal/hand/1"
    assert {hit["kind"] for hit in goro} == {"person", "round", "entry"}
    (wait,) = [hit for hit in _found(house, "sam", "drink") if hit["kind"] == "wait"]
    assert (wait["by"], wait["to"]) == ("dan", "/pit/waits/incident-hand-1")
    (stands,) = [hit for hit in _found(house, "pia", "lamp") if hit["kind"] == "wait"]
    assert (stands["name"], stands["to"]) == ("tcp-1", "/pit/waits/stands-tcp-1-1")
    assert [(hit["kind"], hit["to"]) for hit in _found(house, "sam", "T hand")] == [("table", "/pit/floor/hand")]
    assert {(hit["kind"], hit["number"]) for hit in _found(house, "sam", "R 1")} == {("round", 1)}
    assert {(hit["kind"], hit["number"]) for hit in _found(house, "sam", "# 2")} == {("entry", 2)}
    paragraphs = _found(house, "sam", "§ 5.1")
    assert paragraphs and all(hit["kind"] == "paragraph" and hit["name"].startswith("5.1") for hit in paragraphs)
    assert _found(house, "sam", "R 9999") == _found(house, "sam", "  ") == []


def test_each_role_finds_what_it_may_see(house: Running) -> None:
    kinds = {who: {hit["kind"] for hit in _found(house, who, "1")} for who in ("dan", "pia", "una")}
    assert "round" in kinds["dan"]
    assert not kinds["dan"] & {"person", "wait", "entry"}
    assert "entry" not in kinds["pia"] and "entry" in kinds["una"]
    assert _found(house, "dan", "Goro") == []
    assert house.ask("GET", "/v1/search?q=1", who="Ann").status == 403
    assert house.ask("GET", f"/v1/search?q={'x' * 81}", who="sam").status == 400
