"""A demo on its own store, without a socket that anybody uses: opened, played at, stopped, and opened again."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from croupier.floor.live.state import floor_state
from croupier.floor.live.state.commands import SignIn
from croupier.floor.live.state.floor_file import read_floor_file
from croupier.floor.live.state.given import Noted
from croupier.floor.live.state.house_events import SignedIn
from croupier.floor.live.state.people import Role, Who
from croupier.floor.server.learning.drills import sealed
from croupier.floor.server.run import Running, plan_for
from croupier.floor.store.addresses import Address
from croupier.floor.store.base import Batch, DrillRow, SessionRow, TraineeRow
from tests.floors import house_table, poker_table
from tests.journals import Written

FLOOR = house_table("tcp-1", boxes=7, run_by="dealer") + poker_table(
    "p-1", seats=6, stake=("50", "1000"), run_by="dealer"
)
ANN, BEN, DAN, SAM = (
    Who("Ann", Role.PLAYER),
    Who("Ben", Role.PLAYER),
    Who("dan", Role.DEALER),
    Who("sam", Role.SHIFT_MANAGER),
)


class House:
    """A demo with a manual clock on its own store, without a socket that anybody uses."""

    def __init__(self, folder: Path, *, store: Address | None = None, floor: str = FLOOR, **more: Any) -> None:
        self.folder = folder / "d"
        options = {"files": self.folder, "is_manual": True, **more}
        plan = plan_for(store or self.folder, read_floor_file(floor), {}, is_demo=True, **options)
        self.running = Running(plan)
        self.floor = self.running.running_floor.floor
        self.acts = self.running.store.count()

    def act(self, who: Who, do: str, table: str = "tcp-1", id_: str = "") -> dict[str, Any]:
        self.acts += 1
        moment = self.floor.books.tables[table].moment if who.role is Role.PLAYER else None
        ticket = self.floor.act(who, table, id_ or f"act-{self.acts:06}", do, moment)
        self.settle()
        return dict(ticket.answer)

    def settle(self) -> None:
        self.running.store.flush()
        self.running.hops.run()

    def stop(self) -> None:
        self.running.listening.close()
        self.running.close(well=False)


@contextmanager
def house(folder: Path, **more: Any) -> Iterator[House]:
    opened = House(folder, **more)
    try:
        yield opened
    finally:
        opened.stop()


def bring_people(opened: House) -> None:
    """Ann and sam sign in, and Ann has learnt something."""
    for user in ("Ann", "sam"):
        number, now = opened.floor.staff.next_session, opened.running.clock.now()
        row = SessionRow(sha256(user.encode()).digest(), number, user, now, now, now + 3_600_000_000)
        who = Who(user, Role(opened.floor.register.people[user.lower()].role), number)
        signed_in = Noted(SignedIn(user, number, "127.0.0.1"), (row,))
        opened.floor.perform(who, "", SignIn(), given=signed_in)
    ring = opened.running.ring
    learnt = (sealed(ring, DrillRow("Ann", 1, b"{}")), sealed(ring, TraineeRow("Ann", b"{}")))
    opened.running.store.submit(Batch(training=learnt), lambda _: None)
    opened.settle()


def house_with_people(folder: Path) -> Written:
    """A store with rows in all of its tables."""
    with patch.object(floor_state, "ENTRIES_A_SNAPSHOT", 2), house(folder) as opened:
        bring_people(opened)
        for do in ("1 sits Ann 1000", "1 ante 50"):
            opened.act(ANN, do)
    store = folder / "d"
    return Written(store, folder / "d.checkpoints.jsonl", folder / "d.export", folder / "d.key")
