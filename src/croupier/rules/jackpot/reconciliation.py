"""Start and everything that moved a pot must give what it holds, to a part of a cent."""

from croupier.base.values import Value
from croupier.rules.jackpot.link import Link, Pot
from croupier.rules.money import Cents


class Reconciled(Value):
    """One pot, in parts of a cent."""

    start: int
    contributions: int
    taken_back: int
    awards: int
    made_up: int
    """By the House, and by overflow and reserve before it."""
    corrections: int
    transferred: int
    end: int
    difference: int


class Reconciliation(Value):
    meter: Reconciled
    overflow: Reconciled
    reserve: Reconciled
    carry_parts: int
    made_up_by_house: int
    locked: Cents
    """Won and not yet paid."""

    @property
    def sound(self) -> bool:
        return not (self.meter.difference or self.overflow.difference or self.reserve.difference)


def reconciliation(link: Link) -> Reconciliation:
    pots = (link.meter, link.overflow, link.reserve)
    meter, overflow, reserve = map(_reconciled, pots)
    made_up_by_house = sum(pot.made_up for pot in pots)
    return Reconciliation(meter, overflow, reserve, link.carry, made_up_by_house, link.locked)


def _reconciled(pot: Pot) -> Reconciled:
    made_up = pot.made_up + pot.moved
    expected = pot.start + pot.contributions - pot.taken_back - pot.awards + made_up + pot.corrections + pot.transferred
    return Reconciled(
        start=pot.start,
        contributions=pot.contributions,
        taken_back=pot.taken_back,
        awards=pot.awards,
        made_up=made_up,
        corrections=pot.corrections,
        transferred=pot.transferred,
        end=pot.parts,
        difference=pot.parts - expected,
    )
