"""A round dealt by hand as a round file: with a shoe, and without what the dealer said of its cards.

For cards that nobody turned up it takes any that are left: nothing depends on them, and a round file must list some.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import is_place, place_of
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.corrections import CORRECTIONS

_SAID_OF_CARDS = {"dealt", "up", "board", "dealer", "hands"}
_PLACE = re.compile(r"(?<==)#(\d+)")


class Scripted(NamedTuple):
    shoe: tuple[Card, ...]
    """What left the device, in its order."""
    actions: tuple[str, ...]


def scripted(acts: Iterable[tuple[str, Sequence[object]]]) -> Scripted:
    """The accepted acts of one round, each with its events; only events of the table matter."""
    lies: list[Card] = []
    """Places in the order of the deal, after all changes of places."""
    faces: dict[Card, Card] = {}
    said: list[tuple[str, tuple[Card, ...]]] = []
    for words, events in acts:
        if not of_cards(words):
            named = tuple(lies[int(number) - 1] for number in _PLACE.findall(words))
            said.append((words, named))
        for event in events:
            _follow(event, lies, faces)
    left = iter([card for card in DECK if card not in faces.values()])
    places = [place_of(number) for number in range(1, len(lies) + 1)]
    faces |= {place: next(left) for place in places if place not in faces}
    shoe = tuple(faces[place] for place in places)
    return Scripted(shoe, tuple(_with_faces(words, [faces[place] for place in named]) for words, named in said))


def of_cards(words: str) -> bool:
    """Whether it is a dealer's statement about cards; a file has its shoe instead."""
    first, *others = words.split()
    return first in _SAID_OF_CARDS or others[:1] == ["hand"] or (first == "incident" and others[0] in CORRECTIONS)


def _with_faces(words: str, named: Sequence[Card]) -> str:
    cards = iter(named)
    return _PLACE.sub(lambda _: next(cards), words)


def _follow(event: object, lies: list[Card], faces: dict[Card, Card]) -> None:
    match event:
        case ev.CardsDealt(cards=cards):
            lies += cards
        case ev.CardsNamed(before=before, cards=cards) | ev.CardsLie(read=before, cards=cards):
            places = [_place(card, faces) for card in before]
            faces.update(zip(places, cards, strict=True))
        case ev.CardsChangedPlaces(first=first, second=second):
            one, other = (lies.index(_place(card, faces)) for card in (first, second))
            lies[one], lies[other] = lies[other], lies[one]
        case _:
            pass


def _place(card: Card, faces: dict[Card, Card]) -> Card:
    return card if is_place(card) else next(place for place, face in faces.items() if face == card)
