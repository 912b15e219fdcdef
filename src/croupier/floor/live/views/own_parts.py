"""The part of a view that is a player's own (places, offers, notices), kept until something changes that it rests on:
most acts at a table change it for one or two of the players."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
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
        *family_of(table.book).own_part_rests_on(game, player),
    )
