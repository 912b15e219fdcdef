"""Jackpot bets: exact frequencies, linear in the meter, with what a fold leaves of them."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace

from croupier.numbers.maths.casino_stud import solver as casino_stud
from croupier.numbers.maths.holdem import awards
from croupier.numbers.maths.holdem import odds as holdem_odds
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, BOARDS, HoleCards
from croupier.numbers.maths.jackpot.odds import Forfeited, contributions
from croupier.numbers.maths.odds import jackpots
from croupier.numbers.maths.three_card import solved as three_card_odds
from croupier.numbers.maths.three_card import solver as three_card
from croupier.numbers.maths.tools.evaluate7 import values_of
from croupier.numbers.maths.tools.rank_arrays import categories
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.hands import FiveCardRank, three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook

THREE, STUD, HOLDEM = load("three-card-poker@3"), load("casino-stud@2"), load("progressive-holdem@6")
BET = Cents(500)


def test_three_card_awards() -> None:
    odds = jackpots.jackpot_odds(THREE, BET)
    assert {award.hand: award.probability * 22_100 for award in odds.awards} == {
        "akq-of-spades": 1,
        "akq-of-another-suit": 3,
        "straight-flush": 44,
        "three-of-a-kind": 52,
        "straight": 720,
    }
    assert odds.per_dollar == Fraction(1, 22_100)
    paid = 3 * 1_250 + 44 * 175 + 52 * 150 + 720 * 15
    assert odds.fixed == Fraction(paid, 22_100) - 5


def triggers() -> dict[frozenset[Card], int]:
    """A-K-Q of one suit, and what each brings to the others, in cents."""
    return {frozenset(parse_cards(f"A{suit} K{suit} Q{suit}")): 25_000 if suit == "s" else 5_000 for suit in "cdhs"}


def test_three_card_envy_of_one_other_player_dealt_out() -> None:
    """Every hand that is not folded against every hand that triggers; Q-6-4 is where playing begins."""
    lowest = three_card_value(parse_cards("Qs 6d 4c"))
    total = 0
    for hand in combinations(DECK, 3):
        if three_card_value(hand) >= lowest:
            total += sum(bonus for other, bonus in triggers().items() if other.isdisjoint(hand))
    assert three_card_odds.jackpot_odds(THREE, BET, 1).envy == Fraction(total, 22_100 * 18_424)


@pytest.mark.parametrize("hand", ["2c 5d 9h", "Qs 7d 4c", "Ks Ts 2d", "As Kd Qh", "Ah Kh Qh", "Qs Qh Qd"])
def test_three_card_envy_of_two_other_players_dealt_out(hand: str) -> None:
    """All 18,424 x 15,180 hands of the two: who triggers, one or the other or both."""
    own = parse_cards(hand)
    rest = [card for card in DECK if card not in own]
    live = {other: bonus for other, bonus in triggers().items() if other.isdisjoint(own)}
    total = 0
    for first in map(frozenset, combinations(rest, 3)):
        of_second = sum(bonus for second, bonus in live.items() if second.isdisjoint(first))
        total += live.get(first, 0) * comb(46, 3) + of_second
    deck = three_card.deck()
    place = int((deck.hands == sorted(map(DECK.index, own))).all(axis=1).argmax())
    for_one = Fraction(int(three_card.envy_of(THREE, deck)[place]), 18_424)
    assert Fraction(total, 18_424 * comb(46, 3)) == 2 * for_one


def test_three_card_envy_is_linear_and_does_not_hang_on_the_bet() -> None:
    envy = [three_card_odds.jackpot_odds(THREE, BET, others).envy for others in range(8)]
    assert envy == [others * envy[1] for others in range(8)]
    assert envy[1] == three_card_odds.jackpot_odds(THREE, Cents(100), 1).envy
    odds = three_card_odds.jackpot_odds(THREE, BET, 3)
    assert odds.fixed == three_card_odds.jackpot_odds(THREE, BET).fixed + envy[3] / 100
    assert odds.break_even is not None
    assert odds.fixed + odds.per_dollar * odds.break_even == 0


def test_three_card_folds_lose_no_award_but_envy() -> None:
    alone = jackpots.forfeited(THREE, BET)
    assert alone == Forfeited(Fraction(0), Fraction(0), None)
    with_two = jackpots.forfeited(THREE, BET, others=2)
    never = three_card_odds.jackpot_odds(THREE, BET, 2, np.ones(22_100, dtype=np.bool_))
    # a player who never folds has Envy Bonuses whenever any other hand triggers them
    assert never.envy == 2 * Fraction(25_000 + 3 * 5_000, 22_100)
    assert with_two.fixed == (never.envy - three_card_odds.jackpot_odds(THREE, BET, 2).envy) / 100
    assert with_two.folds_less_below is not None


@pytest.mark.parametrize(("book", "others"), [(THREE, 2), (HOLDEM, 0)])
def test_below_that_ante_some_folds_are_wrong(book: Rulebook, others: int) -> None:
    turn = jackpots.forfeited(book, BET, others=others).folds_less_below
    assert turn is not None
    for ante, fewer in ((int(turn * 100), True), (int(turn * 100) + 1, False)):
        plain, minded, never, always = jackpots.foldings(book, BET, ante=Cents(ante), others=others)
        assert (minded.ev < plain.ev) is fewer
        together = [way.together(Cents(ante), Cents(0)) for way in (minded, plain, never, always)]
        assert together[0] == max(together)
        assert (together[0] > together[1]) is fewer


def test_ways_to_fold_agree_with_the_solvers() -> None:
    meter, ante = Cents(20_000_000), Cents(300)
    three = jackpots.foldings(THREE, BET, ante=ante, meter=meter, others=2)[1]
    solved = three_card.solve(THREE, ante=ante, jackpot=BET, meter=meter, others=2).played
    assert three.together(ante, meter) == solved.ev * ante / 100
    hold = jackpots.foldings(HOLDEM, BET, ante=ante, meter=meter)[1]
    assert hold.together(ante, meter) == holdem.solve(HOLDEM, ante=ante, jackpot=BET, meter=meter).ev * ante / 100
    stud = jackpots.foldings(STUD, BET, ante=ante, meter=meter)[1]
    assert stud.together(ante, meter) == casino_stud.solve(STUD, ante=ante, jackpot=BET, meter=meter).played.ev * 3


def test_stud_awards_outlive_a_fold() -> None:
    odds = jackpots.jackpot_odds(STUD, BET)
    hands = {award.hand: award.probability * comb(52, 5) for award in odds.awards}
    assert hands == {"royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744, "flush": 5_108}
    assert odds.per_dollar == Fraction(4 + Fraction(36, 10), comb(52, 5))
    assert odds.break_even is not None
    assert odds.per_dollar * odds.break_even + odds.fixed == 0


def test_holdem_awards() -> None:
    odds = holdem_odds.jackpot_folding(HOLDEM, BET)
    found: dict[str, Fraction] = {}
    for award in odds.awards:
        found[award.hand] = found.get(award.hand, Fraction(0)) + award.probability
    assert found["royal-flush-on-the-flop"] == Fraction(4, comb(52, 5))
    assert found["community-royal-flush"] == Fraction(4, comb(52, 5))
    royal = Fraction(4_324, comb(52, 7))
    assert sum(chance for hand, chance in found.items() if "royal" in hand) == royal
    # those of the community are one's own as well, for the same amount, and stand in the community's rows
    assert found["four-of-a-kind"] + found["community-four-of-a-kind"] == Fraction(224_848, comb(52, 7))
    assert found["straight-flush"] + found["community-straight-flush"] == Fraction(37_260, comb(52, 7))


def test_holdem_has_a_row_for_each_award_and_community_rows_count_boards() -> None:
    """Four of a kind on the board is 1 in 4,165 for every way to fold; a straight flush there may be a royal flush."""
    assert HOLDEM.jackpot is not None
    for folding in jackpots.foldings(HOLDEM, BET)[:3]:
        rows = {award.hand: award for award in folding.odds.awards}
        assert [award.hand for award in folding.odds.awards] == list(HOLDEM.jackpot.rows)
        assert rows["community-four-of-a-kind"].probability == Fraction(1, 4_165)
        assert rows["community-royal-flush"].probability == Fraction(4, comb(52, 5))
        royals = [award for award in rows.values() if award.share]
        both = Fraction(sum(award.with_fixed for award in royals), royals[0].deals)
        assert rows["community-straight-flush"].probability + both == Fraction(36, comb(52, 5))
        assert [award.with_fixed for award in royals] == [8, 760, 2_992]


def test_a_folded_box_keeps_the_community_chance_only() -> None:
    all_folded = holdem_odds.jackpot_folding(HOLDEM, BET, ALL_HOLES)
    assert all(award.hand.startswith("community") for award in all_folded.awards)
    hits = {award.hand: award.probability for award in all_folded.awards}
    assert hits == {
        "community-royal-flush": Fraction(4, comb(52, 5)),
        "community-straight-flush": Fraction(36, comb(52, 5)),
        "community-four-of-a-kind": Fraction(624, comb(52, 5)),
    }


def test_what_a_fold_of_seven_two_loses_dealt_out() -> None:
    """All boards: four of a kind and straight flushes that hole cards have a part in are lost."""
    seven, two = DECK.index(Card("7c")), DECK.index(Card("2d"))
    rest = [card for card in range(52) if card not in (seven, two)]
    boards = np.array(list(combinations(rest, 5)), dtype=np.uint8)
    hands = np.concatenate([boards, np.tile(np.array([seven, two], dtype=np.uint8), (len(boards), 1))], axis=1)
    ranking = categories()[values_of(hands)]
    live = 30_000 * (ranking == FiveCardRank.FOUR_OF_A_KIND).sum()
    live += 150_000 * (ranking == FiveCardRank.STRAIGHT_FLUSH).sum()
    live += 1_000_000 * (ranking == FiveCardRank.ROYAL_FLUSH).sum()  # all on the board: no hole card is in one
    quads = sum((boards // 4 == rank).sum(axis=1) == 4 for rank in range(13)).sum()
    suits = [{4 * (rank % 13) + suit for rank in range(low, low + 5)} for suit in range(4) for low in range(-1, 9)]
    flushes = [cards for cards in suits if not cards & {seven, two}]
    royal = sum(min(cards) // 4 == 8 for cards in flushes)
    dead = 30_000 * quads + 150_000 * (len(flushes) - royal) + 1_000_000 * royal
    net = holdem.jackpot_by_hole(HOLDEM, BET, Cents(0))[HoleCards(5, 0, False)]
    assert net == (Fraction(int(live), len(boards)) - 500, Fraction(int(dead), len(boards)) - 500)


def test_holdem_folds_lose_fixed_awards_only() -> None:
    lost = jackpots.forfeited(HOLDEM, BET)
    assert lost.per_dollar == 0, "no royal flush has a card below Ten"
    assert 0 < lost.fixed < Fraction(1, 10)
    assert jackpots.forfeited(STUD, BET) == Forfeited(Fraction(0), Fraction(0), None)


def test_the_linear_function_holds_from_the_meter_it_says() -> None:
    odds = jackpots.jackpot_odds(THREE, BET)
    assert odds.linear_from == 175
    assert odds.at(Cents(17_500)) == odds.fixed + odds.per_dollar * 175
    assert odds.at(Cents(17_400)) > odds.fixed + odds.per_dollar * 174


@pytest.mark.parametrize("book", [THREE, STUD, HOLDEM], ids=lambda book: book.key)
@pytest.mark.parametrize("bet", [50, 80, 100, 120, 130, 136, 137, 140, 200, 500, 2_000])
def test_the_bet_breaks_even_at_the_meter_it_says(book: Rulebook, bet: int) -> None:
    """By the value at a meter itself, to whose shares rounding brings less than a cent."""
    odds = jackpots.jackpot_odds(book, Cents(bet))
    assert odds.break_even is not None
    least = Cents(int(odds.break_even * 100))
    assert odds.at(Cents(least + 1_000)) >= 0
    if least:
        assert odds.at(least) < odds.per_dollar / 100
        assert odds.at(Cents(max(0, least - 1_000))) < 0
    if odds.break_even > odds.linear_from:
        assert odds.fixed + odds.per_dollar * odds.break_even == 0


def test_award_counts_add_up() -> None:
    assert awards.awards().sum() == 1_326 * BOARDS


def test_linear_in_the_meter() -> None:
    for book in (THREE, STUD, HOLDEM):
        odds = jackpots.jackpot_odds(book, BET)
        low, high = Cents(10_000_000), Cents(20_000_000)
        assert odds.at(high) - odds.at(low) == odds.per_dollar * 100_000
        assert odds.at(low) == odds.fixed + odds.per_dollar * 100_000
        lines = contributions(odds, low)
        assert sum(lines.values()) + odds.envy / 100 - 5 == odds.at(low)


def test_a_small_meter_pays_the_fixed_award_instead() -> None:
    odds = jackpots.jackpot_odds(THREE, BET)
    assert odds.at(Cents(0)) == odds.fixed + Fraction(175, 22_100)


def test_a_changed_share_is_solved_again() -> None:
    assert STUD.jackpot is not None
    rows = {**STUD.jackpot.rows, "straight-flush": replace(STUD.jackpot.rows["straight-flush"], share=Fraction(1, 5))}
    changed = jackpots.jackpot_odds(replace(STUD, jackpot=replace(STUD.jackpot, rows=rows)), BET)
    assert changed.per_dollar == Fraction(4 + Fraction(36, 5), comb(52, 5))


def test_long_run_of_a_link() -> None:
    odds = jackpots.jackpot_odds(THREE, BET)
    run = odds.long_run(contribution=Fraction(1, 4), reset=Cents(500_000))
    assert run.meter == 5_000 + Fraction(5, 4) * 22_100
    # all that is not paid out at the average meter, and not put into resets, is kept
    assert run.hold == -(odds.fixed + odds.per_dollar * run.meter) / 5


def test_partial_awards_near_the_reset_value_cost_the_house_more() -> None:
    """R-11: what is made up is what a meter played at random shows."""
    odds = jackpots.jackpot_odds(load("progressive-holdem@6"), BET)
    reset, growth = 500_000.0, 3.0
    run = odds.long_run(contribution=Fraction(3, 5), reset=Cents(500_000_00))
    shares = [(float(award.probability), float(award.share)) for award in odds.awards if award.share]
    often = sum(chance for chance, _ in shares)
    chance = np.random.default_rng(11)
    bets, meter, added = 0, reset, 0.0
    waits = chance.geometric(often, 1_000_000).tolist()
    parts = chance.choice([part for _, part in shares], 1_000_000, p=[each / often for each, _ in shares]).tolist()
    for wait, part in zip(waits, parts, strict=True):
        bets += wait
        left = (meter + growth * wait) * (1 - part)
        added += reset - left if part < 1 and left < reset else 0
        meter = max(left, reset)
    assert abs(added / bets / float(run.made_up) - 1) < 0.03
    without = odds.long_run(contribution=Fraction(3, 5), reset=Cents(0))
    assert without.made_up == 0


def test_without_partial_awards_the_long_run_is_exact() -> None:
    run = jackpots.jackpot_odds(THREE, BET).long_run(contribution=Fraction(1, 4), reset=Cents(500_000))
    assert run.made_up == 0
