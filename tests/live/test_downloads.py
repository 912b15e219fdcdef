"""Rounds taken away: the auditor's file plays the same round again, everybody else's holds no card hidden from them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.given import TableKeys
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.rounds.histories.phh import read_phh
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from tests.as_json import as_json
from tests.floors import HOLDEM, house_table, poker_table
from tests.live.end_to_end import differences, same_terms
from tests.live.houses import ANN, BEN, CY, DAN, PIA, UNA, House

FLOOR = house_table("tcp-1", run_by="dealer", shoe="2c As 9h Qd Ks 8h 7c Qs 3d 2h") + poker_table(
    "nl-1", run_by="dealer", shoe="2c As Ah 9d Ks Kh 9c 3d"
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    yield house
    house.store.close()


def played_at_the_layout(house: House) -> None:
    for who, do in (
        (ANN, "1 sits Ann 1000"),
        (BEN, "2 sits Ben 1000"),
        (ANN, "1 ante 50"),
        (BEN, "2 ante 10"),
        (DAN, "close"),
        (ANN, "1 look"),
        (ANN, "1 play"),
        (BEN, "2 fold"),
        (DAN, "settle"),
    ):
        house.act(who, "tcp-1", do)


def played_poker(house: House) -> None:
    for who, do in (
        (ANN, "1 sits Ann 100"),
        (BEN, "2 sits Ben 100"),
        (CY, "3 sits Cy 100"),
        (DAN, "start"),
        (BEN, "2 look"),
        (ANN, "1 fold"),
        (BEN, "2 allin"),
        (CY, "3 fold"),
        (DAN, "settle"),
    ):
        assert "done" in house.act(who, "nl-1", do), do


@pytest.mark.parametrize("table", ["tcp-1", "nl-1"])
def test_the_auditors_file_plays_the_same_round(house: House, table: str) -> None:
    (played_at_the_layout if table == "tcp-1" else played_poker)(house)
    live = as_json(house.floor.history.round(table, 1, UNA))["round"]
    downloads = house.floor.downloads
    for text in (downloads.round_file(table, 1, UNA), downloads.rounds_file(table)):
        played = play(read_script(text))
        assert played.refusal is None
        assert 'settle = "by-hand"' in text
        assert list(differences(*same_terms(live, played.rounds[-1]))) == []
        assert "unlisted" not in as_json(played.rounds[-1])


@pytest.mark.parametrize("who", [None, BEN, DAN])
def test_a_file_tells_its_reader_no_card_that_they_may_not_see(house: House, who: Who | None) -> None:
    played_at_the_layout(house)
    text = house.floor.downloads.round_file("tcp-1", 1, who)
    assert "# Seen: box 1 As Ks Qs" in text and "# Seen: dealer Qd 7c 2h" in text
    assert not any(card in text for card in ("9h", "8h", "3d", "2c"))
    assert "shoe =" not in text
    assert play(read_script(text)).refusal is None


def test_a_round_that_is_not_over_keeps_its_cards(house: House) -> None:
    played_at_the_layout(house)
    house.act(DAN, "tcp-1", "next")
    house.act(ANN, "tcp-1", "1 ante 50")
    house.act(DAN, "tcp-1", "close")
    house.act(ANN, "tcp-1", "1 look")
    downloads = house.floor.downloads
    with pytest.raises(Problem) as problem:
        downloads.round_file("tcp-1", 2, UNA)
    assert problem.value.code is Code.REFUSED
    with pytest.raises(Problem) as problem:
        downloads.rounds_file("tcp-1")
    assert problem.value.code is Code.REFUSED
    hand = house.view("tcp-1", ANN)["round"]["boxes"]["1"]["hand"]
    assert f"# Seen: box 1 {hand}" in house.floor.downloads.round_file("tcp-1", 2, ANN)
    assert "Seen" not in house.floor.downloads.round_file("tcp-1", 2, BEN)


def test_phh_knows_the_hands_that_its_reader_knows(house: House) -> None:
    played_poker(house)
    for who, dealt in ((None, "dh p1 ????"), (BEN, "dh p1 AsKs"), (UNA, "dh p1 AsKs"), (CY, "dh p1 ????")):
        text = house.floor.downloads.phh("nl-1", 1, who)
        (entry,) = read_phh(text)
        assert entry.hand is not None
        assert dealt in text
    with pytest.raises(Problem) as problem:
        house.floor.downloads.phh("tcp-1", 1, None)
    assert problem.value.code is Code.REFUSED


def test_boxes_change_hands_and_signs_change_in_the_life_of_a_table(house: House) -> None:
    played_at_the_layout(house)
    house.act(ANN, "tcp-1", "1 leaves")
    house.answered(
        house.floor.perform(
            PIA, "sign-0001", cmd.ChangeSign("tcp-1"), at="table/tcp-1", given=TableKeys({"ante": ["20", "500"]})
        )
    )
    house.act(DAN, "tcp-1", "next")
    house.act(CY, "tcp-1", "1 sits Cy 100")
    house.act(CY, "tcp-1", "1 ante 50")
    house.act(CY, "tcp-1", "1 withdraw ante")
    house.act(CY, "tcp-1", "1 frees")
    house.act(BEN, "tcp-1", "1 sits Ben 0")
    house.act(BEN, "tcp-1", "1 ante 600")
    house.act(DAN, "tcp-1", "close")
    house.act(BEN, "tcp-1", "1 fold")
    house.act(DAN, "tcp-1", "settle")
    live = as_json(house.floor.history.round("tcp-1", 2, UNA))["round"]
    assert live["boxes"]["1"]["bets"]["ante"]["staked"] == "500.00"
    life = house.floor.downloads.rounds_file("tcp-1")
    assert '"sign ante=20.00,500.00 boxes=7"' in life and '"1 sits Ben"' in life
    for text in (house.floor.downloads.round_file("tcp-1", 2, UNA), life):
        played = play(read_script(text))
        assert played.refusal is None
        assert list(differences(*same_terms(live, played.rounds[-1]))) == []


BY_HAND = house_table("pth", HOLDEM, run_by="dealer", cards="by-hand")


def test_something_is_said_while_a_dealer_turns_up_the_board(tmp_path: Path) -> None:
    """Then the file says of each card when it was dealt, and not only of the first ones."""
    house = House(tmp_path / "store", BY_HAND)
    for who, do in (
        (ANN, "1 sits Ann 1000"), (ANN, "1 ante 50"), (DAN, "close"), (DAN, "dealt"), (ANN, "1 look"), (ANN, "1 flop"),
        (DAN, "board 9h 8h 7h"), (ANN, "1 check"), (ANN, "1 hides"), (DAN, "board 2c"), (ANN, "1 check"),
        (DAN, "board 3d"), (DAN, "dealer Qd Qc"), (DAN, "settle"),
    ):  # fmt: skip
        assert "done" in house.act(who, "pth", do), do
    text = house.floor.downloads.round_file("pth", 1, UNA)
    played = play(read_script(text))
    assert played.refusal is None and text.count('"deal"') == 4
    live = as_json(house.floor.history.round("pth", 1, UNA))["round"]
    assert list(differences(*same_terms(live, played.rounds[-1]))) == []
    house.store.close()
