"""Who runs a house-banked table: answers what is due, from a deck and a link, until it is somebody else's turn."""

from croupier.cards import Deck
from croupier.floor.decks import Decks
from croupier.floor.following import ALONE, TELLING, Jackpot, answer, told
from croupier.floor.house_desk import HouseDesk
from croupier.games import HouseGame
from croupier.games.house.commands import DealCards, HouseCommand, OpenRound, RoundCommand
from croupier.games.house.events import HouseEvent
from croupier.games.house.table import HouseRound, HouseState, HouseTable
from croupier.jackpot.events import LinkEvent
from croupier.jackpot.link import Link
from croupier.jackpot.machine import advance as advance_link
from croupier.money import Cents
from croupier.rulebook.model import Rulebook

FloorEvent = HouseEvent | LinkEvent
"""Of a table or of its link."""


class HouseDealer:
    """A command and all that follows it by rule happen together, or not at all. A refused act loses no card.

    What the link does stands in the answer behind the event of the table that it follows from.
    """

    def __init__(
        self, game: HouseGame, book: Rulebook, table: HouseTable, jackpot: Jackpot | None, decks: Decks
    ) -> None:
        self.game = game
        self.book = book
        self.desk, opened = HouseDesk.opened(game, book, table)
        linked: tuple[LinkEvent, ...] = ()
        self.link: Link | None = None
        if jackpot is not None:
            linked, self.link = advance_link(None, jackpot.opened_for(table))
        self.opening: tuple[FloorEvent, ...] = (*opened, *linked)
        self._decks = decks
        self.deck: Deck = decks.next_deck()
        self.displayed_before = self.displayed

    @property
    def state(self) -> HouseState:
        return self.desk.state

    @property
    def round(self) -> HouseRound:
        return self.desk.state.round

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return len(self.round.dealt)

    @property
    def displayed(self) -> Cents | None:
        """What the jackpot meter shows; None where the table has none."""
        return None if self.link is None else self.link.displayed

    def act(self, command: HouseCommand) -> tuple[FloorEvent, ...]:
        desk, before, link = self.desk, self.desk.state, self.link
        try:
            happened = self._one(command)
            while (further := self._due(desk.state)) is not None:
                happened += self._one(further)
        except Exception:
            desk.state = before
            self.link = link
            raise
        if type(command) is OpenRound:
            self.deck = self._decks.next_deck()
            self.displayed_before = self.displayed
        return happened

    def _one(self, command: HouseCommand) -> tuple[FloorEvent, ...]:
        """One command at the desk, and what the link makes of each of its events."""
        events = self.desk.act(command)
        if (link := self.link) is None:
            return events
        happened: list[FloorEvent] = []
        number, followed = self.desk.state.number, False
        for event in events:
            happened.append(event)
            if type(event) in TELLING:
                for heard in told(self.game, link, ALONE, number, event):
                    moved, link = advance_link(link, heard)
                    happened += moved
                    followed = True
        self.link = link
        return tuple(happened) if followed else events

    def _due(self, state: HouseState) -> RoundCommand | None:
        """The cards that go to the table now, or the link's answer."""
        if state.suspended is not None:
            return None
        round_ = state.round
        if due := len(self.game.places(self.book, round_)):
            return DealCards(self.deck.next_cards(len(round_.dealt), due))
        if round_.claims:
            assert self.link is not None, "only a table with a jackpot takes jackpot bets"
            return answer(self.link, ALONE, state.number, round_.claims[0])
        return None
