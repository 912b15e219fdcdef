"""Random evenings at the house-banked tables: the engine and a referee that shares no code with it agree on every line.

`croupier fuzz three-card-poker` (casino-stud, progressive-holdem) plays the same evenings for as long as one likes.
"""

import ast
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import croupier.proofs.sim.house
from croupier.doors.cli.fuzz import main
from croupier.proofs.sim.house import coverage, three_card
from croupier.proofs.sim.house.crowd import kinds_of
from croupier.proofs.sim.house.evenings import fault_file, live, live_by
from croupier.proofs.sim.house.referee import GAMES
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.games import HOUSE_GAMES

ROUNDS = 3_000

RARE = {"player-count: continue", "interruption: none", "no-burn: continue", "misdealt: continue", "unshuffled, pause"}
"""What so few rounds may miss; twenty thousand do not."""

OF_THE_TABLE = {"crowd", "decks", "evenings", "table", "tally", "coverage", "__init__"}
"""Modules that play, count and print; the others are the referee's own."""


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_engine_and_referee_agree_whatever_happens(game: str) -> None:
    played, covered, evening = 0, Counter[str](), 0
    while played < ROUNDS:
        lived = live(f"evening {evening}", game)
        if lived.fault is not None:
            pytest.fail(f"{lived.fault.what}\n\n{fault_file(lived.fault)}", pytrace=False)
        evening += 1
        played += lived.rounds
        covered += lived.covered
    assert not set(coverage.never(game, covered)) - RARE, "\n".join(coverage.table(game, covered))


@settings(suppress_health_check=[HealthCheck.large_base_example, HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False), st.sampled_from(sorted(GAMES)))
def test_small_evenings_that_hypothesis_can_make_smaller(chance: random.Random, game: str) -> None:
    lived = live_by(chance, "by hypothesis", game, rounds=2, every=1)
    if lived.fault is not None:
        pytest.fail(f"{lived.fault.what}\n\n{fault_file(lived.fault)}", pytrace=False)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_is_the_same_evening(game: str) -> None:
    assert live("once more", game, rounds=5) == live("once more", game, rounds=5)


def test_a_fault_is_a_round_file_that_plays_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A referee with a wrong figure does not agree, and prints the dispute."""
    monkeypatch.setitem(three_card.PAIR_PLUS, "pair", 2)
    lived = next(lived for seed in range(100) if (lived := live(str(seed), "three-card-poker")).fault is not None)
    assert lived.fault is not None and "pair-plus" in lived.fault.what
    told = fault_file(lived.fault)
    script = read_script(told)
    assert script.actions == lived.fault.evening.actions
    played = play(script)
    assert played.refusal is None
    assert "pair-plus" in str(played.rounds[-1])
    assert len(script.actions) <= 8, told


def test_the_referee_shares_no_code_with_the_engine() -> None:
    folder = Path(croupier.proofs.sim.house.__file__).parent
    for file in sorted(folder.glob("*.py")):
        if file.stem in OF_THE_TABLE:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            strange = [
                name
                for name in names
                if name.startswith("croupier.") and not name.startswith("croupier.proofs.sim.house")
            ]
            assert not strange, f"{file.name} imports {', '.join(strange)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_incident_is_tried(game: str) -> None:
    assert set(kinds_of(game)) == HOUSE_GAMES[game].incidents


def test_the_command_plays_a_house_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["three-card-poker", "--rounds", "30", "--jobs", "2"]) == 0
    told = capsys.readouterr().out
    assert "rounds and all held" in told
    assert "Never met with:" in told
