"""What touches the world beside the store: time, chance, the keys, and the way back from the writer's thread."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from croupier.floor.journal.decks import DeckRow, DrawnDeck
from croupier.floor.journal.entry import ReadCard
from croupier.rules.cards import Card, Chance


class Clock(Protocol):
    def now(self) -> int:
        """Microseconds since 1970, UTC: a stamp, nothing else."""

    def monotonic(self) -> int:
        """Milliseconds that never jump: what deadlines run on."""


class Keys(Protocol):
    """The key ring (`floor/store/keys`)."""

    def seal_deck(self, drawn: DrawnDeck) -> DeckRow: ...

    def open_deck(self, row: DeckRow) -> DrawnDeck: ...

    def seal_card(self, card: Card, stream: str, round_: int, place: int) -> ReadCard: ...

    def names(self) -> Mapping[int, str]:
        """What tells one sealing key from another, by its number; the newest seals."""

    def digest(self, content: bytes) -> bytes:
        """16 bytes that tell nobody anything who does not have the ring."""

    def open_card(self, read: ReadCard, stream: str, round_: int) -> Card: ...

    def seal_text(self, text: str, about: str) -> str:
        """A box that opens for the same use alone."""

    def open_text(self, box: str, about: str) -> str: ...


Hop = Callable[[Callable[[], None]], None]
"""Runs something in the floor's own thread; the store calls from another one."""


@dataclass(frozen=True)
class Ports:
    clock: Clock
    chance: Chance
    keys: Keys
    hop: Hop
    code: Callable[[], str] = str
    """A digest of the program as it lies on the disk, taken again each time."""
