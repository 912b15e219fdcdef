"""Cards, how they are written, and the device they come from."""

import random
from collections.abc import Iterable, Sequence
from typing import NewType, Self

Card = NewType("Card", str)
"""A rank and a suit: "As", "Td", "9h", "2c"."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)

# Parsed cards are the deck's own strings, which dictionaries find faster than equal copies.
_CARD_OF: dict[str, Card] = {card: card for card in DECK}
_ACCEPTED = f"a card is one of {RANKS} and then one of {SUITS}; nothing but spaces may stand between cards"


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read "As Kd" or "AsKd"; a ValueError says what is wrong and what is accepted."""
    cards: list[Card] = []
    for word in text.split():
        for start in range(0, len(word), 2):
            written = word[start : start + 2]
            card = _CARD_OF.get(written)
            if card is None:
                raise ValueError(_complaint(word[start:], written))
            if card in cards:
                raise ValueError(f"{card} stands twice in {text!r}; there is one of each card")
            cards.append(card)
    return tuple(cards)


def _complaint(rest: str, written: str) -> str:
    """Why `written`, at the beginning of `rest`, is not a card."""
    if written == "10":
        meant = f"T{rest[2:3].lower()}"
        return f"{rest[:3]!r} is not a card; write {meant if meant in _CARD_OF else 'T'} for a ten"
    meant = written.capitalize()
    if meant in _CARD_OF:
        return f"{written!r} is not a card; write {meant}: ranks are upper case, suits lower case"
    return f"{written!r} is not a card; {_ACCEPTED}"


def show_cards(cards: Iterable[Card]) -> str:
    """Write cards as people read them: "As Kd"."""
    return " ".join(cards)


def os_chance() -> random.Random:
    """Chance from the operating system's entropy, for real play."""
    return random.SystemRandom()


def seeded_chance(seed: int | str) -> random.Random:
    """Chance that can be repeated, for tests and simulation."""
    return random.Random(seed)


def shuffled(cards: Iterable[Card], chance: random.Random) -> tuple[Card, ...]:
    """The cards in an order that chance decides, every order being equally likely."""
    order = list(cards)
    _settle(order, 0, len(order), chance)
    return tuple(order)


def _settle(cards: list[Card], start: int, stop: int, chance: random.Random) -> None:
    """Let chance decide which of the cards from `start` on come to stand at `start` up to `stop`.

    A Fisher-Yates shuffle from the front, which can stop early and go on later. It asks chance for bits only,
    so that a seed's order does not hang on how a release of Python shuffles.
    """
    getrandbits = chance.getrandbits
    size = len(cards)
    for place in range(start, stop):
        bits = (size - place - 1).bit_length()
        drawn = place + getrandbits(bits)
        while drawn >= size:  # Rejected and drawn again: a remainder would favour the first cards.
            drawn = place + getrandbits(bits)
        cards[place], cards[drawn] = cards[drawn], cards[place]


class CardSource:
    """A card shoe or an electronic shuffler: a device that cards leave in order.

    Chance decides on a card no sooner than it is drawn. The order is the same as if all had been shuffled
    first, and a round that needs a few cards, or listed ones only, does not pay for fifty-two.
    """

    __slots__ = ("_cards", "_chance", "_drawn", "_settled")

    def __init__(self, cards: Iterable[Card], settled: int, chance: random.Random) -> None:
        self._cards = list(cards)
        self._settled = settled
        self._chance = chance
        self._drawn = 0

    @classmethod
    def from_order(cls, listed: Sequence[Card], chance: random.Random) -> Self:
        """The listed cards first, then the rest of the deck, shuffled."""
        known = set(listed)
        if len(known) < len(listed):
            twice = next(card for card in listed if listed.count(card) > 1)
            raise ValueError(f"{twice} stands twice in the listed order; there is one of each card")
        rest = [card for card in DECK if card not in known] if known else DECK
        if len(known) + len(rest) > len(DECK):
            strange = next(card for card in listed if card not in DECK)
            raise ValueError(f"{strange!r} in the listed order is not a card; {_ACCEPTED}")
        return cls([*listed, *rest], len(listed), chance)

    def reshuffled(self, listed: Sequence[Card], among: Sequence[Card]) -> Self:
        """A device with these cards only: the listed ones first, then the others, shuffled."""
        return type(self)([*listed, *(card for card in among if card not in listed)], len(listed), self._chance)

    @property
    def remaining(self) -> int:
        """How many cards are still in the device."""
        return len(self._cards) - self._drawn

    def draw(self, number: int) -> tuple[Card, ...]:
        """Take the next cards out of the device."""
        first, last = self._drawn, self._drawn + number
        if not first <= last <= len(self._cards):
            raise ValueError(f"cannot draw {number} cards: {self.remaining} remain in the device")
        self._drawn = last
        if last > self._settled:
            _settle(self._cards, self._settled, last, self._chance)
            self._settled = last
        return tuple(self._cards[first:last])
