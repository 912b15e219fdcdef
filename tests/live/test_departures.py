"""What people decided apart from the rules and together, as an inspector lists it from the journal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.history.departures import DepartureFilter, DeparturesRead
from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import house_table
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, DAN, SAM, SUE, UNA, House

READ = house_table("t", run_by="dealer", cards="reader", device="dan") + house_table("sealed", run_by="dealer")
HOUR = 3_600_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", READ)
    for do in ("1 sits Ann 500", "1 ante 50", "close", "deal 2c As 9h Qd Ks 8h 7c"):
        assert "done" in house.act(DAN, "t", do), do
    yield house
    house.store.close()


def told(house: House, **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = as_json(house.floor.departures.told(DepartureFilter(**wanted), 50, None))
    return found


def decide(house: House, incident: int, do: str, reason: str, who: Who = SAM) -> None:
    command = cmd.DecideIncident(incident, do)
    assert "done" in house.answered(house.floor.perform(who, f"decide-{incident:04}", command, reason))


def test_a_departure_stands_beside_what_the_desk_derives_from_the_same_report(house: House) -> None:
    waits = house.act(ANN, "t", "incident exposed box=1 cards=2", reason="two of mine were up")
    assert waits["waiting"]["incident"] == 1
    decide(house, 1, "incident other ruling=continue", "nobody saw them")
    found = told(house)
    assert (found["rulings"], found["counts"]["departure"], found["counts"]["void"]) == (1, 1, 0)
    (row,) = found["items"]
    assert (row["kind"], row["table"], row["round"], row["found"]) == ("departure", "t", 1, "exposed")
    assert (row["reported_by"], row["reported"]) == ("Ann", "two of mine were up")
    assert (row["by"], row["reason"], row["ruling"]) == ("sam", "nobody saw them", "continue")
    (desk,) = row["desk"]
    assert (desk["ruling"], desk["moves"]) == ("void", "50.00") and desk["cites"][0].startswith("5.")
    assert (row["moved"], row["difference"]) == ("0.00", "-50.00")
    (entry,) = house.store.entries(row["stream"], row["seq"], 1)
    assert entry.hash.hex() == row["hash"]
    house.act(DAN, "t", "1 fold")
    house.act(DAN, "t", "settle")
    house.act(DAN, "t", "next")
    assert told(house)["items"] == [row], "it is what it was, however the table went on"
    fresh = DeparturesRead(house.floor.books, house.floor.history)
    assert as_json(fresh.told(DepartureFilter(), 50, None))["items"] == [row]


def test_where_the_desk_leaves_a_choice_there_is_no_difference(house: House) -> None:
    assert "waiting" in house.act(DAN, "t", "incident no-burn")
    decide(house, 1, "incident other ruling=continue", "let it stand")
    (row,) = told(house)["items"]
    assert len(row["desk"]) > 1 and "difference" not in row


def test_a_ruling_as_the_desk_derives_it_is_no_departure(house: House) -> None:
    house.act(ANN, "t", "incident exposed box=1 cards=2", reason="two of mine were up")
    decide(house, 1, "incident exposed box=1 cards=2", "as the rules say")
    found = told(house)
    assert found["counts"] == {"departure": 0, "void": 1, "correction": 0, "change": 0, "look": 0}
    (row,) = found["items"]
    assert (row["by"], row["reason"], row["moved"], found["returned"]) == ("sam", "as the rules say", "50.00", "50.00")
    assert "reason_missing" not in row


def test_a_correction_is_listed_with_what_it_moved(house: House) -> None:
    for do in ("1 play", "settle"):
        house.act(DAN, "t", do)
    before = house.balance("stack/t/Ann")
    assert "done" in house.act(SAM, "t", "incident player-count box=1 reconstructable=false", reason="four cards")
    (row,) = told(house, kind="correction")["items"]
    moved = house.balance("stack/t/Ann") - before
    assert moved and row["moved"] == f"{moved / 100:.2f}"
    assert (row["by"], row["found"]) == ("sam", "player-count")


def test_changes_by_pairs_and_looks_at_decks(house: House) -> None:
    house.floor.staff.note_settings({TWO_PEOPLE: "true", SECOND_PERSON_ABOVE: "100.00"})
    for number, (asks, approves) in enumerate(((SAM, SUE), (SAM, SUE), (SUE, SAM)), 1):
        house.answered(
            house.floor.perform(asks, f"asks-{number:04}", cmd.Deposit("Ann", Cents(50_000)), "won at slots")
        )
        house.answered(house.floor.perform(approves, f"agrees-{number:04}", cmd.ApproveHouseChange(number)))
    for do in ("1 sits Ann 100", "1 ante 10", "close", "1 fold", "settle"):
        house.act(DAN, "sealed", do)
    house.answered(house.floor.perform(UNA, "", cmd.ShowDeck("sealed", 1)))
    found = told(house)
    assert found["pairs"] == [
        {"asked": "sam", "approved": "sue", "times": 2},
        {"asked": "sue", "approved": "sam", "times": 1},
    ]
    look, change, *_ = found["items"]
    assert (look["kind"], look["by"], look["table"], look["round"]) == ("look", "una", "sealed", 1)
    assert (change["change"], change["of"], change["value"]) == ("deposit", "Ann", "500.00")
    assert (change["by"], change["approved_by"], change["reason"]) == ("sue", "sam", "won at slots")
    assert [row["kind"] for row in told(house, table="sealed")["items"]] == ["look"]


def test_period_kind_and_pages(house: House) -> None:
    house.act(SAM, "t", "incident other ruling=void", reason="asked")
    first = house.clock.time
    house.turn(HOUR)
    for do in ("next", "1 ante 10"):
        house.act(DAN, "t", do)
    house.act(SAM, "t", "incident other ruling=void", reason="asked again")
    assert told(house)["counts"]["void"] == 2
    assert [row["reason"] for row in told(house, until=printed_time(first))["items"]] == ["asked"]
    assert [row["reason"] for row in told(house, since=printed_time(first + 1000))["items"]] == ["asked again"]
    assert told(house, kind="correction")["items"] == [] == told(house, table="sealed")["items"]
    newest = as_json(house.floor.departures.told(DepartureFilter(), 1, None))
    assert [row["reason"] for row in newest["items"]] == ["asked again"]
    older = as_json(house.floor.departures.told(DepartureFilter(), 1, newest["before"]))
    assert ([row["reason"] for row in older["items"]], older["before"]) == (["asked"], None)
    for wrong in ({"kind": "gossip"}, {"since": "yesterday"}, {"until": "2026"}):
        with pytest.raises(Problem) as problem:
            told(house, **wrong)
        assert problem.value.code is Code.UNREADABLE


def test_a_random_evening_can_be_inspected(tmp_path: Path) -> None:
    """All rulebooks; each row leads to its entry, and what departed is what the incidents say."""
    house = House(tmp_path / "evening", FLOOR)
    evening = Evening([house], "a")
    for name in TABLES:
        evening.sit_down(name)
    for _ in range(400):
        evening.step()
    house.store.flush()
    found = as_json(house.floor.departures.told(DepartureFilter(), 200, None))
    assert found["counts"]["void"] and found["counts"]["change"]
    for row in found["items"]:
        (entry,) = house.store.entries(row["stream"], row["seq"], 1)
        assert entry.hash.hex() == row["hash"]
    departed = house.floor.pit.incidents(open_only=False, limit=200, before=None, departed_only=True).items
    assert found["counts"]["departure"] == len(departed)
    house.store.close()
