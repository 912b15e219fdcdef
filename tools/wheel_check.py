"""Tries a wheel as its users would: in separate environments, away from any checkout.

python -m tools.wheel_check dist/croupier-0.2.0-py3-none-any.whl
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from zipfile import ZipFile

ROUND = """
rulebook = "three-card-poker@3"
shoe     = "As 6h 9d 5h 8d 4h 7d"
actions  = ["1 ante 50", "1 pair-plus 10", "close", "1 look", "1 play"]
[table]
ante = ["10", "1000"]
pair-plus = ["5", "500"]
[boxes]
1 = "Ann"
"""
INSIDE = (
    "croupier/rulings.md",
    "croupier/py.typed",
    "croupier/rules/best_values.bin",
    "croupier/floor/server/room/index.html",
)


class Unfit(Exception):
    """What the wheel lacks or does wrong."""


class Environment:
    """An environment with the wheel and nothing else, and an empty folder to start it in."""

    def __init__(self, folder: Path, wheel: Path, extras: str = "") -> None:
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.elsewhere = folder / "elsewhere"
        self.elsewhere.mkdir(parents=True)
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done(
            subprocess.run(
                [sys.executable, "-m", "venv", str(folder / "venv")], capture_output=True, text=True, check=False
            )
        )
        self.run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}{extras}")

    def run(self, program: str, *words: str) -> str:
        command = [str(self.bin / program), *words]
        return done(
            subprocess.run(
                command,
                cwd=self.elsewhere,
                env=self.variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
            )
        )


def done(process: subprocess.CompletedProcess[str]) -> str:
    if process.returncode != 0:
        raise Unfit(
            f"{' '.join(process.args[:3])} ended with {process.returncode}:\n{process.stderr or process.stdout}"
        )
    return process.stdout


def check(wheel: Path, version: str, *, light: bool) -> None:
    holds(wheel)
    with tempfile.TemporaryDirectory(prefix="croupier-wheel-") as folder:
        plain(Environment(Path(folder) / "plain", wheel), version)
        if not light:
            whole(Environment(Path(folder) / "whole", wheel, "[all]"))


def holds(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for name in INSIDE:
        if name not in names:
            raise Unfit(f"the wheel does not hold {name}")
    said(f"inside: {len(names)} files, the pages and the rulings among them")


def plain(environment: Environment, version: str) -> None:
    """What needs no extra."""
    expect("croupier --version", environment.run("croupier", "--version"), f"croupier {version}")
    (environment.elsewhere / "dispute.round.toml").write_text(ROUND, encoding="utf-8")
    expect(
        "a round", environment.run("croupier", "run", "dispute.round.toml"), "Ante Bonus 5 to 1 on 50.00: 250.00 paid"
    )
    expect("a ruling", environment.run("croupier", "rules", "R-17"), "The Ante Bonus is paid")
    expect("a paragraph", environment.run("croupier", "rules", "poker@7", "5.12"), "5.12")
    expect("play", environment.run("croupier", "play", "poker"), "Good night")
    packages = environment.run("python", "-m", "pip", "list", "--format", "json")
    names = {package["name"] for package in json.loads(packages)} - {"pip", "setuptools"}
    if names != {"croupier", "msgspec"}:
        raise Unfit(f"a plain installation brings {', '.join(sorted(names))}; expected croupier and msgspec")
    said("plain: a round, a ruling, a paragraph and play, with msgspec only")


def whole(environment: Environment) -> None:
    """What the extras bring: exact odds, a sheet as PDF, a floor with its pages."""
    code = 'import croupier; print(croupier.odds("three-card-poker", quick=True).house_edge)'
    expect("exact odds", environment.run("python", "-c", code), "686689/20358520")
    environment.run("croupier", "odds", "three-card-poker", "--quick", "--report", "par.pdf")
    if not (environment.elsewhere / "par.pdf").read_bytes().startswith(b"%PDF"):
        raise Unfit("par.pdf is no PDF")
    command = [str(environment.bin / "croupier"), "open", "--store", "store", "--no-bots"]
    floor = subprocess.Popen(
        command,
        cwd=environment.elsewhere,
        env=environment.variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert floor.stdout is not None
        first = floor.stdout.readline()
        address = re.search(r"http://\S+", first)
        if address is None:
            raise Unfit(f"croupier open says {first!r}; expected where it listens")
        with urllib.request.urlopen(address[0]) as answer:
            expect("the lobby's page", answer.read().decode(), '<script type="module"')
    finally:
        floor.terminate()
        floor.communicate()
    environment.run("croupier", "audit", "store")
    said("with all extras: exact odds, a sheet as PDF, a floor with its pages, and its journal audited")


def expect(what: str, told: str, words: str) -> None:
    if words not in told:
        raise Unfit(f"{what} does not say {words!r}:\n{told[-2_000:]}")


def said(words: str) -> None:
    print(f"checked, {words}", flush=True)


def main(arguments: list[str]) -> int:
    (file,) = arguments
    wheel = Path(file).resolve()
    try:
        check(wheel, wheel.name.split("-")[1], light=False)
    except Unfit as error:
        print(f"unfit: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
