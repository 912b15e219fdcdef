"""Simulated rounds a second on one core, and how many times as many as the live engine plays, in one run.

    python bench/simulate.py [seconds]

The kernel deals, classifies and counts; with money it also pays each round, and follows sessions and shifts. The engine
is a HouseDealer with a seeded deck and a meter, one box with Ante and jackpot bet, from the first bet to the last
settlement line. A second is one of processor time; kernel and engine take turns, and the best turn of each
counts, so that a busy machine slows neither.
"""

import sys
from collections.abc import Callable
from functools import partial
from time import process_time

from rounds import one_box

from croupier.numbers.simulation.batches import played, tables_of
from croupier.numbers.simulation.plan import BATCHES, Plan, Sessions, planned
from croupier.numbers.simulation.strategies import Strategy
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load

TARGETS = {"three-card-poker@3": 1_000, "casino-stud@2": 400, "progressive-holdem@6": 250}
ROUNDS, LIVE = 1 << 18, 40
"""Rounds of a turn: some milliseconds, and a batch of a run."""


def plan_of(key: str, *, money: bool) -> Plan:
    return planned(
        load(key),
        rounds=BATCHES * ROUNDS,
        seed=1,
        stakes={Spot.ANTE: Cents(5000), Spot.JACKPOT: Cents(500)},
        strategies=(Strategy(),),
        meter=Cents(12_500_000),
        sessions=Sessions(256, Cents(500_000)) if money else None,
        shift=256 if money else None,
    )


def speed(play: Callable[[], object], rounds: int) -> float:
    start = process_time()
    play()
    return rounds / (process_time() - start)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 12
    print(f"{'':24}{'kernel':>14}{'with money':>14}{'engine':>10}{'times':>8}{'target':>8}{'money':>8}")
    for key, target in TARGETS.items():
        bench = one_box(key)
        live = partial(bench.dealt, LIVE, dealer=bench.dealer(seeded_chance("bench")), jackpot=True)
        counting, paying = plan_of(key, money=False), plan_of(key, money=True)
        best = [0.0, 0.0, 0.0]
        live()
        end = process_time() + seconds / len(TARGETS)
        while process_time() < end:
            for place, plan in enumerate((counting, paying)):
                tables_of(plan)  # solved once for each plan, which is not what is measured
                played(plan, 0)
                best[place] = max(best[place], *(speed(partial(played, plan, 0), ROUNDS) for _ in range(5)))
            best[2] = max(best[2], *(speed(live, LIVE) for _ in range(25)))
        kernel, money, engine = best
        times = f"{kernel / engine:,.0f} ×"
        print(
            f"{key:24}{kernel:>14,.0f}{money:>14,.0f}{engine:>10,.0f}{times:>8}{target:>6,} ×{kernel / money:>7.2f} ×"
        )


if __name__ == "__main__":
    main()
