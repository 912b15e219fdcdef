"""What everybody at a table was offered last, so that it need not be worked out again for each of them at every act."""

from collections.abc import Mapping
from typing import Any

from croupier.games.house.table import HouseState
from croupier.jackpot.link import Link
from croupier.ledger.accounts import Account, owed, stack, wallet
from croupier.live.people import Role, Who
from croupier.live.table import LiveTable
from croupier.live.views.may import May, Option
from croupier.rulebook.model import Rulebook

MOST = 64
"""So many people's offers are kept at one table; whoever comes after that begins a new list."""


class Offers:
    """Of one table, for as long as it is open."""

    def __init__(self) -> None:
        self._known: dict[Who, tuple[tuple[Any, ...], list[Option]]] = {}

    def to(
        self, table: LiveTable, book: Rulebook, who: Who, balances: Mapping[Account, int], link: Link | None
    ) -> list[Option]:
        if not isinstance(table.game, HouseState) or who.role is not Role.PLAYER:
            return May(table, book, who, balances, link).options()
        rests_on = _rests_on(table, table.game, book, who.name, balances)
        known = self._known.get(who)
        if known is not None and known[0] == rests_on:
            return known[1]
        if known is None and len(self._known) >= MOST:
            self._known.clear()
        options = May(table, book, who, balances, link).options()
        self._known[who] = rests_on, options
        return options


def _rests_on(
    table: LiveTable, state: HouseState, book: Rulebook, player: str, balances: Mapping[Account, int]
) -> tuple[Any, ...]:
    """Everything at a layout but what lies on the boxes of others: what they bet and decide opens and closes nothing
    to this player until the round goes on, and then its phase or its stage is another."""
    round_ = state.round
    boxes = round_.boxes
    own = [number for number, box in boxes.items() if box.player == player]
    return (
        book.key,
        state.table,
        state.number,
        state.failure,
        state.suspended,
        state.closed,
        table.closing,
        table.leaving,
        table.ready,
        table.queue,
        table.incidents,
        table.sign,
        balances.get(stack(table.name, player), 0),
        balances.get(wallet(player), 0),
        balances.get(owed(player), 0),
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
