"""The desk of one poker table: it takes one command at a time and answers with events, or refuses."""

from croupier.rules.games.poker.commands import OpenTable, PokerCommand
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.model import Rulebook


class PokerDesk:
    """Holds nothing but the state, which folding the events of the table gives back."""

    def __init__(self, book: Rulebook, state: PokerState) -> None:
        self.book = book
        self.state = state

    @classmethod
    def opened(cls, book: Rulebook, opening: OpenTable) -> tuple["PokerDesk", tuple[PokerEvent, ...]]:
        events, state = advance(book, None, opening)
        return cls(book, state), events

    def act(self, command: PokerCommand) -> tuple[PokerEvent, ...]:
        events, self.state = advance(self.book, self.state, command)
        return events
