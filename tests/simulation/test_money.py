"""Sessions, shifts and the meter over time, against exact values and against the link that live tables use."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from croupier.numbers.simulation.batches import Part, tables_of
from croupier.numbers.simulation.meters import over_time
from croupier.numbers.simulation.plan import MeterOverTime, Plan, Sessions
from croupier.numbers.simulation.runs import run
from croupier.numbers.simulation.sessions import exact_ruin, ruin_of, spread
from croupier.numbers.simulation.verdict import exact_of
from croupier.numbers.simulation.workers import threads
from croupier.rules.jackpot.commands import Claim, DealHands, OpenLink, PayAward, ResolveHands
from croupier.rules.jackpot.link import Parameters
from croupier.rules.jackpot.machine import advance
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.money import Cents
from tests.simulation.plans import BOOKS, plan_of


@pytest.mark.parametrize("slack", [-1, 0, 3, 5, 7, 14, 100])
def test_the_exact_chance_of_ruin_by_trying_everything(slack: int) -> None:
    nets = {-4: Fraction(1, 4), -2: Fraction(1, 4), 0: Fraction(1, 8), 6: Fraction(3, 8)}
    found = Fraction(0)
    for results in product(nets, repeat=5):
        left, chance, lost = slack, Fraction(1), slack < 0
        for net in results:
            left, chance = left + net, chance * nets[net]
            lost = lost or left < 0
        found += chance * lost
    assert exact_ruin(nets, slack, 5) == pytest.approx(float(found), abs=1e-12)


@pytest.mark.parametrize("game", BOOKS)
def test_ruin_agrees_with_the_exact_chance(game: str) -> None:
    plan = plan_of(game, 1_500_000, sessions=Sessions(100, Cents(20_000)))
    found = ruin_of(plan, run(plan), 0, exact_of(plan)[0])
    assert found is not None
    assert found.z is not None
    assert found.spread.number == 15_000
    assert 0.02 < found.chance < 0.9
    assert abs(found.z) < 4


def test_a_session_by_hand() -> None:
    """The net of each session is the sum of its rounds up to ruin, whatever the batches."""
    plan = plan_of("three-card-poker", 70_000, sessions=Sessions(70, Cents(5_000)), shift=10)
    classes, tables = _classes(plan), tables_of(plan)
    nets: Counter[int] = Counter()
    for first in range(0, 70_000, 70):
        left = 5_000
        for kind in classes[first : first + 70]:
            left += int(tables.nets[0, kind])
            if left < 2_000:
                break
        nets[left - 5_000] += 1
    money = [int(tables.nets[0, kind]) for kind in classes]
    shifts = Counter(sum(money[first : first + 10]) for first in range(0, 70_000, 10))
    total = run(plan, workers=threads(2))
    assert total.sessions == (nets,)
    assert total.shifts == shifts
    assert total.net == sum(money)


def _classes(plan: Plan) -> list[int]:
    import numpy as np

    found = np.zeros((plan.rounds, 1), dtype=np.int16)
    tables_of(plan).classify(found, 0)
    every: list[int] = found[:, 0].tolist()
    return every


def test_quantiles() -> None:
    found = spread(dict.fromkeys(range(1, 101), 1))
    assert found is not None
    assert (found.low, found.middle, found.high, found.mean) == (5, 50, 95, Fraction(101, 2))
    assert spread({}) is None


# --- The meter ------------------------------------------------------------------------------------------------------

RESET, START = Cents(100_000), Cents(5_000_000)


@pytest.mark.parametrize("game", BOOKS)
@pytest.mark.parametrize("seed", [1, 2])
def test_claims_are_paid_as_a_live_link_pays_them(game: str, seed: int) -> None:
    """Made-up claims, more than chance would bring, also two in one round; contributions of parts of a cent."""
    plan = plan_of(game, 300, ways="perfect,perfect", side_bets=True, over_time=MeterOverTime("1/64", RESET))
    tables = tables_of(plan)
    claiming = [kind for kind, won in enumerate(tables.paid) if won is not None and won.share]
    chance = Random(seed)
    made = sorted({(number, chance.randrange(2), chance.choice(claiming)) for number in range(0, 300, 7)})
    made = sorted({(*made[3][:1], 0, claiming[0]), (*made[3][:1], 1, claiming[-1]), *made[:3], *made[4:]})
    total = replace(run(plan), claims=tuple(made))

    _, link = advance(None, OpenLink("link", plan.meter, Parameters(RESET, PARTS // 64), {"table": Cents(500)}))
    paid = []
    for number in range(300):
        _, link = advance(link, DealHands("table", number + 1, {1: Cents(500), 2: Cents(500)}))
        claims = []
        for _, box, kind in (each for each in made if each[0] == number):
            won = tables.paid[kind]
            assert won is not None
            claims.append(Claim(box + 1, won.share.numerator, won.share.denominator, won.at_least))
        _, link = advance(link, ResolveHands("table", number + 1, tuple(claims)))
        for award in [each for each in link.awards.values() if each.round == number + 1 and each.waits]:
            assert award.amount is not None
            paid.append(award.amount)
            _, link = advance(link, PayAward(award.number, "table"))
    found = over_time(plan, total, exact_of(plan))
    assert found.awards == tuple(paid)
    assert found.at_end == link.displayed
    assert len(paid) > 20


@pytest.mark.slow
def test_a_year_of_a_jackpot() -> None:
    """3 Card Poker: claims are as many as the odds say, and awards are as large."""
    plan = plan_of("three-card-poker", 10_000_000, side_bets=True, over_time=MeterOverTime("3/5", START))
    found = over_time(plan, run(plan), exact_of(plan))
    assert found.expected_claims == Fraction(10_000_000, 22_100)
    assert found.exact_award == START + 300 * 22_100
    assert found.claims_z is not None
    assert found.award_z is not None
    assert abs(found.claims_z) < 4
    assert abs(found.award_z) < 4


def test_a_meter_without_claims() -> None:
    plan = plan_of("casino-stud", 10, side_bets=True, over_time=MeterOverTime("1/2", RESET))
    total: Part = replace(run(plan), claims=())
    found = over_time(plan, total, exact_of(plan))
    assert found.mean_award is None
    assert found.at_end == plan.meter + 10 * 250
    assert found.mean == plan.meter + Fraction(11 * 250, 2)
