"""Simple strategies and mistakes cost what the solved games say that they cost."""

from itertools import pairwise

import pytest

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.play import stud_habits
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.play import three_card_habits
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import three_card_value
from croupier.rules.money import Cents

THREE, STUD, _ = GAMES = tuple(HOUSE_GAMES)


@pytest.mark.parametrize("ante", [Cents(100), Cents(2_500)])
def test_three_card(ante: Cents) -> None:
    book = approved(THREE)
    best = three_card.solve(book, ante=ante)
    found = {habit.words: habit for habit in three_card_habits(best)}
    every = three_card.solve(book, ante=ante, strategy=lambda cards: True).played.ev
    assert found["play every hand"].ev == every
    assert found["play every hand"].cost == best.played.ev - every
    threshold = best.threshold
    without = three_card.solve(book, ante=ante, strategy=lambda cards: three_card_value(cards) > threshold).played.ev
    assert found["fold Three Odd Cards, Q-6-4"].ev == without
    assert all(habit.cost > 0 for habit in found.values())


@pytest.mark.parametrize("changes", [{}, {"dealer-qualifies": "pair-of-sixes", "bet.two-pairs": "3"}])
def test_casino_stud(changes: dict[str, str]) -> None:
    ante = Cents(100_000)  # large enough for the payout limit to matter
    book = changed(approved(STUD), changes)
    solution = casino_stud.solve(book, ante=ante)
    found = {habit.words: habit for habit in stud_habits(book, solution)}
    pair = qualifying_value("one-pair", 5)
    ways: dict[str, casino_stud.Strategy] = {
        "bet every hand": lambda value, up: True,
        "bet a pair or better, fold the rest": lambda value, up: value >= pair,
    }
    for words, strategy in ways.items():
        ev = casino_stud.solve(book, ante=ante, strategy=strategy).played.ev
        assert found[words].ev == ev
        assert found[words].cost == solution.played.ev - ev
    assert all(habit.cost >= 0 for habit in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_sheet(game: str) -> None:
    found = sheet(approved(game))
    assert all(check.holds for check in found.checks)
    assert {habit.mistake for habit in found.habits} == {True, False}
    assert all(habit.cost > 0 and habit.ev + habit.cost == found.played.ev for habit in found.habits)
    assert found.jackpot is not None
    assert found.jackpot.folding[0].odds == found.jackpot.odds
    for one, other in pairwise(found.jackpot.envy):
        assert other - one == found.jackpot.envy[1], "once for each other player"
