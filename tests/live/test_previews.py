"""Incidents before they are reported: which there are now, and how each would be ruled. `test_every_irregularity` holds
every preview against what then happens, `two_worlds` against another deal."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.live.acts.dry_run import unseen
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from tests.as_json import as_json
from tests.floors import STUD, house_table
from tests.live.houses import ANN, BEN, DAN, PIA, SAM, House

FLOOR = (
    house_table("sealed", run_by="dealer")
    + house_table(
        "read",
        STUD,
        jackpot_bet="5",
        run_by="dealer",
        cards="reader",
        device="dan",
        jackpot={"meter": "125000.00", "reset": "50000.00", "contribution": "0.60"},
    )
    + house_table("by-hand", run_by="dealer", cards="by-hand")
)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "store", FLOOR)
    for table in ("sealed", "read", "by-hand"):
        for who, do in (
            (ANN, "1 sits Ann 1000"),
            (BEN, "2 sits Ben 1000"),
            (ANN, "1 ante 50"),
            (BEN, "2 ante 10"),
        ):
            assert "done" in house.act(who, table, do)
    house.act(ANN, "read", "1 jackpot 5")
    house.act(DAN, "sealed", "close")
    house.act(DAN, "read", "close")
    house.act(DAN, "read", "deal 2c As 9h Qd Ks 8h 7c Qs 3d 2h Ts Jd 4c 5h 6d 7s")
    house.act(DAN, "by-hand", "close")
    house.act(DAN, "by-hand", "dealt")
    yield house
    house.store.close()


def kinds(house: House, table: str) -> dict[str, Any]:
    return {item["kind"]: item for item in as_json(house.floor.pit.kinds(table))["items"]}


def preview(house: House, table: str, do: str, who: Who = DAN) -> dict[str, Any]:
    told: dict[str, Any] = as_json(house.floor.pit.preview(table, do, who))["preview"]
    return told


def test_where_cards_are_sealed_nothing_can_happen_to_one(house: House) -> None:
    assert list(kinds(house, "sealed")) == ["interruption", "other"]
    assert {*kinds(house, "read")} >= {"exposed", "misdealt", "simultaneous", "jackpot-down"}
    for report in ("incident exposed", "incident other card=As ruling=void", "incident no-burn"):
        with pytest.raises(Problem) as refused:
            preview(house, "sealed", report)
        assert refused.value.code is Code.REFUSED and "sealed" in refused.value.why


def test_only_what_can_have_happened_is_offered(house: House) -> None:
    exposed = kinds(house, "by-hand")["exposed"]
    assert exposed["rank"] == "dealer" and not exposed["late"]
    keys = {key["key"]: key for key in exposed["keys"]}
    assert list(keys) == ["box", "dealer", "cards", "card"]
    assert (keys["box"]["from"], keys["cards"]["from"]) == ([1, 2], [1, 2, 3, 4, 5])
    assert keys["card"]["takes"] == "card" and "from" not in keys["card"]
    assert "extra-look" not in kinds(house, "by-hand"), "everybody has one box"
    house.act(DAN, "by-hand", "incident interruption")
    house.act(DAN, "by-hand", "next")
    assert kinds(house, "by-hand")["exposed"]["late"], "it was in the round before"


def test_a_jackpot_works_again_only_after_it_has_failed(house: House) -> None:
    assert "jackpot-up" not in kinds(house, "read")
    house.act(PIA, "read", "incident jackpot-down policy=without-jackpot", reason="the display is dark")
    assert "jackpot-up" in kinds(house, "read")


def test_before_the_payments_an_entry_is_a_report_only_of_open_cards_somebody_saw(house: House) -> None:
    for do in ("1 play", "2 play"):
        assert "done" in house.act(DAN, "by-hand", do)
    assert "entry" not in kinds(house, "by-hand"), "no card was open, and the dealer enters hands again"
    for do in ("dealer Qd 9c 4s", "1 hand 9h 8s 7d", "2 hand 2h 3s 5d", "settle"):
        assert "done" in house.act(DAN, "by-hand", do)
    assert [key["key"] for key in kinds(house, "by-hand")["entry"]["keys"]] == ["box", "hand", "dealer"]


def test_a_ruling_is_shown_with_what_it_moves(house: House) -> None:
    told = preview(house, "read", "incident exposed box=2")
    assert (told["rank"], told["waits"], told["ruling"], told["moves"]) == ("dealer", False, "options", {})
    assert [(each["event"], each["places"]) for each in told["follows"]] == [("options-given", [2])]
    void = preview(house, "read", "incident exposed box=2 cards=2")
    assert (void["ruling"], void["moves"]) == ("void", {"Ann": "55.00", "Ben": "10.00"})
    assert void["meters"] == {"read": "-3.00"}
    assert house.act(DAN, "read", "incident exposed box=2 cards=2")["done"]["ruling"] == "void"
    assert (house.balance("stack/read/Ann"), house.balance("stack/read/Ben")) == (100_000, 100_000)


def test_what_is_not_the_dealers_to_decide_waits_with_its_options(house: House) -> None:
    told = preview(house, "read", "incident no-burn")
    assert (told["rank"], told["waits"], told["ruling"]) == ("pit-supervisor", True, None)
    assert {option["do"]: (option["ruling"], option["moves"]) for option in told["options"]} == {
        "incident no-burn reconstructable=true": ("options", {}),
        "incident no-burn reconstructable=false": ("void", {"Ann": "55.00", "Ben": "10.00"}),
    }
    assert preview(house, "read", "incident no-burn", PIA)["ruling"] == "void"
    house.act(DAN, "read", "incident no-burn")
    assert as_json(house.floor.pit.incident(1))["options"] == told["options"]
    assert preview(house, "read", "incident other ruling=continue", PIA)["rank"] == "shift-manager"
    assert preview(house, "read", "incident other ruling=void", SAM)["waits"] is False


@pytest.mark.parametrize("rank", [DAN, PIA, SAM], ids=lambda who: who.name)
def test_nobody_finds_a_card_by_asking(house: House, rank: Who) -> None:
    """The dealer's cards are 9h 8h 3d 4c and the face-up one."""
    right, wrong = (preview(house, "read", f"incident exposed dealer=true card={card}", rank) for card in ("Jd", "Qc"))
    assert {**right, "do": ""} == {**wrong, "do": ""}
    assert right["waits"] and right["ruling"] is None and right["moves"] == {}
    together = preview(house, "read", "incident simultaneous first=#2 second=#3", SAM)
    assert together["ruling"] == "options" and not any(card in str(together) for card in ("As", "9h"))


def test_previews_leave_out_what_depends_on_hidden_cards(house: House) -> None:
    """Box 2 has folded with cards that nobody saw; without box 1 nothing is left to decide."""
    for do in ("1 bet", "2 fold", "settle"):
        house.act(DAN, "read", do)
    told = preview(house, "read", "incident player-count box=1")
    assert told["waits"]  # a settlement is undone by somebody who has not reported it
    told = preview(house, "read", "incident player-count box=1", SAM)
    assert told["ruling"] == "invalidated" and "moves" not in told
    assert told["follows"][-1]["event"] == "hangs-on-cards"


def test_a_branch_knows_no_hidden_card(house: House, tmp_path: Path) -> None:
    """Whatever lies face down, rulings are tried on the same table; what lies open is what lies there."""
    other = House(tmp_path / "other", FLOOR)
    for who, do in ((ANN, "1 sits Ann 1000"), (BEN, "2 sits Ben 1000"), (ANN, "1 ante 50"), (BEN, "2 ante 10")):
        other.act(who, "read", do)
    other.act(ANN, "read", "1 jackpot 5")
    other.act(DAN, "read", "close")
    other.act(DAN, "read", "deal Kc 2s 3h 4d 5s 6h 7d 8s 9d Th Jc Qd Kh Ah 2d 7s")
    one, two = (each.floor.books.shown.tables["read"] for each in (house, other))
    assert one.game != two.game and unseen(one).game == unseen(two).game
    assert unseen(one).game.round.up == one.game.round.up == "7s"  # type: ignore[union-attr]
    other.store.close()


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ("", Code.UNREADABLE),
        ("incident", Code.UNREADABLE),
        ("close", Code.UNREADABLE),
        ("incident nonsense", Code.UNREADABLE),
        ("incident exposed box=99", Code.UNREADABLE),
        ("incident exposed box=5", Code.REFUSED),
        ("incident exposed cards=0", Code.UNREADABLE),
        ("incident exposed cards=40", Code.REFUSED),
        ("incident exposed box=1 box=2", Code.UNREADABLE),
        ("incident exposed dealer=perhaps", Code.UNREADABLE),
        ("incident player-count", Code.UNREADABLE),
        ("incident simultaneous first=#2 second=#9", Code.REFUSED),
        ("incident simultaneous first=#0 second=#99", Code.UNREADABLE),
        ("incident exposed " + "x" * 600, Code.UNREADABLE),
    ],
)
def test_a_preview_of_no_report_is_refused(house: House, do: str, code: Code) -> None:
    with pytest.raises(Problem) as problem:
        preview(house, "read", do, SAM)
    assert problem.value.code is code and problem.value.why


def test_a_closed_table_hears_nothing(house: House) -> None:
    house.act(SAM, "read", "incident other ruling=void")
    house.answered(house.floor.perform(PIA, "closing-1", cmd.CloseTable("read"), at="table/read"))
    with pytest.raises(Problem) as closed:
        kinds(house, "read")
    assert closed.value.code is Code.CLOSED
    with pytest.raises(Problem) as closed:
        preview(house, "read", "incident interruption")
    assert closed.value.code is Code.CLOSED
