"""What the README claims, each claim held here or by the test that is named for it."""

import re
import sys
import tomllib
from itertools import chain
from pathlib import Path

import pytest

import croupier
from croupier.base.extras import EXTRAS, OF_COMMANDS, ON_DEMAND
from croupier.doors.cli import COMMANDS, main
from croupier.doors.cli.open import data_folder
from croupier.numbers.maths.tools import caches
from croupier.numbers.maths.tools.disk_cache import VERSIONS_KEPT
from tests.unit.shown import commands, not_shown

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")

HELD_BY = {
    "Every numbered paragraph": ("tests/test_traceability.py", "tests/test_scenarios.py"),
    "Chips are conserved": (
        "tests/properties/test_chips_are_conserved.py",
        "tests/properties/test_replay_equals_live.py",
        "tests/properties/test_refusals_change_nothing.py",
        "tests/properties/test_no_view_leaks_a_card.py",
    ),
    "A live act is answered": ("tests/store/test_power_loss.py", "tests/kills", "tests/live/test_two_worlds.py"),
    "Odds are exact": ("tests/maths/test_proofs.py", "bench/prove.py"),
    "Money is whole cents": ("tests/test_layers.py", "tests/unit/test_money.py", "tests/unit/test_meter.py"),
    "What no paragraph decides": ("tests/unit/test_rules_cli.py", "docs/rulings.md"),
}
"""The claims under "What holds", by their first words."""


def part(heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found is not None, f"the README has no part {heading!r}"
    return found[1]


def test_every_promise_of_the_readme_names_its_test() -> None:
    claims = re.findall(r"^- (.*)", part("What holds"), re.MULTILINE)
    assert len(claims) == len(HELD_BY)
    for claim, (words, places) in zip(claims, HELD_BY.items(), strict=True):
        assert claim.startswith(words)
        assert all((ROOT / place).exists() for place in places)


def test_the_five_documents() -> None:
    assert len(croupier.rulebooks()) == 5
    opening = " ".join(README.partition("## ")[0].split())
    assert "Poker (versions 6 and 7)" in opening
    for title in ("3 Card Poker", "Multi-Link Progressive Casino Stud", "Progressive Texas Hold'em"):
        assert title in opening and any(title in croupier.rulebook(key).title for key in croupier.rulebooks())


def test_which_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.15"
    assert "(3, 11) <= sys.version_info < (3, 15)" in (ROOT / "run.py").read_text(encoding="utf-8")
    assert "They need Python 3.11 to 3.14 and a package index" in README


def test_every_command_is_in_the_table() -> None:
    table = part("What it does")
    named = re.findall(r"^\| (`croupier .*?`(?: · `\w+`)*) \|", table, re.MULTILINE)
    words = chain.from_iterable(re.findall(r"`(?:croupier )?(\w+)", each) for each in named)
    assert sorted(words) == sorted(COMMANDS)


def test_the_extras() -> None:
    rows = dict(re.findall(r"^\| `croupier\[(\w+)\]` \| (.*) \|$", part("Three commands"), re.MULTILINE))
    assert {*rows} == {*EXTRAS, "all"}
    for extra in ("floor", "odds"):
        needing = {command for command, extras in (OF_COMMANDS | ON_DEMAND).items() if extras[0] == extra}
        assert {*re.findall(r"`(\w+)`", rows[extra])} == needing


def test_the_dispute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    ((file, told),) = re.findall(r"```toml\n(.*?)```\n\n```\n(.*?)```", part("What it does"), re.DOTALL)
    ((line, shown),) = commands(told)
    monkeypatch.chdir(tmp_path)
    Path(line.split()[-1]).write_text(file, encoding="utf-8")
    assert main(line.split()[1:]) == 0
    assert not_shown(shown, iter(capsys.readouterr().out.splitlines())) is None
    assert "in a file of eight lines" in README
    assert len(re.findall(r"^[^#]", file, re.MULTILINE)) == 8


def test_the_readme_says_where_croupier_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = part("Where it writes")
    assert "`~/.cache/croupier`, or `XDG_CACHE_HOME`" in told
    assert "`~/.local/share/croupier/demo`, or `XDG_DATA_HOME`" in told
    assert VERSIONS_KEPT == 3 and "kept for three versions" in told
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        assert caches._user_cache() == tmp_path
        assert data_folder() == tmp_path / "croupier"


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "SECURITY.md", "CHANGELOG.md"])
def test_links_lead_somewhere(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        assert (ROOT / target).exists(), f"{file}: {target}"
