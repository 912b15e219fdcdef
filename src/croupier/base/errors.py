"""The three ways in which croupier says no."""

from collections.abc import Sequence

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.sentences import Sentence, says


class Refused(Exception):
    """Well-formed, but the rules forbid it now: which paragraph, and what would be accepted.

    What is said only to who wrote a file or plays in a terminal may be plain English.
    """

    def __init__(
        self,
        says: Sentence | str,
        cites: Sequence[Citation] = (),
        *,
        left_to: Rank | None = None,
        tells_cards: bool = False,
    ) -> None:
        super().__init__(says)
        self.says = says
        self.cites = tuple(cites)
        self.left_to = left_to
        """Somebody of this rank or above may say it."""
        self.tells_cards = tells_cards
        """It depends on cards that may be face down. A script may show it; a live table does not."""

    @property
    def why(self) -> str:
        """In English; made only when somebody reads it, because the floor tries many acts that are refused."""
        return str(self.says)


class Forbidden(Exception):
    """Well-formed, but this person may not say it, whatever the rules decide; says what they may say instead."""

    def __init__(self, says: Sentence, *, clause: str | None = None, left_to: Rank | None = None) -> None:
        super().__init__(says)
        self.says = says
        self.clause = clause
        """The clause of the table's rulebook that keeps it from them, where one does."""
        self.left_to = left_to
        """Somebody of this rank or above may say it."""


InFile = tuple[str | int, ...]
"""A place in a file: keys, and list positions from 0, outermost first."""


class Unreadable(Exception):
    """Not a sentence of our language at all: where, and what would be. What people type into pages has a code."""

    def __init__(self, why: Sentence | str, at: InFile = ()) -> None:
        super().__init__(why)
        self.at = at
        """Where in the file that is read, if it is of a file."""


def told_by(error: Exception) -> Sentence | str:
    """Its message, with its code if it has one."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Sentence) else str(error)


def said_at(where: str, why: Sentence | str) -> Sentence | str:
    """The same with its place in the file."""
    return says("at", where=where, why=why) if isinstance(why, Sentence) else f"{where}: {why}"
