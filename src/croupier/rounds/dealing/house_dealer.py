"""Who runs a house-banked table: answers what is due, from a deck and a link, until it is somebody else's turn."""

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rounds.dealing.decks import Arranged, Decks
from croupier.rounds.dealing.following import ALONE, FloorEvent, Jackpot, answer, followed, opened_with
from croupier.rules.cards import Deck
from croupier.rules.games import HouseGame
from croupier.rules.games.common import Faces
from croupier.rules.games.house.clauses import House
from croupier.rules.games.house.commands import DealCards, HouseCommand, OpenRound, OpenTable, RoundCommand
from croupier.rules.games.house.life import advance
from croupier.rules.games.house.table import HouseRound, HouseState, HouseTable, JackpotFailure, Phase
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.link import Link
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

_DEALING, _AWARDING, _SEALED = Phase.DEALING, Phase.AWARDING, Faces.SEALED


class HouseDealer:
    """A command and everything that follows by rule happen together, or not at all. A refused act loses no card.

    In the answer, the link's events come after the table's event that they follow from.
    """

    def __init__(
        self,
        game: HouseGame,
        book: Rulebook,
        table: HouseTable,
        jackpot: Jackpot | None,
        decks: Decks,
        failure: JackpotFailure | None = None,
        *,
        deals_by_hand: bool = False,
        arranged: Arranged | None = None,
        link: Link | None = None,
    ) -> None:
        """`link`: one that other tables have used already, in the place of a new one with this jackpot."""
        self.game = game
        self.book = book
        opened, self.state = advance(game, book, None, OpenTable(table))
        if failure is not None:  # since a round that was played before
            self.state = replace(self.state, failure=failure)
        linked: tuple[LinkEvent, ...] = ()
        self.link: Link | None = None
        if jackpot is not None:
            linked, self.link = opened_with(jackpot, table) if link is None else ((), link)
        self.opening: tuple[FloorEvent, ...] = (*opened, *linked)
        self._decks = decks
        self._deals_by_hand = deals_by_hand
        self._arranged = arranged
        self.deck: Deck = decks.next_deck()
        self._link_before = self.link

    @property
    def round(self) -> HouseRound:
        return self.state.round

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return len(self.round.dealt)

    @property
    def displayed(self) -> Cents | None:
        """What the jackpot meter shows; None where the table has none."""
        return None if self.link is None else self.link.displayed

    @property
    def displayed_before(self) -> Cents | None:
        """What it showed when the round was opened."""
        return None if self._link_before is None else self._link_before.displayed

    def act(self, command: HouseCommand) -> tuple[FloorEvent, ...]:
        game, book, state, link = self.game, self.book, self.state, self.link
        happened: tuple[FloorEvent, ...] = ()
        further: HouseCommand | None = command
        while further is not None:
            events, state = advance(game, book, state, further)
            if link is None:
                happened += events
            else:
                moved, link = followed(game, book, link, ALONE, state, events)
                happened += moved
            phase = state.round.phase
            further = self._due(state, link) if phase is _DEALING or phase is _AWARDING else None
        if type(command) is OpenRound:
            self.deck = self._decks.next_deck()
            self._link_before = link
        self.state, self.link = state, link
        return happened

    def _due(self, state: HouseState, link: Link | None) -> RoundCommand | None:
        """The cards that go to the table now, or the link's answer to the first claim."""
        if state.suspended is not None:
            return None
        round_ = state.round
        if round_.phase is _DEALING:
            if self._deals_by_hand or round_.table.cards is not _SEALED:
                return None  # they come from people or a device
            return self._cards(round_)
        assert link is not None, "only a table with a jackpot takes jackpot bets"
        return answer(link, ALONE, state.number, round_.claims[0])

    def deal(self) -> tuple[FloorEvent, ...]:
        """Deals the due cards, at tables that wait for somebody to deal them."""
        if self.round.phase is not _DEALING:
            raise Refused(says("no-cards-due"), (self.book.cite(House.DEAL),))
        return self.act(self._cards(self.round))

    def _cards(self, round_: HouseRound) -> DealCards:
        due, drawn = self.game.places(self.book, round_), len(round_.dealt)
        if self._arranged is not None:
            self.deck = self._arranged(drawn, due)
        return DealCards(self.deck.next_cards(drawn, len(due)))
