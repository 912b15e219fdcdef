"""Poker, the cash game, in one record."""

from collections.abc import Callable

from croupier.games.poker import machine
from croupier.games.poker.commands import Incident, PokerCommand
from croupier.games.poker.events import PokerEvent
from croupier.games.poker.irregularities import known_to
from croupier.games.poker.table import PokerState
from croupier.rulebook.model import Rulebook
from croupier.values import Value


class PokerGame(Value):
    """A game of players against each other."""

    key: str
    incidents: Callable[[Rulebook], frozenset[Incident]]
    """Those that this version of the document knows."""
    decide: Callable[[Rulebook, PokerState, PokerCommand], tuple[PokerEvent, ...]]
    advance: Callable[[Rulebook, PokerState, PokerCommand], tuple[tuple[PokerEvent, ...], PokerState]]
    kernels: str | None
    """The module of compiled loops that equities need."""

    @property
    def sections(self) -> frozenset[str]:
        """Tables of a round file that only poker has."""
        return frozenset({"seats"})


GAME = PokerGame(
    key="poker",
    incidents=known_to,
    decide=machine.decide,
    advance=machine.advance,
    kernels="two_ranges",
)
