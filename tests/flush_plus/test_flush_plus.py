"""A new side bet: rules and book are written, and odds, PAR sheet, settlement sheet, advice and coach have it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.doors.cli import main
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.solve import sheet
from croupier.rounds.settlement_sheet import settlement_sheet
from croupier.rules.cards import parse_cards
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.bets import Bet
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from tests.flush_plus.edits import EDITS, KEY, write

FILES_AT_MOST = 9
OF_THE_PAGES = ("web/src/lib/words/de/floor.ts", "web/src/lib/types.ts")


class Croupier:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write(folder)

    def says(self, *words: str) -> str:
        done = self._run("-m", "croupier", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *words: str) -> str:
        done = self._run("-m", "croupier", *words)
        assert done.returncode == 2, done.stdout
        return done.stderr

    def told(self, *words: str) -> Any:
        return json.loads(self.says(*words))

    def python(self, program: str) -> str:
        done = self._run("-c", program)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        here = {**os.environ, "PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=self.folder, env=here, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def croupier(tmp_path_factory: pytest.TempPathFactory) -> Croupier:
    return Croupier(tmp_path_factory.mktemp("flush-plus"))


def test_it_takes_few_files() -> None:
    assert len(EDITS) + len(["its book"]) + len(OF_THE_PAGES) <= FILES_AT_MOST


ROUND = """
rulebook = "three-card-poker@4"
actions = ["1 ante 10", "1 flush-plus 1000", "2 flush-plus 20", "2 pair-plus 10", "close", "1 look", "1 play"]
[table]
ante = ["10", "1000"]
pair-plus = ["5", "1000"]
flush-plus = ["5", "1000"]
[boxes]
1 = "Ann"
2 = "Ben"
[cards]
1 = "Ah 9h 4h"
2 = "2c 7d 8s"
dealer = "2s 3d 5c"
"""


def test_it_needs_an_ante(croupier: Croupier) -> None:
    file = croupier.folder / "round.toml"
    file.write_text(ROUND, encoding="utf-8")
    told = croupier.told("run", "--json", str(file))
    bets = {number: box["bets"] for number, box in told["rounds"][0]["boxes"].items()}
    assert bets["1"]["flush-plus"]["paid"] == "6000.00" and bets["2"]["flush-plus"]["result"] == "returned"
    assert "4.2.1" in croupier.says("run", str(file))


@pytest.mark.slow
def test_odds_and_par_sheet_have_it(croupier: Croupier) -> None:
    told = croupier.told("odds", KEY, "--json")
    flush_plus = told["bets"]["flush-plus"]
    hits = 25 * 48 + 20 * 52 + 8 * 720 + 6 * 1_096
    assert flush_plus["house_edge"] == str(Fraction(22_100 - 48 - 52 - 720 - 1_096 - hits, 22_100))
    assert "flush plus" in croupier.says("odds", KEY).replace("-", " ").lower()
    report = croupier.folder / "par.md"
    croupier.says("odds", KEY, "--report", str(report))
    par = report.read_text(encoding="utf-8")
    assert par.replace("-", " ").lower().count("flush plus") > 3


def test_the_liability_counts_it(croupier: Croupier) -> None:
    without, having = (
        croupier.told("odds", KEY, "--json", "--limits", f"ante=100,pair-plus=100,flush-plus={most}")
        for most in ("100", "1000")
    )
    assert having != without


def test_the_settlement_sheet_has_it(croupier: Croupier) -> None:
    printed = croupier.says("rules", "sheet", KEY)
    assert "## Flush Plus with an Ante" in printed and "## Flush Plus alone" not in printed


def test_advice_counts_it(croupier: Croupier) -> None:
    told = croupier.told("advise", KEY, "--hand", "Ah 9h 4h", "--ante", "10", "--flush-plus", "1000", "--json")
    assert told["best"] == "play"
    assert told["options"]["play"]["parts"]["flush-plus"] == "6000/1"
    assert told["options"]["fold"]["parts"]["flush-plus"] == "-1000/1"


def test_the_coach_counts_it(croupier: Croupier) -> None:
    program = """
import croupier
from croupier.numbers.maths.decisions.advice import advise
from croupier.numbers.maths.decisions.boxes import box_at
limits = {"ante": ("10", "1000"), "flush_plus": ("5", "1000")}
table = croupier.open_table("three-card-poker@4", {1: "Ann"}, cards={1: "Ah 9h 4h"}, seed=1, **limits)
table.say("1 ante 10", "1 flush-plus 1000", "close", "1 look")
found = advise(table.book, box_at(table.book, table._at.dealer.round, 1))
print(found.options.parts["fold"]["flush-plus"] / 100, found.options.best)
"""
    assert croupier.python(program).split() == ["-1000", "play"]


def test_an_older_version_does_not_know_it(croupier: Croupier) -> None:
    file = croupier.folder / "older.toml"
    file.write_text(ROUND.replace("@4", "@3"), encoding="utf-8")
    assert "flush-plus" in croupier.refuses("run", str(file))
    program = """
from croupier.base.errors import Refused
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.commands import OpenTable
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseTable, Limits
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
limits = {spot: Limits(500, 100_000) for spot in (Spot.ANTE, Spot.FLUSH_PLUS)}
for version in (4, 3):
    book = at_the_table(f"three-card-poker@{version}", Device.SHOE)
    try:
        HOUSE_GAMES["three-card-poker"].run(book, None, OpenTable(HouseTable(Device.SHOE, limits, {1: "Ann"})))
        print("opened")
    except Refused as refused:
        print(refused.why)
"""
    opened, refused = croupier.python(program).splitlines()
    assert opened == "opened" and "no flush-plus limits" in refused


def test_a_table_without_a_version_offers_it_while_the_version_applies(croupier: Croupier) -> None:
    program = """
from datetime import UTC, datetime
from croupier.base.errors import Unreadable
from croupier.floor.live.state.floor_file import read_table
sign = {"name": "one", "rulebook": "three-card-poker", "ante": ["10", "100"], "flush-plus": ["5", "100"]}
for year in (2023, 2025):
    try:
        print(*read_table(sign, datetime(year, 1, 1, tzinfo=UTC)).table.limits)
    except Unreadable as error:
        print(error)
"""
    before, since = croupier.python(program).splitlines()
    assert "unknown" in before and since == "ante flush-plus"


# --- A bet that somebody forgot -----------------------------------------------------------------------------------


@pytest.fixture
def forgotten() -> Iterator[str]:
    """Hold'em with a bet that its book tells of and that nobody has worked out."""
    key = "progressive-holdem"
    known = HOUSE_GAMES[key]
    HOUSE_GAMES[key] = replace(known, bets=(*known.bets, Bet(Spot.PAIR_PLUS, ("within-the-limits",))))
    try:
        yield f"{key}@6"
    finally:
        HOUSE_GAMES[key] = known


def test_no_odds_without_it(forgotten: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Unreadable, match="has a Pair Plus bet, and nobody has worked out its odds"):
        sheet(load(forgotten), habits=False)
    assert main(["odds", forgotten, "--quick"]) == 2
    assert "Pair Plus" in capsys.readouterr().err


def test_no_settlement_sheet_without_it(forgotten: str) -> None:
    with pytest.raises(Unreadable, match="settlement sheet has no table for it"):
        settlement_sheet(forgotten)


def test_no_advice_without_it(forgotten: str) -> None:
    hand = parse_cards("7d 2c")
    assert advise(load(forgotten), Box(hand=hand)).options.best
    with pytest.raises(Unreadable, match="no advice with a Pair Plus bet here"):
        advise(load(forgotten), Box(hand=hand, bets={Spot.PAIR_PLUS: Cents(100)}))
