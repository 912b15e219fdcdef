"""Plant a fault in a process of its own and live seeds until the referee complains.

    python -m tests.floor_sim.search [PACKAGE] [WORD …]     PACKAGE is a simulation, tests.floor_sim if left out

All of them, or those with a word in their names; the seeds that each took are written into the package's `found.toml`.
"""

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.faults.planting import SOURCE, Planted, plant

ROOT = SOURCE.parent
HERE = "tests.floor_sim"
SEEDS = 500
"""A fault that lives longer than this has not been found."""
HEAD = "# The seeds that it took to find each planted fault, and what broke; made by python -m tests.floor_sim.search\n"


class Found(NamedTuple):
    seeds: int
    what: str | None
    """What the referee said; None where nothing was found."""


def faults_of(package: str) -> tuple[Planted, ...]:
    faults: tuple[Planted, ...] = import_module(f"{package}.planted").FAULTS
    return faults


def found_by(package: str) -> Path:
    return ROOT.joinpath(*package.split("."), "found.toml")


def search(name: str, seeds: int = SEEDS, first: int = 1, package: str = HERE) -> Found:
    paths = os.pathsep.join([str(SOURCE), str(ROOT)])
    answer = subprocess.run(
        [sys.executable, "-m", "tests.floor_sim.search", "--here", name, str(seeds), str(first), package],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        check=True,
    )
    return Found(*json.loads(answer.stdout))


def search_here(name: str, seeds: int, first: int, package: str) -> Found:
    (fault,) = (each for each in faults_of(package) if each.name == name)
    plant(fault)
    live = import_module(f"{package}.run").live
    for seed in range(first, first + seeds):
        if (what := live(seed).what) is not None:
            return Found(seed - first + 1, what)
    return Found(seeds, None)


def main(words: list[str]) -> int:
    package = words.pop(0) if words and words[0].startswith("tests.") else HERE
    written, faults = found_by(package), faults_of(package)
    found = tomllib.loads(written.read_text(encoding="utf-8")) if written.exists() else {}
    known = {fault.name for fault in faults}
    found = {name: entry for name, entry in found.items() if name in known}
    missing = 0
    for fault in faults:
        if words and not any(word in fault.name for word in words):
            continue
        result = search(fault.name, package=package)
        told = " ".join((result.what or "NOT FOUND").split())
        print(f"{fault.name}: {result.seeds} seeds: {told[:150]}", flush=True)
        found.pop(fault.name, None)
        if result.what is None:
            missing += 1
        else:
            found[fault.name] = {"breaks": fault.breaks, "seeds": result.seeds, "seen": _seen(result.what)}
        written.write_text(_as_toml(found, faults), encoding="utf-8")
    print(f"{missing} not found" if missing else "all found")
    return int(missing > 0)


def _seen(what: str) -> str:
    """The invariant that was broken, or the name of what was raised."""
    kind, _, rest = what.partition(": ")
    return rest.partition(":")[0] if kind == "Violation" else kind


def _as_toml(found: dict[str, dict[str, str | int]], faults: tuple[Planted, ...]) -> str:
    lines = [HEAD]
    for fault in faults:
        if fault.name in found:
            entry = found[fault.name]
            told = f'breaks = "{entry["breaks"]}", seeds = {entry["seeds"]}, seen = "{entry["seen"]}"'
            lines.append(f'"{fault.name}" = {{ {told} }}')
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--here"]:
        _, _, _name, _seeds, _first, _package = sys.argv
        print(json.dumps(search_here(_name, int(_seeds), int(_first), _package)))
    else:
        sys.exit(main(sys.argv[1:]))
