"""Clocks that stand and go on: nobody loses time in which they could not act, and nobody waits for time that stood."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.floors import house_settings, house_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

T = "tcp-1"
FLOOR = house_settings(empty_table="30s") + house_table(
    "tcp-1",
    boxes=5,
    jackpot_bet="5",
    jackpot={"meter": "1000.00", "reset": "500.00", "contribution": "0.60"},
    clock={"betting": "10s", "decision": "5s", "bank": "off", "pause": "6s"},
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    house.act(ANN, T, "1 sits Ann 100")
    yield house
    house.store.close()


def phase(house: House) -> str:
    return str(house.view(T)["round"]["phase"])


def test_what_is_asked_while_clocks_stand_has_one_period_and_no_more(house: House) -> None:
    house.act(ANN, T, "1 ante 10")
    house.act(PIA, T, "suspend")
    house.turn(100_000)
    house.act(SAM, T, "incident other ruling=void", reason="power cut")
    house.act(PIA, T, "resume")
    house.turn(5_999)
    assert phase(house) == "void"
    house.turn(1)
    assert (phase(house), house.view(T)["round"]["number"]) == ("betting", 2)


def test_a_process_that_stood_still_takes_nothing_of_the_time_to_come_back(house: House) -> None:
    house.act(ANN, T, "1 ante 10")
    timers = house.floor.timers
    timers.presence(T, {"Ann"})
    timers.presence(T, set())
    house.clock.turn(60_000)
    timers.paused(60_000)
    house.turn(29_999 + 10_000)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


def test_a_jackpot_bet_alone_starts_no_clock(house: House) -> None:
    """It makes no round (R-60): who bets next leaves everybody the whole period."""
    house.act(ANN, T, "1 jackpot 5")
    house.turn(60_000)
    assert house.view(T)["clock"]["asked"] == []
    house.act(BEN, T, "2 sits Ben 100")
    house.act(BEN, T, "2 ante 10")
    house.turn(9_999)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


def test_who_watched_before_they_sat_down_is_there_and_who_has_left_is_not_missed(house: House) -> None:
    timers = house.floor.timers
    timers.presence(T, {"Ben"})
    house.act(BEN, T, "2 sits Ben 100")
    house.act(BEN, T, "2 ante 10")
    assert house.view(T)["clock"]["stopped"] is False
    timers.presence(T, set())
    assert house.view(T)["clock"]["stopped"] is True
    timers.presence(T, {"Cy"})
    assert house.view(T)["clock"]["stopped"] is True
    house.act(BEN, T, "2 withdraw ante")
    house.act(BEN, T, "2 leaves")
    house.act(ANN, T, "1 ante 10")
    assert house.view(T)["clock"]["stopped"] is False


def test_a_clock_that_ends_with_no_live_bet_waits_for_the_next_one(house: House) -> None:
    """A player who bet too little has walked away (R-82); the next bet leaves everybody the whole period."""
    house.act(ANN, T, "1 ante 5")
    house.turn(10_000)
    assert house.view(T)["clock"]["asked"] == []
    house.turn(60_000)
    assert house.view(T)["clock"]["asked"] == []
    house.act(BEN, T, "2 sits Ben 100")
    assert house.view(T)["clock"]["asked"] == []
    house.act(BEN, T, "2 ante 10")
    assert house.view(T)["clock"]["asked"][0]["left"] == 10_000
    house.turn(9_999)
    assert phase(house) == "betting"
    house.turn(1)
    assert phase(house) == "deciding"


def test_a_clock_that_has_waited_starts_with_the_round_after(house: House) -> None:
    house.act(BEN, T, "2 sits Ben 100")
    house.act(ANN, T, "1 ante 5")
    house.turn(10_000)
    house.act(SAM, T, "incident other ruling=void", reason="a power cut")
    house.turn(6_000)
    house.act(BEN, T, "2 ante 5")
    assert house.view(T)["clock"]["asked"][0]["left"] == 10_000


def test_where_a_dealer_runs_the_table_a_clock_only_shows(tmp_path: Path) -> None:
    """Bets are closed, silence is entered and rounds are started by the dealer alone (R-41)."""
    house = House(tmp_path / "dealer", FLOOR.replace("boxes = 5", 'boxes = 5\nrun-by = "dealer"'))
    for act in ("1 sits Ann 100", "1 ante 10"):
        house.act(ANN, T, act)
    house.turn(60_000)
    assert (phase(house), house.view(T)["clock"]["asked"][0]["left"]) == ("betting", 0)
    house.act(DAN, T, "close")
    assert house.view(T)["clock"]["asked"] == [{"box": 1, "left": 5_000, "bank": 0}]
    house.turn(60_000)
    assert (phase(house), house.view(T)["clock"]["asked"][0]["left"]) == ("deciding", 0)
    house.act(DAN, T, "1 leaves")
    house.act(DAN, T, "settle")
    house.turn(60_000)
    assert (phase(house), house.view(T)["round"]["number"]) == ("settled", 1)
    house.store.close()
