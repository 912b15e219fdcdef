"""`croupier fuzz GAME`: random lives of tables, with referees watching."""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from croupier.base.errors import Unreadable
from croupier.base.json_answers import Answer, Record
from croupier.doors.cli.json_output import print_answer
from croupier.doors.library.books import book_for
from croupier.proofs.sim.house import coverage, evenings, referee
from croupier.proofs.sim.poker import coverage as poker_coverage
from croupier.proofs.sim.poker import lives as poker_lives
from croupier.proofs.sim.poker import script as poker_script
from croupier.rules.rulebook.load import versions

CLEAN, BROKEN = 0, 1
TOLD_EVERY = 30  # seconds
MOST_ROUNDS = 1_000_000_000
PLAYED = ("poker", *referee.GAMES)


class Fuzzer(NamedTuple):
    """What the fuzzer of a game provides."""

    live: Callable[..., Any]
    """Plays one life by its seed: `rounds`, what it has `covered`, and a `fault` if something broke."""
    rounds_in_a_life: int
    table: Callable[[Counter[str]], Iterator[str]]
    never: Callable[[Counter[str]], list[str]]
    round_file: Callable[[Any], str]


def fuzzer(game: str) -> Fuzzer:
    if game == "poker":
        return Fuzzer(
            poker_lives.live,
            poker_lives.ROUNDS_IN_A_LIFE,
            poker_coverage.table,
            poker_coverage.never,
            poker_script.fault_file,
        )
    return Fuzzer(
        partial(evenings.live, game=game),
        evenings.ROUNDS_IN_AN_EVENING,
        partial(coverage.table, game),
        partial(coverage.never, game),
        evenings.fault_file,
    )


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="croupier fuzz",
        description="Play random tables – every kind of act, absence and irregularity – and check after each step that "
        "what must always hold does hold.",
        epilog="Exit status: 0 all held, 1 an invariant broke; the shortest way to it is printed as a round file.",
    )
    parser.add_argument("game", type=_game, metavar="GAME", help=", ".join(PLAYED))
    parser.add_argument(
        "--rounds",
        type=_number,
        default=10_000,
        metavar="N",
        help="play at least N rounds, in whole sessions (10000)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="the same seed plays the same tables (1)")
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="J", help="processes that share the work (1)")
    parser.add_argument(
        "--every",
        type=_number,
        default=10,
        metavar="K",
        help="check closely, and try more acts, at every Kth step (10)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    return parser


def main(argv: Sequence[str]) -> int:
    parser = arguments()
    options = parser.parse_args(argv)
    game = fuzzer(options.game)
    asked = (options.rounds, options.seed, options.jobs, options.every)
    if not options.json:
        return fuzz(game, *asked)
    fuzzed = _fuzzed(game, *asked)
    print_answer(_as_json(options.game, game, fuzzed))
    return CLEAN if fuzzed.fault is None else BROKEN


def _game(name: str) -> str:
    """A game; or a book if it is the only one of its game, because a table lives through all of them."""
    try:
        book = book_for(name)
    except Unreadable as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if book.game not in PLAYED:
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(PLAYED)}, got {name!r}")
    if name == book.key and len(versions(book.document)) > 1:
        raise argparse.ArgumentTypeError(f"random tables are of every version; write {book.document}, not {name}")
    return book.game


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > len(str(MOST_ROUNDS)) or not 1 <= int(text) <= MOST_ROUNDS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 to {MOST_ROUNDS:,}")
    return int(text)


def _jobs(text: str) -> int:
    """More than a few jobs for each core only compete with each other."""
    found, most = _number(text), 4 * (os.cpu_count() or 1)
    if found > most:
        raise argparse.ArgumentTypeError(f"expected at most {most} on this machine, four for each core, got {text}")
    return found


class Fuzzed(NamedTuple):
    rounds: int
    covered: Counter[str]
    seconds: float
    fault: Any | None


def _fuzzed(game: Fuzzer, rounds: int, seed: str, jobs: int, every: int) -> Fuzzed:
    start = told = time.perf_counter()
    played, covered = 0, Counter[str]()
    with multiprocessing.Pool(jobs) if jobs > 1 else nullcontext() as pool:
        seeds = (f"{seed}/{number}" for number in count())
        one = partial(game.live, every=every)
        lives: Iterator[Any]
        if pool is None:
            lives = map(one, seeds)
        else:
            enough = 2 * (rounds // game.rounds_in_a_life + 1)  # a life may be shorter than it could
            lives = pool.imap(one, (next(seeds) for _ in range(enough)), chunksize=4)
        for lived in lives:
            played += lived.rounds
            covered += lived.covered
            if lived.fault is not None:
                return Fuzzed(played, covered, time.perf_counter() - start, lived.fault)
            if played >= rounds:
                break
            if time.perf_counter() - told > TOLD_EVERY:
                told = time.perf_counter()
                print(f"{played:,} rounds, {played / (told - start):,.0f} a second", file=sys.stderr, flush=True)
        if pool is not None:
            pool.terminate()
    return Fuzzed(played, covered, time.perf_counter() - start, None)


def fuzz(game: Fuzzer, rounds: int, seed: str, jobs: int, every: int) -> int:
    """Prints for people. Returns the exit status."""
    fuzzed = _fuzzed(game, rounds, seed, jobs, every)
    if (fault := fuzzed.fault) is not None:
        print(game.round_file(fault), end="")
        print(f"broken after {fuzzed.rounds:,} rounds, in life {fault.seed!r}: {fault.what}", file=sys.stderr)
        return BROKEN
    print("\n".join(game.table(fuzzed.covered)))
    if missing := game.never(fuzzed.covered):
        print(f"\nNever met with: {'; '.join(missing)}")
    pace = f"{fuzzed.seconds:,.1f} s, {fuzzed.rounds / fuzzed.seconds:,.0f} rounds a second"
    print(f"\n{fuzzed.rounds:,} rounds and all held; {pace}")
    return CLEAN


class FaultFound(Record):
    seed: str
    what: str
    file: str


class FuzzAnswer(Answer):
    SCHEMA = "fuzz"
    game: str
    rounds: int
    seconds: float
    covered: dict[str, int]
    never: list[str]
    fault: FaultFound | None


def _as_json(name: str, game: Fuzzer, fuzzed: Fuzzed) -> FuzzAnswer:
    fault = fuzzed.fault
    return FuzzAnswer(
        game=name,
        rounds=fuzzed.rounds,
        seconds=round(fuzzed.seconds, 1),
        covered=dict(sorted(fuzzed.covered.items())),
        never=game.never(fuzzed.covered),
        fault=None if fault is None else FaultFound(fault.seed, fault.what, game.round_file(fault)),
    )
