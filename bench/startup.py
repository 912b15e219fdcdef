"""How long croupier takes to start: a new process each time, seconds of processor time, best and median.

    python bench/startup.py [repeats]

Commands of the mathematics run with an empty cache, as on a fresh machine: approved books compile nothing. On a busy
machine everything takes longer, Python itself too; so the last column says how many times the start of Python it is.
"""

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

ROUND = next(Path(__file__).parents[1].glob("tests/scenarios/three-card-poker/*.toml"))

COMMANDS = {
    "python -c pass": (["-c", "pass"], None),
    "import croupier": (["-c", "import croupier"], 0.15),
    "croupier --help": (["-m", "croupier", "--help"], 0.15),
    "croupier --version": (["-m", "croupier", "--version"], None),
    "croupier run FILE": (["-m", "croupier", "run", str(ROUND)], 0.15),
    "croupier rules --help": (["-m", "croupier", "rules", "--help"], None),
    "odds three-card-poker": (["-m", "croupier", "odds", "three-card-poker"], 0.4),
    "odds casino-stud": (["-m", "croupier", "odds", "casino-stud"], 0.4),
    "odds progressive-holdem": (["-m", "croupier", "odds", "progressive-holdem"], 0.4),
    "advise three-card-poker": (["-m", "croupier", "advise", "three-card-poker", "--hand", "Qs 6h 4d"], 0.4),
    "advise casino-stud": (
        ["-m", "croupier", "advise", "casino-stud", "--hand", "Ah Kd 9c 5s 2h", "--up", "9d"],
        0.4,
    ),
    "advise …holdem, flop": (
        ["-m", "croupier", "advise", "progressive-holdem", "--hand", "7d 2c", "--board", "As Kd 9c"],
        0.4,
    ),
}


def seconds(arguments: list[str], cache: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    environment = {**os.environ, "XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as people have it: compiled when it was first started
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(repeats):
        for name, (arguments, _) in COMMANDS.items():
            with TemporaryDirectory() as empty:
                times[name].append(seconds(arguments, empty))
    python = min(times["python -c pass"])
    print(f"{'':26}{'best, s':>10}{'median, s':>11}{'target, s':>11}{'of Python':>11}")
    for name, taken in times.items():
        target = COMMANDS[name][1]
        told = "" if target is None else f"{target:.2f}"
        print(f"{name:26}{min(taken):>10.3f}{median(taken):>11.3f}{told:>11}{min(taken) / python:>10.1f}×")


if __name__ == "__main__":
    main()
