"""How 3 Card Poker is played best, and what other ways to play cost."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.numbers.maths.odds.simple_strategies import Habit
from croupier.numbers.maths.odds.strategies import Threshold
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.solver import Bools
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import describe_three

LADDER = 14
"""Hands shown on each side of the threshold."""


def threshold_of(solution: three_card.Solution) -> Threshold:
    folded = int((~solution.plays).sum())
    return Threshold(solution.threshold_hand, solution.regular, folded, three_card.HANDS, tuple(_ladder(solution)))


def _ladder(solution: three_card.Solution) -> Iterator[tuple[str, Fraction]]:
    """The mean over all suits for each value about the threshold."""
    values, unit = three_card.deck().values, solution.played.unit
    highest = qualifying_value("one-pair", 3) - 1
    for value in range(max(1, solution.threshold - LADDER), min(highest, solution.threshold + LADDER - 1) + 1):
        margins = solution.margins[values == value].tolist()
        gain = Fraction(sum(margins), len(margins) * three_card.DEALERS * unit)
        yield describe_three(value).removeprefix("Three Odd Cards, "), gain


def three_card_habits(best: three_card.Solution) -> Iterator[Habit]:
    values, optimum = three_card.deck().values, best.played.ev

    def ev(plays: Bools) -> Fraction:
        """A fold loses the Ante; a hand that is played brings its margin more."""
        total = sum(best.margins[plays].tolist())
        return Fraction(total, three_card.DEALS * best.played.unit) - 1

    assert ev(best.plays) == optimum
    ways = {
        "play every hand": values >= 0,
        "play as the dealer qualifies: Queen high or better": values >= qualifying_value("queen-high", 3),
        "play any Ace or King, or better": values >= qualifying_value("king-high", 3),
        "play a pair or better": values >= qualifying_value("one-pair", 3),
    }
    for words, plays in ways.items():
        yield Habit(words, ev(plays), optimum - ev(plays))
    if not best.regular or not 1 < best.threshold < three_card.VALUES:
        return
    queens = (values >= qualifying_value("queen-high", 3)) & (values < qualifying_value("king-high", 3))
    mistakes = {
        f"fold {describe_three(best.threshold)}": best.plays & (values != best.threshold),
        f"play {describe_three(best.threshold - 1)}": best.plays | (values == best.threshold - 1),
        "fold every Queen high": best.plays & ~queens,
        "play every Queen high": best.plays | queens,
    }
    for words, plays in mistakes.items():
        yield Habit(words, ev(plays), optimum - ev(plays), mistake=True)
