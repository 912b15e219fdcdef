"""What ways to play Progressive Hold'em other than the best cost."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.hole_cards import HOLES
from croupier.numbers.maths.holdem.mistakes import Holding
from croupier.numbers.maths.odds.simple_strategies import Habit
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.rulebook.model import Rulebook

NEAREST = 3
"""Hole cards shown on each side of the fold."""


def holdem_habits(
    book: Rulebook, best: holdem.Solution, turn: tuple[Holding, ...], river: tuple[Holding, ...]
) -> Iterator[Habit]:
    optimum = best.played.ev
    always, never = holdem.Habit.ALWAYS, holdem.Habit.NEVER
    ways = {
        "never fold": holdem.solve(book, ante=ONE, strategy=lambda hole: True),
        "fold all but pairs, Aces, Kings and suited cards": holdem.solve(
            book, ante=ONE, strategy=lambda hole: hole.suited or hole.high >= 11 or hole.high == hole.low
        ),
        "always bet on turn and river": holdem.solve(book, ante=ONE, turn=always, river=always),
        "never bet on turn and river": holdem.solve(book, ante=ONE, turn=never, river=never),
        "always bet on the turn": holdem.solve(book, ante=ONE, turn=always),
        "never bet on the turn": holdem.solve(book, ante=ONE, turn=never),
        "always bet on the river": holdem.solve(book, ante=ONE, river=always),
        "never bet on the river": holdem.solve(book, ante=ONE, river=never),
    }
    for words, solution in ways.items():
        yield Habit(words, solution.played.ev, optimum - solution.played.ev)
    margin = {choice: abs(choice.flop - choice.fold) for choice in best.choices}
    for kind in (True, False):
        nearest = sorted((choice for choice in best.choices if choice.bets is kind), key=margin.__getitem__)[:NEAREST]
        for choice in nearest:
            cost = margin[choice] * Fraction(choice.hole.combinations, HOLES)
            words = f"before the flop: {'fold' if kind else 'play'} {choice.hole}"
            yield Habit(words, optimum - cost, cost, mistake=True)
    for street, holdings in (("turn", turn), ("river", river)):
        for holding in holdings:
            bets = 2 * holding.bet < holding.spots
            cost = holding.cost(bets=bets)
            words = f"{street}: always {'bet' if bets else 'check'} with {holding.words}"
            yield Habit(words, optimum - cost, cost, mistake=True)
