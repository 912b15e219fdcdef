"""The meter of a progressive jackpot, to a part of a cent."""

from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.jackpot.meter import (
    PARTS,
    AwardMade,
    Claim,
    Contribute,
    FixedAwardPreferred,
    Meter,
    MeterCommand,
    MeterEvent,
    TakeBack,
    UndoAward,
    decide,
    evolve,
    meter_at,
)
from croupier.money import Cents

NOTHING = Cents(0)
BET = Cents(5_00)
ALL, A_TENTH = Fraction(1), Fraction(1, 10)


def a_meter(displayed: int = 125_000_00, *, reset: int = 50_000_00, contribution: str = "0.60") -> Meter:
    return meter_at(displayed=Cents(displayed), reset=Cents(reset), contribution=Fraction(contribution))


def after(meter: Meter, *commands: MeterCommand) -> Meter:
    return reduce(lambda state, command: evolve(state, decide(state, command)), commands, meter)


def award(meter: Meter, share: Fraction, at_least: Cents = NOTHING) -> AwardMade:
    answer = decide(meter, Claim(share, at_least))
    assert isinstance(answer, AwardMade)
    return answer


def value(meter: Meter) -> Fraction:
    return Fraction(meter.parts, PARTS)


# --- Contributions (R-11, R-61) -------------------------------------------------------------------------------


def test_a_contribution_is_a_share_of_the_bet() -> None:
    assert after(a_meter(), Contribute(BET)).displayed == 125_003_00


def test_less_than_a_cent_is_carried_until_it_makes_one() -> None:
    meter = a_meter(contribution="0.0005")  # a quarter of a cent on every bet of 5.00
    shown = []
    for _ in range(9):
        meter = after(meter, Contribute(BET))
        shown.append(meter.displayed - 125_000_00)
    assert shown == [0, 0, 0, 1, 1, 1, 1, 2, 2]


@pytest.mark.parametrize("contribution", ["0.333333333333", "0.000000000001", "0.1", "0.60", "1", "0"])
def test_nothing_is_lost_over_many_bets(contribution: str) -> None:
    meter = a_meter(contribution=contribution)
    added = after(meter, *[Contribute(BET)] * 30_000)
    exact = 125_000_00 + 30_000 * BET * Fraction(contribution)
    assert value(added) == exact
    assert added.displayed == int(exact)
    assert after(added, *[TakeBack(BET)] * 30_000) == meter


@given(st.lists(st.integers(1, 10**6).map(Cents)), st.integers(0, PARTS))
def test_the_order_of_contributions_does_not_matter(bets: list[Cents], contribution: int) -> None:
    meter = a_meter(contribution="0")
    meter = Meter(meter.parts, meter.reset, contribution, meter.floor)
    one = after(meter, *map(Contribute, bets))
    assert one == after(meter, *map(Contribute, reversed(bets)))
    assert value(one) - value(meter) == Fraction(contribution, PARTS) * sum(bets)


# --- Awards (R-1, R-11, R-12, R-59) ---------------------------------------------------------------------------


def test_the_whole_meter_resets_it_and_keeps_what_is_carried() -> None:
    meter = after(a_meter(contribution="0.3333"), Contribute(BET))  # 1.6665
    answer = award(meter, ALL)
    assert answer.amount == meter.displayed == 125_001_66
    assert value(evolve(meter, answer)) == 50_000_00 + Fraction(65, 100)


def test_a_part_is_rounded_down_and_taken_out() -> None:
    meter = a_meter(125_000_09)
    answer = award(meter, A_TENTH)
    assert (answer.amount, answer.from_meter) == (12_500_00, 12_500_00)
    assert evolve(meter, answer).displayed == 112_500_09


@pytest.mark.parametrize(
    ("displayed", "share", "amount", "left"),
    [
        (55_000_00, Fraction(1, 4), 13_750_00, 50_000_00),
        (50_000_00, Fraction(1, 4), 12_500_00, 50_000_00),
        (66_666_67, Fraction(1, 4), 16_666_66, 50_000_01),
        (66_666_66, Fraction(1, 4), 16_666_66, 50_000_00),
        (66_666_65, Fraction(1, 4), 16_666_66, 50_000_00),
        (50_000_00, Fraction(1), 50_000_00, 50_000_00),
    ],
)
def test_an_award_never_leaves_less_than_the_reset_value(
    displayed: int, share: Fraction, amount: int, left: int
) -> None:
    meter = a_meter(displayed)
    answer = award(meter, share)
    assert answer.amount == amount
    assert evolve(meter, answer).displayed == left
    assert answer.from_meter == displayed - left


def test_winners_are_paid_one_after_the_other_from_what_is_displayed() -> None:
    meter = a_meter(100_000_00)
    first = award(meter, A_TENTH)
    meter = evolve(meter, first)
    second = award(meter, A_TENTH)
    meter = evolve(meter, second)
    third = award(meter, ALL)
    assert [each.amount for each in (first, second, third)] == [10_000_00, 9_000_00, 81_000_00]
    assert award(evolve(meter, third), ALL).amount == 50_000_00


def test_where_there_is_no_fixed_award_a_share_worth_nothing_is_paid_as_a_share() -> None:
    assert decide(a_meter(5, reset=0), Claim(A_TENTH, NOTHING)) == AwardMade(amount=NOTHING, from_meter=NOTHING)


def test_a_meter_that_shows_nothing_is_reset_when_all_of_it_is_won() -> None:
    meter = a_meter(0)
    won = award(meter, ALL)
    assert won.amount == 0
    assert evolve(meter, won).displayed == 50_000_00


@pytest.mark.parametrize(
    ("displayed", "at_least", "preferred"), [(100_00, 10_01, True), (100_00, 10_00, True), (100_00, 9_99, False)]
)
def test_the_fixed_award_goes_first_where_it_is_worth_as_much(displayed: int, at_least: int, preferred: bool) -> None:
    meter = a_meter(displayed, reset=0)
    answer = decide(meter, Claim(A_TENTH, Cents(at_least)))
    if preferred:
        assert answer == FixedAwardPreferred(share_worth=Cents(10_00))
        assert evolve(meter, answer) is meter
    else:
        assert answer == AwardMade(amount=Cents(10_00), from_meter=Cents(10_00))


# --- Taking back (R-5, R-7, R-44, R-54) -----------------------------------------------------------------------


def test_a_contribution_taken_back_leaves_no_trace() -> None:
    meter = a_meter(contribution="0.333333333333")
    assert after(meter, Contribute(BET), TakeBack(BET)) == meter


def test_what_was_paid_out_elsewhere_is_not_taken_out_again() -> None:
    """The House makes up the difference; the meter stays at its reset value (R-44)."""
    meter = after(a_meter(), Contribute(BET), Contribute(BET))
    paid_out = evolve(meter, award(meter, ALL))
    assert paid_out.displayed == 50_000_00
    assert after(paid_out, TakeBack(BET)).displayed == 50_000_00
    grown = after(paid_out, Contribute(Cents(2_00)), TakeBack(BET))  # 1.20 came in, 3.00 would go out
    assert value(grown) == 50_000_00


def test_an_award_that_is_undone_leaves_no_trace() -> None:
    meter = after(a_meter(contribution="0.333333333333"), Contribute(BET))
    for share in (ALL, A_TENTH, Fraction(1, 4)):
        answer = award(meter, share)
        assert after(evolve(meter, answer), UndoAward(answer)) == meter


def test_awards_are_undone_in_any_order() -> None:
    meter = a_meter(60_000_00)
    first = award(meter, Fraction(1, 4))
    second = award(evolve(meter, first), A_TENTH)
    paid = evolve(evolve(meter, first), second)
    assert after(paid, UndoAward(first), UndoAward(second)) == after(paid, UndoAward(second), UndoAward(first)) == meter


# --- Whatever happens -----------------------------------------------------------------------------------------

commands: st.SearchStrategy[MeterCommand] = st.one_of(
    st.builds(Contribute, st.integers(1, 100_00).map(Cents)),
    st.builds(TakeBack, st.integers(1, 100_00).map(Cents)),
    st.builds(
        Claim, st.sampled_from([ALL, A_TENTH, Fraction(1, 4), Fraction(1, 20)]), st.sampled_from([0, 300_00, 2_000_00])
    ),
)


@given(st.lists(commands), st.sampled_from(["0.60", "0.333333333333", "0.0001"]))
def test_the_meter_never_falls_below_its_reset_value(said: list[MeterCommand], contribution: str) -> None:
    meter = a_meter(51_000_00, contribution=contribution)
    for command in said:
        answer: MeterEvent = decide(meter, command)
        before, meter = meter, evolve(meter, answer)
        assert meter.displayed >= meter.reset
        assert (meter.reset, meter.contribution) == (before.reset, before.contribution)
        match command, answer:
            case Contribute(), _:
                assert meter.parts >= before.parts
            case TakeBack(), _:
                assert meter.parts <= before.parts
            case Claim(at_least=at_least), AwardMade(amount=amount, from_meter=from_meter):
                assert amount > at_least
                assert 0 <= from_meter <= amount <= before.displayed
                assert meter.parts % PARTS == before.parts % PARTS
            case _:
                assert meter is before


def test_a_contribution_has_at_most_twelve_decimals() -> None:
    with pytest.raises(AssertionError):
        meter_at(displayed=Cents(1), reset=NOTHING, contribution=Fraction(1, 3))
