"""The counts that ship are those that are counted, and the approved games ask for no others."""

import subprocess
import sys

import msgspec
import pytest

from croupier.maths.tools.count_anew import asked_for, counted
from croupier.maths.tools.shipped import FOLDER

FILES = sorted(file.name.removesuffix(".json") for file in FOLDER.iterdir())


def test_every_file_is_asked_for() -> None:
    assert sorted(asked_for()) == FILES


@pytest.mark.parametrize("file", FILES)
def test_counted_anew(file: str) -> None:
    shipped = msgspec.json.decode((FOLDER / f"{file}.json").read_bytes())
    assert counted(asked_for()[file]) == shipped


QUESTIONS = (
    ("odds", "progressive-holdem"),
    ("odds", "progressive-holdem", "--ante", "25", "--meter", "500000"),
    ("odds", "progressive-holdem", "--set", "bonus.low-pair=push"),
    ("advise", "progressive-holdem", "--hand", "7d 2c"),
    ("advise", "progressive-holdem", "--blind"),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_nothing_is_compiled_and_no_array_is_made(question: tuple[str, ...]) -> None:
    """As on a machine on which neither numpy nor numba is installed."""
    program = f"""
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from croupier.cli import main
sys.exit(main({list(question)!r}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
