"""Options at the table: their values agree with the solved games."""

from fractions import Fraction
from itertools import combinations

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud.options import casino_stud_options
from croupier.numbers.maths.holdem.options import holdem_options
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.three_card.options import three_card_options
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance, shuffled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load

THREE, STUD, HOLDEM = load("three-card-poker@3"), load("casino-stud@2"), load("progressive-holdem@6")
ANTE = {Spot.ANTE: Cents(100)}


def test_three_card_threshold() -> None:
    worst_played, best_folded = parse_cards("Qs 6h 4d"), parse_cards("Qs 6h 3d")
    assert three_card_options(THREE, worst_played, ANTE).best is Decision.PLAY
    assert three_card_options(THREE, best_folded, ANTE).best is Decision.FOLD
    with_pair_plus = three_card_options(THREE, parse_cards("Qs 6h 3d"), {**ANTE, Spot.PAIR_PLUS: Cents(500)})
    assert with_pair_plus.values[Decision.FOLD] == -600
    assert with_pair_plus.costs[with_pair_plus.best] == 0


def test_three_card_envy_can_turn_a_fold_into_a_play() -> None:
    stakes = {Spot.ANTE: Cents(100), Spot.JACKPOT: Cents(10_000)}
    alone = three_card_options(THREE, parse_cards("Jd 6h 4c"), stakes)
    with_others = three_card_options(THREE, parse_cards("Jd 6h 4c"), stakes, others=6)
    assert alone.best is Decision.FOLD
    assert with_others.values[Decision.PLAY] > alone.values[Decision.PLAY]


def test_three_card_values_add_up() -> None:
    chance = seeded_chance("options")
    for hand in chance.sample(list(combinations(DECK, 3)), 20):
        options = three_card_options(THREE, hand, ANTE)
        assert options.values[Decision.FOLD] == -100
        assert Fraction(-200) <= options.values[Decision.PLAY] <= 700
    assert three_card.solve(THREE).played.ev < 0


def test_stud_options_agree_with_the_solution() -> None:
    solution, chance = casino_stud.solve(STUD), seeded_chance("stud options")
    for _ in range(30):
        *cards, up = shuffled(DECK, chance)[:6]
        options = casino_stud_options(STUD, cards, up, ANTE)
        assert solution.bets(cards, up) == (options.best is Decision.BET)


def test_holdem_options_before_the_flop() -> None:
    folds = holdem_options(HOLDEM, parse_cards("7s 2h"), (), ANTE)
    assert folds.best is Decision.FOLD
    assert holdem_options(HOLDEM, parse_cards("8s 2h"), (), ANTE).best is Decision.FLOP
    with_jackpot = holdem_options(HOLDEM, parse_cards("7s 2h"), (), {**ANTE, Spot.JACKPOT: Cents(500)}, Cents(10**9))
    assert with_jackpot.values[Decision.FLOP] > with_jackpot.values[Decision.FOLD]


def test_holdem_options_on_flop_and_turn() -> None:
    nuts, flop = parse_cards("As Ks"), parse_cards("Qs Js Ts")
    assert holdem_options(HOLDEM, nuts, flop, ANTE).values == {Decision.TURN: 500, Decision.CHECK: 400}
    on_the_turn = holdem_options(HOLDEM, nuts, (*flop, Card("2d")), ANTE, turn_bet=True)
    assert on_the_turn.values == {Decision.RIVER: 500, Decision.CHECK: 400}
    assert holdem_options(HOLDEM, parse_cards("2c 3d"), parse_cards("As Ks Qs"), ANTE).best is Decision.CHECK
