"""The desk of one house-banked table: it takes one command at a time and answers with events, or refuses."""

from croupier.rules.games import HouseGame
from croupier.rules.games.house.commands import HouseCommand, OpenTable
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.life import advance
from croupier.rules.games.house.table import HouseRound, HouseState, HouseTable
from croupier.rules.rulebook.model import Rulebook


class HouseDesk:
    """Holds nothing but the state, which folding the events of the table gives back."""

    def __init__(self, game: HouseGame, book: Rulebook, state: HouseState) -> None:
        self.game = game
        self.book = book
        self.state = state

    @classmethod
    def opened(cls, game: HouseGame, book: Rulebook, table: HouseTable) -> tuple["HouseDesk", tuple[HouseEvent, ...]]:
        events, state = advance(game, book, None, OpenTable(table))
        return cls(game, book, state), events

    @property
    def round(self) -> HouseRound:
        return self.state.round

    def act(self, command: HouseCommand) -> tuple[HouseEvent, ...]:
        events, self.state = advance(self.game, self.book, self.state, command)
        return events
