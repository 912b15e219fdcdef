"""The part of a view that is a player's own (places, offers, notices), kept until something changes that it rests on:
most acts at a table change it for one or two of the players."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.rules.rulebook.model import Rulebook

MOST = 64
"""How many people's parts a table caches. One more empties the cache."""

T = TypeVar("T")


class OwnParts(Generic[T]):
    """Of one table, for as long as it is open."""

    def __init__(self) -> None:
        self._known: dict[Who, tuple[tuple[object, ...], T]] = {}
        self._table: LiveTable | None = None
        self._alike: tuple[object, ...] = ()
        """What every player's part depends on. The object stays the same while nothing in it changes."""

    def of(
        self,
        who: Who,
        table: LiveTable,
        book: Rulebook,
        balances: Mapping[Account, int],
        make: Callable[[Who], T],
        *,
        barred: bool = False,
    ) -> T:
        """As `make` makes it; staff's rests on everything and is not kept."""
        if who.role is not Role.PLAYER:
            return make(who)
        if table is not self._table:
            alike = _alike(table, book)
            if alike != self._alike:
                self._alike = alike
            self._table = table
        rests_on = (self._alike, barred, *_rests_on(table, who.name, balances))
        known = self._known.get(who)
        if known is None or known[0] != rests_on:
            if known is None and len(self._known) >= MOST:
                self._known.clear()
            known = self._known[who] = rests_on, make(who)
        return known[1]


def _alike(table: LiveTable, book: Rulebook) -> tuple[object, ...]:
    """Everything that can allow an act to any player, end it, or cause a notice. Most parts stay the same objects from
    act to act, so comparing them costs almost nothing."""
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
        *family_of(table.book).own_parts_rest_on(game),
    )


def _rests_on(table: LiveTable, player: str, balances: Mapping[Account, int]) -> tuple[object, ...]:
    """The same for this player alone."""
    return (
        balances.get(stack(table.name, player), 0),
        balances.get(wallet(player), 0),
        balances.get(owed(player), 0),
        *family_of(table.book).own_part_rests_on(table.game, player),
    )
