"""`croupier run` with many files: each has its answer, folders are searched, and the exit status is the highest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.doors.cli import main
from tests.unit.round_files import REFUSED, STUD, THREE_CARD, Run, changed, runner, written


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(tmp_path, capsys)


def test_other_files_are_played_all_the_same(run: Run) -> None:
    good, refused, bad = written(THREE_CARD), written(REFUSED), "no file"
    status, objects = run(good, bad, refused, good)
    assert status == 2
    assert ["unreadable" in told for told in objects] == [False, True, False, False]
    assert ["error" in told for told in objects] == [False, False, True, False]


@pytest.mark.parametrize(
    "order", [("good",), ("good", "refused"), ("refused", "good"), ("good", "bad", "refused"), ("bad",)]
)
def test_the_exit_status_is_the_highest(run: Run, order: tuple[str, ...]) -> None:
    texts = {"good": (0, written(STUD)), "refused": (1, written(REFUSED)), "bad": (2, "=")}
    status, _ = run(*(texts[name][1] for name in order))
    assert status == max(texts[name][0] for name in order)


def test_an_unreadable_file_gives_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.round.toml", tmp_path / "bad.round.toml"
    good.write_text(written(THREE_CARD), encoding="utf-8")
    bad.write_text(written(changed(THREE_CARD, "shoe", "As As")), encoding="utf-8")
    assert main(["run", str(bad), str(good)]) == 2
    out, err = capsys.readouterr()
    assert err == f"{bad}: line 3: shoe: As appears twice in 'As As'; there is one of each card\n"
    assert str(good) in out
    assert main(["run", "--check", str(bad), str(good)]) != 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed"


def test_files_that_cannot_be_opened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = tmp_path / "missing.round.toml"
    assert main(["run", "--json", str(missing)]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "file": str(missing),
        "unreadable": "cannot be opened: No such file or directory",
    }


def test_folders_are_searched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "deeper").mkdir()
    for name in ("b.round.toml", "a.round.toml", "deeper/c.round.toml", "notes.toml"):
        (tmp_path / name).write_text(written(THREE_CARD), encoding="utf-8")
    assert main(["run", "--json", str(tmp_path)]) == 0
    names = [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]
    assert names == [str(tmp_path / name) for name in ("a.round.toml", "b.round.toml", "deeper/c.round.toml")]


def test_the_program_says_the_same(tmp_path: Path) -> None:
    bad = tmp_path / "bad.round.toml"
    bad.write_text("rulebook = 5", encoding="utf-8")
    command = [sys.executable, "-m", "croupier", "run", "--json", str(bad)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "")
    assert set(json.loads(done.stdout)) == {"file", "unreadable"}


def test_json_is_utf_8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    file = tmp_path / "name.round.toml"
    table = 'actions = ["1 ante 10"]\n[table]\nante = [10, 100]\n[boxes]\n1 = "\U0001f0a1"'
    file.write_text(f'rulebook = "three-card-poker@3"\n{table}', encoding="utf-8")
    command = [sys.executable, "-m", "croupier", "run", "--json", str(file)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=True)
    assert json.loads(done.stdout)["rounds"][0]["boxes"]["1"]["player"] == "\U0001f0a1"


def test_output_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "only to be read"
    file.touch()
    with file.open("rb") as nowhere_to_write:
        command = [sys.executable, "-m", "croupier", "rules"]
        done = subprocess.run(command, stdout=nowhere_to_write, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 74
    assert done.stderr == "croupier: the output cannot be written: Bad file descriptor\n"
