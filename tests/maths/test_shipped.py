"""The counts that ship are those that are counted, and the approved games ask for no others."""

import subprocess
import sys

import msgspec
import pytest

from croupier.numbers.maths.casino_stud import counts as stud_counts
from croupier.numbers.maths.casino_stud import solver as stud
from croupier.numbers.maths.casino_stud.groups import ranks_of_groups
from croupier.numbers.maths.count_again import asked_for, counted
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.numbers.maths.tools.shipped import FOLDER
from croupier.rules.games.house.spots import Spot
from croupier.rules.hands import FiveCardRank
from croupier.rules.rulebook.load import load

FILES = sorted(file.name.removesuffix(".json") for file in FOLDER.iterdir())


def test_every_file_is_asked_for() -> None:
    assert sorted(asked_for()) == FILES


@pytest.mark.parametrize("file", FILES)
def test_the_shipped_counts_equal_new_counts(file: str) -> None:
    shipped = msgspec.json.decode((FOLDER / f"{file}.json").read_bytes())
    assert counted(asked_for()[file]) == shipped


def test_in_casino_stud_every_pair_is_bet_whatever_the_dealer_shows() -> None:
    """So a pay table that pays them more changes no decision, which `deciding` relies on."""
    best = stud.solve(load("casino-stud@2"))
    for rank, by_up in zip(ranks_of_groups(), stud_counts.bets(best.qualifies, best.gains), strict=True):
        assert rank is FiveCardRank.FIVE_ODD_CARDS or set(map(str, by_up)) == {"1"}


def test_counts_that_do_not_ship_give_the_same_where_they_decide_the_same() -> None:
    book = changed(load("casino-stud@2"), {"bet.flush": "6", "bet.straight": "5"})
    gains = stud.tables(book, {Spot.ANTE: ONE}).gains
    best = stud.solve(book)
    assert best.gains != gains
    assert stud_counts.bets(best.qualifies, best.gains) == stud_counts.bets.__wrapped__(best.qualifies, gains)  # type: ignore[attr-defined]


QUESTIONS = (
    ("odds", "progressive-holdem"),
    ("odds", "progressive-holdem", "--ante", "25", "--meter", "500000"),
    ("odds", "progressive-holdem", "--set", "bonus.low-pair=push"),
    ("advise", "progressive-holdem", "--hand", "7d 2c"),
    ("advise", "progressive-holdem", "--hand", "7d 2c", "--board", "As Kd 9c", "--bonus", "5"),
    ("advise", "three-card-poker", "--hand", "Qs 6h 4d", "--jackpot", "--meter", "80000", "--others", "2"),
    ("odds", "casino-stud"),
    ("odds", "casino-stud", "--ante", "50", "--meter", "100000", "--json"),
    ("odds", "casino-stud", "--set", "bet.flush=6", "--set", "jackpot.full-house=300"),
    ("advise", "casino-stud", "--hand", "Ah Kd 9c 5s 2h", "--up", "9d"),
    ("advise", "casino-stud", "--blind", "--up", "9d"),
    ("advise", "progressive-holdem", "--blind"),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_nothing_is_compiled_and_no_array_is_made(question: tuple[str, ...]) -> None:
    """As on a machine on which neither numpy nor numba is installed."""
    program = f"""
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from croupier.doors.cli import main
sys.exit(main({list(question)!r}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
