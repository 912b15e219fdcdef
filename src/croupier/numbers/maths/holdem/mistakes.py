"""Turn and River bets of Progressive Hold'em by what one holds: how often they are right, and what a mistake costs.

What they are counted from is in `streets`.
"""

from fractions import Fraction
from math import comb, gcd

from croupier.base.values import Value
from croupier.numbers.maths.holdem import counts
from croupier.numbers.maths.holdem import solver as holdem
from croupier.numbers.maths.holdem.deals import Decided, Gain, Streets
from croupier.numbers.maths.holdem.holdings import HOLDINGS
from croupier.numbers.maths.holdem.hole_cards import ALL_HOLES, DEALS, HoleCards
from croupier.numbers.maths.tools.settlement_table import ONE
from croupier.rules.rulebook.model import Rulebook


class Holding(Value):
    """One row: the decisions with such cards, of all deals that are not folded. Gains are in ante units a deal."""

    words: str
    spots: int
    """Flops, or boards of four, with hole cards, counted with the order of dealing."""
    bet: int
    """Of these, where the bet is right."""
    gains: tuple[int, int]
    """Of the bet, in cents over all deals: where it is right, and, negative, where it is not."""
    deals: int

    def cost(self, *, bets: bool) -> Fraction:
        """What it costs always to bet, or never, with such cards, in ante units a deal of the whole game."""
        return Fraction(-self.gains[1] if bets else self.gains[0], self.deals * ONE)


def holdings(book: Rulebook, folded: tuple[HoleCards, ...]) -> tuple[tuple[Holding, ...], tuple[Holding, ...]]:
    """The Turn bet and the River bet by what one holds; hole cards that are folded before the flop do not count."""
    settled, lowest = holdem.tables(book, ONE), holdem.pays_from(book)
    out = places_of(folded)
    (turn_gain, turn_unit), (river_gain, river_unit) = (_gain(settled, bet) for bet in (2, 1))
    turn, river = counts.turn_bets(lowest, turn_gain, out), counts.river_bets(lowest, river_gain, out)
    playing = sum(hole.combinations for hole in ALL_HOLES if hole not in folded)
    assert sum(spots for spots, *_ in turn) == playing * comb(50, 3)
    assert sum(spots for spots, *_ in river) == playing * comb(50, 3) * 47
    return tuple(_rows(turn, turn_unit)), tuple(_rows(river, river_unit))


def places_of(folded: tuple[HoleCards, ...]) -> tuple[int, ...]:
    """In the list of all hole cards."""
    return tuple(place for place, hole in enumerate(ALL_HOLES) if hole in folded)


def _gain(settled: holdem.Tables, bet: int) -> tuple[Gain, int]:
    """What a bet brings by result, and the unit of it, so that sums stay within 64 bits."""
    found = [with_bet - without for with_bet, without in zip(settled.net[bet], settled.net[0], strict=True)]
    unit = max(1, gcd(*found))
    return tuple(each // unit for each in found), unit


def _rows(found: Streets, unit: int) -> list[Holding]:
    return [
        Holding(words, spots, bet, (right * unit, wrong * unit), DEALS)
        for words, (spots, bet, right, wrong) in zip(HOLDINGS, found, strict=True)
    ]


# --- Aces against Aces --------------------------------------------------------------------------------------


def aces_against_aces(book: Rulebook) -> Decided:
    """[bets, result]: deals of 6 hole cards against the one hand that makes the highest Bonus."""
    settled = holdem.tables(book, ONE)
    turn, river = (_gain(settled, bet)[0] for bet in (2, 1))
    found = counts.aces_against_aces(turn, river, holdem.pays_from(book))
    assert sum(map(sum, found)) == comb(48, 3) * 45 * 44
    return [[number * ALL_HOLES[0].combinations for number in row] for row in found]
