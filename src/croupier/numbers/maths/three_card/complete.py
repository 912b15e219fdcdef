"""Every class of three cards: played or folded, and what that is worth."""

from fractions import Fraction

import numpy as np

from croupier.numbers.maths.odds.complete import Cells, Complete, Shown
from croupier.numbers.maths.three_card import solver as three_card
from croupier.rules.hands import describe_three

WORDS = (
    "Each row is a class of hands of one value, the highest first: how many hands it has, how many of them are "
    "played, and what playing brings more than folding on average over their suits, in antes."
)


def complete(solution: three_card.Solution) -> Complete:
    head = ("hand", "hands", "played", "decision", "gain in antes, exact", "gain in antes")
    return Complete(WORDS, head, [(*row[:4], str(gain), f"{float(gain):+.9f}") for row, gain in _classes(solution)])


def shown(solution: three_card.Solution) -> Shown:
    rows = tuple(
        (hand, number, decision, f"{float(gain):+.4f}") for (hand, number, _, decision), gain in _classes(solution)
    )
    return Shown(WORDS, ("hand", "hands", "decision", "gain"), rows, right=(1, 3))


def _classes(solution: three_card.Solution) -> list[tuple[Cells, Fraction]]:
    values, unit = three_card.deck().values, solution.played.unit
    number = np.bincount(values, minlength=three_card.VALUES + 1).tolist()
    played = np.bincount(values[solution.plays], minlength=three_card.VALUES + 1).tolist()
    gains = np.bincount(values, weights=solution.margins, minlength=three_card.VALUES + 1).tolist()
    found: list[tuple[Cells, Fraction]] = []
    for value in range(three_card.VALUES, 0, -1):
        decision = "play" if played[value] == number[value] else "by suits" if played[value] else "fold"
        row = (describe_three(value), str(number[value]), str(played[value]), decision)
        found.append((row, Fraction(round(gains[value]), number[value] * three_card.DEALERS * unit)))
    return found
