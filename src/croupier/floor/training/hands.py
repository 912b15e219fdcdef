"""Hands worth paying: picks cards that make a given hand from those that are left."""

import random
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from croupier.rules.cards import RANKS, SUITS, Card

Cards = tuple[Card, ...]
Left = AbstractSet[Card]

TRIES = 200


def odd_cards(left: Left, chance: random.Random, size: int) -> Cards:
    return tuple(chance.sample(sorted(left), size))


def of_a_kind(*counts: int) -> Callable[[random.Random, int], Cards]:
    """Several cards of one rank, several of another, and the rest of further ranks."""

    def made(chance: random.Random, size: int) -> Cards:
        ranks = chance.sample(RANKS, len(counts) + size - sum(counts))
        cards = []
        for rank, many in zip(ranks, (*counts, *[1] * size), strict=False):
            cards += [Card(rank + suit) for suit in chance.sample(SUITS, many)]
        return tuple(cards)

    return made


def straight(chance: random.Random, size: int, *, suited: bool = False, low: int | None = None) -> Cards:
    start = chance.randrange(len(RANKS) - size + 1) if low is None else low
    suit = chance.choice(SUITS)
    return tuple(Card(rank + (suit if suited else chance.choice(SUITS))) for rank in RANKS[start : start + size])


def straight_flush(chance: random.Random, size: int) -> Cards:
    return straight(chance, size, suited=True, low=chance.randrange(len(RANKS) - size))


def royal_flush(chance: random.Random, size: int) -> Cards:
    """The highest possible, of any suit."""
    return straight(chance, size, suited=True, low=len(RANKS) - size)


def royal_of_spades(_: random.Random, size: int) -> Cards:
    return tuple(Card(f"{rank}s") for rank in RANKS[-size:])


def flush(chance: random.Random, size: int) -> Cards:
    suit = chance.choice(SUITS)
    return tuple(Card(rank + suit) for rank in chance.sample(RANKS, size))


Maker = Callable[[random.Random, int], Cards]

OF_THREE: Sequence[Maker] = (
    *(of_a_kind(2), of_a_kind(2), flush, straight, of_a_kind(3), straight_flush, royal_flush, royal_of_spades),
)
OF_FIVE: Sequence[Maker] = (
    *(of_a_kind(2), of_a_kind(2, 2), of_a_kind(3), straight, flush, of_a_kind(3, 2), of_a_kind(4)),
    *(straight_flush, royal_flush),
)
"""From common to rare."""


def made(maker: Maker, left: Left, chance: random.Random, size: int) -> Cards:
    """Such a hand, shuffled; any cards if the needed ones are gone."""
    for _ in range(TRIES):
        cards = maker(chance, size)
        if set(cards) <= left and len(set(cards)) == size:
            return tuple(chance.sample(cards, size))
    return odd_cards(left, chance, size)


def of_the_same_ranks(cards: Cards, left: Left, chance: random.Random) -> Cards | None:
    """The same hand in other suits, if there is one without a second flush."""
    found: list[Card] = []
    for card in cards:
        others = [each for each in sorted(left) if each[0] == card[0] and each not in found]
        if not others:
            return None
        found.append(chance.choice(others))
    return None if len({card[1] for card in found}) == 1 else tuple(found)
