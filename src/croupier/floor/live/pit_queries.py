"""What the pit sees: all tables at a glance, and the incidents that wait for a decision."""

from collections.abc import Iterator

from croupier.base.citation import printed
from croupier.base.errors import Unreadable
from croupier.base.sentences import capital, says
from croupier.floor.live.acts import incidents, previews
from croupier.floor.live.acts.dry_run import Branch
from croupier.floor.live.acts.incidents import departs, role_that_decides
from croupier.floor.live.answers.incidents import (
    DecidedTold,
    IncidentKinds,
    Incidents,
    IncidentTold,
    OptionTold,
    Preview,
)
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.answers.socket import Pit as PitView
from croupier.floor.live.answers.socket import PitTold, UnclaimedTold
from croupier.floor.live.answers.waits import Waits
from croupier.floor.live.links.unpaid_awards import UnpaidAward
from croupier.floor.live.queries import Queries
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import Incident, LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.words import reported
from croupier.floor.live.waiting_for_staff import WaitingForStaff
from croupier.rules.games.irregularity import finding, verdict
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table


class Pit:
    def __init__(self, books: FloorState, ask: Queries, waiting: WaitingForStaff) -> None:
        self._books = books
        self._ask = ask
        self._waiting = waiting
        self._options_known: dict[int, tuple[LiveTable, list[OptionTold]]] = {}
        """Options of waiting incidents, with the table for which they were worked out."""

    def view(self, role: Role) -> PitView:
        shown = self._books.shown
        links = self._ask.links()
        for link in links:
            link.awards = [award for award in link.awards if award.state != "paid"]
        incidents = self._open()
        return PitView(
            PitTold(
                version=sum(head.seq for head in shown.heads.values()),
                tables=[self._ask.glance(table) for _, table in sorted(shown.tables.items())],
                incidents=incidents,
                links=links,
                unclaimed=[_unclaimed(each) for each in self._ask.unpaid_awards()],
                debts=self._ask.debts.all(),
                waits=self._waiting.told(role, incidents),
            )
        )

    def waits(self, role: Role) -> Waits:
        """The same list as in the view, for those who do not watch the pit."""
        return Waits(self._waiting.told(role, self._open()))

    def _open(self) -> list[IncidentTold]:
        return self.incidents(open_only=True, limit=200, before=None).items

    # --- Incidents ------------------------------------------------------------------------------------------------

    def incidents(
        self,
        *,
        open_only: bool,
        limit: int,
        before: int | None,
        kind: str = "",
        table: str = "",
        departed_only: bool = False,
    ) -> Incidents:
        """Newest first. An empty `kind` or `table` stands for all."""
        found = [
            (at, incident)
            for at, incident in sorted(self.all_incidents(), key=lambda pair: -pair[1].reported.number)
            if (incident.decided is None or not open_only)
            and (before is None or incident.reported.number < before)
            and kind in ("", incident.reported.kind)
            and table in ("", at.name)
            and (_departs(incident) or not departed_only)
        ]
        page = [self._told(at, incident) for at, incident in found[:limit]]
        return Incidents(page, page[-1].incident if len(found) > limit else None)

    def incident(self, number: int) -> IncidentTold:
        for table, incident in self.all_incidents():
            if incident.reported.number == number:
                return self._told(table, incident)
        raise Problem(Code.NOT_FOUND, says("no-such-incident", incident=number))

    def all_incidents(self) -> Iterator[tuple[LiveTable, Incident]]:
        for table in self._books.shown.tables.values():
            for incident in table.incidents.values():
                yield table, incident

    def _told(self, table: LiveTable, incident: Incident) -> IncidentTold:
        reported, decided = incident.reported, incident.decided
        if decided is not None:
            self._options_known.pop(reported.number, None)
        found = finding(reported.kind)
        return IncidentTold(
            incident=reported.number,
            table=table.name,
            round=reported.round,
            do=reported.do,
            incident_kind=reported.kind,
            text=capital(str(found)),
            says=SentenceTold.of(found),
            by=reported.by,
            reason=reported.reason,
            at=printed_time(reported.at),
            rank=role_that_decides(reported.rank),
            cites=printed(reported.cites),
            options=[] if decided is not None or reported.only_above else self._options(table, incident),
            decided=None if decided is None else _decided(decided, incident),
        )

    def _options(self, table: LiveTable, incident: Incident) -> list[OptionTold]:
        number = incident.reported.number
        known = self._options_known.get(number)
        if known is None or known[0] is not table:
            known = self._options_known[number] = table, self._worked_out(table, incident)
        return known[1]

    def _worked_out(self, table: LiveTable, incident: Incident) -> list[OptionTold]:
        book = at_the_table(table.book, table.sign.dealing)
        report = reported(incident.reported.do)
        try:
            row = incidents.row_of(book, report.kind)
        except Unreadable:
            return []
        if not incidents.can_be_decided(table, incident.reported, row):
            return []
        return list(previews.options(Branch(self._books, table), book, report))

    def kinds(self, name: str) -> IncidentKinds:
        """The incidents that can be reported at a table now."""
        return previews.kinds(self._books, self._ask.known_table(name))

    def preview(self, name: str, do: str, who: Who) -> Preview:
        """How a report would be ruled."""
        return previews.preview(self._books, self._ask.known_table(name), do, who)


def _departs(incident: Incident) -> bool:
    return incident.decided is not None and departs(incident.reported, incident.decided)


def _decided(decided: ev.IncidentDecided, incident: Incident) -> DecidedTold:
    understood = incident.understood
    ruled = verdict(decided.ruling or "dismissed")
    return DecidedTold(
        do=decided.do,
        by=decided.by,
        rank=role_that_decides(decided.rank),
        reason=decided.reason,
        at=printed_time(decided.at),
        ruling=decided.ruling or None,
        text=capital(str(ruled)),
        says=SentenceTold.of(ruled),
        cites=printed(decided.cites),
        alone=decided.alone,
        understood="" if understood is None else printed_time(understood.at),
        departs=_departs(incident),
    )


def _unclaimed(each: UnpaidAward) -> UnclaimedTold:
    number = None if each.award is None else each.award.number
    why, says_why = str(each.why), SentenceTold.of(each.why)
    return UnclaimedTold(each.link, number, each.table, each.round, each.box, dollars(each.amount), why, says_why)
