"""The order in which cards leave the device, and where each of them goes."""

from enum import StrEnum
from functools import cache

from croupier.cards import Card
from croupier.citation import Citation
from croupier.errors import Refused
from croupier.games.house import events as ev
from croupier.games.house.clauses import House
from croupier.games.house.table import HouseRound
from croupier.rulebook.model import Device, Rulebook


class To(StrEnum):
    BURN = "burn"
    DEALER = "dealer"
    COMMUNITY = "community"


Place = int | To
"""A box by its number, or one of the other places."""


@cache
def one_at_a_time(hands: tuple[Place, ...], cards: int, *, burn: bool) -> tuple[Place, ...]:
    """From the shoe: one card to each hand in turn, until each has its number."""
    return (To.BURN,) * burn + hands * cards


@cache
def in_sets(hands: tuple[Place, ...], cards: int) -> tuple[Place, ...]:
    """From the shuffler: each hand gets its whole set at once."""
    return tuple(hand for hand in hands for _ in range(cards))


def hands_and_dealer(book: Rulebook, round_: HouseRound) -> tuple[Place, ...]:
    """Box by box from the dealer's left, himself last (R-2)."""
    hands: tuple[Place, ...] = (*(box.number for box in round_.boxes.values() if box.live), To.DEALER)
    cards = book.procedure.cards_in_hand
    if round_.table.device is Device.SHOE:
        return one_at_a_time(hands, cards, burn="deal" in book.procedure.burn_before)
    return in_sets(hands, cards)


def dealt_to(
    book: Rulebook, round_: HouseRound, places: tuple[Place, ...], cards: tuple[Card, ...], *cites: Citation
) -> ev.CardsDealt:
    """Put the cards where the places say; a card can leave a single deck only once."""
    if len(cards) != len(places):
        raise Refused(f"{len(places)} cards are due from the device, not {len(cards)}", cites)
    if len(set(cards).union(round_.dealt)) != len(cards) + len(round_.dealt):
        raise Refused("a card came twice out of a single deck", (book.cite(House.SINGLE_DECK),))
    by_place: dict[Place, list[Card]] = {}
    for place, card in zip(places, cards, strict=True):
        by_place.setdefault(place, []).append(card)
    return ev.CardsDealt(
        cards=cards,
        cites=cites,
        burnt=tuple(by_place.pop(To.BURN, ())),
        dealer=tuple(by_place.pop(To.DEALER, ())),
        community=tuple(by_place.pop(To.COMMUNITY, ())),
        hands={place: tuple(hand) for place, hand in by_place.items() if isinstance(place, int)},
    )
