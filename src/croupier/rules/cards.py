"""Cards, how they are written, and the device they come from."""

import random
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NewType, Protocol

from croupier.base.sentences import Sentence, says
from croupier.base.values import Value

Card = NewType("Card", str)
"""A rank and a suit: "As", "Td", "9h", "2c"."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(Card(rank + suit) for rank in RANKS for suit in SUITS)

# Parsed cards are the deck's own strings, which dictionaries find faster than equal copies.
_CARD_OF: dict[str, Card] = {card: card for card in DECK}


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
                raise ValueError(says("card-twice", card=card, given=repr(text)))
            cards.append(card)
    return tuple(cards)


_SYMBOLS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc")


def with_letters(text: str) -> str:
    """Suits as letters where somebody has typed or copied their symbols: "A♠" is As."""
    return text.translate(_SYMBOLS)


def _complaint(rest: str, written: str) -> Sentence:
    """Why `written`, at the beginning of `rest`, is not a card."""
    if written == "10":
        meant = f"T{rest[2:3].lower()}"
        return says("ten-is-t", given=repr(rest[:3]), card=meant if meant in _CARD_OF else "T")
    meant = written.capitalize()
    if meant in _CARD_OF:
        return says("card-in-letters", given=repr(written), card=meant)
    return says("not-a-card", given=repr(written), ranks=RANKS, suits=SUITS)


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
    """Chance derived from a text alone, for scripts: the bits are the same on every machine and in every release.

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
    choose_places(order, 0, len(order), chance)
    return tuple(order)


_BITS = tuple(max(0, left - 1).bit_length() for left in range(len(DECK), -1, -1))
"""Bits that suffice to choose among the cards left: of a whole deck first, none last."""


def choose_places(cards: list[Card], start: int, stop: int, chance: Chance) -> None:
    """Let chance decide which of the cards from `start` on end up at `start` up to `stop`.

    A Fisher-Yates shuffle from the front. It asks chance for bits only, so that a seed's order does not depend on how a
    release of Python shuffles.
    """
    if isinstance(chance, random.SystemRandom):
        _choose_by_bytes(cards, start, stop, chance)
        return
    getrandbits = chance.getrandbits
    size = len(cards)
    missing = len(DECK) - size
    for place, bits in enumerate(_BITS[missing + start : missing + stop], start):
        drawn = place + getrandbits(bits)
        while drawn >= size:  # Rejected and drawn again: a remainder would favour the first cards.
            drawn = place + getrandbits(bits)
        cards[place], cards[drawn] = cards[drawn], cards[place]


_BYTES = 96
"""Nearly always enough: a whole deck takes 71 on average, and more than these in three shuffles of ten thousand."""


def _choose_by_bytes(cards: list[Card], start: int, stop: int, chance: random.SystemRandom) -> None:
    """The same shuffle from a block of bytes: to ask the operating system for each card takes eight times as long.

    The highest bits of a byte are as likely to be any number as bits that were asked for singly, and what points past
    the cards is rejected here too. So every order is exactly as likely as every other. Bytes left over are forgotten.
    """
    size = len(cards)
    last = min(stop, size - 1)  # one card has one place
    missing = len(DECK) - size
    place = start
    while place < last:
        for byte in chance.randbytes(_BYTES):
            drawn = place + (byte >> (8 - _BITS[missing + place]))
            if drawn < size:
                cards[place], cards[drawn] = cards[drawn], cards[place]
                place += 1
                if place >= last:
                    return


class Deck(Value):
    """What is in a card shoe or an electronic shuffler, in the order in which it leaves: all of it, before the first.

    Nobody draws from it. How many cards have left is known at the table, which reads the next ones off.
    """

    cards: tuple[Card, ...]
    listed: int = 0
    """How many cards at the front were listed and not shuffled."""

    def next_cards(self, drawn: int, number: int) -> tuple[Card, ...]:
        """The next `number` cards, after those that have left the device."""
        if number < 0 or drawn + number > len(self.cards):
            raise ValueError(f"cannot draw {number} cards: {len(self.cards) - drawn} remain in the device")
        return self.cards[drawn : drawn + number]

    def unlisted(self, drawn: int) -> tuple[Card, ...]:
        """What has left the device beyond the listed cards."""
        return self.cards[self.listed : drawn]


def shuffled_deck(chance: Chance, listed: Sequence[Card] = (), among: Iterable[Card] = DECK) -> Deck:
    """The listed cards first, then the others, shuffled."""
    if not listed:
        return Deck(shuffled(among, chance))
    known = set(listed)
    if len(known) < len(listed):
        twice = next(card for card in listed if listed.count(card) > 1)
        raise ValueError(f"{twice} appears twice in the listed order; there is one of each card")
    if strange := [card for card in listed if card not in _CARD_OF]:
        raise ValueError(says("not-a-card", given=repr(strange[0]), ranks=RANKS, suits=SUITS))
    order = [*listed, *(card for card in among if card not in known)]
    choose_places(order, len(listed), len(order), chance)
    return Deck(tuple(order), len(listed))
