"""A whole house for tests: a real floor on a real store, a clock that is turned by hand, chance from a seed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.recovery import RoundRecovered
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.ports import Aside, Ports, at_once
from croupier.floor.store import keys
from croupier.floor.store.base import Store
from croupier.floor.store.opening import open_store
from croupier.rules.cards import seeded_chance
from croupier.rules.money import Cents
from tests.as_json import as_json

MIDNIGHT = 1_767_225_600_000_000
"""2026-01-01, in microseconds."""

SAM, SUE = Who("sam", Role.SHIFT_MANAGER), Who("sue", Role.SHIFT_MANAGER)
PIA = Who("pia", Role.PIT_SUPERVISOR)
DAN = Who("dan", Role.DEALER)
UNA = Who("una", Role.AUDITOR)
ANN, BEN, CY, DEE = (Who(name, Role.PLAYER) for name in ("Ann", "Ben", "Cy", "Dee"))
PLAYERS = (ANN, BEN, CY, DEE)


RINGS: dict[Path, keys.KeyRing] = {}
"""Of the houses of this test, by the folder of their store."""


class HandClock:
    def __init__(self) -> None:
        self.time = MIDNIGHT
        self.ticks = 0
        """Microseconds that pass with each look at it."""

    def now(self) -> int:
        self.time += self.ticks
        return self.time

    def monotonic(self) -> int:
        return self.time // 1000

    def turn(self, milliseconds: int) -> None:
        self.time += milliseconds * 1000


class House:
    """Opened on a folder; closing and opening again is a restart."""

    def __init__(self, folder: Path, text: str, seed: int = 1, store: Callable[[Path], Store] = open_store) -> None:
        self.folder = folder
        self.text = text
        self.seed = seed
        self.code = "this program"
        """Its digest."""
        self.aside: Aside = at_once
        """Where long reads run."""
        self.ring = RINGS[folder] = keys.made()
        self.clock = HandClock()
        self._store = store
        self._acts = 0
        self.start()
        for player in PLAYERS:
            if player.name not in self.floor.players:
                self.floor.perform(SAM, f"player-{player.name}", cmd.AddPlayer(player.name, chips=Cents(1_000_000)))
        self.store.flush()

    def start(self) -> tuple[RoundRecovered, ...]:
        self.load()
        self.recovered = self.floor.recover()
        set_up(self.floor, read_floor_file(self.text))
        self.store.flush()
        return self.recovered

    def load(self) -> None:
        """What the store has is in memory again, and nothing is ruled yet."""
        self.store = self._store(self.folder)
        chance = seeded_chance(f"{self.seed} {self.store.epoch}")
        ports = Ports(
            self.clock,
            chance,
            self.ring,
            lambda run: run(),
            lambda: self.code,
            lambda read: self.aside(read),  # noqa: PLW0108
        )
        self.floor = Floor(self.store, ports, demo=True)
        self.floor.load()

    def restart(self) -> tuple[RoundRecovered, ...]:
        self.store.close()
        return self.start()

    def act(self, who: Who, table: str, do: str, moment: str | None = None, **more: Any) -> dict[str, Any]:
        """Done or refused, and durable; players answer the moment that is now unless another is given."""
        self._acts += 1
        if moment is None and who.role is Role.PLAYER:
            moment = self.floor.books.decided.tables[table].moment
        ticket = self.floor.act(who, table, more.pop("id", f"act-{self._acts:08d}"), do, moment, **more)
        return self.answered(ticket)

    def answered(self, ticket: Ticket) -> dict[str, Any]:
        self.store.flush()
        assert ticket.durable
        return dict(ticket.answer)

    def turn(self, milliseconds: int) -> None:
        """Time passes; what falls due in between happens at its own time."""
        until = self.clock.time + milliseconds * 1000
        timers = self.floor.timers
        while (due := timers.next_due()) is not None and due * 1000 <= until:
            self.clock.time = max(self.clock.time, due * 1000)
            timers.fire()
        self.clock.time = until
        self.store.flush()

    def view(self, table: str, who: Who | None = None) -> dict[str, Any]:
        view: dict[str, Any] = as_json(self.floor.ask.view(table, who))["table"]
        return view

    def balance(self, account: str) -> int:
        return {str(name): held for name, held in self.floor.books.shown.balances.items()}.get(account, 0)
