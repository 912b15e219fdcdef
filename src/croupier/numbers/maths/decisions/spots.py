"""One decision with cards that are seen: what the dealer's hidden cards come to, counted by their ranks.

Cards of one rank are alike but for flushes, so ranks are gone through instead of cards: 1,820 instead of 163,185 in
Casino Stud, 91 instead of 990 for a board of hold'em. Hands that make a flush are counted one by one or by their cards
of that suit. No arrays and nothing compiled; `dealt_out` counts the same in another way, and hands that nobody saw.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from typing import NamedTuple

from croupier.rules.best_values import RANK_KEYS
from croupier.rules.cards import DECK, Card
from croupier.rules.games.progressive_holdem.settle import (
    BoardAward,
    Hole,
    OwnAward,
    board_award,
    hole_cards,
    own_award,
)
from croupier.rules.hands import (
    best_value,
    five_card_hands,
    five_card_rank,
    five_card_value,
    rank_of,
    three_card_value,
    value_of_one_suit,
    value_without_flush,
)

Compared = list[int]
"""Dealer's hands: not qualified, lower than the player's, the same, higher."""


class Counts(NamedTuple):
    """Deals of hold'em by result, over all cards that are yet to come."""

    low: int
    """Won with a hand too low for the Ante to be paid."""
    high: int
    same: int
    lost: int


def unseen(known: Sequence[Card]) -> list[Card]:
    """The other cards of the pack."""
    out = set(known)
    return [card for card in DECK if card not in out]


# --- 3 Card Poker and Casino Stud ---------------------------------------------------------------------------


def three_card_spot(hand: Sequence[Card], seen: Sequence[Card], qualifies: int) -> Compared:
    values = Counter(map(three_card_value, combinations(unseen([*hand, *seen]), 3)))
    return _compared(values, three_card_value(hand), qualifies)


def casino_stud_spot(hand: Sequence[Card], up: Card, seen: Sequence[Card], qualifies: int) -> Compared:
    left = unseen([*hand, up, *seen])
    cards = Counter(map(rank_of, left))
    plain, suited = _five_ranks()
    values: Counter[int] = Counter()
    for ranks in combinations_with_replacement(sorted(cards), 4):
        number = prod(comb(cards[rank], taken) for rank, taken in Counter(ranks).items())
        if number:
            values[plain[tuple(sorted((*ranks, rank_of(up))))]] += number
    for ranks in combinations([rank_of(card) for card in left if card[1] == up[1]], 4):
        five = tuple(sorted((*ranks, rank_of(up))))
        values[plain[five]] -= 1
        values[suited[five]] += 1
    return _compared(values, five_card_value(hand), qualifies)


@cache
def _five_ranks() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """Values of five ranks, ascending: of several suits, and of one."""
    plain: dict[tuple[int, ...], int] = {}
    suited: dict[tuple[int, ...], int] = {}
    for value, (_, ranks, of_one_suit) in enumerate(five_card_hands(), 1):
        (suited if of_one_suit else plain)[tuple(sorted(ranks))] = value
    return plain, suited


def _compared(values: Counter[int], own: int, qualifies: int) -> Compared:
    found = [0] * 4
    for value, number in values.items():
        place = 0 if value < qualifies else (1 if value < own else (2 if value == own else 3))
        found[place] += number
    return found


# --- Progressive Texas Hold'em ------------------------------------------------------------------------------


def river_spot(hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card], pays_from: int) -> Counts:
    """With four cards of the board: all rivers and dealer's cards."""
    left = unseen([*hole, *board, *seen])
    return _together(showdown(hole, (*board, river), left, pays_from) for river in left)


def turn_spots(hole: Sequence[Card], flop: Sequence[Card], seen: Sequence[Card], pays_from: int) -> list[Counts]:
    """For each turn card: all rivers and dealer's cards. Turn and river make one board in either order."""
    left = unseen([*hole, *flop, *seen])
    by_turn: dict[Card, list[Counts]] = {card: [] for card in left}
    for pair in combinations(left, 2):
        found = showdown(hole, (*flop, *pair), left, pays_from)
        for card in pair:
            by_turn[card].append(found)
    return [_together(boards) for boards in by_turn.values()]


def _together(found: Iterator[Counts] | list[Counts]) -> Counts:
    return Counts(*map(sum, zip(*found, strict=True)))


def showdown(hole: Sequence[Card], board: Sequence[Card], left: Sequence[Card], pays_from: int) -> Counts:
    """All cards that the dealer may have, on five cards of the board; `left` may have cards of the board in it."""
    own = best_value((*hole, *board))
    won = same = lost = 0
    for value, number in values_with(board, [card for card in left if card not in board]):
        if value < own:
            won += number
        elif value == own:
            same += number
        else:
            lost += number
    return Counts(0, won, same, lost) if own >= pays_from else Counts(won, 0, same, lost)


def values_with(board: Sequence[Card], left: Sequence[Card]) -> Iterator[tuple[int, int]]:
    """What two of these cards make with three to five of the board, and how many do; a value may come again."""
    on_board = sum(RANK_KEYS[rank_of(card)] for card in board)
    suit, in_suit = max(Counter(card[1] for card in board).items(), key=lambda each: each[1])
    others = Counter(rank_of(card) for card in left)
    if in_suit < 3:
        yield from _of_ranks(on_board, others, ())
        return
    suited = [RANK_KEYS[rank_of(card)] for card in left if card[1] == suit]
    base = sum(RANK_KEYS[rank_of(card)] for card in board if card[1] == suit)
    for one, other in combinations(suited, 2):
        yield value_of_one_suit(base + one + other), 1
    if in_suit == 3:
        ranks = frozenset(rank_of(card) for card in left if card[1] == suit)
        yield from _of_ranks(on_board, others, ranks)
        return
    of_other_suits = len(left) - len(suited)
    for one in suited:
        yield value_of_one_suit(base + one), of_other_suits
    if in_suit == 5:
        yield value_of_one_suit(base), comb(of_other_suits, 2)
    else:
        yield from _of_ranks(on_board, Counter(rank_of(card) for card in left if card[1] != suit), ())


def _of_ranks(on_board: int, cards: Counter[int], flushes: Sequence[int] | frozenset[int]) -> Iterator[tuple[int, int]]:
    """Two cards of these ranks; of two different ranks in `flushes` one pair is of the flush suit and left out."""
    ranks = list(cards.items())
    for place, (rank, number) in enumerate(ranks):
        key = on_board + RANK_KEYS[rank]
        if number > 1:
            yield value_without_flush(key + RANK_KEYS[rank]), number * (number - 1) // 2
        for other, more in ranks[:place]:
            ways = number * more - (rank in flushes and other in flushes)
            if ways:
                yield value_without_flush(key + RANK_KEYS[other]), ways


def bonus_spot(hole: Sequence[Card], known: Sequence[Card]) -> Counter[Hole]:
    """Hole cards, and dealer's cards, as the Bonus tells them apart; `known` are all other cards that are seen."""
    found: Counter[Hole] = Counter()
    left = unseen([*hole, *known])
    for cards in [tuple(hole)] if hole else combinations(left, 2):
        kind = hole_cards(cards, ())
        rest = len(left) - (0 if hole else 2)
        found[kind] += comb(rest, 2)
        if kind is Hole.ACES:
            aces = sum(card[0] == "A" for card in left) - (0 if hole else 2)
            found[Hole.ACES] -= comb(aces, 2)
            found[Hole.ACES_IN_BOTH_HANDS] += comb(aces, 2)
    return +found


def award_spot(
    hole: Sequence[Card], board: Sequence[Card], seen: Sequence[Card]
) -> Counter[tuple[OwnAward, BoardAward]]:
    """Jackpot awards of a box that does not fold, over the turn and river cards that are yet to come, in order."""
    found: Counter[tuple[OwnAward, BoardAward]] = Counter()
    for coming in permutations(unseen([*hole, *board, *seen]), 5 - len(board)):
        dealt = (*board, *coming)
        rank = five_card_rank(best_value((*hole, *dealt)))
        found[own_award(tuple(hole), dealt, rank), board_award(dealt)] += 1
    return found
