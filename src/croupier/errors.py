"""The two ways in which croupier says no."""

from collections.abc import Sequence

from croupier.citation import Citation


class Refused(Exception):
    """Well-formed, but the rules forbid it now: which paragraph, and what would be accepted."""

    def __init__(self, why: str, cites: Sequence[Citation] = ()) -> None:
        super().__init__(why)
        self.why = why
        self.cites = tuple(cites)


class Unreadable(Exception):
    """Not a sentence of our language at all: where, and what would be."""
