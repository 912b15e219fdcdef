"""A book that takes effect in years to come changes nothing today."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from croupier.rules.rulebook.load import BOOKS

Run = Callable[..., subprocess.CompletedProcess[str]]

NEXT = {"three-card-poker": (3, 4), "poker": (7, 10)}
"""The version in force and the one to come; as text the number 10 would come before 7."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """croupier with two further rulebooks, from the year 2030."""
    folder = tmp_path_factory.mktemp("future")
    for game, (now, later) in NEXT.items():
        text = BOOKS[f"{game}@{now}"].decode()
        text = text.replace(f'"{game}@{now}"', f'"{game}@{later}"').replace(
            "effective = 20", "effective = 2030-01-01T08:00:00+08:00 # 20"
        )
        text = text.replace("{ante-bonus.straight} Straight", "nothing for a Straight")
        text = re.sub(r'(ante-bonus\].*?)  { hand = "straight", pays = 1 },\n', r"\1", text, flags=re.DOTALL)
        text = text.replace("rake-percent-bound = 5", "rake-percent-bound = 3")
        (folder / game).mkdir()
        (folder / game / f"v{later}.toml").write_text(text, encoding="utf-8")

    def croupier_of_tomorrow(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", *words]
        here = {**os.environ, "CROUPIER_RULEBOOKS": str(folder)}
        return subprocess.run(command, cwd=folder, env=here, input=typed, capture_output=True, text=True, check=False)

    return croupier_of_tomorrow


def test_the_books_are_found(run: Run) -> None:
    found = run("rules").stdout
    assert "three-card-poker@4" in found
    assert "poker@10" in found
    assert "three-card-poker@3" in run("rules", "--at", "2029-12-31", "three-card-poker").stdout


@pytest.mark.slow
def test_odds_are_those_of_the_book_in_force(run: Run) -> None:
    """And each is checked against itself: the Ante Bonus of the later one has a row less."""
    odds = {
        game: json.loads(run("odds", game, "--quick", "--json").stdout)
        for game in ("three-card-poker", "three-card-poker@3", "three-card-poker@4")
    }
    assert odds["three-card-poker"] == odds["three-card-poker@3"]
    assert odds["three-card-poker"]["book"] == "three-card-poker@3"
    assert odds["three-card-poker@4"]["book"] == "three-card-poker@4"
    assert odds["three-card-poker@4"]["ev"] != odds["three-card-poker@3"]["ev"]


@pytest.mark.slow
def test_poker_is_played_by_the_book_in_force(run: Run) -> None:
    assert "poker@7" in run("play", "poker", "--seed", "1", typed="quit\n").stdout
    assert "poker@10" in run("play", "poker@10", "--seed", "1", typed="quit\n").stdout
    assert run("odds", "poker", "AsAh vs KdKc", "--rake", "5", "--board", "2c 3d 4h 5s 9c").returncode == 0
