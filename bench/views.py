"""What a view costs: making it and encoding it for everybody at a table after each act, in CPU time.

    python bench/views.py [--against CHECKOUT] [--turns 8] [--acts 150]

With `--against` another checkout of this project works in the same turns, and it prints the ratio: the machine
may be busy, but it is as busy for both. The other checkout uses its own `.venv` if it has one.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

TABLES = 8
"""Two of each game."""


def work(acts: int) -> None:
    """Answers each line that it reads with the microseconds that a view took in one turn."""
    import msgspec
    from evening import Role, Who, players_of  # of the checkout that works: its modules have names of their own
    from house import House

    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "store", TABLES)
        house.play(20 * TABLES)
        ask = house.floor.ask

        def frame(table: str, who: Who, since: int) -> bytes:
            view: Any = ask.view(table, who, since)
            return msgspec.json.encode(view) if isinstance(view, dict) else view.frame  # as older ones have it

        watchers = {table: [Who(name, Role.PLAYER) for name in players_of(table)] for table in house.names}
        since = {table: house.floor.books.shown.tables[table].version for table in house.names}
        done = 0
        print("ready", flush=True)
        for _ in sys.stdin:
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
            print(took / views * 1e6, size / views, flush=True)
        house.close()


class Worker:
    def __init__(self, checkout: Path, acts: int) -> None:
        python = checkout / ".venv/bin/python"
        self._process = subprocess.Popen(
            [str(python) if python.exists() else sys.executable, "-P", __file__, "--worker", "--acts", str(acts)],
            env={**os.environ, "PYTHONPATH": f"{checkout / 'bench'}:{checkout / 'src'}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.turns: list[float] = []
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
        took, size = map(float, self._line().split())
        self.turns.append(took)
        self.bytes = size

    def end(self) -> None:
        self._process.communicate()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--against", type=Path)
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--acts", type=int, default=150)
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.acts)
        return
    here = Worker(Path(__file__).resolve().parents[1], options.acts)
    other = None if options.against is None else Worker(options.against.resolve(), options.acts)
    for _ in range(options.turns):
        here.turn()
        if other is not None:
            other.turn()
    here.end()
    took = median(here.turns)
    print(f"a view takes {took:.0f} ({min(here.turns):.0f}) us of CPU and has {here.bytes:.0f} bytes")
    if other is not None:
        other.end()
        ratio = median(mine / theirs for mine, theirs in zip(here.turns, other.turns, strict=True))
        before = median(other.turns)
        print(f"  there {before:.0f} ({min(other.turns):.0f}) us, {other.bytes:.0f} bytes; here {ratio:.2f} times that")


if __name__ == "__main__":
    main()
