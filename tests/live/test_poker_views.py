"""What a page draws of a poker table in addition to its round: the price, the blinds, who is on their way out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.as_json import as_json
from tests.floors import poker_table
from tests.live.houses import ANN, BEN, CY, House

T = "nl"
TABLE = poker_table("nl", small_blind="5", stake=("10", "1000"), clock={"pause": "6s"})


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(tmp_path, TABLE)
    for seat, (player, chips) in enumerate(((ANN, 100), (BEN, 200), (CY, 300)), start=1):
        assert "done" in opened.act(player, T, f"{seat} sits {player.name} {chips}")
    opened.turn(6_000)
    yield opened
    opened.store.close()


def test_the_blinds_and_the_price_stand_in_the_round(house: House) -> None:
    round_ = house.view(T)["round"]
    assert (round_["button"], round_["small_blind"], round_["big_blind"], round_["price"]) == (1, 2, 3, "10.00")
    assert "done" in house.act(ANN, T, "1 raise 40")
    assert house.view(T)["round"]["price"] == "40.00"


def test_who_leaves_with_an_all_in_hand_is_leaving_until_the_round_is_over(house: House) -> None:
    for player, act in ((ANN, "1 allin"), (ANN, "1 leaves")):
        assert "done" in house.act(player, T, act)
    leaving = {number: seat["leaving"] for number, seat in house.view(T)["seats"].items()}
    assert leaving == {"1": True, "2": False, "3": False}
    for player, act in ((BEN, "2 fold"), (CY, "3 fold")):
        assert "done" in house.act(player, T, act)
    assert "1" not in house.view(T)["seats"]


def test_the_sign_names_the_paragraph_of_whatever_is_displayed(house: House) -> None:
    displays = as_json(house.floor.ask.sign(T))["sign"]["displays"]
    assert displays["betting-round"] == ["1.20", "1.20(i)"] and displays["showdown"] == ["1.20", "1.20(ii)"]
    assert displays["stake"] == ["3.6"] and displays["rake"] == ["4.1"]
    assert displays["all-in"] == ["3.12"] and displays["missed-blind"] == ["5.6"] and displays["shows"] == ["5.13"]
