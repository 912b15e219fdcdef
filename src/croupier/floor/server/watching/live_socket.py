"""The live socket: who watches what, and what they get.

Views are whole and the newest wins. A reader who keeps up gets every version as it happens. A slow reader gets the
newest view of each table once they read again; its `happened` has everything they missed.
"""

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine

import msgspec
from starlette.types import Receive, Send

from croupier.base.sentences import Sentence, says, words
from croupier.floor.live.decider import Decider
from croupier.floor.live.state.floor_state import Lookup, Ticket
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Away
from croupier.floor.server.api.messages import Act, TableAct, Watched, WatchLink, WatchLobby, WatchPit, WatchTable
from croupier.floor.server.edge.connections import Socket
from croupier.floor.server.edge.limits import ActLimits, Bucket, Buckets, Limits, Turnstile
from croupier.floor.server.edge.problems import Code, Later, Problem
from croupier.floor.server.edge.wire import NotJson, converted, reason, value_of
from croupier.floor.server.people.sessions import Session
from croupier.floor.server.process.logs import LOG
from croupier.floor.server.process.metrics import Metrics
from croupier.floor.server.running_floor import Changed, RunningFloor
from croupier.floor.server.watching.broadcast_rate import Crowd
from croupier.floor.server.watching.lobby import Lobby
from croupier.floor.store.base import ReadFailed

Key = tuple[str, str]

IDLE = 60.0
MOST_WAITING = 256
"""Most frames that wait for a reader; with more the socket is dropped."""
KEEPS_UP = 64
"""Most waiting frames before views are skipped."""
CLOSING = 3.0
"""Seconds for the last frames of a socket that is being closed."""
FRAMES_FOR_AN_ACT = 5
"""Frames of any kind may come this many times as fast as acts."""

LOBBY: Key = ("lobby", "")

ACT_ROLES = ("player", "dealer", "pit-supervisor", "shift-manager")
PIT_ROLES = ("dealer", "pit-supervisor", "shift-manager")


class LiveSocket:
    """One socket, from its opening to its end."""

    def __init__(
        self, hub: "Hub", socket: Socket, send: Send, who: Who | None, session: Session | None, address: str
    ) -> None:
        self.hub, self.socket, self.who, self.session, self.address = hub, socket, who, session, address
        self._send = send
        self._outbox: deque[bytes] = deque()
        self._unsent: dict[Key, None] = {}
        """What changed while the reader did not keep up, oldest first."""
        self._wake = asyncio.Event()
        self._closing: int | None = None
        self.tables: dict[str, int | None] = {}
        """Watched tables, with the last version sent."""
        self.links: set[str] = set()
        """Links watched for themselves; watched tables bring theirs along."""
        self.pit = False
        self.lobby: bytes | None = None
        """The last list sent, if the lobby is watched."""
        limits = hub.limits
        self._frames = Bucket(limits.acts * FRAMES_FOR_AN_ACT, limits.acts_burst * FRAMES_FOR_AN_ACT)
        self.slow_since: float | None = None
        self.repeats = False
        """A stranger's last message asked for what the socket already watches."""
        self.looking_up: Coroutine[None, None, None] | None = None
        """An act whose id must be looked up in the store first."""

    # --- Sending --------------------------------------------------------------------------------------------------

    async def run_sender(self) -> None:
        while True:
            while self._outbox:
                await self.socket.writable.wait()
                if not self.socket.push(self._outbox[0]):
                    return  # the socket is being closed
                self._outbox.popleft()
            if self._closing is not None:
                await self._send({"type": "websocket.close", "code": self._closing})
                return
            if self._unsent:
                await self.socket.writable.wait()
                if self._unsent:  # changes are left, and no goodbye was sent
                    self._queue(next(iter(self._unsent)))
                continue
            self._wake.clear()
            await self._wake.wait()

    def say(self, message: object) -> None:
        if self._closing is not None:
            return
        if len(self._outbox) >= MOST_WAITING:
            self._closing = 1008
            self.socket.drop()
            return
        self._put(msgspec.json.encode(message))

    def _put(self, frame: bytes) -> None:
        """Sends a frame at once, or queues it behind waiting ones."""
        if self._outbox or not self.socket.push(frame):
            self._outbox.append(frame)
            self._wake.set()

    def show(self, key: Key) -> None:
        """Something watched has changed."""
        if self._closing is not None:
            return
        if not self.socket.keeps_up or len(self._outbox) >= KEEPS_UP:
            self._unsent[key] = None
            self._wake.set()
        else:
            self._queue(key)

    def _queue(self, key: Key) -> None:
        self._unsent.pop(key, None)
        kind, name = key
        floor = self.hub.floor
        match kind:
            case "table" if name in self.tables:
                view = floor.ask.view(name, self.who, self.tables[name])
                self.tables[name] = view.version
                self._put(view.frame)
            case "sign" if name in self.tables:
                self._put(msgspec.json.encode(floor.ask.sign(name)))
            case "link":
                self._put(self.hub.told_to_all(key))
            case "pit" if self.who is not None:
                self._put(self.hub.told_to_all((kind, self.who.role)))
            case "lobby" if self.lobby is not None:
                told = self.hub.lobby.told(self.who)
                if told is not self.lobby:
                    self.lobby = told
                    self._put(told)

    @property
    def caught_up(self) -> bool:
        return not self._outbox and not self._unsent

    def bye(self, code: int, why: str) -> None:
        """Sends the reason and closes."""
        if self._closing is not None:
            return
        if len(self._outbox) < MOST_WAITING:
            self._outbox.append(msgspec.json.encode({"bye": {"why": why}}))
        self._closing = code
        self._unsent.clear()
        self._wake.set()
        asyncio.get_running_loop().call_later(CLOSING, self.socket.drop)

    # --- Hearing --------------------------------------------------------------------------------------------------

    def hear(self, text: str | None) -> None:
        self.repeats = False
        if self._closing is not None:
            return
        if text is None:
            self.bye(4400, "send text frames, one JSON object each")
            return
        most = self.hub.limits.frame
        if len(text) > most or (not text.isascii() and len(text.encode()) > most):
            self.bye(1009, f"a frame has at most {most} bytes")
            return
        if not self._frames.take():
            self.bye(4429, "too many messages; slow down")
            return
        try:
            self._take(value_of(text))
        except NotJson:
            self.bye(4400, "this is not JSON; send one JSON object a frame")
        except Problem as problem:
            self._refuse(problem)
        except Exception as error:
            LOG.failed("frame", error)
            self._refuse(Later(Code.UNAVAILABLE, says("did-not-work")))

    def _costs(self) -> bool:
        """Whether the budget allows another answered message. Acts have limits of their own."""
        if self.hub.may_send(self):
            return True
        self.bye(4429, "too many messages; slow down")
        return False

    def _refuse(self, problem: Problem) -> None:
        self.hub.metrics.refused(problem.code)
        self.say(problem.told())

    def _take(self, frame: object) -> None:
        if not isinstance(frame, dict) or len(frame) != 1:
            raise Problem(Code.UNREADABLE, "a message is an object with one key: watch, unwatch, act or ping")
        (kind, content), *_ = frame.items()
        match kind:
            case "ping":
                if type(content) is not int or not 0 <= content <= 2**53:
                    raise Problem(Code.UNREADABLE, "ping with a whole number")
                if self._costs():
                    self.say({"pong": content})
            case "act":
                self._act(content)
            case "watch" | "unwatch":
                try:
                    (self._watch if kind == "watch" else self._unwatch)(_watched(content))
                except Problem as problem:
                    problem.more[kind] = content if isinstance(content, dict) and len(content) < 3 else None
                    raise
            case _:
                raise Problem(Code.UNREADABLE, "there is no such message; send watch, unwatch, act or ping")

    def _act(self, content: object) -> None:
        """Acts, or sets `looking_up` for the caller to await; the socket's next frame waits until then."""
        id_ = content.get("id") if isinstance(content, dict) else None
        try:
            act = converted(content, TableAct)
            if self.who is None or self.session is None:
                raise Problem(Code.SESSION, says("sign-in-for-socket"))
            self.hub.check_may_act(self.who, self.session)
            if self.hub.forwards is not None:
                self.hub.forwards(self.session.digest, self.address, act).then(self._answered)
                return
            lookup = self.hub.floor.books.begin_lookup(self.who.name, act.id)
            if lookup is None:
                self.hub.act(self.who, self.address, act.table, act).then(self._answered)
            else:
                self.looking_up = self._look_up_and_act(self.who, lookup, act)
        except Problem as problem:
            if isinstance(id_, str) and len(id_) <= 64:
                problem.more.setdefault("id", id_)
            raise

    async def _look_up_and_act(self, who: Who, lookup: Lookup, act: TableAct) -> None:
        try:
            (await self.hub.look_up_and_act(who, self.address, lookup, act)).then(self._answered)
        except Problem as problem:
            self._refuse(problem)

    def _answered(self, ticket: Ticket) -> None:
        self.say(dict(ticket.answer))

    def _watches(self, wanted: Watched) -> bool:
        """Whether the socket already has this and gets every change of it."""
        match wanted:
            case WatchTable(table=table, since=since):
                sent = self.tables.get(table)
                return sent is not None and not (isinstance(since, int) and since < sent)
            case WatchLink(link=link):
                return link in self.links
            case WatchPit():
                return self.pit
            case WatchLobby():
                return self.lobby is not None
        return False

    def _watch(self, wanted: Watched) -> None:
        hub = self.hub
        if self.session is not None:
            hub.use(self.session)
        if self._watches(wanted):
            self.repeats = self.who is None
            return
        if not self._costs():
            return
        match wanted:
            case WatchTable(table=table, since=since):
                hub.check_table(table, self.who)
                if table not in self.tables and len(self.tables) >= hub.limits.watched:
                    most = hub.limits.watched
                    raise Problem(Code.REFUSED, says("too-many-watched", most=most))
                if table not in self.tables:
                    hub.presence(self, table, True)
                self.tables[table] = since if isinstance(since, int) else None
                hub.watchers(("table", table)).add(self)
                self.show(("sign", table))
                self.show(("table", table))
                link = hub.link_of(table)
                if link is not None:
                    hub.watchers(("link", link)).add(self)
                    self.show(("link", link))
            case WatchLink(link=link):
                hub.floor.ask.known_link(link)
                self.links.add(link)
                hub.watchers(("link", link)).add(self)
                self.show(("link", link))
            case WatchPit():
                if self.who is None or self.who.role not in PIT_ROLES:
                    raise Problem(Code.FORBIDDEN, says("pit-for-staff"))
                self.pit = True
                hub.watchers(("pit", "")).add(self)
                self.show(("pit", ""))
            case WatchLobby():
                self.lobby = b""
                hub.watchers(LOBBY).add(self)
                self.show(LOBBY)

    def _unwatch(self, wanted: Watched) -> None:
        hub = self.hub
        if not self._costs():
            return
        match wanted:
            case WatchTable(table=table):
                if self.tables.pop(table, self) is not self:
                    hub.watchers(("table", table)).discard(self)
                    hub.presence(self, table, False)
                    self._forget_link(hub.link_of(table))
            case WatchLink(link=link):
                self.links.discard(link)
                self._forget_link(link)
            case WatchPit():
                self.pit = False
                hub.watchers(("pit", "")).discard(self)
            case WatchLobby():
                self.lobby = None
                hub.watchers(LOBBY).discard(self)

    def _forget_link(self, link: str | None) -> None:
        if link is None or link in self.links or any(self.hub.link_of(table) == link for table in self.tables):
            return
        self.hub.watchers(("link", link)).discard(self)

    def over(self) -> None:
        """The connection is gone."""
        self._closing = self._closing or 1006
        for table in list(self.tables):
            del self.tables[table]
            self.hub.presence(self, table, False)


class Hub:
    """Has all sockets, and decides who gets which change."""

    def __init__(self, running: RunningFloor, limits: Limits, metrics: Metrics, use: Callable[[Session], None]) -> None:
        self.running, self.limits, self.metrics, self.use = running, limits, metrics, use
        self.floor = running.floor
        self._decider: Decider = running
        self.forwards: Callable[[bytes, str, TableAct], Ticket] | None = None
        """Gives acts to the process that decides; None in that process itself."""
        self.idle = IDLE
        self.sockets: set[LiveSocket] = set()
        self._watchers: dict[Key, set[LiveSocket]] = {}
        self._crowds: dict[Key, Crowd] = {}
        self._told_to_all: dict[Key, bytes] = {}
        """Frames that are the same for everybody, or for everybody of a role, until they change."""
        self._acts = ActLimits(limits)
        self._user_frames = Buckets(
            limits.acts * FRAMES_FOR_AN_ACT * limits.sockets_a_session,
            limits.acts_burst * FRAMES_FOR_AN_ACT * limits.sockets_a_session,
        )
        self.strangers_frames = Buckets(
            limits.anonymous * FRAMES_FOR_AN_ACT, limits.sockets_an_address * limits.watched
        )
        self._strangers: Counter[str] = Counter()
        """By address: sockets of people who are not signed in."""
        self._repeated = Turnstile(longest=math.inf)
        """For strangers' sockets that ask for what they already watch."""
        self._waiting: dict[str, int] = {}
        self.stopping: Sentence | None = None
        self.lobby = Lobby(self.floor.ask.tables)
        running.told(self.hear)

    def watchers(self, key: Key) -> set[LiveSocket]:
        return self._watchers.setdefault(key, set())

    def hear(self, changed: Changed) -> None:
        key: Key = (changed.kind, changed.name)
        self.lobby.stale()
        if changed.kind in ("link", "pit"):
            for each in PIT_ROLES if changed.kind == "pit" else (changed.name,):
                self._told_to_all.pop((changed.kind, each), None)
            if key not in self._crowds:
                self._crowds[key] = Crowd(lambda: self._show(key, key))
            readers = len(self._watchers.get(key, ()))
            self._crowds[key].changed(max(readers, self.running.size) if readers and changed.kind == "pit" else readers)
            return
        self._show(("table", changed.name), key)
        if self._watchers.get(LOBBY):
            self.lobby.changed(lambda: self._show(LOBBY, LOBBY))

    def _show(self, watched: Key, key: Key) -> None:
        for socket in tuple(self._watchers.get(watched, ())):
            socket.show(key)

    def told_to_all(self, key: Key) -> bytes:
        kind, name = key
        if key not in self._told_to_all:
            self._told_to_all[key] = msgspec.json.encode(
                self.floor.ask.link(name) if kind == "link" else self.floor.pit.view(Role(name))
            )
        return self._told_to_all[key]

    def check_table(self, table: str, who: Who | None) -> None:
        if not self.floor.ask.known_table(table).sign.spectators and who is None:
            raise Problem(Code.FORBIDDEN, says("no-spectators", table=table))

    def link_of(self, table: str) -> str | None:
        return self.floor.ask.known_table(table).sign.link

    def may_send(self, socket: LiveSocket) -> bool:
        """Takes one message from the budget of the socket's user, or of its address if nobody is signed in."""
        if socket.who is None:
            return self.strangers_frames.take(socket.address)
        return self._user_frames.take(socket.who.name)

    def check_may_act(self, who: Who, session: Session) -> None:
        if who.role not in ACT_ROLES:
            raise Problem(Code.FORBIDDEN, says("roles-only", roles=words("role", ACT_ROLES)))
        self.use(session)

    async def look_up_and_act(self, who: Who, address: str, lookup: Lookup, act: TableAct) -> Ticket:
        """Reads first, in a thread, whether the act was answered before. Raises `Problem`."""
        try:
            await asyncio.to_thread(lookup.read)
            self.floor.books.end_lookup(lookup)
            return self.act(who, address, act.table, act)
        except Problem as error:
            problem = error
        except ReadFailed as error:
            LOG.failed("frame", error)
            problem = Away() if error.code == "away" else Later(Code.UNAVAILABLE, says("did-not-work"))
        except Exception as error:
            LOG.failed("frame", error)
            problem = Later(Code.UNAVAILABLE, says("did-not-work"))
        problem.more.setdefault("id", act.id)
        raise problem

    def act(self, who: Who, address: str, table: str, act: Act) -> Ticket:
        """Common to requests and frames."""
        self._acts.take(who.name, address)
        try:
            ticket = self._submit(who, table, act)
        except Problem as problem:
            if not isinstance(problem, Later):
                self._acts.refused(who.name, address)
            raise
        if ticket.status >= 400:
            self._acts.refused(who.name, address)
        return ticket

    def _submit(self, who: Who, table: str, act: Act) -> Ticket:
        moment = act.moment if isinstance(act.moment, str) else None
        why = reason(act.reason, most=self.limits.reason)
        if self.stopping is not None:
            raise Later(Code.UNAVAILABLE, self.stopping)
        self.floor.ask.known_table(table)
        waiting = self._waiting.get(table, 0)
        if waiting >= self.limits.acts_waiting:
            raise Later(Code.UNAVAILABLE, says("table-busy", table=table, waiting=waiting))
        began = time.perf_counter()
        ticket = self._decider.act(who, table, act.id, act.do, moment, why)
        self._waiting[table] = waiting + 1

        def answered(ticket: Ticket) -> None:
            self._waiting[table] -= 1
            self.metrics.acted(time.perf_counter() - began)
            if ticket.refusal is not None:
                self.metrics.refused(ticket.refusal)

        ticket.then(answered)
        return ticket

    @property
    def acts_waiting(self) -> int:
        return sum(self._waiting.values())

    def presence(self, socket: LiveSocket, table: str, on: bool) -> None:
        if socket.who is not None:
            self.running.watching(socket.who, table, on)

    def session_ended(self, number: int) -> None:
        for socket in tuple(self.sockets):
            if socket.session is not None and socket.session.number == number:
                socket.bye(4401, "this session has ended; sign in again")

    def check_room(self, *, signed_in: bool) -> None:
        """Keeps a tenth of all sockets for people who are signed in, so that strangers cannot take them."""
        most = self.limits.sockets
        strangers = self._strangers.total()
        if len(self.sockets) >= most or (not signed_in and strangers >= most - most // 10):
            raise Later(Code.UNAVAILABLE, says("house-full"), 10)

    def admit(self, session: Session | None, address: str) -> None:
        if self.stopping is not None:
            raise Later(Code.UNAVAILABLE, self.stopping)
        if session is None:
            if self._strangers[address] >= self.limits.sockets_an_address:
                most = self.limits.sockets_an_address
                raise Problem(Code.TOO_FAST, says("too-many-sockets-an-address", most=most))
            return
        open_now = sum(1 for socket in self.sockets if socket.session is session)
        if open_now >= self.limits.sockets_a_session:
            raise Problem(Code.TOO_FAST, says("too-many-sockets", most=self.limits.sockets_a_session))

    async def serve(self, socket: LiveSocket, receive: Receive, hello: object) -> None:
        """Runs an accepted socket until its end."""
        self.sockets.add(socket)
        if socket.who is None:
            self._strangers[socket.address] += 1
        else:
            self.running.connected(socket.who, True)
        socket.say(hello)
        sender = asyncio.ensure_future(socket.run_sender())
        try:
            while (message := await receive())["type"] != "websocket.disconnect":
                socket.hear(message.get("text"))
                if socket.looking_up is not None:
                    looking_up, socket.looking_up = socket.looking_up, None
                    await looking_up
                if socket.repeats:  # the next message stays in the network until all other sockets have had their turn
                    await asyncio.sleep(self._repeated.wait())
        finally:
            self.sockets.discard(socket)
            if socket.who is None:
                self._strangers -= Counter([socket.address])
            for watching in self._watchers.values():
                watching.discard(socket)
            socket.over()
            if socket.who is not None:
                self.running.connected(socket.who, False)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def sweep(self) -> None:
        """Once a second: drops sockets that are silent or do not read."""
        now = time.monotonic()
        for socket in tuple(self.sockets):
            if now - socket.socket.heard_at > self.idle:
                socket.bye(4408, f"nothing heard for {self.idle:.0f} s; send a ping now and then")
            if socket.socket.keeps_up:
                socket.slow_since = None
            else:
                socket.slow_since = socket.slow_since or now
                if now - socket.slow_since > self.idle:
                    socket.socket.drop()

    def stop(self, code: int, why: Sentence) -> None:
        self.stopping = why
        for socket in tuple(self.sockets):
            socket.bye(code, str(why))

    async def sent(self, within: float = 2.0) -> None:
        """Waits until everybody who keeps up has got everything."""
        end = time.monotonic() + within
        while time.monotonic() < end and any(
            not socket.caught_up and socket.socket.keeps_up for socket in self.sockets
        ):
            await asyncio.sleep(0)


def _watched(content: object) -> Watched:
    kinds: dict[str, type[Watched]] = {"table": WatchTable, "link": WatchLink, "pit": WatchPit, "lobby": WatchLobby}
    if isinstance(content, dict):
        for key, kind in kinds.items():
            if key in content:
                return converted(content, kind)
    raise Problem(Code.UNREADABLE, 'watch {"table": …}, {"link": …}, {"pit": true} or {"lobby": true}')
