"""Who may decide: a dealer reports, and what a paragraph leaves to somebody waits for them (R-101)."""

from collections.abc import Mapping

from croupier.actors import Actor, Rank
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.poker.clauses import Poker
from croupier.games.poker.commands import Incident
from croupier.rulebook.model import Rulebook

LEFT_TO: Mapping[Incident, tuple[Rank, str]] = {
    Incident.NO_BURN: (Rank.PIT_SUPERVISOR, Poker.BURN_LEFT_OUT_RESTORED),
    Incident.OTHER: (Rank.SHIFT_MANAGER, Poker.SHIFT_MANAGER_DECIDES),
}
"""A discretion of the House is the Pit Supervisor's. Where a paragraph itself voids or goes on, a report suffices."""


def check_rank(book: Rulebook, by: Actor, rank: Rank, clause: str) -> None:
    """The last paragraph names its rank; of the others R-101 says whose they are."""
    if by.rank < rank:
        whose = () if clause == Poker.SHIFT_MANAGER_DECIDES else (ruling(101),)
        why = f"this is for the {rank.words} or above to decide"
        raise Refused(why, (book.cite(clause), *whose), left_to=rank)
