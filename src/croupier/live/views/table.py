"""A live table as one person sees it: the frame around its round."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from croupier.actors import PUBLIC
from croupier.games.house.table import HouseState
from croupier.jackpot.link import Link
from croupier.ledger.accounts import Account, stack
from croupier.live.people import Who
from croupier.live.story import Said
from croupier.live.table import LiveTable
from croupier.live.times import printed_time
from croupier.live.views.house_round import house_round
from croupier.live.views.may import May
from croupier.live.views.poker_round import poker_round, seats
from croupier.live.views.told import notices_for, said
from croupier.money import dollars
from croupier.rulebook.load import at_the_table


def table_view(
    table: LiveTable,
    who: Who | None,
    *,
    link: Link | None,
    balances: Mapping[Account, int],
    connected: Collection[str],
    clock: Mapping[str, Any],
    at: int,
    happened: Sequence[Said] | None,
) -> dict[str, Any]:
    """`happened` is None where more has happened than a view tells."""
    book = at_the_table(table.book, table.sign.dealing)
    viewer = PUBLIC if who is None else who.viewer
    told: dict[str, Any] = {
        "name": table.name,
        "rulebook": table.book,
        "version": table.version,
        "moment": table.moment,
        "at": printed_time(at),
        "state": state_of(table),
    }
    if table.game.suspended is not None:
        told["why"] = table.game.suspended
    told["sign"] = table.signs
    told["deal"] = {
        "round": table.decks[-1].round if table.decks else max(table.rounds, 1),
        "roots": [deck.root for deck in table.decks],
    }
    if isinstance(table.game, HouseState):
        told["players"] = _players(table, table.game, balances, connected)
        told["round"] = house_round(table, book, viewer, link)
    else:
        told["seats"] = seats(table.game, connected)
        told["round"] = poker_round(table, book, viewer)
    told["said"] = said(table, book)
    told["clock"] = clock
    told["you"] = None if who is None else _you(table, who, balances)
    told["happened"] = None if happened is None else [each.told() for each in happened]
    return {"table": told}


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


def _you(table: LiveTable, who: Who, balances: Mapping[Account, int]) -> dict[str, Any]:
    game = table.game
    if isinstance(game, HouseState):
        places = [box for box, player in game.table.players.items() if player == who.name]
    else:
        places = [number for number, seat in game.seats.items() if seat.player == who.name]
    book = at_the_table(table.book, table.sign.dealing)
    return {
        "name": who.name,
        "places": places,
        "may": May(table, book, who, balances).options(),
        "notices": notices_for(table, book, who),
    }
