"""Decided incidents of the house as drills: nothing of the real table is left, and the answer is the desk's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.live.answers import drills as types
from croupier.floor.training.drills import question
from croupier.floor.training.rulings import RulingQuestion
from tests.as_json import as_json
from tests.floors import THREE_CARD, house_table
from tests.server.conftest import FLOOR, Running
from tests.server.test_training import answer, kept, start, waiting_for

Json = dict[str, Any]
REASON = "as the cameras show"
PATH = f"/v1/training/incidents?book={THREE_CARD}"
HAND = house_table("hand", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7)


class Shift:
    """A shift at a table that dan deals by hand."""

    def __init__(self, server: Running) -> None:
        self.server, self._ids = server, iter(range(10_000))

    def post(self, who: str, path: str, **body: Any) -> Json:
        reply = self.server.ask("POST", path, {"id": f"shift-{next(self._ids):04}", **body}, who=who)
        assert reply.status in (200, 201, 202), reply.text
        found: Json = reply.json
        return found

    def play(self, *acts: str) -> None:
        for who, do in (act.split(": ") for act in acts):
            moment = self.server.ask("GET", "/v1/tables/hand", who=who).json["table"]["moment"]
            self.post(who, "/v1/tables/hand/acts", do=do, moment=moment)

    def reports(self, do: str) -> int:
        found: int = self.post("dan", "/v1/tables/hand/acts", do=do, reason=REASON)["waiting"]["incident"]
        return found

    def decides(self, who: str, incident: int, do: str) -> None:
        self.post(who, f"/v1/incidents/{incident}/decision", do=do, reason=REASON)

    def drills(self) -> list[types.HouseDrill]:
        reply = self.server.ask("GET", PATH, who="pia")
        assert reply.status == 200, reply.text
        return msgspec.json.decode(reply.text, type=types.HouseDrills).items


@pytest.fixture
def shift(tmp_path: Path) -> Iterator[Shift]:
    running = Running(tmp_path / "store", floor=FLOOR + HAND)
    try:
        made = Shift(running)
        made.play("Ben: 5 sits Ben 500", "Ben: 5 ante 135", "dan: close", "dan: dealt")
        yield made
    finally:
        running.stop()


def test_an_incident_is_a_drill_once_it_is_decided_and_its_round_is_over(shift: Shift) -> None:
    number = shift.reports("incident no-burn")
    assert shift.drills() == []
    shift.decides("pia", number, "incident no-burn")
    (found,) = shift.drills()
    assert (found.incident, found.paragraph) == (number, "5.9")
    assert (found.ruled.text, found.ruled.departs) == ("the round is void", False)
    assert found.phase_says.code == "phase.dealt"


def test_no_drill_while_the_round_goes_on(shift: Shift) -> None:
    number = shift.reports("incident no-burn")
    shift.decides("sam", number, "incident other ruling=continue")
    assert shift.drills() == []
    shift.play("dan: 5 play", "dan: dealer 2c 5d Qh", "dan: 5 hand As Ad Ah", "dan: settle")
    (found,) = shift.drills()
    assert found.ruled.departs
    assert found.ruled.text == "the round goes on"


def test_the_drill_is_the_same_case_at_another_table(shift: Shift) -> None:
    number = shift.reports("incident no-burn")
    shift.decides("pia", number, "incident no-burn")
    server = shift.server
    body = {"id": "set-0001", "people": ["dan"], "kind": "ruling", "book": THREE_CARD, "incidents": [number]}
    assert server.ask("POST", "/v1/training/assignments", body, who="pia").status == 201
    (task,) = waiting_for(server, "dan")
    assert (task["questions"], task["from_house"]) == (1, True)
    begun = start(server, "dan", "drill-0001", assigned=task["number"])
    for word in ("Ben", "135.00", "hand", "cameras"):
        assert f'"{word}' not in begun.text.replace('"hand":', "")
    asked = question(kept(server, "dan", 1).spec, 1)
    assert isinstance(asked, RulingQuestion)
    assert (asked.asked.finding.key, asked.asked.phase.key) == ("no-burn", "dealt")
    marks = as_json(asked.mark("a", "dealer"))["marks"]
    given = {"follows": marks["follows"]["is"][0], "decides": marks["decides"]["is"][0]}
    marked = msgspec.json.decode(answer(server, "dan", 1, "answer-0001", 1, **given).text, type=types.Marked).marked
    assert marked is not None and marked.right and marked.house and marked.why
    assert (marked.house.text, marked.house.departs) == ("the round is void", False)
    assert "5.9" in [each.paragraph for each in marked.why]
    assert waiting_for(server, "dan") == []


def test_what_the_desk_does_not_have_is_left_out(shift: Shift) -> None:
    """Something else was ruled in the round before: the drill would be another case."""
    first = shift.reports("incident no-burn")
    shift.decides("sam", first, "incident other ruling=continue")
    second = shift.reports("incident no-burn")
    shift.decides("pia", second, "incident no-burn")
    assert [each.incident for each in shift.drills()] == [first]


def test_what_was_dismissed_is_left_out(shift: Shift) -> None:
    number = shift.reports("incident no-burn")
    shift.decides("pia", number, "dismiss")
    shift.play("dan: 5 play", "dan: dealer 2c 5d Qh", "dan: 5 hand As Ad Ah", "dan: settle")
    assert shift.drills() == []


@pytest.mark.parametrize("more", [{"incidents": [99]}, {"kind": "pay"}, {"about": ["5.12"]}, {"book": "casino-stud@2"}])
def test_other_incidents_cannot_be_set(shift: Shift, more: Json) -> None:
    number = shift.reports("incident no-burn")
    shift.decides("pia", number, "incident no-burn")
    body = {"id": "set-0001", "people": ["dan"], "kind": "ruling", "book": THREE_CARD, "incidents": [number], **more}
    reply = shift.server.ask("POST", "/v1/training/assignments", body, who="pia")
    assert (reply.status, "GET /v1/training/incidents" in reply.text) == (400, True)


def test_only_trainers_see_the_list(shift: Shift) -> None:
    statuses = [shift.server.ask("GET", PATH, who=who).status for who in ("", "Ann", "dan", "pia", "sam", "una")]
    assert statuses == [401, 403, 403, 200, 200, 403]
