"""Rounds told again, cards proved, signs changed, incidents that wait for a rank."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from croupier.floor.journal.proofs import Wrong, read_proof, verify
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import ShoeOrder, TableKeys
from croupier.floor.live.state.problems import Code, Problem
from tests.as_json import as_json
from tests.floors import STUD, house_table, poker_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, UNA, House

FLOOR = (
    house_table("tcp-1", run_by="dealer", shoe="2c As 9h Qd Ks 8h 7c Qs 3d 2h")
    + house_table("cs-1", STUD, run_by="dealer", cards="reader", device="dan")
    + poker_table("nl-1")
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def play_a_round(house: House) -> None:
    house.act(ANN, "tcp-1", "1 sits Ann 1000")
    house.act(BEN, "tcp-1", "2 sits Ben 1000")
    house.act(ANN, "tcp-1", "1 ante 50")
    house.act(BEN, "tcp-1", "2 ante 10")
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    house.act(ANN, "tcp-1", "1 play")
    house.act(BEN, "tcp-1", "2 fold")
    house.act(DAN, "tcp-1", "settle")
    house.act(DAN, "tcp-1", "next")


@pytest.mark.parametrize("again", [False, True])
def test_a_past_round_shows_what_its_viewer_may_see(house: House, again: bool) -> None:
    play_a_round(house)
    if again:
        house.restart()
    history = house.floor.history
    assert as_json(history.rounds("tcp-1", 50, None)) == {
        "items": [{"round": 2, "status": "open"}, {"round": 1, "status": "settled"}],
        "before": None,
    }
    for who, hand in ((None, "?? ?? ??"), (BEN, "?? ?? ??"), (DAN, "?? ?? ??"), (UNA, "9h 8h 3d")):
        told = as_json(history.round("tcp-1", 1, who))["round"]
        assert told["boxes"]["2"]["hand"] == hand
        assert told["boxes"]["1"]["hand"] == "As Ks Qs"
    said = [act["do"] for act in as_json(history.round("tcp-1", 1, None))["acts"]]
    assert said[-4:] == ["1 look", "1 play", "2 fold", "settle"]


def test_what_a_viewer_sees_is_proved_and_nothing_else(house: House) -> None:
    play_a_round(house)
    proof = as_json(house.floor.history.proof("tcp-1", 1, BEN))
    assert [card["card"] for card in proof["cards"]] == ["As", "Qd", "Ks", "7c", "Qs", "2h"]
    verify(read_proof(msgspec.json.encode(proof)))
    proof["cards"][0]["card"] = "Ad"
    with pytest.raises(Wrong):
        verify(read_proof(msgspec.json.encode(proof)))
    assert len(as_json(house.floor.history.deck("tcp-1", 1))["cards"]) == 52
    with pytest.raises(Problem) as running:
        as_json(house.floor.history.deck("tcp-1", 2))
    assert running.value.code is Code.REFUSED


def test_a_sign_counts_from_the_next_round_on(house: House) -> None:
    house.answered(
        house.floor.perform(
            PIA, "sign-0001", cmd.ChangeSign("tcp-1"), at="table/tcp-1", given=TableKeys({"ante": ["20", "500"]})
        )
    )
    play_a_round(house)
    assert as_json(house.floor.ask.sign("tcp-1"))["sign"]["limits"] == {"ante": ["20.00", "500.00"]}
    refused = house.act(BEN, "tcp-1", "2 ante 600")
    assert refused["done"]["excess"] == "100.00"
    house.answered(
        house.floor.perform(
            PIA,
            "sign-0002",
            cmd.ChangeSign("nl-1"),
            at="table/nl-1",
            given=TableKeys({"small-blind": "2", "clock": {"bank": "5s"}}),
        )
    )
    sign = as_json(house.floor.ask.sign("nl-1"))["sign"]
    assert (sign["blinds"], sign["clock"]["bank"]) == (["2.00", "4.00"], 5000)


def test_what_a_dealer_may_not_decide_waits_for_the_pit(house: House) -> None:
    house.act(ANN, "cs-1", "1 sits Ann 1000")
    house.act(ANN, "cs-1", "1 ante 50")
    house.act(DAN, "cs-1", "close")
    assert house.view("cs-1")["round"]["waiting"] == [{"for": "cards", "due": 11}]
    house.act(DAN, "cs-1", "deal 2c As Ks")
    assert house.view("cs-1")["round"]["waiting"] == [{"for": "cards", "due": 8}]
    assert house.act(DAN, "cs-1", "deal Qs Js Ts 2d 3d 4d 5d 7h")["done"]["do"] == "deal " + " ".join(["??"] * 8)
    waiting = house.act(DAN, "cs-1", "incident no-burn")["waiting"]
    assert waiting["rank"] == "pit-supervisor"
    assert house.view("cs-1")["state"] == "suspended"
    with pytest.raises(Problem) as suspended:
        house.act(ANN, "cs-1", "1 look")
    assert suspended.value.code is Code.SUSPENDED
    (told,) = as_json(house.floor.pit.incidents(open_only=True, limit=50, before=None))["items"]
    assert {option["do"]: option["ruling"] for option in told["options"]} == {
        "incident no-burn reconstructable=true": "options",
        "incident no-burn reconstructable=false": "void",
    }
    with pytest.raises(Problem) as too_low:
        house.floor.perform(DAN, "decide-1", cmd.DecideIncident(1, "dismiss"), "no")
    assert too_low.value.code is Code.FORBIDDEN
    do = "incident no-burn reconstructable=false"
    done = house.answered(house.floor.perform(SAM, "decide-2", cmd.DecideIncident(1, do), "seen on camera"))
    assert done["done"]["ruling"] == "void"
    told_round = house.view("cs-1")["round"]
    assert (told_round["status"], told_round["incidents"][-1]["by"]) == ("void", "sam")
    assert told_round["incidents"][-1]["reason"] == "seen on camera"
    assert house.balance("stack/cs-1/Ann") == 100_000


def test_clocks_change_with_the_next_round(house: House) -> None:
    for who, seat in ((ANN, 1), (BEN, 2)):
        house.act(who, "nl-1", f"{seat} sits {who.name} 100")
    house.turn(6_000)
    assert house.view("nl-1")["clock"]["asked"][0]["left"] == 25_000
    house.answered(
        house.floor.perform(
            PIA,
            "sign-0001",
            cmd.ChangeSign("nl-1"),
            at="table/nl-1",
            given=TableKeys({"clock": {"decision": "5s", "bank": "off"}}),
        )
    )
    house.turn(24_999 + 60_000)
    assert house.view("nl-1")["round"]["status"] == "open"
    house.turn(1 + 6_000)
    assert house.view("nl-1")["clock"]["asked"][0]["left"] == 5_000
    before = dict(house.floor.books.decided.tables)
    assert [each.table for each in house.restart()] == ["nl-1"]
    assert house.floor.books.decided.tables["tcp-1"] == before["tcp-1"]


def test_what_happens_in_an_act_happens_at_one_time(house: House) -> None:
    house.clock.ticks = 1
    house.act(ANN, "cs-1", "1 sits Ann 1000")
    house.act(ANN, "cs-1", "1 ante 50")
    house.act(DAN, "cs-1", "close")
    house.act(DAN, "cs-1", "deal 2c As Ks Qs Js Ts 2d 3d 4d 5d 7h")
    house.act(DAN, "cs-1", "incident no-burn")
    *_, entry = house.store.entries("table/cs-1")
    incident = house.floor.books.shown.tables["cs-1"].incidents[1]
    assert incident.reported.at == entry.at


def test_time_in_which_the_process_stood_still_counts_against_nobody(house: House) -> None:
    for who, seat in ((ANN, 1), (BEN, 2)):
        house.act(who, "nl-1", f"{seat} sits {who.name} 100")
    house.turn(6_000)
    (asked,) = house.view("nl-1")["clock"]["asked"]
    house.clock.turn(500_000)
    house.floor.timers.paused(500_000)
    assert house.floor.timers.fire() == 0
    assert house.view("nl-1")["clock"]["asked"] == [asked]
    house.turn(25_000 + 60_000)
    assert house.view("nl-1")["round"]["turn"] != asked["seat"]


def test_a_shoe_is_stacked_while_there_is_no_bet(house: House) -> None:
    """After the payments it is that of the next round; what was dealt stays what it was."""
    play_a_round(house)
    floor = house.floor
    house.act(ANN, "tcp-1", "1 ante 50")
    with pytest.raises(Problem, match="while no bet is placed"):
        floor.perform(SAM, "", cmd.StackShoe("tcp-1"), at="table/tcp-1", given=ShoeOrder("2c"))
    for act in ("close", "1 fold", "settle"):
        house.act(DAN, "tcp-1", act)
    dealt = house.view("tcp-1")["deal"]
    house.answered(floor.perform(SAM, "", cmd.StackShoe("tcp-1"), at="table/tcp-1", given=ShoeOrder("2c 3c")))
    house.answered(
        floor.perform(SAM, "", cmd.StackShoe("tcp-1"), at="table/tcp-1", given=ShoeOrder("2c Ad 9d Kd 8d Qd 7d"))
    )
    stacked = house.view("tcp-1")["deal"]
    assert (dealt["round"], stacked["round"]) == (2, 3)
    assert as_json(floor.history.proof("tcp-1", 2, UNA))["root"] == dealt["roots"][0]
    house.restart()
    house.act(DAN, "tcp-1", "next")
    assert house.view("tcp-1")["deal"] == stacked
    house.act(ANN, "tcp-1", "1 ante 50")
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    assert house.view("tcp-1", ANN)["round"]["boxes"]["1"]["hand"] == "Ad Kd Qd"
