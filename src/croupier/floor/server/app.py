"""The application. Every request takes the same way: route, session, origin, role, body, handler."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec.structs import replace
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from croupier.base.sentences import Sentence, says
from croupier.base.values import Value
from croupier.floor.live.answers.house import Processes
from croupier.floor.live.decider import Decider
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Away, NobodyDecides
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.api import matrix
from croupier.floor.server.api.matrix import Found, Route
from croupier.floor.server.edge import wire
from croupier.floor.server.edge.addresses import Client, Network, Proxies, is_loopback
from croupier.floor.server.edge.connections import Socket
from croupier.floor.server.edge.headers import ENCODED
from croupier.floor.server.edge.limits import Limits, SignIns, Strangers, Turnstile
from croupier.floor.server.edge.problems import Code, Later, Problem, SentAway, retry_after, status_of
from croupier.floor.server.learning.coach import Coach
from croupier.floor.server.learning.drills import Training
from croupier.floor.server.people.passwords import Passwords
from croupier.floor.server.people.sessions import Session, Sessions
from croupier.floor.server.people.user_rows import Keeper, KeptHere
from croupier.floor.server.people.users import People
from croupier.floor.server.process import vitals
from croupier.floor.server.process.logs import LOG
from croupier.floor.server.process.lookups import Lookups
from croupier.floor.server.process.metrics import Metrics
from croupier.floor.server.running_floor import RunningFloor
from croupier.floor.server.watching.event_streams import EventStreams
from croupier.floor.server.watching.live_socket import Hub, LiveSocket
from croupier.floor.store.base import ReadFailed

COOKIE: Final = "croupier"
API: Final = 1
SIGNING_IN: Final = {"POST /v1/sessions", "POST /v1/guests", "POST /v1/setup", "GET /metrics"}
"""These routes ignore the session: a user with an expired one must be able to get a new one. They have their own
limits."""
EVENTS: Final = "GET /v1/events"
"""The one route that hears a program's token."""
WITHOUT_FACTOR: Final = {"POST /v1/me/second-factor", "DELETE /v1/sessions/current"}
"""All that a user may ask for whose role demands a second factor and who has none yet."""


BANDS_EVERY: Final = 10.0
"""Seconds between two looks at the tables' win."""
SENT_AWAY: Final = 0.25
"""Seconds before a stranger is refused."""


class Settings(Value):
    limits: Limits = Limits()
    origins: tuple[str, ...] = ()
    """Allowed origins in addition to the server's own."""
    host: str = "127.0.0.1"
    idle: int = 30 * 60_000_000
    absolute: int = 12 * 3_600_000_000
    metrics_token: str = ""
    trusted_proxies: tuple[Network, ...] = ()
    second_factor: frozenset[str] = frozenset()
    """The roles that sign in with a second factor."""
    invitation: str = ""
    """What guests of a private house show; empty if every guest may come in."""


class Reply(Value):
    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    media_type: str = "application/json"
    stream: Callable[[], AsyncIterator[bytes]] | None = None
    """Follows the body, for as long as the other side reads."""

    @property
    def sets_cookie(self) -> bool:
        return any(name == "set-cookie" for name, _ in self.headers)


class Sent(Value):
    """A request as it was sent, with the session and address that the receiving process has found."""

    method: str
    path: str
    query: dict[str, str]
    session: bytes
    """The digest of its token; empty if nobody is signed in."""
    address: str
    accepts: str
    known: str
    agent: str
    body: bytes | None
    """Whether the headers say JSON in UTF-8."""


class Request(Value):
    """A request that has passed all checks."""

    found: Found
    who: Who | None
    session: Session | None
    address: str
    query: dict[str, str]
    body: Any = None
    accepts: str = ""
    """The `Accept-Encoding` header."""
    known: str = ""
    """The `If-None-Match` header."""
    agent: str = ""
    """The `User-Agent` header."""
    token: int = 0
    """The number of a program's token, where one is heard."""

    @property
    def signed_in(self) -> Who:
        assert self.who is not None
        return self.who

    def part(self, name: str) -> str:
        return self.found.parts[name]


Handler = Callable[["App", Request], Awaitable[Reply]]


def reply(value: object, status: int = 200, headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    return Reply(status, msgspec.json.encode(value), headers)


class App:
    def __init__(
        self, running: RunningFloor, store: KeptHere, handlers: dict[str, Handler], settings: Settings
    ) -> None:
        matrix.check_complete(handlers)
        self.running, self.settings, self._handlers = running, settings, handlers
        self.floor = floor = running.floor
        """Answers what is asked; nothing that is read here changes it."""
        self.decider: Decider = running
        """Takes what changes the floor."""
        self.forwards: Callable[[Sent], Awaitable[Reply]] | None = None
        """Forwards to the process that decides; None in that process itself."""
        self.processes: Callable[[], Processes] = lambda: Processes([])
        keys = floor.ports.keys
        limits = settings.limits
        self.metrics = Metrics()
        self.passwords = Passwords()
        self.keeper = Keeper(store)
        self._waiting: set[asyncio.Future[Ticket]] = set()
        self.sessions = Sessions(
            *(store.sessions(), self.keeper, floor.staff, self.answered),
            *(running.steady, settings.idle, settings.absolute),
        )
        self.people = People(
            *(floor.staff, keys, self.sessions, self.passwords, SignIns(limits)),
            *(self.answered, settings.second_factor),
        )
        self.training = Training(store, keys, self.keeper, running.now, limits, floor.ask.house.name)
        self.hub = Hub(running, limits, self.metrics, self.sessions.use)
        self.sessions.ended = self.hub.session_ended
        self.streams = EventStreams(running, limits.sockets_a_session)
        self.coach = Coach()
        self.lookups = Lookups(limits.lookups)
        self.paths = matrix.Paths(demo=floor.demo)
        self._proxies = Proxies(settings.trusted_proxies)
        self.strangers = Strangers(limits)
        self._turnstile = Turnstile()
        self._tasks: list[asyncio.Task[None]] = []

    # --- Life -----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        beside = (self._sweep(), self._watch_bands(), vitals.watch(self.metrics))
        self._tasks = [asyncio.ensure_future(each) for each in beside]

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(1)
            self.sessions.sweep()
            self.hub.sweep()

    async def _watch_bands(self) -> None:
        """Looks for tables outside their band. It runs in a thread, because the mathematics must not delay acts."""
        while True:
            await asyncio.sleep(BANDS_EVERY)
            try:
                if await asyncio.to_thread(self.floor.figures.check_bands):
                    self.running.pit_changed()
            except Exception as error:
                LOG.failed("bands", error)

    async def stop(self, code: int, why: Sentence) -> None:
        """Tells every socket why, and hears nothing from now on."""
        self.hub.stop(code, why)
        self.streams.close()
        for _ in range(300):
            if not self.hub.sockets:
                break
            await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        self.passwords.close()
        self.lookups.close()
        await self.coach.stop()

    # --- ASGI -----------------------------------------------------------------------------------------------------

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = HTTPConnection(scope)
        client = self._client(request)
        try:
            answered = await self._replied(self._answer(request, client, receive))
        except _Gone:
            return
        headers = [(name.encode(), value.encode("latin-1")) for name, value in answered.headers]
        if answered.sets_cookie and self._is_https_page(request, client):
            headers = [(name, value + b"; Secure" if name == b"set-cookie" else value) for name, value in headers]
        named = {name for name, _ in headers}
        headers += [header for header in ENCODED if header[0] not in named]
        if answered.stream is None:
            headers.append((b"content-length", str(len(answered.body)).encode()))
        if answered.status != 204:
            headers.append((b"content-type", answered.media_type.encode()))
        await send({"type": "http.response.start", "status": answered.status, "headers": headers})
        if answered.stream is not None:
            await _send_stream(answered.stream(), receive, send)
        await send({"type": "http.response.body", "body": answered.body})

    async def _replied(self, answering: Awaitable[Reply]) -> Reply:
        """The reply, whatever goes wrong on the way."""
        try:
            return await answering
        except _Gone:
            raise
        except Problem as problem:
            if isinstance(problem, SentAway):
                await asyncio.sleep(SENT_AWAY)
            return self.refusal(problem)
        except asyncio.CancelledError:
            return self.refusal(Later(Code.UNAVAILABLE, says("stopping")))
        except ReadFailed as error:
            LOG.failed("request", error)
            return self.refusal(Away() if error.code == "away" else Later(Code.UNAVAILABLE, says("did-not-work")))
        except Exception as error:
            LOG.failed("request", error)
            return self.refusal(Later(Code.UNAVAILABLE, says("did-not-work")))

    def refusal(self, problem: Problem) -> Reply:
        self.metrics.refused(problem.code)
        headers = []
        seconds = retry_after(problem)
        if seconds is not None:
            headers.append(("retry-after", str(seconds)))
        if problem.code == Code.SIGN_IN:
            self.metrics.sign_in_failed()
        if problem.code == Code.METHOD:
            allowed = problem.more["allow"]
            assert isinstance(allowed, list)
            headers.append(("allow", ", ".join(allowed)))
        if problem.code == Code.SESSION:
            headers.append(("www-authenticate", "Bearer"))
            headers.append(("set-cookie", self.cookie("", 0)))
        return reply(problem.told(), status_of(problem.code), tuple(headers))

    def _client(self, request: HTTPConnection) -> Client:
        peer = request.scope.get("client")
        return self._proxies.client(peer[0] if peer else "", request.scope["scheme"], request.headers)

    async def _answer(self, request: HTTPConnection, client: Client, receive: Receive) -> Reply:
        scope = request.scope
        _check_host(request)
        try:
            found = self.paths.find(scope["method"], scope["path"])
        except Problem as problem:
            if problem.code != Code.NOT_FOUND or not _is_looked_at(scope, request):
                raise
            self.metrics.refused(problem.code)
            return replace(await self._page(self.paths.find("GET", "/"), request, client), status=404)
        if found.route.gives == "page":
            return await self._page(found, request, client)
        token = self._token(request) if found.route.key == EVENTS else 0
        session = None if token else await self._session_for(found.route, request, client)
        if found.route.method != "GET":
            self._check_origin(request, client)
        who = None if token else self._admitted(session, found.route)
        if found.route.key == "GET /metrics":
            self._check_metrics(request, client)
        headers, query = request.headers, _query(scope)
        if found.route.key == EVENTS and (last := headers.get("last-event-id")):  # a browser that comes back
            query["after"] = last
        sent = Sent(
            method=scope["method"],
            path=scope["path"],
            query=query,
            session=b"" if session is None else session.digest,
            address=client.address,
            accepts=headers.get("accept-encoding", ""),
            known=headers.get("if-none-match", ""),
            agent=headers.get("user-agent", ""),
            body=await self._body(found.route, request, receive),
        )
        if found.route.decides and self.forwards is not None:
            return await self.forwards(sent)
        return await self._handled(found, session, who, sent, token)

    async def hear(self, sent: Sent) -> Reply:
        """Answers a request that another process has received. Of that process, only address and session are
        believed."""
        return await self._replied(self._hear(sent))

    async def _hear(self, sent: Sent) -> Reply:
        if self.forwards is not None:  # this process no longer decides
            raise NobodyDecides
        found = self.paths.find(sent.method, sent.path)
        session = self.sessions.known(sent.session) if sent.session else None
        if session is None and sent.session:
            raise session_over()
        return await self._handled(found, session, self._admitted(session, found.route), sent)

    def _admitted(self, session: Session | None, route: Route) -> Who | None:
        """The user who asks; refuses users without the right."""
        who = None
        if session is not None:
            who = self.who(session)
            self.sessions.use(session)
            self._check_factor(who, route.key)
        matrix.check(route, "spectator" if who is None else who.role)
        return who

    async def _handled(
        self, found: Found, session: Session | None, who: Who | None, sent: Sent, token: int = 0
    ) -> Reply:
        body = None if sent.body is None else wire.read(sent.body, found.route.takes or _Nothing)
        if found.route.method != "GET" and self.floor.books.away:
            raise Away
        if who is not None and isinstance(id_ := getattr(body, "id", None), str):
            await self.look_up(who.name, id_)
        if session is not None:  # the session may have ended while the body arrived
            self.who(session)
        asked = Request(
            *(found, who, session, sent.address, sent.query, body),
            *(sent.accepts, sent.known, sent.agent, token),
        )
        return await self._handlers[found.route.key](self, asked)

    async def _session_for(self, route: Route, request: HTTPConnection, client: Client) -> Session | None:
        """The session. A request without a valid one counts as a stranger of its address."""
        if route.key in SIGNING_IN:
            return None
        try:
            if (session := self._session(request)) is not None:
                return session
        except Problem:
            self.strangers.ask(client.address)
            raise
        self.strangers.ask(client.address)
        if wait := self._turnstile.wait():
            await asyncio.sleep(wait)
        return None

    async def _page(self, found: Found, request: HTTPConnection, client: Client) -> Reply:
        """Pages are for everybody. The first page also removes a cookie that is no longer valid."""
        self.strangers.look(client.address)
        accepts = request.headers.get("accept-encoding", "")
        given = await self._handlers[found.route.key](
            self, Request(found, None, None, client.address, _query(request.scope), accepts=accepts)
        )
        try:
            if (session := self._session(request)) is not None:
                self.who(session)
        except Problem:
            return replace(given, headers=(*given.headers, ("set-cookie", self.cookie("", 0))))
        return given

    async def look_up(self, by: str, id_: str) -> None:
        """Reads in a thread whether this id was answered before, if only the store knows; the decider asks for it
        next."""
        lookup = self.floor.books.begin_lookup(by, id_)
        if lookup is not None:
            await asyncio.to_thread(lookup.read)
            self.floor.books.end_lookup(lookup)

    async def answered(self, ticket: Ticket) -> Ticket:
        """Waits until the ticket is durable."""
        waiting: asyncio.Future[Ticket] = asyncio.get_running_loop().create_future()
        ticket.then(lambda told: None if waiting.done() else waiting.set_result(told))
        self._waiting.add(waiting)
        try:
            return await waiting
        finally:
            self._waiting.discard(waiting)

    def store_failed(self) -> None:
        """Answers all waiting requests with this failure and takes no more."""
        for waiting in self._waiting:
            if not waiting.done():
                waiting.set_exception(Later(Code.UNAVAILABLE, says("store-stopped")))

    def note_read(self, asked: Request, what: str, about: str) -> None:
        """Counts and logs when staff or auditors look at something hidden or personal."""
        self.metrics.read(asked.signed_in.name, what)
        LOG.say("info", "read", by=asked.signed_in.name, role=asked.signed_in.role, what=what, about=about)

    def _token(self, request: HTTPConnection) -> int:
        """The number of the program's token that the request carries; 0 if it carries none."""
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        made = self.floor.register.token(digest_of_token(given.strip())) if scheme.lower() == "bearer" else None
        return 0 if made is None else made.number

    # --- Who it is ------------------------------------------------------------------------------------------------

    def _session(self, request: HTTPConnection) -> Session | None:
        """The session by bearer token, or else by cookie. An invalid token is an error; no token is not."""
        given = request.headers.getlist("authorization")
        if given:
            scheme, _, token = given[0].partition(" ")
            if len(given) > 1 or scheme.lower() != "bearer" or not token.strip():
                raise Problem(Code.SESSION, says("bearer-needed"))
            session = self.sessions.find(token.strip())
        else:
            cookie = request.cookies.get(COOKIE)
            if not cookie:
                return None
            session = self.sessions.find(cookie)
        if session is None:
            raise session_over()
        return session

    def who(self, session: Session) -> Who:
        who = None if self.sessions.is_over(session) else self.people.who(session)
        if who is None:
            raise session_over()
        return who

    def _check_factor(self, who: Who, key: str = "") -> None:
        if key not in WITHOUT_FACTOR and self.people.lacks_factor(who):
            raise Problem(Code.FORBIDDEN, says("second-factor-first"))

    def _check_origin(self, request: HTTPConnection, client: Client) -> None:
        """Requires that a request with the cookie, which browsers send by themselves, comes from our own pages."""
        if COOKIE not in request.cookies or "authorization" in request.headers:
            return
        origins = request.headers.getlist("origin")
        if len(origins) != 1 or origins[0] not in self._own_origins(request, client):
            raise Problem(Code.ORIGIN, "with the cookie, requests must come from this server's own pages")

    def _own_origins(self, request: HTTPConnection, client: Client) -> set[str]:
        own, host = set(self.settings.origins), request.headers["host"]
        if self._is_us(host, request.scope.get("server")):
            own.add(f"{'https' if client.https else 'http'}://{host}")
        return own

    def _is_https_page(self, request: HTTPConnection, client: Client) -> bool:
        """Whether the page's origin is https. A browser drops a `Secure` cookie over plain http; over https, a cookie
        that is not `Secure` could be read on the way."""
        own, host = self._own_origins(request, client), request.headers.get("host", "")
        named = request.headers.get("origin", "")
        if named in own:
            return named.startswith("https:")
        if not named and self.settings.origins and all(each.startswith("https:") for each in self.settings.origins):
            return True  # no page asks, and all pages of this house are https
        if f"http://{host}" in own and not client.https:
            return False
        return client.https or f"https://{host}" in own

    def _is_us(self, host: str, server: tuple[str, int] | None) -> bool:
        name, _, port = host.rpartition(":")
        if server is None or port != str(server[1]):
            return False
        bound = self.settings.host
        if bound in ("0.0.0.0", "::"):
            return True
        return name in (bound, f"[{bound}]") or (is_loopback(bound) and name in ("localhost", "127.0.0.1"))

    def cookie(self, token: str, seconds: int) -> str:
        """The cookie without `Secure`; the sender adds that for https pages."""
        return f"{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict"

    def _check_metrics(self, request: HTTPConnection, client: Client) -> None:
        """Allows the token, or a loopback peer that is no proxy: a proxy passes on requests of the whole world."""
        token = self.settings.metrics_token
        given = request.headers.get("authorization", "")
        if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
            return
        if not client.loopback or client.forwarded:
            raise Problem(Code.FORBIDDEN, says("metrics-token-needed"))

    # --- What was sent --------------------------------------------------------------------------------------------

    async def _body(self, route: Route, request: HTTPConnection, receive: Receive) -> bytes | None:
        most = self.settings.limits.body
        claimed = request.headers.get("content-length", "0")
        if claimed.isascii() and claimed.isdigit() and int(claimed[:20]) > most:
            raise Problem(Code.TOO_LARGE, f"a body has at most {most} bytes")
        if route.method == "GET":
            return None
        data, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            data += message.get("body", b"")
            if len(data) > most:
                raise Problem(Code.TOO_LARGE, f"a body has at most {most} bytes")
            more = message.get("more_body", False)
        if not data and (route.takes is None or route.method == "DELETE"):  # without an id, as older clients send it
            return None
        media_type, _, parameters = request.headers.get("content-type", "").partition(";")
        if media_type.strip().lower() != "application/json":
            raise Problem(Code.MEDIA_TYPE, "send application/json")
        charset = parameters.replace(" ", "").replace('"', "").lower()
        if charset not in ("", "charset=utf-8") or request.headers.get("content-encoding", "identity") != "identity":
            raise Problem(Code.UNREADABLE, "send JSON in UTF-8, as it is")
        return data

    # --- The socket -----------------------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        request = HTTPConnection(scope)
        client = self._client(request)
        session: Session | None = None
        who: Who | None = None
        farewell: tuple[int, str] | None = None
        try:
            _check_host(request)
            self.paths.find("GET", scope["path"])
            if scope["path"] != "/v1/live":
                raise Problem(Code.UNREADABLE, "the live socket is /v1/live")
            try:
                self._check_origin(request, client)
                session = self._session(request)
                if session is not None:
                    who = self.who(session)
                    self._check_factor(who)
            except Problem as problem:
                farewell = (CLOSE_CODES.get(problem.code, 1012), problem.why)
            if who is None:
                self.strangers.connect(client.address)
            self.hub.check_room(signed_in=who is not None)
            try:
                self.hub.admit(session, client.address)
            except Problem as problem:
                farewell = farewell or (CLOSE_CODES.get(problem.code, 1012), problem.why)
        except Problem as problem:
            body = msgspec.json.encode(problem.told())
            headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *ENCODED]
            headers += [(b"retry-after", str(seconds).encode()) for seconds in [retry_after(problem)] if seconds]
            status = status_of(problem.code)
            await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
            await send({"type": "websocket.http.response.body", "body": body})
            return
        await send({"type": "websocket.accept", "headers": ENCODED})
        protocol: Socket = scope["state"]["socket"]
        if farewell is not None:
            bye = msgspec.json.encode({"bye": {"why": farewell[1]}}).decode()
            await send({"type": "websocket.send", "text": bye})
            await send({"type": "websocket.close", "code": farewell[0]})
            return
        user = None if who is None else {"name": who.name, "role": who.role}
        hello = {"api": API, "user": user, "now": printed_time(self.running.now()), "demo": self.floor.demo}
        try:
            await self.hub.serve(
                LiveSocket(self.hub, protocol, send, who, session, client.address), receive, {"hello": hello}
            )
        except Exception as error:
            LOG.failed("socket", error)
            protocol.drop()


CLOSE_CODES = {Code.ORIGIN: 4403, Code.FORBIDDEN: 4403, Code.SESSION: 4401, Code.TOO_FAST: 4429, Code.UNAVAILABLE: 1012}


def digest_of_token(token: str) -> str:
    return sha256(token.encode()).hexdigest()


async def _send_stream(stream: AsyncIterator[bytes], receive: Receive, send: Send) -> None:
    """Until it ends, or the other side has gone."""
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        async for chunk in stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
            if gone.done():
                break
    finally:
        gone.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Gone(Exception):
    """The client has disconnected."""


class _Nothing(wire.Message):
    """An object without keys."""


def session_over() -> Problem:
    return Problem(Code.SESSION, says("session-ended"))


def _check_host(request: HTTPConnection) -> None:
    if len(hosts := request.headers.getlist("host")) != 1 or not hosts[0].strip():
        raise Problem(Code.UNREADABLE, "send exactly one Host header")


def _is_looked_at(scope: Scope, request: HTTPConnection) -> bool:
    """Whether a browser asks for an address that is no page: then 404 is a page and not JSON."""
    named = scope["path"].startswith(("/v1/", "/page/"))
    return scope["method"] == "GET" and not named and "text/html" in request.headers.get("accept", "")


def _query(scope: Scope) -> dict[str, str]:
    from urllib.parse import parse_qsl

    try:
        pairs = parse_qsl(scope["query_string"].decode(), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError:
        raise Problem(Code.UNREADABLE, "the query cannot be read") from None
    if len(dict(pairs)) != len(pairs):
        raise Problem(Code.UNREADABLE, "a key appears twice in the query")
    return dict(pairs)
