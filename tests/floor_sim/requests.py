"""Everything that people ask the process that decides, and what it may answer."""

from collections.abc import Callable, Hashable
from typing import Any

from croupier.floor.live.floor import Floor
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Problem
from croupier.floor.store.base import StoreFailed
from croupier.floor.store.simulated import SimulatedDisk
from tests.floor_sim.clients import Request
from tests.floor_sim.referee import Referee, Violation, must

Reply = Callable[[int, Any], None]
"""Sends a status and an answer on their way."""


class Requests:
    def __init__(self, disk: SimulatedDisk, referee: Referee, note: Callable[..., None]) -> None:
        self._disk, self._referee, self._note = disk, referee, note
        self._first: dict[tuple[str, str], tuple[Request, Hashable]] = {}
        """By user and id: what was asked first, and of which process."""

    def arrive(self, floor: Floor, process: Hashable, who: Who, request: Request, reply: Reply) -> None:
        moment = request.moment
        before = floor.books.decided.tables.get(request.table)
        asked = None if before is None else before.moment
        suspended = before is not None and before.game.suspended is not None
        decided = {stream: head.seq for stream, head in floor.books.decided.heads.items()}
        was_durable = (who.name, request.id) in self._disk.answers
        try:
            ticket = request.put_to(floor, who)
        except Problem as problem:
            self._note(who.name, request.id, problem.code)
            reply(0, problem.told())
            return
        except StoreFailed as error:
            raise Violation("store", str(error)) from error
        self._note(who.name, request.id, ticket.status)
        key = (who.name, request.id)
        if key in self._first and self._first[key][1] != process and not was_durable:
            del self._first[key]  # refused without an entry before the house stopped: the id is free again
        again, (first, _) = key in self._first, self._first.setdefault(key, (request, process))
        must(first.content == request.content, "F-11", f"{request.id} of {who.name} was {first.do!r}")
        if not again and ticket.status < 400:
            must(moment in (None, asked), "stale", f"{request.do!r} answers {moment}, and {asked} was asked")
            heard = not suspended or request.heard_while_suspended
            must(heard, "suspended", f"{request.do!r} at a table that waits")
        answer = ticket.answer
        repeated = "again" in answer or any(isinstance(told, dict) and "again" in told for told in answer.values())
        rests_on = {} if repeated else decided

        def answered(done: Ticket) -> None:
            if request.kind != "wait-no-more":  # it has no id: said twice it is the same
                self._referee.answered(who, request.id, done.status, done.answer, rests_on)
            reply(done.status, done.answer)

        ticket.then(answered)
