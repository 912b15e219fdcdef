"""The House's expected win on the bets made, and its spread, from the exact mathematics.

It assumes that players play perfectly and that boxes are independent of each other. Jackpot bets are left out: a meter
pays their awards, and the meter has checks of its own.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import isqrt

from croupier.base.errors import Unreadable
from croupier.base.extras import lacking
from croupier.base.values import Value
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.lines import AwardPaid, LineSettled, Result
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook

FEWEST = 30
"""The fewest boxes for a band. With fewer, one box alone could leave it: 40 to 1 on Pair Plus is more than three
standard deviations (2.85 a bet) of up to 21 equal bets, but not of 30. A royal flush still can, and deserves a look."""
SIGMAS = 3
"""How many standard deviations the win may differ from the expected win before staff are alerted."""
_RETURNED = Result.RETURNED

Bets = tuple[tuple[Spot, int], ...]
"""The Ante and side bets of one box, in cents; bets that follow are decisions."""


@cache
def _before_the_cards(book: str) -> frozenset[Spot]:
    rules = load(book)
    return frozenset(HOUSE_GAMES[rules.game].bets_in(rules)) - {Spot.JACKPOT}


def bets_of(book: str, lines: Iterable[LineSettled]) -> Bets:
    """The bets that the mathematics covers: made before the cards, and not returned by a ruling."""
    spots = _before_the_cards(book)
    return tuple((line.spot, line.staked) for line in lines if line.spot in spots and line.result is not _RETURNED)


def won_of(lines: Iterable[LineSettled], awards: Iterable[AwardPaid]) -> int:
    """What the House won of one box, without its jackpot bet and the Envy Bonuses."""
    kept = sum(line.staked - line.returned - line.paid for line in lines if line.spot is not Spot.JACKPOT)
    return kept - sum(award.paid for award in awards if award.source is None)


class Outlook(Value):
    """Cents, and cents squared."""

    mean: Fraction
    variance: Fraction


class Compared(Value):
    """The House's win on some boxes against the mathematics, in cents."""

    won: int
    expected: int
    """Rounded to a cent."""
    sigma: int
    boxes: int
    outside: bool
    """More than `SIGMAS` standard deviations from the expected win; never with too few boxes for a band."""

    @property
    def has_band(self) -> bool:
        return self.boxes >= FEWEST


class _Moments(Value):
    """Of one book, for each unit staked: the House's mean, and the variance."""

    mean: Mapping[Spot, Fraction]
    variance: Mapping[Spot, Fraction]
    with_ante: Mapping[Spot, Fraction]
    """Covariance of a side bet with the Ante and its following bets: the same cards decide both."""


class Expectations:
    """Solves each book on first use, which takes half a second: call it in a thread."""

    def __init__(self) -> None:
        self._books: dict[str, _Moments | None] = {}

    def of(self, boxes: Mapping[tuple[str, Bets], int]) -> Outlook | None:
        """The sum over boxes, counted by book and bets; None if a book has no mathematics here."""
        mean = variance = Fraction(0)
        for (book, bets), times in boxes.items():
            if book not in self._books:
                self._books[book] = _moments(load(book))
            moments = self._books[book]
            if moments is None or any(spot not in moments.mean for spot, _ in bets):
                return None
            mean += times * sum(amount * moments.mean[spot] for spot, amount in bets)
            variance += times * _variance(moments, bets)
        return Outlook(mean, variance)


def compared(won: int, boxes: int, outlook: Outlook) -> Compared:
    """Compares the House's win with the outlook of the same boxes, for the pit's figures and for players' own."""
    outside = boxes >= FEWEST and (won - outlook.mean) ** 2 > SIGMAS**2 * outlook.variance
    return Compared(won, round(outlook.mean), isqrt(round(outlook.variance)), boxes, outside)


def _variance(moments: _Moments, bets: Bets) -> Fraction:
    ante = dict(bets).get(Spot.ANTE, 0)
    alone = sum((amount**2 * moments.variance[spot] for spot, amount in bets), Fraction(0))
    return alone + sum(2 * ante * amount * moments.with_ante.get(spot, Fraction(0)) for spot, amount in bets)


def edges_of(book: Rulebook) -> Mapping[Spot, Fraction] | None:
    """The House's edge on each bet, for each unit staked; None if the book has no mathematics here."""
    found = _moments(book)
    return None if found is None else found.mean


def _moments(book: Rulebook) -> _Moments | None:
    try:
        from croupier.numbers.maths.odds.risk import AGAINST_THE_DEALER
        from croupier.numbers.maths.odds.solve import sheet

        found = sheet(book, habits=False)
    except Unreadable:
        return None
    except ModuleNotFoundError as error:
        if lacking("the expected win", error.name) is None:
            raise
        return None
    assert found.risk is not None
    spreads = {Spot(bet.name): found.risk.spread(bet.name) for bet in found.side_bets}
    spreads[Spot.ANTE] = found.risk.spread(AGAINST_THE_DEALER)
    variance = {spot: spread.variance for spot, spread in spreads.items()}
    with_ante = {
        Spot(name): (played.variance - variance[Spot.ANTE] - variance[Spot(name)]) / 2
        for name, played in found.joint.items()
    }
    return _Moments({spot: spread.house_edge for spot, spread in spreads.items()}, variance, with_ante)
