"""Search for planted faults with the fuzzer of a game: each in a process of its own, where nothing is imported yet.

A fuzzer is a module of `croupier.proofs.sim` with a function `live(seed)`, or `live(seed, game)`, which plays one table
and answers with the number of its `rounds` and with its `fault`, if there is one, whose `what` says what broke.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, Protocol

from tests.faults import casino_stud, poker, progressive_holdem, three_card_poker
from tests.faults.planting import SOURCE, Planted, plant

ROOT = Path(__file__).parents[2]
ROUNDS = 20_000
"""A fault that lives longer than this has not been found."""
NO_FAULT = "none"
"""What is planted to see whether the referee is content with the rules as they are."""


HOUSE = "croupier.proofs.sim.house.evenings"


class Suite(NamedTuple):
    fuzzer: str
    faults: Sequence[Planted]
    game: tuple[str, ...] = ()
    """Arguments for `live` in addition to the seed, if one fuzzer plays several games."""


SUITES: Mapping[str, Suite] = {
    "poker": Suite("croupier.proofs.sim.poker.lives", poker.FAULTS),
    "three-card-poker": Suite(HOUSE, three_card_poker.FAULTS, ("three-card-poker",)),
    "casino-stud": Suite(HOUSE, casino_stud.FAULTS, ("casino-stud",)),
    "progressive-holdem": Suite(HOUSE, progressive_holdem.FAULTS, ("progressive-holdem",)),
}


class Fault(Protocol):
    @property
    def what(self) -> str: ...


class Lived(Protocol):
    @property
    def rounds(self) -> int: ...
    @property
    def fault(self) -> Fault | None: ...


class Found(NamedTuple):
    rounds: int
    """Rounds played until it was found; without `what` it was not found."""
    what: str | None


def search(game: str, name: str, seed: str = "1", rounds: int = ROUNDS) -> Found:
    """Plant this fault in a process of its own and play until it is found; with NO_FAULT, until there is one."""
    paths = os.pathsep.join([str(SOURCE), str(ROOT)])
    answer = subprocess.run(
        [sys.executable, "-m", "tests.faults.search", game, name, seed, str(rounds)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        check=True,
    )
    return Found(*json.loads(answer.stdout))


def search_here(game: str, name: str, seed: str, rounds: int) -> Found:
    suite = SUITES[game]
    if name != NO_FAULT:
        (fault,) = (each for each in suite.faults if each.name == name)
        plant(fault)
    fuzzer = import_module(suite.fuzzer)
    played = number = 0
    while played < rounds:
        lived: Lived = fuzzer.live(f"{seed}/{number}", *suite.game)
        played += lived.rounds
        number += 1
        if lived.fault is not None:
            return Found(played, lived.fault.what)
    return Found(played, None)


if __name__ == "__main__":
    _game, _name, _seed, _rounds = sys.argv[1:]
    print(json.dumps(search_here(_game, _name, _seed, int(_rounds))))
