"""A short programme of kills, and the whole of one evening by the program as anybody starts it."""

from pathlib import Path

from tests.kills.programme import KINDS, Tally, scattered
from tests.kills.runs import Run, open_house


def sound(tally: Tally) -> None:
    assert not tally.failures, "\n".join(tally.failures)


def test_kills_anywhere(tmp_path: Path) -> None:
    tally = scattered(36, 4, tmp_path)
    sound(tally)
    assert tally.struck >= 36
    assert {kind for kind, _ in tally.kills} >= {"before-commit:kill", "after-commit:kill"}


def test_the_program_itself_is_killed(tmp_path: Path) -> None:
    tokens = open_house(tmp_path / "house", fork=False)
    faults = [KINDS[1].format(20), f"opening:{KINDS[1].format(1)}", KINDS[0].format(2)]
    run = Run(tmp_path, tokens, "linked", "1", faults, fork=False)
    run.play()
    assert run.struck == 3
