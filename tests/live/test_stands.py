"""Why a table waits, as view, lobby, sign and pit tell it alike; and the name for people that goes with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.floor.live.state.floor_file import read_floor_file
from tests.as_json import as_json
from tests.floors import house_settings, house_table
from tests.live.houses import ANN, BEN, DAN, PIA, House

T = "tcp-1"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(tmp_path, house_settings(empty_table="20s") + house_table(T, title="Table 12", run_by="system"))
    for who, do in ((ANN, "2 sits Ann 100"), (BEN, "5 sits Ben 100"), (ANN, "2 ante 10"), (BEN, "5 ante 10")):
        assert "done" in opened.act(who, T, do)
    yield opened
    opened.store.close()


def told(house: House) -> dict[str, Any]:
    """Every answer that says why a table stands says the same."""
    stands: dict[str, Any] = house.view(T)["stands"]
    (line,) = as_json(house.floor.ask.tables())
    (glance,) = as_json(house.floor.pit.view(PIA.role))["pit"]["tables"]
    assert stands == line["stands"] == glance["stands"] == as_json(house.floor.ask.sign(T))["sign"]["stands"]
    return stands


def test_lost_players_are_told_by_their_places(house: House) -> None:
    house.floor.timers.presence(T, {"Ann", "Ben"})
    house.floor.timers.presence(T, set())
    stands = told(house)
    assert (stands["why"], stands["places"]) == ("players-lost", [2, 5]) and stands["until"] > stands["since"]


def test_an_incident_names_the_role_that_was_asked(house: House) -> None:
    waiting = house.act(DAN, T, "incident other", reason="a drink was spilt")["waiting"]
    stands = told(house)
    assert (stands["why"], stands["rank"]) == ("incident", waiting["rank"]) and "notice" not in stands


def test_a_suspension_is_told_in_public_words(house: House) -> None:
    house.act(PIA, T, "suspend", reason="a drink was spilt")
    assert told(house)["notice"] == {"code": "table-suspended", "values": {"why": "a drink was spilt"}}
    house.act(PIA, T, "resume")
    house.act(PIA, T, "suspend")
    assert told(house)["notice"]["values"]["why"] == {"code": "suspended-by", "values": {"by": "pia"}}


def test_a_table_has_a_name_for_people(house: House) -> None:
    (line,) = as_json(house.floor.ask.tables())
    titles = house.view(T)["title"], line["title"], as_json(house.floor.ask.sign(T))["sign"]["title"]
    assert titles == ("Table 12",) * 3


def test_a_table_without_one_is_called_by_its_short_name() -> None:
    (table,) = read_floor_file(house_table("tcp-9")).tables
    assert table.sign.titled == "tcp-9"


@pytest.mark.parametrize("title", ["", " ", "x" * 65, "a\\u0000b"])
def test_a_title_is_printable_and_short(title: str) -> None:
    with pytest.raises(Unreadable, match="title: expected 1 to 64 printable characters"):
        read_floor_file(house_table("tcp-9", title=title))
