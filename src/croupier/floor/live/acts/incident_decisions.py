"""Incidents that wait for a decision: people or a device report them, a person of rank decides."""

from croupier.base.citation import printed
from croupier.base.errors import Refused, Unreadable
from croupier.base.sentences import says, word
from croupier.floor.live.acts import incidents
from croupier.floor.live.acts.incidents import Waits
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import waiting_list, words
from croupier.floor.live.state.floor_state import Act
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.work import Work
from croupier.rules.rulebook.load import at_the_table

READ_CARD = words.Report("foreign-card")


class IncidentActs:
    def __init__(self) -> None:
        self.counted = 0
        """Number of the last incident that waited."""

    def wait(self, work: Work, table: LiveTable, act: Act, waits: Waits) -> Outcome:
        """Lets a report wait for somebody of higher rank."""
        self.counted += 1
        waiting = incidents.wait(work, table, self.counted, act.do, act.who, waits, act.reason)
        waiting_list.offer(work, table.name)
        return self._waiting(table, act, waiting)

    def _waiting(self, table: LiveTable, act: Act, waiting: ev.IncidentWaits) -> Outcome:
        told = {
            "id": act.id,
            "incident": waiting.number,
            "table": table.name,
            "incident_kind": waiting.kind,
            "rank": incidents.role_that_decides(waiting.rank),
            "cites": printed(waiting.cites),
        }
        return Outcome({"waiting": told}, 202, waiting.cites)

    def read_card(self, work: Work, table: LiveTable, act: Act, device: str) -> Outcome:
        """A device read an impossible card. The table waits until the dealer has looked."""
        book = work.book(table)
        waits = Waits(*incidents.whose(table, book, incidents.row_of(book, READ_CARD.kind)))
        self.counted += 1
        waiting = incidents.wait(work, table, self.counted, act.do, Who(device, Role.DEALER), waits)
        waiting_list.offer(work, table.name)
        return Outcome(cites=waiting.cites)

    def decide(self, work: Work, table: LiveTable, act: Act, command: cmd.DecideIncident) -> Outcome:
        """Lets a person of rank decide a waiting incident."""
        number, who = command.incident, act.who
        incident = table.incidents[number]
        waiting = incident.reported
        if who.rank < waiting.rank:
            raise Problem(Code.FORBIDDEN, says("rank-decides", rank=word("rank", waiting.rank.key)))
        ruled = self._read(table, command.decision)
        if not act.reason.strip():
            raise Problem(Code.UNREADABLE, says("reason-needed"))
        act.say(cmd.DecideIncident(number, incidents.DISMISS if ruled is None else str(ruled)))
        if incident.decided is not None:
            raise Refused(says("incident-decided", incident=number, by=incident.decided.by))
        decided = incidents.decide(work, table, waiting, ruled, who, act.reason)
        written = incidents.DISMISS if ruled is None else incidents.by_places(table, ruled)
        act.say(cmd.DecideIncident(number, written))
        told: dict[str, object] = {"id": act.id, "incident": number, "table": table.name, "do": written, "version": 0}
        if decided.ruling:
            told |= {"ruling": decided.ruling, "cites": printed(decided.cites)}
        if decided.alone:
            told["alone"] = True
        return Outcome({"done": told}, cites=decided.cites)

    def understand(self, work: Work, table: LiveTable, act: Act, number: int) -> Outcome:
        """Notes that who reported an incident has read the ruling; a second time changes nothing."""
        incident = table.incidents[number]
        if incident.reported.by != act.who.name:
            raise Problem(Code.FORBIDDEN, says("reported-by-another", incident=number, by=incident.reported.by))
        if incident.decided is None:
            raise Refused(says("incident-undecided", incident=number))
        if incident.understood is None:
            work.happens(table.name, ev.IncidentUnderstood(number, act.who.name, work.at))
        return done(act, incident=number, table=table.name)

    def _read(self, table: LiveTable, decision: str) -> words.Report | None:
        """The report to rule on; None for `dismiss`."""
        said = words.split(decision)
        if said == [incidents.DISMISS]:
            return None
        ruled = words.read_report(said)
        if ruled is None:
            raise Unreadable("a decision is incident KIND …, or dismiss")
        incidents.row_of(at_the_table(table.book, table.sign.dealing), ruled.kind)
        return ruled

    def wait_above(self, work: Work, table: LiveTable, act: Act, command: cmd.DecideIncident, waits: Waits) -> Outcome:
        """The decision named a card that is not there: from now on only the Shift Manager can decide it."""
        waiting = table.incidents[command.incident].reported
        return self._waiting(table, act, incidents.wait_for_above(work, table, waiting, waits))
