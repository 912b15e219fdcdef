"""What a share of a progressive meter is worth, exact: below a cent is carried, never lost (R-61)."""

from croupier.base.values import Value
from croupier.rules.money import Cents

PARTS = 10**12
"""Parts of a cent. A contribution has at most twelve decimals, so each bet adds a whole number of parts."""


class Meter(Value):
    displayed: Cents
    reset: Cents


class Claim(Value):
    """A hand has won a share; `at_least` is the best fixed award the same bet could take instead, if any (R-12)."""

    numerator: int
    denominator: int
    at_least: Cents


class AwardMade(Value):
    """`amount` is paid; `from_meter` of it leaves the meter, the House makes up the rest (R-11)."""

    amount: Cents
    from_meter: Cents


class FixedAwardPreferred(Value):
    """The share is worth no more than the fixed award, which the House pays (R-12, R-59)."""

    share_worth: Cents


def decide(meter: Meter, claim: Claim) -> AwardMade | FixedAwardPreferred:
    amount = Cents(meter.displayed * claim.numerator // claim.denominator)  # rounded down
    if claim.at_least and amount <= claim.at_least:
        return FixedAwardPreferred(share_worth=amount)
    whole = claim.numerator == claim.denominator
    stays = meter.reset if whole else max(meter.reset, Cents(meter.displayed - amount))
    return AwardMade(amount=amount, from_meter=Cents(meter.displayed - stays))
