"""Does what other processes ask of the one that decides: acts of their sockets, and requests."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine

from croupier.base.sentences import says
from croupier.floor.live.state.floor_state import Lookup, Ticket
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import NobodyDecides, Problem
from croupier.floor.server.app import App, Reply, Sent, reply, session_over
from croupier.floor.server.cluster.messages import Says
from croupier.floor.server.edge.problems import Code, Later
from croupier.floor.server.process.logs import LOG

Answer = Callable[[Reply], None]


class ForFollowers:
    def __init__(self, app: App) -> None:
        self._app = app
        self._waiting: dict[bytes, deque[tuple[Says, Answer]]] = {}
        """By session: acts behind one whose id is being looked up; they keep their order."""
        self._tasks: set[asyncio.Task[None]] = set()

    def act(self, said: Says, answered: Answer) -> None:
        if said.session in self._waiting:
            self._waiting[said.session].append((said, answered))
            return
        try:
            lookup, who = self._begin(said)
            if lookup is None:
                self._app.hub.act(who, said.address, said.act.table, said.act).then(lambda done: answered(told(done)))
                return
            self._waiting[said.session] = deque()
            self._spawn(self._look_up_and_act(said, who, lookup, answered))
        except Problem as problem:
            self._refuse(said, problem, answered)
        except Exception as error:
            LOG.failed("act of a follower", error)
            self._refuse(said, Later(Code.UNAVAILABLE, says("did-not-work")), answered)

    def _begin(self, said: Says) -> tuple[Lookup | None, Who]:
        app = self._app
        if app.forwards is not None:
            raise NobodyDecides
        session = app.sessions.known(said.session)
        if session is None:
            raise session_over()
        who = app.who(session)
        app.hub.check_may_act(who, session)
        return app.floor.books.begin_lookup(who.name, said.act.id), who

    async def _look_up_and_act(self, said: Says, who: Who, lookup: Lookup, answered: Answer) -> None:
        try:
            ticket = await self._app.hub.look_up_and_act(who, said.address, lookup, said.act)
            ticket.then(lambda done: answered(told(done)))
        except Problem as problem:
            self._refuse(said, problem, answered)
        for after, answer in self._waiting.pop(said.session):
            self.act(after, answer)

    def _refuse(self, said: Says, problem: Problem, answered: Answer) -> None:
        problem.more.setdefault("id", said.act.id)
        answered(self._app.refusal(problem))

    def request(self, sent: Sent, answered: Answer) -> None:
        async def ask() -> None:
            answered(await self._app.hear(sent))

        self._spawn(ask())

    def use(self, session: bytes) -> None:
        if (known := self._app.sessions.known(session)) is not None:
            self._app.sessions.use(known)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def told(ticket: Ticket) -> Reply:
    return reply(ticket.answer, ticket.status)
