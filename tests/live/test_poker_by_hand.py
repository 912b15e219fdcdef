"""Poker with real cards and no reader: the dealer names what is turned up, and nobody else knows anything."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from croupier.doors.cli.audit import main as audit
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.store import keys
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.cards import DECK
from tests.as_json import as_json
from tests.floors import poker_table
from tests.live.end_to_end import differences, same_terms
from tests.live.houses import ANN, BEN, CY, DAN, PIA, SAM, UNA, House

FLOOR = poker_table("nl-1", run_by="dealer", cards="by-hand")
SEATED = ((ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (CY, "3 sits Cy 100"))
HAND = (
    *("start", "dealt", "1 call", "2 call", "3 check", "board 9h 8h 7h", "2 check", "3 bet 10", "1 call", "2 fold"),
    *("board 2c", "3 check", "1 check", "board 3d", "3 bet 20", "1 call", "3 shows As Ad", "1 mucks", "settle"),
)
FOLDED, SHOWN = HAND.index("2 fold"), HAND.index("3 shows As Ad")


def opened(folder: Path, *acts: str) -> House:
    house = House(folder / "store", FLOOR)
    for who, do in SEATED:
        said(house, who, do)
    for do in acts:
        said(house, DAN, do)
    return house


def said(house: House, who: Who, do: str, **more: Any) -> dict[str, Any]:
    answer = house.act(who, "nl-1", do, **more)
    assert "done" in answer, answer
    done: dict[str, Any] = answer["done"]
    return done


def refused(house: House, who: Who, do: str) -> Problem:
    with pytest.raises(Problem) as problem:
        house.act(who, "nl-1", do)
    return problem.value


def test_no_view_has_a_card_that_nobody_turned_up(tmp_path: Path) -> None:
    house, seen = opened(tmp_path), set[str]()
    for do in HAND:
        said(house, DAN, do)
        seen |= set(DECK).intersection(do.split())
        for who in (None, ANN, CY, DAN, SAM, UNA):
            round_ = json.dumps(house.view("nl-1", who)["round"])
            assert set(DECK).intersection(re.findall(r"\b\w\w\b", round_)) <= seen, do
            assert "#" not in round_
    house.store.close()


def test_the_marker_and_what_is_due_follow_the_showdown(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND[: SHOWN - 1])
    assert house.view("nl-1")["round"]["marker"] == "betting-round"
    said(house, DAN, HAND[SHOWN - 1])
    round_ = house.view("nl-1")["round"]
    assert (round_["marker"], "due" in round_) == ("showdown", False)
    assert [each["seat"] for each in round_["waiting"]] == [3, 1]
    said(house, DAN, "3 shows As Ad")
    assert house.view("nl-1")["round"]["waiting"] == [{"seat": 1, "for": "cards", "due": 2, "may": ["shows", "mucks"]}]
    assert any(each["do"] == "1 mucks" for each in house.view("nl-1", ANN)["you"]["may"])
    said(house, ANN, "1 mucks")
    assert house.view("nl-1")["round"]["due"]["seats"] == {"3": "63.00"}
    house.store.close()


def test_the_dealer_alone_names_cards(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND[:5])
    for do in ("dealt", "board 9h 8h 7h", "3 shows As Ad", "3 shows"):
        assert refused(house, CY, do).code is Code.FORBIDDEN
    house.store.close()


def test_its_files_play_the_same_round_whoever_takes_them(tmp_path: Path) -> None:
    """A corrected card, a hand that was entered as given up, and a reader who is nobody in particular."""
    house = opened(tmp_path, *HAND[:5], "board 9h 8h 7c", *HAND[5:-1])
    assert said(house, DAN, "1 hand Kh Qh")["cites"] == ["R-110"]
    said(house, DAN, "settle")
    house.act(DAN, "nl-1", 'incident entry seat=3 hand="Ac Ad"', reason="misread")
    (waiting,) = house.floor.books.shown.tables["nl-1"].waiting
    live = as_json(house.floor.history.round("nl-1", 1, UNA))["round"]
    assert (live["pots"][0]["won"], waiting.kind) == ({"1": "63.00"}, "entry")
    downloads = house.floor.downloads
    for text in (*(downloads.round_file("nl-1", 1, who) for who in (None, ANN, UNA)), downloads.rounds_file("nl-1")):
        played = play(read_script(text))
        assert played.refusal is None
        assert list(differences(*same_terms(live, played.rounds[-1]))) == []
    assert "board 9h 8h 7h" in text and "1 shows Kh Qh" in text and "shoe = " not in text
    assert "d dh p3 KhQh" in downloads.phh("nl-1", 1, None)
    house.store.close()


@pytest.mark.parametrize("acts", [1, 2, 4, 6, 8, *range(FOLDED + 1, len(HAND), 2)])
def test_killed_anywhere_the_round_is_ruled_once_and_goes_on(tmp_path: Path, acts: int) -> None:
    """Void until somebody with money at stake has folded; then it is concluded, also in the middle of the showdown."""
    house = opened(tmp_path, *HAND[:acts])
    (ruled,) = house.restart()
    assert ruled.ruling == ("continue" if acts > FOLDED else "void")
    assert house.restart() == ()
    if acts > FOLDED:
        for do in HAND[acts:]:
            said(house, DAN, do)
        assert house.balance("stack/nl-1/Cy") == 131_00
    else:
        assert house.balance("stack/nl-1/Cy") == 100_00
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay", "--json"]) == 0


def test_irregularities_are_those_of_real_cards(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND[:6])
    kinds = {each["kind"] for each in as_json(house.floor.pit.kinds("nl-1"))["items"]}
    assert {"foreign-card", "early-card", "too-many", "no-burn", "player-count", "face-up"} <= kinds
    assert said(house, DAN, "incident too-many street=flop")["ruling"] == "reshuffled"
    assert house.view("nl-1")["round"]["waiting"] == [{"for": "cards", "of": "board", "due": 3}]
    said(house, DAN, "board 9h Kc 7h")
    said(house, DAN, "2 check")
    assert house.act(DAN, "nl-1", 'incident entry board="9h Kd 7h"', reason="misread")["waiting"]["rank"] == (
        "pit-supervisor"
    )
    house.store.close()


def test_two_rounds_and_people_who_come_and_go(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND)
    said(house, CY, "3 away")
    said(house, DAN, "start")
    assert house.view("nl-1")["round"]["posts"] == {"1": "2.00", "2": "1.00"}
    for do in ("dealt", "2 allin", "1 call"):
        said(house, DAN, do)
    round_ = house.view("nl-1")["round"]
    assert (round_["waiting"], round_["marker"]) == ([{"for": "cards", "of": "board", "due": 3}], "showdown")
    for do in ("board 4c 5c 6c", "2 shows As Ad", "board 9d", "board 9s", "1 shows Ah Ac", "settle"):
        said(house, DAN, do)
    assert house.act(PIA, "nl-1", "suspend", reason="a break")["done"]
    life = play(read_script(house.floor.downloads.rounds_file("nl-1")))
    assert life.refusal is None
    assert as_json(life.rounds[1])["shown"] == [2, 1]
    house.store.close()


def test_the_last_entry_is_taken_back(tmp_path: Path) -> None:
    """A raise, a hand, and one that was given up: chips, turn and cards are as before (R-139)."""
    house = opened(tmp_path, *HAND[:3])
    before = house.view("nl-1")["round"], house.balance("stack/nl-1/Ben")
    said(house, DAN, "2 raise 40")
    assert any(each["do"] == "take-back" for each in house.view("nl-1", DAN)["you"]["may"])
    assert said(house, DAN, "take-back")["cites"] == ["R-139"]
    assert (house.view("nl-1")["round"], house.balance("stack/nl-1/Ben")) == before
    assert house.act(DAN, "nl-1", "take-back")["error"]["code"] == "refused"
    said(house, DAN, HAND[3])
    assert refused(house, BEN, "take-back").code is Code.FORBIDDEN
    for do in (*HAND[4:16], "3 shows Ks Kd", "take-back", "3 shows As Ad", "1 mucks", "take-back", "1 shows 2h 2d"):
        said(house, DAN, do)
    house.restart()
    said(house, DAN, "settle")
    assert house.act(DAN, "nl-1", "take-back")["error"]["code"] == "refused"
    live = as_json(house.floor.history.round("nl-1", 1, UNA))["round"]
    assert live["hands"] == {"1": "2h 2d", "3": "As Ad"}
    played = play(read_script(house.floor.downloads.round_file("nl-1", 1, UNA)))
    assert played.refusal is None
    assert "raise 40" not in played.script.text and "Ks Kd" not in played.script.text
    assert "KsKd" not in house.floor.downloads.phh("nl-1", 1, UNA)
    house.store.close()
    keys.create(Path(f"{house.folder}.key"), house.ring)
    assert audit([str(house.folder), "--replay", "--json"]) == 0


def test_what_a_player_sent_is_not_taken_back(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND[:2])
    said(house, ANN, "1 call")
    assert house.act(DAN, "nl-1", "take-back")["error"]["cites"] == ["R-139"]
    house.store.close()


def test_who_decides_a_correction_sees_what_it_moves(tmp_path: Path) -> None:
    house = opened(tmp_path, *HAND[:-2], "1 shows Kh Kd", "settle")
    number = house.act(DAN, "nl-1", 'incident entry seat=1 hand="7c 7d"', reason="misread")["waiting"]["incident"]
    (option,) = as_json(house.floor.pit.incident(number))["options"]
    assert (option["ruling"], option["moves"]) == ("corrected", {"Ann": "63.00", "Cy": "-63.00"})
    house.store.close()
