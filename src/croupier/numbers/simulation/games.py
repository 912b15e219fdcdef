"""What a simulation asks of a game: classes of rounds, the kernel that finds them, and the exact odds beside it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from importlib import import_module
from math import prod
from typing import Any, Protocol, cast

import numpy as np

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.maths.kernels.rounds import AT_ONCE, LOW, Classes
from croupier.numbers.maths.tools.arrays import Bytes, Floats, Ints
from croupier.numbers.maths.tools.results import Played
from croupier.numbers.maths.tools.settlement_table import Paid, Settle, Stakes, tabulate
from croupier.numbers.simulation.strategies import Strategy
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

Key = tuple[Hashable, ...]


class Box(Value):
    """What is staked on a box before the cards, and how it plays."""

    stakes: Stakes
    strategy: Strategy


class Class(Value):
    """Rounds of a box that end alike: the same decisions, and the same facts."""

    facts: Any
    staked: Stakes
    """With the bets that the decisions made."""
    decisions: tuple[str, ...]
    """As a round file says them."""
    row: tuple[str, str, str]
    """Decision, outcome and hand as the rows of the exact odds name them."""


class Exact(Value):
    """The exact odds of one box."""

    mean: Fraction
    """Cents that a round brings, without Envy Bonuses."""
    envy: Fraction
    """Cents that Envy Bonuses bring on top."""
    rows: Mapping[Key, Fraction]
    """Probabilities by `key`."""
    key: Callable[[Class, Paid], Key]
    nets: Mapping[int, Fraction] | None
    """Probabilities of each net result in cents; None if only the mean of side bets is known."""

    @property
    def variance(self) -> Fraction | None:
        if self.nets is None:
            return None
        return sum((chance * net**2 for net, chance in self.nets.items()), Fraction(0)) - self.mean**2


Classify = Callable[[Classes, int], None]
"""Writes the classes of all boxes in the rounds from a number on."""


class Decided(Value):
    """Where the rounds of a game stop for a box to decide."""

    seen: tuple[int, ...]
    """Places in the deal of the cards that the box may see, in the order in which it does."""
    visible: tuple[int, ...]
    """How many of them it sees at each decision."""
    words: tuple[tuple[str, str], ...]
    """What it can say there: the least, and the bet."""


LayOut = Callable[[Bytes, Classes], None]
"""From cards, [place, round], to the class of each way to the end: fold, stay; or fold, and four ways to bet."""
Worths = Callable[[Bytes, Bytes, Bytes], Floats]
"""From cards that are seen, stages and bets, [box], to cents that each of the two actions is worth, then played on
perfectly."""


class Simulated(Protocol):
    """What `simulation/<game>.py` offers."""

    DECIDED: Decided

    HAND: int
    COMMON: int
    """Cards of a box, and of dealer and board, which come first."""
    KERNEL: str
    """The module of the kernel, to say whether it has to be compiled."""
    SIMPLE: Strategy
    settle: Settle[Any]

    def check(self, strategy: Strategy) -> None:
        """Refuses what this game does not decide."""

    def classes(self, book: Rulebook, stakes: Stakes) -> Sequence[Class | None]:
        """By their number; None where cards cannot make it."""

    def classifier(self, book: Rulebook, boxes: Sequence[Box], meter: Cents, seed: int) -> Classify: ...

    def exact(self, book: Rulebook, box: Box, meter: Cents, others: int) -> Exact: ...

    def envy(self, book: Rulebook, classes: Sequence[Class | None]) -> Sequence[int]:
        """What the hand of a class brings to each other box that has a jackpot bet and takes part, in cents."""

    def layer(self, book: Rulebook) -> LayOut:
        """For one box, stopped at its decisions."""

    def worths(self, book: Rulebook, box: Box, meter: Cents) -> Worths: ...

    def placed(self, drawn: Sequence[str], boxes: int) -> Mapping[str, Sequence[str]]:
        """Who gets which cards, by the names of round files."""


def simulated(book: Rulebook) -> Simulated:
    module = HOUSE_GAMES[book.game].simulation if book.game in HOUSE_GAMES else None
    if module is None:
        known = ", ".join(key for key, game in HOUSE_GAMES.items() if game.simulation)
        raise Unreadable(f"{book.game!r} cannot be simulated; there are {known}")
    return cast(Simulated, import_module(module))


def paid_by_class(game: Simulated, book: Rulebook, classes: Sequence[Class | None]) -> list[Paid | None]:
    """What `settle` pays for each class, asked once."""
    found: list[Paid | None] = [None] * len(classes)
    by_stakes: dict[tuple[tuple[str, int], ...], list[int]] = {}
    for number, each in enumerate(classes):
        if each is not None:
            by_stakes.setdefault(tuple(sorted(each.staked.items())), []).append(number)
    for numbers in by_stakes.values():
        alike = {number: each for number in numbers if (each := classes[number]) is not None}
        table = tabulate(game.settle, book, next(iter(alike.values())).staked, {each.facts for each in alike.values()})
        for number, each in alike.items():
            found[number] = table[each.facts]
    return found


def refused_words(cards: int) -> Ints:
    """[group of cards, 2]: what the rest of a word must reach, high and low word: 2**64 modulo the number of deals."""
    rows = []
    for first in range(0, cards, AT_ONCE):
        rest = 2**64 % prod(52 - place for place in range(first, min(first + AT_ONCE, cards)))
        rows.append([rest >> 32, rest & LOW])
    return np.array(rows, dtype=np.int64)


def row_and_net(meter: Cents) -> Callable[[Class, Paid], Key]:
    return lambda kind, paid: (*kind.row, paid.net(meter))


def exact_of(played: Played, meter: Cents) -> Exact:
    """From all bets of a box in every deal."""
    rows: dict[Key, Fraction] = {}
    for row in played.rows:
        key = (row.decision, row.outcome, row.hand, row.net)
        rows[key] = rows.get(key, Fraction(0)) + Fraction(row.deals, played.deals)
    mean = played.mean(lambda row: row.net) * played.unit
    nets = {int(net * played.unit): chance for net, chance in played.distribution.items()}
    return Exact(mean, played.extra, rows, row_and_net(meter), nets)
