"""Settlement lines: what became of one bet, with the paragraphs that decided it."""

from enum import StrEnum

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.payouts import PUSH, Payout


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    """Stand off, or neither paid nor collected."""
    RETURNED = "returned"
    """Goes back without a result: void, invalidated, not paid by rule."""


class LineSettled(Value):
    spot: Spot
    staked: Cents
    returned: Cents
    """Of the stake."""
    paid: Cents
    """By the House, or out of the jackpot, on top."""
    result: Result
    cites: tuple[Citation, ...]
    odds: int | None = None
    """`paid` to 1, if a pay table gave odds."""


class AwardPaid(Value):
    """Paid to a box without a bet of its own: Ante Bonus, Envy Bonus."""

    award: str
    paid: Cents
    cites: tuple[Citation, ...]
    source: int | None = None
    """The box whose hand triggered it."""
    odds: int | None = None


class Counted(Value):
    """A bet as it counts at settlement: a rule may let only a part of it count (5.1.1, 5.3.1)."""

    spot: Spot
    staked: Cents
    counts: Cents
    cites: tuple[Citation, ...] = ()


# named once: a member of an enumeration is found several times slower than a name
_WIN, _LOSE, _PUSH, _RETURNED = Result
_NOTHING = Cents(0)


def as_the_table_pays(
    bet: Counted, odds: Payout, *cites: Citation, cap: tuple[Cents, Citation] | None = None
) -> LineSettled:
    """A bet on a row of a pay table: `odds` to 1; 0 loses the stake and `push` returns it."""
    if odds == PUSH:
        return stands_off(bet, *cites)
    return wins(bet, odds, *cites, cap=cap) if odds else loses(bet, *cites)


def wins(bet: Counted, odds: int, *cites: Citation, cap: tuple[Cents, Citation] | None = None) -> LineSettled:
    paid = Cents(bet.counts * odds)
    if cap is not None and paid > cap[0]:
        paid, cites = cap[0], (*cites, cap[1])
    return LineSettled(bet.spot, bet.staked, bet.staked, paid, _WIN, cites + bet.cites, odds)


def loses(bet: Counted, *cites: Citation) -> LineSettled:
    excess = Cents(bet.staked - bet.counts)
    return LineSettled(bet.spot, bet.staked, excess, _NOTHING, _LOSE, cites + bet.cites)


def stands_off(bet: Counted, *cites: Citation) -> LineSettled:
    return LineSettled(bet.spot, bet.staked, bet.staked, _NOTHING, _PUSH, cites + bet.cites)


def goes_back(bet: Counted, *cites: Citation) -> LineSettled:
    return LineSettled(bet.spot, bet.staked, bet.staked, _NOTHING, _RETURNED, cites + bet.cites)


def wins_award(bet: Counted, amount: Cents, *cites: Citation) -> LineSettled:
    """A jackpot bet bought a chance: its stake stays with the House even when it wins."""
    return LineSettled(bet.spot, bet.staked, _NOTHING, amount, _WIN, cites + bet.cites)
