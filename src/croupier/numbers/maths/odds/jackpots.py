"""Jackpot bets of any house-banked game, by the game's solver."""

from fractions import Fraction

from croupier.numbers.maths.jackpot.odds import Folding, Forfeited, JackpotOdds
from croupier.numbers.maths.odds.sheet import Jackpot, SheetRequest
from croupier.numbers.maths.odds.solver import solver_of
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook


def jackpot_odds(book: Rulebook, bet: Cents, others: int = 0) -> JackpotOdds:
    """The jackpot bet of a house game, played as is best without side bets."""
    return solver_of(book).jackpot_odds(book, bet, others)


def foldings(
    book: Rulebook, bet: Cents, *, ante: Cents = ONE, meter: Cents = NOTHING, others: int = 0
) -> tuple[Folding, ...]:
    """Ways to fold: without a thought of the jackpot bet, with one at this meter and Ante, never, and always."""
    return solver_of(book).foldings(book, bet, ante, meter, others)


def forfeited(book: Rulebook, bet: Cents, *, meter: Cents = NOTHING, others: int = 0) -> Forfeited:
    """The awards are the same for any Ante, a fold saves more the larger it is: so a small Ante folds less."""
    return solver_of(book).forfeited(book, bet, meter, others)


def jackpot_of(book: Rulebook, asked: SheetRequest, envy: tuple[Fraction, ...] = ()) -> Jackpot | None:
    """The jackpot part of a sheet; None where the document has no jackpot."""
    if book.jackpot is None:
        return None
    bet, meter = asked.jackpot_bet, asked.meter or NOTHING
    folding = foldings(book, bet, ante=asked.ante, meter=meter, others=asked.others)
    odds = folding[0].odds
    long_run = None
    if asked.link is not None and odds.per_dollar:
        long_run = odds.long_run(contribution=asked.link.contribution, reset=asked.link.reset)
    lost = forfeited(book, bet, meter=meter, others=asked.others)
    return Jackpot(odds, asked.meter, envy, folding, lost, asked.link, long_run)
