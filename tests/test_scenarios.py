"""The rules acted out: every round file of tests/scenarios is played and compared with what it expects.

What a file does not list comes in the order of a seed, so each is played with several; none may depend on luck.
"""

from pathlib import Path

import pytest

from croupier.rounds.roundfile.check import differences
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import play

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.round.toml"))
SEEDS = (None, 1, 2)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(SCENARIOS).as_posix())
def test_scenario(file: Path) -> None:
    wrong = {
        f"{script.book.key}: {sentence}": None
        for script in read_scripts(file.read_text(encoding="utf-8"))
        for seed in SEEDS
        for sentence in differences(play(script, seed))
    }
    if wrong:
        pytest.fail("\n".join(wrong), pytrace=False)


def test_a_wrong_expectation_is_noticed() -> None:
    """The test can fail: a fold that is expected to win."""
    text = """
        rulebook = "three-card-poker@3"
        actions  = ["1 ante 100", "close", "1 look", "1 fold"]
        table    = { ante = ["10", "1000"] }
        boxes    = { 1 = "Ann" }
        expect   = { boxes = { 1 = { bets = { ante = { result = "win", cites = ["higher-hand-wins"] } } } } }
    """
    wrong = differences(play(read_script(text)))
    assert len(wrong) == 2
    assert "expected 'win'" in wrong[0]
    assert "not higher-hand-wins" in wrong[1]
