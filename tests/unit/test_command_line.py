"""What every command has in common: its first word, its help, and the streams that it is given."""

import codecs
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from croupier.base.plain_letters import plain_or_escaped
from croupier.doors.cli import COMMANDS, main
from tests.unit.round_files import POKER, THREE_CARD, written


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


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("plya",), "there is no command 'plya'; did you mean play?"),
        (("help", "odd"), "there is no command 'odd'; did you mean odds?"),
        (("whist",), "there is no command 'whist'; there are run, new, play,"),
        (("--version", "extra"), "--version stands alone, not with extra"),
        (("odds", "casino-stud@3"), "there is no rulebook 'casino-stud@3'; there is casino-stud@2"),
        (("play", "three-card-poker", "--version", "99"), "--version is for poker"),
        (("play", "poker", "--version", "99"), "--version: there is no poker@99; there are 6 and 7"),
    ],
)
def test_a_wrong_argument_is_explained(
    arguments: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert status_of(*arguments) == 2
    assert why in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("redirected", "status", "lines"),
    [
        ("--help 1</dev/null", 74, 1),
        ("odds --help 1</dev/null", 74, 1),
        ("rules 1</dev/null 2</dev/null", 74, 0),
        ("run nowhere.toml 2</dev/null", 74, 0),
        ("--nonsense 2</dev/null", 2, 0),
    ],
)
def test_streams_that_cannot_be_written_to(redirected: str, status: int, lines: int) -> None:
    """Given for reading only, they fail like a full disk."""
    ended = croupier(redirected)
    assert (ended.returncode, ended.stderr.count(b"\n"), ended.stdout) == (status, lines, b"")


def test_a_complaint_that_is_lost_takes_no_answer_with_it() -> None:
    ended = croupier("run --json - nowhere.toml 2</dev/null", typed=written(THREE_CARD).encode())
    assert ended.stdout.startswith(b'{"file":"-"')


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
        (("odds", "chess"), "and, for hands, poker"),
        (("odds", "three-card-poker", "--report", ".html"), "an ending without a name; write par.html"),
        (("odds", "casino-stud", "--set", "ante-bonus=1", "--set", "ante-bonus=2"), "set twice"),
        (("rule", "three-card-poker", "--list", "--manual"), "not allowed with argument --list"),
        (("rule", "three-card-poker", "--places", "1,2"), "go with --dealt"),
        (("rule", "three-card-poker", "--street", "flop"), "go with --dealt"),
        (("rule", "three-card-poker", "--dealt", "burn 1 d 1 d 1 d", "--street", "flop"), "has no flop"),
        (("rule", "casino-stud", "--dealt", "burn 1 d 1 d", "--places", "1,1"), "each of the boxes once"),
        (("rule", "casino-stud", "--dealt", "burn 1 d 1 d", "--places", "0"), "numbers from 1 to"),
        (("rule", "three-card-poker", "--dealt", "burn" + 60 * " 1"), "a single deck has 52 cards"),
        (("phh", "export", "x.round.toml", "--currency", "dollars"), "a code of three letters"),
        (("phh", "replay", "--rulebook", "casino-stud", "x.phh"), "expected poker or poker@6"),
        (("phh", "replay", "nowhere.phh"), "nowhere.phh: cannot be opened"),
        (("run", ""), "the name of the file is empty"),
        (("fuzz", "poker@6"), "random tables are of every version"),
        (("play", "chess"), "there is no rulebook or game 'chess'"),
        (("play", "poker@7", "--version", "6"), "names the version already"),
        (("play", "casino-stud@2", "--seats", "6"), "--seats is for poker"),
    ],
)
def test_what_a_command_cannot_read(arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(*arguments) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "{book}", "--seed", "1"),
        ("rule", "{book}", "--list"),
        ("rules", "{book}"),
        ("rules", "{book}", "3.1"),
        ("rules", "sheet", "{book}"),
        ("rules", "search", "dealer", "{book}"),
        ("rules", "--at", "2026-01-01", "{book}"),
        ("fuzz", "{book}", "--rounds", "1"),
    ],
)
def test_a_game_is_its_book_in_force(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for name in ("casino-stud", "casino-stud@2"):
        monkeypatch.setattr("sys.stdin", StringIO(""))
        assert status_of(*(word.format(book=name) for word in arguments)) == 0
        told.append(capsys.readouterr().out)
    first, second = (text.partition(" held; ")[0] for text in told)  # fuzz says how long it took
    assert first == second and first


def test_a_version_of_the_rules_to_play_by(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for arguments in (("play", "poker@6"), ("play", "poker", "--version", "6")):
        monkeypatch.setattr("sys.stdin", StringIO(""))
        assert status_of(*arguments, "--dealing", "shoe") == 0
        assert "poker@6" in capsys.readouterr().out


def test_a_woven_book_is_written_to_the_named_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "scenarios"
    empty.mkdir()
    for target in (("-o", str(tmp_path / "one.md")), (str(tmp_path / "two.md"),)):
        assert status_of("rules", "weave", "casino-stud", *target, "--scenarios", str(empty)) in (0, 1)
    assert (tmp_path / "one.md").read_text() == (tmp_path / "two.md").read_text()


def test_other_files_from_standard_input() -> None:
    text = written(POKER).encode()
    told = croupier("phh export -", typed=text)
    assert told.returncode == 0 and b"variant" in told.stdout, told.stderr
    assert croupier("phh replay -", typed=told.stdout).returncode == 0
    changed = croupier("odds three-card-poker --quick --changes -", typed=b"pair-plus.straight = 6\n")
    assert changed.returncode == 0 and b"pair-plus.straight" in changed.stdout, changed.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ["odds", "casino-stud", "--quick"],
        ["rules", "poker@7"],
        ["rules", "sheet", "three-card-poker"],
        ["rules", "R-17"],
        ["rule", "three-card-poker@3", "--list"],
        ["rule", "poker@7", "--commands"],
        ["new", "poker"],
        ["odds", "--help"],
    ],
)
def test_a_terminal_that_prints_ascii_only(arguments: list[str]) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "LC_ALL": "C"}
    command = [sys.executable, "-m", "croupier", *arguments]
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert done.stdout.isascii() and b"\\u" not in done.stdout


def test_letters_that_a_terminal_lacks() -> None:
    codecs.register_error("plain-or-escaped", plain_or_escaped)
    assert "Zoë … 10–20 × ♠".encode("ascii", "plain-or-escaped") == rb"Zo\xeb ... 10-20 x s"
