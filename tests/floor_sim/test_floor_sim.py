"""The floor holds over every seed of a short run; faults planted in it are found, a sample of them again here."""

import os
import subprocess
import sys
import tomllib

import pytest

from tests.faults.planting import SOURCE, Planted, faulty_source
from tests.floor_sim.planted import FAULTS
from tests.floor_sim.run import live, simulated
from tests.floor_sim.search import HERE, ROOT, found_by, search
from tests.floor_sim.sometimes import CATALOGUE

SEEDS, AT_ONCE = 500, 25
QUICK = 75
"""As many seeds are lived when somebody is in a hurry."""
SAMPLE = 5
"""How many planted faults are searched for here, spread over those found soonest."""
TRIES = 60
WRITTEN = tomllib.loads(found_by(HERE).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "first",
    [
        *range(1, QUICK, AT_ONCE),
        *(pytest.param(each, marks=pytest.mark.slow) for each in range(QUICK + 1, SEEDS, AT_ONCE)),
    ],
)
def test_everything_holds(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        lived = simulated(seed)
        assert lived.what is None, f"python -m tests.floor_sim 1 --from {seed}: {lived.what}"


def test_a_seed_lives_the_same_in_another_process() -> None:
    code = "from tests.floor_sim.run import live; print(live(7).digest)"
    paths = os.pathsep.join([str(SOURCE), str(ROOT)])
    env = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "12"}
    other = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, stdout=subprocess.PIPE, check=True)
    assert other.stdout.decode().strip() == live(7).digest


def test_the_catalogue_names_each_situation_once() -> None:
    assert len(set(CATALOGUE)) == len(CATALOGUE)


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_fits_the_source(fault: Planted) -> None:
    assert faulty_source(fault)


def test_every_fault_has_been_found() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= 30
    assert {name: entry["breaks"] for name, entry in WRITTEN.items()} == {each.name: each.breaks for each in FAULTS}


def sample() -> list[str]:
    soonest = [name for name, entry in WRITTEN.items() if entry["seeds"] <= SAMPLE]
    return soonest[:: max(1, len(soonest) // SAMPLE)][:SAMPLE]


@pytest.mark.parametrize("name", sample())
def test_a_sample_is_found_again(name: str) -> None:
    assert search(name, TRIES).what is not None
