"""The answer of `croupier simulate`: what a run came to, with the exact values beside it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.base.json_answers import Answer, Money, Record
from croupier.numbers.reports.answers import Exact
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import dollars

if TYPE_CHECKING:
    from croupier.numbers.simulation.batches import Part
    from croupier.numbers.simulation.games import Exact as ExactOdds
    from croupier.numbers.simulation.plan import Plan
    from croupier.numbers.simulation.sessions import Spread
    from croupier.numbers.simulation.verdict import Verdict


class RunOf(Record):
    """What differs from run to run."""

    seconds: float
    jobs: int | None = None
    cluster: str | None = None
    folder: str | None = None
    rounds_a_second: int | None = None


class BoxAnswer(Record, kw_only=True):
    box: int
    strategy: str
    house_edge: float
    exact_house_edge: Exact
    standard_error: float
    z: float
    judged: bool
    """False while one round can move the mean so far that z says nothing."""
    chi_square: float
    degrees_of_freedom: int
    chi_z: float
    """Chi-square as a number of standard deviations."""
    impossible: int
    """Rounds in classes that cannot be."""
    envy: float
    """Envy Bonuses in antes a round, which are not in `house_edge`."""
    exact_envy: Exact
    agrees: bool


class SpreadAnswer(Record):
    """Net results: half of them are below `middle`, one in twenty below `low`, one in twenty above `high`."""

    number: int
    mean: float
    standard_deviation: float
    low: Money
    middle: Money
    high: Money


class SessionsAnswer(Record, kw_only=True):
    box: int
    rounds: int
    bankroll: Money
    ruined: int
    risk_of_ruin: float
    exact_risk_of_ruin: float | None
    """By a dynamic programme over the exact results; null where that is too long."""
    z: float | None
    net: SpreadAnswer


class ShiftsAnswer(Record):
    rounds: int
    hold: SpreadAnswer
    """What the House wins of all boxes in a shift."""
    exact_mean: float | None
    exact_standard_deviation: float | None


class MeterAnswer(Record, kw_only=True):
    contribution: Exact
    reset: Money
    claims: int
    expected_claims: float | None
    claims_z: float | None
    fixed_instead: int
    paid: Money
    award: SpreadAnswer | None
    exact_mean_award: float | None
    """Where every claim is for the whole meter."""
    award_z: float | None
    mean: float
    highest: Money
    at_end: Money


class ErrorAnswer(Record):
    """One kind of dealers' errors."""

    count: int
    cost: float
    """What each costs the House on average, in dollars, compared with the same round without it."""
    low: float
    high: float
    """With 95 % the cost is between these."""


class SimulateAnswer(Answer, kw_only=True):
    SCHEMA = "simulate"
    game: str
    book: str
    book_sha256: str
    kernels: str
    rounds: int
    seed: int
    stakes: dict[str, Money]
    meter: Money | None
    house_edge: float
    """Simulated: what the House wins of each box and round, in antes."""
    exact_house_edge: Exact
    standard_error: float
    z: float
    judged: bool
    agrees: bool
    boxes: list[BoxAnswer]
    claims: int
    """Claims to a share of the meter."""
    replayed: int
    """Rounds that the real desk has played too."""
    sessions: list[SessionsAnswer] | None = None
    shifts: ShiftsAnswer | None = None
    meter_over_time: MeterAnswer | None = None
    errors: dict[str, ErrorAnswer]
    """By kind."""
    run: RunOf


def answer_of(plan: "Plan", total: "Part", run: RunOf) -> SimulateAnswer:
    from croupier.numbers.simulation.errors import costs
    from croupier.numbers.simulation.verdict import MOST_Z, exact_of, verdict_of

    exact = exact_of(plan)
    verdict = verdict_of(plan, total, exact)
    sessions = None if plan.sessions is None else list(_sessions_of(plan, total, exact))
    meter = _meter_of(plan, total, exact)
    further = [] if meter is None else [meter.claims_z, meter.award_z]
    further += [each.z for each in sessions or ()]
    return SimulateAnswer(
        game=plan.game,
        book=plan.book,
        book_sha256=plan.book_sha256,
        kernels=plan.kernels,
        rounds=total.rounds,
        seed=plan.seed,
        stakes={spot.value: dollars(stake) for spot, stake in plan.stakes.items()},
        meter=dollars(plan.meter) if Spot.JACKPOT in plan.stakes else None,
        house_edge=float(verdict.house_edge),
        exact_house_edge=_exact(verdict.exact),
        standard_error=verdict.error,
        z=round(verdict.z, 4),
        judged=verdict.judged,
        agrees=verdict.agrees and all(abs(z or 0) <= MOST_Z for z in further),
        boxes=list(_boxes(plan, verdict)),
        claims=len(total.claims),
        replayed=total.replayed,
        sessions=sessions,
        shifts=_shifts_of(plan, total, exact),
        meter_over_time=meter,
        errors={
            kind: ErrorAnswer(each.count, *(round(amount / 100, 4) for amount in (each.cost, each.low, each.high)))
            for kind, each in costs(plan, total.errors).items()
        },
        run=run,
    )


def _sessions_of(plan: "Plan", total: "Part", exact: "Sequence[ExactOdds]") -> Iterator[SessionsAnswer]:
    from croupier.numbers.simulation.sessions import ruin_of

    assert plan.sessions is not None
    for box, odds in enumerate(exact):
        if (found := ruin_of(plan, total, box, odds)) is not None:
            yield SessionsAnswer(
                box=box + 1,
                rounds=plan.sessions.rounds,
                bankroll=dollars(plan.sessions.bankroll),
                ruined=found.ruined,
                risk_of_ruin=float(found.chance),
                exact_risk_of_ruin=found.exact,
                z=None if found.z is None else round(found.z, 4),
                net=_spread(found.spread),
            )


def _shifts_of(plan: "Plan", total: "Part", exact: "Sequence[ExactOdds]") -> ShiftsAnswer | None:
    from croupier.numbers.simulation.sessions import spread

    found = spread({-net: times for net, times in total.shifts.items()})
    if plan.shift is None or found is None:
        return None
    mean = -float(sum((odds.mean + odds.envy for odds in exact), Fraction(0)) * plan.shift) / 100
    (variance, *others) = (odds.variance for odds in exact)
    alone = None if others or variance is None else float(variance * plan.shift) ** 0.5 / 100
    return ShiftsAnswer(plan.shift, _spread(found), mean, alone)


def _meter_of(plan: "Plan", total: "Part", exact: "Sequence[ExactOdds]") -> MeterAnswer | None:
    from croupier.numbers.simulation.meters import over_time
    from croupier.numbers.simulation.sessions import spread

    if plan.over_time is None or total.rounds != plan.rounds:  # a share of the rounds has no history
        return None
    found = over_time(plan, total, exact)
    awards = spread(Counter(found.awards))
    return MeterAnswer(
        contribution=_exact(plan.over_time.part),
        reset=dollars(plan.over_time.reset),
        claims=len(total.claims),
        expected_claims=None if found.expected_claims is None else float(found.expected_claims),
        claims_z=None if found.claims_z is None else round(found.claims_z, 4),
        fixed_instead=found.fixed_instead,
        paid=dollars(sum(found.awards)),
        award=None if awards is None else _spread(awards),
        exact_mean_award=None if found.exact_award is None else float(found.exact_award) / 100,
        award_z=None if found.award_z is None else round(found.award_z, 4),
        mean=float(found.mean) / 100,
        highest=dollars(found.highest),
        at_end=dollars(found.at_end),
    )


def _spread(found: "Spread") -> SpreadAnswer:
    return SpreadAnswer(
        found.number,
        float(found.mean) / 100,
        found.deviation / 100,
        dollars(found.low),
        dollars(found.middle),
        dollars(found.high),
    )


def _boxes(plan: "Plan", verdict: "Verdict") -> Iterator[BoxAnswer]:
    unit = plan.stakes[Spot.ANTE]
    for box, each in enumerate(verdict.boxes, 1):
        yield BoxAnswer(
            box=box,
            strategy=each.strategy,
            house_edge=float(-each.mean / unit),
            exact_house_edge=_exact(-each.exact / unit),
            standard_error=each.error / unit,
            z=round(-each.z, 4),
            judged=each.judged,
            chi_square=round(each.chi_square, 4),
            degrees_of_freedom=each.degrees,
            chi_z=round(each.chi_z, 4),
            impossible=each.impossible,
            envy=float(each.envy / unit),
            exact_envy=_exact(each.exact_envy / unit),
            agrees=each.agrees,
        )


def _exact(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def decimal(text: str) -> float:
    """Of an exact value."""
    above, _, below = text.partition("/")
    return int(above) / int(below)
