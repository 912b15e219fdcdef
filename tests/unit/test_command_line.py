"""What every command has in common: its first word, its help, and the streams that it is given."""

import os
import subprocess
import sys

import pytest

from croupier.cli import COMMANDS, main
from tests.unit.round_files import THREE_CARD, written


def status_of(*arguments: str) -> int:
    try:
        return main(arguments)
    except SystemExit as ended:
        assert isinstance(ended.code, int)
        return ended.code


@pytest.mark.parametrize(
    "arguments", [("--verison",), ("--json", "run", "x.round.toml"), ("-x",), ("runn",), ("help", "runn")]
)
def test_a_first_word_that_is_mistyped(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(*arguments) == 2
    told = capsys.readouterr()
    assert not told.out and arguments[-1 if arguments[0] == "help" else 0] in told.err


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of("help", command) == 0
    helped = capsys.readouterr().out
    assert status_of(command, "--help") == 0
    assert helped == capsys.readouterr().out and f"croupier {command}" in helped


@pytest.mark.parametrize("arguments", [(), ("help",), ("help", "help"), ("--help",)])
def test_help(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(*arguments) == 0
    told = capsys.readouterr().out
    assert all(command in told for command in COMMANDS) and "Exit status" in told


def croupier(redirected: str, *, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Started by a shell, which can close what we are given."""
    command = f'exec "{sys.executable}" -m croupier {redirected}'
    environment = {**os.environ, "PYTHONPATH": "src"}
    return subprocess.run(["sh", "-c", command], input=typed, capture_output=True, env=environment, check=False)


@pytest.mark.parametrize(
    "arguments", ["rule three-card-poker@3 --list", "rules list", "run nowhere.toml", "play three-card-poker", "--help"]
)
def test_without_an_output_nothing_is_begun(arguments: str) -> None:
    ended = croupier(f"{arguments} >&-")
    assert (ended.returncode, ended.stderr.count(b"\n")) == (74, 1)
    assert b"standard output is closed" in ended.stderr


def test_without_an_input_an_evening_is_short() -> None:
    ended = croupier("play three-card-poker <&-")
    assert ended.returncode == 0 and b"Good night" in ended.stdout and not ended.stderr


def test_without_anywhere_to_complain() -> None:
    assert croupier("rules nonsense 2>&-").returncode == 2


def test_a_file_from_standard_input() -> None:
    text = written(THREE_CARD).encode()
    ended = croupier("run --json -", typed=text)
    assert ended.returncode == 0 and b'"file": "-"' in ended.stdout.replace(b'"file":"', b'"file": "')


def test_a_file_that_says_it_is_utf_8() -> None:
    ended = croupier("run -", typed=b"\xef\xbb\xbf" + written(THREE_CARD).encode())
    assert ended.returncode == 0, ended.stderr


def test_a_file_without_a_rulebook() -> None:
    ended = croupier("run -", typed=b"")
    assert ended.returncode == 2 and b"None" not in ended.stderr and b'rulebook = "' in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "poker", "--name", ""), "expected a name"),
        (("play", "poker", "--name", "a\x1b[31m"), "expected a name"),
        (("play", "three-card-poker", "--name", "x" * 65), "expected a name"),
        (("fuzz", "poker", "--jobs", "100000"), "four for each core"),
        (("advise", "chess"), "'chess' is not a game against the House"),
        (("advise", "poker"), "there are three-card-poker"),
    ],
)
def test_what_a_command_cannot_read(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(*arguments) == 2
    assert words in capsys.readouterr().err
