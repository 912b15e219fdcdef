"""What is installed from a wheel, away from any checkout."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from email.parser import HeaderParser
from pathlib import Path
from zipfile import ZipFile

import pytest

from croupier.base.extras import EXTRAS
from croupier.doors.cli import main
from croupier.version import __version__
from tests.unit.round_files import POKER, written

ROOT = Path(__file__).parents[2]

Installed = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    built, unpacked = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = built.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    return unpacked


@pytest.fixture(scope="module")
def installed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Runs the command as an installed croupier does: only the wheel's own files, in an empty folder."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", *words]
        here = os.environ | {"PYTHONPATH": str(site)}
        return subprocess.run(command, cwd=elsewhere, env=here, capture_output=True, text=True, check=False)

    return run


def test_rulings_can_be_looked_up(installed: Installed) -> None:
    done = installed("rules", "R-17")
    assert done.returncode == 0
    assert "The Ante Bonus is paid on every Ante that was not folded" in done.stdout
    assert "croupier.rules.games.three_card.settle:ante_bonus" in done.stdout
    assert "Not known here: which scenarios prove it." in done.stdout and done.stderr == ""
    assert "R-34" in installed("rules", "search", "odd chip").stdout


def test_coverage_claims_nothing_that_it_cannot_know(installed: Installed) -> None:
    done = installed("rules", "coverage", "--json")
    assert done.returncode == 1
    assert "no scenarios were found in tests/scenarios, so it is not known what is proved" in done.stderr
    for count in (each for each in json.loads(done.stdout).values() if isinstance(each, dict)):
        assert count["proved"] is count["open"] is None
        assert count["cited"] == count["paragraphs"] - count["explained"] > 0
        assert count["live"]["nothing"] <= count["explained"]
    table = installed("rules", "coverage").stdout.splitlines()
    counted = table[1 : table.index("")]
    assert [line.split()[-8:-4] for line in counted] == [["not", "known", "not", "known"]] * len(counted) != []


def test_paragraphs_claim_nothing_either(installed: Installed) -> None:
    for words in (("three-card-poker@3", "3.12.1"), ("weave", "three-card-poker@3")):
        told = installed("rules", *words).stdout
        assert "not known here: which scenarios prove it" in told
        assert "no scenario" not in told


def test_a_round_file_gives_what_it_gives_in_a_checkout(
    installed: Installed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.round.toml"
    file.write_text(written(POKER), encoding="utf-8")
    main(["run", "--json", str(file)])
    assert installed("run", "--json", str(file)).stdout == capsys.readouterr().out


def test_metadata(site: Path) -> None:
    (file,) = site.glob("croupier-*.dist-info/METADATA")
    told = HeaderParser().parsestr(file.read_text(encoding="utf-8"))
    assert told["Metadata-Version"] == "2.4"
    assert told["Version"] == __version__
    assert [line for line in told.get_all("Requires-Dist", []) if "extra ==" not in line] == ["msgspec>=0.19"]
    assert told.get_all("Provides-Extra") == ["all", *sorted(EXTRAS)]
