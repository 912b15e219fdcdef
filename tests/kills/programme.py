"""Which kills, in which order: every commit of every evening, before and after it, and from outside."""

import random
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.kills.floors import EVENINGS
from tests.kills.runs import Run, open_house

KINDS = ("before-commit:{}:kill", "after-commit:{}:kill")
OTHER_KINDS = ("outside:{}", "after-commit:{}:hang", "commit:{}:error")

LATE = 60
"""Most evenings have some more commits."""


@dataclass
class Tally:
    kills: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By kind of fault and rulebook."""
    ruled: Counter[tuple[str, str]] = field(default_factory=Counter)
    struck: int = 0
    evenings: int = 0
    unmoved: int = 0
    failures: list[str] = field(default_factory=list)
    progress: Callable[[], None] = lambda: None

    def add(self, run: Run) -> None:
        self.kills += run.kills
        self.ruled += run.ruled
        self.struck += run.struck
        self.evenings += 1
        self.unmoved += run.unmoved


def further(chance: random.Random) -> list[str]:
    """What happens to the servers after the first: often nothing, or they are killed while they recover, or soon."""
    faults = []
    for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
        opening = "opening:" if chance.random() < 0.6 else ""
        where, number = chance.choice(["before-commit", "after-commit"]), chance.randint(1, 2 if opening else 3)
        faults.append(f"{opening}{where}:{number}:kill")
    return faults


def scattered(kills: int, seed: int, folder: Path, *, fork: bool = True, tally: Tally | None = None) -> Tally:
    """Kills of all kinds, anywhere in evenings of all rulebooks."""
    tally = Tally() if tally is None else tally
    tokens = open_house(folder / "house", fork=fork)
    chance, wanted = random.Random(seed), tally.struck + kills
    for lap in count():
        for kind in (*KINDS, *KINDS, *OTHER_KINDS):
            for name in EVENINGS:
                faults = [kind.format(chance.randint(1, LATE)), *further(chance)]
                _try(Run(folder, tokens, name, f"{seed}.{lap}", faults, fork=fork), tally)
                if tally.struck >= wanted:
                    return tally
    return tally


def every_commit(seed: int, folder: Path, tally: Tally, wanted: int, *, fork: bool = True) -> None:
    """Every evening, killed before and after its first commit, its second, … until it ends unhurt."""
    tokens = open_house(folder / "house", fork=fork)
    unhurt: set[tuple[str, str]] = set()
    for number in count(1):
        for kind in KINDS:
            for name in EVENINGS:
                if (kind, name) in unhurt:
                    continue
                chance = random.Random(f"{name} {kind} {number} {seed}")
                run = Run(folder, tokens, name, str(seed), [kind.format(number), *further(chance)], fork=fork)
                _try(run, tally)
                if not run.struck:
                    unhurt.add((kind, name))
                if tally.struck >= wanted or len(unhurt) == len(KINDS) * len(EVENINGS):
                    return


def _try(run: Run, tally: Tally) -> None:
    try:
        run.play()
    except Exception:
        tally.failures.append(f"{run.name}, seed {run.seed}, faults {run.plan}:\n{traceback.format_exc()}")
    tally.add(run)
    tally.progress()
