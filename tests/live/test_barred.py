"""Barred players: no sitting down, no betting, and a walk-in of the same name is told to the pit (contract 22)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Code, Problem
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, PIA, SAM, House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    tables = house_table("tcp-1", dealing="shoe", run_by="dealer"), poker_table("nl", dealing="shoe", run_by="dealer")
    house = House(tmp_path / "store", "".join(tables))
    yield house
    house.store.close()


def bar(house: House, player: str) -> None:
    assert "done" in house.answered(house.floor.perform(PIA, "bar-1", cmd.BarPlayer(player), "counts aloud"))


def code(answer: dict[str, dict[str, dict[str, str]]]) -> str:
    return answer["error"]["says"]["code"]


def test_a_barred_player_neither_sits_down_nor_bets(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 500")
    with pytest.raises(Problem) as raised:
        house.floor.perform(DAN, "bar-0", cmd.BarPlayer("Ann"), "no")
    assert raised.value.code is Code.FORBIDDEN
    bar(house, "Ann")
    house.restart()
    for who, do in ((ANN, "1 ante 10"), (DAN, "1 ante 10"), (ANN, "2 sits Ann 10"), (ANN, "1 tops-up 10")):
        assert code(house.act(who, "tcp-1", do)) == "barred", do
    assert code(house.act(ANN, "nl", "1 sits Ann 100")) == "barred"
    with pytest.raises(Problem):
        house.floor.perform(PIA, "lift-0", cmd.LiftBar("Ann"), "no")
    house.answered(house.floor.perform(SAM, "lift-1", cmd.LiftBar("Ann"), "an error"))
    assert "done" in house.act(ANN, "tcp-1", "1 ante 10")


def test_a_barred_player_finishes_the_round_that_is_played(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 500")
    house.act(ANN, "tcp-1", "1 ante 10")
    house.act(DAN, "tcp-1", "close")
    bar(house, "Ann")
    assert "done" in house.act(ANN, "tcp-1", "1 play")


def test_a_barred_player_is_dealt_into_no_further_round_of_poker(house: House) -> None:
    for seat, who in enumerate((ANN, BEN, CY), 1):
        house.act(who, "nl", f"{seat} sits {who.name} 100")
    bar(house, "Ben")
    house.act(DAN, "nl", "start")
    view = house.view("nl", DAN)
    assert view["seats"]["2"]["away"] and not view["seats"]["1"]["away"]
    assert "2" not in view["round"].get("hands", {})


def test_a_walk_in_of_the_same_name_is_told_to_the_pit(house: House) -> None:
    bar(house, "Ann")
    answer = house.answered(house.floor.perform(PIA, "walk-1", cmd.AddPlayer("ann", walk_in=True)))
    assert code(answer) == "barred-walk-in"
    assert answer["error"]["says"]["values"] == {"player": "Ann", "by": "pia", "reason": "counts aloud"}
    assert code(house.answered(house.floor.perform(PIA, "bar-2", cmd.BarPlayer("Ann"), "again"))) == "barred"
