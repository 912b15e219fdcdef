"""The running floor for the server: acts, views, time, presence, and listeners for changes."""

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Protocol

import msgspec

from croupier.floor.journal.entry import Body
from croupier.floor.live.acts.coaching import Asked as Coaching
from croupier.floor.live.answers.links import LinkTold
from croupier.floor.live.answers.tables import TableLine
from croupier.floor.live.floor import Floor
from croupier.floor.live.history.own_rounds import Asked
from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.clocks import seated
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Change, Ticket
from croupier.floor.live.state.fold import HOUSE_CODEC, HOUSE_STREAM
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import moment_of, printed_time
from croupier.floor.live.views.table import TableView, state_of
from croupier.floor.live.views.told import on_the_sign
from croupier.floor.server.clocks import ManualClock, RealClock
from croupier.floor.server.facade import Changed, Json
from croupier.floor.server.logs import LOG
from croupier.floor.store.base import Batch, MetaRow, Store
from croupier.floor.store.checkpoint_file import lines_from_the_end
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.load import BOOKS
from croupier.version import __version__

CLOCK, UNSAFE, SOCKETS = "clock", "unsafe", "sockets"
"""What the store remembers about a demo: its manual time, the hooks used, the sockets."""


@cache
def side_bets() -> dict[str, dict[str, str]]:
    """By game: the layout's bets other than Ante and jackpot, with their names there."""
    usual = (Spot.ANTE, Spot.JACKPOT)
    return {
        key: {bet.spot.value: bet.spot.words for bet in game.bets if bet.spot not in usual}
        for key, game in HOUSE_GAMES.items()
    }


class Hands(Protocol):
    """Players and devices that the demo brings along: they act by themselves."""

    def settle_in(self) -> None: ...
    def changed(self, name: str) -> None: ...
    def next_due(self) -> int | None: ...
    def fire(self) -> int: ...


class House:
    def __init__(self, floor: Floor, store: Store, unsafe: list[str], book: Path) -> None:
        self.floor, self.store, self.unsafe = floor, store, unsafe
        self.demo = floor.demo
        self.staff, self.keys = floor.staff, floor.ports.keys
        self.perform = floor.perform
        self._clock = floor.ports.clock
        self.manual_clock = isinstance(self._clock, ManualClock)
        self._hear: Callable[[Changed], None] = lambda changed: None
        self._signs: dict[str, tuple[int, int, list[Json]]] = {}
        """By table: what was last shown of its sign: the numbers of the sign and of its link's parameters, and the
        notices."""
        self._parameters: dict[str, int] = {}
        """By link: the parameters that the signs of its tables show."""
        self._sockets: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By table: how many sockets of each player watch it."""
        self._rounds: Counter[tuple[str, ...]] = Counter()
        self._counted: dict[str, int] = {}
        self.commits = 0
        self.checkpoint_age: Callable[[], float | None] = lambda: None
        self.space: Callable[[], Mapping[str, float]] = dict
        """Free disk space and the size of the store's log, by their names in the metrics."""
        self.time_passed: Callable[[], None] = lambda: None
        """Called after a manual clock was advanced, before anything happens at the new time."""
        self.took: Callable[[float], None] = lambda seconds: None
        """Called with the duration of each commit."""
        self._book = book
        self.remember: Callable[[MetaRow], None] = lambda row: None
        """Saves a row with the next commit."""
        self._had_sockets: set[str] = set()
        """As saved: players with a place who have, or have had, a socket."""
        self._hands: list[Hands] = []
        self._deciding = floor.books.on_decided
        self._decided_at: deque[float] = deque()
        floor.books.on_decided = self._decided
        floor.books.listeners.append(self._committed)
        floor.timers.goes_on = lambda name: self._hear(Changed("table", name))

    # --- Changes --------------------------------------------------------------------------------------------------

    def told(self, hear: Callable[[Changed], None]) -> None:
        self._hear = hear
        self._signs = {name: self._sign_of(table) for name, table in self._tables.items()}

    def _sign_of(self, table: LiveTable) -> tuple[int, int, list[Json]]:
        link = self.floor.books.shown.links.get(table.sign.link or "")
        parameters = 0 if link is None else link.parameters.number
        return table.signs, parameters, list(on_the_sign(table, moment_of(self.now())))

    def _decided(self, change: Change) -> None:
        self._decided_at.append(time.perf_counter())
        self._deciding(change)
        for table in change.tables.values():
            self._note_sockets(seated(table))
        for hands in self._hands:
            for name in change.tables:
                hands.changed(name)

    def _committed(self, change: Change) -> None:
        self.commits += 1
        self.took(time.perf_counter() - self._decided_at.popleft())
        for name, table in change.tables.items():
            self._tell_of_sign(name, table)
            self._hear(Changed("table", name))
            self._count_round(name, table)
        for name, link in change.links.items():
            if self._parameters.get(name) != link.parameters.number:
                self._parameters[name] = link.parameters.number
                for linked in sorted(link.tables.keys() & self._tables.keys()):
                    self._tell_of_sign(linked, self._tables[linked])
            self._hear(Changed("link", name))
        self._hear(Changed("pit"))
        for entry, body in zip(change.entries, change.bodies, strict=True):
            if entry.stream == HOUSE_STREAM:
                log_people(body)

    def _tell_of_sign(self, name: str, table: LiveTable) -> None:
        if (sign := self._sign_of(table)) != self._signs.get(name):
            self._signs[name] = sign
            self._hear(Changed("sign", name))

    def _count_round(self, name: str, table: LiveTable) -> None:
        round_ = table.game.round
        if round_ is None or not round_.over or self._counted.get(name) == table.rounds:
            return
        self._counted[name] = table.rounds
        self._rounds[table.book, round_.phase] += 1

    @property
    def _tables(self) -> Mapping[str, LiveTable]:
        return self.floor.books.shown.tables

    # --- What is asked --------------------------------------------------------------------------------------------

    def now(self) -> int:
        return self._clock.now()

    def steady(self) -> int:
        return self._clock.steady() if isinstance(self._clock, RealClock | ManualClock) else self._clock.now()

    def house(self) -> Json:
        return {
            "name": self.floor.ask.house.name,
            "currency": self.floor.ask.house.currency,
            "demo": self.demo,
            "unsafe": self.unsafe,
            "api": 1,
            "version": __version__,
            "now": printed_time(self.now()),
            "rulebooks": list(BOOKS),
            "side_bets": side_bets(),
        }

    @property
    def size(self) -> int:
        return len(self._tables)

    def health(self) -> Json:
        age = self.checkpoint_age()
        return {
            "ok": self.floor.books.failed is None and self.floor.timers.running,
            "store": self.store.kind,
            "entries": self.entries(),
            "tables": len(self._tables),
            "suspended": sorted(name for name, table in self._tables.items() if table.game.suspended is not None),
            "checkpoint_age": None if age is None else int(age * 1000),
        }

    def entries(self) -> int:
        return sum(head.seq for head in self.floor.books.shown.heads.values())

    def figures(self) -> Mapping[str, float | Mapping[tuple[str, ...], float]]:
        shown = self.floor.books.shown
        states = Counter((state_of(table),) for table in self._tables.values())
        return {
            "croupier_entries_total": self.entries(),
            "croupier_commits_total": self.commits,
            "croupier_rounds_total": self._rounds,
            "croupier_tables": {(state,): states[(state,)] for state in ("open", "suspended", "closing", "closed")},
            "croupier_link_value_cents": {(name,): link.displayed for name, link in shown.links.items()},
            "croupier_ledger_sum_cents": sum(shown.balances.values()),
            "croupier_checkpoint_age_seconds": self.checkpoint_age() or 0,
            "croupier_queue_length": {("store",): self.store.waiting},
            **self.space(),
        }

    def tables(self) -> list[TableLine]:
        return self.floor.ask.tables()

    def has_table(self, table: str) -> bool:
        return table in self._tables

    def open_to_spectators(self, table: str) -> bool:
        return self._tables[table].sign.spectators

    def link_of(self, table: str) -> str | None:
        found = self._tables.get(table)
        return None if found is None else found.sign.link

    def has_link(self, link: str) -> bool:
        return link in self.floor.books.shown.links

    def view(self, table: str, who: Who | None, since: int | None) -> TableView:
        return self.floor.ask.view(table, who, since)

    def sign(self, table: str) -> Json:
        return self.floor.ask.sign(table)

    def links(self) -> list[LinkTold]:
        return self.floor.ask.links()

    def link(self, link: str) -> Json:
        return self.floor.ask.link(link)

    def pit(self) -> Json:
        return self.floor.pit.view()

    # --- Rounds ---------------------------------------------------------------------------------------------------

    def past(self, table: str, number: int) -> Hashable | None:
        """None until the next round has begun, because entries may still follow. Answers about a past round change only
        with the sign."""
        if not 1 <= number < self._tables[table].rounds:
            return None
        return msgspec.json.encode(self._sign_of(self._tables[table]))

    def rounds(self, table: str, who: Who | None, limit: int, before: int | None) -> Json:
        return self.floor.history.rounds(table, limit, before)

    def rounds_file(self, table: str) -> str:
        return self.floor.downloads.rounds_file(table)

    def round_file(self, table: str, number: int, who: Who | None, format: str) -> str:
        downloads = self.floor.downloads
        return (downloads.phh if format == "phh" else downloads.round_file)(table, number, who)

    def round(self, table: str, number: int, who: Who | None) -> Json:
        return self.floor.history.round(table, number, who)

    def steps(self, table: str, number: int, who: Who | None) -> Json:
        return steps(self.floor.history, table, number, who, self.floor.ask.sign(table))

    def own_rounds(self, who: Who, asked: Asked) -> Json:
        return self.floor.own_rounds.told(who, asked)

    def coaching(self, table: str, who: Who, place: int) -> Coaching:
        return self.floor.ask.coaching(table, who, place)

    def proof(self, table: str, number: int, who: Who | None) -> Json:
        return self.floor.history.proof(table, number, who)

    def deck(self, table: str, number: int) -> Json:
        return self.floor.history.deck(table, number)

    # --- People, money --------------------------------------------------------------------------------------------

    def me(self, who: Who) -> Json:
        owed = self.floor.debts.of(who.name).owed
        return {"wallet": self.floor.ask.wallet(who.name), "owed": owed, "tables": self.floor.ask.places(who.name)}

    def asked(self, who: Who) -> list[Json]:
        return self.floor.acts.asking.waiting_for(who.name)

    def account(self, player: str) -> Json:
        return self.floor.ask.account(player)

    def ledger(self) -> Json:
        return self.floor.ask.ledger()

    def reconciliation(self, link: str) -> Json:
        return self.floor.ask.reconciliation(link)

    def link_changes(self, link: str) -> Json:
        return self.floor.link_changes.told(link)

    def award(self, link: str, award: int) -> Json:
        return self.floor.award_checks.told(link, award)

    def shift(self, since: str | None) -> Json:
        return self.floor.figures.told(since)

    def journal(self, stream: str, first: int, limit: int) -> list[Json]:
        return [
            {
                "stream": entry.stream,
                "seq": entry.seq,
                "at": entry.at,
                "epoch": entry.epoch,
                "hash": entry.hash.hex(),
                "body": msgspec.Raw(entry.body),
            }
            for entry in self.store.entries(stream, first, limit)
        ]

    def checkpoints(self, limit: int, before: int | None) -> Json:
        """The lines of the checkpoint log, newest first."""
        page: list[Json] = []
        for line in lines_from_the_end(self._book):
            found: Json = msgspec.json.decode(line)
            if before is None or found["number"] < before:
                page.append(found)
            if len(page) > limit:
                break
        return {"items": page[:limit], "before": page[limit - 1]["number"] if len(page) > limit else None}

    # --- Incidents ------------------------------------------------------------------------------------------------

    def incidents(self, open_only: bool, limit: int, before: int | None) -> Json:
        return self.floor.pit.incidents(open_only=open_only, limit=limit, before=before)

    def incident(self, number: int) -> Json:
        return self.floor.pit.incident(number)

    def incident_kinds(self, table: str) -> Json:
        return self.floor.pit.kinds(table)

    def preview(self, who: Who, table: str, do: str) -> Json:
        return self.floor.pit.preview(table, do, who)

    # --- Acts -----------------------------------------------------------------------------------------------------

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        ticket = self.floor.act(who, table, id_, do, moment, reason)
        self.floor.timers.close_if_all_ready(table)
        return ticket

    # --- Links ----------------------------------------------------------------------------------------------------

    # --- Time, presence, the end ----------------------------------------------------------------------------------

    def invite(self, hands: Hands) -> None:
        """Lets them sit down, or deal, at the tables whose signs say so."""
        self._hands.append(hands)
        hands.settle_in()

    def advance(self, milliseconds: int) -> Ticket:
        """Advances the clock. What falls due on the way happens at its own time, in order."""
        clock = self._clock
        assert isinstance(clock, ManualClock)
        until = clock.now() + milliseconds * 1_000
        while (due := self._next_due()) is not None and due * 1_000 <= until:
            clock.turn_to(due * 1_000)
            self.time_passed()
            if not self.tick() and self._next_due() == due:  # nothing happened
                if clock.now() >= until:
                    break
                clock.turn_to(min(until, clock.now() + 1_000))
        clock.turn_to(until)
        self.time_passed()
        self.tick()
        return self._kept(MetaRow(CLOCK, str(until)))

    def _next_due(self) -> int | None:
        dues = (self.floor.timers.next_due(), *(hands.next_due() for hands in self._hands))
        return min((due for due in dues if due is not None), default=None)

    def tick(self) -> int:
        """Does everything due by now: deadlines, then bots and shoes, then what follows at once. Returns the number of
        acts."""
        acts = self.floor.timers.fire()
        if by_hands := sum(hands.fire() for hands in self._hands):
            acts += by_hands + self.floor.timers.fire()
        return acts

    def used(self, hook: str) -> None:
        """Records the use of a demo hook, so that everybody can see it."""
        if hook not in self.unsafe:
            self.unsafe.append(hook)
            self._kept(MetaRow(UNSAFE, ",".join(self.unsafe)))
            if settings := self.floor.register.settings:  # recorded with all others when a house opens
                self.floor.staff.note_settings({**settings, UNSAFE: ",".join(self.unsafe)})

    def _kept(self, row: MetaRow) -> Ticket:
        """A ticket for everything submitted so far."""
        ticket = Ticket(200, {"done": {}})

        def done(error: Exception | None) -> None:
            if error is None:
                self.floor.ports.hop(ticket.resolve)

        self.store.submit(Batch(meta=(row,)), done)
        return ticket

    def watching(self, who: Who, table: str, on: bool) -> None:
        if who.role is not Role.PLAYER:
            return
        sockets = self._sockets[table]
        sockets[who.name] += 1 if on else -1
        if not sockets[who.name]:
            del sockets[who.name]
        connected = set(sockets)
        before = set(self.floor.ask.connected.get(table, ()))
        self.floor.ask.connected[table] = connected
        self.floor.timers.presence(table, connected)
        if (connected ^ before) & seated(self._tables[table]):
            self._hear(Changed("table", table))
        self.floor.timers.close_if_all_ready(table)

    def connected(self, who: Who, on: bool) -> None:
        if who.role is Role.PLAYER:
            (self.floor.absences.came if on else self.floor.absences.went)(who.name)
            self._note_sockets({who.name})

    def had_sockets(self, remembered: str) -> None:
        """The players with sockets before this start, as saved."""
        self._had_sockets = {*filter(None, remembered.split(","))}
        self.floor.absences.had_sockets(self._had_sockets)

    def _note_sockets(self, players: set[str]) -> None:
        if not any(map(self.floor.absences.has_socket, players - self._had_sockets)):
            return
        placed = {*chain.from_iterable(map(seated, self.floor.books.tables.values()))}
        new = {player for player in players & placed - self._had_sockets if self.floor.absences.has_socket(player)}
        if new:
            self._had_sockets = (self._had_sockets & placed) | new
            self.remember(MetaRow(SOCKETS, ",".join(sorted(self._had_sockets))))

    def drain(self) -> None:
        self.staff.fire()
        self.floor.drain(self.now())
        for name in self._tables:
            self._hear(Changed("table", name))

    def rounds_open(self) -> bool:
        return any(
            not table.game.closed and family_of(table.book).interrupted(table.game) for table in self._tables.values()
        )


WATCHED = (
    *(ev.UserMade, ev.RoleGiven, ev.PasswordSet, ev.SignedIn, ev.SessionsEnded, ev.SignInsFailed),
    *(ev.SecondFactorOn, ev.SettingsNoted, ev.HouseChangeAsked, ev.HouseChangeApproved, ev.HouseChangeWithdrawn),
)


def log_people(body: Body) -> None:
    """Logs everything about accounts, sessions and settings, without boxes and digests."""
    for event in HOUSE_CODEC.decode(body.v, body.then):
        if isinstance(event, WATCHED):
            told = msgspec.to_builtins(event)
            for secret in ("sealed", "recovery", "step"):
                told.pop(secret, None)
            LOG.say("info", told.pop("type"), **{"by": body.by, **told})
