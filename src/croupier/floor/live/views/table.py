"""A live table as one person sees it: the frame around its round."""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from typing import NamedTuple, cast

from msgspec.json import encode

from croupier.base.actors import PUBLIC, Viewer
from croupier.base.sentences import Sentence
from croupier.floor.ledger.accounts import Account, owed, stack
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.said import SharedParts, spliced
from croupier.floor.live.answers.tables import ClockTold, Deal, May, PlayerTold, Stands, Table, TableTold, You
from croupier.floor.live.state import waiting_list
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.recent_acts import Happened
from croupier.floor.live.views.house_round import house_round
from croupier.floor.live.views.names import named, words_spliced
from croupier.floor.live.views.offers import Offers
from croupier.floor.live.views.poker_round import poker_round, seats
from croupier.floor.live.views.told import debt_notice, notices_for, said, told_ask
from croupier.rules.cards import Card
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.house.view import sees as sees_house
from croupier.rules.games.poker.view import sees as sees_poker
from croupier.rules.jackpot.link import Link
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

_NO_CLOCK = ClockTold(stopped=False, asked=[])


class TableView(NamedTuple):
    """What one viewer gets: a `Table`, encoded."""

    version: int
    frame: bytes


class TableViews:
    """A table at one moment, for all its viewers: what they see alike is built and encoded once."""

    def __init__(
        self,
        table: LiveTable,
        *,
        link: Link | None,
        balances: Mapping[Account, int],
        connected: Collection[str],
        at: int,
        offers: Offers,
    ) -> None:
        self._table = table
        self._offers = offers
        self._made_of = table, link, connected, at
        self._book = at_the_table(table.book, table.sign.dealing)
        self._link = link
        self._balances = balances
        self._rounds: dict[tuple[frozenset[Card], Viewer | None], AnyRound | None] = {}
        """By the cards seen; what only staff see is separate."""
        self._parts = SharedParts()
        self._alike = self._told_alike(connected, at)

    def _told_alike(self, connected: Collection[str], at: int) -> TableTold:
        """What everybody sees; each viewer gets a copy with their own part."""
        table, book, game = self._table, self._book, self._table.game
        told = TableTold(
            name=table.name,
            rulebook=table.book,
            version=table.version,
            moment=table.moment,
            at=printed_time(at),
            state=state_of(table),
            game=book.game,
            named=named(book),
            words=words_spliced(book.game),
            sign=table.signs,
            deal=Deal(
                round=table.decks[-1].round if table.decks else max(table.rounds, 1),
                roots=[deck.root for deck in table.decks],
            ),
            waiting_list=spliced(waiting_list.told(table)),
            round=None,
            said=spliced(said(table, book)),
            clock=_NO_CLOCK,
            you=None,
            happened=None,
        )
        if game.suspended is not None:
            told.why = str(game.suspended)
            if isinstance(game.suspended, Sentence):
                told.why_says = SentenceTold.of(game.suspended)
        if isinstance(game, HouseState):
            told.players = spliced(_players(table, game, self._balances, connected))
        else:
            told.seats = spliced(seats(game, connected))
        return told

    def are_of(self, table: LiveTable, link: Link | None, connected: Collection[str], at: int) -> bool:
        """Whether the views still hold: these are immutable values, so the same object means the same content."""
        made_of = self._made_of
        return made_of[0] is table and made_of[1] is link and made_of[2] is connected and made_of[3] == at

    def for_(
        self, who: Who | None, clock: ClockTold, happened: Sequence[Happened] | None, stands: Stands | None
    ) -> TableView:
        """`happened` is None if more has happened than a view shows; `stands` says what the table waits for."""
        told = copy(self._alike)
        told.round = self._round(PUBLIC if who is None else who.viewer)
        told.clock = clock
        if stands is not None:
            told.stands = stands
        if who is not None:
            told.you = self._you(who)
        if happened is not None:
            told.happened = [each.told() for each in happened if each.is_shown_to(who)]
        return TableView(told.version, encode(Table(told)))

    def _you(self, who: Who) -> You:
        table, game = self._table, self._table.game
        if isinstance(game, HouseState):
            places = [box for box, player in game.table.players.items() if player == who.name]
        else:
            places = [number for number, seat in game.seats.items() if seat.player == who.name]
        you = You(
            name=who.name,
            places=places,
            may=cast(list[May], self._offers.to(table, self._book, who, self._balances, self._link)),
            notices=[*debt_notice(self._balances.get(owed(who.name), 0)), *notices_for(table, self._book, who)],
            waits=None,
        )
        if table.asks:
            you.asked = [told_ask(table.name, ask) for ask in table.asks.values() if ask.player == who.name]
        for position, each in enumerate(table.queue, 1):
            if each.player == who.name:
                you.waits, you.offered = position, waiting_list.offer_told(each)
        return you

    def _round(self, viewer: Viewer) -> AnyRound | None:
        table = self._table
        game = table.game
        seen = sees_house(game.round, viewer) if isinstance(game, HouseState) else sees_poker(game, viewer)
        key = (seen, viewer if viewer.staff else None)
        if key not in self._rounds:
            if isinstance(game, HouseState):
                found: AnyRound | None = house_round(table, self._book, viewer, self._link, parts=self._parts)
            else:
                found = poker_round(table, self._book, viewer, parts=self._parts)
            self._rounds[key] = spliced(found)
        return self._rounds[key]


def state_of(table: LiveTable) -> str:
    if table.game.closed:
        return "closed"
    if table.game.suspended is not None:
        return "suspended"
    return "closing" if table.closing else "open"


def _players(
    table: LiveTable, state: HouseState, balances: Mapping[Account, int], connected: Collection[str]
) -> dict[str, PlayerTold]:
    places: dict[str, list[int]] = {}
    for box, player in state.table.players.items():
        places.setdefault(player, []).append(box)
    return {
        player: PlayerTold(boxes, dollars(balances.get(stack(table.name, player), 0)), player in connected)
        for player, boxes in places.items()
    }
