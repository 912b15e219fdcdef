"""The meter over time: every jackpot bet adds to it, and claims take from it in order, by the rules of the meter."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from croupier.base.values import Value
from croupier.numbers.simulation.batches import Part, tables_of
from croupier.numbers.simulation.games import Exact
from croupier.numbers.simulation.plan import Plan
from croupier.rules.games.house.spots import Spot
from croupier.rules.jackpot.meter import PARTS, AwardMade, Claim, Meter, decide
from croupier.rules.money import Cents


class OverTime(Value):
    """What the meter went through; amounts in cents."""

    awards: tuple[int, ...]
    """Shares that were paid, in order."""
    fixed_instead: int
    """Claims for which the fixed award was worth as much as the share (R-12)."""
    highest: Cents
    at_end: Cents
    mean: Fraction
    """The meter when a round is decided, on average."""
    expected_claims: Fraction | None
    claims_z: float | None
    exact_award: Fraction | None
    """The mean award if all claims are for the whole meter and it has started from its reset value."""
    award_z: float | None
    """Of the awards after the first."""
    path: tuple[tuple[int, Cents], ...]
    """Rounds played, and the meter then: at the start, before and after each claim, and at the end."""

    @property
    def mean_award(self) -> Fraction | None:
        return Fraction(sum(self.awards), len(self.awards)) if self.awards else None


def over_time(plan: Plan, total: Part, exact: Sequence[Exact]) -> OverTime:
    """Claims in the order of rounds, and in a round of boxes."""
    assert plan.over_time is not None
    boxes, reset = len(plan.strategies), plan.over_time.reset
    paid = tables_of(plan).paid
    growth = int(plan.over_time.part * plan.stakes[Spot.JACKPOT] * boxes * PARTS)
    meter, upto = plan.meter * PARTS, 0
    awards: list[int] = []
    fixed = 0
    highest, area = meter, 0
    path = [(0, plan.meter)]
    for number, _, kind in total.claims:
        area += _area(meter, growth, number + 1 - upto)
        meter += growth * (number + 1 - upto)
        upto = number + 1
        highest = max(highest, meter)
        path.append((upto, Cents(meter // PARTS)))
        won = paid[kind]
        assert won is not None, kind
        share = Claim(won.share.numerator, won.share.denominator, won.at_least)
        answer = decide(Meter(Cents(meter // PARTS), reset), share)
        if isinstance(answer, AwardMade):
            awards.append(answer.amount)
            meter -= answer.from_meter * PARTS
        else:
            fixed += 1
        path.append((upto, Cents(meter // PARTS)))
    area += _area(meter, growth, total.rounds - upto)
    meter += growth * (total.rounds - upto)
    chance = _chance(plan, exact)
    expected = None if chance is None else chance * total.rounds
    mean, spread = _whole_awards(plan, chance, growth)
    later = awards[1:]
    return OverTime(
        tuple(awards),
        fixed,
        Cents(max(highest, meter) // PARTS),
        Cents(meter // PARTS),
        Fraction(area, total.rounds * PARTS),
        expected,
        None if not expected else (len(total.claims) - float(expected)) / sqrt(expected),
        mean,
        None
        if not later or not spread
        else float(Fraction(sum(later), len(later)) - (mean or 0)) / spread * sqrt(len(later)),
        (*path, (total.rounds, Cents(meter // PARTS))),
    )


def _area(meter: int, growth: int, rounds: int) -> int:
    """The sum of the meter over so many rounds, each after its own contribution."""
    return meter * rounds + growth * rounds * (rounds + 1) // 2


def _chance(plan: Plan, exact: Sequence[Exact]) -> Fraction | None:
    """Claims that a round brings on average, of all boxes."""
    tables = tables_of(plan)
    claiming = [
        (made, won) for made, won in zip(tables.classes, tables.paid, strict=True) if made and won and won.share
    ]
    found = Fraction(0)
    for box in exact:
        if box.nets is None:
            return None
        found += sum((box.rows.get(key, Fraction(0)) for key in {box.key(*each) for each in claiming}), Fraction(0))
    return found


def _whole_awards(plan: Plan, chance: Fraction | None, growth: int) -> tuple[Fraction | None, float | None]:
    """Mean and spread of an award where all are for the whole meter, won by one box: the rounds between are geometric.

    With several boxes two may claim in one round, which this leaves out.
    """
    tables, plan_time = tables_of(plan), plan.over_time
    shares = {won.share for won in tables.paid if won is not None and won.share}
    if chance is None or not chance or shares != {Fraction(1)} or len(plan.strategies) > 1 or plan_time is None:
        return None, None
    step = Fraction(growth, PARTS)
    return plan_time.reset + step / chance, float(step / chance) * sqrt(1 - chance)
