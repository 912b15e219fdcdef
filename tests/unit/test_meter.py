"""What a share of a progressive meter is worth, and what it leaves behind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.jackpot.meter import AwardMade, Claim, FixedAwardPreferred, Meter, decide
from croupier.rules.money import Cents

NOTHING = Cents(0)


def a_meter(displayed: int = 125_000_00, *, reset: int = 50_000_00) -> Meter:
    return Meter(Cents(displayed), Cents(reset))


def award(meter: Meter, numerator: int, denominator: int) -> AwardMade:
    answer = decide(meter, Claim(numerator, denominator, NOTHING))
    assert isinstance(answer, AwardMade)
    return answer


def test_the_whole_meter_resets_it() -> None:
    assert award(a_meter(), 1, 1) == AwardMade(Cents(125_000_00), Cents(75_000_00))


def test_a_part_is_rounded_down_and_taken_out() -> None:
    assert award(a_meter(125_000_09), 1, 10) == AwardMade(Cents(12_500_00), Cents(12_500_00))


@pytest.mark.parametrize(
    ("displayed", "denominator", "amount", "left"),
    [
        (55_000_00, 4, 13_750_00, 50_000_00),
        (50_000_00, 4, 12_500_00, 50_000_00),
        (66_666_67, 4, 16_666_66, 50_000_01),
        (66_666_66, 4, 16_666_66, 50_000_00),
        (66_666_65, 4, 16_666_66, 50_000_00),
        (50_000_00, 1, 50_000_00, 50_000_00),
    ],
)
def test_an_award_never_leaves_less_than_the_reset_value(
    displayed: int, denominator: int, amount: int, left: int
) -> None:
    assert award(a_meter(displayed), 1, denominator) == AwardMade(Cents(amount), Cents(displayed - left))


def test_a_meter_below_its_reset_value_is_brought_up_to_it() -> None:
    assert award(a_meter(40_000_00), 1, 4) == AwardMade(Cents(10_000_00), Cents(-10_000_00))


def test_where_there_is_no_fixed_award_a_share_worth_nothing_is_paid_as_a_share() -> None:
    assert award(a_meter(5, reset=0), 1, 10) == AwardMade(NOTHING, NOTHING)


def test_a_meter_that_shows_nothing_is_reset_when_all_of_it_is_won() -> None:
    assert award(a_meter(0), 1, 1) == AwardMade(NOTHING, Cents(-50_000_00))


@pytest.mark.parametrize(("at_least", "preferred"), [(10_01, True), (10_00, True), (9_99, False)])
def test_the_fixed_award_goes_first_where_it_is_worth_as_much(at_least: int, preferred: bool) -> None:
    answer = decide(a_meter(100_00, reset=0), Claim(1, 10, Cents(at_least)))
    expected = FixedAwardPreferred(Cents(10_00)) if preferred else AwardMade(Cents(10_00), Cents(10_00))
    assert answer == expected


@given(st.integers(50_000_00, 10**15), st.sampled_from([1, 4, 10, 20]), st.sampled_from([0, 300_00, 2_000_00]))
def test_whatever_is_claimed_is_paid_and_no_more_than_is_there(displayed: int, parts: int, at_least: int) -> None:
    match decide(a_meter(displayed), Claim(1, parts, Cents(at_least))):
        case AwardMade(amount=amount, from_meter=from_meter):
            assert at_least < amount == displayed // parts
            assert 0 <= from_meter <= amount
            assert displayed - from_meter >= 50_000_00
        case FixedAwardPreferred(share_worth=worth):
            assert worth == displayed // parts <= at_least
