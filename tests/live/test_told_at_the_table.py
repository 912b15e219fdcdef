"""What a sign, a pause and a seat tell, with the paragraph that says it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.as_json import as_json
from tests.floors import HOLDEM, STUD, THREE_CARD, house_table, jackpot_link, poker_table
from tests.live.houses import ANN, BEN, CY, DAN, PIA, UNA, House

BOOKS = {"tcp": THREE_CARD, "cs": STUD, "pth": HOLDEM}
FLOOR = "".join(
    [
        *(
            house_table(
                f"{name}-{dealing}",
                book,
                dealing=dealing,
                run_by="dealer",
                boxes=7,
                jackpot_bet="5",
                link="grand",
                smallest_chip="2.50",
            )
            for name, book in BOOKS.items()
            for dealing in ("shoe", "shuffler")
        ),
        poker_table("p-1", stake=("100", "1000"), run_by="dealer", chip="1"),
        jackpot_link(limit="1000000.00"),
    ]
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def done(house: House, who: Any, table: str, *acts: str) -> list[dict[str, Any]]:
    told = []
    for do in acts:
        answer = house.act(who, table, do)
        assert "done" in answer, answer
        told.append(answer["done"])
    return told


@pytest.mark.parametrize(
    ("table", "order", "fold"),
    [
        ("tcp-shoe", ["4.9.1"], ["3.12.1"]),
        ("cs-shoe", ["4.5.1", "4.5.2"], ["3.12.1"]),
        ("pth-shoe", ["4.5"], ["3.11.2", "3.11.2(a)"]),
        ("pth-shuffler", ["4.5"], ["3.12.3", "3.12.3(a)"]),
    ],
)
def test_the_sign_cites_the_paragraph_that_says_it(house: House, table: str, order: list[str], fold: list[str]) -> None:
    jackpot = as_json(house.floor.ask.sign(table))["sign"]["jackpot"]
    assert jackpot["order"]["cites"] == [*order, "R-13", "R-102"]
    assert jackpot["fold"]["cites"] == fold
    assert as_json(house.floor.ask.sign(table))["sign"]["displays"] == {"limits": ["3.3"]}


def test_offers_step_by_the_smallest_chip(house: House) -> None:
    done(house, ANN, "tcp-shoe", "1 sits Ann 101")
    assert as_json(house.floor.ask.sign("tcp-shoe"))["sign"]["smallest_chip"] == "2.50"
    offers = {each["do"]: each for each in house.view("tcp-shoe", ANN)["you"]["may"]}
    ante = offers["1 ante"]
    assert (ante["from"], ante["to"], ante["step"]) == ("10.00", "100.00", "2.50")
    assert offers["1 jackpot"]["step"] == "5.00"


def test_a_board_is_what_lay_face_up(house: House) -> None:
    """A round that ends before it has none, also for the auditor; the deck has the rest."""
    done(house, ANN, "pth-shuffler", "1 sits Ann 500", "1 ante 10")
    done(house, DAN, "pth-shuffler", "close")
    done(house, ANN, "pth-shuffler", "1 look", "1 fold")
    done(house, DAN, "pth-shuffler", "settle")
    done(house, DAN, "pth-shuffler", "next")
    for who in (UNA, ANN, None):
        assert as_json(house.floor.history.round("pth-shuffler", 1, who))["round"]["board"] == ""


def seated(house: House) -> None:
    for seat, who in enumerate((ANN, BEN, CY), 1):
        done(house, who, "p-1", f"{seat} sits {who.name} 200")
    done(house, DAN, "p-1", "start")


def test_the_pause_tells_everybody_what_is_due_and_the_marker_stays(house: House) -> None:
    seated(house)
    assert house.view("p-1")["round"]["marker"] == "betting-round"
    for do in ("1 fold", "2 fold"):
        done(house, DAN, "p-1", do)
    paused = house.view("p-1", DAN)["round"]
    assert (paused["marker"], paused["waiting"]) == ("showdown", [{"for": "settle"}])
    due = paused["due"]
    assert due["seats"] == due["pots"][0]["won"] and due["odd_chips"] == {}
    assert due["rake"] == due["pots"][0]["rake"]
    assert house.view("p-1", ANN)["round"]["due"] == house.view("p-1")["round"]["due"] == due
    done(house, PIA, "p-1", "suspend")
    assert house.view("p-1", DAN)["round"]["due"] == due
    done(house, PIA, "p-1", "resume")
    done(house, DAN, "p-1", "settle")
    settled = house.view("p-1")["round"]
    assert settled["marker"] == "showdown" and settled["pots"] == due["pots"]
    done(house, DAN, "p-1", "start")
    assert house.view("p-1")["round"]["marker"] == "betting-round"


def test_odd_chips_are_listed_by_seat(house: House) -> None:
    seated(house)
    for do in ("1 call", "2 call", "3 check"):
        done(house, DAN, "p-1", do)
    while house.view("p-1")["round"]["waiting"][0]["for"] == "decision":
        seat = house.view("p-1")["round"]["waiting"][0]["seat"]
        done(house, DAN, "p-1", f"{seat} check")
    due = house.view("p-1", DAN)["round"]["due"]
    won, (pot,) = due["seats"], due["pots"]
    assert sum(int(float(each) * 100) for each in won.values()) == int(
        (float(pot["amount"]) - float(pot["rake"])) * 100
    )
    done(house, DAN, "p-1", "settle")
    assert house.view("p-1")["round"]["pots"] == due["pots"]


def test_a_player_who_acts_out_of_turn_sees_what_binds_them(house: House) -> None:
    seated(house)
    assert house.act(DAN, "p-1", "3 out-of-turn raise 20")["done"]["cites"][0] == "5.12"
    (told,) = house.view("p-1", CY)["you"]["notices"]
    assert (told["says"]["code"], told["cites"][0]) == ("notice.out-of-turn", "5.12")
    assert not house.view("p-1", ANN)["you"]["notices"]
    done(house, DAN, "p-1", "1 raise 50")
    (told,) = house.view("p-1", CY)["you"]["notices"]
    assert told["cites"][0] == "5.12.3"


def test_missed_turns_are_shown_and_gone_is_cited(house: House) -> None:
    seated(house)
    done(house, DAN, "p-1", "1 fold", "2 fold", "settle")
    done(house, CY, "p-1", "3 away")
    for _ in range(8):
        seats = house.view("p-1")["seats"]
        if seats["3"]["missed_turns"] >= 2:
            break
        assert seats["1"]["missed_turns"] == 0
        done(house, DAN, "p-1", "start")
        seat = house.view("p-1")["round"]["waiting"][0]["seat"]
        done(house, DAN, "p-1", f"{seat} fold", "settle")
    (told,) = done(house, PIA, "p-1", "3 gone")
    assert told["cites"][0] == "5.4.2"
