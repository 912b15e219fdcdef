"""The exact value of every option of a box, at any decision, with all bets that it has in play.

A fold leaves something else of the side bets in each game: nothing in 3 Card Poker, all of the jackpot bet in
Casino Stud (R-23), the awards of the community cards in Progressive Hold'em (R-27). A player who has
not looked decides over all hands that it may be; `seen` are the cards known from another box (R-8).
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from croupier.base.values import Value
from croupier.numbers.maths.tools.settlement_table import Paid, Stakes
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Decision
from croupier.rules.money import Cents

Parts = Mapping[str, Fraction]
"""Cents by where they come from: "dealer" for Ante and all that is bet against the dealer, else the side bet."""

DEALER, ENVY = "dealer", "envy"


class Options(Value):
    """Options with what the box ends up with on average, in cents; bets already made are part of it."""

    parts: Mapping[Decision, Parts]

    @property
    def values(self) -> dict[Decision, Fraction]:
        return {decision: sum(parts.values(), Fraction(0)) for decision, parts in self.parts.items()}

    @property
    def best(self) -> Decision:
        values = self.values
        return max(values, key=values.__getitem__)

    @property
    def costs(self) -> dict[Decision, Fraction]:
        """What each option gives away against the best."""
        values = self.values
        best = max(values.values())
        return {decision: best - value for decision, value in values.items()}


def parts_of(stakes: Stakes, paid: Iterable[tuple[int, Paid]], meter: Cents) -> dict[str, Fraction]:
    """The mean over the given deals; `stakes` are the Ante and the side bets, each of which is a part."""
    beside = [spot for spot, stake in stakes.items() if stake and spot is not Spot.ANTE]
    found = {DEALER: 0} | {spot.value: 0 for spot in beside}
    deals = 0
    for number, each in paid:
        deals += number
        side = [each.jackpot(meter) if spot is Spot.JACKPOT else each.lines[spot] for spot in beside]
        for spot, net in zip(beside, side, strict=True):
            found[spot.value] += number * net
        found[DEALER] += number * (each.net(meter) - sum(side))
    return {name: Fraction(total, deals) for name, total in found.items()}


def counted(found: Sequence[Sequence[int]], paid: Sequence[Sequence[Paid]]) -> Iterable[tuple[int, Paid]]:
    for numbers, row in zip(found, paid, strict=True):
        for number, each in zip(numbers, row, strict=True):
            if number:
                yield number, each
