"""Every command and every line of Python in the tutorials and on the page for programs is run, page by page, and gives
what the page shows."""

import doctest
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.unit.shown import commands, not_shown

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "api.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
PORT = "8443"
ENDS_WITH = re.compile(r"\s+# ends with (\d+)$")


class Block(NamedTuple):
    kind: str
    file: str
    text: str


def blocks(text: str) -> list[Block]:
    return [Block(*found) for found in re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


class Shell:
    """A terminal in an empty folder, with croupier on its path."""

    def __init__(self, folder: Path, port: str) -> None:
        self.folder, self.port = folder / "here", port
        self.folder.mkdir()
        program = folder / "bin" / "croupier"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m croupier "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        path = os.pathsep.join([str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
        data = str(folder / "data")
        self.variables = os.environ | {"PATH": path, "PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": data}
        self.behind: subprocess.Popen[str] | None = None

    def type(self, line: str, shown: list[str]) -> None:
        line = line.replace(PORT, self.port)
        if line == "kill %1":
            self.stop()
            return
        if line.endswith(" &"):
            self._behind(line.removesuffix(" &"), shown)
            return
        expected = int(found[1]) if (found := ENDS_WITH.search(line)) else 0
        coverage = "--scenarios " + shlex.quote(str(ROOT / "tests" / "scenarios")) if "coverage" in line else ""
        done = subprocess.run(
            ["bash", "-c", f"{line} {coverage}"], cwd=self.folder, env=self.variables, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == expected, f"$ {line}\n{done.stdout}"
        missing = not_shown(shown, iter(done.stdout.splitlines()))
        assert missing is None, f"$ {line}\ndoes not show: {missing}\n{done.stdout}"

    def _behind(self, line: str, shown: list[str]) -> None:
        assert self.behind is None
        self.behind = subprocess.Popen(
            shlex.split(line), cwd=self.folder, env=self.variables,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        assert self.behind.stdout is not None
        given_up = threading.Timer(120, self.behind.kill)
        given_up.start()
        shown = [expected.replace(PORT, self.port) for expected in shown]
        missing = not_shown(shown, (told.rstrip("\n") for told in self.behind.stdout))
        given_up.cancel()
        assert missing is None, f"$ {line}\ndoes not show: {missing}"

    def stop(self) -> None:
        if self.behind is not None:
            self.behind.terminate()
            self.behind.communicate()
            self.behind = None


def free_port() -> str:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return str(asked.getsockname()[1])


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_tutorial(page: Path, tmp_path: Path) -> None:
    found = blocks(page.read_text(encoding="utf-8"))
    assert len(found) >= 4
    shell = Shell(tmp_path, free_port())
    known: dict[str, object] = {}
    try:
        for block in found:
            if block.file:
                (shell.folder / block.file).write_text(block.text.replace(PORT, shell.port), encoding="utf-8")
            elif block.kind == "console":
                for line, shown in commands(block.text):
                    shell.type(line, shown)
            elif block.kind == "json":
                assert json.loads(block.text)
            else:
                assert block.kind == "python", f"{page.name} has a block of {block.kind} that nobody runs"
                example = doctest.DocTestParser().get_doctest(block.text, known, page.name, str(page), 0)
                runner = doctest.DocTestRunner(optionflags=doctest.FAIL_FAST)
                runner.run(example, clear_globs=False)
                known |= example.globs
                assert runner.summarize(verbose=False).failed == 0
    finally:
        shell.stop()


def test_what_is_not_shown_is_noticed() -> None:
    told = ["one", "two words", "three"]
    assert not_shown(["one", "…", "t…e"], iter(told)) is None
    assert not_shown(["two …", "one"], iter(told)) == "one"
    assert not_shown(["four"], iter(told)) == "four"
