"""The paper game as a package of its own, installed beside croupier: entry points bring its code and its book."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paper_game.table import SCENARIOS

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_game_of_another_package_is_played_and_solved(tmp_path: Path) -> None:
    """The paper game, installed beside croupier: nothing inside croupier names it."""
    metadata = tmp_path / "two_card_duel-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: two-card-duel\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[croupier.games]\ntwo-card-duel = tests.paper_game.game:GAME\n"
        "[croupier.rulebooks]\ntwo-card-duel = tests.paper_game.rulebooks\n"
    )
    path = os.pathsep.join([str(tmp_path), str(ROOT), str(ROOT / "src")])

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "croupier", *words], env={**os.environ, "PYTHONPATH": path}, cwd=tmp_path,
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    assert "two-card-duel@1" in run("rules")
    assert "Two Card Duel" in run("odds", "two-card-duel", "--quick")
    scenario = sorted(SCENARIOS.rglob("*.round.toml"))[0]
    assert "1 passed" in run("run", "--check", str(scenario))
    assert "two-card-duel" in run("new", "two-card-duel")
