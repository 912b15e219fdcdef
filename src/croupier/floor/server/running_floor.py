"""A floor that a server runs: its time, who is connected, who hears of changes, its health and its figures.

What reads the floor asks `RunningFloor.floor` itself. Acts go through here, because readiness and bots follow them.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Protocol

import msgspec

from croupier.base.values import Value
from croupier.floor.live.answers.house import Checkpoints, Health
from croupier.floor.live.answers.house import House as HouseTold
from croupier.floor.live.answers.tables import Notice
from croupier.floor.live.floor import Floor
from croupier.floor.live.history.public_events import PublicEvents
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.clocks import seated
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Change, Ticket
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Away
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import moment_of, printed_time
from croupier.floor.live.views.table import state_of
from croupier.floor.live.views.told import on_the_sign
from croupier.floor.server.presence import Presence
from croupier.floor.server.process.clocks import ManualClock, RealClock
from croupier.floor.server.process.logs import LOG
from croupier.floor.store.base import Batch, MetaRow, Store
from croupier.floor.store.checkpoint_file import lines_from_the_end
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.rulebook.load import BOOKS
from croupier.version import __version__

CLOCK, UNSAFE, SOCKETS = "clock", "unsafe", "sockets"
"""What the store remembers about a demo: the time where it stands, the hooks that were used."""


@cache
def side_bets() -> dict[str, dict[str, str]]:
    """By game: the layout's bets other than Ante and jackpot, with the names printed on it."""
    usual = (Spot.ANTE, Spot.JACKPOT)
    return {
        key: {bet.spot.value: bet.spot.words for bet in game.bets if bet.spot not in usual}
        for key, game in HOUSE_GAMES.items()
    }


class Changed(Value):
    """Something that people watch is different now, durably."""

    kind: str
    """`table`, `sign`, `link` or `pit`."""
    name: str = ""


class _Numbered(msgspec.Struct):
    """A line of the checkpoint log, of which only this is read."""

    number: int
    at: str
    public_key: str = ""


class Hands(Protocol):
    """People and devices whom the demo brings along: they act by themselves."""

    def settle_in(self) -> None: ...
    def changed(self, name: str) -> None: ...
    def next_due(self) -> int | None: ...
    def fire(self) -> int: ...


class Elsewhere(Protocol):
    """What the deciding process hears of the sockets at another one."""

    def watches(self, table: str, player: str, on: bool) -> None: ...
    def comes(self, player: str, on: bool) -> None: ...


HERE, THOSE_BEFORE = "", "(before)"
"""Among the processes with sockets: this one, and all that were known when it began to decide."""


class RunningFloor:
    """Is the server's `Decider`, too."""

    def __init__(self, floor: Floor, store: Store, unsafe: list[str], checkpoint_log: Path) -> None:
        self.floor, self.store, self.unsafe = floor, store, unsafe
        self.events = PublicEvents(store, floor.books, floor.history)
        self.perform = floor.perform
        self._clock = floor.ports.clock
        self.manual_clock = isinstance(self._clock, ManualClock)
        self._hear: Callable[[Changed], None] = lambda changed: None
        self._signs: dict[str, tuple[int, int, list[Notice]]] = {}
        """What everybody has been shown: the numbers of the sign and of its link's parameters, and the notices."""
        self._parameters: dict[str, int] = {}
        """Of each link, those that the signs of its tables show."""
        self.presence = Presence()
        self.elsewhere: Elsewhere | None = None
        """The process that decides, if it is another one: it hears who is connected here."""
        self.presence_changed: Callable[[str], None] = lambda table: None
        """Called with a table that other players watch now."""
        self._rounds: Counter[tuple[str, ...]] = Counter()
        self._counted: dict[str, int] = {}
        self.commits = 0
        self._away_since = 0
        self.checkpoint_age: Callable[[], float | None] = lambda: None
        self.space: Callable[[], Mapping[str, float]] = dict
        """Room on the disk, and the size of the store's log, by their names in the metrics."""
        self.time_passed: Callable[[], None] = lambda: None
        """Called after somebody has turned the demo clock, before anything happens at the new time."""
        self.took: Callable[[float], None] = lambda seconds: None
        """Called with the duration of a commit in seconds."""
        self._checkpoint_log = checkpoint_log
        self.remember: Callable[[MetaRow], None] = lambda row: None
        """Writes a word down with whatever is written next."""
        self._had_sockets: set[str] = set()
        """As it is remembered: players with a place who have, or have had, a socket."""
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

    def owned_by(self, process: str) -> None:
        """That process decides."""
        if process and process != self.floor.ask.owner:
            self.floor.ask.owner = process
            self._hear(Changed("pit"))

    def pit_changed(self) -> None:
        self._hear(Changed("pit"))

    def _sign_of(self, table: LiveTable) -> tuple[int, int, list[Notice]]:
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
        if HOUSE_STREAM in change.bodies and self.elsewhere is None:
            log_people(change.bodies[HOUSE_STREAM].by, change.house)

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

    def house(self, *, setup: bool = False) -> HouseTold:
        return HouseTold(
            name=self.floor.ask.house.name,
            currency=self.floor.ask.house.currency,
            demo=self.floor.demo,
            unsafe=self.unsafe,
            api=1,
            version=__version__,
            now=printed_time(self.now()),
            rulebooks=list(BOOKS),
            side_bets=side_bets(),
            setup=setup,
            signing_key=self.floor.ports.keys.public_key.hex(),
        )

    @property
    def size(self) -> int:
        return len(self._tables)

    def health(self, *, stopping: bool) -> Health:
        age = self.checkpoint_age()
        return Health(
            ok=self.floor.books.failed is None
            and not self.floor.books.away
            and self.floor.timers.running
            and not stopping,
            store=self.store.kind,
            entries=self.entries(),
            tables=self.size,
            suspended=sorted(name for name, table in self._tables.items() if table.game.suspended is not None),
            checkpoint_age=None if age is None else int(age * 1000),
        )

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

    def past(self, table: str, number: int) -> Hashable | None:
        """A stamp for answers about a round that cannot change any more: another round has begun, so no entry of this
        one follows. What is shown of it goes with the sign, so the stamp changes with that. None while they can."""
        if not 1 <= number < self._tables[table].rounds:
            return None
        return msgspec.json.encode(self._sign_of(self._tables[table]))

    def checkpoints(self, limit: int, before: int | None) -> Checkpoints:
        """The lines of the checkpoint log, newest first."""
        page = []
        for line in lines_from_the_end(self._checkpoint_log):
            number = msgspec.json.decode(line, type=_Numbered).number
            if before is None or number < before:
                page.append((number, msgspec.json.decode(line, type=dict)))
            if len(page) > limit:
                break
        return Checkpoints([line for _, line in page[:limit]], page[limit - 1][0] if len(page) > limit else None)

    def newest_checkpoint(self) -> bytes | None:
        return next(lines_from_the_end(self._checkpoint_log), None)

    def checkpoints_between(self, since: str, until: str | None) -> list[bytes]:
        """Lines of the log from one time to another, and the first one after it; none from before a new signing key."""
        found: list[bytes] = []
        for line in lines_from_the_end(self._checkpoint_log):
            told = msgspec.json.decode(line, type=_Numbered)
            if told.at < since or (told.public_key and told.number > 1):
                break
            if until is not None and told.at > until:
                found.clear()
            found.append(line)
        return found[::-1]

    # --- Acts -----------------------------------------------------------------------------------------------------

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        """Words at a table. Betting closes at once if everybody is ready now."""
        ticket = self.floor.act(who, table, id_, do, moment, reason)
        self.floor.timers.close_if_all_ready(table)
        return ticket

    def store_away(self, away: bool) -> None:
        """The database server is out of reach, or back. Nobody could act meanwhile, so all deadlines move (F-08)."""
        books, now = self.floor.books, self._clock.monotonic()
        books.away = away
        if away:
            self._away_since = now
            LOG.say("warning", "store away")
            return
        LOG.say("warning", "store back", milliseconds=now - self._away_since)
        self.floor.paused(now - self._away_since)
        for name in self._tables:
            self._hear(Changed("table", name))

    # --- Time, presence, the end ----------------------------------------------------------------------------------

    def invite(self, hands: Hands) -> None:
        """They sit down, or deal, at the tables whose signs say so."""
        self._hands.append(hands)
        hands.settle_in()

    def advance(self, milliseconds: int) -> Ticket:
        """What falls due on the way happens at its own time, in order."""
        clock = self._clock
        assert isinstance(clock, ManualClock)
        if self.floor.books.away:
            raise Away
        until = clock.now() + milliseconds * 1_000
        while (due := self._next_due()) is not None and due * 1_000 <= until:
            clock.turn_to(due * 1_000)
            self.time_passed()
            if not self.tick() and self._next_due() == due:  # nothing comes of it now
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
        """Does everything that is due: deadlines, then bots and shoes, and what follows at once. Returns the number of
        acts. Clocks stand still while the database server is out of reach."""
        if self.floor.books.away:
            return 0
        acts = self.floor.timers.fire()
        if by_hands := sum(hands.fire() for hands in self._hands):
            acts += by_hands + self.floor.timers.fire()
        return acts

    def used(self, hook: str) -> None:
        """A hook of the demo, which everybody may know of."""
        if hook not in self.unsafe:
            self.unsafe.append(hook)
            self._kept(MetaRow(UNSAFE, ",".join(self.unsafe)))
            if settings := self.floor.register.settings:  # noted with all others when a house is opened
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
        """A socket of this process watches the table, or no longer does."""
        if who.role is not Role.PLAYER or not self.presence.watch(HERE, table, who.name, on):
            return
        if self.elsewhere is not None:
            self.elsewhere.watches(table, who.name, on)
        else:
            self._look_around(table)

    def connected(self, who: Who, on: bool) -> None:
        """A socket of this process is open, or closed."""
        if who.role is not Role.PLAYER or not self.presence.come(HERE, who.name, on):
            return
        if self.elsewhere is not None:
            self.elsewhere.comes(who.name, on)
        else:
            self._came_or_went(who.name, on)

    def watching_at(self, process: str, table: str, player: str, on: bool) -> None:
        """The same, at another process."""
        if table in self._tables and self.presence.watch(process, table, player, on):
            self._look_around(table)

    def connected_at(self, process: str, player: str, on: bool) -> None:
        if self.presence.come(process, player, on):
            self._came_or_went(player, on)

    def forget_process(self, process: str) -> None:
        """Its sockets are gone with it."""
        for kind, name in self.presence.leave(process):
            if kind == "table":
                self._look_around(name)
            else:
                self._came_or_went(name, False)

    def look_around(self, connected: Mapping[str, Collection[str]]) -> None:
        """From now on this process decides, and counts who is connected. Those `connected` so far, by table, count for
        a while, because the others need a moment to say so."""
        for player in self.presence.of(HERE)[1]:
            self._came_or_went(player, True)
        for table, before in connected.items():
            for player in before:
                self.presence.watch(THOSE_BEFORE, table, player, True)
        for table in self._tables:
            self._look_around(table)

    def _look_around(self, table: str) -> None:
        connected = self.presence.watching(table)
        before = set(self.floor.ask.connected.get(table, ()))
        self.floor.timers.presence(table, connected)
        self.show_connected(table, connected)
        if connected != before:
            self.presence_changed(table)
        if not self.floor.books.away:
            self.floor.timers.close_if_all_ready(table)

    def show_connected(self, table: str, connected: set[str]) -> None:
        before = set(self.floor.ask.connected.get(table, ()))
        self.floor.ask.connected[table] = connected
        if (connected ^ before) & seated(self._tables[table]):
            self._hear(Changed("table", table))
            self._hear(Changed("pit"))

    def _came_or_went(self, player: str, on: bool) -> None:
        (self.floor.absences.came if on else self.floor.absences.went)(player)
        self._note_sockets({player})

    def had_sockets(self, remembered: str) -> None:
        """Before this start, in the words in which it was remembered."""
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
        if not self.floor.books.away:
            self.floor.staff.fire()
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


def log_people(by: str, events: Sequence[ev.HouseStreamEvent]) -> None:
    """A line for everything that concerns accounts, sessions and settings; no box and no digest is in it."""
    for event in events:
        if isinstance(event, WATCHED):
            told = msgspec.to_builtins(event)
            for secret in ("sealed", "recovery", "step"):
                told.pop(secret, None)
            LOG.say("info", told.pop("type"), **{"by": by, **told})
