"""A live table as one person sees it: the frame around its round."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from msgspec import UNSET
from msgspec.json import encode

from croupier.base.actors import PUBLIC, Viewer
from croupier.base.sentences import Sentence
from croupier.floor.ledger.accounts import Account, owed, stack
from croupier.floor.live.answers.people import Called
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.answers.said import GAP, SharedParts, gap
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.tables import ClockTold, Deal, MustMove, PlayerTold, Stands, Table, TableTold, You
from croupier.floor.live.answers.tables import Happened as HappenedTold
from croupier.floor.live.state import waiting_list
from croupier.floor.live.state.demands import NONE, Demands
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable, house_state, in_order_of_arrival, poker_game
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.by_family import views_of
from croupier.floor.live.views.may import Offers
from croupier.floor.live.views.names import named, words_spliced
from croupier.floor.live.views.own_parts import OwnParts
from croupier.floor.live.views.poker_round import seats
from croupier.floor.live.views.staffed import dealer_told, deck_told
from croupier.floor.live.views.told import debt_notice, notices_for, said, told_ask
from croupier.rules.cards import Card
from croupier.rules.games.house.table import HouseState
from croupier.rules.jackpot.link import Link
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

_ROUND: AnyRound | None = gap(None)
_CLOCK: ClockTold = gap(ClockTold(stopped=False, asked=[]))
_YOU: You | None = gap(None)
_HAPPENED: list[HappenedTold] | None = gap(None)
_NOBODY = encode(None)
_NONE_CALLED: Mapping[str, Called] = {}


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
        own: OwnParts[bytes],
        called: Mapping[str, Called] = _NONE_CALLED,
        before: "TableViews | None" = None,
        demands: Demands = NONE,
    ) -> None:
        """`before` are those of the moment before, whose parts are taken over where nothing has changed in them."""
        self._table = table
        self._own = own
        self._made_of = table, link, connected, called, demands, at
        self._demands = demands
        self._called = called
        self._book = at_the_table(table.book, table.sign.dealing)
        self._link = link
        self._balances = balances
        self._family = family_of(table.book)
        self._rounds: dict[tuple[frozenset[Card], Viewer | None], bytes] = {}
        """Encoded, by the cards seen; what only staff see is separate."""
        self._everybodys: AnyRound | None = None
        self._parts: SharedParts = SharedParts(None if before is None else before._parts)
        self._stands: Stands | None = None
        self._alike = self._told_alike(connected, at)
        self._pieces = encode(Table(self._alike)).split(GAP)

    def _told_alike(self, connected: Collection[str], at: int) -> TableTold:
        """The part that everybody sees, with gaps for each viewer's own parts and for the clock."""
        table, book, game = self._table, self._book, self._table.game
        told = TableTold(
            name=table.name,
            title=table.sign.titled,
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
            waiting_list=waiting_list.told(table) if table.queue else [],
            round=_ROUND,
            said=self._parts.part("said", lambda: said(table, book), (book, game.round and game.round.phase)),
            clock=_CLOCK,
            you=_YOU,
            happened=_HAPPENED,
        )
        if game.suspended is not None:
            told.why = str(game.suspended)
            if isinstance(game.suspended, Sentence):
                told.why_says = SentenceTold.of(game.suspended)
        if (state := house_state(table)) is not None:
            told.players = _players(table, state, self._balances, connected)
        else:
            told.seats = seats(poker_game(table), connected)
            if table.sign.must_move:
                told.must_move = MustMove(table.sign.must_move, in_order_of_arrival(table))
        if called := self._called:
            here = {*waiting_list.holders(table).values(), *(each.player for each in table.queue)}
            told.called = {name: called[name] for name in sorted(here) if name in called} or UNSET
        return told

    def are_of(
        self,
        table: LiveTable,
        link: Link | None,
        connected: Collection[str],
        at: int,
        called: Mapping[str, Called],
        demands: Demands,
    ) -> bool:
        """Whether the views still hold: these are immutable values, so the same object means the same content."""
        was = self._made_of
        same = was[0] is table and was[1] is link and was[2] is connected and was[3] is called and was[4] is demands
        return same and was[5] == at

    def for_(self, who: Who | None, clock: ClockTold, happened: bytes, stands: Stands | None) -> TableView:
        """`happened` are the acts that the viewer has not seen, encoded; `stands` says what the table waits for."""
        if stands != self._stands:
            self._stands, self._alike.stands = stands, stands or UNSET
            self._pieces = encode(Table(self._alike)).split(GAP)
        before_round, before_clock, before_you, before_happened, end = self._pieces
        round_ = self._round(PUBLIC if who is None else who.viewer)
        you = _NOBODY if who is None else self._own_part(who)
        own = before_round, round_, before_clock, encode(clock), before_you, you, before_happened, happened, end
        return TableView(self._table.version, b"".join(own))

    def _own_part(self, who: Who) -> bytes:
        barred = self._demands.bars(who.name)
        return self._own.of(who, self._table, self._book, self._balances, self._you, barred=barred)

    def _you(self, who: Who) -> bytes:
        table = self._table
        you = You(
            name=who.name,
            places=list(self._family.places_of(table.game, who.name)),
            may=Offers(table, self._book, who, self._balances, self._link, self._demands).all(),
            notices=[*debt_notice(self._balances.get(owed(who.name), 0)), *notices_for(table, self._book, who)],
            waits=None,
        )
        if table.asks:
            you.asked = [told_ask(table.name, ask) for ask in table.asks.values() if ask.player == who.name]
        if who.staff or who.role is Role.AUDITOR:
            if table.real_deck is not None:
                you.deck = deck_told(table, table.real_deck)
            if table.dealer is not None:
                you.dealer = dealer_told(table.dealer)
        for position, each in enumerate(table.queue, 1):
            if each.player == who.name:
                you.waits, you.offered = position, waiting_list.offer_told(each)
        return encode(you)

    def _round(self, viewer: Viewer) -> bytes:
        seen = self._family.sees(self._table.game, viewer)
        key = seen, viewer if viewer.staff else None
        found = self._rounds.get(key)
        if found is None:
            found = self._rounds[key] = encode(self._round_of(viewer, seen))
        return found

    def _round_of(self, viewer: Viewer, seen: frozenset[Card]) -> AnyRound | None:
        """A player's is everybody's with the hands put in that only the player sees."""
        table, views = self._table, views_of(self._table.book)
        if viewer.player is None:
            return views.round(table, self._book, viewer, self._link, parts=self._parts)
        if self._everybodys is None:
            self._everybodys = views.round(table, self._book, PUBLIC, self._link, parts=self._parts)
        more = seen - self._family.public_cards(table.game)
        if not more:
            return self._everybodys
        return views.with_hands(self._everybodys, table, self._book, self._link, more, seen, self._parts)


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
