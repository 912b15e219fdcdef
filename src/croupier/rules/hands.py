"""Hand rankings, and values by which hands are compared.

A value is an integer. The higher it is, the better the hand; hands with equal values tie, for no suit is
better than another. Three cards have the values 1 to 741, five cards 1 to 7,462, without a gap.

Values are looked up. Every card has a key, and the keys of a hand add up to a number that tells how many
cards of each rank and of each suit it holds. The tables are there once the first hand has asked for them.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple, TypeVar

from croupier.rules import best_values
from croupier.rules.best_values import HIGH_SHIFT, LOW, RANK_KEYS
from croupier.rules.cards import DECK, RANKS, SUITS, Card, show_cards


class _Ranking(IntEnum):
    """Rankings in ascending order, so that comparing two of them compares the hands."""

    @property
    def words(self) -> str:
        """The ranking as people say it: "Three of a Kind"."""
        return self.name.replace("_", " ").title().replace(" Of A ", " of a ")

    @property
    def slug(self) -> str:
        """As files and messages have it: "three-of-a-kind"."""
        return self.name.replace("_", "-").lower()


class ThreeCardRank(_Ranking):
    """What three cards can be. A straight beats a flush."""

    THREE_ODD_CARDS = 1
    ONE_PAIR = 2
    FLUSH = 3
    STRAIGHT = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6


class FiveCardRank(_Ranking):
    """What five cards can be."""

    FIVE_ODD_CARDS = 1
    ONE_PAIR = 2
    TWO_PAIRS = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10


_ALL_CARDS = frozenset(DECK)
_RANK_OF = {card: 2 + RANKS.index(card[0]) for card in DECK}


def rank_of(card: Card) -> int:
    """The card's rank as a number: 2 to 10, Jack 11, Queen 12, King 13, Ace 14."""
    return _RANK_OF[card]


def is_suited(cards: Iterable[Card]) -> bool:
    """Whether all the cards are of one suit."""
    return len({card[1] for card in cards}) == 1


def is_made(cards: tuple[Card, ...]) -> bool:
    """Five to seven cards with a pair or better."""
    return five_card_rank(best_value(cards)) >= FiveCardRank.ONE_PAIR


# --- What a hand is -----------------------------------------------------------------------------------------


def _by_significance(descending: tuple[int, ...]) -> tuple[int, ...]:
    """Ranks in the order in which they decide: the most numerous first, then the highest."""
    if descending in ((14, 3, 2), (14, 5, 4, 3, 2)):
        return (*descending[1:], 14)  # the lowest straight
    return tuple(sorted(descending, key=descending.count, reverse=True))


def _is_straight(ordered: tuple[int, ...]) -> bool:
    """Whether ranks follow each other. The remainder takes an Ace that comes last, 14, for a 1."""
    size = len(ordered)
    return len(set(ordered)) == size and (ordered[0] - ordered[-1]) % 13 == size - 1


def _three_card_rank_of(ordered: tuple[int, ...], suited: bool) -> ThreeCardRank:
    """The ranking of three cards with these ranks."""
    straight = _is_straight(ordered)
    if straight and suited:
        return ThreeCardRank.STRAIGHT_FLUSH
    if ordered.count(ordered[0]) == 3:
        return ThreeCardRank.THREE_OF_A_KIND
    if straight:
        return ThreeCardRank.STRAIGHT
    if suited:
        return ThreeCardRank.FLUSH
    if ordered.count(ordered[0]) == 2:
        return ThreeCardRank.ONE_PAIR
    return ThreeCardRank.THREE_ODD_CARDS


def _five_card_rank_of(ordered: tuple[int, ...], suited: bool) -> FiveCardRank:
    """The ranking of five cards with these ranks."""
    straight = _is_straight(ordered)
    most, last = ordered.count(ordered[0]), ordered.count(ordered[-1])
    if straight and suited:
        return FiveCardRank.ROYAL_FLUSH if ordered[0] == 14 else FiveCardRank.STRAIGHT_FLUSH
    if most == 4:
        return FiveCardRank.FOUR_OF_A_KIND
    if most == 3 and last == 2:
        return FiveCardRank.FULL_HOUSE
    if suited:
        return FiveCardRank.FLUSH
    if straight:
        return FiveCardRank.STRAIGHT
    if most == 3:
        return FiveCardRank.THREE_OF_A_KIND
    if most == 2:
        return FiveCardRank.TWO_PAIRS if ordered.count(ordered[2]) == 2 else FiveCardRank.ONE_PAIR
    return FiveCardRank.FIVE_ODD_CARDS


_R = TypeVar("_R", ThreeCardRank, FiveCardRank)
_Hand = tuple[_R, tuple[int, ...], bool]
"""A ranking, the ranks by significance, and whether the cards are suited. Hands sort by how good they are."""


def _ascending(size: int, rank_of_hand: Callable[[tuple[int, ...], bool], _R]) -> tuple[_Hand[_R], ...]:
    """All hands of this size that differ in more than suits, the lowest first."""
    hands: list[_Hand[_R]] = []
    for descending in combinations_with_replacement(range(14, 1, -1), size):
        ordered = _by_significance(descending)
        if ordered.count(ordered[0]) < 5:
            hands.append((rank_of_hand(ordered, False), ordered, False))
        if len(set(ordered)) == size:
            hands.append((rank_of_hand(ordered, True), ordered, True))
    return tuple(sorted(hands))


@cache
def three_card_hands() -> tuple[_Hand[ThreeCardRank], ...]:
    """The three-card hand of value n stands at n - 1."""
    return _ascending(3, _three_card_rank_of)


@cache
def five_card_hands() -> tuple[_Hand[FiveCardRank], ...]:
    """The five-card hand of value n stands at n - 1."""
    return _ascending(5, _five_card_rank_of)


# --- Keys and tables ----------------------------------------------------------------------------------------
#
# Three numbers share a key, and do not run into each other when the keys of up to seven cards are added:
#
#     bits  0-19   the ranks Two to Eight, one digit in base five for each
#     bits 20-35   the suits, four bits for each
#     bits 36-     the ranks Nine to Ace, one digit in base five for each
#
# A sum starts with a count for every suit such that a flush sets the highest of the suit's four bits.

_FLUSH = 0x8888 << 20
_WITHOUT_SUITS = ~(0xFFFF << 20)
_THREE_MAKE_A_FLUSH = 0x5555 << 20
_FIVE_MAKE_A_FLUSH = 0x3333 << 20

_SUIT_KEYS = {suit: 1 << 20 + 4 * place for place, suit in enumerate(SUITS)}
_CARD_KEYS = {card: RANK_KEYS[rank_of(card)] + _SUIT_KEYS[card[1]] for card in DECK}
_card_key = _CARD_KEYS.__getitem__

# By the bit that a flush sets: the rank keys of that suit's cards, and nothing for other cards.
_suited_keys = {
    8 * _SUIT_KEYS[suit]: {card: RANK_KEYS[rank_of(card)] if card[1] == suit else 0 for card in DECK} for suit in SUITS
}

# Values by the sum of rank keys.
_three_cards: dict[int, int] = {}
_three_suited: dict[int, int] = {}
_five_to_seven_suited: dict[int, int] = {}
_rows: list[array[int]] = []  # five to seven cards without a flush
_columns: list[int] = []


def three_card_value(cards: Sequence[Card]) -> int:
    """The value of three cards."""
    try:
        first, second, third = cards
        key = _CARD_KEYS[first] + _CARD_KEYS[second] + _CARD_KEYS[third] + _THREE_MAKE_A_FLUSH
        values = _three_suited if key & _FLUSH else _three_cards
        return values[key & _WITHOUT_SUITS]
    except (KeyError, ValueError):
        _check(cards, 3, 3)
    _build_three_card_tables()
    return three_card_value(cards)


def best_value(cards: Sequence[Card]) -> int:
    """The value of the best five of five, six or seven cards."""
    try:
        key = sum(map(_card_key, cards), _FIVE_MAKE_A_FLUSH)
        flush = key & _FLUSH
        if flush and len(cards) <= 7:
            # It is the best: with five suited cards, two more make no full house and no four of a kind.
            return _five_to_seven_suited[sum(map(_suited_keys[flush].__getitem__, cards))]
        value = _rows[key >> HIGH_SHIFT][_columns[key & LOW]]
        if value:
            return value
    except LookupError:
        pass
    _check(cards, 5, 7)
    _build_five_card_tables()
    return best_value(cards)


five_card_value = best_value  # the name for exactly five cards


def value_without_flush(total: int) -> int:
    """The value of the best five of five to seven cards by the sum of their RANK_KEYS, with no flush among them."""
    if not _rows:
        _build_five_card_tables()
    return _rows[total >> HIGH_SHIFT][_columns[total & LOW]]


def value_of_one_suit(total: int) -> int:
    """The value of the best five of five to seven cards of one suit by the sum of their RANK_KEYS."""
    if not _rows:
        _build_five_card_tables()
    return _five_to_seven_suited[total]


def _check(cards: Sequence[Card], least: int, most: int) -> None:
    """Say what is wrong with cards that do not make a hand.

    Only those that the tables do not know come here: a double card may pass, but one deck does not give it.
    """
    if not _ALL_CARDS.issuperset(cards):
        strange = next(card for card in cards if card not in _ALL_CARDS)
        raise ValueError(f"{strange!r} is not a card")
    if not least <= len(cards) <= most or len(set(cards)) < len(cards):
        wanted = least if least == most else f"{least} to {most}"
        raise ValueError(f"a hand has {wanted} different cards, not {show_cards(cards)!r}")


def _build_three_card_tables() -> None:
    for value, (_, ranks, suited) in enumerate(three_card_hands(), 1):
        values = _three_suited if suited else _three_cards
        values[sum(RANK_KEYS[rank] for rank in ranks)] = value


def _build_five_card_tables() -> None:
    for value, (_, ranks, suited) in enumerate(five_card_hands(), 1):
        if suited:
            _five_to_seven_suited[sum(RANK_KEYS[rank] for rank in ranks)] = value
    for size in (6, 7):
        for suited_keys in combinations(RANK_KEYS.values(), size):
            total = sum(suited_keys)
            one_less = (_five_to_seven_suited[total - left_out] for left_out in suited_keys)
            _five_to_seven_suited[total] = max(one_less)
    _rows[:], _columns[:] = best_values.load()


def best_by_ranks() -> dict[int, int]:
    """The best values of five to seven cards without a flush by the sum of their rank keys: `best_values.bin`."""
    best = {
        sum(RANK_KEYS[rank] for rank in ranks): value
        for value, (_, ranks, suited) in enumerate(five_card_hands(), 1)
        if not suited
    }
    for size in (6, 7):
        for held in combinations_with_replacement(RANK_KEYS.values(), size):
            if max(map(held.count, held)) <= 4:
                best[sum(held)] = max(best[sum(held) - left_out] for left_out in held)
    return best


# --- What a value means -------------------------------------------------------------------------------------


def _hand(hands: tuple[_Hand[_R], ...], value: int) -> _Hand[_R]:
    """The hand that a value stands for."""
    assert 1 <= value <= len(hands), value
    return hands[value - 1]


def three_card_rank(value: int) -> ThreeCardRank:
    """The ranking of a three-card value."""
    return _hand(three_card_hands(), value)[0]


def five_card_rank(value: int) -> FiveCardRank:
    """The ranking of a five-card value."""
    return _hand(five_card_hands(), value)[0]


def describe(cards: Sequence[Card]) -> str:
    """Three cards, or the best five of five, six or seven, in words: "Pair of Kings, A-9-4"."""
    if len(cards) == 3:
        return describe_three(three_card_value(cards))
    return describe_five(best_value(cards))


def hand_in_words(cards: Sequence[Card]) -> str:
    """`describe`, as soon as there are enough cards for a hand."""
    return describe(cards) if len(cards) == 3 or len(cards) >= 5 else ""


class Made(NamedTuple):
    """What cards make."""

    hand: str
    """The slug of the ranking."""
    ranks: tuple[str, ...]
    """In the order in which they are named."""
    cards: tuple[Card, ...]
    """The three or five that make it, in the order on the table."""
    text: str


@lru_cache(maxsize=4096)  # everybody who sees a hand gets this, at every view
def made(cards: tuple[Card, ...]) -> Made | None:
    """Of three cards, or of the best five of five, six or seven; None while there are too few for a hand."""
    if len(cards) == 3:
        return _made(cards, *_hand(three_card_hands(), three_card_value(cards)))
    if len(cards) < 5:
        return None
    best = cards if len(cards) == 5 else max(combinations(cards, 5), key=best_value)
    return _made(best, *_hand(five_card_hands(), best_value(best)))


def _made(cards: tuple[Card, ...], rank: ThreeCardRank | FiveCardRank, ranks: tuple[int, ...], suited: bool) -> Made:
    named = tuple(RANKS[each - 2] for each in _named(rank, ranks))
    return Made(rank.slug, named, cards, _in_words(rank, ranks, suited))


def _named(rank: ThreeCardRank | FiveCardRank, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks that the words for a hand name, each once."""
    if rank.words == "Royal Flush":
        return ()
    return ranks[:1] if "high" in _WORDING[rank.words] else tuple(dict.fromkeys(ranks))


def describe_three(value: int) -> str:
    """A three-card value in words: "Straight, Queen high"."""
    return _in_words(*_hand(three_card_hands(), value))


def describe_five(value: int) -> str:
    """A five-card value in words: "Full House, Kings over Jacks"."""
    return _in_words(*_hand(five_card_hands(), value))


_WORDING = {
    "Royal Flush": "Royal Flush",
    "Straight Flush": "Straight Flush, {high} high",
    "Four of a Kind": "Four of a Kind, {firsts}{others}",
    "Full House": "Full House, {firsts} over {seconds}",
    "Flush": "Flush{others}",
    "Straight": "Straight, {high} high",
    "Three of a Kind": "Three of a Kind, {firsts}{others}",
    "Two Pairs": "Two Pairs, {firsts} and {seconds}{others}",
    "One Pair": "Pair of {firsts}{others}",
    "Five Odd Cards": "Five Odd Cards{others}",
    "Three Odd Cards": "Three Odd Cards{others}",
}
_NAMES = {
    2: "Two",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Jack",
    12: "Queen",
    13: "King",
    14: "Ace",
}


def _in_words(rank: ThreeCardRank | FiveCardRank, ranks: tuple[int, ...], _suited: bool) -> str:
    firsts, seconds, *_ = [*(_plural(each) for each in dict.fromkeys(ranks) if ranks.count(each) > 1), "", ""]
    odd = [RANKS[each - 2] for each in ranks if ranks.count(each) == 1]
    return _WORDING[rank.words].format(
        high=_NAMES[ranks[0]],
        firsts=firsts,
        seconds=seconds,
        others=f", {'-'.join(odd)}" if odd else "",
    )


def _plural(rank: int) -> str:
    return "Sixes" if rank == 6 else f"{_NAMES[rank]}s"


if __name__ == "__main__":
    sys.stdout.buffer.write(best_values.packed(best_by_ranks()))
