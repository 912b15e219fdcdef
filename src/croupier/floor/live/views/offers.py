"""What everybody at a table was offered last, so that it need not be worked out again for each of them at every act."""

from collections.abc import Mapping
from typing import Any

from croupier.floor.ledger.accounts import Account, owed, stack, wallet
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.views.may import May, Option
from croupier.rules.jackpot.link import Link
from croupier.rules.rulebook.model import Rulebook

MOST = 64
"""So many people's offers are kept at one table; whoever comes after that begins a new list."""


class Offers:
    """Of one table, for as long as it is open."""

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
    """Everything that can open an act to this player or close one. Most parts stay the same objects from act to act,
    so that comparing them costs next to nothing."""
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
        *family_of(table.book).offers_rest_on(game, player),
    )
