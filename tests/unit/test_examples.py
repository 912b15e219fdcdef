"""What the documentation shows of Python is run, and gives what it says."""

import contextlib
import doctest
import io
import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_page_on_the_library() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert tried > 15 and not failed


def test_the_readmes_ten_lines() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(code, {})
    lines = told.getvalue().splitlines()
    assert lines[-5:-2] == ["('next',)", "686689/20358520", "play"] and lines[-1].startswith("5.12  ")
    assert len(code.splitlines()) == 10


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples(example: Path) -> None:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        runpy.run_path(str(example))
    assert told.getvalue().count("\n") >= 2
