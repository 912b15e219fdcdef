"""A player is moved from one poker table to another: the floor knows where they sat, and with how much (R-109)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state.problems import Problem
from tests.floors import poker_table
from tests.live.houses import ANN, BEN, CY, DAN, PIA, House

FLOOR = "".join(
    poker_table(name, seats=6, small_blind=blind, run_by="dealer")
    for name, blind in (("nl-1", "2"), ("nl-2", "1"), ("nl-5", "5"))
)
MINUTE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    for seat, who in enumerate((ANN, BEN, CY), 1):
        assert "done" in house.act(who, "nl-1", f"{seat} sits {who.name} 100")
    assert "done" in house.act(CY, "nl-1", "3 leaves")
    yield house
    house.store.close()


def refused(answer: dict[str, Any]) -> tuple[str, list[str]]:
    return str(answer["error"]["says"]["code"]), list(answer["error"]["cites"])


def test_the_pit_moves_a_player_to_another_table(house: House) -> None:
    done = house.act(PIA, "nl-2", "4 relocated Cy 100 from=nl-1")["done"]
    assert done["cites"] == ["5.4.1", "R-109"]
    assert house.view("nl-2")["seats"]["4"]["player"] == "Cy"


def test_nobody_is_moved_in_the_middle_of_a_round(house: House) -> None:
    assert "done" in house.act(DAN, "nl-1", "start")
    code, cites = refused(house.act(PIA, "nl-1", "4 relocated Dee 100 from=nl-2"))
    assert (code, cites) == ("playing-sit-after", ["5.4.1", "3.6.1"])


def test_a_dealer_moves_nobody(house: House) -> None:
    code, cites = refused(house.act(DAN, "nl-2", "4 relocated Cy 100 from=nl-1"))
    assert code == "rank-decides" and cites[0] == "5.4.1" and "R-109" in cites
    with pytest.raises(Problem):
        house.act(CY, "nl-2", "4 relocated Cy 100 from=nl-1")


@pytest.mark.parametrize(
    ("table", "do", "code"),
    [
        ("nl-2", "4 relocated Cy 100", "relocated-say-from"),
        ("nl-2", "4 relocated Cy 100 from=nl-5", "relocated-not-from-there"),
        ("nl-2", "4 relocated Cy 100 from=elsewhere", "relocated-not-from-there"),
        ("nl-2", "4 relocated Ann 100 from=nl-1", "relocated-not-from-there"),
        ("nl-2", "4 relocated Cy 101 from=nl-1", "relocated-with-more"),
        ("nl-5", "4 relocated Cy 100 from=nl-1", "relocated-from-lower-blinds"),
        ("nl-1", "4 relocated Cy 100 from=nl-1", "relocated-from-elsewhere"),
    ],
)
def test_a_player_comes_from_the_table_that_is_named(house: House, table: str, do: str, code: str) -> None:
    told, cites = refused(house.act(PIA, table, do))
    assert told == code and {"5.4.1", "R-109"} <= set(cites)


def test_not_more_than_thirty_minutes_ago(house: House) -> None:
    house.turn(30 * MINUTE)
    house.turn(1)
    assert refused(house.act(PIA, "nl-2", "4 relocated Cy 100 from=nl-1"))[0] == "relocated-not-from-there"


def test_thirty_minutes_ago_is_in_time(house: House) -> None:
    house.turn(29 * MINUTE)
    assert "done" in house.act(PIA, "nl-2", "4 relocated Cy 60 from=nl-1")


def test_when_players_left_is_known_after_a_restart(house: House) -> None:
    before = house.floor.books.decided.tables["nl-1"].departures
    assert set(before) == {"Cy"} and (before["Cy"].stack, before["Cy"].small_blind) == (100_00, 2_00)
    house.restart()
    assert house.floor.books.decided.tables["nl-1"].departures == before
