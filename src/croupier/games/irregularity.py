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
    """Standing rulings on who decides, cited with the paragraph and R-101 or R-107."""
    keys: frozenset[str] = frozenset()
    """What may be said with the report."""
    required: frozenset[str] = frozenset()
    """What must be."""
    only_with_a_shoe: bool = False
    of_dealt_cards: bool = False
    """Known only while cards lie on the table."""
    of_the_jackpot: bool = False
    undoes_settlement: bool = False
    """Noticed before the next round it changes what was settled, which is the pit's to decide (5.8.7, 5.15; R-107)."""
    ground_for_void: bool = False
    """The round is void, or goes on, whatever else is so."""
    known_by: str | None = None
    """The clause without which a version of the document does not know it."""


DECIDES_LATE_ENTRIES = Rank.SHIFT_MANAGER
"""Of rounds that are over when the next one has begun; who reports it does not decide it (R-110)."""


def keys(*names: str) -> frozenset[str]:
    return frozenset(names)


VERDICTS = {
    "void": "the round is void",
    "continue": "the round goes on",
    "options": "whoever is affected may continue or have their bets back",
    "invalidated": "the hand is struck out and its bets go back",
    "reconstructed": "it is put right and the round goes on",
    "reshuffled": "the cards go back and the rest of the shoe is shuffled again",
    "discarded": "the card is set aside",
    "corrected": "the cards count as they lie",
    "recorded": "it is recorded, and what was settled stands",
    "none": "it changes nothing",
    "cut": "the bet counts up to the limit, the excess goes back",
    "returned": "the bet goes back",
    "accepted": "the act stands",
    "retracted": "the act is taken back",
    "folded": "the hand is folded",
    "hidden": "the hand wins nothing that depends on its ranking",
    "posts": "the player pays what is due and is dealt in",
    "free": "the player is dealt in and pays nothing",
    "waits": "the player is not dealt in yet",
    "passed over": "the round is dealt without the player",
    "gone": "the player is taken to have left",
}
"""What is ruled, in words: for stories, the rulings desk and its manual."""
