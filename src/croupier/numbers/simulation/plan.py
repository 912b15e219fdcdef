"""What is simulated: everything that the totals depend on, and nothing else. A run's folder has it as plan.json."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import lcm
from pathlib import Path
from platform import node

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths import kernels
from croupier.numbers.maths.odds.sheet import hash_of
from croupier.numbers.simulation.games import Box
from croupier.numbers.simulation.strategies import Strategy
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from croupier.version import __version__

LARGEST_BATCH = 1 << 22
SMALLEST_BATCH = 1 << 16
BATCHES = 64
"""As many batches as a run has, if they are neither too small nor too large."""
MOST_ROUNDS = 10**13
MOST_BOXES = 7


class MeterOverTime(Value):
    """A meter that moves: the part of each jackpot bet that goes to it, and where it starts again."""

    contribution: str
    reset: Cents

    @property
    def part(self) -> Fraction:
        return Fraction(self.contribution)


class Sessions(Value):
    """Each box plays sessions of so many rounds, each with this bankroll."""

    rounds: int
    bankroll: Cents


class ErrorRate(Value):
    """How often a kind of dealer's error happens, in a round."""

    kind: str
    chance: str

    @property
    def part(self) -> Fraction:
        return Fraction(self.chance)


class Origin(Value):
    """The program that planned a run. Another one counts something else, even if it can read the plan."""

    croupier: str
    book: str
    book_sha256: str
    kernels: str
    """Digest of the sources that deal, classify and count."""

    def check_here(self) -> None:
        """Refuses the plan of another croupier, book or kernel."""
        here = {"croupier": __version__, "book_sha256": hash_of(load(self.book)), "kernels": kernels_digest()}
        for name, value in here.items():
            if getattr(self, name) != value:
                raise Unreadable(
                    f"the run was planned with {name} {getattr(self, name)}, the croupier on {node()} has {value}; "
                    "go on with the one that planned it, or start a new run"
                )


class Plan(Origin):
    game: str
    rounds: int
    seed: int
    batch: int
    """Rounds of a batch; the last one may be shorter."""
    stakes: Mapping[Spot, Cents]
    """Of each box, placed before the cards."""
    strategies: tuple[Strategy, ...]
    """One for each box."""
    meter: Cents
    over_time: MeterOverTime | None = None
    sessions: Sessions | None = None
    shift: int | None = None
    """Rounds of a shift, for the hold of shifts."""
    errors: tuple[ErrorRate, ...] = ()

    @property
    def boxes(self) -> tuple[Box, ...]:
        return tuple(Box(self.stakes, strategy) for strategy in self.strategies)

    @property
    def batches(self) -> int:
        return -(-self.rounds // self.batch)

    def rounds_of(self, batch: int) -> range:
        return range(batch * self.batch, min((batch + 1) * self.batch, self.rounds))

    def load(self) -> Rulebook:
        return load(self.book)

    @property
    def encoded(self) -> bytes:
        return msgspec.json.encode(self)

    @property
    def digest(self) -> str:
        """A part belongs to a run if it was made by the same plan, program, book and kernels."""
        return blake2b(msgspec.json.encode(self, order="sorted"), digest_size=16).hexdigest()


def planned(
    book: Rulebook,
    *,
    rounds: int,
    seed: int,
    stakes: Mapping[Spot, Cents],
    strategies: tuple[Strategy, ...],
    meter: Cents,
    over_time: MeterOverTime | None = None,
    sessions: Sessions | None = None,
    shift: int | None = None,
    errors: tuple[ErrorRate, ...] = (),
) -> Plan:
    batch = min(max(rounds // BATCHES, SMALLEST_BATCH), LARGEST_BATCH)
    step = whole(sessions, shift)
    if step > LARGEST_BATCH:
        raise Unreadable(f"sessions and shifts must be over together within {LARGEST_BATCH:,} rounds, not {step:,}")
    batch = -(-batch // step) * step
    return Plan(
        croupier=__version__,
        book=book.key,
        book_sha256=hash_of(book),
        kernels=kernels_digest(),
        game=book.game,
        rounds=rounds,
        seed=seed,
        batch=batch,
        stakes=stakes,
        strategies=strategies,
        meter=meter,
        over_time=over_time,
        sessions=sessions,
        shift=shift,
        errors=errors,
    )


def whole(sessions: Sessions | None, shift: int | None) -> int:
    """Rounds after which sessions and shifts end together: batches must not cut them."""
    return lcm(sessions.rounds if sessions else 1, shift or 1)


@cache
def kernels_digest() -> str:
    """Of everything that decides what is counted: kernels, and this package."""
    seen = blake2b(digest_size=16)
    for folder in (Path(kernels.__file__).parent, Path(__file__).parent):
        for file in sorted(folder.glob("*.py")):
            seen.update(file.read_bytes())
    return seen.hexdigest()


def plan_from(encoded: bytes) -> Plan:
    """Refused if another program made it, before anything of it is understood."""
    msgspec.json.decode(encoded, type=Origin).check_here()
    return msgspec.json.decode(encoded, type=Plan)
