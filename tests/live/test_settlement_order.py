"""The order of a settlement as viewers get it: nobody before the last decision, everybody the same after it."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state.people import Who
from tests.as_json import as_json
from tests.floors import HOLDEM, house_table, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, PIA, SAM, UNA, House
from tests.live.two_worlds import masked

EVERYBODY = (None, ANN, BEN, CY, DAN, PIA, SAM, UNA)
SHOE = "2c 9h 4d Qd 8s Kh 9c 7d 3c 4s"
OTHER_DEALER = "2c 9h 4d As 8s Kh Ad 7d 3c Ac"
"""The same hands of the boxes, and three aces for the dealer."""
DECIDED = (
    *((ANN, "1 sits Ann 1000"), (BEN, "2 sits Ben 1000"), (ANN, "1 ante 50"), (ANN, "1 pair-plus 25")),
    *((BEN, "2 ante 10"), (DAN, "close"), (ANN, "1 look"), (BEN, "2 look"), (ANN, "1 play")),
)


def tcp(shoe: str) -> str:
    return house_table("tcp-1", pair_plus=("5", "500"), run_by="dealer", shoe=shoe)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(tmp_path / "store", tcp(SHOE) + house_table("pth-1", HOLDEM, run_by="dealer"))
    yield opened
    opened.store.close()


def order(house: House, who: Who | None = None, table: str = "tcp-1") -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = house.view(table, who)["round"]["order"]
    return told


def said(house: House, *acts: tuple[Who, str], table: str = "tcp-1") -> None:
    for who, do in acts:
        assert "done" in house.act(who, table, do), do


def test_two_worlds_look_the_same_until_the_last_decision(tmp_path: Path) -> None:
    with ExitStack() as opened:
        houses = [House(tmp_path / name, tcp(shoe)) for name, shoe in (("one", SHOE), ("other", OTHER_DEALER))]
        for house in houses:
            opened.enter_context(closing(house.store))
        for who, do in DECIDED:
            for house in houses:
                said(house, (who, do))
            for viewer in EVERYBODY:
                one, other = (house.view("tcp-1", viewer) for house in houses)
                assert masked(one) == masked(other) and "order" not in one["round"]
        for house in houses:
            said(house, (BEN, "2 play"), (DAN, "settle"))
        assert order(houses[0]) != order(houses[1])


def test_everybody_gets_the_floors_order_also_later(house: House) -> None:
    said(house, *DECIDED, (BEN, "2 fold"))
    opened = [
        *({"does": "turn", "of": "dealer", "card": card} for card in (1, 2, 3)),
        {"does": "verdict"},
        {"does": "open", "box": 1},
    ]
    assert all(order(house, who) == opened for who in EVERYBODY)
    said(house, (DAN, "settle"))
    settled = [
        *opened,
        {"does": "take", "box": 2, "spot": "ante"},
        *({"does": "pay", "box": 1, "spot": spot} for spot in ("ante", "pair-plus", "play")),
        {"does": "pay", "box": 1, "award": "ante-bonus"},
        {"does": "home", "box": 1},
    ]
    assert all(order(house, who) == settled for who in EVERYBODY)
    assert as_json(house.floor.history.round("tcp-1", 1, None))["round"]["order"] == settled
    replayed = as_json(steps(house.floor.history, "tcp-1", 1, ANN, house.floor.ask.sign("tcp-1")))
    assert replayed["steps"][-1]["round"]["order"] == settled
    said(house, (DAN, "next"))
    assert "order" not in house.view("tcp-1")["round"]


def test_a_void_round_has_no_order(house: House) -> None:
    said(house, *DECIDED, (BEN, "2 fold"))
    house.act(SAM, "tcp-1", "incident other ruling=void", reason="a fight")
    assert house.view("tcp-1")["round"]["status"] == "void" and "order" not in house.view("tcp-1")["round"]


def test_only_the_river_is_turned_after_the_last_decision_of_holdem(house: House) -> None:
    said(house, (ANN, "1 sits Ann 1000"), (ANN, "1 ante 10"), (DAN, "close"), table="pth-1")
    said(house, (ANN, "1 flop"), (ANN, "1 check"), (ANN, "1 check"), table="pth-1")
    turns = [step for step in order(house, table="pth-1") if step["does"] == "turn"]
    assert [(step["of"], step["card"]) for step in turns] == [("board", 5), ("dealer", 1), ("dealer", 2)]


def test_poker_gathers_shows_rakes_and_pushes(tmp_path: Path) -> None:
    table = poker_table("nl", small_blind="5", stake=("10", "1000"), rake_percent="5", clock={"pause": "6s"})
    with closing((house := House(tmp_path, table)).store):
        said(house, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 200"), table="nl")
        house.turn(6_000)
        first, second = (1, 2) if house.view("nl")["round"]["turn"] == 1 else (2, 1)
        players = {1: ANN, 2: BEN}
        said(house, (players[first], f"{first} allin"), table="nl")
        assert all("order" not in house.view("nl", who)["round"] for who in EVERYBODY)
        said(house, (players[second], f"{second} allin"), table="nl")
        told = order(house, table="nl")
        assert [step["does"] for step in told][:5] == ["gather", "street", "street", "street", "uncalled"]
        assert [step["cards"] for step in told if step["does"] == "street"] == [3, 1, 1]
        assert [step["seat"] for step in told if step["does"] == "show"] == house.view("nl")["round"]["shown"]
        assert [step["does"] for step in told][-3:] in (["rake", "push", "over"], ["push", "push", "over"])
        assert all(order(house, who, "nl") == told for who in EVERYBODY)
