"""The decks of a script: as listed, and what is not listed in an order that depends on the script alone (R-99)."""

from hashlib import sha256

from croupier.cards import Card, CardSource, ChanceOfText
from croupier.roundfile.read import Script


class Decks:
    """A deck for each round, made when the round needs it.

    Each has a seed of its own: the SHA-256 of the file's text, or the number that was given instead, and the number
    of the round. Line ends are those of TOML, so that a copy with others deals the same cards.
    """

    def __init__(self, script: Script, seed: int | None) -> None:
        text = script.text.replace("\r\n", "\n")
        self._seed = sha256(text.encode()).hexdigest() if seed is None else str(seed)
        self._shoes = script.shoes
        self._round = 0
        self._deck: CardSource | None = None
        self._told = 0

    def next_deck(self) -> CardSource:
        listed = self._shoes[self._round] if self._round < len(self._shoes) else ()
        self._round += 1
        self._deck = CardSource.from_order(listed, ChanceOfText(f"{self._seed} round {self._round}"))
        self._told = 0
        return self._deck

    @property
    def unlisted(self) -> tuple[Card, ...]:
        """What has left this round's deck and the file does not list."""
        return () if self._deck is None else self._deck.unlisted

    def newly_unlisted(self) -> tuple[Card, ...]:
        """Those among them that were not yet asked for."""
        unlisted = self.unlisted
        newly, self._told = unlisted[self._told :], len(unlisted)
        return newly
