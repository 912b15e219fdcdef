"""`croupier cache` shows and clears what the mathematics keeps, and touches nothing else."""

import json
from pathlib import Path

import pytest

from croupier import __version__
from croupier.doors.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("croupier.numbers.maths.tools.caches.FOLDER", tmp_path)
    monkeypatch.setattr("croupier.doors.cli.cache.FOLDER", tmp_path)
    (tmp_path / "kernels-1" / "deep").mkdir(parents=True)
    (tmp_path / "kernels-1" / "deep" / "table").write_bytes(bytes(1_500_000))
    (tmp_path / "letters").touch()
    return tmp_path


def test_shows(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{folder}: 1 file, 1.5 MB\n  kernels-1  1.5 MB\n"
    assert main(["cache", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "croupier": __version__,
        "schema": "cache/1",
        "folder": str(folder),
        "cleared": False,
        "caches": [{"name": "kernels-1", "files": 1, "bytes": 1_500_000}],
    }


def test_clears(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out == f"{folder}: 1 file, 1.5 MB removed\n"
    assert [file.name for file in folder.iterdir()] == ["letters"]
    assert main(["cache", "clear"]) == 0
    assert "0 files" in capsys.readouterr().out
