"""Reports at a live table with sealed cards: what is heard, whoever says it and whatever stands behind it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

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
