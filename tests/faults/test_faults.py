"""The list of planted faults fits the rules as they are, and a sample of the faults is found again."""

import tomllib
from pathlib import Path

import pytest

from tests.faults.planting import CannotPlant, Planted, faulty_source
from tests.faults.search import SUITES, search

FOUND = tomllib.loads(Path(__file__).with_name("found.toml").read_text(encoding="utf-8"))
QUICK = 3
"""How many of each game are searched for here, spread over those found soonest; others by python -m tests.faults."""
ALL = [(game, fault) for game, suite in SUITES.items() for fault in suite.faults]


@pytest.mark.parametrize(("game", "fault"), ALL, ids=[fault.name for _, fault in ALL])
def test_a_fault_fits_the_source(game: str, fault: Planted) -> None:
    assert faulty_source(fault)


@pytest.mark.parametrize("game", SUITES)
def test_every_fault_has_been_found(game: str) -> None:
    names = [fault.name for fault in SUITES[game].faults]
    assert len(set(names)) == len(names)
    assert FOUND[game] == {
        fault.name: {"breaks": fault.breaks, "rounds": FOUND[game][fault.name]["rounds"]}
        for fault in SUITES[game].faults
    }


def sample() -> list[tuple[str, str]]:
    chosen = []
    for game in SUITES:
        soonest = sorted(FOUND[game], key=lambda name: (FOUND[game][name]["rounds"], name))
        quick = soonest[: max(QUICK, len(soonest) // 2)]
        chosen += [(game, name) for name in quick[:: max(1, len(quick) // QUICK)][:QUICK]]
    return chosen


@pytest.mark.parametrize(("game", "name"), sample())
def test_a_sample_is_found_again(game: str, name: str) -> None:
    assert search(game, name).what is not None


def test_a_fault_that_misses_its_mark_is_noticed() -> None:
    fault = Planted("nothing", "1.1", "rules.games.poker.pots", "shares", "no such text", "")
    with pytest.raises(CannotPlant, match="0 times"):
        faulty_source(fault)
    with pytest.raises(CannotPlant, match="defined 0 times"):
        faulty_source(fault._replace(where="nobody"))
    with pytest.raises(CannotPlant, match="nothing is changed"):
        faulty_source(fault._replace(old="chip = lowest_chip", new="chip  = lowest_chip"))
