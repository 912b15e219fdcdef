"""Words that poker and the house-banked games share."""

from croupier.actors import Actor
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
