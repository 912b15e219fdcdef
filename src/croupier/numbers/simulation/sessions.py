"""Sessions and shifts: how results spread, and how often a bankroll is lost, with the exact chance beside it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import gcd, sqrt

import numpy as np

from croupier.base.values import Value
from croupier.numbers.simulation.batches import Part, needs_of, tables_of
from croupier.numbers.simulation.games import Exact
from croupier.numbers.simulation.plan import Plan

MOST_STEPS = 4 * 10**9
"""Of the exact chance of ruin: above that it is left out."""


class Spread(Value):
    """How many results there were, and how they spread, in cents."""

    number: int
    mean: Fraction
    deviation: float
    low: int
    """5 % are below."""
    middle: int
    high: int
    """5 % are above."""


def spread(found: Mapping[int, int]) -> Spread | None:
    number = sum(found.values())
    if not number:
        return None
    mean = Fraction(sum(net * times for net, times in found.items()), number)
    squares = Fraction(sum(net**2 * times for net, times in found.items()), number)
    low, middle, high = _quantiles(found, number, (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)))
    return Spread(number, mean, sqrt(squares - mean**2), low, middle, high)


def _quantiles(found: Mapping[int, int], number: int, parts: tuple[Fraction, ...]) -> Iterator[int]:
    ordered = sorted(found.items())
    for part in parts:
        seen = 0
        for net, times in ordered:
            seen += times
            if seen >= part * number:
                yield net
                break


class Ruin(Value):
    """Of one box: how often its bankroll was lost before the session was over."""

    spread: Spread
    ruined: int
    exact: float | None
    z: float | None

    @property
    def chance(self) -> Fraction:
        return Fraction(self.ruined, self.spread.number)


def ruin_of(plan: Plan, total: Part, box: int, exact: Exact) -> Ruin | None:
    assert plan.sessions is not None
    found = spread(total.sessions[box]) if total.sessions else None
    if found is None:
        return None
    ruined = sum(total.ruined[box].values())
    chance = None
    if exact.nets is not None and len(plan.strategies) >= 1:
        needs = needs_of(tables_of(plan))
        chance = exact_ruin(exact.nets, plan.sessions.bankroll - needs, plan.sessions.rounds)
    z = None
    if chance is not None and 0 < chance < 1:
        z = (ruined / found.number - chance) / sqrt(chance * (1 - chance) / found.number)
    return Ruin(found, ruined, chance, z)


def exact_ruin(nets: Mapping[int, Fraction], slack: int, rounds: int) -> float | None:
    """The chance that results, one a round, add up to less than -slack within so many rounds; None if that is long.

    What is above the most that can be lost in all rounds cannot be ruined any more, so the grid ends there.
    """
    if slack < 0:
        return 1.0
    unit = gcd(*nets) or 1
    steps = {net // unit: float(chance) for net, chance in nets.items()}
    top = rounds * max(0, -min(steps))
    if rounds * len(steps) * (top + 1) > MOST_STEPS:
        return None
    standing = np.zeros(top + 1)
    standing[min(slack // unit, top)] = 1.0
    ruined = 0.0
    for _ in range(rounds):
        after = np.zeros(top + 1)
        for step, chance in steps.items():
            if step < 0:
                after[: top + 1 + step] += chance * standing[-step:]
                ruined += chance * float(standing[:-step].sum())
            else:
                kept = top + 1 - step
                if kept > 0:
                    after[step:] += chance * standing[:kept]
                after[top] += chance * float(standing[max(kept, 0) :].sum())
        standing = after
    return ruined
