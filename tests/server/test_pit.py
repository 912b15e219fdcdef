"""What the pit asks, over HTTP at a floor that is a process of its own: answers of their types, clear refusals."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from croupier.floor.server.api import answers
from tests.floors import STUD, house_table, jackpot_link
from tests.live.beside import table_text
from tests.server.test_join_and_shoe import House

SEALED = house_table(
    "sealed", STUD, jackpot_bet="5", link="grand", run_by="dealer", shoe="2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
) + jackpot_link(verify_above="10000.00")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    text = table_text("read", "three-card-poker@3", "shoe")
    house = House(tmp_path_factory.mktemp("floor"), text + SEALED)
    for do in ("1 sits Ann 500", "1 ante 10", "close", "deal 2c As 9h Qd Ks 8h 7c"):
        assert "done" in house.act("dan", "read", do)
    for do in ("1 sits Ben 500", "1 ante 10", "1 jackpot 5", "close", "1 bet", "settle"):
        assert "done" in house.act("dan", "sealed", do)
    yield house
    for process in house.started:
        process.kill()
        process.communicate()


def asked(house: House, who: str, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    if who not in house.people:
        house.ask(who, "GET", "/v1/me")  # signs in
    return house.people[who].ask(method, path, body)


def of_type(kind: type[Any], told: Any) -> Any:
    return msgspec.convert(told, kind)


def test_kinds_and_previews(house: House) -> None:
    path = "/v1/tables/read/incidents"
    status, told = asked(house, "dan", "GET", f"{path}/kinds")
    assert status == 200
    kinds = {kind.kind: kind for kind in of_type(answers.incidents.IncidentKinds, told).items}
    assert {"exposed", "misdealt", "other"} <= kinds.keys()
    status, told = asked(house, "dan", "POST", f"{path}/preview", {"do": "incident exposed box=1 cards=2"})
    preview = of_type(answers.incidents.Preview, told).preview
    assert (status, preview.ruling, preview.moves) == (200, "void", {"Ann": "10.00"})
    _, told = asked(house, "dan", "GET", "/v1/tables/sealed/incidents/kinds")
    assert [kind["kind"] for kind in told["items"]] == ["interruption", "jackpot-down", "other"]
    assert house.view("dan", "read")["round"]["status"] == "open", "nothing has happened"


@pytest.mark.parametrize(
    ("table", "body", "status"),
    [
        ("read", {"do": "incident nonsense"}, 400),
        ("read", {"do": "1 ante 10"}, 400),
        ("read", {"do": ""}, 400),
        ("read", {"do": "incident exposed box=\u202e1"}, 400),
        ("read", {"do": "incident exposed", "id": "12345678"}, 400),
        ("read", {"do": 7}, 400),
        ("read", {}, 400),
        ("read", {"do": "incident exposed box=6"}, 409),
        ("sealed", {"do": "incident exposed box=1"}, 409),
        ("sealed", {"do": "incident other ruling=void card=As"}, 409),
        ("nowhere", {"do": "incident exposed"}, 404),
    ],
)
def test_hostile_reports(house: House, table: str, body: Any, status: int) -> None:
    found, told = asked(house, "sam", "POST", f"/v1/tables/{table}/incidents/preview", body)
    assert found == status and told["error"]["why"]


def test_the_award_its_checks_and_the_changes(house: House) -> None:
    status, told = asked(house, "pia", "GET", "/v1/links/grand/awards/1")
    award = of_type(answers.links.OneAward, told).award
    assert (status, award.state, award.amount) == (200, "locked", "125003.00")
    assert all(check.ok for check in award.checks) and len(award.checks) == 5
    assert [asked(house, "pia", "GET", f"/v1/links/grand/awards/{bad}")[0] for bad in ("0", "2", "x", "1e3")] == [
        404
    ] * 4
    body = {"id": "change-0001", "change": {"contribution": "0.50"}, "reason": "as agreed"}
    assert asked(house, "sam", "POST", "/v1/links/grand/changes", body)[0] == 202
    (change,) = of_type(answers.links.Changes, asked(house, "una", "GET", "/v1/links/grand/changes")[1]).items
    assert (change.change_of, change.now, change.by) == ({"contribution": "0.50"}, {"contribution": "0.60"}, "sam")
    for who in ("dan", "Ann"):
        assert asked(house, who, "GET", "/v1/links/grand/changes")[0] == 403


def test_the_figures_of_the_shift(house: House) -> None:
    status, told = asked(house, "pia", "GET", "/v1/figures")
    figures = of_type(answers.money.Figures, told)
    assert status == 200 and {table.table for table in figures.tables} == {"read", "sealed"}
    assert figures.total.drop == "1000.00"
    for since in ("", "now", "1999-01-01T00:00:00Z", "2026-01-01T00:00:00", "9" * 400, "0001-01-01T00:00:00Z"):
        assert asked(house, "pia", "GET", f"/v1/figures?since={since}")[0] == 400
    assert asked(house, "dan", "GET", "/v1/figures")[0] == 403


def test_a_waiting_incident_says_what_each_answer_moves(house: House) -> None:
    assert "waiting" in house.act("dan", "read", "incident no-burn")
    (incident,) = of_type(answers.incidents.Incidents, asked(house, "pia", "GET", "/v1/incidents?open=true")[1]).items
    assert {option.do.split("=")[-1]: option.moves for option in incident.options} == {
        "true": {},
        "false": {"Ann": "10.00"},
    }
    assert all(option.text and option.follows for option in incident.options)
