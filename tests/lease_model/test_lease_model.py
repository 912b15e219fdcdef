"""The model checker Spin goes through every order of the steps in lease.pml: what must hold does, and each part of the
protocol is needed for it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

MODEL = Path(__file__).with_name("lease.pml")
needs_spin = pytest.mark.skipif(
    shutil.which("spin") is None or shutil.which("gcc") is None,
    reason="needs spin and gcc; run.py test installs spin where it may. lease.pml says what was found",
)


def errors(folder: Path, *defined: str) -> int:
    """How many the checker finds; it stops at the first."""
    subprocess.run(
        ["spin", "-a", *(f"-D{name}" for name in defined), MODEL], cwd=folder, check=True, stdout=subprocess.DEVNULL
    )
    subprocess.run(["gcc", "-w", "-O2", "-DSAFETY", "-DCOLLAPSE", "-o", "pan", "pan.c"], cwd=folder, check=True)
    told = subprocess.run(["./pan", "-m100000"], cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert "max search depth too small" not in told
    found = re.search(r"errors: (\d+)", told)
    assert found is not None, told
    return int(found[1])


@needs_spin
@pytest.mark.parametrize("size", ["TWO", pytest.param("THREE", marks=pytest.mark.slow)])
def test_nothing_is_lost_or_doubled_in_any_order(tmp_path: Path, size: str) -> None:
    assert errors(tmp_path, size) == 0


@needs_spin
@pytest.mark.parametrize("left_out", ["NO_EPOCH", "NO_BEAT", "READ_FIRST", "NO_LOOK"])
def test_each_part_of_the_protocol_is_needed(tmp_path: Path, left_out: str) -> None:
    assert errors(tmp_path, "TWO", left_out) == 1
