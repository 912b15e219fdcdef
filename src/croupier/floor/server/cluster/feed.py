"""What the process that decides tells those who follow it, and what it does for them.

1. It knows neither sockets nor time: whoever owns the connections calls `opened`, `heard` and `closed`.
2. Followers hear of an act when it is durable, each of them the same, in the order of commits.
3. An answer goes out before the change that it belongs to.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from croupier.floor.live.following import Committed
from croupier.floor.live.state.clocks import ClockState
from croupier.floor.live.state.floor_state import Change
from croupier.floor.server.app import Reply, Sent
from croupier.floor.server.cluster.messages import (
    Answered,
    Asks,
    Changed,
    Checkpoint,
    Clocks,
    Comes,
    Connected,
    HandsOver,
    Joins,
    People,
    Process,
    Processes,
    Says,
    Shows,
    ToDecider,
    Told,
    Uses,
    Watches,
    Welcome,
)
from croupier.floor.server.running_floor import RunningFloor
from croupier.floor.store.base import PeopleRow
from croupier.floor.store.lease import PROTOCOL
from croupier.version import __version__

GONE_FOR = 3_600_000_000
"""Microseconds for which a process that is gone is still listed."""

_encode = msgspec.msgpack.Encoder().encode


class Line(Protocol):
    """A connection between two processes."""

    def say(self, message: Told) -> None: ...

    def say_encoded(self, message: bytes) -> None: ...

    def close(self) -> None: ...


class Does(Protocol):
    """What only the decider may do. `answered` is called once."""

    def act(self, said: Says, answered: Callable[[Reply], None]) -> None: ...

    def request(self, sent: Sent, answered: Callable[[Reply], None]) -> None: ...

    def use(self, session: bytes) -> None:
        """The session was used at another process."""


class Feed:
    def __init__(self, running: RunningFloor, does: Does, me: Process, others: Iterable[Process] = ()) -> None:
        """`others`: the processes known so far."""
        self._running, self._does, self._me = running, does, me
        self._floor = running.floor
        self._followers: dict[Line, str] = {}
        """The name of each, once it has told it."""
        self._known = {each.name: each for each in others if each.name != me.name}
        self._clocks: dict[str, ClockState] = {}
        """As last sent, by the decider's own clock."""
        self._books = self._floor.books
        self._books.listeners.append(self._changed)
        running.presence_changed = self._connected

    # --- Followers -------------------------------------------------------------------------------------------------

    def heard(self, line: Line, message: ToDecider) -> None:
        if line not in self._followers:
            if isinstance(message, Joins):
                self._join(line, message)
            return
        process = self._followers[line]
        match message:
            case Says(question=question):
                self._does.act(message, lambda reply: self._answer(line, question, reply))
            case Asks(question=question, sent=sent):
                self._does.request(sent, lambda reply: self._answer(line, question, reply))
            case Watches(table=table, player=player, on=on):
                self._running.watching_at(process, table, player, on)
            case Comes(player=player, on=on):
                self._running.connected_at(process, player, on)
            case Uses(session=session):
                self._does.use(session)
            case Shows(number=number):
                self._known[process] = replace(self._known[process], number=number)

    def _join(self, line: Line, joins: Joins) -> None:
        if joins.protocol < PROTOCOL:
            line.close()  # followers are upgraded first
            return
        for other, name in list(self._followers.items()):
            if name == joins.name:  # the process has come back before its old connection was missed
                self.closed(other)
                other.close()
        self._followers[line] = joins.name
        now = self._running.now()
        self._known[joins.name] = Process(joins.name, joins.address, "follows", now, joins.protocol, joins.number)
        tables = self._floor.books.shown.tables
        connected = {table: sorted(players) for table, players in self._floor.ask.connected.items() if players}
        clocks = {name: self._floor.timers.state(name) for name in tables}
        line.say(Welcome(PROTOCOL, __version__, self._books.number, clocks, connected))
        self.beat()

    def _answer(self, line: Line, question: int, reply: Reply) -> None:
        if line in self._followers:
            line.say(Answered(question, self._books.number, reply))

    def closed(self, line: Line) -> None:
        """The connection is lost, and with it everybody who was connected there."""
        name = self._followers.pop(line, None)
        if name is not None:
            self._known[name] = replace(self._known[name], role="away", since=self._running.now())
            self._running.forget_process(name)

    def followers(self) -> dict[str, tuple[int, int]]:
        """By name: the newest entry that each shows, and its protocol."""
        return {name: (self._known[name].number, self._known[name].protocol) for name in self._followers.values()}

    # --- What they are told ----------------------------------------------------------------------------------------

    def _tell(self, message: Told) -> None:
        if self._followers:
            encoded = _encode(message)
            for line in list(self._followers):
                line.say_encoded(encoded)

    def _changed(self, change: Change) -> None:
        if not self._followers:
            return
        moved = {name: state for name in change.tables if (state := self._moved(name)) is not None}
        committed = Committed(tuple(change.entries), change.decks, tuple(change.people))
        self._tell(Changed(self._books.number, committed, moved))

    def _moved(self, table: str) -> ClockState | None:
        """The clocks of the table, if they are others than those last sent."""
        timers = self._floor.timers
        known = timers.state(table, 0)
        if self._clocks.get(table) == known:
            return None
        self._clocks[table] = known
        return timers.state(table)

    def _connected(self, table: str) -> None:
        self._tell(Connected(table, sorted(self._floor.ask.connected.get(table, ()))))
        self._tell_clocks(table)

    def _tell_clocks(self, table: str) -> None:
        if self._followers and (state := self._moved(table)) is not None:
            self._tell(Clocks(table, state))

    def people(self, rows: tuple[PeopleRow, ...]) -> None:
        """Rows that come without an entry."""
        self._tell(People(rows))

    def checkpoint(self, line: bytes) -> None:
        self._tell(Checkpoint(line))

    def beat(self) -> None:
        """Called every half second: says that the decider is there, and what nothing else has said."""
        for table in self._floor.books.shown.tables:
            self._tell_clocks(table)
        self._tell(Processes(tuple(self.processes()), self._books.away))

    def processes(self) -> list[Process]:
        now = self._running.now()
        self._me = replace(self._me, number=self._books.number)
        gone = [name for name, each in self._known.items() if each.role == "away" and now - each.since >= GONE_FOR]
        for name in gone:
            del self._known[name]
        return [self._me, *(self._known[name] for name in sorted(self._known))]

    def hand_over(self, epoch: int, heir: str) -> None:
        """Nothing more is decided here, and everything is durable."""
        clocks = {name: self._floor.timers.state(name) for name in self._floor.books.shown.tables}
        self._tell(HandsOver(epoch, self._books.number, heir, clocks))
