"""How long croupier takes to start: a new process each time, best and median.

python bench/startup.py [repeats]
"""

import subprocess
import sys
from statistics import median
from time import perf_counter

TARGET = 0.15  # seconds

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import croupier": ["-c", "import croupier"],
    "import croupier.games": ["-c", "import croupier.games"],
    "croupier --help": ["-m", "croupier", "--help"],
    "croupier --version": ["-m", "croupier", "--version"],
    "croupier run --help": ["-m", "croupier", "run", "--help"],
    "croupier rules --help": ["-m", "croupier", "rules", "--help"],
}
TARGETS = ("import croupier", "croupier --help")


def seconds(arguments: list[str]) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def main() -> None:
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(repeats):
        for name, arguments in COMMANDS.items():
            times[name].append(seconds(arguments))
    print(f"{'':24}{'best, s':>12}{'median, s':>12}{'target, s':>12}")
    for name, taken in times.items():
        target = f"{TARGET:.2f}" if name in TARGETS else ""
        print(f"{name:24}{min(taken):>12.3f}{median(taken):>12.3f}{target:>12}")


if __name__ == "__main__":
    main()
