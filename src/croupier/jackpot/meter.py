"""One progressive meter, exact: what a contribution adds below a cent is carried, never lost (R-61)."""

from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from croupier.money import Cents, share_rounded_down
from croupier.values import Value

PARTS = 10**12
"""Parts of a cent. A contribution has at most twelve decimals, so each bet adds a whole number of parts."""


class Meter(Value):
    parts: int
    """The value in parts of a cent."""
    reset: Cents
    contribution: int
    """Of each bet, in 1/PARTS."""
    floor: Cents
    """No void brings it below this: the reset value, or what it began with if that was less (R-44)."""

    @property
    def displayed(self) -> Cents:
        return Cents(self.parts // PARTS)


def meter_at(*, displayed: Cents, reset: Cents, contribution: Fraction) -> Meter:
    added, rest = divmod(contribution.numerator * PARTS, contribution.denominator)
    assert rest == 0, contribution
    return Meter(parts=displayed * PARTS, reset=reset, contribution=added, floor=min(displayed, reset))


class Contribute(Value, tag="contribute"):
    """A jackpot bet was accepted and bets are closed (R-11)."""

    bet: Cents


class TakeBack(Value, tag="take-back"):
    """The bet was returned: void, withdrawn, invalidated (R-7, R-54)."""

    bet: Cents


class Claim(Value, tag="claim"):
    """A hand has won a share; `at_least` is the best fixed award the same bet could take instead, if any (R-12)."""

    share: Fraction
    at_least: Cents


class UndoAward(Value, tag="undo-award"):
    """The round that won it was undone before the next one started (R-5)."""

    award: "AwardMade"


class Contributed(Value, tag="contributed"):
    parts: int


class ContributionTakenBack(Value, tag="contribution-taken-back"):
    parts: int


class AwardMade(Value, tag="award-made"):
    """`amount` is paid; `from_meter` of it leaves the meter, the House makes up the rest (R-11)."""

    amount: Cents
    from_meter: Cents


class AwardUndone(Value, tag="award-undone"):
    from_meter: Cents


class FixedAwardPreferred(Value, tag="fixed-award-preferred"):
    """The share is worth no more than the fixed award, which the House pays (R-12, R-59)."""

    share_worth: Cents


MeterCommand = Contribute | TakeBack | Claim | UndoAward
MeterEvent = Contributed | ContributionTakenBack | AwardMade | AwardUndone | FixedAwardPreferred


def decide(meter: Meter, command: MeterCommand) -> MeterEvent:
    match command:
        case Contribute(bet=bet):
            return Contributed(parts=bet * meter.contribution)
        case TakeBack(bet=bet):
            # a contribution taken back after the meter was paid out does not break the reset value
            floor = min(meter.parts, meter.floor * PARTS)
            return ContributionTakenBack(parts=min(bet * meter.contribution, meter.parts - floor))
        case Claim(share=share, at_least=at_least):
            amount = share_rounded_down(meter.displayed, share)
            if at_least and amount <= at_least:
                return FixedAwardPreferred(share_worth=amount)
            stays = meter.reset if share == 1 else max(meter.reset, Cents(meter.displayed - amount))
            return AwardMade(amount=amount, from_meter=Cents(meter.displayed - stays))
        case UndoAward(award=award):
            return AwardUndone(from_meter=award.from_meter)
        case _:
            assert_never(command)


def evolve(meter: Meter, event: MeterEvent) -> Meter:
    match event:
        case Contributed(parts=parts):
            return replace(meter, parts=meter.parts + parts)
        case ContributionTakenBack(parts=parts):
            return replace(meter, parts=meter.parts - parts)
        case AwardMade(from_meter=from_meter):
            return replace(meter, parts=meter.parts - from_meter * PARTS)
        case AwardUndone(from_meter=from_meter):
            return replace(meter, parts=meter.parts + from_meter * PARTS)
        case FixedAwardPreferred():
            return meter
        case _:
            assert_never(event)
