"""Who says an action of a round file: the words in brackets at its end (R-101, R-107).

`incident other ruling=void (dealer)`, `next (pit supervisor)`, `1 fold (Ann)`. Without them it is somebody who may.
"""

from collections.abc import Callable

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation
from croupier.base.errors import Forbidden, Refused, Unreadable
from croupier.rounds.roundfile.read import name_of_player, shown, split
from croupier.rules.rulebook.model import Rulebook

IN_CHARGE = Actor(Rank.SHIFT_MANAGER, "the Shift Manager")
"""A round file records decisions; if it does not name the decider, it was somebody who may decide."""

STAFF = {rank.words.lower(): Actor(rank, f"the {rank.words}") for rank in Rank if rank is not Rank.PLAYER}


def speaker(words: list[str]) -> tuple[list[str], Actor | None]:
    """The action without its brackets, and the person in them; None without brackets."""
    if not words or not words[-1].endswith(")"):
        return words, None
    first = next((number for number in reversed(range(len(words))) if words[number].startswith("(")), None)
    if first is None:
        raise Unreadable(f"{shown(words[-1])}: the bracket is not opened; write (dealer), (pit supervisor) or (Ann)")
    inside = " ".join(words[first:])[1:-1]
    name = name_of_player(inside)
    if name is None or "(" in name or ")" in name:
        known = ", ".join(STAFF)
        raise Unreadable(f"({inside}): brackets name who speaks: a player, or {known}")
    return words[:first], STAFF.get(name.lower()) or Actor(Rank.PLAYER, name)


def said_by(text: str) -> Actor | None:
    """Who is named in the brackets of an action that has been read."""
    return speaker(split(text))[1] if text.rstrip().endswith(")") else None


def on_request(book: Rulebook, clause_of: Callable[[Actor], str | None], text: str) -> tuple[Citation, ...]:
    """The paragraph by which the staff member in the brackets acts for a player; nothing where none does."""
    by = said_by(text)
    clause = None if by is None else clause_of(by)
    return () if clause is None else (book.cite(clause),)


def check_may_say(
    book: Rulebook, allowed: Callable[[Actor], None], command: object, text: str, on_ranks: Citation
) -> None:
    """Refuses what the person in the brackets may not say, with its paragraph.

    A command that carries its speaker is left to the rules, which know its paragraph and its rank.
    """
    by = said_by(text)
    if by is None:
        return
    try:
        allowed(by)
    except Forbidden as forbidden:
        if forbidden.left_to is not None and hasattr(command, "by"):
            return
        cites = () if forbidden.clause is None else (book.cite(forbidden.clause),)
        ranks = () if forbidden.left_to is None else (on_ranks,)
        raise Refused(forbidden.says, (*cites, *ranks), left_to=forbidden.left_to) from None
