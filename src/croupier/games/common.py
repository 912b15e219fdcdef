"""Words that poker and the house-banked games share."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from croupier.actors import Actor
from croupier.cards import Card
from croupier.citation import Citation
from croupier.values import Value


class Ruled(Value):
    """What was found, and what followed."""

    incident: str
    ruling: str
    cites: tuple[Citation, ...]
    box: int | None = None
    by: Actor | None = None
    """Who decided it, with what reason: discretion is on record."""
    reason: str = ""


FACE_DOWN = Card("??")
"""In the place of a card that somebody may not see."""


def face_down_but(seen: AbstractSet[Card]) -> Callable[[str], str]:
    return lambda card: card if card in seen else FACE_DOWN
