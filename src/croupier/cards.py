"""Cards, how they are written, and the device they come from."""

import random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NewType, Protocol, Self

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


class Chance(Protocol):
    """All that shuffling asks of chance."""

    def getrandbits(self, k: int, /) -> int: ...


def os_chance() -> random.Random:
    """Chance from the operating system's entropy, for real play."""
    return random.SystemRandom()


def seeded_chance(seed: int | str) -> random.Random:
    """Chance that can be repeated, for tests and simulation."""
    return random.Random(seed)


class ChanceOfText:
    """Chance made of a text and nothing else, for scripts: the bits are the same on every machine and in every release.

    They are those of SHA-256 over the text, a blank, "block" and the number of the block: 0, 1, 2 and so on. A
    draw takes whole bytes and keeps their highest bits.
    """

    __slots__ = ("_blocks", "_left", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._blocks = 0
        self._left = b""

    def getrandbits(self, k: int, /) -> int:
        size = (k + 7) // 8
        while len(self._left) < size:
            self._left += sha256(f"{self._text} block {self._blocks}".encode()).digest()
            self._blocks += 1
        taken, self._left = self._left[:size], self._left[size:]
        return int.from_bytes(taken, "big") >> (8 * size - k)


def shuffled(cards: Iterable[Card], chance: Chance) -> tuple[Card, ...]:
    """The cards in an order that chance decides, every order being equally likely."""
    order = list(cards)
    _settle(order, 0, len(order), chance)
    return tuple(order)


def _settle(cards: list[Card], start: int, stop: int, chance: Chance) -> None:
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

    __slots__ = ("_before", "_cards", "_chance", "_drawn", "_listed", "_settled")

    def __init__(self, cards: Iterable[Card], listed: int, chance: Chance) -> None:
        self._cards = list(cards)
        self._listed = self._settled = listed
        self._chance = chance
        self._drawn = 0
        self._before: tuple[Card, ...] = ()

    @classmethod
    def from_order(cls, listed: Sequence[Card], chance: Chance) -> Self:
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

    def reshuffle(self, listed: Sequence[Card], among: Sequence[Card]) -> None:
        """These cards only are in the device from now on: the listed ones first, then the others, shuffled."""
        self._before = self.unlisted
        self._cards = [*listed, *(card for card in among if card not in listed)]
        self._listed = self._settled = len(listed)
        self._drawn = 0

    @property
    def remaining(self) -> int:
        """How many cards are still in the device."""
        return len(self._cards) - self._drawn

    @property
    def unlisted(self) -> tuple[Card, ...]:
        """What has left the device beyond the listed cards, in order; before a reshuffle too, so perhaps twice."""
        return (*self._before, *self._cards[self._listed : self._drawn])

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
