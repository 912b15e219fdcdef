"""Simulate the whole floor, seed by seed, and see that everything holds that must."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection

from tests.floor_sim.run import Live, Lived, live, shortened, simulated
from tests.floor_sim.sometimes import CATALOGUE

SEEDS = 500


def main(package: str, about: str, live: Live, simulated: Callable[[int], Lived], catalogue: Collection[str]) -> int:
    """The command of a simulation, whose package has this name."""
    parser = argparse.ArgumentParser(prog=f"python -m {package}", description=about)
    parser.add_argument("seeds", nargs="?", type=int, default=SEEDS, help=f"how many evenings ({SEEDS})")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="the first seed (1)")
    parser.add_argument("--skip", type=int, nargs="*", metavar="N", help="one seed, without these faults")
    parser.add_argument("-v", action="store_true", help="what was reached, and how often")
    options = parser.parse_args()
    if options.skip is not None:
        lived = live(options.first, options.skip)
        print(lived.what or "nothing is wrong")
        return int(lived.what is not None)
    reached: Counter[str] = Counter()
    entries = 0
    began = time.process_time()
    for seed in range(options.first, options.first + options.seeds):
        lived = simulated(seed)
        if lived.what is not None:
            complain(lived, live, package)
            return 1
        reached += lived.reached
        entries += lived.entries
    if options.v:
        for what, times in sorted(reached.items()):
            print(f"{times:7} {what}")
    for what in catalogue:
        if not reached[what]:
            print(f"never reached: {what}")
    took = time.process_time() - began
    print(f"{options.seeds} seeds, {entries} entries, {took:.0f} s: everything holds")
    return 0


def complain(first: Lived, live: Live, package: str) -> None:
    seed = first.seed
    print(f"seed {seed}, tables {', '.join(first.tables)}: {first.what}")
    short = shortened(first, live)
    left = {number for number, _ in short.faults}
    skip = [number for number, _ in first.faults if number not in left]
    print(f"with {short.faults}: {short.what}")
    print(f"again: python -m {package} --from {seed} --skip {' '.join(map(str, skip))}")


if __name__ == "__main__":
    sys.exit(main("tests.floor_sim", __doc__ or "", live, simulated, CATALOGUE))
