"""Break the code behind each clause, one thing at a time, and list what no scenario of the clause notices."""

import argparse
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from croupier.rules.rulebook.load import BOOKS, load
from tests.mutants.code import Code
from tests.mutants.elsewhere import tests_for
from tests.mutants.mutants import Mutant, mutants
from tests.mutants.trial import Trials

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
RESULTS = Path(__file__).with_name("results.toml")
HEAD = "# What the last whole run of python -m tests.mutants found\n"


class Found(NamedTuple):
    """What became of all mutants that were tried."""

    tried: list[Mutant]
    noticed: dict[str, list[str]]
    """For each mutant and duty the scenario that noticed it, or nothing."""

    def survivors(self, equivalent: Mapping[str, str]) -> list[Mutant]:
        return [one for one in self.tried if not any(self.noticed[one.name]) and one.name not in equivalent]

    def idle(self, trials: Trials) -> Iterator[str]:
        """Clauses of a book of which nothing is noticed by a scenario that bears their name."""
        for key in BOOKS:
            for clause in load(key).clauses:
                claimed = [one for one in self.tried if any(key == book and clause in own for book, own in one.duties)]
                fewest_first = sorted(claimed, key=lambda one: sum(len(own) for _, own in one.duties))
                if not any(trials.noticed_by_its_own(one, key, clause) for one in fewest_first):
                    yield f"{key} {clause}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only mutants with all these words in their name")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, chosen by the seed")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed, another sample (1)")
    parser.add_argument("--list", action="store_true", help="name the mutants and the clauses, and try none")
    options = parser.parse_args()
    code = Code()
    every = mutants(code)
    chosen = [one for one in every if all(word in one.name for word in options.words)]
    if options.sample is not None:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    if options.list:
        print("\n".join(told(one) for one in chosen))
        return 0
    equivalent: dict[str, str] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    trials = Trials(code)
    if any(tests_for(one.name) for one in chosen):
        trials.check_tests()
    found = try_all(chosen, trials)
    survivors = found.survivors(equivalent)
    for one in survivors:
        print(f"nobody noticed  {told(one)}")
    wrong = len(survivors)
    if chosen == every:
        wrong += report_whole(found, trials, equivalent)
    listed = sum(one.name in equivalent for one in chosen)
    print(f"{len(chosen)} mutants, {len(chosen) - listed - len(survivors)} noticed, {listed} equivalent, {wrong} wrong")
    return 1 if wrong else 0


def try_all(chosen: Sequence[Mutant], trials: Trials) -> Found:
    noticed = {}
    for number, one in enumerate(chosen, 1):
        noticed[one.name] = trials.noticed_by(one)
        if sys.stderr.isatty():
            print(f"\r{number} of {len(chosen)}", end="\r", file=sys.stderr)
    return Found(list(chosen), noticed)


def report_whole(found: Found, trials: Trials, equivalent: Mapping[str, str]) -> int:
    """Also: clauses whose own scenarios notice nothing, and what is listed without need. Writes the results."""
    wrong = 0
    for clause in found.idle(trials):
        print(f"nothing is noticed by the scenarios named for  {clause}")
        wrong += 1
    for name in equivalent:
        if name not in found.noticed:
            print(f"there is no such mutant any more  {name}")
            wrong += 1
        elif any(found.noticed[name]):
            print(f"not equivalent, {next(filter(None, found.noticed[name]))} notices it  {name}")
            wrong += 1
    RESULTS.write_text(as_toml(found, equivalent), encoding="utf-8")
    return wrong


def as_toml(found: Found, equivalent: Mapping[str, str]) -> str:
    lines = [HEAD]
    left = {one.name for one in found.survivors(equivalent)}
    for key in BOOKS:
        of_book = [one for one in found.tried if any(book == key for book, _ in one.duties)]
        counts = Counter(
            "survivors" if one.name in left else "noticed" if any(found.noticed[one.name]) else "equivalent"
            for one in of_book
        )
        lines += [f'["{key}"]', f"clauses = {len(load(key).clauses)}", f"mutants = {len(of_book)}"]
        lines += [f"{kind} = {counts[kind]}" for kind in ("noticed", "equivalent", "survivors")]
        lines.append("")
    return "\n".join(lines)


def told(one: Mutant) -> str:
    clauses = sorted({clause for _, of_book in one.duties for clause in of_book})
    several = f"{', '.join(clauses[:3])} and {len(clauses) - 3} more" if len(clauses) > 4 else ", ".join(clauses)
    return f"{one.name}  [{several or 'any scenario of the book'}]"


if __name__ == "__main__":
    sys.exit(main())
