"""What `import croupier` offers to programs: it does what it says, and nothing of it goes away."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.doors.cli.run import main as run
from croupier.rules.games.house.view import HouseView
from croupier.rules.games.poker.view import PokerView

PROMISED = {
    *("Advice", "Book", "Equities", "Odds", "Refused", "Round", "RoundFile", "Table", "Unreadable", "__version__"),
    *("advise", "equity", "hands_in", "odds", "open_table", "read_round_file", "rulebook", "rulebooks"),
    *("Sweep", "sweep", "connect", "connect_async", "AsyncLiveFloor", "LiveFloor", "NotDone", "NotReached"),
    *("NotSignedIn", "Done", "Offer", "View"),
}


def three_card() -> croupier.Table:
    return croupier.open_table("three-card-poker", {1: "Ann"}, ante=("10", "1000"), shoe="As 6h 9d 5h 8d 4h 7d")


def heads_up(**more: Any) -> croupier.Table:
    return croupier.open_table("poker", {1: ("Ann", 200), 2: ("Ben", 200)}, small_blind="1", **more)


def test_names_are_only_added() -> None:
    assert set(croupier.__all__) >= PROMISED and set(dir(croupier)) >= PROMISED
    assert all(getattr(croupier, name) is not None for name in croupier.__all__)
    with pytest.raises(AttributeError, match="it offers Advice"):
        _ = croupier.nonsense


def test_importing_loads_nothing_that_nobody_asked_for() -> None:
    program = "import croupier, sys; print(*(name for name in sys.modules if name.startswith('croupier')))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert loaded.split() == ["croupier", "croupier.version"] or loaded.split() == ["croupier.version", "croupier"]


def test_a_table_in_a_program() -> None:
    table = three_card()
    assert table.may("Ann") == ("1 ante 10.00", "1 leaves") and table.may("Ben") == () and table.may() == ()
    events = table.say("1 ante 50", "close", "1 look", "1 play")
    assert events == table.events and table.acts == ("1 ante 50", "close", "1 look", "1 play")
    assert repr(table) == "<table of three-card-poker@3: round 1 settled, 4 acts>"
    assert table.rounds[0]["boxes"]["1"]["net"] == "150.00" and table.may() == ("next",)
    assert "3.12.2" in table.transcript()


def test_cards_by_place() -> None:
    table = heads_up(cards={1: "As 9h", "board": "Kd Kh 3c", "burn": "2c"}, seed=1)
    table.say("start", "1 look", "1 call", "2 check")
    seen = table.view("Ann")
    assert isinstance(seen, PokerView) and seen.round is not None
    assert seen.round.hands[1].cards == ("As", "9h") and seen.round.board == ("Kd", "Kh", "3c")
    again = croupier.read_round_file("a.round.toml", table.round_file()).play(seed=1)
    assert again.report()["rounds"] == table.rounds


def test_cards_by_place_of_several_rounds() -> None:
    each: list[dict[int | str, str]] = [{}, {1: "As Ks Qs", "dealer": "2c 3d 5h"}]
    table = croupier.open_table("three-card-poker", {1: "Ann"}, ante=("10", "1000"), cards=each, seed=1)
    table.say("1 ante 50", "close", "1 look", "1 fold", "next", "1 ante 50", "close", "1 look", "1 play")
    assert table.rounds[1]["boxes"]["1"]["hand"] == "As Ks Qs" and table.rounds[1]["dealer"]["hand"] == "2c 3d 5h"


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("As 9h", "cards: expected cards by place, such as"),
        ({"the dealer": "As"}, "'the dealer' is not a place for cards at this table; known: 1, 2, 3"),
        ({1: "As Ks Qs"}, r"\[cards\] 1: expected at most 2 cards, got 3"),
        ({1: "As", 2: "As"}, "As is named for 1 already"),
    ],
)
def test_cards_by_place_that_cannot_be(cards: Any, why: str) -> None:
    with pytest.raises(croupier.Unreadable, match=why):
        heads_up(cards=cards)
    with pytest.raises(croupier.Unreadable, match="give them in order or by place, not both"):
        heads_up(cards={1: "As"}, shoe="2c")


def test_hidden_cards_are_hidden_from_views() -> None:
    table = three_card()
    table.say("1 ante 50", "close")
    seen = table.view("Ann")
    assert isinstance(seen, HouseView) and seen.boxes[1].cards == (None, None, None)
    table.say("1 look")
    own, others = table.view("Ann"), table.view()
    assert isinstance(own, HouseView) and isinstance(others, HouseView)
    assert own.boxes[1].cards == ("6h", "5h", "4h") and others.boxes[1].cards == (None, None, None)


def test_what_one_may_do_is_accepted() -> None:
    """Somebody plays on with the last thing they may do, whatever it is."""
    table = croupier.open_table("poker", {1: ("Ann", 200), 2: ("Ben", "200"), 3: ("Cy", 200)}, small_blind="1", seed=7)
    for _ in range(60):
        acts = [act for name in (None, "Ann", "Ben", "Cy") for act in table.may(name)]
        playing = [act for act in acts if act.split()[-1] not in ("away", "leaves", "back", "fold", "allin")]
        table.say((playing or acts)[0])
    seen = table.view("Ann")
    assert seen.round is not None and len(table.rounds) > 2


def test_what_is_refused_changes_nothing() -> None:
    table = three_card()
    with pytest.raises(croupier.Refused) as refused:
        table.say("1 ante 50", "close", "1 ante 10")
    assert "5.11" in refused.value.cites and table.acts == ("1 ante 50", "close")
    with pytest.raises(croupier.Unreadable, match="action 3 '1 jump'"):
        table.say("1 jump")


def test_a_table_as_a_round_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = croupier.open_table(
        "casino-stud@2", {1: "Ann", 2: "Ben"}, ante=("10", "500"), jackpot_bet="5",
        jackpot={"meter": "80000", "reset": "50000", "contribution": "0.60"}, seed=11,
    )  # fmt: skip
    table.say("1 ante 50", "2 ante 10", "2 jackpot 5", "close", "1 bet", "2 fold", "next", "1 ante 20", "close")
    file = tmp_path / "evening.round.toml"
    file.write_text(table.round_file(), encoding="utf-8")
    assert croupier.read_round_file(file).play(seed=11).report()["rounds"] == table.rounds
    assert run([str(file), "--seed", "11"]) == 0 and "Round 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"ante": ("10",)}, "ante"),
        ({"ante": 5.5}, "expected a text"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"ante": ("10", "1000"), "seed": -1}, "seed"),
        ({"ante": ("10", "1000"), "shoe": "As As"}, "twice"),
    ],
)
def test_what_no_table_can_be_opened_with(keys: dict[str, object], why: str) -> None:
    with pytest.raises(croupier.Unreadable, match=why):
        croupier.open_table("three-card-poker", {1: "Ann"}, **keys)


def test_books() -> None:
    book = croupier.rulebook("poker@7")
    assert book["5.12"].number == "5.12" and "out of turn" in str(book["5.12"])
    assert "5.12" in book and "9.99" not in book and len(book) == 163
    assert croupier.rulebook("poker").key == "poker@7" and "poker@6" in croupier.rulebooks()
    with pytest.raises(croupier.Unreadable, match="there is no rulebook or game 'chess'"):
        croupier.rulebook("chess")
    with pytest.raises(KeyError, match="poker@7 has no paragraph"):
        _ = book["5.99"]


def test_odds() -> None:
    found = croupier.odds("three-card-poker")
    assert found.house_edge == Fraction(686689, 20358520) and found.side_bets == {"pair-plus": Fraction(308, 5525)}
    assert repr(found) == "<odds of three-card-poker@3: house edge 686689/20358520 (3.3730%)>"
    assert croupier.odds("three-card-poker", {"pair-plus.straight": 6}).side_bets["pair-plus"] < Fraction(308, 5525)
    assert found._repr_html_().startswith("<table>")


def test_advice_and_equity() -> None:
    advice = croupier.advise("three-card-poker", "Qs 6h 4d")
    assert advice.best == "play" and advice.values["fold"] == -1 and advice.costs["play"] == 0
    equities = croupier.equity("A♠A♥ vs random")
    assert tuple(equities) == (Fraction(893604787, 1048786200), Fraction(155181413, 1048786200))
    with pytest.raises(croupier.Unreadable, match=r'such as "12\.50"'):
        croupier.advise("three-card-poker", "Qs 6h 4d", ante=1.5)  # type: ignore[arg-type]


def test_pictures_hold_no_script_and_nothing_that_was_typed_is_markup() -> None:
    table = croupier.open_table("three-card-poker", {1: "<b>Ann</b>"}, ante=("10", "1000"), seed=1)
    table.say("1 ante 50", "close")
    drawn = table._repr_svg_()
    assert "<b>" not in drawn and "&lt;b&gt;Ann" in drawn and "script" not in drawn and drawn.count("<rect") == 7


def test_every_repr_fits_a_line() -> None:
    things = [
        three_card(), croupier.rulebook("poker@6"), croupier.rulebook("poker@6")["5.12"],
        croupier.odds("three-card-poker"), three_card().book, three_card().view("Ann"),
        three_card().say("1 ante 50"), heads_up().view(), heads_up().view("Ann"),
        croupier.advise("three-card-poker", "Qs 6h 4d"), croupier.equity("AsAh vs random"),
        croupier.read_round_file("a.round.toml", three_card().round_file()),
        croupier.read_round_file("a.round.toml", three_card().round_file()).play(),
    ]  # fmt: skip
    assert all(len(repr(thing)) <= 110 and "\n" not in repr(thing) for thing in things)
