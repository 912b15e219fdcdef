"""What a light installation does without, what it says where something is missing, and what run.py installs."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from croupier.base.extras import EXTRAS, OF_COMMANDS, ON_DEMAND, how_to_get, needed
from croupier.doors.cli import COMMANDS
from tests.unit.round_files import POKER, written

ROOT = Path(__file__).parents[2]

WITHOUT_EXTRAS = f"""
import sys
for module in {[module for modules in EXTRAS.values() for module in modules]}:
    sys.modules[module] = None  # importing it fails, as if it were not installed
"""


def without_extras(code: str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_EXTRAS + code, *words]
    here = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, cwd=ROOT, env=here, input=typed, capture_output=True, text=True, check=False)


COMMAND_LINE = "from croupier.doors.cli import main; sys.exit(main())"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("rules", "three-card-poker@3"),
        ("rules three-card-poker@3 4.3", "4.3"),
        ("rules R-17", "Ante Bonus"),
        ("rules diff poker@6 poker@7", "5.12"),
        ("rule three-card-poker@3 --list", "case="),
        ("fuzz three-card-poker --rounds 1", "all held"),
        ("play three-card-poker", "Good night"),
        ("play poker", "Good night"),
        ("run FILE", "poker@7"),
        ("run --json FILE", '"rulebook"'),
        ("phh export FILE", "variant"),
        ("odds casino-stud --quick", "house edge"),
        ("odds progressive-holdem --quick", "house edge"),
        ("advise progressive-holdem --hand Qs6h", "best"),
        ("new three-card-poker", "rulebook"),
        ("schema run", "$defs"),
        ("completion bash", "croupier"),
        ("help odds", "croupier odds"),
        ("help advise", "croupier advise"),
        ("cache", "croupier: "),
        ("help verify", "croupier verify"),
        ("help users", "shift-manager"),
    ],
)
def test_light_commands_need_no_extra(words: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "a.round.toml"
    file.write_text(written(POKER), encoding="utf-8")
    done = without_extras(COMMAND_LINE, *(str(file) if word == "FILE" else word for word in words.split()), typed="q\n")
    assert done.returncode == 0, done.stderr  # where a slow machine may be told what takes so long
    assert told in done.stdout


def test_the_library_needs_none_to_play() -> None:
    done = without_extras("""
import croupier
table = croupier.open_table("three-card-poker", {1: "Ann"}, ante=("10", "1000"), shoe="As 6h 9d 5h 8d 4h 7d")
table.say("1 ante 50", "close", "1 look", "1 play")
print(table.transcript(), croupier.rulebook("poker@7")["5.12"])
""")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", [name for name, extras in OF_COMMANDS.items() if "floor" in extras])
def test_other_commands_say_what_is_missing(command: str) -> None:
    # these read what is asked before they need anything
    further = {"users": ["list", "store"], "backup": ["store", "--to", "copy"], "restore": ["copy", "--to", "store"]}
    further["keys"] = ["rotate", "store", "--signing"]
    done = without_extras(COMMAND_LINE, command, *further.get(command, []))
    assert (done.returncode, done.stdout) == (69, "")
    line = rf"croupier {command} needs \w+, which is not installed: python3 run\.py install floor\n"
    assert re.fullmatch(line, done.stderr)


def test_the_coach_says_what_is_missing() -> None:
    done = without_extras("""
from croupier.rules.cards import parse_cards
from croupier.floor.live.acts.coaching import AtTheSeat, work_out
print(work_out(AtTheSeat(tuple(parse_cards("As Ah")), (), (1,))))
""")
    assert "'error': 'the coach needs num" in done.stdout


def test_an_installed_croupier_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("croupier.base.extras.__file__", str(tmp_path / "site" / "croupier" / "base" / "extras.py"))
    assert how_to_get("odds") == "pip install 'croupier[odds]'"


def project() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


@pytest.mark.parametrize("extra", EXTRAS)
def test_modules_and_packages_agree(extra: str) -> None:
    packages = packages_distributions()
    for module in EXTRAS[extra]:
        if module not in packages:
            pytest.skip(f"{module} is not installed; requirements/test.txt has it")
    names = {re.split(r"[^\w-]", package)[0].lower() for package in project()["optional-dependencies"][extra]}
    assert {name.lower() for module in EXTRAS[extra] for name in packages[module]} == names - {"croupier"}


def test_all_extras() -> None:
    assert project()["optional-dependencies"]["all"] == [f"croupier[{','.join(EXTRAS)}]"]
    assert {*OF_COMMANDS, *ON_DEMAND} <= {*COMMANDS}


def test_pins_are_the_same_in_every_group() -> None:
    def pins(group: str) -> set[str]:
        return set(re.findall(r"^\S+==\S+", (ROOT / "requirements" / f"{group}.txt").read_text("utf-8"), re.MULTILINE))

    everything = pins("test")
    assert pins("base") < everything < pins("bench")
    for group in (*EXTRAS, "docs"):
        assert pins("base") < pins(group) < everything


def test_what_a_command_line_needs() -> None:
    assert needed(["play", "poker"]) == needed(["odds", "three-card-poker"]) == needed([]) == ()
    assert needed(["help", "audit"]) == needed(["audit", "store"]) == ("floor",)
    assert needed(["odds", "casino-stud", "--report", "par.pdf"]) == ("pdf",)


def test_old_pythons_reach_the_line_that_names_the_needed_version() -> None:
    """They get as far as the line that says so."""
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 7))
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert {ast.unparse(node) for node in imports} == {
        *("import hashlib", "import importlib.util", "import os", "import shutil", "import subprocess", "import sys"),
        "from pathlib import Path",
    }


def run_py(environment: Path) -> subprocess.CompletedProcess[str]:
    here = os.environ | {"CROUPIER_VENV": str(environment)}
    return subprocess.run(
        [sys.executable, "run.py", "--version"], cwd=ROOT, env=here, capture_output=True, text=True, check=False
    )


def test_an_environment_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run_py(tmp_path / "file" / "venv")
    assert done.returncode == 1
    assert "cannot be made: Not a directory.\nSay where it may be instead: CROUPIER_VENV=" in done.stderr


def test_nothing_is_cleared_that_is_no_environment(tmp_path: Path) -> None:
    (tmp_path / "letters").touch()
    done = run_py(tmp_path)
    assert done.returncode == 1
    assert f"{tmp_path} is no environment, and not empty" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["letters"]
