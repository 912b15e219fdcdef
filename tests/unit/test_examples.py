"""What the documentation shows of Python is run, and gives what it says."""

import contextlib
import doctest
import io
import re
import runpy
from pathlib import Path

import pytest

from tools.notebook import as_markdown, executed, read

ROOT = Path(__file__).parents[2]


def test_the_page_on_the_library() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False, encoding="utf-8")
    assert tried > 15 and not failed


@pytest.mark.slow
def test_the_readmes_ten_lines() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(code, {})
    lines = told.getvalue().splitlines()
    assert lines[-5:-2] == ["('next',)", "686689/20358520", "play"] and lines[-1].startswith("5.12  ")
    assert len(code.splitlines()) == 10


@pytest.mark.slow
def test_the_notebook_gives_what_it_shows() -> None:
    """As text: forms for the eye may change with every release. `python -m tools.notebook` writes them all again."""
    shown = read()
    assert as_markdown(executed(shown)) == as_markdown(shown)
    forms = {form for cell in shown["cells"] for output in cell.get("outputs", ()) for form in output.get("data", ())}
    assert forms == {"text/plain", "text/html", "image/svg+xml"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "package"), [("jackpot_year", "polars"), ("basic_strategy", "gymnasium")])
def test_notebooks_that_need_an_extra(name: str, package: str) -> None:
    pytest.importorskip(package)
    shown = read(ROOT / "examples" / f"{name}.ipynb")
    assert as_markdown(executed(shown)) == as_markdown(shown)


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_examples(example: Path) -> None:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        runpy.run_path(str(example))
    assert told.getvalue().count("\n") >= 2
