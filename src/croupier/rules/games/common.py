"""Words that poker and the house-banked games share."""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from enum import StrEnum

from croupier.base.actors import Actor
from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.limits import INCIDENTS, LAST_INCIDENTS, LONGEST_NAME, LONGEST_REASON
from croupier.base.sentences import Why, says
from croupier.base.values import Value
from croupier.rules.cards import Card


class Ruled(Value):
    """What was found, and what followed."""

    incident: str
    ruling: str
    cites: tuple[Citation, ...]
    box: int | None = None
    by: Actor | None = None
    """Who decided it, with what reason: discretion is on record."""
    reason: str = ""
    alone: bool = False
    """A Shift Manager has reported it and undone a settlement, and nobody else was asked (R-107)."""


class Faces(StrEnum):
    """How a table comes to know its cards."""

    SEALED = "sealed"
    """From a deck that nobody touches."""
    READER = "reader"
    """A device reads each card as it leaves the shoe."""
    BY_HAND = "by-hand"
    """A dealer says what is turned up; until then a card is known by its place alone."""


FACE_DOWN = Card("??")
"""Stands for a card that the viewer must not see."""


def face_down_but(seen: AbstractSet[Card]) -> Callable[[str], str]:
    return lambda card: card if card in seen else FACE_DOWN


def place_of(number: int) -> Card:
    """The place of a card that nobody has turned up: its number in the order of leaving the device."""
    return Card(f"#{number:02}")


def is_place(card: Card) -> bool:
    return card[0] == "#"


def faces(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Those that somebody has turned up."""
    return tuple([card for card in cards if not is_place(card)])


def as_far_as_known(cards: Iterable[Card]) -> tuple[Card, ...]:
    """With `FACE_DOWN` for each that nobody has turned up."""
    return tuple([FACE_DOWN if is_place(card) else card for card in cards])


def next_places(dealt: int, number: int) -> tuple[Card, ...]:
    """The places of the next cards, after so many that were dealt."""
    return tuple(place_of(place) for place in range(dealt + 1, dealt + number + 1))


def check_room_for_report(ruled: int, reason: str, *, must_be_heard: bool) -> None:
    """Refuses a report over the limit. Some reports must be accepted at any number of incidents `ruled`, or the table
    is stuck."""
    if len(reason) > LONGEST_REASON:
        raise Refused(says("reason-too-long", most=LONGEST_REASON, number=len(reason)))
    if ruled >= INCIDENTS and not (must_be_heard and ruled < INCIDENTS + LAST_INCIDENTS):
        raise Refused(says("too-many-incidents", incidents=ruled))


def check_name(name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused(says("name-length", most=LONGEST_NAME))


def check_open(suspended: Why | None, closed: bool, *, heard_while_suspended: bool) -> None:
    """Whether a table that may wait or be closed hears a command."""
    if closed:
        raise Refused(says("table-closed"))
    if suspended is not None and not heard_while_suspended:
        raise Refused(says("table-waits", why=suspended))


def check_why(why: Why) -> None:
    """A table is suspended for a reason."""
    if isinstance(why, str) and not 0 < len(why.strip()) <= len(why) <= LONGEST_REASON:
        raise Refused(says("say-why", most=LONGEST_REASON))


def check_suspended(suspended: Why | None) -> None:
    if suspended is None:
        raise Refused(says("table-not-suspended"))
