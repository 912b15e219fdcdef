"""Cards as places: entries name no card, only where in the round it left the device.

`#01` is the first card of the round, `#02` the next, and after a reshuffle the numbers go on. The types of the fields
say which of them hold cards (`croupier.base.typed_fields`), never the text: a player may be called `As`. So no event
can be forgotten, and a card without a place is an error instead of a card that anybody can read.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from msgspec import Struct

from croupier.base.typed_fields import holds, with_texts
from croupier.rules.cards import Card
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.poker.events import ShoeReshuffled

S = TypeVar("S", bound=Struct)
MARK = "#"


class Unplaced(Exception):
    """A card that is not in the round's decks, or a place without a card. The program or the journal is wrong."""


@lru_cache(1024)
def written(place: int) -> Card:
    """The text for a place, counted from 0."""
    return Card(f"{MARK}{place + 1:02}")


class Places:
    """The cards of one round and the places from which they come.

    A further deck begins with what is left, or was put back, and takes the places that the deck before did not use. A
    card that was put back may then have had two: it is sealed as the newer one, and both are unsealed.
    """

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        """The first deck of a round; empty at a table whose cards are not sealed."""
        self._card_at: dict[int, Card] = dict(enumerate(cards))

    @cached_property
    def _seals(self) -> "_Seals":
        return _Seals(zip(self._card_at.values(), map(written, self._card_at), strict=True))

    @cached_property
    def _unseals(self) -> "_Unseals":
        return _Unseals({written(place): card for place, card in self._card_at.items()})

    def and_then(self, first: int, cards: Sequence[Card]) -> "Places":
        """Adds a further deck, or a card just read, from the place `first` on."""
        further = Places()
        further._card_at = {place: card for place, card in self._card_at.items() if place < first}
        if len(further._card_at) < first:
            raise Unplaced(f"a deck begins at place {written(first)}, and the places before it have no cards")
        further._card_at.update(enumerate(cards, first))
        return further

    def place(self, card: Card) -> int:
        """From 0."""
        return int(self._seals[card][1:]) - 1

    def card(self, place: int) -> Card:
        return Card(self._unseals[written(place)])

    def seal(self, value: S) -> S:
        """An event or a state with places for cards."""
        return with_texts(value, Card, self._seals.__getitem__) if holds(type(value), Card) else value

    def unseal(self, value: S) -> S:
        """What was sealed, with its cards."""
        return with_texts(value, Card, self._unseals.__getitem__) if holds(type(value), Card) else value


class _Seals(dict[str, str]):
    def __missing__(self, text: str) -> str:
        if text == FACE_DOWN or text.startswith(MARK):
            return text
        raise Unplaced("a card that is not in the decks of this round would be written for everybody to read")


class _Unseals(dict[str, str]):
    def __missing__(self, text: str) -> str:
        if text == FACE_DOWN or not self:
            return text
        raise Unplaced(f"{text!r} is not a place of this round: it has {len(self)}, from {written(0)} on")


def seal_events(events: Iterable[S], places: Places, reshuffled: Places | None = None) -> tuple[S, ...]:
    """Seals the events of one act. After a reshuffle the places are those of the further deck, but not before: nobody
    may learn where a returned card is in it."""
    sealed = []
    for event in events:
        sealed.append(places.seal(event))
        if reshuffled is not None and isinstance(event, ShoeReshuffled):
            places = reshuffled
    return tuple(sealed)
