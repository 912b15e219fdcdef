"""Caches the last offers to everybody at a table, so that most acts need not compute them again for each person."""

from collections.abc import Mapping
from typing import Any

from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.views.may import May, Option
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.link import Link
from croupier.rules.rulebook.model import Rulebook

MOST = 64
"""How many people's offers a table caches; one more empties the cache."""


class Offers:
    """The offers of one table, for as long as it is open."""

    def __init__(self) -> None:
        self._known: dict[Who, tuple[tuple[Any, ...], list[Option]]] = {}

    def to(
        self, table: LiveTable, book: Rulebook, who: Who, balances: Mapping[Account, int], link: Link | None
    ) -> list[Option]:
        if who.role is not Role.PLAYER:
            return May(table, book, who, balances, link).options()
        rests_on = _rests_on(table, book, who.name, balances)
        known = self._known.get(who)
        if known is not None and known[0] == rests_on:
            return known[1]
        if known is None and len(self._known) >= MOST:
            self._known.clear()
        options = May(table, book, who, balances, link).options()
        self._known[who] = rests_on, options
        return options


def _rests_on(table: LiveTable, book: Rulebook, player: str, balances: Mapping[Account, int]) -> tuple[Any, ...]:
    """Everything that can open or close an act to this player. Most parts stay the same objects from act to act, so
    comparing them costs next to nothing."""
    game = table.game
    return (
        book.key,
        game.table,
        game.suspended,
        game.closed,
        table.closing,
        table.leaving,
        table.ready,
        table.queue,
        table.incidents,
        table.sign,
        balances.get(stack(table.name, player), 0),
        balances.get(wallet(player), 0),
        balances.get(owed(player), 0),
        *(_at_the_layout(game, player) if isinstance(game, HouseState) else _at_the_seats(game, player)),
    )


def _at_the_layout(state: HouseState, player: str) -> tuple[Any, ...]:
    """Everything except other players' boxes: their bets and decisions change nothing for this player until the round
    goes on, and then its phase or stage changes too."""
    round_ = state.round
    boxes = round_.boxes
    own = [number for number, box in boxes.items() if box.player == player]
    return (
        state.number,
        state.failure,
        [boxes[number] for number in own],
        [round_.placed.get(number, 0) for number in own],
        round_.table,
        round_.phase,
        round_.stage,
        round_.dealt,
        round_.burnt,
        round_.dealer,
        round_.dealer_shown,
        round_.up,
        round_.community,
        round_.turned,
        round_.claims,
        round_.departed,
        round_.choosing,
        round_.exposed,
        round_.incidents,
        round_.void,
        round_.undone,
        round_.named_again,
    )


def _at_the_seats(state: PokerState, player: str) -> tuple[Any, ...]:
    """Between rounds everybody's seat. During one, the player's own seat and hand; on their turn the whole round,
    because only then do the acts of others open something to them."""
    own = next((number for number, seat in state.seats.items() if seat.player == player), None)
    round_ = state.round
    if round_ is None or not state.playing:
        return own, state.seats, state.left_with, round_
    return (
        own,
        None if own is None else state.seats[own],
        round_.opening,
        round_.phase,
        own in round_.hands,
        own in round_.looked,
        own in round_.folded,
        round_ if round_.turn == own else None,
    )
