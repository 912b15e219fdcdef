"""The machinery works: it finds what stands behind a citation, breaks it, and a few broken rules are noticed."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from croupier.rules.rulebook.load import BOOKS, load
from tests.mutants.breaking import broken
from tests.mutants.code import Code
from tests.mutants.mutants import mutants

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forked processes")


@pytest.fixture(scope="module")
def code() -> Code:
    return Code()


@pytest.mark.slow
def test_conditions_effects_and_figures_are_broken(code: Code) -> None:
    """Of 5.3 in the house games: a decision with a bet of nothing is refused."""
    behind = [one.statement for one in code.behind() if one.clause == "undersized-bet"]
    (refusal,) = {statement for statement in behind if isinstance(statement, ast.Raise)}
    found = {one.what for one in broken(code, refusal)}
    assert {"turned round", "left out", "limit off by one", "1 for 0"} <= found


@pytest.mark.slow
def test_something_is_broken_for_every_clause_of_every_book(code: Code) -> None:
    claimed = {(book, clause) for one in mutants(code) for book, clauses in one.duties for clause in clauses}
    assert not [f"{key} {clause}" for key in BOOKS for clause in load(key).clauses if (key, clause) not in claimed]


@pytest.mark.slow
def test_no_mutant_changes_a_citation_alone(code: Code) -> None:
    for one in mutants(code):
        changed = one.name.rpartition(": ")[2]
        assert not re.fullmatch(r"(book\.cite|ruling)\(.*\)", changed), one.name


def test_every_equivalent_says_why() -> None:
    for name, why in tomllib.loads((ROOT / "tests/mutants/equivalent.toml").read_text(encoding="utf-8")).items():
        assert len(why.split()) > 5, name


@pytest.mark.slow
def test_a_few_are_tried_and_noticed() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants", "--sample", "12", "--seed", "3"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=False,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert re.search(r"^12 mutants, \d+ noticed, \d+ equivalent, 0 wrong$", run.stdout, re.MULTILINE)
