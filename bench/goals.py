"""The goals for speed, as ratios in one run: what an act and a view cost beside another checkout of this project.

    python bench/goals.py CHECKOUT [PART …] [--turns 12] [--acts 300] [--tables 200] [--seconds 20]

`act` and `view` are CPU time here and there, in turns of some milliseconds each: the machine may be busy, but it is as
busy for both. `poker` is hands a second, as a multiple of PokerKit's. `everybody` is the time from an act until all
at the table have seen it, over real sockets; it needs a quiet machine and is left out unless named. The other checkout
uses its own `.venv` if it has one.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).resolve().parents[1]
TABLES = 10
"""Two of each game."""
SETTLED = 50
"""Acts after which everything has to be durable."""
GOALS = {"act": 0.75, "view": 0.5}
"""Times the CPU of commit fcd4922."""
TIMES_POKERKIT = 25
EVERYBODY = 60 / 70
"""Times the milliseconds of that commit."""
PARTS = ("act", "view", "poker")
"""Unless others are named."""


def work(acts: int) -> None:
    """Answers each line that it reads with the microseconds that an act and a view took in one turn."""
    import msgspec
    from evening import Role, Who, players_of  # of the checkout that works: its modules have names of their own
    from house import House

    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "store", TABLES)
        house.play(40 * TABLES)
        ask = house.floor.ask

        def frame(table: str, who: Who, since: int) -> bytes:
            view: Any = ask.view(table, who, since)
            return msgspec.json.encode(view) if isinstance(view, dict) else view.frame  # as older ones have it

        watchers = {table: [Who(name, Role.PLAYER) for name in players_of(table)] for table in house.names}
        done = 0
        print("ready", flush=True)
        for _ in sys.stdin:
            house.players.thought = 0.0
            began = time.process_time()
            for _ in range(acts // SETTLED):
                house.play(SETTLED)
            act = time.process_time() - began - house.players.thought
            since = {table: house.floor.books.shown.tables[table].version for table in house.names}
            took, views, size = 0.0, 0, 0
            for _ in range(acts):
                table = house.names[done % TABLES]
                done += 1
                house.players.act(table, f"views-{done:08}")
                house.settle()
                began = time.thread_time()
                for who in watchers[table]:
                    size += len(frame(table, who, since[table]))
                took += time.thread_time() - began
                views += len(watchers[table])
                since[table] = house.floor.books.shown.tables[table].version
            print(act / (acts // SETTLED * SETTLED) * 1e6, took / views * 1e6, size / views, flush=True)
        house.close()


class Worker:
    def __init__(self, checkout: Path, acts: int) -> None:
        self._process = subprocess.Popen(
            [python_of(checkout), "-P", __file__, "--worker", "--acts", str(acts), str(checkout)],
            env=of_checkout(checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.turns: dict[str, list[float]] = {"act": [], "view": []}
        self.bytes = 0.0
        self._line()

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "the worker has stopped"
        return line

    def turn(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        act, view, self.bytes = map(float, self._line().split())
        self.turns["act"].append(act)
        self.turns["view"].append(view)

    def end(self) -> None:
        self._process.communicate()


def python_of(checkout: Path) -> str:
    python = checkout / ".venv/bin/python"
    return str(python) if python.exists() else sys.executable


def of_checkout(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{checkout / 'bench'}:{checkout / 'src'}"}


def acts_and_views(there: Path, turns: int, acts: int) -> None:
    here, other = Worker(HERE, acts), Worker(there, acts)
    for _ in range(turns):
        here.turn()
        other.turn()
    here.end()
    other.end()
    for what, goal in GOALS.items():
        mine, theirs = here.turns[what], other.turns[what]
        ratio = median(one / two for one, two in zip(mine, theirs, strict=True))
        print(
            f"{what}: {ratio:.2f} times as much CPU as there, wanted {goal}"
            f" ({min(mine) / min(theirs):.2f} in the best turns);"
            f" here {median(mine):.0f} ({min(mine):.0f}) us, there {median(theirs):.0f} ({min(theirs):.0f}) us"
        )
    print(f"  a view has {here.bytes:.0f} bytes here, {other.bytes:.0f} there")


def poker(turns: int) -> None:
    from poker import HANDS, croupier, pokerkit, scripts

    hands, chance = scripts(HANDS), random.Random("goals")
    engines = {"here": croupier(), "pokerkit": pokerkit()}
    took: dict[str, list[float]] = {name: [] for name in engines}
    for turn in range(turns + 1):
        for name, deal in engines.items():
            began = time.process_time()
            for script in hands:
                deal(script, chance)
            if turn:  # before, tables are built and caches filled
                took[name].append((time.process_time() - began) / HANDS)
    ours, theirs = took["here"], took["pokerkit"]
    print(
        f"poker: {median(theirs) / median(ours):.1f} times as many hands as PokerKit, wanted {TIMES_POKERKIT}"
        f" ({min(theirs) / min(ours):.1f} in the best turns); here {1 / median(ours):,.0f} a second"
    )


def everybody(there: Path, tables: int, seconds: float) -> None:
    def p99(checkout: Path) -> float:
        command = ["bench/floor.py", "live", "--tables", str(tables), "--seconds", str(seconds)]
        told = subprocess.run(
            [python_of(checkout), *command], cwd=checkout, env=of_checkout(checkout), check=True, capture_output=True
        ).stdout.decode()
        found = re.search(r"p99 ([\d.]+) ms", told)
        assert found is not None, told
        return float(found[1])

    waits = [(p99(HERE), p99(there)) for _ in range(2)]
    mine, theirs = map(min, zip(*waits, strict=True))
    print(
        f"everybody: p99 {mine:.0f} ms, {mine / theirs:.2f} times the {theirs:.0f} ms there; wanted {EVERYBODY:.2f}"
        f" ({tables} tables; all runs, here and there: {', '.join(f'{one:.0f} {two:.0f}' for one, two in waits)})"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("parts", nargs="*", metavar="PART")
    parser.add_argument("--turns", type=int, default=12)
    parser.add_argument("--acts", type=int, default=300)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    there, parts = options.checkout.resolve(), options.parts or PARTS
    if unknown := {*parts} - {*PARTS, "everybody"}:
        parser.error(f"{', '.join(unknown)}: there are act, view, poker, everybody")
    if options.worker:
        work(options.acts)
        return
    if "act" in parts or "view" in parts:
        acts_and_views(there, options.turns, options.acts)
    if "poker" in parts:
        poker(options.turns)
    if "everybody" in parts:
        everybody(there, options.tables, options.seconds)


if __name__ == "__main__":
    main()
