"""The decks of a script: as listed, and what is not listed in an order that depends on the script alone (R-99)."""

from collections.abc import Sequence
from hashlib import sha256

from croupier.rounds.roundfile.placed import Placed, arranged
from croupier.rounds.roundfile.read import Script
from croupier.rules.cards import Card, ChanceOfText, Deck, choose_places, shuffled_deck
from croupier.rules.games.house.dealing import Place


class Decks:
    """A deck for each round.

    Each has a seed of its own: the SHA-256 of the file's text, or the number that was given instead, and the number
    of the round. Line ends are those of TOML, so that a copy with others deals the same cards. Among several tables
    the name of the table stands before the number.
    """

    def __init__(
        self, script: Script, seed: int | None, table: str | None = None, placed: Sequence[Placed] = ()
    ) -> None:
        text = script.text.replace("\r\n", "\n")
        self._seed = sha256(text.encode()).hexdigest() if seed is None else str(seed)
        if table is not None:
            self._seed += f" table {table}"
        self._shoes = script.shoes
        self._placed = placed
        self._by_place: Placed = {}
        """The cards of this round that are named by place; none after a reshuffle."""
        self._places: tuple[Place, ...] = ()
        """Where the cards of this round went."""
        self._round = 0
        self._deck = Deck(())
        self._before: list[tuple[Deck, tuple[Card, ...]]] = []
        """Decks of this round before a reshuffle, and what had left them unlisted."""
        self._told = 0

    def next_deck(self) -> Deck:
        listed = self._shoes[self._round] if self._round < len(self._shoes) else ()
        self._by_place = self._placed[self._round] if self._round < len(self._placed) else {}
        self._places = ()
        self._round += 1
        self._before = []
        self._told = 0
        named = tuple(card for each in self._by_place.values() for card in each)
        self._deck = shuffled_deck(self._chance(), listed or named)
        return self._deck

    def arranged(self, drawn: int, due: Sequence[Place]) -> Deck:
        """The deck of this round, now that its next cards go to these places."""
        if self._by_place:
            self._places = (*self._places[:drawn], *due)
            self._deck = arranged(self._deck, self._places[:drawn], due, self._by_place)
        return self._deck

    def reshuffled(self, before: Deck, drawn: int, listed: Sequence[Card], rest: Sequence[Card]) -> Deck:
        """The stream of the round continues after the bytes used for the drawn cards."""
        self._before.append((before, self._unlisted(before, drawn)))
        self._by_place = {}
        chance = self._chance()
        for deck, gone in self._before:
            choose_places(list(deck.cards), deck.listed, deck.listed + len(gone), chance)
        self._deck = shuffled_deck(chance, listed, rest)
        return self._deck

    def _chance(self) -> ChanceOfText:
        return ChanceOfText(f"{self._seed} round {self._round}")

    def unlisted(self, drawn: int) -> tuple[Card, ...]:
        """What has left this round's decks and the file does not list; `drawn` have left the last one."""
        before = (card for _, gone in self._before for card in gone)
        return (*before, *self._unlisted(self._deck, drawn))

    def _unlisted(self, deck: Deck, drawn: int) -> tuple[Card, ...]:
        if not self._by_place:
            return deck.unlisted(drawn)
        named = {card for each in self._by_place.values() for card in each}
        return tuple(card for card in deck.cards[:drawn] if card not in named)

    def newly_unlisted(self, drawn: int) -> tuple[Card, ...]:
        """Those among them that were not yet asked for."""
        unlisted = self.unlisted(drawn)
        newly, self._told = unlisted[self._told :], len(unlisted)
        return newly
