"""Arranges a deck so that every place gets the wanted cards."""

import random
from collections.abc import Mapping, Sequence

from croupier.rules.cards import DECK, Card, shuffled
from croupier.rules.games.reconstruction import Place
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.misdeal import intended_places, layout

Wishes = Mapping[Place, Sequence[Card]]


def order(book: str, device: Device, places: Sequence[int], wishes: Wishes, chance: random.Random) -> tuple[Card, ...]:
    """`places` are the boxes with bets, or the seats from the left of the button."""
    wished = {card for cards in wishes.values() for card in cards}
    rest = list(shuffled([card for card in DECK if card not in wished], chance))
    left = {place: list(cards) for place, cards in wishes.items()}
    last = "river" if "river" in layout(book, device)[1] else "deal"
    listed = [
        left[place].pop(0) if left.get(place) else rest.pop() for place in intended_places(book, device, places, last)
    ]
    return (*listed, *rest)
