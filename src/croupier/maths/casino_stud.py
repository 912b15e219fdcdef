"""Casino Stud, solved: every five cards against every dealer's card, 19,933,230,517,200 deals.

Suits matter only for flushes. So the player's hand is five ranks, and those of them that he holds in the suit
of the dealer's card: 1.2 million spots stand for all 122 million. In each spot

    dealer's hands below a value = those with lower ranks, whatever their suits
                                   - those of one suit among them, which their ranks alone rate too low
                                   + those of one suit that are lower as flushes

The first depends on ranks only: how many cards of each are left. The dealer's hand can be of one suit only if
it is that of his face-up card, so the others depend on the ranks that the player holds in that suit.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from croupier.cards import RANKS, Card
from croupier.games.casino_stud.settle import PAID_AS, Facts, Outcome, settle
from croupier.games.house.lines import Spot
from croupier.games.house.qualify import qualifying_value
from croupier.hands import FiveCardRank, is_suited
from croupier.maths.jit import int64, jit, kept
from croupier.maths.paytables import check_paytables
from croupier.maths.results import PayLine, Played, Row, pay_lines
from croupier.maths.tables import CATEGORIES, STEPS, VALUES, Ints, categories, five_ranks, suited_ranks
from croupier.maths.tabulate import NOTHING, ONE, Stakes, tabulate
from croupier.money import Cents
from croupier.rulebook.model import Rulebook

Int32s = npt.NDArray[np.int32]

GAME = "casino-stud"
HANDS = comb(52, 5)
DEALERS = comb(46, 4)
DEALS = HANDS * 47 * DEALERS
COMPARED = (Outcome.DEALER_NOT_QUALIFIED, Outcome.HIGHER, Outcome.SAME, Outcome.LOWER)

Strategy = Callable[[int, int], bool]
"""Whether to bet with a hand of this value against a dealer's card of this rank, 0 for a Two."""


class Patterns(NamedTuple):
    """Five ranks, and how a dealer's hand can be made of the face-up card and four others."""

    ranks: Ints
    """[hand, 5] ascending: all 6,175 fives of ranks."""
    values: Ints
    """[hand]: without a flush."""
    suited: Ints
    """[hand]: of one suit, or 0 where ranks are double."""
    up_values: Ints
    """[up, pattern]: values of the dealer's ranks that contain `up`, ascending."""
    up_ranks: Ints
    """[up, pattern, 4]: ranks of the four others; where one stands for several cards it comes once."""
    up_cards: Ints
    """[up, pattern, 4]: how many cards of that rank; 0 for places not needed."""
    up_starts: Ints
    """[up, ranking]: the first pattern of that ranking or a higher one."""
    pair_starts: Ints
    """[up, rank]: the first pattern with a pair of that rank, and no other."""
    masks: npt.NDArray[np.int16]
    """[up, 495]: five different ranks with `up`, ascending by their value without a flush."""
    mask_values: Ints
    """[up, 495]"""
    mask_suited: Ints
    """[up, 495]"""


@kept(Patterns)
def patterns() -> Patterns:
    fives = np.array(list(combinations_with_replacement(range(13), 5)), dtype=np.int64)
    ranks = fives[fives[:, 0] < fives[:, 4]]
    values = five_ranks()[STEPS[np.arange(5), ranks].sum(axis=1)].astype(np.int64)
    counts = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    masks = ((counts > 0) << np.arange(13)).sum(axis=1)
    suited = np.where(counts.max(axis=1) == 1, suited_ranks()[masks], 0).astype(np.int64)

    order = np.argsort(values)
    up_values = np.full((13, 1820), VALUES + 1, dtype=np.int64)
    up_ranks = np.zeros((13, 1820, 4), dtype=np.int64)
    up_cards = np.zeros((13, 1820, 4), dtype=np.int64)
    up_starts = np.zeros((13, 12), dtype=np.int64)
    pair_starts = np.zeros((13, 13), dtype=np.int64)
    odd = []
    for up in range(13):
        with_up = order[counts[order, up] > 0]
        up_values[up, : len(with_up)] = values[with_up]
        up_starts[up] = np.searchsorted(categories()[values[with_up]], np.arange(12))
        pairs = counts[with_up[up_starts[up, 2] : up_starts[up, 3]]].argmax(axis=1)
        pair_starts[up] = up_starts[up, 2] + np.searchsorted(pairs, np.arange(13))
        others = counts[with_up]
        others[:, up] -= 1
        pattern, rank = np.nonzero(others)
        column = np.arange(len(pattern)) - np.searchsorted(pattern, pattern)
        up_ranks[up, pattern, column] = rank
        up_cards[up, pattern, column] = others[pattern, rank]
        odd.append(with_up[suited[with_up] > 0])
    return Patterns(
        ranks,
        values,
        suited,
        up_values,
        up_ranks,
        up_cards,
        up_starts,
        pair_starts,
        masks[odd].astype(np.int16),
        values[odd],
        suited[odd],
    )


CHOOSE = np.array([[comb(cards, taken) for taken in range(5)] for cards in range(5)], dtype=np.int64)


@jit
def totals_of(left: Ints, up: int, choose: Ints, found: Ints, pairs: Ints) -> None:
    """[ranking]: the dealer's hands by ranks alone, with `left` cards of each rank beside the one face up.

    `pairs` tells the hands with One Pair by its rank.
    """
    e1 = e2 = e3 = e4 = 0  # ways to take 1, 2, 3, 4 cards of different ranks, not that of the face-up card
    twos = twos_squared = twos_by_ones = threes = threes_by_ones = fours = 0
    for rank in range(13):
        if rank != up:
            cards = left[rank]
            e4 += e3 * cards
            e3 += e2 * cards
            e2 += e1 * cards
            e1 += cards
    all_pairs = int64(0)
    for rank in range(13):
        if rank != up:
            cards = left[rank]
            others = e1 - cards
            two, three = choose[cards, 2], choose[cards, 3]
            twos += two
            twos_squared += two * two
            twos_by_ones += two * others
            threes += three
            threes_by_ones += three * others
            fours += choose[cards, 4]
            pairs[rank] = two * (e2 - cards * others)
            all_pairs += pairs[rank]
    same = left[up]
    pairs[up] = same * e3
    straights = 0
    for lowest in range(-1, 9):
        ways = 1
        contains = False
        for rank in range(lowest, lowest + 5):
            at = rank if rank >= 0 else 12
            if at == up:
                contains = True
            else:
                ways *= left[at]
        if contains:
            straights += ways
    found[1] = e4 - straights
    found[2] = same * e3 + all_pairs
    found[3] = same * twos_by_ones + (twos * twos - twos_squared) // 2
    found[4] = choose[same, 2] * e2 + threes_by_ones
    found[5] = straights
    found[7] = choose[same, 2] * twos + same * threes
    found[8] = choose[same, 3] * e1 + fours


@jit
def odd_cards_below(ranks: Ints, left: Ints, up: int) -> int:
    """The dealer's hands of five different ranks, no straights, below these; without looking at suits.

    They are lower in the first rank that differs. So, for each place: the ranks before it are these, and all
    others are below the rank that stands there.
    """
    choices = np.zeros((14, 6), dtype=np.int64)  # [rank, cards]: ways to take cards of different lower ranks, not `up`
    choices[0, 0] = 1
    for rank in range(13):
        cards = 0 if rank == up else left[rank]
        choices[rank + 1, 0] = 1
        for taken in range(1, 6):
            choices[rank + 1, taken] = choices[rank, taken] + choices[rank, taken - 1] * cards
    found = int64(0)
    before = int64(1)
    has_up = False
    mask = int64(0)
    for place in range(4, -1, -1):
        rank = ranks[place]
        if has_up:
            found += before * choices[rank, place + 1]
        elif up < rank:
            found += before * choices[rank, place]
        mask |= 1 << rank
        if rank == up:
            has_up = True
        else:
            before *= left[rank]
    for lowest in range(-1, 9):
        straight = 0x100F if lowest < 0 else 0x1F << lowest
        if straight < mask and straight >> up & 1:
            ways = int64(1)
            for rank in range(13):
                if straight >> rank & 1 and rank != up:
                    ways *= left[rank]
            found -= ways
    return found


@jit
def same_ranking_below(
    ranks: Ints,
    value: int,
    ranking: int,
    left: Ints,
    up: int,
    values: Ints,
    others: Ints,
    cards: Ints,
    starts: Ints,
    pair_starts: Ints,
    pairs: Ints,
    choose: Ints,
) -> tuple[int, int]:
    """The dealer's hands of this ranking by ranks alone, below the value and with just that value."""
    if ranking == 1:
        same = int64(1)
        has_up = False
        for place in range(5):
            if ranks[place] == up:
                has_up = True
            else:
                same *= left[ranks[place]]
        return odd_cards_below(ranks, left, up), same if has_up else 0
    below = int64(0)
    place = starts[ranking]
    stop = starts[ranking + 1]
    if ranking == 2:
        pair = ranks[0]
        for each in range(1, 5):
            if ranks[each] == ranks[each - 1]:
                pair = ranks[each]
        for lower in range(pair):
            below += pairs[lower]
        place = pair_starts[pair]
    while place < stop and values[place] < value:
        ways = int64(1)
        for column in range(4):
            ways *= choose[left[others[place, column]], cards[place, column]]
        below += ways
        place += 1
    same = int64(0)
    if place < stop and values[place] == value:
        same = int64(1)
        for column in range(4):
            same *= choose[left[others[place, column]], cards[place, column]]
    return below, same


@jit
def suited_moves(value: int, held: int, masks: npt.NDArray[np.int16], values: Ints, suited: Ints) -> tuple[int, int]:
    """How many hands of one suit the ranks alone rate below the value, or at it, less those that are so as flushes."""
    below = same = 0
    for place in range(len(masks)):
        if masks[place] & held == 0:
            below += int(values[place] < value) - int(suited[place] < value)
            same += int(values[place] == value) - int(suited[place] == value)
    return below, same


@jit
def odd_suited_below(stop: int, held: int, masks: npt.NDArray[np.int16]) -> int:
    """How many of the first so many hands of one suit avoid the ranks held in it."""
    found = 0
    short = np.int16(held)
    for place in range(stop):
        found += (masks[place] & short) == 0
    return found


FLUSH_ELSEWHERE = 32
"""The place of a flush in another suit than the dealer's card; other hands stand at the subset held in its suit."""
FLUSH_IN_SUIT = 33
PLACES = 34


@jit
def count_spots(
    ranks: Ints,
    value: int,
    suited_value: int,
    up: int,
    outcomes: Ints,
    hands: Ints,
    moves: Ints,
    up_values: Ints,
    up_ranks: Ints,
    up_cards: Ints,
    up_starts: Ints,
    pair_starts: Ints,
    masks: npt.NDArray[np.int16],
    mask_values: Ints,
    mask_suited: Ints,
    ranking_of: npt.NDArray[np.uint8],
    choose: Ints,
    qualifies: int,
    qualifying_ranks: Ints,
) -> None:
    """All spots of five ranks against an up card: [place, outcome] dealer's hands, [place] player's hands and suits.

    `moves` keeps what depends on the ranks held in the up card's suit alone, from one hand to the next.
    """
    outcomes[:] = 0
    hands[:] = 0
    left = np.full(13, 4, dtype=np.int64)
    distinct = np.zeros(5, dtype=np.int64)
    number = np.zeros(5, dtype=np.int64)
    kinds = 0
    for place in range(5):
        left[ranks[place]] -= 1
        if place and ranks[place] == ranks[place - 1]:
            number[kinds - 1] += 1
        else:
            distinct[kinds] = ranks[place]
            number[kinds] = 1
            kinds += 1
    if left[up] == 0:
        return
    has_up = left[up] < 4
    left[up] -= 1

    # Dealer's hands by ranks alone: of lower rankings, and lower or the same within the ranking.
    totals = np.zeros(11, dtype=np.int64)
    pairs = np.zeros(13, dtype=np.int64)
    totals_of(left, up, choose, totals, pairs)
    assert totals.sum() == DEALERS
    ranking = ranking_of[value]
    qualifying = ranking_of[qualifies]
    by_ranks, same = same_ranking_below(
        ranks, value, ranking, left, up, up_values, up_ranks, up_cards, up_starts, pair_starts, pairs, choose
    )
    by_ranks += totals[:ranking].sum()
    unqualified, _ = same_ranking_below(
        qualifying_ranks,
        qualifies,
        qualifying,
        left,
        up,
        up_values,
        up_ranks,
        up_cards,
        up_starts,
        pair_starts,
        pairs,
        choose,
    )
    unqualified += totals[:qualifying].sum()

    lower_odd = 0  # hands of one suit with lower ranks, if the player has odd cards
    while ranking == 1 and lower_odd < 495 and mask_values[lower_odd] < value:
        lower_odd += 1
    for subset in range(1 << kinds):
        held = int64(0)
        ways = int64(4)  # suits of the dealer's card; for each, suits of the player's other cards
        for place in range(kinds):
            in_suit = subset >> place & 1
            held |= in_suit << distinct[place]
            ways *= choose[3, number[place] - in_suit]
        if ways == 0 or held >> up & 1:
            continue
        if moves[held, up, 0] < 0:
            moves[held, up, 0] = moves[held, up, 1] = 0
            for place in range(495):
                if masks[place] & held == 0:
                    moves[held, up, 0 if ranking_of[mask_values[place]] == 1 else 1] += 1
            moves[held, up, 2], _ = suited_moves(qualifies, held, masks, mask_values, mask_suited)
        not_qualified = unqualified - moves[held, up, 2]

        flushes = 0
        if kinds == 5 and (subset in (0, 31)):
            flushes = 12 if subset == 0 else 4
            place = FLUSH_ELSEWHERE if subset == 0 else FLUSH_IN_SUIT
            moved, moved_same = suited_moves(suited_value, held, masks, mask_values, mask_suited)
            below = totals[: ranking_of[suited_value]].sum() - moved
            hands[place] = flushes
            fill(outcomes[place], below, -moved_same, not_qualified, suited_value >= qualifies)
        if ways == flushes:
            continue
        if ranking == 1:
            moved, moved_same = odd_suited_below(lower_odd, held, masks), int64(subset == 0 and has_up)
        elif ranking < 5:
            moved, moved_same = moves[held, up, 0], int64(0)
        elif ranking == 5:
            moved, moved_same = suited_moves(value, held, masks, mask_values, mask_suited)
        else:
            moved, moved_same = moves[held, up, 1], int64(0)
        hands[subset] = ways - flushes
        fill(outcomes[subset], by_ranks - moved, same - moved_same, not_qualified, value >= qualifies)


@jit
def fill(outcome: Ints, below: int, same: int, not_qualified: int, own_qualifies: bool) -> None:
    """Counts in the order of COMPARED. A dealer's hand that does not qualify is not compared."""
    outcome[0] = not_qualified
    outcome[1] = below - not_qualified if own_qualifies else 0
    outcome[2] = same if own_qualifies else 0
    outcome[3] = DEALERS - outcome[0] - outcome[1] - outcome[2]


@jit
def fill_spots(
    ranks: Ints,
    values: Ints,
    suited: Ints,
    up_values: Ints,
    up_ranks: Ints,
    up_cards: Ints,
    up_starts: Ints,
    pair_starts: Ints,
    masks: npt.NDArray[np.int16],
    mask_values: Ints,
    mask_suited: Ints,
    ranking_of: npt.NDArray[np.uint8],
    choose: Ints,
    qualifies: int,
    qualifying_ranks: Ints,
    found: Int32s,
    number: Int32s,
) -> None:
    """[hand, up, place, outcome] dealer's hands in every spot, [hand, up, place] player's hands that stand there."""
    outcomes = np.zeros((PLACES, 4), dtype=np.int64)
    hands = np.zeros(PLACES, dtype=np.int64)
    moves = np.full((1 << 13, 13, 3), -1, dtype=np.int64)
    for hand in range(len(ranks)):
        for up in range(13):
            count_spots(
                ranks[hand],
                values[hand],
                suited[hand],
                up,
                outcomes,
                hands,
                moves,
                up_values[up],
                up_ranks[up],
                up_cards[up],
                up_starts[up],
                pair_starts[up],
                masks[up],
                mask_values[up],
                mask_suited[up],
                ranking_of,
                choose,
                qualifies,
                qualifying_ranks,
            )
            for place in range(PLACES):  # one by one: whole slices take numba long to compile
                number[hand, up, place] = hands[place]
                for outcome in range(4):
                    found[hand, up, place, outcome] = outcomes[place, outcome]


@jit
def count_deals(
    found: Int32s,
    number: Int32s,
    values: Ints,
    suited: Ints,
    ranking_of: npt.NDArray[np.uint8],
    net: Ints,
    fold_net: Ints,
    forced: npt.NDArray[np.int8],
) -> tuple[Ints, npt.NDArray[np.int8]]:
    """Deals by decision, outcome and ranking; the decision in each spot, -1 where there is none."""
    counted = np.zeros((2, 4, 11), dtype=np.int64)
    decisions = np.full(number.shape, -1, dtype=np.int8)
    for hand in range(len(values)):
        for up in range(13):
            for place in range(PLACES):
                hands = int64(number[hand, up, place])
                if hands == 0:
                    continue
                own = suited[hand] if place >= FLUSH_ELSEWHERE else values[hand]
                ranking = ranking_of[own]
                outcomes = found[hand, up, place]
                betting = int64(0)
                for each in range(4):
                    betting += outcomes[each] * net[each, ranking]
                bets = betting > fold_net[ranking] * DEALERS
                if forced[own, up] >= 0:
                    bets = forced[own, up] == 1
                decisions[hand, up, place] = bets
                if bets:
                    for each in range(4):
                        counted[1, each, ranking] += hands * outcomes[each]
                else:
                    counted[0, 0, ranking] += hands * DEALERS
    return counted, decisions


class Solution(Struct, frozen=True):
    """Perfect play of one box."""

    played: Played
    lines: tuple[PayLine, ...]
    """The pay table of the BET."""
    decisions: npt.NDArray[np.int8]
    """[hand, up, place]: 1 bet, 0 fold, -1 no such spot; see `spot_of`."""

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
    """All spots, before any decision; places that no hand has are empty."""

    outcomes: Int32s
    """[hand, up, place, outcome]: dealer's hands."""
    hands: Int32s
    """[hand, up, place]: the player's hands, with the suits of the dealer's card."""


@lru_cache(maxsize=2)
def every_spot(qualifies: int) -> Spots:
    """Every hand against every dealer's card, with this lowest value with which the dealer qualifies."""
    known = patterns()
    outcomes = np.zeros((len(known.ranks), 13, PLACES, 4), dtype=np.int32)
    hands = np.zeros((len(known.ranks), 13, PLACES), dtype=np.int32)
    fill_spots(*known, categories(), CHOOSE, qualifies, _qualifying_ranks(qualifies), outcomes, hands)
    return Spots(outcomes, hands)


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
    staying: Stakes = {**stakes, Spot.BET: Cents(ante * book.procedure.bet_multiple)}
    folded = tabulate(settle, book, stakes, [Facts(Outcome.FOLDED, rank) for rank in CATEGORIES])
    stayed = tabulate(settle, book, staying, [Facts(outcome, rank) for rank in CATEGORIES for outcome in COMPARED])
    net = np.zeros((4, 11), dtype=np.int64)
    fold_net = np.zeros(11, dtype=np.int64)
    for rank in CATEGORIES:
        fold_net[rank] = folded[Facts(Outcome.FOLDED, rank)].net(meter)
        for place, outcome in enumerate(COMPARED):
            net[place, rank] = stayed[Facts(outcome, rank)].net(meter)
    forced = np.full((VALUES + 1, 13), -1, dtype=np.int8)
    if strategy is not None:
        forced[1:] = [[strategy(value, up) for up in range(13)] for value in range(1, VALUES + 1)]
    known, spots = patterns(), every_spot(qualifying_value(book.procedure.dealer_qualifies, 5))
    counted, decisions = count_deals(*spots, known.values, known.suited, categories(), net, fold_net, forced)

    rows = []
    for rank in reversed(CATEGORIES):
        for place, outcome in enumerate(COMPARED):
            if deals := int(counted[1, place, rank]):
                facts = Facts(outcome, rank)
                rows.append(_row("bet", facts, staying, stayed[facts].lines, stayed[facts].jackpot(meter), deals))
        if deals := int(counted[0, 0, rank]):
            facts = Facts(Outcome.FOLDED, rank)
            rows.append(_row("fold", facts, stakes, folded[facts].lines, folded[facts].jackpot(meter), deals))
    played = Played(GAME, book.key, ante, DEALS, tuple(rows))
    return Solution(played, _bet_lines(book, played), decisions)


def _row(decision: str, facts: Facts, stakes: Stakes, nets: Mapping[Spot, int], jackpot: int, deals: int) -> Row:
    lines: dict[str, int] = {spot.value: net for spot, net in nets.items()}
    if stakes.get(Spot.JACKPOT):
        lines[Spot.JACKPOT.value] = jackpot
    staked = {spot: amount for spot, amount in stakes.items() if amount}
    return Row(decision, facts.outcome.value, facts.hand.name.lower().replace("_", "-"), staked, lines, deals)


def ante_paid_in_full(book: Rulebook) -> Cents:
    """The largest Ante on whose BET no payout limit (4.1.1, R-21) touches any hand."""
    cap = book.procedure.bet_payout_cap
    assert cap is not None, book.key
    return Cents(cap // (max(1, *book.paytables["bet"].pays.values()) * book.procedure.bet_multiple))


def _bet_lines(book: Rulebook, played: Played) -> tuple[PayLine, ...]:
    names = {rank.name.lower().replace("_", "-"): PAID_AS[rank] for rank in FiveCardRank}
    won = [(names[row.hand], row.lines[Spot.BET], row.deals) for row in played.rows if row.outcome == Outcome.HIGHER]
    stake = played.unit * book.procedure.bet_multiple
    return pay_lines("bet", book.paytables["bet"].pays, won, DEALS, stake)
