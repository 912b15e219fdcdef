"""Progressive Hold'em: the public figure, and sampled spots dealt out one by one."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, DEALS
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.numbers.maths.tools.rankings import lowest_of
from croupier.rules.cards import DECK, Card, seeded_chance, shuffled
from croupier.rules.games.progressive_holdem.settle import Outcome, hole_cards
from croupier.rules.hands import FiveCardRank
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from tests.oracle import board_spots as spots
from tests.oracle import long_way as reference

BOOK = load("progressive-holdem@6")
STRAIGHT = lowest_of()[FiveCardRank.STRAIGHT]


def test_public_figure() -> None:
    solution = holdem.solve(BOOK)
    played = solution.played
    assert played.ev == Fraction(-578_107_733, 28_381_438_800)  # 2.04 %
    assert played.deals == 1_326 * 19_600 * 47 * 46 * 990 == 20 * 2_781_381_002_400
    assert [str(hole) for hole in solution.folds] == ["72o", "62o", "52o", "42o", "32o"]
    assert sum(net * chance for net, chance in played.distribution.items()) == played.ev == sum(played.bets.values())


def test_a_hand_on_the_turn_dealt_out() -> None:
    cards = shuffled(DECK, seeded_chance("turn"))
    compare_on_the_turn(cards[:2], cards[2:6])


@pytest.mark.slow
def test_hands_on_the_turn_dealt_out() -> None:
    chance = seeded_chance("turns")
    seen = set()
    for _ in range(40):
        cards = shuffled(DECK, chance)[:6]
        compare_on_the_turn(cards[:2], cards[2:])
        seen.add(tuple(sorted(sum(card[1] == suit for card in cards[2:]) for suit in "cdhs")))
    assert len(seen) >= 3, "one suit, two suits, none"


def compare_on_the_turn(hole: tuple[Card, ...], board: tuple[Card, ...]) -> None:
    expected = reference.holdem_outcomes(BOOK.dealt_from(BOOK.procedure.devices[0]), hole, board)
    one, other = map(DECK.index, hole)
    found = spots.on_the_turn(STRAIGHT, (one, other), [*map(DECK.index, board)])
    assert found.low == expected[Outcome.HIGHER, False]
    assert found.high == expected[Outcome.HIGHER, True]
    assert found.same == expected[Outcome.SAME, False] + expected[Outcome.SAME, True]
    assert found.lost == expected[Outcome.LOWER, False] + expected[Outcome.LOWER, True]


def test_hands_on_the_turn_evaluated_one_by_one() -> None:
    """The same, for many hands, with the batch evaluator: dealing and comparing are still the plain way."""
    chance = np.random.default_rng(5)
    for _ in range(60):
        cards = chance.permutation(52)
        hole, board = cards[:2].tolist(), cards[2:6].tolist()
        assert spots.on_the_turn(STRAIGHT, (hole[0], hole[1]), board) == dealt_out(hole, board, cards[6:].tolist())


def test_hands_on_the_flop_are_the_sum_over_turns() -> None:
    chance = np.random.default_rng(6)
    for _ in range(30):
        cards = chance.permutation(52).tolist()
        hole, flop = (cards[0], cards[1]), cards[2:5]
        turns = [spots.on_the_turn(STRAIGHT, hole, [*flop, turn]) for turn in cards[5:]]
        assert spots.on_the_flop(STRAIGHT, hole, flop) == tuple(map(sum, zip(*turns, strict=True)))


def dealt_out(hole: list[int], board: list[int], rest: list[int]) -> tuple[int, int, int, int]:
    low = high = same = lost = 0
    for river in rest:
        dealers = [(one, other) for one in rest for other in rest if one < other and river not in (one, other)]
        hands = np.array([[*board, river, *hole]] + [[*board, river, *dealer] for dealer in dealers], dtype=np.uint8)
        own, *others = values_of(hands).tolist()
        won = sum(other < own for other in others)
        low, high = (low, high + won) if own >= STRAIGHT else (low + won, high)
        same += sum(other == own for other in others)
        lost += sum(other > own for other in others)
    return low, high, same, lost


def test_bets_are_made_where_they_gain() -> None:
    """Deals with the best decisions are worth more than with none, by just what the bets bring."""
    deals = np.array(holdem.counted(BOOK))
    with_bets = deals.sum(axis=(0, 1, 2))
    won = with_bets[:, 0] + with_bets[:, 1] - with_bets[:, 3]
    assert won[3] > 0
    assert with_bets.sum() == DEALS


def test_bonus_and_jackpot_go_with_the_fold() -> None:
    plain = holdem.solve(BOOK)
    bonus = holdem.solve(BOOK, bonus=Cents(100))
    assert bonus.bonus == holdem.bonus(BOOK, bonus.folds).ev == holdem.bonus(BOOK).ev == Fraction(-13_873, 162_435)
    assert bonus.ev >= plain.ev + bonus.bonus
    jackpot = holdem.solve(BOOK, jackpot=Cents(100), meter=Cents(5_000_000))
    assert set(jackpot.folds) <= set(plain.folds)
    assert jackpot.ev >= plain.ev - 1


def test_the_payout_limit_of_the_bonus_counts() -> None:
    full = holdem.bonus_paid_in_full(BOOK)
    assert full == Cents(10_000), "1,000 to 1 on 100 dollars is the limit of 100,000"
    uncapped = holdem.bonus(BOOK)
    assert holdem.bonus(BOOK, stake=full).ev == uncapped.ev
    for stake in (Cents(10_100), Cents(50_000), Cents(400_000)):
        capped = holdem.bonus(BOOK, stake=stake)
        both = min(Fraction(1_000), Fraction(10_000_000, stake))
        aces = min(Fraction(30), Fraction(10_000_000, stake))
        hits = {line.hand: line.hits for line in capped.lines}
        assert hits["aces-in-both-hands"] == 6, "six pairs of Aces, and one pair of them is left"
        lost = hits["aces-in-both-hands"] * (1_000 - both) + hits["aces"] * (30 - aces)
        assert capped.ev == uncapped.ev - lost / (1_326 * 1_225)
        assert sum(net * chance for net, chance in capped.distribution.items()) == capped.ev
        assert capped.variance == sum(net**2 * chance for net, chance in capped.distribution.items()) - capped.ev**2
        together = holdem.solve(BOOK, ante=stake, bonus=stake)
        assert together.bonus == holdem.bonus(BOOK, together.folds, stake).ev


def test_hole_cards_are_named_as_the_bonus_names_them() -> None:
    for hole in ALL_HOLES:
        one = DECK[4 * hole.high]
        other = DECK[4 * hole.low + (0 if hole.suited else 1)]
        assert hole.bonus_hand == hole_cards((one, other), (DECK[0], DECK[5]))
    assert sum(hole.combinations for hole in ALL_HOLES) == 1_326


def test_what_if_the_ante_paid_on_less() -> None:
    lower = replace(BOOK, procedure=replace(BOOK.procedure, ante_pays_from="one-pair"))
    assert holdem.solve(lower).played.ev > holdem.solve(BOOK).played.ev


def test_common_strategies_cost() -> None:
    best = holdem.solve(BOOK).played.ev
    never_fold = holdem.solve(BOOK, strategy=lambda hole: True).played.ev
    timid = holdem.solve(BOOK, turn=holdem.Habit.NEVER, river=holdem.Habit.NEVER).played
    bold = holdem.solve(BOOK, turn=holdem.Habit.ALWAYS, river=holdem.Habit.ALWAYS).played.ev
    assert best > never_fold > bold
    assert timid.ev < best
    assert set(timid.decisions) == {"fold", "check, check"}
