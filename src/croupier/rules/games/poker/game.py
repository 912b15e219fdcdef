"""Poker, the cash game, in one record."""

from collections.abc import Callable

from croupier.base.values import Value
from croupier.rules.games.poker import machine
from croupier.rules.games.poker.commands import Incident, PokerCommand
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.irregularities import known_to
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.model import Rulebook


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
