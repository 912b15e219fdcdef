"""Simulated totals compared with the exact odds: z of the mean, and chi-square by what the rounds came to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, sqrt

from croupier.base.values import Value
from croupier.numbers.simulation.batches import Part, Tables, tables_of
from croupier.numbers.simulation.games import Exact, Key, simulated
from croupier.numbers.simulation.plan import Plan
from croupier.rules.games.house.spots import Spot

MOST_Z = 4.0
LEAST_EXPECTED = 8
"""Results that are expected less often are counted together."""
LARGEST_SHARE = 0.25
"""If one round can move the mean by more standard errors than this, z says nothing yet, and results alone decide."""


class BoxResult(Value):
    strategy: str
    mean: Fraction
    """Cents a round, without Envy Bonuses."""
    error: float
    """Standard error of it."""
    exact: Fraction
    z: float
    judged: bool
    """There are enough rounds for z to say something."""
    chi_square: float
    degrees: int
    chi_z: float
    """Chi-square as a number of standard deviations."""
    impossible: int
    """Rounds in classes that cards cannot make, or that this strategy never comes to."""
    envy: Fraction
    exact_envy: Fraction

    @property
    def agrees(self) -> bool:
        return (not self.judged or abs(self.z) <= MOST_Z) and self.chi_z <= MOST_Z and not self.impossible


class Verdict(Value):
    house_edge: Fraction
    """Simulated, in ante units a round and box."""
    exact: Fraction
    error: float
    z: float
    judged: bool
    boxes: tuple[BoxResult, ...]

    @property
    def agrees(self) -> bool:
        return (not self.judged or abs(self.z) <= MOST_Z) and all(box.agrees for box in self.boxes)


def exact_of(plan: Plan) -> tuple[Exact, ...]:
    """The exact odds of each box."""
    book = plan.load()
    known: dict[int, Exact] = {}
    found = []
    others = len(plan.strategies) - 1
    for box in plan.boxes:
        first = plan.boxes.index(box)
        if first not in known:
            known[first] = simulated(book).exact(book, box, plan.meter, others)
        found.append(known[first])
    return tuple(found)


def verdict_of(plan: Plan, total: Part, exact: Sequence[Exact]) -> Verdict:
    tables = tables_of(plan)
    boxes = tuple(
        _box(plan, tables, exact[number], total, number, strategy.name)
        for number, strategy in enumerate(plan.strategies)
    )
    unit = plan.stakes[Spot.ANTE]
    number = len(boxes)
    if number == 1:
        (box,) = boxes
        return Verdict(-box.mean / unit, -box.exact / unit, box.error / unit, -box.z, box.judged, boxes)
    mean = Fraction(total.net, total.rounds * number)
    expected = sum((each.mean + each.envy for each in exact), Fraction(0)) / number
    variance = Fraction(total.squares, total.rounds) - Fraction(total.net, total.rounds) ** 2
    error = sqrt(variance / total.rounds) / number
    z = _z(mean - expected, error)
    judged = all(box.judged for box in boxes)
    return Verdict(-mean / unit, -expected / unit, error / unit, -z, judged, boxes)


def _box(plan: Plan, tables: Tables, exact: Exact, total: Part, number: int, name: str) -> BoxResult:
    counts, rounds = total.counts[number], total.rounds
    nets = {kind: int(tables.nets[number, kind]) for kind in counts}
    sum_, squares = (sum(times * nets[kind] ** power for kind, times in counts.items()) for power in (1, 2))
    mean = Fraction(sum_, rounds)
    variance = exact.variance if exact.variance is not None else Fraction(squares, rounds) - mean**2
    error = sqrt(variance / rounds)
    farthest = max((abs(net - exact.mean) for net in (exact.nets or nets.values())), default=Fraction(0))
    observed: Counter[Key] = Counter()
    impossible = 0
    for kind, times in counts.items():
        made, paid = tables.classes[kind], tables.paid[kind]
        key = None if made is None or paid is None else exact.key(made, paid)
        if key is None or key not in exact.rows:
            impossible += times
        else:
            observed[key] += times
    chi, degrees = chi_square(observed, exact.rows, rounds)
    envy = Fraction(total.envy[number], rounds)
    z, chi_z = _z(mean - exact.mean, error), normal(chi, degrees)
    judged = error > 0 and float(farthest) / rounds < LARGEST_SHARE * error
    return BoxResult(name, mean, error, exact.mean, z, judged, chi, degrees, chi_z, impossible, envy, exact.envy)


def _z(difference: Fraction, error: float) -> float:
    if error:
        return float(difference) / error
    return 0.0 if not difference else inf


def chi_square(observed: Mapping[Key, int], expected: Mapping[Key, Fraction], rounds: int) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare results count as one."""
    cells: list[tuple[float, int]] = []
    rare, rare_seen = 0.0, 0
    for key, chance in sorted(expected.items(), key=lambda item: item[1]):
        mean = float(chance * rounds)
        if rare < LEAST_EXPECTED:
            rare, rare_seen = rare + mean, rare_seen + observed.get(key, 0)
        else:
            cells.append((mean, observed.get(key, 0)))
    cells.append((rare, rare_seen))
    if len(cells) < 2:
        return 0.0, 0
    return sum((seen - mean) ** 2 / mean for mean, seen in cells), len(cells) - 1


def normal(chi: float, degrees: int) -> float:
    """Chi-square as a standard normal deviate, by Wilson and Hilferty."""
    if not degrees:
        return 0.0
    part = 2 / (9 * degrees)
    return float(((chi / degrees) ** (1 / 3) - (1 - part)) / sqrt(part))
