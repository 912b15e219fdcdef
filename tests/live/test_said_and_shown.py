"""What a document has the dealer say, tell a player or display: with its paragraph, in views and on signs."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state.people import Who
from tests.as_json import as_json
from tests.floors import house_table, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, DEE, PIA, SAM, House

FLOOR = (
    house_table(
        "tcp-1",
        boxes=5,
        jackpot_bet="5",
        jackpot={"meter": "1000.00", "reset": "500.00", "contribution": "0.60"},
        run_by="dealer",
        shoe="2c As 9h Qd Ks 8h 7c Qs 3d 2h",
    )
    + poker_table("pk-6", "poker@6", seats=6, run_by="dealer")
    + poker_table("pk-7", seats=6, run_by="dealer")
)
T = "tcp-1"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def do(house: House, table: str, *acts: tuple[Who, str]) -> None:
    for who, act in acts:
        assert "done" in (answer := house.act(who, table, act)), answer


def told(house: House, table: str, who: Who) -> list[tuple[str, list[str]]]:
    return [(each["text"], each["cites"]) for each in house.view(table, who)["you"]["notices"]]


def on_the_sign(house: House, table: str) -> list[dict[str, Any]]:
    notices: list[dict[str, Any]] = as_json(house.floor.ask.sign(table))["sign"]["notices"]
    return notices


def folded_round(house: House, table: str) -> None:
    """Everybody folds to the big blind."""
    do(house, table, (DAN, "start"))
    while (waits := house.view(table)["round"]["waiting"][0])["for"] == "decision":
        do(house, table, (DAN, f"{waits['seat']} fold"))
    do(house, table, (DAN, "settle"))


def test_the_announcements(house: House) -> None:
    opened = {"text": "Place your Bets, please", "says": {"code": "call.bets"}, "cites": ["3.2"]}
    assert house.view(T)["said"] == opened
    do(house, T, (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"), (DAN, "close"))
    assert house.view(T)["said"] == {"text": "No more Bets", "says": {"code": "call.no-more-bets"}, "cites": ["3.9"]}
    do(house, T, (ANN, "1 fold"), (DAN, "settle"), (DAN, "next"))
    assert house.view(T)["said"] == opened
    assert house.view("pk-7")["said"] is None
    for table in ("pk-6", "pk-7"):
        do(house, table, (BEN, "2 sits Ben 100"), (CY, "3 sits Cy 100"), (DAN, "start"))
        assert house.view(table)["said"]["text"] == "Place your Blind Bets, please"
        assert house.view(table)["said"]["cites"]


def test_the_game_marker_shows_where_the_round_is(house: House) -> None:
    do(house, "pk-7", (BEN, "2 sits Ben 100"), (CY, "3 sits Cy 100"), (DAN, "start"))
    assert house.view("pk-7")["round"]["marker"] == "betting-round"
    for _ in range(8):
        waits = house.view("pk-7")["round"]["waiting"][0]
        if waits["for"] == "settle":
            break
        do(house, "pk-7", (DAN, f"{waits['seat']} {'check' if 'check' in waits['may'] else 'call'}"))
    assert house.view("pk-7")["round"]["marker"] == "showdown"


def test_from_the_second_box_on_one_hand_may_be_examined(house: House) -> None:
    do(house, T, (ANN, "1 sits Ann 100"))
    assert told(house, T, ANN) == []
    do(house, T, (ANN, "2 sits Ann 0"))
    ((text, cites),) = told(house, T, ANN)
    assert "one hand only" in text and cites == ["3.7"]
    assert told(house, T, BEN) == told(house, T, DAN) == []


def test_only_its_player_sees_that_a_bet_is_below_the_minimum(house: House) -> None:
    do(house, T, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 4"), (BEN, "2 ante 10"))
    ((text, cites),) = told(house, T, ANN)
    assert "4.00 on box 1 is below the minimum of 10.00" in text and cites == ["5.2"]
    assert told(house, T, BEN) == []
    assert house.act(DAN, T, "close")["error"]["code"] == "refused"
    do(house, T, (ANN, "1 ante 6"))
    assert told(house, T, ANN) == []


@pytest.mark.parametrize("table", ["pk-6", "pk-7"])
def test_what_joining_and_coming_back_cost(house: House, table: str) -> None:
    do(house, table, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (CY, "3 sits Cy 100"))
    folded_round(house, table)
    do(house, table, (DEE, "5 sits Dee 100"))
    ((text, cites),) = told(house, table, DEE)
    assert text.startswith("You pay nothing") and "5.4" in cites  # the first orbit
    do(house, table, (DEE, "5 leaves"))
    for _ in range(3):
        folded_round(house, table)
    do(house, table, (BEN, "2 away"))
    for _ in range(4):
        folded_round(house, table)
        for text, cites in told(house, table, BEN):
            assert text.startswith("If you come back now, you ") and any(cite.startswith("5.4.2") for cite in cites)
    assert house.view(table)["seats"]["2"]["missed"]
    do(house, table, (BEN, "2 back"))
    ((text, cites),) = told(house, table, BEN)
    assert text.startswith("You ") and any(cite.startswith("5.4.2") for cite in cites)
    do(house, table, (SAM, "day-ends"), (DEE, "5 sits Dee 100"))
    ((text, cites),) = told(house, table, DEE)
    assert cites and all(cite.startswith(("5.4", "R-")) for cite in cites)


def test_staff_see_what_is_due_in_the_pause(house: House) -> None:
    do(house, T, (ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (ANN, "1 ante 10"), (BEN, "2 ante 10"))
    do(house, T, (DAN, "close"), (ANN, "1 play"), (BEN, "2 fold"))
    assert house.view(T)["round"]["phase"] == "settling"
    due = house.view(T, DAN)["round"]["due"]
    assert due["1"]["net"] == "70.00" and due["1"]["awards"][0]["award"] == "ante-bonus"
    assert all("due" not in house.view(T, who)["round"] for who in (ANN, BEN, None))
    do(house, T, (DAN, "settle"))
    assert house.view(T)["round"]["boxes"]["1"]["net"] == "70.00"
    assert "due" not in house.view(T, DAN)["round"]


def test_no_jackpot_bets_are_taken_is_on_the_sign(house: House) -> None:
    """From the report on, which voids the round in course (5.16), and in every round until it works again."""
    assert on_the_sign(house, T) == []
    house.act(PIA, T, "incident jackpot-down policy=without-jackpot", reason="the controller is silent")
    for _ in range(2):
        (notice,) = on_the_sign(house, T)
        assert notice["text"] == "This table takes no jackpot bets for now" and "5.17.2" in notice["cites"]
        do(house, T, (DAN, "next"), (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"))
        assert house.act(ANN, T, "1 jackpot 5")["error"]["code"] == "refused"
        do(house, T, (DAN, "close"), (ANN, "1 leaves"), (DAN, "settle"))
    house.act(PIA, T, "incident jackpot-down policy=disallow box=1", reason="again")
    assert [notice["text"] for notice in on_the_sign(house, T)] == ["Box 1 takes no bets for now"]
    house.act(SAM, T, "incident jackpot-down policy=close", reason="and again")
    (notice,) = on_the_sign(house, T)
    assert notice["text"].startswith("This table takes no bets for now: the table stays closed")
    house.act(PIA, T, "incident jackpot-up", reason="it is back")
    assert on_the_sign(house, T) == []


def test_a_player_who_sits_down_between_rounds_sees_that_bets_are_not_open(house: House) -> None:
    """It is their box, even if somebody else had it in the round before."""
    do(house, T, (ANN, "1 sits Ann 100"), (ANN, "1 ante 10"), (DAN, "close"), (ANN, "1 leaves"), (DAN, "settle"))
    do(house, T, (BEN, "1 sits Ben 100"), (CY, "2 sits Cy 100"))
    for who, act in ((BEN, "1 ante 10"), (BEN, "1 withdraw ante"), (CY, "2 ante 10"), (CY, "2 look")):
        assert house.act(who, T, act)["error"]["code"] == "refused"
