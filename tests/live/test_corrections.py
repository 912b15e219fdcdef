"""The cards on the table count, not what was entered or read (R-110, R-111); and chips that were not due (R-112)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Code, Problem
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import DECK
from croupier.rules.games.common import Faces
from croupier.rules.money import Cents
from tests.as_json import as_json
from tests.floors import HOLDEM, STUD, THREE_CARD, house_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, SUE, UNA, House
from tests.live.test_debts import done as done_at


def tables(cards: str, **more: str) -> str:
    books = {"tcp-1": THREE_CARD, "cs-1": STUD, "pth-1": HOLDEM}
    usual = {"dealing": "shoe", "run_by": "dealer", "cards": cards, **more}
    return "".join(house_table(name, book, ante=("10", "10000"), boxes=7, **usual) for name, book in books.items())


@pytest.fixture(params=["by-hand", "reader"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    device = {"device": "dan"} if request.param == "reader" else {}
    house = House(tmp_path / "store", tables(request.param, **device))
    yield house
    house.store.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", tables("by-hand"))
    yield house
    house.store.close()


@pytest.fixture
def read(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", tables("reader", device="dan"))
    yield house
    house.store.close()


def done(house: House, who: Any, do: str, table: str = "tcp-1", **more: Any) -> dict[str, Any]:
    return done_at(house, who, do, table, **more)


def pushed_out(house: House) -> None:
    """Ann's pair of aces beats the dealer's queen; what lies there is nothing."""
    done(house, ANN, "1 sits Ann 5000")
    done(house, BEN, "2 sits Ben 5000")
    done(house, ANN, "1 ante 1000")
    done(house, BEN, "2 ante 1000")
    done(house, DAN, "close")
    if house.floor.books.tables["tcp-1"].sign.cards is Faces.READER:
        # a burnt card first, then box 1, box 2 and the dealer, one card each in turn
        done(house, DAN, "deal 3c As 2d Qh Ad 4d 9c 7h 5d 2c")
        done(house, DAN, "1 play")
        done(house, DAN, "2 fold")
    else:
        for do in ("dealt", "1 play", "2 fold", "dealer Qh 9c 2c", "1 hand As Ad 7h"):
            done(house, DAN, do)
    done(house, DAN, "settle")


WRONG = 'incident entry box=1 hand="Js 3d 7h"'


def decided(house: House, number: int, do: str = WRONG) -> dict[str, Any]:
    answer = house.answered(
        house.floor.perform(PIA, f"decides-{number}", cmd.DecideIncident(number, do), "I looked at the cards")
    )
    assert "done" in answer, answer
    told: dict[str, Any] = answer["done"]
    return told


def test_after_the_payments_the_settlement_is_made_again(either: House) -> None:
    house = either
    pushed_out(house)
    assert house.balance("stack/tcp-1/Ann") > 500_000
    waits = house.act(DAN, "tcp-1", WRONG, reason="typed the wrong card")["waiting"]
    assert (waits["rank"], waits["incident_kind"]) == ("pit-supervisor", "entry")
    assert {"5.10.1", "R-5", "R-107", "R-110"} <= set(waits["cites"])
    item = as_json(house.floor.pit.incident(waits["incident"]))
    assert (item["do"], item["reason"]) == (WRONG, "typed the wrong card")
    assert [(option["do"], option["ruling"]) for option in item["options"]] == [(WRONG, "corrected")]
    assert house.view("tcp-1")["state"] == "suspended"
    assert decided(house, waits["incident"])["ruling"] == "corrected"
    assert house.balance("stack/tcp-1/Ann") == 300_000  # Ante and Play are lost to the queen
    seen = house.view("tcp-1")["round"]
    assert seen["boxes"]["1"]["hand"].split().count("3d") == 1 and seen["status"] == "settled"
    assert seen["incidents"][-1]["incident"] == "entry"
    told = [each for act in as_json(house.floor.ask.view("tcp-1", ANN, 0))["table"]["happened"] for each in act["then"]]
    assert "finding.entry" in [each["says"]["values"]["kind"]["code"] for each in told if "ruled" in each["event"]]
    done(house, DAN, "next")


def test_what_was_paid_too_much_and_is_gone_is_owed(house: House) -> None:
    pushed_out(house)
    won = house.balance("stack/tcp-1/Ann")
    done(house, ANN, "1 leaves")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(house.balance("wallet/Ann")))))
    number = house.act(DAN, "tcp-1", 'incident entry box=1 hand="2s 3d 7h"')["waiting"]["incident"]
    decided(house, number, 'incident entry box=1 hand="2s 3d 7h"')
    assert house.balance("owed/Ann") == won - 300_000  # Ante and Play are lost
    (debt,) = as_json(house.floor.ask.account("Ann"))["debts"]
    assert "R-110" in debt["cites"]


def test_a_downloaded_file_has_the_cards_as_they_lay(either: House) -> None:
    house = either
    pushed_out(house)
    decided(house, house.act(DAN, "tcp-1", WRONG)["waiting"]["incident"])
    text = house.floor.downloads.round_file("tcp-1", 1, SAM)
    assert "3d" in text and "entry" not in text.split("[")[0]
    assert "incident" not in text


def test_corrections_stand_in_no_downloaded_file(house: House) -> None:
    """A file with them could not be played: it has the cards as they lay, and nothing was paid otherwise."""
    stud(house)
    done(house, ANN, "1 bet", "cs-1")
    done(house, BEN, "2 fold", "cs-1")
    waits = house.act(DAN, "cs-1", "incident entry up=Ks", reason="mistyped")["waiting"]
    decided(house, waits["incident"], "incident entry up=Ks again=true")
    for do in ("1 bet", "2 fold", "dealer Ks 9h 8c 7d 2s", "1 hand As Ad 4c 5c 6c", "settle"):
        done(house, DAN, do, "cs-1")
    done(house, DAN, "incident payment box=1 paid=5", "cs-1")
    for text in (house.floor.downloads.round_file("cs-1", 1, UNA), house.floor.downloads.rounds_file("cs-1")):
        assert "incident" not in text
        played = play(read_script(text))
        assert played.refusal is None
        assert as_json(played.rounds[-1])["dealer"]["up"] == "Ks"


def test_until_the_payments_the_dealer_names_the_cards_again(house: House) -> None:
    done(house, ANN, "1 sits Ann 5000")
    done(house, ANN, "1 ante 1000")
    for do in ("close", "dealt", "1 play", "dealer Qh 9c 2c", "1 hand As Ad 7h"):
        done(house, DAN, do)
    refused = house.act(DAN, "tcp-1", WRONG)["error"]
    assert refused["says"]["code"] == "name-cards-again" and "R-110" in refused["cites"]
    done(house, DAN, "1 hand As 3d 7h")
    done(house, DAN, "settle")
    refused = house.act(DAN, "tcp-1", "1 hand As Ad 7h")["error"]
    assert refused["says"]["code"] == "named-again-only-before-payment" and "R-110" in refused["cites"]


def test_what_a_device_misread_is_named_until_the_payments(read: House) -> None:
    house = read
    done(house, ANN, "1 sits Ann 5000")
    done(house, ANN, "1 ante 1000")
    for do in ("close", "deal 3c As Qh Ad 9c 7h 2c", "1 play"):
        done(house, DAN, do)
    assert "R-110" in done(house, DAN, "1 hand As 3d 7h")["cites"]
    done(house, DAN, "settle")
    assert "3d" in house.view("tcp-1")["round"]["boxes"]["1"]["hand"]


@pytest.mark.parametrize(
    "do",
    [
        'incident entry box=1 hand="As 9c 7h"',  # one of the dealer's
        'incident entry box=1 hand="As Ad 7h"',  # so it was entered
        'incident entry box=1 hand="As Ad"',
    ],
)
def test_an_impossible_correction_is_refused_at_once(either: House, do: str) -> None:
    pushed_out(either)
    assert "error" in either.act(DAN, "tcp-1", do)
    assert not as_json(either.floor.pit.incidents(open_only=True, limit=10, before=None))["items"]


@pytest.mark.parametrize("do", ["incident entry", "incident entry box=1", "incident entry hand=As", "incident payment"])
def test_what_says_too_little_cannot_be_read(house: House, do: str) -> None:
    pushed_out(house)
    with pytest.raises(Problem):
        house.act(DAN, "tcp-1", do)


def stud(house: House) -> None:
    done(house, ANN, "1 sits Ann 5000", "cs-1")
    done(house, BEN, "2 sits Ben 5000", "cs-1")
    done(house, ANN, "1 ante 100", "cs-1")
    done(house, BEN, "2 ante 100", "cs-1")
    for do in ("close", "dealt", "up Kd"):
        done(house, DAN, do, "cs-1")


def test_the_face_up_card_is_entered_again_until_somebody_decides(house: House) -> None:
    stud(house)
    done(house, DAN, "up Ks", "cs-1")
    assert house.view("cs-1")["round"]["dealer"]["up"] == "Ks"
    done(house, ANN, "1 bet", "cs-1")
    refused = house.act(DAN, "cs-1", "up Kd")["error"]
    assert (refused["says"]["code"], refused["cites"]) == ("decided-against-it", ["R-111"])


@pytest.mark.parametrize("again", [True, False])
def test_then_the_pit_says_whether_they_decide_again(house: House, again: bool) -> None:
    stud(house)
    done(house, ANN, "1 bet", "cs-1")
    done(house, BEN, "2 fold", "cs-1")
    waits = house.act(DAN, "cs-1", "incident entry up=Ks", reason="mistyped")["waiting"]
    assert (waits["rank"], waits["cites"]) == ("pit-supervisor", ["R-111"])
    do = f"incident entry up=Ks again={'true' if again else 'false'}"
    assert decided(house, waits["incident"], do)["ruling"] == "corrected"
    seen = house.view("cs-1")["round"]
    assert seen["dealer"]["up"] == "Ks"
    assert [box["decisions"] for box in seen["boxes"].values()] == ([[], []] if again else [["bet"], ["fold"]])
    assert house.balance("stack/cs-1/Ann") == 490_000 - (0 if again else 20_000)
    if again:
        assert seen["boxes"]["2"]["standing"] == "in-play"
        done(house, BEN, "2 bet", "cs-1")
        done(house, ANN, "1 fold", "cs-1")
        for do in ("dealer Ks 9h 8c 7d 2s", "2 hand As Ad 4c 5c 6c", "settle"):
            done(house, DAN, do, "cs-1")
        text = house.floor.downloads.round_file("cs-1", 1, SAM)
        assert '"1 fold"' in text and '"1 bet"' not in text and '"2 fold"' not in text


def test_a_board_card_likewise(house: House) -> None:
    done(house, ANN, "1 sits Ann 5000", "pth-1")
    done(house, ANN, "1 ante 100", "pth-1")
    for do in ("close", "dealt"):
        done(house, DAN, do, "pth-1")
    done(house, ANN, "1 flop", "pth-1")
    done(house, DAN, "board 9h 8h 7h", "pth-1")
    done(house, DAN, "board 9h 8h 6h", "pth-1")
    assert house.view("pth-1")["round"]["board"].startswith("9h 8h 6h")


def test_other_chips_were_pushed_than_were_due(house: House) -> None:
    pushed_out(house)
    paid = house.balance("stack/tcp-1/Ann")
    told = done(house, DAN, "incident payment box=1 paid=1500")
    assert (told["ruling"], told["cites"]) == ("recorded", ["R-112"])
    assert told["still"] == {"box": 1, "due": "2000.00", "paid": "1500.00", "to_pay": "500.00"}
    assert house.balance("stack/tcp-1/Ann") == paid  # the settlement stands
    assert house.view("tcp-1")["round"]["boxes"]["1"]["pushed"] == "1500.00"
    told = done(house, DAN, "incident payment box=1 paid=2500")
    assert told["still"]["to_ask_back"] == "500.00"
    waits = house.act(ANN, "tcp-1", "incident payment box=1 paid=100")
    assert waits["waiting"]["rank"] == "dealer"


def test_where_cards_are_sealed_nothing_was_entered(tmp_path: Path) -> None:
    text = tables("sealed")
    house = House(tmp_path / "store", text)
    refused = house.act(SAM, "tcp-1", WRONG)["error"]
    assert refused["says"]["code"] == "sealed-not-heard"
    house.store.close()


def test_later_the_round_stays_and_a_correction_is_posted_by_two_people(either: House) -> None:
    house = either
    pushed_out(house)
    before = house.view("tcp-1")["round"]["boxes"]["1"]["net"]
    done(house, DAN, "next")
    held, tray = house.balance("stack/tcp-1/Ann"), house.balance("tray/tcp-1")
    waits = house.act(SAM, "tcp-1", WRONG, reason="seen on the camera")["waiting"]
    assert waits["rank"] == "shift-manager" and "R-110" in waits["cites"]
    item = as_json(house.floor.pit.incident(waits["incident"]))
    assert item["do"] == f'{WRONG} round=1 due="Ann -4000.00"'
    assert house.view("tcp-1")["state"] == "open"
    with pytest.raises(Problem):
        house.floor.perform(PIA, "pit", cmd.DecideIncident(waits["incident"], WRONG), "no rank")
    with pytest.raises(Problem) as own:
        house.floor.perform(SAM, "own", cmd.DecideIncident(waits["incident"], WRONG), "myself")
    assert own.value.code is Code.SECOND_PERSON
    answer = house.answered(house.floor.perform(SUE, "sue", cmd.DecideIncident(waits["incident"], WRONG), "I looked"))
    assert answer["done"]["ruling"] == "corrected"
    assert (house.balance("stack/tcp-1/Ann"), house.balance("tray/tcp-1")) == (held - 400_000, tray + 400_000)
    assert as_json(house.floor.history.round("tcp-1", 1, SAM))["round"]["boxes"]["1"]["net"] == before
    house.restart()


def test_later_what_is_missing_is_owed_and_names_the_round(house: House) -> None:
    pushed_out(house)
    done(house, ANN, "1 leaves")
    house.answered(house.floor.perform(PIA, "out", cmd.Withdraw("Ann", Cents(house.balance("wallet/Ann") - 1_000))))
    done(house, DAN, "next")
    number = house.act(DAN, "tcp-1", f"{WRONG} due=ignored")["waiting"]["incident"]
    house.answered(house.floor.perform(SUE, "sue", cmd.DecideIncident(number, WRONG), "I looked"))
    (debt,) = as_json(house.floor.ask.account("Ann"))["debts"]
    assert (debt["round"], debt["amount"]) == (1, "3990.00")
    assert house.balance("wallet/Ann") == 0


def test_later_what_was_paid_too_little_goes_to_the_wallet(house: House) -> None:
    pushed_out(house)
    done(house, DAN, "next")
    do = 'incident entry round=1 box=1 hand="As Ad Ac"'
    number = house.act(DAN, "tcp-1", do)["waiting"]["incident"]
    house.answered(house.floor.perform(SUE, "sue", cmd.DecideIncident(number, do), "I looked"))
    assert house.balance("wallet/Ann") > 500_000


def test_later_nothing_is_posted_where_nothing_changes(house: House) -> None:
    pushed_out(house)
    done(house, DAN, "next")
    with pytest.raises(Problem) as same:
        house.act(DAN, "tcp-1", 'incident entry round=1 box=1 hand="As Ad 6h"')
    assert same.value.says is not None and same.value.says.code == "nothing-due"


def test_other_chips_were_pushed_to_a_seat(tmp_path: Path) -> None:
    poker = """
[[table]]
name = "p-1"
rulebook = "poker@7"
run-by = "dealer"
cards = "reader"
device = "dan"
small-blind = "1"
stake = ["100", "1000"]
"""
    house = House(tmp_path / "poker", poker)
    for seat, who in enumerate((ANN, BEN), 1):
        done(house, who, f"{seat} sits {who.name} 200", "p-1")
    done(house, DAN, "start", "p-1")
    due = house.view("p-1", DAN)["round"]["waiting"][0]["due"]
    done(house, DAN, f"deal {' '.join(DECK[:due])}", "p-1")
    seat = house.view("p-1", DAN)["round"]["waiting"][0]["seat"]
    done(house, DAN, f"{seat} fold", "p-1")
    assert "error" in house.act(DAN, "p-1", f"incident payment seat={3 - seat} paid=1")  # nothing is paid yet
    done(house, DAN, "settle", "p-1")
    told = done(house, DAN, f"incident payment seat={3 - seat} paid=50", "p-1")
    assert (told["ruling"], told["cites"], told["still"]["seat"]) == ("recorded", ["R-112"], 3 - seat)
    assert float(told["still"]["to_ask_back"]) == 50 - float(told["still"]["due"])
    text = house.floor.downloads.round_file("p-1", 1, SAM)
    assert "payment" not in text
    house.store.close()
