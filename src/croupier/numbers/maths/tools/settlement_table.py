"""Settlement as a table: the games' own `settle`, asked once for each of its facts."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from croupier.base.values import Value
from croupier.rules.games.house.lines import Counted
from croupier.rules.games.house.settlement import Bets, Settled
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents, share_rounded_down
from croupier.rules.rulebook.model import Rulebook

F = TypeVar("F")
Settle = Callable[[Rulebook, Bets, F], Settled]
Stakes = Mapping[Spot, Cents]

NOTHING = Cents(0)
ONE = Cents(100)
"""The default unit of a bet."""


class Paid(Value):
    """What settlement does to the bets of one box, in cents; a share of the meter stays a share."""

    lines: Mapping[Spot, int]
    """Net of each bet: what comes back and what is paid, less the stake."""
    awards: Mapping[str, int] = {}
    share: Fraction = Fraction(0)
    """Of the meter, claimed by the jackpot bet."""
    at_least: Cents = NOTHING
    """The fixed award that the same bet takes if it is worth as much as the share (R-12, R-59)."""

    def jackpot(self, meter: Cents) -> int:
        """Net of the jackpot bet with the meter as displayed."""
        return self.lines.get(Spot.JACKPOT, 0) + max(share_rounded_down(meter, self.share), self.at_least)

    def net(self, meter: Cents = NOTHING) -> int:
        """Net of all bets of the box together."""
        rest = sum(net for spot, net in self.lines.items() if spot is not Spot.JACKPOT)
        return rest + self.jackpot(meter) + sum(self.awards.values())


def bound(book: Rulebook) -> Rulebook:
    """A book that can be cited; what it pays does not depend on the dealing device."""
    return book if book.cited else book.dealt_from(book.procedure.devices[0])


def tabulate(settle: Settle[F], book: Rulebook, stakes: Stakes, facts: Iterable[F]) -> dict[F, Paid]:
    """What each of the facts pays on these stakes."""
    book = bound(book)
    bets = {spot: Counted(spot, amount, amount) for spot, amount in stakes.items() if amount}
    return {each: paid(settle(book, bets, each), bets) for each in facts}


def paid(settled: Settled, bets: Bets) -> Paid:
    lines = {line.spot: line.returned + line.paid - line.staked for line in settled.lines}
    awards = {award.award: award.paid for award in settled.awards}
    if settled.claim is None:
        return Paid(lines, awards)
    claim = settled.claim
    lines[Spot.JACKPOT] = -bets[Spot.JACKPOT].staked
    return Paid(lines, awards, Fraction(claim.numerator, claim.denominator), claim.at_least)
