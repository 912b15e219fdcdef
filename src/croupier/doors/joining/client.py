"""A program at a live floor: `connect` for plain programs, `connect_async` for those with an event loop.

Nothing here knows a rule: views say what may be done, and a line that is lost comes back by itself.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator
from contextlib import suppress
from secrets import token_urlsafe
from types import TracebackType
from typing import Any, Self, TypeVar

from msgspec import convert

from croupier.doors.joining.floor import TRY_AGAIN, Floor, Frame, NotReached, NotSignedIn, why
from croupier.doors.joining.line import FIRST_RETRY, SLOWEST_RETRY, Line
from croupier.floor.live.answers.people import Me
from croupier.floor.live.answers.rounds import HouseRound, PokerRound
from croupier.floor.live.answers.said import DoneTold as Done
from croupier.floor.live.answers.said import PlayerAsked, WaitingTold
from croupier.floor.live.answers.tables import May as Offer
from croupier.floor.live.answers.tables import TableLine, Tables
from croupier.floor.live.answers.tables import TableTold as View

PATIENCE = 60.0
"""Seconds for which a request is tried again while nobody answers."""
BUSY = 0.5
"""Seconds until an act that came too fast is sent again."""

Answer = Done | WaitingTold | PlayerAsked
"""To an act: it is done, or it waits for somebody of the house, or for the player whose wallet it needs."""
T = TypeVar("T")


class NotDone(Exception):
    """The floor says no. `code` is for programs, the message for people, `cites` names the paragraphs."""

    def __init__(self, error: Frame) -> None:
        super().__init__(why({"error": error}))
        self.code: str = error.get("code", "")
        self.cites: tuple[str, ...] = tuple(error.get("cites", ()))
        self.moment: str = error.get("moment", "")
        """The current one, if the act answered an earlier moment."""


class AsyncLiveFloor:
    """A floor, and who speaks there. Enter it with `async with`; that signs in."""

    def __init__(self, address: str, name: str = "", password: str = "", token: str = "") -> None:
        self._floor = Floor(address)
        self._who, self._password = name, password
        self._floor.token = token
        self._line = Line(self._floor)
        self._listening: asyncio.Task[None] | None = None
        self._asked: dict[str, asyncio.Future[Answer]] = {}
        """Acts that are not answered yet, by id."""
        self._views: dict[str, View] = {}
        """The newest view of each watched table, until somebody has had it."""
        self._least: dict[str, int] = {}
        """By table: views before this version do not know of the program's own last act."""
        self._refused: dict[str, NotDone] = {}
        """By table: why it cannot be watched."""
        self._changed = asyncio.Event()
        self._ended = ""

    @property
    def name(self) -> str:
        return self._floor.name

    @property
    def role(self) -> str:
        return self._floor.role

    @property
    def token(self) -> str:
        """Of the session. A later program that connects with it is the same person, also the same guest."""
        return self._floor.token

    async def __aenter__(self) -> Self:
        if self._floor.token:
            me = await self.me()
            self._floor.name, self._floor.role = me.name, me.role
        else:
            await self._sign_in()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        self._ended = self._ended or "this program has closed it"
        await self._line.close()
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening

    async def _sign_in(self) -> None:
        if self._who:
            await asyncio.to_thread(self._floor.sign_in, self._who, self._password)
        else:
            await asyncio.to_thread(self._floor.be_a_guest)

    # --- Requests -------------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: Frame | None = None) -> Any:
        """Any route. What changes nothing, or carries an id, is asked again while the floor does not answer."""
        again = method == "GET" or "id" in (body or {})
        pause, patience = FIRST_RETRY, PATIENCE
        while True:
            try:
                status, answer = await asyncio.to_thread(self._floor.ask, method, path, body)
                if status < 400:
                    return answer
                problem: Exception = NotDone(answer.get("error", {}))
                again = again and isinstance(problem, NotDone) and problem.code in TRY_AGAIN
            except NotReached as error:
                problem = error
            if not again or patience <= 0:
                raise problem
            await asyncio.sleep(pause)
            patience -= pause
            pause = min(pause * 2, SLOWEST_RETRY)

    async def tables(self) -> list[TableLine]:
        return convert(await self.ask("GET", "/v1/tables"), Tables).items

    async def me(self) -> Me:
        """Who the program is, its chips and where it sits."""
        return convert(await self.ask("GET", "/v1/me"), Me)

    async def view(self, table: str) -> View:
        """The table now; `watch` says more and costs less."""
        return _view(dict(await self.ask("GET", f"/v1/tables/{table}"))["table"])

    # --- The socket -----------------------------------------------------------------------------------------------

    async def watch(self, *tables: str) -> AsyncGenerator[View]:
        """The newest view of these tables whenever one has changed; never one that is older than an own act."""
        self._listen()
        for table in tables:
            await self._line.watch(table)
        try:
            while True:
                for table in tables:
                    if table in self._refused:
                        raise self._refused.pop(table)
                    view = self._views.get(table)
                    if view is not None and view.version >= self._least.get(table, 0):
                        yield self._views.pop(table)
                        break
                else:
                    if self._ended:
                        raise NotSignedIn(self._ended)
                    self._changed.clear()
                    await self._changed.wait()
        finally:
            for table in tables:
                await self._line.unwatch(table)

    async def act(self, view: View, say: str, *, reason: str = "") -> Answer:
        """Says something at a table: an offer's `say`, or its `do` with an amount. It answers the moment of the view.

        The same act, with the same id, is sent again until the floor has answered: it happens once.
        """
        self._listen()
        id_ = token_urlsafe(12)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[id_] = answer
        try:
            await self._line.act(view.name, id_, say, view.moment, reason)
            return await answer
        finally:
            del self._asked[id_]

    def _listen(self) -> None:
        if self._ended:
            raise NotSignedIn(self._ended)
        if self._listening is None:
            self._listening = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        """Until the floor ends it. A session that has ended begins anew if there is a password for it."""
        try:
            while not self._ended:
                async for kind, content in self._line.frames():
                    if kind != "ended":
                        self._take(kind, content)
                    elif self._password:
                        await self._sign_in()
                    else:
                        self._ended = content
        except (NotReached, NotSignedIn) as error:
            self._ended = str(error)
        finally:
            self._ended = self._ended or "this program cannot read what the floor says"
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(NotSignedIn(self._ended))
            self._changed.set()

    def _take(self, kind: str, content: Any) -> None:
        match kind:
            case "table":
                self._newer(_view(content))
            case "done":
                done = convert(content, Done)
                self._least[done.table] = max(done.version, self._least.get(done.table, 0))
                self._answered(done.id, done)
            case "waiting":
                self._answered(content["id"], convert(content, WaitingTold))
            case "asked":
                self._answered(content["id"], convert(content, PlayerAsked))
            case "error" if content.get("watch"):
                self._refused[content["watch"].get("table", "")] = NotDone(content)
                self._changed.set()
            case "error" if content.get("code") in TRY_AGAIN and content.get("id") in self._asked:
                asyncio.get_running_loop().call_later(BUSY, self._again, content["id"])
            case "error":
                answer = self._asked.get(content.get("id", ""))
                if answer is not None and not answer.done():
                    answer.set_exception(NotDone(content))

    def _newer(self, view: View) -> None:
        """Nothing that has happened is left out because nobody looked in between."""
        if (unseen := self._views.get(view.name)) is not None and view.happened is not None:
            view.happened = None if unseen.happened is None else [*unseen.happened, *view.happened]
        self._views[view.name] = view
        self._changed.set()

    def _answered(self, id_: str, told: Answer) -> None:
        if (answer := self._asked.get(id_)) is not None and not answer.done():
            answer.set_result(told)

    def _again(self, id_: str) -> None:
        if id_ in self._asked:
            self._resending = asyncio.ensure_future(self._line.again(id_))


def _view(told: Frame) -> View:
    view = convert(told, View)
    if told["round"] is not None:
        view.round = (
            convert(told["round"], HouseRound) if "boxes" in told["round"] else convert(told["round"], PokerRound)
        )
    return view


class LiveFloor:
    """The same for a program without an event loop: the line lives in a thread of its own. Use it from one thread."""

    def __init__(self, address: str, name: str = "", password: str = "", token: str = "") -> None:
        self._floor = AsyncLiveFloor(address, name, password, token)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="croupier")
        self._thread.start()
        try:
            self._wait(self._floor.__aenter__())
        except BaseException:
            self.close()
            raise

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    @property
    def name(self) -> str:
        return self._floor.name

    @property
    def role(self) -> str:
        return self._floor.role

    @property
    def token(self) -> str:
        """Of the session. A later program that connects with it is the same person, also the same guest."""
        return self._floor.token

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._loop.is_closed():
            return
        self._wait(self._floor.close())
        self._wait(self._loop.shutdown_default_executor())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def ask(self, method: str, path: str, body: Frame | None = None) -> Any:
        """Any route. What changes nothing, or carries an id, is asked again while the floor does not answer."""
        return self._wait(self._floor.ask(method, path, body))

    def tables(self) -> list[TableLine]:
        return self._wait(self._floor.tables())

    def me(self) -> Me:
        """Who the program is, its chips and where it sits."""
        return self._wait(self._floor.me())

    def view(self, table: str) -> View:
        """The table now; `watch` says more and costs less."""
        return self._wait(self._floor.view(table))

    def watch(self, *tables: str) -> Iterator[View]:
        """The newest view of these tables whenever one has changed; never one that is older than an own act."""
        views = self._floor.watch(*tables)
        try:
            while True:
                yield self._wait(_next(views))
        finally:
            if not self._loop.is_closed():
                self._wait(views.aclose())

    def act(self, view: View, say: str, *, reason: str = "") -> Answer:
        """Says something at a table: an offer's `say`, or its `do` with an amount. It answers the moment of the view.

        The same act, with the same id, is sent again until the floor has answered: it happens once.
        """
        return self._wait(self._floor.act(view, say, reason=reason))


async def _next(views: AsyncGenerator[View]) -> View:
    return await anext(views)


def connect(address: str, name: str = "", password: str = "", *, token: str = "") -> LiveFloor:
    """Sign in at a live floor; without a name as a guest, if it admits guests."""
    return LiveFloor(address, name, password, token)


def connect_async(address: str, name: str = "", password: str = "", *, token: str = "") -> AsyncLiveFloor:
    """The same with `async with`, for programs with an event loop."""
    return AsyncLiveFloor(address, name, password, token)


__all__ = [
    "AsyncLiveFloor",
    "Done",
    "LiveFloor",
    "NotDone",
    "NotReached",
    "NotSignedIn",
    "Offer",
    "View",
    "connect",
    "connect_async",
]
