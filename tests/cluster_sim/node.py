"""A process of the house: its floor, its election, its connections. What it hears waits while it stands still."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.floor import Floor
from croupier.floor.live.following import Committed, acts_after
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Change
from croupier.floor.live.state.people import Role
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Problem
from croupier.floor.store.base import Batch, Done, StoreFailed, StoreFenced
from croupier.floor.store.election import Beat, Election, End, Look, Promote, Release, Take, heir
from croupier.floor.store.lease import PROTOCOL, Claim
from croupier.floor.store.lease_keeper import ask
from croupier.floor.store.simulated import SimulatedLease, SimulatedStore
from croupier.rules.cards import seeded_chance
from croupier.rules.money import Cents
from tests.floor_sim.clients import Attacker, Client, Request
from tests.floor_sim.requests import Reply
from tests.floor_sim.world import CHIPS, MANAGER

if TYPE_CHECKING:
    from tests.cluster_sim.house import House

Act = Callable[[], None]
TICK, PAUSED = 50, 2_000
FEED_AGAIN = 200
POLL = 250
SETTLE_AGAIN = 100
GROUP = 40
"""Batches that one commit takes at most."""


class NodeClock:
    """Monotonic time is everybody's; the wall clock is the machine's own, and may say anything."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self.step = 0

    def now(self) -> int:
        return self._house.begun + self._house.time * 1000 + self.step

    def monotonic(self) -> int:
        return self._house.time


class WiredStore(SimulatedStore):
    """What became of a commit is told when somebody says so."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._outcomes: list[tuple[Done, Exception | None]] = []
        self.on_submitted: Act = lambda: None

    def submit(self, batch: Batch, done: Done) -> None:
        super().submit(batch, lambda error: self._outcomes.append((done, error)))
        self.on_submitted()

    def tell(self) -> None:
        told, self._outcomes = self._outcomes, []
        for done, error in told:
            done(error)


class Feed:
    """The connection of a follower to the process that decides: in order, with delays, until somebody cuts it."""

    def __init__(self, follower: "Node", decider: "Node", epoch: int) -> None:
        self.follower, self.decider, self.epoch = follower, decider, epoch
        self._house = follower.house
        self.is_open, self._is_cut = True, False
        self._last = {follower.name: 0, decider.name: 0}
        follower.feeds.append(self)
        decider.feeds.append(self)
        self._lives = {follower.name: follower.life, decider.name: decider.life}

    def send(self, to: "Node", hear: Act) -> None:
        if self.is_open:
            now = self._house.time
            self._last[to.name] = max(self._last[to.name], now + self._house.nemesis.travels())
            to.soon(self._last[to.name] - now, lambda: None if self._is_cut else hear(), life=self._lives[to.name])

    def cut(self, heard_after: int = 0) -> None:
        """What is on its way is lost. Both ends hear of it, if their process lives."""
        self._is_cut = self._is_cut or self.is_open
        self.close(heard_after)

    def close(self, heard_after: int = 0) -> None:
        """What is on its way arrives first."""
        if self.is_open:
            self.is_open = False
            if not self._is_cut:
                heard_after = max(heard_after, *(last - self._house.time for last in self._last.values()))
            follower, decider = self.follower, self.decider
            follower.soon(heard_after, lambda: follower.feed_lost(self), life=self._lives[follower.name])
            decider.soon(heard_after, lambda: decider.follower_lost(self), life=self._lives[decider.name])


class Node:
    def __init__(self, house: "House", name: str) -> None:
        self.house, self.name = house, name
        self.chance = random.Random(f"node {house.seed} {name}")
        self.clock = NodeClock(house)
        self.life = 0
        self.up = self.frozen = self.cut_off = False
        """`cut_off`: the database server is out of its reach."""
        self.disturbed = 0
        """When the process or its way to the database server was disturbed last."""
        self._held: tuple[list[Act], list[Act]] = [], []
        self.when_it_commits: Act | None = None
        """What happens to it then."""

    def __repr__(self) -> str:
        return f"{self.name}{self.life}"

    # --- The process ----------------------------------------------------------------------------------------------

    def soon(self, delay: int, what: Act, *, keeper: bool = False, life: int | None = None) -> None:
        """Does it after the delay if the process still lives; when it stands still, afterwards. `life`: the process
        that is meant, if it may be an earlier one."""
        of = self.life if life is None else life

        def arrive() -> None:
            if self.frozen and self._lives(of):
                self._held[keeper].append(what)
            elif self._lives(of):
                what()

        self.house.after(delay, arrive)

    def _lives(self, life: int) -> bool:
        return self.up and self.life == life

    def start(self) -> None:
        if self.up:
            return
        if not self.reaches_the_disk:
            self.house.after(500, self.start)
            return
        house = self.house
        self.life += 1
        self.up = True
        house.note("starts", self)
        self.store = WiredStore(house.disk)
        self.store.on_submitted = lambda: self.soon(1, self._commit)
        self.lease = SimulatedLease(house.disk)
        self.election = Election(Claim(self.name, f"{self.name}:1", PROTOCOL))
        chance = seeded_chance(f"{house.seed} {self}")
        self.floor = floor = Floor(self.store, Ports(self.clock, chance, house.ring, lambda run: run()), demo=True)
        floor.books.on_failure = self._failed
        floor.load()
        floor.books.listeners.append(self._shown)
        self.feeds: list[Feed] = []
        """Its connections, also those on which nothing was said so far."""
        self.feed: Feed | None = None
        self.is_welcome = False
        self.followers: dict[str, Feed] = {}
        self.sockets: dict[str, set[tuple[str, str]]] = {}
        """By process: the players who have a socket there, with the tables that it watches."""
        self._told_sockets: set[tuple[str, str]] | None = None
        self._asked: dict[int, tuple[Client, Request]] = {}
        self._questions = 0
        self._writing = self._leaving = False
        self._away_since: int | None = None
        self._last_tick = house.time
        self._keep()
        self.soon(TICK, self._tick)
        self.soon(1, self._look_for_feed)
        self.soon(POLL, self._poll)

    @property
    def reaches_the_disk(self) -> bool:
        return self.house.disk_is_up and not self.cut_off

    def die(self, lingers: int = 0) -> None:
        """At once. Its connections end now, or after a while, as when the machine is gone."""
        if self.up:
            self.house.note("dies", self, lingers)
            self._end_connections(lingers)
            self.up = self.frozen = False
            self._held = [], []
            self.house.process_gone(self)

    def _end_connections(self, lingers: int) -> None:
        lease = self.lease
        self.house.after(lingers, lease.close)
        for feed in self.feeds:
            feed.cut(lingers)

    def replace(self) -> None:
        """The process ends, and a new one follows."""
        self.die()
        self.house.after(self.chance.randint(50, 500), self.start)

    def freeze(self) -> None:
        self.house.note("freezes", self)
        self.frozen, self.disturbed = True, self.house.time
        self.house.process_gone(self)

    def thaw(self) -> None:
        if not self.up or not self.frozen:
            return
        self.house.note("thaws", self)
        self.frozen, self.disturbed = False, self.house.time
        life, (loop, keeper) = self.life, self._held
        self._held = [], []
        while self._lives(life) and (loop or keeper):  # two threads, whichever is faster
            queue = loop if not keeper or (loop and self.chance.random() < 0.5) else keeper
            queue.pop(0)()

    def stop(self) -> None:
        """TERM."""
        self.house.note("stops", self)
        self.house.reached[f"stopped: {self.election.role}"] += 1
        self.disturbed = self.house.time
        self.election.stop()
        self._keep()

    # --- Who decides ----------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """The keeper's thread."""
        now = self.house.time
        do = self.election.next(now)
        match do:
            case None:
                if (wake := self.election.wake_at(now)) > now:
                    self.soon(wake - now, self._keep, keeper=True)
            case Promote():
                self.soon(self.chance.randint(0, 200), lambda: self._begin_to_write(do))
                self._keep()
            case End(why):
                self.house.ends(self, why)
                for feed in self.feeds:
                    feed.close()
                self.replace()
            case Look() | Take() | Beat() | Release():
                self._ask_the_lease(do)

    def _ask_the_lease(self, do: Look | Take | Beat | Release) -> None:
        lease, life, process, fed = self.lease, self.life, repr(self), self.is_welcome
        fate = self.house.nemesis.fate(rare=isinstance(do, Take))

        def at_the_disk() -> None:
            if not self.reaches_the_disk:
                self._lose_session(lease, life)
                return
            self.house.asks(process, do, fed=fed)
            outcome = ask(do, lease, self.election.claim)
            self.house.asked()
            if fate == "unheard":
                self._lose_session(lease, life)
            else:
                self.soon(self.house.nemesis.travels(), lambda: self._learns(outcome), keeper=True, life=life)

        def done_late() -> None:
            """The server does it although the connection was given up."""
            if self.house.disk_is_up:
                self.house.asks(process, do, fed=fed)
                ask(do, lease, self.election.claim)
                self.house.asked()
            lease.close()

        if fate == "lost" or not self.reaches_the_disk:
            self._lose_session(lease, life)
        elif fate == "late":
            self._lose_session(lease, life, ends=False)
            self.house.after(self.chance.randint(50, 3_000), done_late)
        else:
            self.house.after(self.house.nemesis.travels(), at_the_disk)

    def _learns(self, outcome: Callable[[Election, int], None]) -> None:
        outcome(self.election, self.house.time)
        self._keep()

    def _lose_session(self, lease: SimulatedLease, life: int, *, ends: bool = True) -> None:
        if ends:
            lease.close()
        if self.lease is lease:
            self.lease, self.disturbed = SimulatedLease(self.house.disk), self.house.time
        wait = self.house.nemesis.travels()
        self.soon(wait, lambda: self._learns(lambda election, now: election.away(now)), keeper=True, life=life)

    def _begin_to_write(self, promoted: Promote) -> None:
        if not self.reaches_the_disk:
            self.soon(SETTLE_AGAIN, lambda: self._begin_to_write(promoted))
            return
        self.store.decide(promoted.row)
        self.soon(self.chance.randint(0, 300), lambda: self._begin_to_decide(promoted))

    def _begin_to_decide(self, promoted: Promote) -> None:
        if not self.reaches_the_disk:
            self.soon(SETTLE_AGAIN, lambda: self._begin_to_decide(promoted))
            return
        self._end_connections_of_a_follower()
        self.catch_up()
        self.house.takes_over(self, promoted)
        if promoted.handed_over:
            self.floor.go_on()
        else:
            self.house.recovered(self, self.floor.recover())
        set_up(self.floor, self.house.file)
        for client in self.house.clients:
            if client.who.role is Role.PLAYER and client.who.name not in self.floor.players:
                chips = Cents(5_000) if isinstance(client, Attacker) else CHIPS
                self.floor.perform(MANAGER, f"player-{client.who.name}", cmd.AddPlayer(client.who.name, chips=chips))
        self.election.promoted(self.house.time)
        self.floor.ask.connected.clear()
        self._told_sockets = None
        self._keep()

    def _end_connections_of_a_follower(self) -> None:
        if (feed := self.feed) is not None:
            feed.cut()
            self.feed_lost(feed)

    @property
    def may_answer(self) -> bool:
        return self.election.answers(self.house.time) and self._away_since is None and self.floor.books.failed is None

    # --- Commits --------------------------------------------------------------------------------------------------

    def _commit(self) -> None:
        if not self._writing and self.store.waiting:
            self._writing = True
            self._send(min(self.store.waiting, GROUP))

    def _send(self, count: int) -> None:
        """To the database server. What was sent may be done whatever becomes of the process."""
        nemesis, store, life, process = self.house.nemesis, self.store, self.life, repr(self)
        fate = nemesis.fate()

        def at_the_disk(*, waited: bool = False) -> None:
            gone = self.frozen or not self._lives(life)
            if gone and not waited and (wait := nemesis.postponed()):
                self.house.after(wait, lambda: at_the_disk(waited=True))
                return
            done = fate not in ("lost", "late") and self.reaches_the_disk
            if done:
                self.house.commits(process, store, count)
            if done and fate != "unheard":
                self.soon(nemesis.travels(), self._committed, life=life)
            else:
                self.soon(nemesis.travels(), lambda: self._lose_writer(count, done=done), life=life)

        self.house.after(nemesis.disk_takes(), at_the_disk)
        if self.when_it_commits is not None:
            self.house.after(0, self.when_it_commits)
            self.when_it_commits = None

    def _committed(self) -> None:
        self._writing = False
        self.store.tell()
        self._commit()

    def _lose_writer(self, count: int, *, done: bool) -> None:
        self.house.reached["commit found done" if done else "commit sent again"] += 1
        if self._away_since is None:
            self._away_since = self.house.time
            self.floor.books.away = True
        self._settle(count, done=done)

    def _settle(self, count: int, *, done: bool) -> None:
        """Connects again, ends its old session, and finds out whether the commit was done."""
        disk = self.house.disk
        if not self.reaches_the_disk:
            self.soon(SETTLE_AGAIN, lambda: self._settle(count, done=done))
        elif disk.lease.epoch != self.store.epoch:
            self.house.reached["fenced while the server was away"] += 1
            self._failed(StoreFenced("another process decides"))
        else:
            assert self._away_since is not None
            self.floor.books.away = False
            self.floor.paused(self.house.time - self._away_since)
            self._away_since = None
            if done:
                assert self.lease.beat(self.store.epoch)  # what was found done has to be durable
                self._committed()
            else:
                self._send(count)

    def _failed(self, error: Exception) -> None:
        assert isinstance(error, StoreFailed)
        if isinstance(error, StoreFenced):
            self.house.reached["a commit is fenced"] += 1
            self.election.refused()
            self.soon(0, self._keep, keeper=True)
        else:
            self.house.store_failed(self, error)

    # --- The feed -------------------------------------------------------------------------------------------------

    def _look_for_feed(self) -> None:
        self.soon(FEED_AGAIN, self._look_for_feed)
        row = self.election.row
        if self.feed is not None and self.feed.epoch != row.epoch:
            self.feed.cut()  # its owner has lost the lease, or is another process of the same name
        if self.feed is None and self.election.role == "follows" and row.owner not in ("", self.name):
            owner = self.house.nodes[row.owner]
            if owner.up and not self.house.nemesis.apart(self, owner):
                self.feed = feed = Feed(self, owner, row.epoch)
                feed.send(owner, lambda: owner.joined(feed))

    def joined(self, feed: Feed) -> None:
        """A follower has connected."""
        name = feed.follower.name
        if self.election.role != "decides" or name in self.followers:
            feed.cut()
            return
        self.followers[name] = feed
        number = self.floor.books.number
        feed.send(feed.follower, lambda: feed.follower.welcomed(feed, number))
        for table in self.floor.books.shown.tables:
            self._tell_connected(feed, table, {player for player, there in self._present() if there == table})

    def welcomed(self, feed: Feed, number: int) -> None:
        if not self.reaches_the_disk:
            feed.cut()
            return
        self.is_welcome = True
        self.catch_up()
        self.house.must_know(self, number)
        self.election.feed(self.house.time, is_open=True)
        self._told_sockets = None

    def feed_lost(self, feed: Feed) -> None:
        if self.feed is not feed:
            return
        self.feed, self.is_welcome = None, False
        self._asked.clear()  # answered 503: whoever asked sends it again
        self.election.feed(self.house.time, is_open=False)

    def follower_lost(self, feed: Feed) -> None:
        if self.followers.get(feed.follower.name) is feed:
            del self.followers[feed.follower.name]
            self._note_sockets(feed.follower.name, set())

    def _shown(self, change: Change) -> None:
        """Everybody who watches here sees it, and so do those who follow."""
        self.house.shown(self, change)
        number = self.floor.books.number
        committed = Committed(tuple(change.entries), change.decks, tuple(change.people))
        for feed in self.followers.values():
            feed.send(feed.follower, lambda feed=feed: feed.follower.follow(number, committed))  # type: ignore[misc]

    def follow(self, number: int, committed: Committed) -> None:
        if not self.is_welcome or number <= self.floor.books.number:
            return
        if number - len(committed.entries) == self.floor.books.number:
            self.floor.following.take(committed)
        elif self.reaches_the_disk:
            self.house.reached["a hole in the feed"] += 1
            self.catch_up()
        elif self.feed is not None:
            self.feed.cut()
        self.house.compare(self)

    def catch_up(self) -> None:
        """Reads from the store what is missing."""
        for committed in acts_after(self.store, self.floor.books.number):
            self.floor.following.take(committed)
        self.house.compare(self)

    def _poll(self) -> None:
        self.soon(POLL, self._poll)
        if self.election.role == "follows" and not self.is_welcome and self.reaches_the_disk:
            self.catch_up()

    # --- Stopping -------------------------------------------------------------------------------------------------

    def _hand_over(self) -> None:
        """Everything decided is durable: the one furthest on goes on."""
        self._leaving = True
        epoch = self.election.row.epoch
        to = heir(dict.fromkeys(self.followers, (self.floor.books.number, PROTOCOL)), PROTOCOL)
        if to:
            feed, number = self.followers[to], self.floor.books.number
            feed.send(feed.follower, lambda: feed.follower.offered(epoch, number))
        self.house.hands_over(self, to)
        self.election.flushed(to)
        self._keep()

    def offered(self, epoch: int, number: int) -> None:
        if self.floor.books.number == number:
            self.election.offered(epoch)
            self._keep()

    # --- Acts, people, time ---------------------------------------------------------------------------------------

    def hear(self, client: Client, request: Request) -> None:
        """Somebody who is connected here asks for something."""
        if self.may_answer:
            self.house.reached["asked at the decider"] += 1
            self._decide(
                client, request, lambda status, answer: self.house.reply(self, client, request, status, answer)
            )
        elif self.feed is not None and self.is_welcome:
            self.house.reached["asked at a follower"] += 1
            self._questions += 1
            number, feed = self._questions, self.feed
            self._asked[number] = client, request
            feed.send(feed.decider, lambda: feed.decider.forwarded(feed, number, client, request))
        else:
            self.house.reached["asked of nobody"] += 1

    def forwarded(self, feed: Feed, number: int, client: Client, request: Request) -> None:
        if self.may_answer:
            self._decide(
                client, request,
                lambda status, answer: feed.send(
                    feed.follower, lambda: feed.follower.answered(number, status, answer)
                ),
            )  # fmt: skip

    def answered(self, number: int, status: int, answer: Any) -> None:
        if number in self._asked:
            client, request = self._asked.pop(number)
            self.house.reply(self, client, request, status, answer)

    def _decide(self, client: Client, request: Request, reply: Reply) -> None:
        self.house.answers(self)
        self.house.requests.arrive(self.floor, repr(self), client.who, request, reply)

    def _tell_sockets(self) -> None:
        """Tells the process that decides which players have a socket here, when that has changed."""
        feed, now = self.feed, self.house.sockets_at(self)
        if now == self._told_sockets:
            return
        if self.election.role == "decides":
            self._told_sockets = now
            self._note_sockets(self.name, now)
        elif feed is not None and self.is_welcome:
            self._told_sockets = now
            feed.send(feed.decider, lambda: feed.decider._note_sockets(self.name, now))

    def _note_sockets(self, process: str, now: set[tuple[str, str]]) -> None:
        if self.election.role != "decides":
            return
        before = self._present()
        self.sockets[process] = now
        after = self._present()
        for player in sorted({player for player, _ in after} ^ {player for player, _ in before}):
            came = player in {player for player, _ in after}
            (self.floor.absences.came if came else self.floor.absences.went)(player)
        for table in sorted({table for _, table in before ^ after}):
            connected = {player for player, there in after if there == table}
            self.connected(table, connected)
            self.floor.timers.presence(table, connected)
            for feed in self.followers.values():
                self._tell_connected(feed, table, connected)

    def connected(self, table: str, players: set[str]) -> None:
        self.floor.ask.connected[table] = players

    def _tell_connected(self, feed: Feed, table: str, players: set[str]) -> None:
        feed.send(feed.follower, lambda: feed.follower.connected(table, players))

    def _present(self) -> set[tuple[str, str]]:
        return {pair for sockets in self.sockets.values() for pair in sockets}

    def _tick(self) -> None:
        self.soon(TICK, self._tick)
        now = self.house.time
        gap, self._last_tick = now - self._last_tick, now
        self.election.pulse(now)
        self._tell_sockets()
        if gap > TICK + PAUSED:
            self.floor.paused(gap)
        if self.election.role == "hands-over" and not self._leaving and not self.store.waiting and not self._writing:
            self._hand_over()
        if self.may_answer:
            try:
                self.house.note("time", self.floor.timers.fire())
            except Problem:
                self.house.reached["the store fails under the clock"] += 1
