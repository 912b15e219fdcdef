"""The outside world except the store: time, chance, keys, and the way back from the writer's thread."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from croupier.floor.journal.decks import DeckRow, DrawnDeck
from croupier.floor.journal.entry import ReadCard
from croupier.rules.cards import Card, Chance


class Clock(Protocol):
    def now(self) -> int:
        """Microseconds since 1970, UTC: a time stamp only."""

    def monotonic(self) -> int:
        """Milliseconds that never jump, for deadlines."""


class Keys(Protocol):
    """The key ring (`floor/store/keys`)."""

    def seal_deck(self, drawn: DrawnDeck) -> DeckRow: ...

    def open_deck(self, row: DeckRow) -> DrawnDeck: ...

    def seal_card(self, card: Card, stream: str, round_: int, place: int) -> ReadCard: ...

    def names(self) -> Mapping[int, str]:
        """Public names of the sealing keys by number; the newest seals."""

    @property
    def public_key(self) -> bytes:
        """The key that verifies today's signatures."""

    def sign(self, message: bytes) -> bytes: ...

    def digest(self, content: bytes) -> bytes:
        """16 bytes that reveal nothing without the ring."""

    def open_card(self, read: ReadCard, stream: str, round_: int) -> Card: ...

    def seal_text(self, text: str, about: str) -> str:
        """A box that opens only for the same purpose."""

    def open_text(self, box: str, about: str) -> str: ...


Hop = Callable[[Callable[[], None]], None]
"""Runs a callback in the floor's own thread; the store calls it from another one."""


Aside = Callable[[Callable[[], Callable[[], None]]], None]
"""Runs a long read where it delays nobody, then calls what it returned in the floor's own thread."""


def at_once(read: Callable[[], Callable[[], None]]) -> None:
    """For a store in this process, whose reads take microseconds."""
    read()()


@dataclass(frozen=True)
class Ports:
    clock: Clock
    chance: Chance
    keys: Keys
    hop: Hop
    code: Callable[[], str] = str
    """A digest of the program as it is on disk now, taken again each time."""
    aside: Aside = at_once
