"""The three ways in which croupier says no."""

from collections.abc import Sequence

from croupier.actors import Rank
from croupier.citation import Citation


class Refused(Exception):
    """Well-formed, but the rules forbid it now: which paragraph, and what would be accepted."""

    def __init__(
        self,
        why: str,
        cites: Sequence[Citation] = (),
        *,
        left_to: Rank | None = None,
        tells_cards: bool = False,
    ) -> None:
        super().__init__(why)
        self.why = why
        self.cites = tuple(cites)
        self.left_to = left_to
        """Somebody of this rank or above may say it."""
        self.tells_cards = tells_cards
        """It depends on cards that may lie face down. A script may be told; a live table does not answer with it."""


class Forbidden(Exception):
    """Well-formed, but not for this person to say, whatever the rules make of it: what they may say instead."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


InFile = tuple[str | int, ...]
"""Where something stands in a file: keys, and numbers from 0 in lists, from the outermost in."""


class Unreadable(Exception):
    """Not a sentence of our language at all: where, and what would be."""

    def __init__(self, why: str, at: InFile = ()) -> None:
        super().__init__(why)
        self.at = at
        """Where in the file that is read, if it is of a file."""
