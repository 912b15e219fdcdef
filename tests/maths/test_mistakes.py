"""Turn and River bets by what one holds: they add up to the solved game, and a few are dealt out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier.numbers.maths.equity.all_in import equities, parse_range
from croupier.numbers.maths.holdem import mistakes as streets
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem import streets as counting
from croupier.numbers.maths.holdem.holdings import BETTER, BOARD, DRAW, HIGH_CARD, NOTHING, PAIR
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.kernels.mistakes import holding_of, ranking_of_board
from croupier.numbers.maths.odds.sheet import approved
from croupier.numbers.maths.odds.solve import sheet
from croupier.numbers.maths.odds.whatif import changed
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.hands import FiveCardRank, best_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load

BOOK = load("progressive-holdem@6")
ALWAYS, NEVER = holdem.Habit.ALWAYS, holdem.Habit.NEVER


def test_mistakes_with_all_holdings_are_the_simple_strategies() -> None:
    best = holdem.solve(BOOK)
    kept = {choice.hole for choice in best.choices if choice.bets}
    turn, river = streets.holdings(BOOK, best.folds)
    for bets, habit in ((True, ALWAYS), (False, NEVER)):
        on_turn = holdem.solve(BOOK, strategy=kept.__contains__, turn=habit).played.ev
        on_river = holdem.solve(BOOK, strategy=kept.__contains__, river=habit).played.ev
        assert sum(holding.cost(bets=bets) for holding in turn) == best.played.ev - on_turn
        assert sum(holding.cost(bets=bets) for holding in river) == best.played.ev - on_river
    frequency = best.played.decisions
    river_bets = frequency["bet, bet"] + frequency["check, bet"]
    all_rivers = 1326 * 19_600 * 47
    assert Fraction(sum(holding.bet for holding in river), all_rivers) == river_bets


@pytest.mark.parametrize(
    ("hole", "board", "expected"),
    [
        ("9s 2d", "Jh 7c 4d", NOTHING),
        ("Ks 2d", "Jh 7c 4d", HIGH_CARD),
        ("Ks 2s", "Js 7s 4d", DRAW),
        ("9s 2d", "Js 7s 4s Ks", BETTER),
        ("9h 2d", "Js 7s 4s Ks", DRAW),
        ("As 2d", "7h 7c 4d", BOARD),
        ("As 2d", "7h 7c 4d 4s", BOARD),
        ("As 4h", "7h 7c 4d Ks", BETTER),
        ("9s 9d", "7h 7c 4d 4s", BETTER),
        ("As 2d", "7h 7c 7d Ks", BOARD),
        ("As 7s", "7h 7c 4d Ks", BETTER),
        ("9s 9d", "Jh 7c 4d", PAIR),
        ("9s 4h", "Jh 7c 4d", PAIR),
        ("6s 5h", "8h 7c 4d", BETTER),
        ("As 2h", "5h 4c 3d Ks", BETTER),
        ("Js 7h", "Jh 7c 4d", BETTER),
        ("As Kd", "7h 7c 7d 7s", BOARD),
    ],
)
def test_holdings(hole: str, board: str, expected: int) -> None:
    counts, suits = np.zeros(13, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for card in parse_cards(board):
        counts[DECK.index(card) // 4] += 1
        suits[DECK.index(card) % 4] += 1
    ranking = ranking_of_board(counts)
    ranks = []
    for card in parse_cards(hole):
        counts[DECK.index(card) // 4] += 1
        suits[DECK.index(card) % 4] += 1
        ranks.append(DECK.index(card) // 4)
    assert holding_of(counts, suits, ranking, max(ranks)) == expected


def test_aces_against_aces_win_as_often_as_they_should() -> None:
    deals = np.array(streets.aces_against_aces(BOOK)).sum(axis=0) // 6
    one, other = equities([parse_range("AcAd"), parse_range("AhAs")], (), ())
    assert deals.tolist() == [0, 20 * one.won, 20 * sum(one.tied), 20 * other.won]


def test_aces_against_aces_dealt_out() -> None:
    """On flops of Twos and a Three: the decisions are those of the advice, and hands are compared card by card."""
    cards, straight = 5, lowest_of()[FiveCardRank.STRAIGHT]
    settled = holdem.tables(BOOK, Cents(100))
    on_the_turn, on_the_river = (settled.gain(bet) for bet in (2, 1))
    found = counting.aces(on_the_turn, on_the_river, straight, cards)
    own, his = tuple(DECK[48:50]), tuple(DECK[50:])
    expected: Counter[tuple[int, int]] = Counter()
    ante = {Spot.ANTE: Cents(100)}

    def result(board: tuple[Card, ...]) -> int:
        mine, others = best_value(own + board), best_value(his + board)
        if mine == others:
            return 2
        return 3 if mine < others else (1 if mine >= straight else 0)

    rest = DECK[:48]
    for flop in combinations(DECK[:cards], 3):
        turn_bet = holdem_options(BOOK, own, flop, ante).best is Decision.TURN
        for turn in rest[::3]:
            if turn not in flop:
                river_bet = holdem_options(BOOK, own, (*flop, turn), ante).best is Decision.RIVER
                for river in rest:
                    if river not in (*flop, turn):
                        expected[2 * turn_bet + river_bet, result((*flop, turn, river))] += 1
    for place, number in expected.items():
        assert found[place] >= number
    assert set(expected) == {tuple(place) for place in np.argwhere(found).tolist()}


@pytest.mark.parametrize("pays", ["1000", "30"])
def test_ante_and_bonus_together(pays: str) -> None:
    ante = Cents(100)
    book = changed(approved("progressive-holdem"), {"bonus.aces-in-both-hands": pays})
    found = sheet(book, ante=ante, habits=False)
    joint = found.joint["bonus"]
    assert joint.ev == holdem.solve(book, ante=ante, bonus=ante).ev
    assert sum(joint.distribution.values()) == 1
    assert sum(net * chance for net, chance in joint.distribution.items()) == joint.ev
    lines = joint.bets
    assert lines["bonus"] == found.side_bets[0].ev
    assert sum(lines.values()) - lines["bonus"] == found.played.ev
    highest = max(joint.distribution)
    assert highest == int(pays) + 5
    # against the other two Aces one wins five antes only with a straight or better, and 4.5 times in a hundred thousand
    assert joint.distribution[highest] < Fraction(1, 10_000_000) or pays == "30"


def test_a_large_bonus_meets_its_limit() -> None:
    small, large = (sheet(BOOK, ante=Cents(ante), habits=False).joint["bonus"] for ante in (100, 20_000))
    assert max(small.distribution) == 1_005
    assert max(large.distribution) == 505, "100,000 for a Bonus of 200"
    assert small.ev > large.ev
