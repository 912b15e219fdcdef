"""The one way in for everything that changes the floor: words at a table, and commands.

`act` hears what somebody says at a table, `say` what the system says there by itself, and `perform` the commands of
queue, pit, cage, links and accounts. `floor/live/perform` finds retries, checks rights and enters what came of it.
A table's vocabulary is in `floor/live/acts/at_table`, that of a link in `floor/live/links/link_acts`, that of the house
in `_in_house`.
"""

from croupier.base.citation import Citation
from croupier.base.errors import Refused, Unreadable, told_by
from croupier.base.sentences import says
from croupier.floor.live.acts import dealers, incidents, late_entries
from croupier.floor.live.acts.asking_players import Asking
from croupier.floor.live.acts.at_table import AtTable, by_whom, holder_of, on_request, told
from croupier.floor.live.acts.cage import Cage
from croupier.floor.live.acts.incidents import Waits
from croupier.floor.live.links.link_acts import Links
from croupier.floor.live.people.debts import Debts
from croupier.floor.live.people.shifts import Shifts
from croupier.floor.live.people.staff import Staff
from croupier.floor.live.perform import CommandEntry
from croupier.floor.live.state import card_reader, words
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.clocks import Timers
from croupier.floor.live.state.floor_state import Act, FloorState, Ticket
from croupier.floor.live.state.given import Given
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import ROLE_OF_RANK, SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.work import Work

_LEAVE_THE_TABLE_AS_IT_IS = (cmd.ChangeSign, cmd.StackShoe, cmd.ReportReadCard, cmd.AnswerAsked, cmd.UnderstandRuling)
"""These need no clearing up: nothing follows before the next act, or they do it themselves."""


class Acts(CommandEntry):
    def __init__(
        self, books: FloorState, timers: Timers, table: AtTable, staff: Staff, debts: Debts, shifts: Shifts
    ) -> None:
        super().__init__(books)
        self.timers = timers
        self.table = table
        self.asking = Asking(books, staff.register)
        self.links = Links(books, staff.register)
        self._cage = Cage(staff)
        self._staff, self._debts, self._shifts = staff, debts, shifts
        staff.perform = self.perform
        self.ended: late_entries.Ended | None = None
        """Looks up how earlier rounds ended. Unset in a replay, where the reports already say what is due."""

    # --- Commands -------------------------------------------------------------------------------------------------

    def stream_of(self, command: cmd.Command, at: str) -> str:
        """The stream of the command. For an incident, its number leads to the table."""
        if isinstance(command, cmd.DecideIncident | cmd.UnderstandRuling):
            return f"table/{self.table.of_incident(command.incident).name}"
        return at

    def hear(self, at: str, act: Act, command: cmd.Command, given: Given | None) -> tuple[Work, Outcome]:
        work = Work(self._books)
        kind, _, name = at.partition("/")
        try:
            if kind == "table":
                outcome = self.table.command(work, name, act, command, given)
            elif kind == "link":
                outcome = self.links.hear(work, name, act, command, given)
            else:
                outcome = self._in_house(work, act, command, given)
            if not isinstance(command, _LEAVE_THE_TABLE_AS_IT_IS):
                self.table.clear_up(work)
            work.check_funds()
        except Waits as waits:
            assert isinstance(command, cmd.DecideIncident), command
            work = Work(self._books)
            outcome = self.table.incidents.wait_above(work, self.table.known(name), act, command, waits)
        return work, outcome

    def _in_house(self, work: Work, act: Act, command: cmd.Command, given: Given | None) -> Outcome:
        """Does the commands of the cage, the accounts and the house itself."""
        match command:
            case cmd.AnswerAsked():
                return self._answer_asked(work, act, command)
            case cmd.AddPlayer():
                return self._cage.add_player(work, act, command)
            case cmd.Deposit() | cmd.Withdraw():
                return self._cage.move_chips(work, act, command)
            case cmd.OpenShift():
                return self._shifts.open(work, act, command)
            case cmd.CloseShift():
                return self._shifts.close(work, act, command)
            case cmd.BarPlayer():
                return self._cage.bar(work, act, command)
            case cmd.LiftBar():
                return self._cage.lift_bar(work, act, command)
            case cmd.PayDebt():
                return self._debts.pay(work, act, command)
            case cmd.ProposeWriteOff():
                return self._debts.propose_write_off(work, act, command)
            case cmd.ApproveWriteOff():
                return self._debts.approve_write_off(work, act, command)
            case _:
                return self._staff.hear(work, act, command, given)

    def _answer_asked(self, work: Work, act: Act, command: cmd.AnswerAsked) -> Outcome:
        """Answers a question of staff. On yes the act happens as staff said it, if it still can."""
        table, ask = self.asking.answer(work, act, command)
        if command.yes:
            staff, said = Who(ask.by, ROLE_OF_RANK[ask.rank]), words.split(ask.do)
            does = self.table.read(table, said, staff)
            self.table.check_allowed(staff, table, does, act.id)
            self.table.check_heard(staff, table, does, None, act.id)
            try:
                self.table.words(work, table, does, Act(staff, act.id, ask.do))
                self.table.clear_up(work)
                work.check_funds()
            except Refused as refused:
                raise Problem(Code.REFUSED, refused.says, refused.cites) from None
        return done(act, asked=command.asked, table=table.name)

    # --- Words at a table -----------------------------------------------------------------------------------------

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        digest = self._books.digest("act", table, do, reason)
        if (again := self._books.answered(who.name, id_, digest)) is not None:
            return again
        now = self._books.decided.tables.get(table)
        if now is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=table), more={"id": id_})
        try:
            said = words.split(do)
            command = self.table.read(now, said, who)
            if now.game.closed:
                raise Problem(Code.CLOSED, says("closed", table=table), more={"id": id_})
            self.table.check_allowed(who, now, command, id_)
            self.table.check_heard(who, now, command, moment, id_)
            if isinstance(command, words.Report) and self.ended is not None:
                command = late_entries.with_what_is_due(self.ended, now, command)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        except Refused as refused:
            raise Problem(Code.REFUSED, refused.says, refused.cites, {"id": id_}) from None
        act = Act(who, id_, _written(said, command), by=by_whom(who, now, command), reason=reason, digest=digest)
        if who.staff and (player := self.asking.whose_wallet(command, holder_of(now, command))) is not None:
            return self._ask(now, command, act, player)
        charged = self.timers.charge(now, who.name) if who.role is Role.PLAYER else ()
        ticket = self._said(now, command, act, charged)
        if charged and ticket.status < 400:
            self.timers.charged(table, who.name)
        return ticket

    def say(
        self, table: str, do: str, cites: tuple[Citation, ...] = (), happened: tuple[ev.LiveEvent, ...] = ()
    ) -> Ticket | Refused:
        """Lets the system act: after a deadline, or because it runs the table. A refusal leaves no entry."""
        now = self._books.decided.tables[table]
        said = words.split(do)
        command = self.table.read(now, said, SYSTEM)
        act = Act(SYSTEM, self.system_id(f"table/{table}"), words.written(said))
        try:
            work, outcome = self._worked_out(now, command, act, cites, happened)
        except Refused as refused:
            return refused
        return self.enter(work, f"table/{table}", act, outcome)

    def _said(self, table: LiveTable, command: words.Spoken, act: Act, happened: tuple[ev.LiveEvent, ...]) -> Ticket:
        stream = f"table/{table.name}"
        try:
            work, outcome = self._worked_out(table, command, act, on_request(act.who, table, command), happened)
        except Waits as waits:
            if (
                isinstance(command, words.Report) and act.who.staff and not waits.only_above
            ):  # a player must not learn cards from it
                act.say(incidents.by_places(table, command))
            work = Work(self._books)
            outcome = self.table.incidents.wait(work, table, act, waits)
        except Unreadable as unreadable:  # a report's keys are read once its decider is known
            raise Problem(Code.UNREADABLE, told_by(unreadable), more={"id": act.id}) from None
        except Refused as refused:
            if isinstance(refused, card_reader.OutAlready):
                self.by_system(stream, cmd.ReportReadCard(act.who.name))
            return self.refuse(act, None, stream, refused)
        return self.enter(work, stream, act, outcome)

    def _worked_out(
        self,
        table: LiveTable,
        command: words.Spoken,
        act: Act,
        cites: tuple[Citation, ...],
        happened: tuple[ev.LiveEvent, ...],
    ) -> tuple[Work, Outcome]:
        """Works out everything that follows. Nothing is entered yet."""
        work = Work(self._books)
        for event in happened:
            work.happens(table.name, event)
        dealers.note_stepping_in(work, table, command, act.who)
        followed = self.table.words(work, table, command, act)
        self.table.clear_up(work)
        work.check_funds()
        if isinstance(command, words.Report) and act.who.staff:
            act.say(incidents.by_places(table, command))
        return work, told(table, act, followed, cites)

    def _ask(self, table: LiveTable, command: words.Spoken, act: Act, player: str) -> Ticket:
        """Asks the player. Nothing happens yet, but an impossible act is refused at once."""
        stream, tried = f"table/{table.name}", Work(self._books)
        try:
            self.table.words(tried, table, command, act)
            tried.check_funds()
        except Refused as refused:
            return self.refuse(act, None, stream, refused)
        work = Work(self._books)
        return self.enter(work, stream, act, self.asking.ask(work, table, act, player))


def _written(said: list[str], command: words.Spoken) -> str:
    """The act as answered and entered."""
    if isinstance(command, words.Deals):
        return card_reader.echoed(command.cards)
    return str(command) if isinstance(command, words.Report) else words.written(said)
