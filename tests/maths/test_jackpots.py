"""Jackpot bets: exact frequencies, linear in the meter, with what a fold leaves of them."""

from fractions import Fraction
from math import comb

from msgspec.structs import replace

from croupier.maths import awards, holdem, jackpots
from croupier.money import Cents
from croupier.rulebook.load import load

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


def test_three_card_envy_is_for_each_other_player() -> None:
    one, three = (jackpots.three_card_jackpot(THREE, BET, others).envy for others in (1, 3))
    assert three > one > 0
    # the share of hands that is folded gets none; the decisions of some poor hands depend on it
    assert one < Fraction(25_000 + 3 * 5_000, 22_100)


def test_stud_awards_outlive_a_fold() -> None:
    odds = jackpots.jackpot_odds(STUD, BET)
    hands = {award.hand: award.probability * comb(52, 5) for award in odds.awards}
    assert hands == {"royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744, "flush": 5_108}
    assert odds.per_dollar == Fraction(4 + Fraction(36, 10), comb(52, 5))
    assert odds.break_even is not None
    assert odds.per_dollar * odds.break_even + odds.fixed == 0


def test_holdem_awards() -> None:
    odds = jackpots.holdem_jackpot(HOLDEM, BET)
    found: dict[str, Fraction] = {}
    for award in odds.awards:
        found[award.hand] = found.get(award.hand, Fraction(0)) + award.probability
    assert found["royal-flush-on-the-flop"] == Fraction(4, comb(52, 5))
    assert found["community-royal-flush"] == Fraction(4, comb(52, 5))
    royal = Fraction(4_324, comb(52, 7))
    assert sum(chance for hand, chance in found.items() if "royal" in hand) == royal
    # those of the community are one's own as well, for the same amount
    assert found["four-of-a-kind"] == Fraction(224_848, comb(52, 7))
    assert found["straight-flush"] == Fraction(37_260, comb(52, 7))


def test_a_folded_box_keeps_the_community_chance_only() -> None:
    all_folded = jackpots.holdem_jackpot(HOLDEM, BET, holdem.ALL_HOLES)
    assert all(award.hand.startswith("community") for award in all_folded.awards)
    hits = {award.hand: award.probability for award in all_folded.awards}
    assert hits == {
        "community-royal-flush": Fraction(4, comb(52, 5)),
        "community-straight-flush": Fraction(36, comb(52, 5)),
        "community-four-of-a-kind": Fraction(624, comb(52, 5)),
    }


def test_award_counts_add_up() -> None:
    assert awards.awards().sum() == 1_326 * awards.BOARDS


def test_linear_in_the_meter() -> None:
    for book in (THREE, STUD, HOLDEM):
        odds = jackpots.jackpot_odds(book, BET)
        low, high = Cents(10_000_000), Cents(20_000_000)
        assert odds.at(high) - odds.at(low) == odds.per_dollar * 100_000
        assert odds.at(low) == odds.fixed + odds.per_dollar * 100_000
        lines = jackpots.contributions(odds, low)
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
