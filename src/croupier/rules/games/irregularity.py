"""What a kind of irregularity is, in one row: how it is reported, who decides it, and by which rule."""

from collections.abc import Callable
from typing import Any

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.sentences import Sentence, says, word
from croupier.base.values import Value


class Irregularity(Value):
    rule: Callable[..., Any]
    """What is ruled; each family of games has its own kind of function."""
    clause: str
    """The paragraph that says who decides it, or that decides it by itself."""
    decided_by: Rank = Rank.DEALER
    """The lowest rank whose word suffices."""
    beside: tuple[Citation, ...] = ()
    """Standing rulings on who decides, cited with the paragraph and R-101 or R-107."""
    keys: frozenset[str] = frozenset()
    """What may be said with the report."""
    required: frozenset[str] = frozenset()
    """What must be."""
    only_with_a_shoe: bool = False
    of_dealt_cards: bool = False
    """Possible only while cards are on the table."""
    of_the_jackpot: bool = False
    undoes_settlement: bool = False
    """Noticed before the next round it changes what was settled, which is the pit's to decide (5.8.7, 5.15; R-107)."""
    ground_for_void: bool = False
    """The round is void, or goes on, in any circumstances."""
    known_by: str | None = None
    """The clause without which a version of the document does not know it."""


DECIDES_LATE_ENTRIES = Rank.SHIFT_MANAGER
"""Of rounds that are over when the next one has begun; who reports it does not decide it (R-110)."""


SHOWS = "shows"
"""A hand exposed before the betting is over: ruled on without a report."""


def keys(*names: str) -> frozenset[str]:
    return frozenset(names)


RULINGS = (
    "void",
    "continue",
    "options",
    "invalidated",
    "reconstructed",
    "reshuffled",
    "discarded",
    "corrected",
    "recorded",
    "none",
    "cut",
    "returned",
    "accepted",
    "retracted",
    "folded",
    "hidden",
    "posts",
    "free",
    "waits",
    "passed over",
    "gone",
)
"""All that is ever ruled, by a report or by rule alone."""


def finding(kind: str) -> Sentence:
    """What was found, in words: "the deck was not shuffled"."""
    return word("finding", "hand-shown" if kind == SHOWS else kind)


def found_and_ruled(kind: str, ruling: Sentence, box: int | None = None) -> Sentence:
    """What was found and what is ruled: "the deck was not shuffled: the round is void"."""
    if box is None:
        return says("told.incident", kind=finding(kind), ruling=ruling)
    return says("told.incident-of-box", kind=finding(kind), box=box, ruling=ruling)


def verdict(ruling: str) -> Sentence:
    """A ruling in words, or two: "void and recorded"."""
    first, *others = ruling.split(" and ", maxsplit=1)
    return says("ruling-and", first=word("ruling", first), then=verdict(*others)) if others else word("ruling", first)
