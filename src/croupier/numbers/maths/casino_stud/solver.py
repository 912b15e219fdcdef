"""Casino Stud, solved: every five cards against every dealer's card, 19,933,230,517,200 deals (see `situations`)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import gcd

from croupier.base.values import Value
from croupier.numbers.maths.casino_stud import counts
from croupier.numbers.maths.casino_stud.deals import COMPARED, DEALS, HANDS, Bets, Deals, Gains, betting_deals
from croupier.numbers.maths.casino_stud.groups import hands_with, ranks_of_groups, values_of
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.tools.rankings import CATEGORIES, VALUES
from croupier.numbers.maths.tools.results import PayLine, Played, Row, pay_lines
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Paid, Stakes, tabulate
from croupier.rules.cards import Card
from croupier.rules.games.casino_stud.settle import PAID_AS, Facts, Outcome, settle
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.hands import FiveCardRank, five_card_rank
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Rulebook
from croupier.rules.rulebook.payouts import to_one

Strategy = Callable[[int, int], bool]
"""Whether to bet with a hand of this value against a dealer's card of this rank, 0 for a Two."""


class Solution(Value):
    """Perfect play of one box, or another way to play."""

    played: Played
    lines: tuple[PayLine, ...]
    """The pay table of the BET."""
    betting: Deals
    """The deals in which one bets."""
    qualifies: int
    gains: Gains
    """What decides, where play is perfect."""

    def bets(self, cards: Sequence[Card], up: Card) -> bool:
        """Whether to bet with these cards against the dealer's is best."""
        from croupier.numbers.maths.casino_stud.spots import decisions, spot_of

        return bool(decisions(self.qualifies, self.gains)[spot_of(cards, up)])


@cache
def hands_by_rank() -> dict[FiveCardRank, int]:
    """How many of the 2,598,960 hands have each ranking."""
    found = dict.fromkeys(CATEGORIES, 0)
    for value in range(1, VALUES + 1):
        found[five_card_rank(value)] += hands_with()[value]
    assert sum(found.values()) == HANDS
    return found


class Tables(Value):
    """Settlement by ranking and outcome."""

    folded: Mapping[Facts, Paid]
    stayed: Mapping[Facts, Paid]

    @property
    def gains(self) -> Gains:
        """What betting brings more than folding; the jackpot bet is the same in both (R-23)."""
        found = []
        for rank in CATEGORIES:
            fold = self.folded[Facts(Outcome.FOLDED, rank)].net()
            found.append([self.stayed[Facts(outcome, rank)].net() - fold for outcome in COMPARED])
        unit = max(1, gcd(*(gain for row in found for gain in row)))
        return tuple(tuple(gain // unit for gain in row) for row in found)


def tables(book: Rulebook, stakes: Stakes) -> Tables:
    staying: Stakes = {**stakes, Spot.BET: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.BET])}
    return Tables(
        tabulate(settle, book, stakes, [Facts(Outcome.FOLDED, rank) for rank in CATEGORIES]),
        tabulate(settle, book, staying, [Facts(outcome, rank) for rank in CATEGORIES for outcome in COMPARED]),
    )


def deciding(book: Rulebook, gains: Gains) -> Gains:
    """What decides: the gains of the approved book where these decide the same.

    There all pairs and better hands are bet, so they are if they win more.
    """
    approved = tables(load(book.key), {Spot.ANTE: ONE}).gains
    pairs = CATEGORIES.index(FiveCardRank.ONE_PAIR)
    same = gains[:pairs] == approved[:pairs] and all(
        new >= old for rows in zip(gains[pairs:], approved[pairs:], strict=True) for new, old in zip(*rows, strict=True)
    )
    return approved if same else gains


def solve(
    book: Rulebook,
    *,
    ante: Cents = ONE,
    jackpot: Cents = NOTHING,
    meter: Cents = NOTHING,
    strategy: Strategy | None = None,
) -> Solution:
    """Every deal, with the best decision in each, or with that of a strategy.

    The jackpot bet changes no decision, for a folded box keeps it (R-23).
    """
    check_paytables(book)
    stakes: Stakes = {Spot.ANTE: ante, Spot.JACKPOT: jackpot}
    staying: Stakes = {**stakes, Spot.BET: Cents(ante * book.procedure.multiples[Spot.BET])}
    settled = tables(book, stakes)
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 5)
    gains, every = deciding(book, settled.gains), counts.deals(qualifies)
    if strategy is None:
        betting = betting_deals(every, counts.bets(qualifies, gains))
    else:
        betting = _following(strategy, qualifies)

    rows = []
    for rank in reversed(CATEGORIES):
        counted, all_deals = (of_rank(deals, rank) for deals in (betting, every))
        for outcome, number in zip(COMPARED, counted, strict=True):
            if number:
                facts = Facts(outcome, rank)
                rows.append(_row("bet", facts, staying, settled.stayed[facts], meter, number))
        if number := sum(all_deals) - sum(counted):
            facts = Facts(Outcome.FOLDED, rank)
            rows.append(_row("fold", facts, stakes, settled.folded[facts], meter, number))
    played = Played(book.game, book.key, ante, DEALS, tuple(rows))
    return Solution(played, _bet_lines(book, played), betting, qualifies, gains)


def of_rank(deals: Deals, rank: FiveCardRank) -> list[int]:
    """[outcome]: of all groups of this ranking, and all dealer's cards."""
    groups = (by_up for by_up, of_rank in zip(deals, ranks_of_groups(), strict=True) if of_rank is rank)
    return [sum(column) for column in zip(*(outcomes for by_up in groups for outcomes in by_up), strict=True)]


def _following(strategy: Strategy, qualifies: int) -> Deals:
    every = counts.deals(qualifies)
    chosen = [[{strategy(value, up) for value in values_of(group)} for up in range(13)] for group in range(len(every))]
    if all(len(answers) == 1 for row in chosen for answers in row):
        bets: Bets = [[int(answers == {True}) for answers in row] for row in chosen]
        return betting_deals(every, bets)
    import numpy as np

    from croupier.numbers.maths.casino_stud.spots import strategy_deals

    by_value = [[value > 0 and strategy(value, up) for up in range(13)] for value in range(VALUES + 1)]
    return strategy_deals(qualifies, np.array(by_value, dtype=np.bool_))


def _row(decision: str, facts: Facts, stakes: Stakes, paid: Paid, meter: Cents, deals: int) -> Row:
    lines: dict[str, int] = {spot.value: net for spot, net in paid.lines.items()}
    if stakes.get(Spot.JACKPOT):
        lines[Spot.JACKPOT.value] = paid.jackpot(meter)
    staked = {spot: amount for spot, amount in stakes.items() if amount}
    return Row(decision, facts.outcome.value, facts.hand.name.lower().replace("_", "-"), staked, lines, deals)


def ante_paid_in_full(book: Rulebook) -> Cents:
    """The largest Ante on whose BET no payout limit (4.1.1, R-21) touches any hand."""
    cap = book.procedure.payout_caps[Spot.BET]
    most = max(1, *map(to_one, book.paytables["bet"].pays.values()))
    return Cents(cap // (most * book.procedure.multiples[Spot.BET]))


def _bet_lines(book: Rulebook, played: Played) -> tuple[PayLine, ...]:
    names = {rank.name.lower().replace("_", "-"): PAID_AS[rank] for rank in FiveCardRank}
    won = [(names[row.hand], row.lines[Spot.BET], row.deals) for row in played.rows if row.outcome == Outcome.HIGHER]
    stake = played.unit * book.procedure.multiples[Spot.BET]
    return pay_lines("bet", book.paytables["bet"].pays, won, DEALS, stake)
