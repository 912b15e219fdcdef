"""The part of a view that is a player's own (places, offers, notices), kept until something changes that it rests on:
most acts at a table change it for one or two of the players."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.rules.games.house.table import HouseState
from croupier.rules.games.poker.table import PokerState
from croupier.rules.rulebook.model import Rulebook

MOST = 64
"""So many people's parts are kept at one table; whoever comes after that begins a new list."""

T = TypeVar("T")


class OwnParts:
    """Of one table, for as long as it is open."""

    def __init__(self) -> None:
        self._known: dict[Who, tuple[tuple[Any, ...], Any]] = {}

    def of(
        self, who: Who, table: LiveTable, book: Rulebook, balances: Mapping[Account, int], make: Callable[[Who], T]
    ) -> T:
        """As `make` makes it; staff's rests on everything and is not kept."""
        if who.role is not Role.PLAYER:
            return make(who)
        rests_on = _rests_on(table, book, who.name, balances)
        known = self._known.get(who)
        if known is None or known[0] != rests_on:
            if known is None and len(self._known) >= MOST:
                self._known.clear()
            known = self._known[who] = rests_on, make(who)
        found: T = known[1]
        return found


def _rests_on(table: LiveTable, book: Rulebook, player: str, balances: Mapping[Account, int]) -> tuple[Any, ...]:
    """Everything that can open an act to this player or close one, or give them notice of something. Most parts stay
    the same objects from act to act, so that comparing them costs next to nothing."""
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
        table.asks,
        table.rounds,
        table.incidents,
        table.sign,
        balances.get(stack(table.name, player), 0),
        balances.get(wallet(player), 0),
        balances.get(owed(player), 0),
        *(_at_the_layout(game, player) if isinstance(game, HouseState) else _at_the_seats(game, player)),
    )


def _at_the_layout(state: HouseState, player: str) -> tuple[Any, ...]:
    """Everything but what lies on the boxes of others: what they bet and decide opens and closes nothing to this player
    until the round goes on, and then its phase or its stage is another."""
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
    """Between rounds everything. During one, the player's own seat and hand; the whole round where it is their turn or
    they have acted before it, for only then do the acts of others mean something to them."""
    round_ = state.round
    if round_ is None or not state.playing:
        return (state,)
    own = next((number for number, seat in state.seats.items() if seat.player == player), None)
    return (
        own,
        None if own is None else state.seats[own],
        round_.opening,
        round_.phase,
        own in round_.hands,
        own in round_.looked,
        own in round_.folded,
        round_ if round_.turn == own or own in round_.out_of_turn else None,
    )
