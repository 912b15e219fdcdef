"""Spots of Casino Stud as arrays: 1.2 million hands and dealer's cards, counted, and decided (see `situations`)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud.deals import APPROVED, COMPARED, Bets, Deals, Gains, Undecided
from croupier.numbers.maths.casino_stud.groups import starts
from croupier.numbers.maths.casino_stud.situations import (
    CHOOSE,
    FLUSH_ELSEWHERE,
    FLUSH_IN_SUIT,
    PLACES,
    Int32s,
    patterns,
)
from croupier.numbers.maths.tools.arrays import Ints
from croupier.numbers.maths.tools.disk_cache import kept
from croupier.numbers.maths.tools.rank_arrays import categories
from croupier.numbers.maths.tools.rankings import CATEGORIES, VALUES
from croupier.rules.cards import RANKS, Card
from croupier.rules.games.casino_stud.settle import Outcome
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.hands import is_suited
from croupier.rules.rulebook.model import Rulebook

Bools = npt.NDArray[np.bool_]


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
    from croupier.numbers.maths.kernels.situations import count_spots

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


class Spots(NamedTuple):
    """All spots there are, before any decision, by value and then by dealer's card."""

    at: Int32s
    """Their positions in [hand, up, place]."""
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
    from croupier.numbers.maths.kernels.situations import fill_spots

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


def _qualifying_ranks(value: int) -> Ints:
    """The ranks of a hand of this value."""
    known = patterns()
    found: Ints = known.ranks[np.argmax((known.values == value) | (known.suited == value))]
    return found


# --- Decided -------------------------------------------------------------------------------------------------


def best_bets(spots: Spots, gains: Gains) -> Bools:
    """[spot]: whether to bet is worth more than to fold."""
    bets = np.empty(len(spots.at), dtype=np.bool_)
    starts = np.searchsorted(categories()[spots.value], range(12)).tolist()
    for rank, gain in zip(CATEGORIES, gains, strict=True):
        these = slice(starts[rank], starts[rank + 1])
        bets[these] = spots.outcomes[these] @ np.array(gain) > 0
    return bets


@lru_cache(maxsize=2)
def decisions(qualifies: int, gains: Gains) -> npt.NDArray[np.int8]:
    """[hand, up, place]: 1 bet, 0 fold, -1 no such spot; see `spot_of`."""
    spots = every_spot(qualifies)
    return spots.in_place(best_bets(spots, gains).astype(np.int8), empty=-1)


def grouped_deals(qualifies: int) -> Deals:
    return _by_group(every_spot(qualifies).by_value())


def grouped_bets(qualifies: int, gains: Gains) -> Bets:
    spots = every_spot(qualifies)
    every, bet = grouped_deals(qualifies), _by_group(spots.by_value(best_bets(spots, gains)))
    return [
        [0 if not any(some) else (1 if some == all_ else some) for some, all_ in zip(*rows, strict=True)]
        for rows in zip(bet, every, strict=True)
    ]


def _by_group(by_value: Ints) -> Deals:
    found: Deals = np.add.reduceat(by_value, starts()).tolist()
    return found


def strategy_deals(qualifies: int, chosen: Bools) -> Deals:
    """The deals with a bet, if value and dealer's card decide."""
    return _by_group(every_spot(qualifies).by_value() * chosen[:, :, None])


def codes(qualifies: int, gains: Gains) -> list[bytes]:
    """[dealer's card][value] of hands without a flush: 0 fold, 1 bet, 2 with some suits, 3 if there is none."""
    decided = decisions(qualifies, gains)[:, :, :FLUSH_ELSEWHERE]
    some_bet, some_folded = (decided == 1).any(axis=2), (decided == 0).any(axis=2)
    found = np.full((13, VALUES + 1), 3, dtype=np.uint8)
    found[:, patterns().values] = np.where(some_bet, np.where(some_folded, 2, 1), np.where(some_folded, 0, 3)).T
    return [row.tobytes() for row in found]


def undecided(qualifies: int, gains: Gains) -> Undecided:
    """See `counts.undecided`."""
    known, decided = patterns(), decisions(qualifies, gains)
    bits = 1 << np.arange(FLUSH_ELSEWHERE, dtype=np.int64)
    rows: Undecided = []
    for up in range(12, -1, -1):
        of_up = decided[:, up, :FLUSH_ELSEWHERE]
        found: list[int] = []
        holding = (known.ranks == up).any(axis=1)
        for group in (holding, ~holding):
            bet = known.values[group & (of_up == 1).any(axis=1)]
            folded = known.values[group & (of_up == 0).any(axis=1)]
            if len(bet) and len(folded):
                between = group & (known.values >= bet.min()) & (known.values <= folded.max())
                found += np.flatnonzero(between & (of_up >= 0).any(axis=1)).tolist()
        for hand in sorted(found, key=lambda hand: -int(known.values[hand])):
            bets, folds = (int(bits[of_up[hand] == decision].sum()) for decision in (1, 0))
            rows.append([up, int(known.values[hand]), bets, folds])
    return rows
