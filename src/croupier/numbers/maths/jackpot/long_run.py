"""A meter's long-run distribution under partial awards: the one figure here that is not exact.

By R-11 a partial award leaves the meter at its reset value at least, and the House makes up what is missing. How much
that is on average depends on where the meter stands when it is hit, for which no closed form is known. So the
distribution of the meter after an award is worked out on a grid, award after award, until it stays as it is. The
result is good to about three places. Without partial awards nothing is made up, and the long run is exact.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

POINTS = 4_000
TAIL = 40
"""The grid ends this many times the mean growth between two awards above the reset value."""

Floats = npt.NDArray[np.float64]


def made_up(shares: Sequence[tuple[Fraction, Fraction]], growth: Fraction, reset: int) -> Fraction:
    """What the House adds to the meter for each bet, in the unit of `growth` and `reset`.

    `shares` are the probability of each award and its part of the meter; by `growth` the meter grows with a bet.
    """
    partial = [(chance, part) for chance, part in shares if part < 1]
    if not growth:  # the meter stands at its reset value
        return sum((chance * part * reset for chance, part in partial), Fraction(0))
    if not partial or not reset:
        return Fraction(0)
    often = sum(chance for chance, _ in shares)
    mean = float(growth / often)
    step = TAIL * mean / POINTS
    stood = step * (np.arange(POINTS) + 0.5)  # above the reset value, when an award is hit
    weights = [(float(chance / often), float(part)) for chance, part in shares]
    short = sum(weight * np.maximum(part * reset - (1 - part) * stood, 0) for weight, part in weights if part < 1)
    after = np.zeros(POINTS)
    after[0] = 1.0
    before, missing = -1.0, 0.0
    while abs(missing - before) > 1e-7 * missing:
        hit = _grown(after, float(np.exp(-step / mean)))
        before, missing = missing, float(short @ hit)
        after = sum(
            (weight * _put(np.maximum((1 - part) * stood - part * reset, 0) / step, hit) for weight, part in weights),
            np.zeros(POINTS),
        )
    return Fraction(missing).limit_denominator(10**6) * often


def _grown(after: Floats, stays: float) -> Floats:
    """Where the meter stands at the next award: how long that takes has no memory."""
    hit = np.empty_like(after)
    carried = 0.0
    for place, chance in enumerate(after.tolist()):
        carried = carried * stays + chance
        hit[place] = carried
    return hit * (1 - stays)


def _put(places: Floats, chances: Floats) -> Floats:
    """Chances at places between the points of the grid, shared out to both neighbours."""
    low = places.astype(np.int64)
    high = places - low
    shared = np.zeros(POINTS + 1)
    np.add.at(shared, low, chances * (1 - high))
    np.add.at(shared, low + 1, chances * high)
    return shared[:POINTS]
