"""A player's own rounds: those they were in, newest first, with what may be seen of them; and rounds step by step."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.floor.live.history.own_rounds import RoundFilter
from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.server.api import answers
from croupier.rules.money import dollars
from tests.as_json import as_json
from tests.live.evenings import FLOOR as EVERYTHING
from tests.live.evenings import Evening
from tests.live.houses import ANN, BEN, CY, DAN, PLAYERS, UNA, House
from tests.live.test_pages_need import FLOOR, dealt, three_at_poker


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def own(house: House, who: Who, limit: int = 50, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = as_json(house.floor.own_rounds.told(who, RoundFilter(limit, **more)))
    return told


def play(house: House) -> None:
    dealt(house)
    for who, do in ((ANN, "1 look"), (ANN, "1 play"), (BEN, "2 fold"), (DAN, "settle"), (DAN, "next")):
        house.act(who, "tcp-1", do)
    house.clock.turn(60_000)


@pytest.mark.parametrize("again", [False, True])
def test_own_rounds_show_what_the_player_may_see(house: House, again: bool) -> None:
    play(house)
    if again:
        house.restart()
    (item,) = own(house, ANN)["items"]
    assert (item["table"], item["round"], item["status"], item["places"]) == ("tcp-1", 1, "settled", [1])
    assert (item["staked"], item["net"], item["award"]) == ("130.00", "285.00", "15.00")
    assert item["hands"] == {"1": "9h 8s 7d"} and item["made"]["1"]["text"] == "Straight, Nine high"
    assert item["stands"] == {"1": "higher-hand-wins"} and item["dealer"]["ranks"] == ["Q", "9", "4"]
    (folded,) = own(house, BEN)["items"]
    assert (folded["hands"], folded["stands"], folded["net"]) == ({"2": "?? ?? ??"}, {"2": "folded"}, "-10.00")
    assert own(house, CY) == {"items": [], "total": {"rounds": 0, "staked": "0.00", "net": "0.00"}, "before": None}


def test_filters(house: House) -> None:
    play(house)
    three_at_poker(house)
    for who, do in ((ANN, "1 fold"), (BEN, "2 fold")):
        house.act(who, "nl-1", do)
    found = own(house, ANN)
    assert [(item["game"], item["net"]) for item in found["items"]] == [
        ("poker", "0.00"),
        ("three-card-poker", "285.00"),
    ]
    assert found["total"] == {"rounds": 2, "staked": "130.00", "net": "285.00"}
    assert [item["table"] for item in own(house, ANN, result="won")["items"]] == ["tcp-1"]
    assert [item["table"] for item in own(house, ANN, result="award")["items"]] == ["tcp-1"]
    assert own(house, ANN, result="void")["items"] == own(house, ANN, table="cs-1")["items"] == []
    assert [item["table"] for item in own(house, BEN, result="lost")["items"]] == ["nl-1", "tcp-1"]
    assert [item["table"] for item in own(house, ANN, game="poker")["items"]] == ["nl-1"]
    assert own(house, ANN, since="2026-01-01T00:01:00.000Z")["total"]["rounds"] == 1
    assert own(house, ANN, since="2026-01-02T00:00:00Z")["items"] == []
    wrongs: list[dict[str, Any]] = [
        {"result": "draw"},
        {"game": "bingo"},
        {"since": "noon"},
        {"before": "7"},
        {"before": "1.tcp-1.x"},
    ]
    for wrong in wrongs:
        with pytest.raises(Problem) as refused:
            own(house, ANN, **wrong)
        assert refused.value.code is Code.UNREADABLE


def test_over_an_evening_the_pages_hold_every_round_once_and_add_up(tmp_path: Path) -> None:
    house = House(tmp_path / "store", EVERYTHING, 5)
    evening = Evening([house], "own rounds 5")
    evening.stack()
    for _ in range(900):
        evening.step()
    history = house.floor.history
    for who in PLAYERS:
        everything = own(house, who, 200)
        pages: list[Any] = []
        page = own(house, who, 3)
        pages += page["items"]
        while page["before"] is not None:
            page = own(house, who, 3, before=page["before"])
            pages += page["items"]
        assert pages == everything["items"]
        keys = [(item["table"], item["round"]) for item in pages]
        assert len(set(keys)) == len(keys)
        assert [item["at"] for item in pages] == sorted((item["at"] for item in pages), reverse=True)
        for name, number in keys:
            seen = as_json(history.round(name, number, who))["round"]
            item = next(item for item in pages if (item["table"], item["round"]) == (name, number))
            if "boxes" in seen and seen["status"] != "open":
                mine = [box for box in seen["boxes"].values() if box["player"] == who.name and box["bets"]]
                assert item["net"] == dollars(sum(round(float(box["net"]) * 100) for box in mine))
                assert list(item["hands"].values()) == [box["hand"] for box in mine if "hand" in box]
            elif "boxes" not in seen and seen["status"] == "settled":
                (seat,) = item["places"]
                before = history.at_its_end(name, number).game.round.opening.seats[seat].stack  # type: ignore[union-attr]
                if str(seat) in seen["stacks"]:
                    assert item["net"] == dollars(round(float(seen["stacks"][str(seat)]) * 100) - before)
    house.store.close()


# --- Step by step -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True])
def test_a_round_is_replayed_act_by_act(house: House, again: bool) -> None:
    play(house)
    if again:
        house.restart()
    sign, viewers = house.floor.ask.sign("tcp-1"), (ANN, BEN, DAN, UNA, None)
    told = {who: as_json(steps(house.floor.history, "tcp-1", 1, who, sign))["steps"] for who in viewers}
    for each in told.values():
        msgspec.convert(each, list[answers.history.Step])
        assert [step["do"] for step in each][-5:] == ["close", "1 look", "1 play", "2 fold", "settle"]
    last = as_json(house.floor.history.round("tcp-1", 1, ANN))["round"]
    assert told[ANN][-1]["round"]["boxes"] == last["boxes"]
    by_act = {step["do"]: step["round"] for step in told[ANN]}
    assert by_act["close"]["boxes"]["1"]["hand"] == "9h 8s 7d"  # it was turned up later, and is known now
    assert by_act["close"]["dealer"]["hand"] == "?? ?? ??"  # the dealer's cards are face down, as they were then
    assert by_act["close"]["boxes"]["2"]["hand"] == "?? ?? ??"
    assert {step["do"]: step["round"] for step in told[UNA]}["close"]["boxes"]["2"]["hand"] == "4d Kh 3c"
    assert told[None][-1]["then"][0]["event"] == "box-settled"
    assert [step["then"] for step in told[ANN]] == [step["then"] for step in told[None]]


def test_of_an_open_round_the_public_part_is_shown(house: House) -> None:
    dealt(house)
    house.act(ANN, "tcp-1", "1 look")
    for who in (ANN, UNA, None):
        last = as_json(steps(house.floor.history, "tcp-1", 1, who, house.floor.ask.sign("tcp-1")))["steps"][-1]
        assert last["round"]["boxes"]["1"]["hand"] == "?? ?? ??"
    with pytest.raises(Problem) as missing:
        as_json(steps(house.floor.history, "tcp-1", 2, ANN, house.floor.ask.sign("tcp-1")))
    assert missing.value.code is Code.NOT_FOUND


def test_the_board_of_poker_is_replayed_as_it_was_turned(house: House) -> None:
    three_at_poker(house)
    for who, do in ((ANN, "1 call"), (BEN, "2 call"), (CY, "3 check")):
        house.act(who, "nl-1", do)
    for _ in range(3):
        for who, do in ((BEN, "2 check"), (CY, "3 check"), (ANN, "1 check")):
            house.act(who, "nl-1", do)
    told = as_json(steps(house.floor.history, "nl-1", 1, None, house.floor.ask.sign("nl-1")))["steps"]
    boards = [step["round"]["board"].count("??") for step in told]
    assert boards == sorted(boards, reverse=True) and {5, 2, 1, 0} == set(boards)
    shown = told[-1]["round"]["shown"][0]
    assert told[0]["round"]["players"][str(shown)]["hand"] == told[-1]["round"]["players"][str(shown)]["hand"]
    assert told[0]["seats"]["1"]["player"] == "Ann"
