"""Kernels and tables that are kept: numba waits until a loop is called, a spoilt file is made anew."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from croupier.maths import jit
from croupier.maths.tables import Ints

WITHOUT = """
import sys
from croupier.maths import casino_stud, holdem, three_card
from croupier.rulebook.load import load
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
    monkeypatch.setattr(jit, "CACHE", tmp_path)
    made = []

    def pair() -> Pair:
        made.append(1)
        return Pair(np.arange(4), 7)

    for spoil in (None, None, lambda _: b"", lambda _: b"\x93NUMPY nothing of a table", one_bit_turned):
        if spoil is not None:
            file = next(tmp_path.glob("*.npy"))
            file.write_bytes(spoil(file.read_bytes()))
        found = jit.kept(Pair)(pair)()
        assert found.size == 7
        assert found.numbers.tolist() == [0, 1, 2, 3]
    assert len(made) == 4, "at first, and for each spoilt file"
    assert [file.suffix for file in tmp_path.iterdir()] == [".npy"]


def test_a_kernel_is_called_by_any_name() -> None:
    """Whoever holds a kernel from before the first call may call it afterwards."""

    def twice(number: int) -> int:
        return 2 * number

    assert jit.jit(twice)(21) == 42


def test_only_a_few_versions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for age in range(6):
        folder = tmp_path / f"kernels-{age}"
        folder.mkdir()
        (folder / "table.npy").touch()
        os.utime(folder, (10**9 - age, 10**9 - age))
    monkeypatch.setattr(jit, "CACHE", tmp_path / "kernels-new")
    jit._writable.cache_clear()
    try:
        assert jit._writable()
    finally:
        jit._writable.cache_clear()
    assert {folder.name for folder in tmp_path.iterdir()} == {"kernels-new", "kernels-0", "kernels-1"}


def test_what_is_given_names_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE", tmp_path)

    def row(length: int, step: int) -> Ints:
        return np.arange(0, length * step, step)

    for _ in range(2):
        made = jit.kept(np.asarray)(row)
        assert made(3, 1).tolist() == [0, 1, 2]
        assert made(3, 2).tolist() == [0, 2, 4]
    assert len(list(tmp_path.iterdir())) == 2
