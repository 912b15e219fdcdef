"""Where a table's decks come from, one for each round and one more after each reshuffle."""

from collections.abc import Callable, Sequence
from typing import Protocol

from croupier.rules.cards import Card, Chance, Deck, shuffled_deck
from croupier.rules.games.house.dealing import Place


class Decks(Protocol):
    def next_deck(self) -> Deck:
        """For the round that begins."""
        ...

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        """Of the cards left in the device, the listed ones come first. `drawn` had left the deck before."""
        ...


Arranged = Callable[[int, Sequence[Place]], Deck]
"""The deck of the round once the places of its next cards are known, for cards named by place; the number of cards that
have left it."""


class ShuffledDecks:
    """The same listed cards first in every deck, if any are; the others as chance has them."""

    def __init__(self, chance: Chance, listed: Sequence[Card] = ()) -> None:
        self._chance = chance
        self._listed = listed

    def next_deck(self) -> Deck:
        return shuffled_deck(self._chance, self._listed)

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        return shuffled_deck(self._chance, listed, rest)
