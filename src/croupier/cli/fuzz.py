"""`croupier fuzz poker`: random lives of poker tables, with referees watching."""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import count

from croupier.sim.poker_coverage import never, table
from croupier.sim.poker_lives import ROUNDS_IN_A_LIFE, Fault, Lived, live
from croupier.sim.poker_script import round_file

CLEAN, BROKEN = 0, 1
TOLD_EVERY = 30  # seconds


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="croupier fuzz",
        description="Play random tables – every kind of act, absence and irregularity – and check after each step that "
        "what must always hold does hold.",
        epilog="Exit status: 0 all held, 1 something broke; then the shortest way there is printed as a round file.",
    )
    parser.add_argument("game", choices=["poker"], help="the game to play")
    parser.add_argument("--rounds", type=_number, default=10_000, metavar="N", help="at least so many (10000)")
    parser.add_argument("--seed", default="1", metavar="S", help="the same seed plays the same tables (1)")
    parser.add_argument("--jobs", type=_number, default=1, metavar="J", help="processes that share the work (1)")
    parser.add_argument(
        "--every", type=_number, default=10, metavar="K", help="try all acts and views at one step in K (10)"
    )
    options = parser.parse_args(argv)
    return fuzz(options.rounds, options.seed, options.jobs, options.every)


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def fuzz(rounds: int, seed: str, jobs: int, every: int) -> int:
    start = told = time.perf_counter()
    played, covered = 0, Counter[str]()
    with multiprocessing.Pool(jobs) if jobs > 1 else nullcontext() as pool:
        seeds = (f"{seed}/{number}" for number in count())
        one = partial(live, every=every)
        lives: Iterator[Lived]
        if pool is None:
            lives = map(one, seeds)
        else:
            enough = 2 * (rounds // ROUNDS_IN_A_LIFE + 1)  # a life may be shorter than it could
            lives = pool.imap(one, (next(seeds) for _ in range(enough)), chunksize=4)
        for lived in lives:
            played += lived.rounds
            covered += lived.covered
            if lived.fault is not None:
                return tell_fault(lived.fault, played)
            if played >= rounds:
                break
            if time.perf_counter() - told > TOLD_EVERY:
                told = time.perf_counter()
                print(f"{played:,} rounds, {played / (told - start):,.0f} a second", file=sys.stderr, flush=True)
        if pool is not None:
            pool.terminate()
    seconds = time.perf_counter() - start
    print("\n".join(table(covered)))
    if missing := never(covered):
        print(f"\nNever met with: {'; '.join(missing)}")
    print(f"\n{played:,} rounds and all held; {seconds:,.1f} s, {played / seconds:,.0f} rounds a second")
    return CLEAN


def tell_fault(fault: Fault, played: int) -> int:
    print(round_file(fault), end="")
    print(f"broken after {played:,} rounds, in life {fault.seed!r}: {fault.what}", file=sys.stderr)
    return BROKEN
