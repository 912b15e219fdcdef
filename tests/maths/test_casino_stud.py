"""Casino Stud: the public total, and sampled spots dealt out one by one."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.casino_stud import spots as stud_counted
from croupier.numbers.maths.casino_stud.deals import COMPARED, DEALS
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance, shuffled
from croupier.rules.games.casino_stud.settle import qualifies
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import FiveCardRank, five_card_rank, five_card_value, rank_of
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from tests.oracle import long_way as reference

BOOK = load("casino-stud@2")


def test_public_figure_with_the_royal_flush_paid_100_to_1() -> None:
    bet = BOOK.paytables["bet"]
    tables = {**BOOK.paytables, "bet": replace(bet, pays={**bet.pays, "royal-flush": 100})}
    played = casino_stud.solve(replace(BOOK, paytables=tables)).played
    assert played.deals == 19_933_230_517_200
    assert played.ev == Fraction(-1_041_372_912_372, 19_933_230_517_200)


def test_approved_tables() -> None:
    solution = casino_stud.solve(BOOK)
    played = solution.played
    assert played.ev == Fraction(-86_362_082_531, 1_661_102_543_100)
    assert sum(played.counts.values()) == DEALS
    assert sum(net * chance for net, chance in played.distribution.items()) == played.ev == sum(played.bets.values())
    royal = solution.lines[0]
    assert (royal.hand, royal.pays) == ("royal-flush", 250)
    assert played.count(lambda row: row.hand)["royal-flush"] == 4 * 47 * 163_185


SPOTS = [
    "As Kd Qh 7c 4s / Qs",  # odd cards, above and below what qualifies
    "As Kd Jh 8c 3s / 3h",
    "Kd Qh Jc 9s 2d / Ad",
    "2s 2d 7h 8c Ts / Td",
    "Ks Kd 7h 7c 2s / Kh",
    "9s 9d 9h Ac 4s / 9c",
    "Ts 9d 8h 7c 6s / 8s",
    "5s 4d 3h 2c As / 5h",
    "Ks Js 9s 4s 2s / As",  # flushes, in the suit of the dealer's card and in another
    "Ks Js 9s 4s 2s / Ah",
    "9h 8h 7h 6h 5h / Th",
    "9h 8h 7h 6h 5h / Ts",
    "Ah Kh Qh Jh Th / 9h",
    "Qs Qd Qh 6c 6s / 2d",
    "Qs Qd Qh Qc 6s / 6d",
]


def compare(cards: tuple[Card, ...], up: Card) -> None:
    expected = reference.casino_stud_outcomes(BOOK, cards, up)
    found = stud_counted.outcomes_of(BOOK, cards, up)
    assert found == {outcome: expected[outcome] for outcome in COMPARED}


def compare_written(spot: str) -> None:
    *cards, up = parse_cards(spot.replace("/ ", ""))
    compare(tuple(cards), up)


@pytest.mark.slow
@pytest.mark.parametrize("spot", SPOTS)
def test_spots_dealt_out(spot: str) -> None:
    compare_written(spot)


def test_a_random_spot_dealt_out() -> None:
    *cards, up = shuffled(DECK, seeded_chance("stud"))[:6]
    compare(tuple(cards), up)


@pytest.mark.slow
def test_random_spots_dealt_out() -> None:
    chance = seeded_chance("more stud")
    for _ in range(20):
        *cards, up = shuffled(DECK, chance)[:6]
        compare(tuple(cards), up)


def test_ace_king_is_what_the_game_says() -> None:
    value = qualifying_value(BOOK.procedure.dealer_qualifies, 5)
    chance = seeded_chance("qualify")
    for _ in range(5_000):
        hand = shuffled(DECK, chance)[:5]
        own = five_card_value(hand)
        ace_king_or_better = {13, 14} <= set(map(rank_of, hand)) or five_card_rank(own) > FiveCardRank.FIVE_ODD_CARDS
        assert qualifies(BOOK, own) == (own >= value) == ace_king_or_better


def test_other_qualifiers_are_solved_too() -> None:
    def solved(words: str) -> casino_stud.Solution:
        return casino_stud.solve(replace(BOOK, procedure=replace(BOOK.procedure, dealer_qualifies=words)))

    unqualified = "dealer does not qualify"
    assert unqualified not in solved("anything").played.outcomes
    assert solved("one-pair").played.outcomes[unqualified] > solved("ace-king").played.outcomes[unqualified]


def test_the_payout_limit_counts() -> None:
    assert casino_stud.ante_paid_in_full(BOOK) == Cents(20_000)
    at_limit = casino_stud.solve(BOOK, ante=Cents(20_000)).played
    above = casino_stud.solve(BOOK, ante=Cents(25_000))
    assert at_limit.ev == casino_stud.solve(BOOK).played.ev
    royal, straight_flush = above.lines[:2]
    assert royal.pays == 250
    assert royal.paid == 200
    assert straight_flush.paid == straight_flush.pays == 50
    assert above.played.ev == at_limit.ev - 2 * 50 * royal.probability
    assert royal.contribution == 200 * royal.probability


def test_the_jackpot_bet_changes_no_decision() -> None:
    without = casino_stud.solve(BOOK)
    with_bet = casino_stud.solve(BOOK, jackpot=Cents(500), meter=Cents(10_000_000))
    assert (without.qualifies, without.gains) == (with_bet.qualifies, with_bet.gains)


def test_common_strategies_cost() -> None:
    pair = qualifying_value("one-pair", 5)
    ace_king = qualifying_value("ace-king", 5)
    best = casino_stud.solve(BOOK).played.ev
    pairs_only = casino_stud.solve(BOOK, strategy=lambda value, up: value >= pair).played.ev
    qualifying = casino_stud.solve(BOOK, strategy=lambda value, up: value >= ace_king).played.ev
    everything = casino_stud.solve(BOOK, strategy=lambda value, up: True).played.ev
    assert everything < min(pairs_only, qualifying) < best


def test_decisions_are_found_by_cards() -> None:
    solution = casino_stud.solve(BOOK)
    assert solution.bets(parse_cards("2s 2d 7h 8c Ts"), Card("Ah"))
    assert not solution.bets(parse_cards("9s 2d 7h 8c Ts"), Card("Ah"))
