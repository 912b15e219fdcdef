"""How a command comes in: retry, rights, refusal and entry, in one place for all commands."""

from abc import ABC, abstractmethod

from croupier.base.errors import Refused, Unreadable, told_by
from croupier.floor.live.rights import check_rights
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Act, FloorState, Ticket, digest_of
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.given import Given
from croupier.floor.live.state.outcome import Outcome
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.work import Unaffordable, Work

_SAID_IN_A_ROUND = cmd.JoinWaitingList
"""Refused like words at a table: only a refusal that is news becomes an entry."""


class CommandEntry(ABC):
    def __init__(self, books: FloorState) -> None:
        self._books = books

    @abstractmethod
    def hear(self, at: str, act: Act, command: cmd.Command, given: Given | None) -> tuple[Work, Outcome]:
        """Works the command out. Returns the work, not yet entered, and the answer."""

    def stream_of(self, command: cmd.Command, at: str) -> str:
        """The stream in which the command is entered."""
        return at

    def perform(
        self,
        who: Who,
        id_: str,
        command: cmd.Command,
        reason: str = "",
        *,
        at: str = HOUSE_STREAM,
        given: Given | None = None,
        is_new: bool = False,
    ) -> Ticket:
        """Performs a command, or answers a retry.

        `at` is the stream of the table or link that the command is about. `given` is input that the journal stores as
        events or rows instead of in the command: the body of a request, a password's hash, rows of the store. With
        `is_new` nobody can have used the id before, so it is no retry.
        """
        digest = b""
        if id_:
            digest = self._digest(command, reason, at, given)
            if not is_new and (again := self._books.answered(who.name, id_, digest)) is not None:
                return again
        act = Act(who, id_, command, reason=reason, digest=digest)
        try:
            check_rights(who, command)
            at = self.stream_of(command, at)
            try:
                work, outcome = self.hear(at, act, command, given)
            except Refused as refused:
                if who.role is Role.SYSTEM:
                    raise  # the system's own refused commands leave no entry
                return self.refuse(act, command, at, refused)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        except Problem as problem:
            if id_:
                problem.more = {"id": id_, **problem.more}
            raise
        if isinstance(command, cmd.LeaveWaitingList) and not work.records and not id_:  # they were on no waiting list
            return _at_once(outcome)  # with an id it is an entry, so that a retry does not take them off a later one
        return self.enter(work, at, act, outcome)

    def enter(self, work: Work, stream: str, act: Act, outcome: Outcome) -> Ticket:
        status, answer, cites = outcome.status, outcome.answer, outcome.cites
        return self._books.enter(work, act, stream, status, answer, cites, people=outcome.rows, leaving=outcome.leaving)

    def refuse(self, act: Act, command: cmd.Command | None, stream: str, refused: Refused) -> Ticket:
        """Answers a refusal, and enters it.

        Every refused command becomes an entry. Of refused words at a table (`command` is None), only news does. A
        refusal for lack of funds never does.
        """
        more: dict[str, object] = {"id": act.id}
        if isinstance(command, cmd.DecideIncident):
            more["incident"] = command.incident
        error = Problem(Code.REFUSED, refused.says, refused.cites, more)
        by_rule = not isinstance(refused, Unaffordable)
        if command is None or isinstance(command, _SAID_IN_A_ROUND) or not by_rule:
            table = self._books.decided.tables.get(stream.removeprefix("table/"))
            return self._books.refuse(act, stream, error, by_rule=by_rule, round_=table.rounds if table else 0)
        stream = HOUSE_STREAM if isinstance(command, cmd.OpenTable) else stream
        return self._books.enter(Work(self._books), act, stream, 409, error.told(), refused.cites, refused=True)

    def _digest(self, command: cmd.Command, reason: str, at: str, given: Given | None) -> bytes:
        """Digest of the request, with a key: a decision may name a hidden card, and without the key nobody can guess it
        by trying all cards."""
        if isinstance(command, cmd.DecideIncident):
            return self._books.digest("decision", str(command.incident), command.decision, reason)
        return digest_of(*cmd.asked(command, reason, at.partition("/")[2], given))

    def system_id(self, stream: str) -> str:
        """The id for the system's next act in that stream."""
        return f"system/{stream.partition('/')[2]}/{self._books.decided.heads[stream].seq + 1}"

    def by_system(self, stream: str, command: cmd.Command) -> Ticket:
        return self.perform(SYSTEM, self.system_id(stream), command, at=stream, is_new=True)


def _at_once(outcome: Outcome) -> Ticket:
    ticket = Ticket(outcome.status, outcome.answer or {})
    ticket.resolve()
    return ticket
