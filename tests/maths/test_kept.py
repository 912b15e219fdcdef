"""Kernels and tables that are kept: numba waits until something is counted, a spoilt file is made again."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from croupier.numbers.maths.tools import disk_cache as keeping
from croupier.numbers.maths.tools.arrays import Ints

WITHOUT = """
import sys
from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.three_card import solver as three_card
from croupier.rules.rulebook.load import load
three_card.solve(load("three-card-poker@3"))
print("numba" in sys.modules)
"""


def test_three_card_poker_does_without_numba() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


class Pair(NamedTuple):
    numbers: Ints
    size: int


def one_bit_turned(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


def test_tables_are_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "CACHE", tmp_path)
    made = []

    def pair() -> Pair:
        made.append(1)
        return Pair(np.arange(4), 7)

    for spoil in (None, None, lambda _: b"", lambda _: b"\x93NUMPY nothing of a table", one_bit_turned):
        if spoil is not None:
            file = next(tmp_path.glob("*.npy"))
            file.write_bytes(spoil(file.read_bytes()))
        found = keeping.kept(Pair)(pair)()
        assert found.size == 7
        assert found.numbers.tolist() == [0, 1, 2, 3]
    assert len(made) == 4, "at first, and for each spoilt file"
    assert [file.suffix for file in tmp_path.iterdir()] == [".npy"]


SOLVED = """
import sys
from croupier.doors.cli import main
for module in sys.argv[1:]:
    __import__(module)
print("numba" in sys.modules)
"""


def test_only_who_counts_imports_numba() -> None:
    """Every module of the mathematics, but for the kernels themselves, is imported without it."""
    maths = Path(keeping.__file__).parent.parent
    modules = [
        "croupier." + ".".join(file.relative_to(maths.parents[1]).with_suffix("").parts)
        for file in maths.rglob("*.py")
        if file.parent.name != "kernels"
    ]
    assert len(modules) > 30
    done = subprocess.run([sys.executable, "-c", SOLVED, *modules], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_only_a_few_versions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(6):
        folder = tmp_path / f"kernels-{age}"
        folder.mkdir()
        (folder / "table.npy").touch()
        os.utime(folder, (10**9 - age, 10**9 - age))
    monkeypatch.setattr(keeping, "CACHE", tmp_path / "kernels-new")
    keeping.writable.cache_clear()
    try:
        assert keeping.writable()
    finally:
        keeping.writable.cache_clear()
    assert {folder.name for folder in tmp_path.iterdir()} == {"kernels-new", "kernels-0", "kernels-1"}


def test_what_is_given_names_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "CACHE", tmp_path)

    def row(length: int, step: int) -> Ints:
        return np.arange(0, length * step, step)

    for _ in range(2):
        made = keeping.kept(np.asarray)(row)
        assert made(3, 1).tolist() == [0, 1, 2]
        assert made(3, 2).tolist() == [0, 2, 4]
    assert len(list(tmp_path.iterdir())) == 2
