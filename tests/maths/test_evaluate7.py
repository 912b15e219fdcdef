"""The batch evaluator has the values of `croupier.rules.hands`, for every hand there is."""

import os
import subprocess
import sys

import numpy as np
import pytest

from croupier.numbers.maths.tools.evaluate7 import count_all, values_of
from croupier.numbers.maths.tools.rank_arrays import sevens
from croupier.rules.cards import DECK
from croupier.rules.hands import FiveCardRank, best_value

COUNTS = {
    FiveCardRank.FIVE_ODD_CARDS: 23_294_460,
    FiveCardRank.ONE_PAIR: 58_627_800,
    FiveCardRank.TWO_PAIRS: 31_433_400,
    FiveCardRank.THREE_OF_A_KIND: 6_461_620,
    FiveCardRank.STRAIGHT: 6_180_020,
    FiveCardRank.FLUSH: 4_047_644,
    FiveCardRank.FULL_HOUSE: 3_473_184,
    FiveCardRank.FOUR_OF_A_KIND: 224_848,
    FiveCardRank.STRAIGHT_FLUSH: 37_260,
    FiveCardRank.ROYAL_FLUSH: 4_324,
}


def test_random_hands() -> None:
    chance = np.random.default_rng(7)
    hands = np.array([chance.permutation(52)[:7] for _ in range(5_000)], dtype=np.uint8)
    for hand, value in zip(hands.tolist(), values_of(hands).tolist(), strict=True):
        assert value == best_value([DECK[card] for card in hand])


@pytest.mark.slow
def test_all_hands_by_ranking() -> None:
    found = count_all()
    assert found == COUNTS
    assert sum(found.values()) == 133_784_560


def test_tables_stay_small() -> None:
    assert len(sevens().values) < 70_000


PLAIN = """
import numpy as np
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.numbers.maths.casino_stud.spots import outcomes_of
from croupier.rules.cards import parse_cards
from croupier.rules.rulebook.load import load
print(values_of(np.array([[0, 4, 8, 12, 16, 33, 50], [3, 7, 10, 20, 31, 40, 51]], dtype=np.uint8)).tolist())
*cards, up = parse_cards("As Kd Qh 7c 4s Qs")
print(list(outcomes_of(load("casino-stud@2"), cards, up).values()))
"""


@pytest.mark.slow
def test_without_a_compiler_the_same() -> None:
    """Where numba is missing, kernels are plain Python."""
    answers = [
        subprocess.run(
            [sys.executable, "-c", PLAIN], env={**os.environ, **more}, capture_output=True, text=True, check=True
        ).stdout
        for more in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert answers[0] == answers[1] != ""
