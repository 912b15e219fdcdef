"""The parts of a release that take no time: the changelog, versions, what is refused."""

import shutil
from datetime import date
from pathlib import Path

import pytest

from tools.changelog import KINDS, Wrong, fragments, gather, section
from tools.release import copied, main, numbers, version_of

ROOT = Path(__file__).parents[2]
DAY = date(2026, 11, 17)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "changelog.d").mkdir()
    shutil.copy(ROOT / "changelog.d" / "README.md", tmp_path / "changelog.d")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\nWhat it is.\n", encoding="utf-8")
    return tmp_path


def change(checkout: Path, name: str, words: str) -> None:
    (checkout / "changelog.d" / name).write_text(words, encoding="utf-8")


def test_fragments_are_gathered_by_kind_and_removed(checkout: Path) -> None:
    change(checkout, "b.fixed.md", "Poker: the odd chip\ngoes left (4.5).\n")
    change(checkout, "c.rules.md", "A ruling.\n")
    change(checkout, "a.fixed.md", "Nothing is lost.\n")
    assert gather(checkout, "0.2.0", DAY) == 3
    change(checkout, "d.added.md", "A door.\n")
    assert gather(checkout, "0.3.0", DAY) == 1
    assert (
        (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
        == """\
# Changelog

What it is.

## 0.3.0 (2026-11-17)

### Added

- A door.

## 0.2.0 (2026-11-17)

### Rules

- A ruling.

### Fixed

- Nothing is lost.
- Poker: the odd chip goes left (4.5).
"""
    )
    assert [file.name for file in (checkout / "changelog.d").iterdir()] == ["README.md"]


def test_what_cannot_be_released(checkout: Path) -> None:
    with pytest.raises(Wrong, match="nothing to release"):
        gather(checkout, "0.2.0", DAY)
    change(checkout, "door.new.md", "A door.")
    with pytest.raises(Wrong, match=r"door.new.md: expected a name such as odd-chip.fixed.md, of a kind rules, added"):
        gather(checkout, "0.2.0", DAY)
    (checkout / "changelog.d" / "door.new.md").rename(checkout / "changelog.d" / "door.added.md")
    gather(checkout, "0.2.0", DAY)
    change(checkout, "empty.added.md", " \n")
    with pytest.raises(Wrong, match="expected a sentence or two, got nothing"):
        gather(checkout, "0.3.0", DAY)
    change(checkout, "empty.added.md", "Words.")
    with pytest.raises(Wrong, match=r"has a section for 0.2.0 already"):
        gather(checkout, "0.2.0", DAY)


def test_our_own_fragments_make_a_section() -> None:
    found = fragments(ROOT / "changelog.d")
    told = section("9.9.9", DAY, found)
    assert told.count("\n- ") == len(found)
    assert [line[4:] for line in told.splitlines() if line.startswith("### ")] == [
        heading for kind, heading in KINDS.items() if any(each.kind == kind for each in found)
    ]


def test_versions_are_three_numbers_and_rise(capsys: pytest.CaptureFixture[str]) -> None:
    assert numbers("0.10.0") > numbers("0.9.12")
    before = (ROOT / "CHANGELOG.md").read_bytes()
    assert main([version_of(ROOT), "--rehearse"]) == 1
    assert f"expected a version after {version_of(ROOT)}, got {version_of(ROOT)}" in capsys.readouterr().err
    assert main(["1.0", "--rehearse"]) == 1
    assert "expected a version of three numbers such as 0.2.0, got 1.0" in capsys.readouterr().err
    assert (ROOT / "CHANGELOG.md").read_bytes() == before


def test_a_rehearsal_has_what_git_has(tmp_path: Path) -> None:
    copied(ROOT, tmp_path / "copy")
    assert (tmp_path / "copy" / "tools" / "release.py").read_bytes() == (ROOT / "tools" / "release.py").read_bytes()
    assert not (tmp_path / "copy" / ".git").exists() and not (tmp_path / "copy" / ".venv").exists()
