"""The order in which cards leave the device, and where each of them goes."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import Faces, next_places
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.table import HouseRound, Phase
from croupier.rules.rulebook.model import Device, Rulebook

_DECK = frozenset(DECK)


class To(StrEnum):
    BURN = "burn"
    DEALER = "dealer"
    COMMUNITY = "community"


_BY_HAND = Faces.BY_HAND
_DEALING, _SHOE, _DEALER = Phase.DEALING, Device.SHOE, To.DEALER

Place = int | To
"""A box by its number, or one of the other places."""


@cache
def one_at_a_time(hands: tuple[Place, ...], cards: int, burn: int) -> tuple[Place, ...]:
    """From the shoe: one card to each hand in turn, until each has its number."""
    return (To.BURN,) * burn + hands * cards


@cache
def in_sets(hands: tuple[Place, ...], cards: int) -> tuple[Place, ...]:
    """From the shuffler: each hand gets its whole set at once."""
    return tuple(hand for hand in hands for _ in range(cards))


def hands_and_dealer(book: Rulebook, round_: HouseRound) -> tuple[Place, ...]:
    """Where the cards that are due now go: box by box from the dealer's left, the dealer last (R-2)."""
    if round_.phase is not _DEALING:
        return ()
    hands: tuple[Place, ...] = (*[box.number for box in round_.boxes.values() if box.live], _DEALER)
    steps = book.procedure
    if round_.table.device is _SHOE:
        return one_at_a_time(hands, steps.cards_in_hand, "deal" in steps.burn_before)
    return in_sets(hands, steps.cards_in_hand)


def face_down(round_: HouseRound, number: int) -> tuple[Card, ...]:
    """The places of the next cards."""
    return next_places(len(round_.dealt), number)


class _Plan(NamedTuple):
    """Which of the cards go where."""

    burnt: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    dealer: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    community: Callable[[tuple[Card, ...]], tuple[Card, ...]]
    hands: Mapping[int, Callable[[tuple[Card, ...]], tuple[Card, ...]]]


@cache
def _plan(places: tuple[Place, ...]) -> _Plan:
    def picked(place: Place) -> Callable[[tuple[Card, ...]], tuple[Card, ...]]:
        numbers = [number for number, goes_to in enumerate(places) if goes_to == place]
        if len(numbers) > 1:
            return itemgetter(*numbers)
        return itemgetter(slice(numbers[0], numbers[0] + 1) if numbers else slice(0))

    boxes = dict.fromkeys(place for place in places if isinstance(place, int))
    return _Plan(picked(To.BURN), picked(To.DEALER), picked(To.COMMUNITY), {box: picked(box) for box in boxes})


def dealt_to(
    book: Rulebook,
    round_: HouseRound,
    places: tuple[Place, ...],
    cards: tuple[Card, ...],
    *cites: Citation,
    stage: int | None = None,
    dealer_cites: tuple[Citation, ...] = (),
) -> ev.CardsDealt:
    """Put the cards where the places say; a card can leave a single deck only once."""
    if not places:
        raise Refused(says("no-cards-due-now"), (*cites, *dealer_cites))
    if len(cards) != len(places):
        raise Refused(says("cards-due-from-device", due=len(places), given=len(cards)), (*cites, *dealer_cites))
    if round_.table.cards is _BY_HAND:
        if cards != face_down(round_, len(places)):
            why = says("dealt-by-hand-here")
            raise Refused(why, (*cites, *dealer_cites, ruling(96)))
    elif not _DECK.issuperset(cards):
        raise Refused(says("device-gave-no-card"), (book.cite(House.FOREIGN_CARD),))
    if len({*cards, *round_.dealt}) != len(cards) + len(round_.dealt):
        raise Refused(says("card-came-twice"), (book.cite(House.SINGLE_DECK),))
    plan = _plan(places)
    return ev.CardsDealt(
        cards=cards,
        cites=cites,
        burnt=plan.burnt(cards),
        hands={box: pick(cards) for box, pick in plan.hands.items()},
        dealer=plan.dealer(cards),
        community=plan.community(cards),
        stage=stage,
        dealer_cites=dealer_cites,
    )
