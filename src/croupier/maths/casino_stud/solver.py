"""Casino Stud, solved: every five cards against every dealer's card, 19,933,230,517,200 deals (see `situations`)."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.cards import RANKS, Card
from croupier.games.casino_stud.settle import PAID_AS, Facts, Outcome, settle
from croupier.games.house.qualify import qualifying_value
from croupier.games.house.spots import Spot
from croupier.hands import FiveCardRank, is_suited
from croupier.maths.casino_stud.situations import (
    CHOOSE,
    DEALERS,
    FLUSH_ELSEWHERE,
    FLUSH_IN_SUIT,
    HANDS,
    PLACES,
    Int32s,
    patterns,
)
from croupier.maths.odds.sanity import check_paytables
from croupier.maths.tools.kept import kept
from croupier.maths.tools.rank_arrays import Ints, categories
from croupier.maths.tools.rankings import CATEGORIES, VALUES
from croupier.maths.tools.results import PayLine, Played, Row, pay_lines
from croupier.maths.tools.settlement_table import NOTHING, ONE, Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.rulebook.payouts import to_one
from croupier.values import Value

DEALS = HANDS * 47 * DEALERS
APPROVED = "ace-king"  # the dealer's qualifying hand; with another one, spots are counted again by each process
COMPARED = (Outcome.DEALER_NOT_QUALIFIED, Outcome.HIGHER, Outcome.SAME, Outcome.LOWER)

Bools = npt.NDArray[np.bool_]
Strategy = Callable[[int, int], bool]
"""Whether to bet with a hand of this value against a dealer's card of this rank, 0 for a Two."""


class Solution(Value):
    """Perfect play of one box."""

    played: Played
    lines: tuple[PayLine, ...]
    """The pay table of the BET."""
    decisions: npt.NDArray[np.int8]
    """[hand, up, place]: 1 bet, 0 fold, -1 no such spot; see `spot_of`."""
    betting: Ints
    """[value, up, outcome]: the deals in which one bets."""

    def bets(self, cards: Sequence[Card], up: Card) -> bool:
        """Whether to bet with these cards against the dealer's."""
        return bool(self.decisions[spot_of(cards, up)])


def spot_of(cards: Sequence[Card], up: Card) -> tuple[int, int, int]:
    """The hand's place in `patterns().ranks`, the rank of the dealer's card, and which ranks are of its suit."""
    assert len({*cards, up}) == 6, (cards, up)
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    hand = int(np.flatnonzero((patterns().ranks == ranks).all(axis=1))[0])
    in_suit = {RANKS.index(card[0]) for card in cards if card[1] == up[1]}
    if is_suited(cards):
        place = FLUSH_IN_SUIT if in_suit else FLUSH_ELSEWHERE
    else:
        place = sum(1 << place for place, rank in enumerate(dict.fromkeys(ranks)) if rank in in_suit)
    return hand, RANKS.index(up[0]), place


def outcomes_of(book: Rulebook, cards: Sequence[Card], up: Card) -> dict[Outcome, int]:
    """How many of the 163,185 hands that the dealer may have lead to each outcome, if one bets."""
    from croupier.maths.kernels.situations import count_spots

    hand, rank, place = spot_of(cards, up)
    known = patterns()
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 5)
    outcomes = np.zeros((PLACES, 4), dtype=np.int64)
    hands = np.zeros(PLACES, dtype=np.int64)
    moves = np.full((1 << 13, 13, 3), -1, dtype=np.int64)
    count_spots(
        known.ranks[hand],
        known.values[hand],
        known.suited[hand],
        rank,
        outcomes,
        hands,
        moves,
        known.up_values[rank],
        known.up_ranks[rank],
        known.up_cards[rank],
        known.up_starts[rank],
        known.pair_starts[rank],
        known.masks[rank],
        known.mask_values[rank],
        known.mask_suited[rank],
        categories(),
        CHOOSE,
        qualifies,
        _qualifying_ranks(qualifies),
    )
    return dict(zip(COMPARED, outcomes[place].tolist(), strict=True))


@cache
def hands_by_rank() -> dict[FiveCardRank, int]:
    """How many of the 2,598,960 hands have each ranking."""
    known = patterns()
    counts = (known.ranks[:, :, None] == np.arange(13)).sum(axis=1)
    ways = np.array([1, 4, 6, 4, 1])[counts].prod(axis=1) - 4 * (known.suited > 0)
    found = 4 * np.bincount(categories()[known.suited[known.suited > 0]], minlength=11)
    np.add.at(found, categories()[known.values], ways)
    assert found.sum() == HANDS
    return {rank: int(found[rank]) for rank in CATEGORIES}


class Spots(NamedTuple):
    """All spots there are, before any decision, by value and then by dealer's card."""

    at: Int32s
    """Where they stand in [hand, up, place]."""
    value: npt.NDArray[np.int16]
    up: npt.NDArray[np.int8]
    hands: npt.NDArray[np.int16]
    """The player's hands, with the suits of the dealer's card."""
    outcomes: Int32s
    """[spot, outcome]: dealer's hands."""

    def by_value(self, chosen: Bools | None = None) -> Ints:
        """[value, up, outcome]: deals in all spots, or in the chosen ones."""
        which = self.value.astype(np.int64) * 13 + self.up
        starts = np.flatnonzero(np.diff(which, prepend=-1))
        hands = self.hands.astype(np.int64) if chosen is None else self.hands * chosen.astype(np.int64)
        found = np.zeros((VALUES + 1, 13, 4), dtype=np.int64)
        found.reshape(-1, 4)[which[starts]] = np.add.reduceat(self.outcomes * hands[:, None], starts)
        return found

    def in_place(self, of_spots: npt.NDArray[Any], empty: int) -> npt.NDArray[Any]:
        """[hand, up, place]: what there is in each spot."""
        found = np.full((len(patterns().ranks) * 13 * PLACES, *of_spots.shape[1:]), empty, dtype=of_spots.dtype)
        found[self.at] = of_spots
        return found.reshape(-1, 13, PLACES, *of_spots.shape[1:])


@lru_cache(maxsize=2)
def every_spot(qualifies: int) -> Spots:
    """Every hand against every dealer's card, with this lowest value with which the dealer qualifies."""
    return _approved_spots() if qualifies == qualifying_value(APPROVED, 5) else counted_spots(qualifies)


@kept(Spots)
def _approved_spots() -> Spots:
    return counted_spots(qualifying_value(APPROVED, 5))


def counted_spots(qualifies: int) -> Spots:
    from croupier.maths.kernels.situations import fill_spots

    known = patterns()
    outcomes = np.zeros((len(known.ranks), 13, PLACES, 4), dtype=np.int32)
    hands = np.zeros((len(known.ranks), 13, PLACES), dtype=np.int16)
    fill_spots(*known, categories(), CHOOSE, qualifies, _qualifying_ranks(qualifies), outcomes, hands)
    hand, up, place = np.nonzero(hands)
    value = np.where(place >= FLUSH_ELSEWHERE, known.suited[hand], known.values[hand])
    order = np.lexsort((up, value))
    at = np.ravel_multi_index((hand, up, place), hands.shape)[order]
    return Spots(
        at.astype(np.int32),
        value[order].astype(np.int16),
        up[order].astype(np.int8),
        hands.reshape(-1)[at],
        outcomes.reshape(-1, 4)[at],
    )


@lru_cache(maxsize=2)
def deals_by_value(qualifies: int) -> Ints:
    """[value, up, outcome]: all deals."""
    return _approved_deals() if qualifies == qualifying_value(APPROVED, 5) else every_spot(qualifies).by_value()


@kept(np.asarray)
def _approved_deals() -> Ints:
    return _approved_spots().by_value()


def _qualifying_ranks(value: int) -> Ints:
    """The ranks of a hand of this value."""
    known = patterns()
    found: Ints = known.ranks[np.argmax((known.values == value) | (known.suited == value))]
    return found


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
    folded = tabulate(settle, book, stakes, [Facts(Outcome.FOLDED, rank) for rank in CATEGORIES])
    stayed = tabulate(settle, book, staying, [Facts(outcome, rank) for rank in CATEGORIES for outcome in COMPARED])
    net = {rank: [stayed[Facts(outcome, rank)].net(meter) for outcome in COMPARED] for rank in CATEGORIES}
    fold_net = {rank: folded[Facts(Outcome.FOLDED, rank)].net(meter) for rank in CATEGORIES}
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 5)
    spots, every_deal = every_spot(qualifies), deals_by_value(qualifies)
    if strategy is None:
        bets = _best_bets(spots, net, fold_net)
        betting = spots.by_value(bets)
    else:
        chosen = np.array([[strategy(value, up) for up in range(13)] for value in range(VALUES + 1)], dtype=np.bool_)
        bets = chosen[spots.value, spots.up]
        betting = every_deal * chosen[:, :, None]

    rows = []
    for rank in reversed(CATEGORIES):
        these = categories() == rank
        counted = betting[these].sum(axis=(0, 1)).tolist()
        for outcome, deals in zip(COMPARED, counted, strict=True):
            if deals:
                facts = Facts(outcome, rank)
                rows.append(_row("bet", facts, staying, stayed[facts].lines, stayed[facts].jackpot(meter), deals))
        if deals := int(every_deal[these].sum()) - sum(counted):
            facts = Facts(Outcome.FOLDED, rank)
            rows.append(_row("fold", facts, stakes, folded[facts].lines, folded[facts].jackpot(meter), deals))
    played = Played(book.game, book.key, ante, DEALS, tuple(rows))
    return Solution(played, _bet_lines(book, played), spots.in_place(bets.astype(np.int8), empty=-1), betting)


def _best_bets(spots: Spots, net: Mapping[FiveCardRank, Sequence[int]], fold_net: Mapping[FiveCardRank, int]) -> Bools:
    """[spot]: whether to bet is worth more than to fold."""
    bets = np.empty(len(spots.at), dtype=np.bool_)
    starts = np.searchsorted(categories()[spots.value], range(12)).tolist()
    for rank in CATEGORIES:
        these = slice(starts[rank], starts[rank + 1])
        bets[these] = spots.outcomes[these] @ np.array(net[rank]) > fold_net[rank] * DEALERS
    return bets


def _row(decision: str, facts: Facts, stakes: Stakes, nets: Mapping[Spot, int], jackpot: int, deals: int) -> Row:
    lines: dict[str, int] = {spot.value: net for spot, net in nets.items()}
    if stakes.get(Spot.JACKPOT):
        lines[Spot.JACKPOT.value] = jackpot
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
