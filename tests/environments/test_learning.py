"""The examples that learn: their regret falls, and ends small."""

import doctest
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")

from examples.learning import holdem, three_card


def test_three_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Four million rounds are enough for a few hundred-thousandths of an Ante; `main()` plays a hundred times more."""
    assert three_card.main(4e6, str(tmp_path / "regret.svg")) < 0.0002
    assert "regret 0.005" in capsys.readouterr().out
    assert (tmp_path / "regret.svg").read_text().count("polyline") == 1


@pytest.mark.slow
def test_holdem(capsys: pytest.CaptureFixture[str]) -> None:
    """Half a million rounds leave less than half of the regret that the first ones left."""
    assert holdem.main(5e5, tested=100) < 0.05
    found = [float(line.split()[3]) for line in capsys.readouterr().out.splitlines()]
    assert found[0] > 2 * found[-1]


def test_the_page() -> None:
    page = Path(__file__).parents[2] / "docs" / "environments.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 10 and not failed
