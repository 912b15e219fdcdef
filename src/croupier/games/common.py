"""Words that poker and the house-banked games share."""

from msgspec import Struct

from croupier.citation import Citation


class Ruled(Struct, frozen=True):
    """What was found, and what followed."""

    incident: str
    ruling: str
    cites: tuple[Citation, ...]
    box: int | None = None
