"""Reports at a live table with sealed cards: what is accepted, independent of the reporter and of the hidden cards."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from tests.floors import house_table
from tests.live.houses import ANN, DAN, PIA, SAM, House

T = "tcp-1"
TABLE = house_table("tcp-1", boxes=5, run_by="dealer")
EVERYBODY = (ANN, DAN, PIA, SAM)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Cards lie on the table."""
    house = House(tmp_path / "store", TABLE)
    for who, act in ((ANN, "1 sits Ann 100"), (ANN, "1 ante 50"), (DAN, "close")):
        assert "done" in house.act(who, T, act)
    yield house
    house.store.close()


@pytest.mark.parametrize(
    "report",
    [
        "incident simultaneous",
        "incident simultaneous first=As",
        "incident simultaneous first=As second=Kd",
        "incident exposed nonsense",
        "incident extra-look",
        "incident player-count box=99",
        "incident no-burn reconstructable=true",
        "incident other card=As",
        "incident other ruling=continue shoe=As",
        "incident interruption first=As",
    ],
)
def test_sealed_tables_refuse_reports_about_cards(house: House, report: str) -> None:
    refusals = [house.act(who, T, report)["error"] for who in EVERYBODY]
    assert {refusal["code"] for refusal in refusals} == {"refused"}
    assert len({refusal["why"] for refusal in refusals}) == 1
    table = house.floor.books.tables[T]
    assert table.game.suspended is None
    assert not table.incidents


@pytest.mark.parametrize("report", ["incident other ruling=continue foo=1", "incident interruption box=1"])
@pytest.mark.parametrize("who", EVERYBODY, ids=lambda who: who.name)
def test_what_is_no_report_is_unreadable(house: House, who: Who, report: str) -> None:
    with pytest.raises(Problem) as problem:
        house.act(who, T, report)
    assert problem.value.code is Code.UNREADABLE
    assert house.floor.books.tables[T].game.suspended is None


def test_what_needs_no_card_waits_for_its_rank(house: House) -> None:
    waiting = house.act(DAN, T, "incident other")["waiting"]
    assert waiting["rank"] == Role.SHIFT_MANAGER
    assert house.floor.books.tables[T].game.suspended is not None


def test_who_reported_confirms_the_ruling_and_the_pit_sees_when(house: House) -> None:
    number = house.act(DAN, T, "incident other")["waiting"]["incident"]

    def understands(who: Who, id_: str) -> dict[str, Any]:
        return house.answered(house.floor.perform(who, id_, cmd.UnderstandRuling(number)))

    def read_at() -> tuple[str, str]:
        decided = house.floor.pit.incident(number).decided
        (notice,) = house.view(T, DAN)["you"]["notices"]
        assert decided is not None and notice["incident"] == number
        return decided.understood, notice.get("understood", "")

    assert "incident-undecided" in str(understands(DAN, "too-early"))
    ruled = cmd.DecideIncident(number, "incident other ruling=continue")
    assert "done" in house.answered(house.floor.perform(SAM, "ruled-0001", ruled, "wiped, all cards are whole"))
    assert read_at() == ("", "")
    with pytest.raises(Problem) as not_theirs:
        understands(PIA, "not-theirs")
    assert not_theirs.value.code is Code.FORBIDDEN
    assert "done" in understands(DAN, "read-00001")
    first = read_at()
    assert first[0] == first[1] != ""
    house.clock.time += 60_000_000
    assert "done" in understands(DAN, "read-00002")
    assert read_at() == first
    house.restart()
    assert read_at() == first


def test_a_ruling_by_discretion_where_a_paragraph_rules_departs(tmp_path: Path) -> None:
    house = House(tmp_path / "store", house_table("hand", dealing="shoe", run_by="dealer", cards="by-hand"))
    for who, act in ((ANN, "1 sits Ann 100"), (ANN, "1 ante 50"), (DAN, "close"), (DAN, "dealt")):
        assert "done" in house.act(who, "hand", act)
    reports = ("incident no-burn", "incident no-burn", "incident no-burn", "incident other")
    rulings = ("incident other ruling=continue", "dismiss", "incident no-burn reconstructable=true", "dismiss")
    for report, ruled in zip(reports, rulings, strict=True):
        number = house.act(DAN, "hand", report)["waiting"]["incident"]
        decides = cmd.DecideIncident(number, ruled)
        assert "done" in house.answered(house.floor.perform(SAM, f"decides-{number}", decides, "as seen"))
        if ruled.endswith("true"):
            asks = "Leave the cards where they are. Ask box 1: continue or withdraw?"
            assert house.view("hand", DAN)["you"]["notices"][-1]["text"].endswith(asks)

    def numbers(**about: Any) -> list[int]:
        return [
            each.incident for each in house.floor.pit.incidents(open_only=False, limit=9, before=None, **about).items
        ]

    assert numbers() == [4, 3, 2, 1]
    assert numbers(departed_only=True) == [1]
    assert (numbers(kind="other"), numbers(table="hand", kind="no-burn")) == ([4], [3, 2, 1])
    assert numbers(table="elsewhere") == []
    house.store.close()
