"""3 Card Poker, solved: all 22,100 hands against the 18,424 that the dealer may have.

How many dealer's hands are lower than a value and avoid three cards is a matter of inclusion and exclusion:
all lower ones, less those with the first card, or the second, or the third, plus those with two of them, less
the hand itself. So deals are counted without being visited.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.base.values import Value
from croupier.numbers.maths.odds.sanity import check_paytables
from croupier.numbers.maths.three_card.kinds import COMPARED, KINDS
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.results import PayLine, Played, Row, SideBet, pay_lines, side_bet
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Paid, Stakes, tabulate
from croupier.rules.cards import DECK, RANKS, Card
from croupier.rules.games.house.bets import Bet
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card.settle import Facts, Hand, Outcome, kind_of, settle
from croupier.rules.hands import describe_three, three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Strategy = Callable[[tuple[Card, ...]], bool]
"""Whether to play with these cards."""

HANDS = comb(52, 3)
DEALERS = comb(49, 3)
DEALS = HANDS * DEALERS
VALUES = 741


class Deck(NamedTuple):
    """All hands of three cards, and cumulative counts of them: by value, and by cards that they contain."""

    hands: Ints
    """Three card numbers each, ascending; a card's number is its place in DECK."""
    values: Ints
    kinds: Ints
    """Places in KINDS."""
    below: Ints
    """[v]: hands with a value below v."""
    below_with: Ints
    """[card, v]"""
    below_with_both: npt.NDArray[np.int16]
    """[card, card, v]"""


@kept(Deck)
def deck() -> Deck:
    hands = np.array(list(combinations(range(52), 3)), dtype=np.int64)
    ranks, suits = hands // 4, hands % 4
    suited = (suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2])
    by_ranks = np.zeros((13, 13, 13, 2), dtype=np.int64)
    for one, other, third in combinations_with_replacement(range(13), 3):
        plain = tuple(Card(RANKS[rank] + suit) for rank, suit in zip((one, other, third), "cdh", strict=True))
        by_ranks[one, other, third, 0] = three_card_value(plain)
        if one < other < third:
            by_ranks[one, other, third, 1] = three_card_value([Card(card[0] + "s") for card in plain])
    values = by_ranks[ranks[:, 0], ranks[:, 1], ranks[:, 2], suited.astype(np.int64)]
    kinds = np.zeros(HANDS, dtype=np.int64)
    for value in range(1, VALUES + 1):
        same = np.flatnonzero(values == value)
        for hand in same if value == VALUES else same[:1]:  # only of the highest, A-K-Q suited, are there two kinds
            kinds[hand if value == VALUES else same] = KINDS.index(
                kind_of(tuple(DECK[card] for card in hands[hand]), value)
            )
    below = np.zeros(VALUES + 2, dtype=np.int64)
    below_with = np.zeros((52, VALUES + 2), dtype=np.int64)
    below_with_both = np.zeros((52, 52, VALUES + 2), dtype=np.int16)  # 50 at most
    np.add.at(below, values + 1, 1)
    for card in hands.T:
        np.add.at(below_with, (card, values + 1), 1)
    for one, other in combinations(hands.T, 2):
        np.add.at(below_with_both, (one, other, values + 1), 1)
    np.cumsum(below_with_both, axis=2, out=below_with_both)
    return Deck(hands, values, kinds, below.cumsum(), below_with.cumsum(axis=1), below_with_both)


def dealers_below(cards: Deck, value: Ints) -> Ints:
    """For each of the player's hands: the dealer's hands from the other 49 cards with a lower value than this."""
    first, second, third = cards.hands.T
    found: Ints = (
        cards.below[value]
        - cards.below_with[first, value]
        - cards.below_with[second, value]
        - cards.below_with[third, value]
        + cards.below_with_both[first, second, value]
        + cards.below_with_both[first, third, value]
        + cards.below_with_both[second, third, value]
        - (cards.values < value)
    )
    return found


@cache
def outcomes(qualifies: int) -> Ints:
    """[hand, outcome]: how many dealer's hands lead to it, in the order of COMPARED."""
    cards = deck()
    lower = dealers_below(cards, cards.values)
    not_higher = dealers_below(cards, cards.values + 1)
    unqualified = dealers_below(cards, np.full(HANDS, qualifies))
    found = np.empty((HANDS, 4), dtype=np.int64)
    found[:, 0] = unqualified
    found[:, 1] = np.maximum(lower - unqualified, 0)
    found[:, 2] = np.where(cards.values >= qualifies, not_higher - lower, 0)
    found[:, 3] = DEALERS - np.maximum(not_higher, unqualified)
    assert (found.sum(axis=1) == DEALERS).all()
    return found


class Solution(Value):
    """Perfect play of one box, with the bets that it has."""

    played: Played
    threshold: int
    """The lowest value with which every hand of at least that value is played."""
    regular: bool
    """No hand below the threshold is played."""
    lines: tuple[PayLine, ...]
    """Pay tables of the ante: its bonus."""
    plays: Bools
    """[hand], in the order of `deck().hands`."""
    margins: Ints
    """[hand]: what playing brings more than folding, in cents over all 18,424 dealer's hands."""

    @property
    def threshold_hand(self) -> str:
        return describe_three(self.threshold)


def solve(
    book: Rulebook,
    *,
    ante: Cents = ONE,
    side_bets: Stakes | None = None,
    jackpot: Cents = NOTHING,
    meter: Cents = NOTHING,
    others: int = 0,
    strategy: Strategy | None = None,
) -> Solution:
    """Every deal, with the best decision in each, or with that of a strategy.

    A fold loses side bets and jackpot bet too, so the best decision is that for all bets of the box together.
    `others` are boxes of other players, whose hands may bring an Envy Bonus.
    """
    check_paytables(book)
    cards = deck()
    stakes: Stakes = {Spot.ANTE: ante, **(side_bets or {}), Spot.JACKPOT: jackpot}
    folded = tabulate(settle, book, stakes, [Facts(Outcome.FOLDED, kind) for kind in KINDS])
    staying: Stakes = {**stakes, Spot.PLAY: Cents(ante * book.procedure.multiples[Spot.PLAY])}
    stayed = tabulate(settle, book, staying, [Facts(outcome, kind) for kind in KINDS for outcome in COMPARED])
    fold_net = np.array([folded[Facts(Outcome.FOLDED, kind)].net(meter) for kind in KINDS])
    net = np.array([[stayed[Facts(outcome, kind)].net(meter) for outcome in COMPARED] for kind in KINDS])

    found = outcomes(qualifying_value(book.procedure.dealer_qualifies, 3))
    envy = envy_of(book, cards) * others if jackpot else np.zeros(HANDS, dtype=np.int64)
    playing = (found * net[cards.kinds]).sum(axis=1) + envy
    folding = fold_net[cards.kinds] * DEALERS
    margins = playing - folding
    plays = margins > 0 if strategy is None else _following(strategy)

    threshold, regular = _threshold(cards.values, plays)
    rows = tuple(_rows(cards, found, plays, folded, stayed, meter, stakes, staying))
    extra = Fraction(int(envy[plays].sum()), DEALS)
    played = Played(book.game, book.key, ante, DEALS, rows, extra)
    return Solution(played, threshold, regular, _bonus_lines(book, played), plays, margins)


def envy_of(book: Rulebook, cards: Deck) -> Ints:
    """For each hand: Envy Bonuses of all 18,424 hands that one other player may have, in cents.

    The hands with an Envy Bonus, A-K-Q of one suit, are never folded by anybody who looks at them, so they all
    trigger it. Each of the other players has any of the 18,424 hands with equal chance, so the bonus
    is proportional to the number of other players.
    """
    assert book.jackpot is not None, book.key
    pays = np.array([(row.envy or 0) if (row := book.jackpot.rows.get(kind)) else 0 for kind in KINDS], dtype=np.int64)
    total = np.zeros(HANDS, dtype=np.int64)
    for hand, bonus in zip(cards.hands, pays[cards.kinds], strict=True):
        if bonus:
            shares_a_card = (cards.hands[:, :, None] == hand).any(axis=(1, 2))
            total += np.where(shares_a_card, 0, bonus)
    return total


def _following(strategy: Strategy) -> Bools:
    return np.array([strategy(hand) for hand in combinations(DECK, 3)], dtype=np.bool_)


def _threshold(values: Ints, plays: Bools) -> tuple[int, bool]:
    highest_folded = int(values[~plays].max(initial=0))
    lowest_played = int(values[plays].min(initial=VALUES + 1))
    return min(highest_folded + 1, VALUES), lowest_played > highest_folded


def _rows(
    cards: Deck,
    found: Ints,
    plays: Bools,
    folded: dict[Facts, Paid],
    stayed: dict[Facts, Paid],
    meter: Cents,
    stakes: Stakes,
    staying: Stakes,
) -> list[Row]:
    rows = []
    for number, kind in enumerate(KINDS):
        of_kind = cards.kinds == number
        facts = Facts(Outcome.FOLDED, kind)
        if deals := int((of_kind & ~plays).sum()) * DEALERS:
            rows.append(_row("fold", facts, stakes, folded[facts], meter, deals))
        for outcome, deals in zip(COMPARED, found[of_kind & plays].sum(axis=0).tolist(), strict=True):
            facts = Facts(outcome, kind)
            if deals:
                rows.append(_row("play", facts, staying, stayed[facts], meter, deals))
    return rows


def _row(decision: str, facts: Facts, stakes: Stakes, paid: Paid, meter: Cents, deals: int) -> Row:
    lines: dict[str, int] = {spot.value: net for spot, net in paid.lines.items()}
    if stakes.get(Spot.JACKPOT):
        lines[Spot.JACKPOT.value] = paid.jackpot(meter)
    staked = {spot: amount for spot, amount in stakes.items() if amount}
    return Row(decision, facts.outcome.value, facts.hand.value, staked, {**lines, **paid.awards}, deals)


_AKQ = (Hand.AKQ_OF_SPADES, Hand.AKQ_OF_ANOTHER_SUIT)


def _bonus_lines(book: Rulebook, played: Played) -> tuple[PayLine, ...]:
    paid = [
        (Hand.STRAIGHT_FLUSH.value if row.hand in _AKQ else row.hand, row.lines["ante-bonus"], row.deals)
        for row in played.rows
        if "ante-bonus" in row.lines
    ]
    return pay_lines("ante-bonus", book.paytables["ante-bonus"].pays, paid, DEALS, played.unit)


def frequencies(plays: Bools | None = None) -> dict[Hand, int]:
    """How many of the 22,100 hands, or of those that are played, are of each kind."""
    kinds = deck().kinds
    counted = np.bincount(kinds if plays is None else kinds[plays], minlength=len(KINDS))
    return {kind: int(number) for kind, number in zip(KINDS, counted, strict=True)}


def on_own_hand(book: Rulebook, bet: Bet, plays: Bools) -> SideBet:
    """A side bet on the player's own hand.

    If the bet needs no Ante, it is counted without one, because nothing can be folded; otherwise folded hands lose it.
    """
    check_paytables(book)
    kinds = frequencies(plays if bet.needs_ante else None)
    hits: dict[str, int] = {kind.value: number for kind, number in kinds.items() if kind not in _AKQ}
    hits[Hand.STRAIGHT_FLUSH] += sum(kinds[kind] for kind in _AKQ)
    table = tabulate(settle, book, {bet.spot: ONE}, [Facts(Outcome.LOWER, kind) for kind in KINDS])
    won = {kind.value: table[Facts(Outcome.LOWER, kind)].net() for kind in KINDS if kind not in _AKQ}
    return side_bet(bet.spot.value, book.paytables[bet.spot].pays, won, hits, HANDS, ONE)
