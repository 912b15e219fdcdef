"""The floor holds over a few seeds; the others are lived by python -m tests.floor_sim."""

import os
import subprocess
import sys

import pytest

from tests.faults.planting import SOURCE
from tests.floor_sim.run import live, simulated
from tests.floor_sim.sometimes import CATALOGUE

ROOT = SOURCE.parent
SEEDS = 40


@pytest.mark.parametrize("first", range(1, SEEDS, 10))
def test_everything_holds(first: int) -> None:
    for seed in range(first, first + 10):
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
