"""A house game whose document knows no jackpot: nothing that is shared by all games asks for one."""

import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.base.errors import Refused, Unreadable
from croupier.doors.cli import main
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.solve import sheet
from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import play
from croupier.rounds.roundfile.transcript import transcript
from croupier.rules.cards import parse_cards
from croupier.rules.games import GAMES, HOUSE_GAMES
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import ChangeSign, OpenTable
from croupier.rules.games.house.life import advance
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision, HouseTable, Limits
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.heard import heard
from croupier.rulings_desk.manual import manual
from tests.as_json import as_json
from tests.live.houses import ANN, DAN, SAM
from tests.live.houses import House as OpenHouse
from tests.paper_game.clauses import Duel
from tests.paper_game.table import BOOK, FILE, GAME, SCENARIOS
from tests.paper_game.without_jackpot import KEY, PLAIN, UNSAID, plain, write_book

FILES = [file for file in sorted(SCENARIOS.rglob("*.round.toml")) if "jackpot" not in file.read_text(encoding="utf-8")]


@pytest.fixture(autouse=True)
def on_the_list(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for games in (HOUSE_GAMES, GAMES):
        monkeypatch.setitem(games, PLAIN.key, PLAIN)
    monkeypatch.setitem(BOOKS, KEY, write_book(tmp_path).read_bytes())
    yield
    load.cache_clear()


def test_its_document_says_less() -> None:
    named = {clause for names in (House, Duel) for key, clause in vars(names).items() if key.isupper()}
    assert named - set(load(KEY).clauses) == UNSAID
    assert load(KEY).jackpot is None


def test_its_rounds_are_played_and_printed() -> None:
    assert len(FILES) > 40
    for file in FILES:
        (script,) = read_scripts(plain(file.read_text(encoding="utf-8")))
        assert not differences(play(script)), file.name
        assert list(transcript(file.name, play(script)))


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ('actions = ["1 jackpot 5"]', "jackpot"),
        ('actions = ["incident jackpot-down"]', "jackpot-down"),
        ('actions = []\n[jackpot]\nmeter = "1"\nreset = "1"\ncontribution = "0.1"', "jackpot"),
    ],
)
def test_it_has_no_jackpot_to_speak_of(asked: str, why: str) -> None:
    text = f'rulebook = "{KEY}"\n{asked}\n[table]\nante = ["10", "1000"]\n[boxes]\n1 = "Ann"\n'
    with pytest.raises(Unreadable, match=why):
        play(next(iter(read_scripts(text))))


def test_its_sign_prescribes_no_jackpot_bet() -> None:
    sign = HouseTable(device=Device.SHOE, limits={Spot.ANTE: Limits(Cents(1000), Cents(5000))}, players={})
    _, state = advance(PLAIN, load(KEY), None, OpenTable(sign))
    for command, before in (
        (OpenTable(replace(sign, jackpot_bet=Cents(500))), None),
        (ChangeSign(jackpot_bet=Cents(500)), state),
    ):
        with pytest.raises(Refused, match="this game has no jackpot bet; its bets are ante"):
            advance(PLAIN, load(KEY), before, command)


@pytest.mark.slow
def test_its_rulings_are_printed() -> None:
    for printed in (manual(KEY), heard(KEY)):
        assert PLAIN.key in printed or "Two Card Duel" in printed
        assert not [line for line in printed.splitlines() if line.startswith("#") and "jackpot-" in line]


def test_it_is_played_in_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("?\nante 50 jackpot\n50\n\nbet\nquit\n"))
    assert main(["play", PLAIN.key, "--seed", "3"]) == 0
    told = capsys.readouterr().out
    assert "no jackpot; dealt from" in told and "Good night" in told
    assert "The jackpot" not in told and "jackpot 5" not in told


@pytest.mark.parametrize("ending", [".html", ".md", ".json", ".csv"])
def test_its_odds_leave_the_jackpot_out(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"par{ending}"
    assert main(["odds", PLAIN.key, "--report", str(file)]) == 0
    text = file.read_text(encoding="utf-8")
    assert "against the dealer" in text and "meter" not in text.replace('"meter"', "")
    assert main(["odds", PLAIN.key, "--set", "ante-and-bet.bet=2"]) == 0
    assert "jackpot" not in capsys.readouterr().out
    assert main(["odds", PLAIN.key, "--set", "bet-multiple=1..3", "--json"]) == 0
    assert '"jackpot": null' in capsys.readouterr().out
    for option in ("--meter", "--jackpot-bet"):
        assert main(["odds", PLAIN.key, option, "5"]) == 2
        assert "has no jackpot" in capsys.readouterr().err


def test_its_figures_are_those_of_the_same_game_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOUSE_GAMES, GAME.key, GAME)
    monkeypatch.setitem(BOOKS, BOOK, FILE.read_bytes())
    plain_sheet, with_jackpot = sheet(load(KEY)), sheet(load(BOOK))
    assert plain_sheet.jackpot is None
    assert (plain_sheet.played.ev, plain_sheet.played.variance) == (
        with_jackpot.played.ev,
        with_jackpot.played.variance,
    )


def test_it_is_advised() -> None:
    assert advise(load(KEY), Box(hand=parse_cards("As 2d"))).options.best is Decision.BET


def test_it_is_dealt_on_a_live_floor(tmp_path: Path) -> None:
    text = f"""
[[table]]
name = "plain"
rulebook = "{KEY}"
boxes = 5
ante = ["10", "1000"]
run-by = "dealer"
cards = "reader"
device = "dan"
"""
    house = OpenHouse(tmp_path / "store", text)
    for act in ("1 sits Ann 500", "1 ante 10", "close", "deal 2c As Kd Ah Kc", "1 look", "1 bet"):
        assert "done" in house.act(DAN, "plain", act)
    sign = as_json(house.floor.ask.sign("plain"))["sign"]
    assert "jackpot" not in sign["limits"] and sign["link"] is None and sign["notices"] == []
    assert {*house.view("plain", ANN)["round"]["boxes"]["1"]["bets"]} == {"ante", "bet"}
    assert [each.ruling for each in house.restart()] == ["continue"]
    assert "done" in house.act(DAN, "plain", "settle")
    assert house.balance("stack/plain/Ann") == 52_000
    assert house.act(SAM, "plain", "incident dealer-count", reason="four")["done"]["ruling"] == "void"
    assert house.balance("stack/plain/Ann") == 50_000
    house.store.close()
