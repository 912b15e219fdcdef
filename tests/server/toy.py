"""A floor without games for the tests of the edge: tables on which acts are counted, kept in memory.

Acts of it: `wait` is answered when somebody says `go`, `no` is refused, everything else is done and raises the version.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.floor.live.acts.coaching import Asked as Coaching
from croupier.floor.live.answers.links import LinkTold
from croupier.floor.live.answers.tables import TableLine
from croupier.floor.live.history.own_rounds import Asked
from croupier.floor.live.people.staff import staff_on
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import FloorState, Ticket
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import SYSTEM, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time as rfc3339
from croupier.floor.live.views.table import TableView
from croupier.floor.server.facade import Changed, Json
from croupier.floor.server.to_loop import Hops
from croupier.floor.store import keys
from croupier.floor.store.base import Store
from croupier.rules.cards import seeded_chance

START = 1_767_225_600_000_000
CALLED = {"game": "toy", "named": "Toy", "words": {"spots": {}, "decisions": {}}}


def told(status: int, body: Mapping[str, Any]) -> Ticket:
    """An answer that is durable at once."""
    ticket = Ticket(status, body)
    ticket.resolve()
    return ticket


class ToyFloor:
    demo = True
    manual_clock = True

    def __init__(self, store: Store, ring: keys.KeyRing | None = None) -> None:
        self.time = START
        self.hops = Hops()
        self.keys = ring or keys.made()
        self.staff = staff_on(FloorState(store, Ports(self, seeded_chance(1), self.keys, self.hops)))
        self.versions = {"tcp-1": 1, "cs-1": 1, "private": 1, **{f"t-{number}": 1 for number in range(20)}}
        self.story: dict[str, list[Json]] = {name: [] for name in self.versions}
        self.held: list[Ticket] = []
        self.sockets: Counter[str] = Counter()
        self.seen: list[tuple[str, str, bool]] = []
        self._hear: Callable[[Changed], None] = lambda changed: None
        self.padding = ""

    @property
    def size(self) -> int:
        return len(self.versions)

    def now(self) -> int:
        return self.time

    def monotonic(self) -> int:
        return self.time // 1000

    def steady(self) -> int:
        return self.time

    def told(self, hear: Callable[[Changed], None]) -> None:
        self._hear = hear

    def house(self) -> Json:
        told: Json = {"name": "Toy House", "currency": "SGD", "demo": True, "unsafe": [], "api": 1, "version": "0"}
        return {**told, "now": rfc3339(self.time), "rulebooks": [], "side_bets": {}}

    def health(self) -> Json:
        figures = {"entries": 0, "tables": len(self.versions), "suspended": [], "checkpoint_age": None}
        return {"ok": True, "store": "toy", **figures}

    def figures(self) -> Mapping[str, float | Mapping[tuple[str, ...], float]]:
        return {"croupier_tables": {("open",): float(len(self.versions))}, "croupier_link_value_cents": {("grand",): 5}}

    def tables(self) -> list[TableLine]:
        shared = {"rulebook": "toy@1", "game": "toy", "named": "Toy", "state": "open", "run_by": "system", "places": 7}
        shared |= {"taken": [], "players": 0, "pace": None, "clock": {}, "jackpot_bet": None, "sign": 1}
        shared |= {"cards": "sealed", "link": None, "owner": "a", "waiting": 0}
        rows = [
            {"name": name, **shared, "spectators": self.open_to_spectators(name), "round": version}
            for name, version in self.versions.items()
        ]
        return msgspec.convert(rows, list[TableLine])

    def has_table(self, table: str) -> bool:
        return table in self.versions

    def open_to_spectators(self, table: str) -> bool:
        return table != "private"

    def link_of(self, table: str) -> str | None:
        return "grand" if table in ("tcp-1", "cs-1") else None

    def has_link(self, link: str) -> bool:
        return link == "grand"

    def view(self, table: str, who: Who | None, since: int | None) -> TableView:
        story = self.story[table]
        happened = [] if since is None else [act for act in story if act["version"] > since]
        told: Json = {"name": table, "rulebook": "toy@1", "version": self.shown(table), "moment": "1.0", **CALLED}
        told |= {"at": rfc3339(self.time), "state": "open", "sign": 1, "deal": {"round": 1, "roots": []}}
        told |= {"round": None, "clock": {"stopped": False, "asked": []}, "padding": self.padding}
        told |= {"said": None, "waiting_list": []}
        told["you"] = None if who is None else {"name": who.name, "places": [], "may": [], "notices": [], "waits": None}
        told["happened"] = happened if len(happened) <= 200 else None
        return TableView(self.shown(table), msgspec.json.encode({"table": told}))

    def sign(self, table: str) -> Json:
        told: Json = {"table": table, "sign": 1, "rulebook": "toy@1", "dealing": "shoe", "run_by": "system", **CALLED}
        told |= {"cards": "sealed", "limits": {}, "clock": {}, "link": None, "house_rules": [], "paytables": {}}
        told |= {"settle": "at-once", "displays": {}, "coach": False, "notices": []}
        return {"sign": told}

    def links(self) -> list[LinkTold]:
        return [msgspec.convert(self.link("grand")["link"], LinkTold)]

    def link(self, link: str) -> Json:
        told: Json = {"name": link, "version": 1, "at": rfc3339(self.time), "state": "open", "value": "5.00"}
        told |= {"reset": "5.00", "at_limit": False, "parameters": 1, "tables": ["tcp-1", "cs-1"], "awards": []}
        return {"link": told}

    def pit(self) -> Json:
        return {"pit": {"version": 1, "tables": [], "incidents": [], "links": []}}

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        if do == "stale":
            raise Problem(Code.STALE, "the moment has passed", more={"id": id_, "moment": "1.0"})
        if do == "no":
            return told(409, Problem(Code.REFUSED, "no", more={"id": id_}).told())
        if do == "wait":
            self.held.append(Ticket(200, {"done": {"id": id_}}))
            return self.held[-1]
        if do == "go":
            while self.held:
                self.held.pop().resolve()
        if do == "break":
            raise RuntimeError("a fault in the floor, with As Kd and a secret")
        self.versions[table] += 1
        version = self.versions[table]
        act: Json = {"version": version, "at": rfc3339(self.time), "by": who.name, "do": do, "then": []}
        ticket = Ticket(200, {"done": {"id": id_, "table": table, "do": do, "version": version, "cites": []}})
        self._hear_later(ticket, table, act)
        return ticket

    def shown(self, table: str) -> int:
        return self.story[table][-1]["version"] if self.story[table] else 1

    def _hear_later(self, ticket: Ticket, table: str, act: Json) -> None:
        """As the real one: the answer first, then the change, in a later turn of the loop."""

        def durable() -> None:
            self.story[table].append(act)
            ticket.resolve()
            self._hear(Changed("table", table))

        asyncio.get_running_loop().call_soon(durable)

    def me(self, who: Who) -> Json:
        return {"wallet": "10000.00", "owed": "0.00", "tables": []}

    def asked(self, who: Who) -> list[Json]:
        return []

    def account(self, player: str) -> Json:
        owes: Json = {"owed": "0.00", "debts": [], "write_offs": []}
        return {"player": player, "wallet": "10000.00", "stacks": {}, **owes, "postings": []}

    def past(self, table: str, number: int) -> int | None:
        return None

    def rounds(self, table: str, who: Who | None, limit: int, before: int | None) -> Json:
        return {"items": [], "before": None}

    def rounds_file(self, table: str) -> str:
        return "# a round file\n"

    def round(self, table: str, number: int, who: Who | None) -> Json:
        if number > 1:
            raise Problem(Code.NOT_FOUND, "there is no such round")
        return {"round": None, "acts": []}

    def steps(self, table: str, number: int, who: Who | None) -> Json:
        return {"rulebook": "toy@1", "steps": [], **self.sign(table)}

    def own_rounds(self, who: Who, asked: Asked) -> Json:
        return {"items": [], "total": {"rounds": 0, "staked": "0.00", "net": "0.00"}, "before": None}

    def coaching(self, table: str, who: Who, place: int) -> Coaching:
        raise Problem(Code.REFUSED, "there is nothing to decide")

    def round_file(self, table: str, number: int, who: Who | None, format: str) -> str:
        return "# a round\n"

    def proof(self, table: str, number: int, who: Who | None) -> Json:
        promised = {"root": "", "stream": f"table/{table}", "seq": 1}
        return {"table": table, "round": number, "deck": 0, "root": "", "promised": promised, "cards": []}

    def deck(self, table: str, number: int) -> Json:
        return self.proof(table, number, None)

    def used(self, hook: str) -> None:
        """Everybody knows of it here."""

    def perform(
        self,
        who: Who,
        id_: str,
        command: cmd.Command,
        reason: str = "",
        *,
        at: str = "house",
        given: Any = None,
    ) -> Ticket:
        match command:
            case cmd.AddPlayer(player=name, walk_in=False):
                return self.staff.perform(SYSTEM, "", cmd.ChangeUser(UserChange(name, "player", makes=True)))
            case cmd.AddPlayer() | cmd.OpenTable():
                return self._done(id_, 201)
            case cmd.ProposeWriteOff() | cmd.ProposeChange():
                return told(202, {"change": 1})
            case cmd.ApproveHouseChange() | cmd.WithdrawHouseChange():
                return self.staff.perform(who, id_, command)
            case _:
                return self._done(id_)

    def incidents(self, open_only: bool, limit: int, before: int | None) -> Json:
        return {"items": [], "before": None}

    def incident(self, number: int) -> Json:
        raise Problem(Code.NOT_FOUND, "there is no such incident")

    def incident_kinds(self, table: str) -> Json:
        return {"items": [], "moment": "1.0"}

    def preview(self, who: Who, table: str, do: str) -> Json:
        told = {"do": do, "rank": "dealer", "waits": False, "ruling": "none", "text": "", "cites": [], "follows": []}
        return {"preview": told}

    def _done(self, id: str, status: int = 200) -> Ticket:
        return told(status, {"done": {"id": id}})

    def reconciliation(self, link: str) -> Json:
        names = ("start", "contributions", "taken_back", "awards", "made_up", "corrections", "end")
        return {**dict.fromkeys(names, "0.00"), "carry_parts": 0, "difference": "0.00"}

    def link_changes(self, link: str) -> Json:
        return {"items": [], "parameters": {}, "number": 1, "tables": {}}

    def award(self, link: str, award: int) -> Json:
        raise Problem(Code.NOT_FOUND, "there is no such award")

    def shift(self, since: str | None) -> Json:
        sums = {"rounds": 0, "drop": "0.00", "handle": "0.00", "hold": "0.00", "rake": "0.00", "by_hour": []}
        now = rfc3339(self.time)
        return {"since": now, "until": now, "tables": [], "total": {**sums, "ruled": 0}, "rulings": []}

    def ledger(self) -> Json:
        return {"at": rfc3339(self.time), "accounts": [], "sum": "0.00"}

    def journal(self, stream: str, first: int, limit: int) -> list[Json]:
        return []

    def checkpoints(self, limit: int, before: int | None) -> Json:
        return {"items": [], "before": None}

    def advance(self, milliseconds: int) -> Ticket:
        self.time += milliseconds * 1000
        return self._done("clock")

    def watching(self, who: Who, table: str, on: bool) -> None:
        self.seen.append((who.name, table, on))

    def connected(self, who: Who, on: bool) -> None:
        self.sockets[who.name] += 1 if on else -1

    def drain(self) -> None:
        self.draining = True

    def rounds_open(self) -> bool:
        return False
