"""`python -m tests.kills [N] [--seed S]`: every commit of scripted evenings, then kills anywhere, until there are N."""

import argparse
import contextlib
import sys
import tempfile
import time
from pathlib import Path

from tests.kills.programme import Tally, every_commit, scattered

KILLS = 2_000


class TimeIsUp(Exception):
    pass


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=KILLS, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scattered", action="store_true", help="kills anywhere only")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    options = parser.parse_args()
    began, tally = time.monotonic(), Tally()
    told = 0

    def progress() -> None:
        nonlocal told
        for failure in tally.failures[told:]:
            print(failure, flush=True)
        told = len(tally.failures)
        if time.monotonic() > began + 60 * options.minutes:
            raise TimeIsUp
        if sys.stderr.isatty():
            print(f"\r{tally.struck:,} kills in {tally.evenings:,} evenings", end="\r", file=sys.stderr, flush=True)

    tally.progress = progress
    with tempfile.TemporaryDirectory() as place, contextlib.suppress(TimeIsUp):
        if not options.scattered:
            (Path(place) / "every").mkdir()
            every_commit(options.seed, Path(place) / "every", tally, options.kills)
        (Path(place) / "anywhere").mkdir()
        if tally.struck < options.kills:
            scattered(options.kills - tally.struck, options.seed, Path(place) / "anywhere", tally=tally)
    took = time.monotonic() - began
    print(f"{tally.struck:,} kills in {tally.evenings:,} evenings, {len(tally.failures)} failures, {took:.0f} s")
    print(f"  after {tally.unmoved:,} of them everybody was seen to have exactly what they had")
    for words, counted in (("killed", tally.kills), ("ruled", tally.ruled)):
        for (first, second), number in sorted(counted.items()):
            print(f"  {words}: {first}, {second}: {number:,}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
