"""Completion: written from the parsers, and tried in a real bash."""

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.doors.cli import COMMANDS, main
from croupier.doors.cli.completion import spoken
from croupier.rules.games import GAMES
from croupier.rules.rulebook.load import BOOKS


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file: Path = tmp_path_factory.mktemp("completion") / "croupier.bash"
    from contextlib import redirect_stdout

    with file.open("w", encoding="utf-8") as out, redirect_stdout(out):
        assert main(["completion", "bash"]) == 0
    return file


def completed(script: Path, line: str, folder: Path) -> set[str]:
    """What bash offers behind this line."""
    program = f"""source {script}
COMP_LINE="$1" COMP_POINT=${{#1}} COMP_WORDBREAKS=$' \\t\\n"><=;|&(:@'
_croupier croupier
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    ended = subprocess.run(
        ["bash", "-c", program, "bash", line], capture_output=True, text=True, check=True, cwd=folder
    )
    assert not ended.stderr, ended.stderr
    return {word for word in ended.stdout.splitlines() if word}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("croupier ", {*COMMANDS, "help"}),
        ("croupier ru", {"run", "rule", "rules"}),
        ("croupier --v", {"--version"}),
        ("croupier help od", {"odds"}),
        ("croupier play p", {"poker", "poker@6", "poker@7", "progressive-holdem", "progressive-holdem@6"}),
        ("croupier play poker@", {"6", "7"}),
        ("croupier play poker --dealing ", {"shoe", "shuffler"}),
        ("croupier play poker --dealing shu", {"shuffler"}),
        ("croupier rules ", {"check", "coverage", "diff", "new", "search", "sheet", "weave", *GAMES, *BOOKS}),
        ("croupier rules --sc", {"--scenarios"}),
        ("croupier run ", {"a.round.toml"}),
        ("croupier run --s", {"--seed"}),
        ("croupier run --seed ", set()),
        ("croupier phh ", {"replay", "export"}),
        ("croupier phh export --f", {"--format"}),
        ("croupier phh export --format ", {"phh", "ohh"}),
        ("croupier phh replay --f", set()),
        ("croupier users ", {"list", "add", "password", "role", "disable"}),
        ("croupier users list ", {"a.round.toml"}),
        ("croupier users add a.round.toml Ann --ro", {"--role"}),
        ("croupier users add a.round.toml Ann --role d", {"dealer"}),
        ("croupier new poker --incident fa", {"face-up"}),
        ("croupier schema rules-b", {"rules-book", "rules-books"}),
    ],
)
def test_in_bash(script: Path, line: str, offered: set[str], tmp_path: Path) -> None:
    (tmp_path / "a.round.toml").touch()
    assert completed(script, line, tmp_path) == offered


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_complete_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    text = capsys.readouterr().out
    for name, each in spoken():
        assert name.partition(" ")[0] in text
        for option in each.options:
            assert (option if shell == "zsh" else option.lstrip("-")) in text
    assert "--device" not in text and "-l device" not in text  # an old spelling


def test_a_shell_that_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["completion", "cmd"])
    assert ended.value.code == 2 and "bash" in capsys.readouterr().err


def test_without_the_extras_of_the_floor() -> None:
    """A light installation completes what it has."""
    program = """
import sys
sys.modules |= dict.fromkeys(("apsw", "nacl", "argon2", "numpy", "numba", "starlette", "uvicorn"))
from croupier.doors.cli import main
sys.exit(main(["completion", "bash"]))
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "journal" in ended.stdout and "--dealing" in ended.stdout
