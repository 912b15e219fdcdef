"""One process of a house, from following to deciding to its end.

`Election`, `Feed` and `Followed` know neither threads nor sockets nor time; here they meet all three. The lease has a
thread of its own, which also ends a process that has lost it: an event loop that stands still must not stop that.
"""

import asyncio
import contextlib
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import NoReturn, TypeVar

from msgspec.structs import replace

from croupier.base.sentences import says
from croupier.floor.live.answers.house import Processes, ProcessTold
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.problems import NobodyDecides
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.app import App, Reply, Sent
from croupier.floor.server.cluster.feed import Feed
from croupier.floor.server.cluster.followed import Followed
from croupier.floor.server.cluster.for_followers import ForFollowers
from croupier.floor.server.cluster.messages import (
    DECIDER_HEARS,
    FOLLOWER_HEARS,
    HandsOver,
    Joins,
    Process,
    ToDecider,
    ToFollower,
)
from croupier.floor.server.cluster.wire import Wire
from croupier.floor.server.process.logs import LOG
from croupier.floor.server.process.to_loop import Hops
from croupier.floor.server.running_floor import THOSE_BEFORE, RunningFloor
from croupier.floor.store.base import ReadFailed, Store, StoreFailed, StoreUnusable
from croupier.floor.store.election import Election, End, Promote, heir
from croupier.floor.store.lease import PROTOCOL, Claim
from croupier.floor.store.lease_keeper import LeaseKeeper, milliseconds
from croupier.version import __version__

T = TypeVar("T")

LOOKS_EVERY = 0.25
"""Seconds between two looks at the store of a process without a feed, and between two pulses."""
AGAIN = 0.1
"""Seconds between two tries to reach the decider."""
CONNECTS_WITHIN = 2.0
RELEASES_WITHIN = 3.0
COMES_BACK_WITHIN = 5.0
"""Seconds after a takeover in which a player who was connected elsewhere counts as connected."""
GOODBYE = 1.0
"""Seconds in which the sockets of a process that has lost the lease hear why they are closed."""
INHERITED = "CROUPIER_SOCKETS"
"""Environment: the listening sockets that a process leaves to itself when it begins again."""


Heard = Promote | End | Exception


class Candidate:
    """The process and the lease, from before the house is loaded."""

    def __init__(self, store: Store, claim: Claim, ttl: int) -> None:
        self.election = Election(claim, ttl)
        self.keeper = LeaseKeeper(self.election, store.lease, self._hear, self._hear)
        self._where = store.database
        self._changed = threading.Condition()
        self._heard: list[Heard] = []
        """What nobody has listened to yet."""
        self._listener: Callable[[Heard], None] | None = None
        self._released = threading.Event()

    def begin(self) -> Promote | None:
        """Stands for the lease. Returns when this process has it, or sees that another one lives that has it."""
        self.keeper.start()
        until = time.monotonic() + 2 * self.election.ttl / 1000
        while time.monotonic() < until and not self.election.owner_lives:
            with self._changed:
                if self._changed.wait_for(lambda: self._heard, 0.005):
                    heard = self._heard.pop()
                    if isinstance(heard, Promote):
                        return heard
                    raise unusable(heard, self._where)
        return None

    def listen(self, listener: Callable[[Heard], None]) -> None:
        """From now on `listener` hears, in the keeper's thread, what becomes of the lease."""
        with self._changed:
            self._listener = listener
        for heard in self._heard:
            listener(heard)

    def _hear(self, heard: Heard) -> None:
        if isinstance(heard, End) and heard.why == "stopped":
            self._released.set()
            return
        with self._changed:
            if self._listener is None:
                self._heard.append(heard)
                self._changed.notify_all()
                return
        self._listener(heard)

    @property
    def is_released(self) -> bool:
        return self._released.is_set()

    def stop(self) -> None:
        """The process ends, and keeps the lease until `release`."""
        self.keeper.tell(Election.stop)

    def release(self, to: str = "") -> None:
        """Everything decided is durable: gives the lease to that process, or to nobody. Returns when it is done, or
        when the database server is out of reach."""
        self.keeper.tell(lambda election: election.flushed(to))
        self._released.wait(RELEASES_WITHIN)


def unusable(heard: Exception | End, where: str) -> StoreUnusable:
    if isinstance(heard, StoreUnusable):
        return heard
    if isinstance(heard, End) and heard.why == "newer":
        return StoreUnusable("newer", f"a newer croupier decides for {where}; upgrade this one")
    return StoreUnusable("behind", f"{where} has an older lease than before: {heard}")


class Node:
    def __init__(
        self,
        app: App,
        store: Store,
        hops: Hops,
        candidate: Candidate,
        *,
        address: str,
        secret: bytes,
        listening: tuple[socket.socket, socket.socket | None],
        prepare: Callable[[], None],
        begin: Callable[[bool, Mapping[str, str]], None],
        fail: Callable[[Exception], None],
    ) -> None:
        """`address` is where people reach this process; `listening` are its sockets for them and for followers.

        `prepare` is called in a thread before this process takes over, and `begin` when it decides from now on, with
        whether the last one handed over and with the store's notes. `fail` is called with an error after which nothing
        can go on.
        """
        self._app, self._store, self._candidate = app, store, candidate
        self._running: RunningFloor = app.running
        self._election, self._keeper = candidate.election, candidate.keeper
        self._name, self._address = candidate.election.claim.name, address
        self._since = self._running.now()
        self._secret, self._listening, self._hops = secret, listening, hops
        self._prepare, self._begin, self._fail = prepare, begin, fail
        self._loop: asyncio.AbstractEventLoop
        self._tasks: list[asyncio.Task[None]] = []
        self._wire: Wire | None = None
        """To the decider."""
        self._epoch = 0
        """Of the decider at the other end."""
        self.feed: Feed | None = None
        self.followed = Followed(self._running, store, hops.aside, self._joins)
        self.followed.rows_came = app.sessions.follow
        self.followed.roster_came = self._take_roster
        self.followed.hands_over = self._is_offered
        self.followed.failed = fail
        self._hands_over = False
        self._lost_at = self._since
        """Since when there is no connection to the decider."""
        app.processes = self.processes

    @property
    def decides(self) -> bool:
        return self.feed is not None

    # --- Life ------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Another process decides."""
        self._app.forwards = self._forward
        self._app.hub.forwards = self.followed.act
        self._app.sessions.elsewhere = self.followed.uses
        self._running.elsewhere = self.followed

    def decide(self) -> None:
        """This process decides from now on, and everything committed is shown."""
        before = self._election.row.epoch
        LOG.say("info", "decides", epoch=before)
        self._app.forwards = self._app.hub.forwards = None
        self._app.sessions.elsewhere = None
        self._running.elsewhere = None
        now = self._running.now()
        gone = [
            replace(each, role="away", since=now) if each.role == "decides" else each
            for each in self.followed.processes
        ]
        me = Process(self._name, self._address, "decides", now, PROTOCOL, self._running.floor.books.number)
        self.feed = Feed(self._running, ForFollowers(self._app), me, gone)
        self._running.owned_by(self._name)
        self._app.keeper.keeps = self.feed.people
        self._keeper.tell(lambda election: election.promoted(milliseconds()))

    def checkpoint_written(self, line: bytes) -> None:
        if self.feed is not None:
            self.feed.checkpoint(line)

    def processes(self) -> Processes:
        known = self.followed.processes if self.feed is None else self.feed.processes()
        newest = max((each.number for each in known), default=0)
        if self.feed is None and self._wire is None:
            known = [
                replace(each, role="away", since=self._lost_at) if each.role == "decides" else each for each in known
            ]
        if all(each.name != self._name for each in known):  # the decider has not told yet
            number = self._running.floor.books.number
            me = Process(self._name, self._address, "follows", self._since, PROTOCOL, number)
            known, newest = [*known, me], max(newest, number)
        return Processes([_told(each, newest) for each in sorted(known, key=lambda each: each.name)])

    async def start(self) -> None:
        """The event loop runs. Returns when a follower shows what is committed, or cannot yet."""
        self._loop = asyncio.get_running_loop()
        if self._listening[1] is not None:
            await self._loop.create_server(self._for_a_follower, sock=self._listening[1])
        self._tasks.append(self._loop.create_task(self._look_again_and_again()))
        if not self.decides:
            self._tasks.append(self._loop.create_task(self._stay_connected()))
        self._candidate.listen(self._hear)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CONNECTS_WITHIN):
                while not self.decides and not self.followed.is_up_to_date:
                    await asyncio.sleep(0.005)

    def _hear(self, heard: Promote | End | Exception) -> None:
        """In the keeper's thread."""
        if isinstance(heard, Promote):
            self._hops(lambda: self._tasks.append(asyncio.ensure_future(self._promote(heard))))
        elif isinstance(heard, Exception):
            self._hops(lambda: self._fail(heard))
        elif heard.why == "fenced":
            self._begin_again()
        else:
            error = unusable(heard, self._store.database)
            self._hops(lambda: self._fail(error))

    async def _look_again_and_again(self) -> None:
        turn = 0
        while True:
            self._keeper.tell(lambda election: election.pulse(milliseconds()))
            if self.feed is not None:
                self.note_away()
                if turn % 2 == 0:
                    self.feed.beat()
            else:
                self._running.owned_by(self._election.row.owner)
                self._check_wire()
                self.followed.look()
            turn += 1
            await asyncio.sleep(LOOKS_EVERY)

    def note_away(self) -> None:
        """Nothing is decided while the database server is out of reach, or while the lease may be another's."""
        away = self._store.away or not self._election.answers(milliseconds())
        if self.feed is not None and not self._hands_over and away != self._running.floor.books.away:
            self._running.store_away(away)

    # --- To followers ----------------------------------------------------------------------------------------------

    def _for_a_follower(self) -> Wire:
        return Wire(
            self._secret,
            DECIDER_HEARS,
            decides=True,
            opened=self._opened_by_follower,
            heard=self._heard_follower,
            closed=self._lost_follower,
        )

    def _opened_by_follower(self, wire: Wire) -> None:
        if self.feed is None:
            wire.close()  # it has read an old lease

    def _heard_follower(self, wire: Wire, messages: list[ToDecider]) -> None:
        for message in messages:
            if self.feed is not None:
                self.feed.heard(wire, message)

    def _lost_follower(self, wire: Wire) -> None:
        if self.feed is not None:
            self.feed.closed(wire)

    # --- To the decider --------------------------------------------------------------------------------------------

    def _joins(self) -> Joins:
        return Joins(PROTOCOL, __version__, self._name, self._address, self._running.floor.books.number)

    async def _stay_connected(self) -> None:
        while True:
            row = self._election.row
            if self._wire is None and row.owner and row.address and row.epoch:
                self._epoch = row.epoch
                host, _, port = row.address.rpartition(":")
                with contextlib.suppress(OSError, TimeoutError):
                    async with asyncio.timeout(CONNECTS_WITHIN):
                        await self._loop.create_connection(self._to_the_decider, host.strip("[]"), int(port))
            await asyncio.sleep(AGAIN)

    def _to_the_decider(self) -> Wire:
        return Wire(
            self._secret,
            FOLLOWER_HEARS,
            decides=False,
            opened=self._opened_to_decider,
            heard=self._heard_decider,
            closed=self._lost_decider,
        )

    def _opened_to_decider(self, wire: Wire) -> None:
        if self._wire is not None or self.decides:
            wire.abort()
            return
        self._wire = wire
        self._keeper.tell(lambda election: election.feed(milliseconds(), is_open=True))
        self.followed.opened(wire)

    def _heard_decider(self, wire: Wire, messages: list[ToFollower]) -> None:
        for message in messages:
            if wire is self._wire:
                self.followed.heard(message)

    def _lost_decider(self, wire: Wire) -> None:
        if wire is self._wire:
            self._wire, self._lost_at = None, self._running.now()
            self._keeper.tell(lambda election: election.feed(milliseconds(), is_open=False))
            self.followed.closed()

    def _check_wire(self) -> None:
        """Leaves a decider that is silent, or that has lost the lease."""
        wire = self._wire
        if wire is None:
            return
        silent = self._loop.time() - wire.heard_at
        if silent > self._election.ttl / 2000 or self._epoch != self._election.row.epoch:
            self._lost_decider(wire)
            wire.abort()

    async def _forward(self, sent: Sent) -> Reply:
        waiting: asyncio.Future[Reply | None] = self._loop.create_future()

        def answered(reply: Reply | None) -> None:
            if not waiting.done():
                waiting.set_result(reply)

        self.followed.request(sent, answered)
        if (found := await waiting) is None:
            raise NobodyDecides
        return found

    def _take_roster(self, users: tuple, sessions: tuple) -> None:  # type: ignore[type-arg]
        self._running.floor.staff.rows = {row.name.lower(): row for row in users}
        self._app.sessions.follow_all(sessions)

    # --- Taking over -----------------------------------------------------------------------------------------------

    def _is_offered(self, message: HandsOver) -> None:
        if message.heir == self._name:
            self._keeper.tell(lambda election: election.offered(message.epoch))

    async def _promote(self, promote: Promote) -> None:
        """The lease is ours: writes from now on, shows the rest of what is committed, and decides."""
        self.followed.finish()
        if self._wire is not None:
            wire, self._wire = self._wire, None
            wire.abort()
        try:
            await _as_soon_as_possible(lambda: self._store.decide(promote.row))
            acts, roster = await _as_soon_as_possible(self.followed.rest)
            await _as_soon_as_possible(self._prepare)
            meta = await _as_soon_as_possible(self._store.meta)
            await self._app.look_up(SYSTEM.name, "any")  # so that nothing is read while the house begins
        except StoreUnusable as error:
            self._fail(error)
            return
        self.followed.take_rest(acts, roster)
        connected = self._running.floor.ask.connected
        self._running.floor.timers.restart(connected, from_here=not promote.handed_over)
        self._begin(promote.handed_over, meta)
        self.decide()
        self._running.look_around(connected)
        self._loop.call_later(COMES_BACK_WITHIN, self._running.forget_process, THOSE_BEFORE)

    # --- The end ---------------------------------------------------------------------------------------------------

    async def hand_over(self, write_checkpoint: Callable[[], None]) -> bool:
        """Gives the lease to the follower that is furthest on; returns whether there is one. Open rounds go on there.
        A process that follows just goes."""
        if self.feed is None:
            return True
        to = heir(self.feed.followers(), PROTOCOL)
        if not to:
            return False
        LOG.say("info", "hands over", to=to)
        self._candidate.stop()
        self._hands_over = self._running.floor.books.away = True  # nothing more is decided here
        self._app.forwards = self._app.hub.forwards = _nobody_decides
        try:
            await asyncio.to_thread(self._store.flush)
            await asyncio.to_thread(write_checkpoint)
        except (StoreFailed, ReadFailed) as error:
            LOG.failed("hand-over", error)
            return True  # the others take the lease when this process is gone
        self.feed.hand_over(self._election.row.epoch, to)
        await asyncio.sleep(0)  # it is sent at the end of this turn
        await asyncio.to_thread(self._candidate.release, to)
        return True

    def close(self) -> None:
        for each in self._listening:
            if each is not None:
                each.close()

    def _begin_again(self) -> None:
        """In the keeper's thread. Another process has the lease: this one starts anew, at the same address, as its
        follower."""
        LOG.say("warning", "fenced", owner=self._election.row.owner)
        gone = threading.Event()

        async def say_goodbye() -> None:
            await self._app.stop(1012, says("stopping-come-back"))
            gone.set()

        with contextlib.suppress(RuntimeError):  # the loop has ended
            asyncio.run_coroutine_threadsafe(say_goodbye(), self._loop)
            gone.wait(GOODBYE)
        begin_again(*(each for each in self._listening if each is not None))


def _told(process: Process, newest: int) -> ProcessTold:
    return ProcessTold(
        name=process.name,
        address=process.address,
        role=process.role,
        since=printed_time(process.since),
        protocol=process.protocol,
        behind=max(0, newest - process.number),
    )


def _nobody_decides(*_: object) -> NoReturn:
    raise NobodyDecides


def begin_again(*listening: socket.socket) -> NoReturn:
    """Replaces the program by itself: the same process with clean memory, and the same listening sockets."""
    for each in listening:
        each.set_inheritable(True)
    environment = {**os.environ, INHERITED: ",".join(str(each.fileno()) for each in listening)}
    sys.stdout.flush()
    sys.stderr.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)


def inherited() -> list[socket.socket]:
    """The sockets that this process had before it began again."""
    return [socket.socket(fileno=int(each)) for each in os.environ.pop(INHERITED, "").split(",") if each]


async def _as_soon_as_possible(step: Callable[[], T]) -> T:
    """Runs it in a thread, again and again while the database server is out of reach."""
    while True:
        try:
            return await asyncio.to_thread(step)
        except (StoreUnusable, ReadFailed) as error:
            if error.code != "away":
                raise
            await asyncio.sleep(LOOKS_EVERY)
