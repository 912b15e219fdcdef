"""Perfect play as charts show it: a threshold, a table by dealer's card, a grid of hole cards."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.base.values import Value

if TYPE_CHECKING:
    from croupier.numbers.maths.holdem.hole_cards import HoleCards
    from croupier.numbers.maths.holdem.mistakes import Holding
    from croupier.numbers.maths.holdem.solver import Choice


class Threshold(Value):
    """A game with nothing to see but one's own hand, such as 3 Card Poker: play from this hand on."""

    hand: str
    regular: bool
    folded: int
    hands: int
    """All that there are, folded or not."""
    ladder: tuple[tuple[str, Fraction], ...] = ()
    """Hands about the threshold, ascending: what playing brings more than folding, in ante units."""


class Reach(Value):
    """Casino Stud, hands of odd cards and pairs against one dealer's card, in order."""

    bets_from: str
    """The lowest hand that is ever bet."""
    folds_to: str
    """The highest hand that is ever folded."""
    depends: int
    """Hands between them that are bet with some suits or ranks and folded with others."""
    always_from: str
    """The lowest hand from which all are bet."""


class ByDealersCard(Value):
    up: str
    matching: Reach
    """One holds a card of that rank."""
    other: Reach


class StudTable(Value):
    rows: tuple[ByDealersCard, ...]
    chart: Mapping[str, Mapping[str, tuple[str, str]]] = {}
    """Kind of hand, dealer's card: "bet", "fold", "depends" or "–", holding a card of its rank and not."""


class HoleGrid(Value):
    choices: "tuple[Choice, ...]"
    turn: "tuple[Holding, ...]" = ()
    """The Turn bet by what one holds on the flop; not counted where mistakes are left out."""
    river: "tuple[Holding, ...]" = ()

    @property
    def folded(self) -> "tuple[HoleCards, ...]":
        return tuple(choice.hole for choice in self.choices if not choice.bets)


Strategy = Threshold | StudTable | HoleGrid
