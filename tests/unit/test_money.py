"""Amounts: whole cents inside, decimal strings outside, no other way in."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.money import Cents, cents, dollars, fraction, share_rounded_down


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", 0),
        ("50", 50_00),
        ("50.5", 50_50),
        ("50.05", 50_05),
        ("0.01", 1),
        ("0050.10", 50_10),
        ("9999999999999.99", 9_999_999_999_999_99),
    ],
)
def test_amounts_are_read(text: str, amount: int) -> None:
    assert cents(text) == amount


NO_AMOUNTS = ["", " ", "50 ", " 50", "-5", "+5", "5,00", "1_000", "1e3", "50.", ".5", "0.001", "5.0.0", "0x10", "50\n"]
NO_AMOUNTS += ["nan", "inf", "½", "5€", "9" * 41]


@pytest.mark.parametrize("text", NO_AMOUNTS)
def test_everything_else_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount; write dollars with at most two decimals"):
        cents(text)


@pytest.mark.parametrize("text", ["٥٠", "５０", "1.٥"])
def test_digits_of_other_scripts_are_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount"):
        cents(text)
    with pytest.raises(ValueError, match="is not a fraction"):
        fraction(f"0.{text[-1]}")


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0.00"), (1, "0.01"), (-1, "-0.01"), (-12_50, "-12.50"), (1_000_000_00, "1000000.00")]
)
def test_amounts_are_written(amount: int, text: str) -> None:
    assert dollars(amount) == text


@given(st.integers(0, 10**15 - 1))
def test_what_is_written_is_read_again(amount: int) -> None:
    assert cents(dollars(amount)) == amount
    assert dollars(-amount) == (f"-{dollars(amount)}" if amount else "0.00")


@given(st.text(max_size=12))
def test_reading_answers_or_complains(text: str) -> None:
    try:
        assert cents(text) >= 0
    except ValueError as error:
        assert repr(text) in str(error)


@given(st.integers(0, 10**12), st.integers(0, 1000))
def test_a_share_is_rounded_down_to_the_cent(amount: int, per_mille: int) -> None:
    share = share_rounded_down(Cents(amount), Fraction(per_mille, 1000))
    assert 0 <= Fraction(amount * per_mille, 1000) - share < 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", Fraction(0)),
        ("1", Fraction(1)),
        ("1.0", Fraction(1)),
        ("0.60", Fraction(3, 5)),
        ("0.333333333333", Fraction(333333333333, 10**12)),
    ],
)
def test_fractions_are_exact(text: str, value: Fraction) -> None:
    assert fraction(text) == value


@pytest.mark.parametrize(
    "text", ["", "2", "1.1", "1.000000000001", "-0.5", ".5", "0.", "1/3", "0.1234567890123", "5 %"]
)
def test_everything_else_is_no_fraction(text: str) -> None:
    with pytest.raises(ValueError, match="is not a fraction; write a decimal between 0 and 1"):
        fraction(text)


@pytest.mark.parametrize("text", ["5" * 44, "5" * 5000], ids=len)
def test_no_amount_is_so_long(text: str) -> None:
    with pytest.raises(
        ValueError, match=f"an amount of {len(text)} characters is too long; the largest amount is 9999999999999"
    ):
        cents(text)
