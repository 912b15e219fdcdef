"""Simulated card readers of the demo: they deal the due cards at tables with real cards. Nobody needs a shoe."""

import random
from collections.abc import Callable

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.families import due_from_device
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import DECK, show_cards
from croupier.rules.rulebook.load import at_the_table

TAKES = 600
"""Milliseconds until the due cards have left the shoe."""


class Shoes:
    """The server calls it after each change; each device deals when its delay is over."""

    def __init__(self, floor: Floor, chance: random.Random, now: Callable[[], int]) -> None:
        self._floor = floor
        self._chance = chance
        self._now = now
        self._when: dict[str, int] = {}
        self._deals = 0

    def settle_in(self) -> None:
        for name in sorted(self._floor.books.tables):
            self.changed(name)

    def changed(self, name: str) -> None:
        table = self._floor.books.tables[name]
        if not table.sign.simulated:
            return
        if _due(table):
            self._when.setdefault(name, self._now() + TAKES)
        else:
            self._when.pop(name, None)

    def next_due(self) -> int | None:
        return min(self._when.values(), default=None)

    def fire(self) -> int:
        now, deals = self._now(), 0
        for name in sorted(name for name, when in self._when.items() if when <= now):
            del self._when[name]
            deals += self._deal(self._floor.books.tables[name])
            self.changed(name)
        return deals

    def _deal(self, table: LiveTable) -> int:
        """Cards that have not left the shoe in this round, which lie there in no order that anybody knows."""
        rest = [card for card in DECK if card not in table.read]
        cards = self._chance.sample(rest, min(_due(table), len(rest)))
        device = table.sign.device
        if not cards or device is None:
            return 0
        self._deals += 1
        id_ = f"shoe-{self._floor.books.store.epoch}-{self._deals:08d}"
        try:
            ticket = self._floor.act(Who(device, Role.DEALER), table.name, id_, f"deal {show_cards(cards)}")
        except Problem:
            return 0
        return int(ticket.status == 200)


def _due(table: LiveTable) -> int:
    if table.game.closed or table.game.suspended is not None:
        return 0
    return due_from_device(at_the_table(table.book, table.sign.dealing), table)
