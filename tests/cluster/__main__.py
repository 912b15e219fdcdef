"""Kill, freeze and cut off the processes of a house and its database server, and see that nothing answered is lost."""

import argparse
import statistics
import sys

from tests.cluster.programme import FROZEN, KILLED, Wrong, faults, primary_destroyed

FAULTS = 500
LIMITS = {"kill": KILLED, "freeze": FROZEN}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("faults", nargs="?", type=int, default=FAULTS, help=f"how many faults ({FAULTS})")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which order of faults (1)")
    options = parser.parse_args()
    try:
        took = faults(options.faults, options.seed, lambda line: print(line, flush=True))
        primary_destroyed(options.seed)
    except Wrong as wrong:
        print(f"wrong: {wrong}")
        return 1
    late = 0
    for kind, seconds in sorted(took.items()):
        limit = LIMITS.get(kind)
        slow = sum(each > limit for each in seconds) if limit is not None else 0
        late += slow
        told = f"median {statistics.median(seconds):.2f}, worst {max(seconds):.2f} s"
        print(f"{kind:18} {len(seconds):4} times, {told}", *([f"{slow} later than {limit:.0f} s"] if limit else []))
    return int(late > 0)


if __name__ == "__main__":
    sys.exit(main())
