"""Random lives of poker tables, watched by the referees of `croupier.proofs.sim`: what must always hold does.

`croupier fuzz poker` plays the same lives for as long as one likes.
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import phevaluator
import pytest
import treys
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.proofs.sim.poker.coverage import EXPECTED, never, table
from croupier.proofs.sim.poker.hands import Evaluate, best_of_seven
from croupier.proofs.sim.poker.lives import live, live_by, shrunk
from croupier.proofs.sim.poker.script import round_file
from croupier.rules.cards import Card

ROUNDS = 2_000
SLICES = 10
"""Together 20,000 rounds, cut up for several processes."""

RARE = {
    "9 dealt in",
    "back at the big blind, small one missed",
    "begins again: nobody to wait for",
    "bets out of turn forfeited",
    "calls behind a check, having acted early (R-83)",
    "exposed cards replaced",
    "face-up cards set aside",
    "nothing in the pot",
    "refused LeaveTable",
    "shown though it need not be",
    "split pots with less than a chip in them",
    "streets taken back",
    "streets taken back in the pause (R-93)",
    "the one who should show first has folded",
    "won by a player who has left",
}
"""What two thousand rounds may miss; twenty thousand do not."""

_five = treys.Evaluator()._five
_of_treys = treys.Card.new


def by_treys(cards: Sequence[Card]) -> int:
    """All twenty-one choices of five, judged by other people's code."""
    return -int(min(map(_five, combinations(map(_of_treys, cards), 5))))


def by_phevaluator(cards: Sequence[Card]) -> int:
    return -int(phevaluator.evaluate_cards(*cards))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(SLICES))
def test_whatever_happens_at_a_table_the_referees_are_content(number: int) -> None:
    evaluate: Evaluate = (best_of_seven, by_treys, by_phevaluator)[number % 3]
    played, covered, lives = 0, Counter[str](), 0
    while played < ROUNDS:
        lived = live(f"slice {number}, life {lives}", evaluate=evaluate)
        if lived.fault is not None:
            pytest.fail(f"{lived.fault.what}\n\n{round_file(shrunk(lived.fault))}", pytrace=False)
        lives += 1
        played += lived.rounds
        covered += lived.covered
    missed = set(never(covered)) - RARE
    assert not missed, "\n".join(table(covered))


@settings(suppress_health_check=[HealthCheck.large_base_example, HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.randoms(use_true_random=False))
def test_small_tables_that_hypothesis_can_make_smaller(chance: random.Random) -> None:
    lived = live_by(chance, "by hypothesis", rounds=3, every=1)
    if lived.fault is not None:
        pytest.fail(f"{lived.fault.what}\n\n{round_file(shrunk(lived.fault))}", pytrace=False)


def test_the_same_seed_is_the_same_life() -> None:
    assert live("once more", rounds=5) == live("once more", rounds=5)


def test_what_is_rare_is_expected() -> None:
    assert {name for names in EXPECTED.values() for name in names} >= RARE
