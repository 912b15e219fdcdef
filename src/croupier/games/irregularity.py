"""What a kind of irregularity is, in one row: how it is reported, who decides it, and by which rule."""

from collections.abc import Callable
from typing import Any

from croupier.actors import Rank
from croupier.citation import Citation
from croupier.values import Value


class Irregularity(Value):
    words: str
    """What was found, for a story."""
    rule: Callable[..., Any]
    """What is ruled; each family of games has its own kind of function."""
    clause: str
    """The paragraph that says who decides it, or that decides it by itself."""
    decided_by: Rank = Rank.DEALER
    """The lowest rank whose word suffices."""
    beside: tuple[Citation, ...] = ()
    """Standing rulings on who decides, cited with the paragraph."""
    keys: frozenset[str] = frozenset()
    """What may be said with the report."""
    required: frozenset[str] = frozenset()
    """What must be."""
    only_with_a_shoe: bool = False
    of_dealt_cards: bool = False
    """Known only while cards lie on the table."""
    of_the_jackpot: bool = False
    ground_for_void: bool = False
    """The round is void, or goes on, whatever else is so."""
    known_by: str | None = None
    """The clause without which a version of the document does not know it."""


def keys(*names: str) -> frozenset[str]:
    return frozenset(names)
