"""A live table as one person sees it: the frame around its round."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from croupier.actors import PUBLIC, Viewer
from croupier.cards import Card
from croupier.games.house.table import HouseState
from croupier.games.house.view import sees as sees_house
from croupier.games.poker.view import sees as sees_poker
from croupier.jackpot.link import Link
from croupier.ledger.accounts import Account, owed, stack
from croupier.live import waiting_list
from croupier.live.people import Who
from croupier.live.story import Happened
from croupier.live.table import LiveTable
from croupier.live.times import printed_time
from croupier.live.views.house_round import house_round
from croupier.live.views.names import called
from croupier.live.views.offers import Offers
from croupier.live.views.poker_round import poker_round, seats
from croupier.live.views.told import debt_notice, notices_for, said, told_ask
from croupier.money import dollars
from croupier.rulebook.load import at_the_table
from croupier.sentences import Sentence


class TableViews:
    """A table at one moment, for everybody who looks on: what they all see alike is worked out once."""

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
        self._rounds: dict[tuple[frozenset[Card], Viewer | None], dict[str, Any] | None] = {}
        """By the cards that are seen; what staff are told beside is theirs alone."""
        head: dict[str, Any] = {
            "name": table.name,
            "rulebook": table.book,
            "version": table.version,
            "moment": table.moment,
            "at": printed_time(at),
            "state": state_of(table),
        }
        if table.game.suspended is not None:
            head["why"] = str(table.game.suspended)
            if isinstance(table.game.suspended, Sentence):
                head["why_says"] = table.game.suspended.told()
        head |= called(self._book)
        head["sign"] = table.signs
        head["deal"] = {
            "round": table.decks[-1].round if table.decks else max(table.rounds, 1),
            "roots": [deck.root for deck in table.decks],
        }
        if isinstance(table.game, HouseState):
            head["players"] = _players(table, table.game, balances, connected)
        else:
            head["seats"] = seats(table.game, connected)
        head["waiting_list"] = waiting_list.told(table)
        self._head = head
        self._said = said(table, self._book)

    def are_of(self, table: LiveTable, link: Link | None, connected: Collection[str], at: int) -> bool:
        """Whether they still hold: these are values, so the same object says the same."""
        made_of = self._made_of
        return made_of[0] is table and made_of[1] is link and made_of[2] is connected and made_of[3] == at

    def for_(
        self,
        who: Who | None,
        clock: Mapping[str, Any],
        happened: Sequence[Happened] | None,
        stands: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """`happened` is None where more has happened than a view tells; `stands` says what the table waits for."""
        told = {**self._head, "round": self._round(PUBLIC if who is None else who.viewer)}
        told["said"] = self._said
        told["clock"] = clock
        if stands is not None:
            told["stands"] = stands
        told["you"] = None if who is None else self._you(who)
        told["happened"] = None if happened is None else [each.told() for each in happened if each.is_shown_to(who)]
        return {"table": told}

    def _you(self, who: Who) -> dict[str, Any]:
        table, game = self._table, self._table.game
        if isinstance(game, HouseState):
            places = [box for box, player in game.table.players.items() if player == who.name]
        else:
            places = [number for number, seat in game.seats.items() if seat.player == who.name]
        you: dict[str, Any] = {
            "name": who.name,
            "places": places,
            "may": self._offers.to(table, self._book, who, self._balances, self._link),
            "notices": [*debt_notice(self._balances.get(owed(who.name), 0)), *notices_for(table, self._book, who)],
            "waits": None,
        }
        if mine := [told_ask(table.name, ask) for ask in table.asks.values() if ask.player == who.name]:
            you["asked"] = mine
        for position, each in enumerate(table.queue, 1):
            if each.player == who.name:
                you["waits"] = position
                if each.offered is not None:
                    you["offered"] = waiting_list.offer_told(each)
        return you

    def _round(self, viewer: Viewer) -> dict[str, Any] | None:
        table = self._table
        game = table.game
        seen = sees_house(game.round, viewer) if isinstance(game, HouseState) else sees_poker(game, viewer)
        key = (seen, viewer if viewer.staff else None)
        if key not in self._rounds:
            if isinstance(game, HouseState):
                self._rounds[key] = house_round(table, self._book, viewer, self._link)
            else:
                self._rounds[key] = poker_round(table, self._book, viewer)
        return self._rounds[key]


def state_of(table: LiveTable) -> str:
    if table.game.closed:
        return "closed"
    if table.game.suspended is not None:
        return "suspended"
    return "closing" if table.closing else "open"


def _players(
    table: LiveTable, state: HouseState, balances: Mapping[Account, int], connected: Collection[str]
) -> dict[str, Any]:
    places: dict[str, list[int]] = {}
    for box, player in state.table.players.items():
        places.setdefault(player, []).append(box)
    return {
        player: {
            "places": boxes,
            "stack": dollars(balances.get(stack(table.name, player), 0)),
            "connected": player in connected,
        }
        for player, boxes in places.items()
    }
