"""A round dealt by hand as a round file.

House-banked, it has a shoe, and not what the dealer said of its cards. For cards that nobody turned up it takes any
that are left: nothing depends on them, and such a file must list some. Of poker it has what the dealer said: who gave a
hand up unseen decides who wins.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from croupier.rules.cards import DECK, Card, show_cards
from croupier.rules.games.common import is_place, place_of
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.corrections import CORRECTIONS
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.corrections import CORRECTIONS as POKER_CORRECTIONS

_SAID_OF_CARDS = {"dealt", "up", "board", "dealer", "hands"}
_CARD = re.compile(r"[2-9TJQKA][cdhs]")
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


# --- Poker ----------------------------------------------------------------------------------------------------


def as_named(acts: Iterable[tuple[str, Sequence[object]]]) -> tuple[str, ...]:
    """The acts of poker dealt by hand, without corrections: each names the cards as they lay in the end."""
    told: list[str] = []
    hands: dict[int, tuple[Card, ...]] = {}
    for words, events in acts:
        turned = False
        for event in events:
            match event:
                case poker_ev.HoleCardsDealt():
                    hands = dict(event.hands)
                case poker_ev.CommunityTurned():
                    turned = True
                case poker_ev.CardsNamed(before=before, cards=cards):
                    _put(hands, before, cards)
                case poker_ev.CardsLie(read=before, cards=cards):
                    _put(hands, before, cards)
                    told = [_with_cards(act, dict(zip(before, cards, strict=True))) for act in told]
                    shown = {f"{seat} mucks": f"{seat} shows {show_cards(hands[seat])}" for seat in event.seats}
                    told = [shown.get(act, act) for act in told]
                case _:
                    pass
        if words and not _corrects(words, turned=turned):
            told.append(words)
    return tuple(told)


def _corrects(words: str, *, turned: bool) -> bool:
    """Whether it names cards that were named before."""
    first, *others = words.split()
    again = first == "board" and not turned
    return again or others[:1] == ["hand"] or (first == "incident" and others[0] in POKER_CORRECTIONS)


def _with_cards(words: str, now: Mapping[str, str]) -> str:
    """Only in acts that name cards: a player may be called `As`."""
    names = words.startswith(("board ", "incident ")) or " shows " in words
    return _CARD.sub(lambda card: now.get(card[0], card[0]), words) if names else words


def _put(hands: dict[int, tuple[Card, ...]], before: Sequence[Card], cards: Sequence[Card]) -> None:
    now = dict(zip(before, cards, strict=True))
    for seat, hand in hands.items():
        hands[seat] = tuple(now.get(card, card) for card in hand)
