"""Rounds of the house by another book: the same cards, bets and decisions, and nothing that hidden cards would tell."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.history.other_book import OtherBook, Paid, as_shown
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changed
from croupier.rules.money import signed_cents
from croupier.rules.rulebook.load import load
from tests.as_json import as_json
from tests.floors import house_table, jackpot_link, poker_table
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, BEN, CY, DAN, MIDNIGHT, SAM, UNA, House

TABLE = house_table("t", pair_plus=("5", "100"), run_by="dealer", shoe="2c 9h Qd 8s 4s 7d 3c") + house_table(
    "void", run_by="dealer"
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Ann has 9-8-7, a Straight, with 25 on Pair Plus; the dealer has Q-4-3."""
    house = House(tmp_path / "store", TABLE)
    for do in ("1 sits Ann 500", "1 ante 50", "1 pair-plus 25", "close", "1 play", "settle"):
        assert "done" in house.act(DAN, "t", do), do
    yield house
    house.store.close()


def told(house: House, who: Who = UNA, **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = as_json(house.floor.comparisons.told(OtherBook(**wanted), who))
    return found


def test_the_same_book_pays_the_same(house: House) -> None:
    found = told(house, table="t")
    assert (found["rounds"], found["places"], found["differ"], found["difference"]) == (1, 1, 0, "0.00")
    assert found["left_out"] == [] == found["forbidden"] and found["items"] == []
    assert found["books"] == ["three-card-poker@3"] and found["win"] == found["other_win"]
    tray = house.balance("tray/t")
    assert signed_cents(found["win"]) == tray


def test_a_changed_pay_table_pays_the_difference(house: House) -> None:
    assert load("three-card-poker@3").paytables["pair-plus"].pays["straight"] == 5
    found = told(house, table="t", changes="pair-plus.straight=9")
    (item,) = found["items"]
    expected = 25 * (9 - 5)
    assert (item["table"], item["round"], item["place"], item["player"]) == ("t", 1, 1, "Ann")
    assert item["difference"] == found["difference"] == f"{expected}.00"
    (bet,) = item["bets"]
    assert (bet["bet"], bet["other"]) == ("pair-plus", "250.00") and bet["cites"]
    assert signed_cents(found["win"]) - signed_cents(found["other_win"]) == expected * 100
    edges = {edge["bet"]: edge for edge in found["edges"]}
    exact = sheet(changed(load("three-card-poker@3"), {"pair-plus.straight": "9"}), habits=False)
    assert exact.risk is not None
    assert edges["pair-plus"]["other"] == f"{float(exact.risk.spread('pair-plus').house_edge):.4f}"
    assert edges["ante"]["edge"] == edges["ante"]["other"] == "0.0337"


def test_a_ruling_leaves_a_void_round_out(house: House) -> None:
    for do in ("1 sits Ben 500", "1 ante 50"):
        house.act(DAN, "void", do)
    house.act(SAM, "void", "incident other ruling=void", reason="asked")
    found = told(house, against="three-card-poker@3", changes="pair-plus.straight=9")
    assert (found["tables"], found["rounds"]) == (["t", "void"], 1)


def test_a_folded_hand_that_was_paid_is_compared_and_another_tells_nothing(tmp_path: Path) -> None:
    """A folded flush wins the jackpot bet, so its cards are open. A folded hand that won nothing stays as it was paid
    for everybody except the auditor: what it would have won tells its cards."""
    floor = house_table("s", "casino-stud@2", jackpot_bet="5", link="grand", run_by="dealer", shoe=FLUSH)
    house = House(tmp_path / "folded", floor + jackpot_link())
    for do in ("1 sits Ann 500", "1 ante 10", "1 jackpot 5", "close", "1 fold", "settle"):
        assert "done" in house.act(DAN, "s", do), do
    for who in (UNA, SAM):
        found = told(house, who, table="s", changes="jackpot.flush=150")
        assert (found["rounds"], found["left_out"], found["differ"], found["difference"]) == (1, [], 1, "50.00")
    house.store.close()
    lost, would_win = (Paid("Ann", net, {"jackpot": (net + 15, [])}, folded=True) for net in (-15, 85))
    assert as_shown(lost, would_win, sees_all=True) == would_win
    assert as_shown(lost, would_win, sees_all=False) == lost


FLUSH = "2s 2h 3c 5h 4d 7h 9s Jh Td Kh Qc"
"""Burnt, then Ann's hearts and the dealer's cards in turn."""


POKER = poker_table("p", "poker@6", seats=6, stake=("50", "1000"), chip="1", run_by="dealer")


def test_two_versions_of_poker(tmp_path: Path) -> None:
    house = House(
        tmp_path / "poker", poker_table("p", "poker@6", seats=6, stake=("50", "1000"), chip="1", run_by="dealer")
    )
    for who, do in (
        (ANN, "1 sits Ann 100"),
        (BEN, "2 sits Ben 100"),
        (CY, "3 sits Cy 100"),
        (DAN, "start"),
        (ANN, "1 fold"),
        (BEN, "2 allin"),
        (CY, "3 fold"),
        (DAN, "settle"),
    ):
        assert "done" in house.act(who, "p", do), do
    found = told(house, against="poker@7")
    assert (found["tables"], found["books"], found["against"]) == (["p"], ["poker@6"], "poker@7")
    assert (found["rounds"], found["places"], found["left_out"], found["forbidden"]) == (1, 3, [], [])
    assert found["edges"] == []
    house.store.close()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({}, Code.UNREADABLE),
        ({"against": "poker@5"}, Code.NOT_FOUND),
        ({"table": "nowhere"}, Code.NOT_FOUND),
        ({"table": "t", "against": "poker@7"}, Code.UNREADABLE),
        ({"table": "t", "changes": "pair-plus.straight"}, Code.UNREADABLE),
        ({"table": "t", "changes": "pair-plus.straight=6;pair-plus.straight=7"}, Code.UNREADABLE),
        ({"table": "t", "changes": "pair-plus.luck=6"}, Code.UNREADABLE),
        ({"against": "poker@7", "changes": "rake=5"}, Code.UNREADABLE),
        ({"table": "t", "since": "yesterday"}, Code.UNREADABLE),
    ],
)
def test_what_cannot_be_asked(house: House, wanted: dict[str, Any], code: Code) -> None:
    with pytest.raises(Problem) as problem:
        told(house, **wanted)
    assert problem.value.code is code


@pytest.mark.parametrize("game", ["three-card-poker@3", "casino-stud@2", "progressive-holdem@6", "poker@7", "poker@6"])
def test_a_random_evening_is_paid_by_its_own_book_as_the_journal_has_it(tmp_path: Path, game: str) -> None:
    """With voids, incidents, awards and corrections: what can be played again pays the same to the cent."""
    house = House(tmp_path / "evening", FLOOR)
    evening = Evening([house], "b")
    for name in TABLES:
        evening.sit_down(name)
    for _ in range(400):
        evening.step()
    house.store.flush()
    found = told(house, against=game, since=printed_time(MIDNIGHT))
    same = [item for item in found["items"] if TABLES[item["table"]][0] == game]
    assert same == [] and found["rounds"] > 0
    house.store.close()


def test_bets_that_follow_are_those_of_the_other_book(house: House) -> None:
    """Ann plays: by the other book the Play bet is two Antes."""
    (item,) = told(house, table="t", changes="play-multiple=2")["items"]
    assert [(bet["bet"], bet["paid"], bet["other"]) for bet in item["bets"]] == [("play", "100.00", "200.00")]
    assert item["difference"] == "50.00"


def test_every_place_keeps_its_cards_where_the_other_version_burns_others(tmp_path: Path) -> None:
    """Version 7 burns before the hole cards: by the order of the deck other players would win these showdowns."""
    house = House(tmp_path / "poker", POKER)
    for who, do in ((ANN, "1 sits Ann 1000"), (BEN, "2 sits Ben 1000"), (CY, "3 sits Cy 1000")):
        house.act(who, "p", do)
    for _ in range(8):
        assert "done" in house.act(DAN, "p", "start")
        for _ in range(20):
            waiting = as_json(house.floor.history.round("p", house.floor.books.shown.tables["p"].rounds, UNA))["round"]
            turn = next((each for each in waiting["waiting"] if each.get("may")), None)
            if turn is None:
                break
            seat = turn["seat"]
            does = "check" if "check" in turn["may"] else "call"
            assert "done" in house.act(DAN, "p", f"{seat} {does}"), (seat, does, turn)
        house.act(DAN, "p", "settle")
    found = told(house, against="poker@7")
    assert found["rounds"] >= 5 and found["left_out"] == [], found
    assert (found["differ"], found["difference"], found["forbidden"]) == (0, "0.00", [])
    house.store.close()


def test_a_round_that_the_other_book_does_not_know_stands_apart(tmp_path: Path) -> None:
    """Version 6 knows no shuffler."""
    floor = POKER.replace("poker@6", "poker@7") + 'dealing = "shuffler"\n'
    house = House(tmp_path / "shuffler", floor)
    for who, do in ((ANN, "1 sits Ann 100"), (BEN, "2 sits Ben 100"), (CY, "3 sits Cy 100"), (DAN, "start")):
        house.act(who, "p", do)
    for who, do in ((ANN, "1 fold"), (BEN, "2 fold"), (DAN, "settle")):
        assert "done" in house.act(who, "p", do), do
    found = told(house, against="poker@6")
    assert (found["rounds"], found["items"]) == (0, [])
    assert found["forbidden"] == [{"table": "p", "round": 1}]
    house.store.close()
