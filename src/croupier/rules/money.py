"""Money is whole cents inside and decimal strings outside; no float comes near it (R-1)."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NewType

from croupier.base.limits import MOST_CENTS
from croupier.base.sentences import says

Cents = NewType("Cents", int)

NOTHING = Cents(0)

_WRITTEN = 16_384
"""Views write dozens of amounts after each act, mostly the same ones again."""

_AMOUNT = re.compile(r"([0-9]{1,40})(?:\.([0-9]{1,2}))?")


def cents(text: str) -> Cents:
    """Read "50", "50.5" or "50.00"."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        if len(text) > 43:
            raise ValueError(says("amount-too-long", number=len(text), most=dollars(MOST_CENTS)))
        raise ValueError(says("not-an-amount", given=repr(text)))
    whole, part = match.groups()
    amount = int(whole) * 100 + int((part or "").ljust(2, "0"))
    if amount > MOST_CENTS:
        raise ValueError(says("amount-above-all", given=text, most=dollars(MOST_CENTS)))
    return Cents(amount)


def signed_cents(text: str) -> int:
    """Read an amount up or down: "12.50" or "-12.50"."""
    return -cents(text[1:]) if text.startswith("-") else cents(text)


@lru_cache(_WRITTEN)
def dollars(amount: int) -> str:
    """Write cents as a decimal string with two places: "-12.50"."""
    if amount < 0:
        return f"-{dollars(-amount)}"
    return f"{amount // 100}.{amount % 100:02d}"


def share_rounded_down(amount: Cents, share: Fraction) -> Cents:
    """A share of a jackpot; the remainder stays in the meter (R-1)."""
    return Cents(amount * share.numerator // share.denominator)


def fraction(text: str) -> Fraction:
    """Read an exact fraction between 0 and 1, such as the contribution "0.60"."""
    if re.fullmatch(r"(0|1)(\.[0-9]{1,12})?", text) is None or Fraction(text) > 1:
        raise ValueError(says("not-a-fraction", given=repr(text)))
    return Fraction(text)


def in_money(cents: Fraction) -> str:
    """What something is worth on average: with two places, or as many as it needs up to four."""
    parts = round(cents * 100)
    sign, parts = "-" if parts < 0 else "", abs(parts)
    text = f"{sign}{parts // 10_000}.{parts % 10_000:04d}"
    return text[:-2] if text.endswith("00") else text[:-1] if text.endswith("0") else text
