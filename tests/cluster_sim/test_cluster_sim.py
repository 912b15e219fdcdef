"""A house over three processes holds over every seed of a short run; planted faults are found, a sample again here."""

import tomllib

import pytest

from tests.cluster_sim.planted import FAULTS
from tests.cluster_sim.run import live, simulated
from tests.faults.planting import Planted, faulty_source
from tests.floor_sim.search import found_by, search

PACKAGE = "tests.cluster_sim"
SEEDS, AT_ONCE, QUICK = 200, 20, 40
TRIES = 40
WRITTEN = tomllib.loads(found_by(PACKAGE).read_text(encoding="utf-8"))
SOONEST = sorted(WRITTEN, key=lambda name: (WRITTEN[name]["seeds"], name))


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
        assert lived.what is None, f"python -m tests.cluster_sim 1 --from {seed}: {lived.what}"


def test_a_seed_lives_the_same_again() -> None:
    assert live(7).digest == live(7).digest != live(8).digest


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.name for fault in FAULTS])
def test_a_fault_fits_the_source(fault: Planted) -> None:
    assert faulty_source(fault)


def test_every_fault_has_been_found() -> None:
    names = [fault.name for fault in FAULTS]
    assert len(set(names)) == len(names) >= 20
    assert {name: entry["breaks"] for name, entry in WRITTEN.items()} == {each.name: each.breaks for each in FAULTS}


@pytest.mark.parametrize("name", SOONEST[:: max(1, len(SOONEST) // 4)][:4])
def test_a_sample_is_found_again(name: str) -> None:
    assert search(name, TRIES, package=PACKAGE).what is not None
