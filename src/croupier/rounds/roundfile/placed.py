"""Cards by place: `[cards] 1 = "As 9h"`, in place of counting in which order they leave the shoe.

Nothing here knows that order. The table says where the cards go that are due, and they are picked accordingly.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.base.errors import InFile, Unreadable
from croupier.rounds.roundfile.read import Script, burns_first, cards, first_in_brackets, shown, wrong
from croupier.rules.cards import Card, Deck
from croupier.rules.games.house.dealing import Place, To
from croupier.rules.rulebook.model import Device

BOARD = 5
WORDS = {"dealer": To.DEALER, "board": To.COMMUNITY, "burn": To.BURN}

Placed = Mapping[Place, tuple[Card, ...]]


def placed_cards(script: Script, places: Sequence[int], *, dealer: bool, board: bool) -> tuple[Placed, ...]:
    """Of each round, the cards of these boxes or seats and of what else the game has."""
    steps = script.book.procedure
    burns = len(steps.burn_before) if script.device is Device.SHOE else 0
    room: dict[str, int] = {str(place): steps.cards_in_hand for place in places}
    room |= {"dealer": steps.cards_in_hand} if dealer else {}
    room |= {"board": BOARD} if board else {}
    room |= {"burn": burns} if burns else {}
    if not isinstance(script.cards, tuple):
        return (_placed(script, 0, ("cards",), script.cards, room),)
    return tuple(_placed(script, number, ("cards", number), given, room) for number, given in enumerate(script.cards))


def _placed(script: Script, number: int, at: InFile, given: Mapping[str, Any], room: Mapping[str, int]) -> Placed:
    if given and number < len(script.shoes) and script.shoes[number]:
        raise Unreadable(
            "[cards]: shoe lists this round's cards in their order; give them in order or by place, not both", at
        )
    found: dict[Place, tuple[Card, ...]] = {}
    taken: dict[Card, str] = {}
    for place, text in given.items():
        where = (*at, place)
        if place not in room:
            raise wrong(where, f"{shown(place)} is not a place for cards at this table; known: {', '.join(room)}")
        named = (
            first_in_brackets(where, text, burns=burns_first(script.book, script.device))
            if place == "burn"
            else cards(where, text)
        )
        if len(named) > room[place]:
            most = f"{room[place]} {'card' if room[place] == 1 else 'cards'}"
            raise wrong(where, f"expected at most {most}, got {len(named)}")
        for card in named:
            if card in taken:
                raise wrong(where, f"{card} is named for {taken[card]} already; there is one of each card")
            taken[card] = place
        found[WORDS.get(place) or int(place)] = named
    return found


def arranged(deck: Deck, before: Sequence[Place], due: Sequence[Place], placed: Placed) -> Deck:
    """The deck with the cards next that are named for the coming places; for other places, cards that are named for
    none.

    `before` are the places of the cards that have left it. Unnamed cards keep their order in the deck.
    """
    named = {card for each in placed.values() for card in each}
    gone = deck.cards[: len(before)]
    free = iter([card for card in deck.cards if card not in named and card not in gone])
    count = {place: list(before).count(place) for place in due}
    order = list(gone)
    for place in due:
        own = placed.get(place, ())
        order.append(own[count[place]] if count[place] < len(own) else next(free))
        count[place] += 1
    left = set(deck.cards) - set(order)
    return Deck((*order, *(card for card in deck.cards if card in left)), deck.listed)
