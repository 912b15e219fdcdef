"""What people decided by discretion or together: rulings that depart from the desk, void rounds, corrections, changes
by two people, opened decks.

The journal has all of it. A departure is not an error: the documents leave room for discretion.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock

from croupier.base.citation import Citation, printed
from croupier.base.errors import Unreadable
from croupier.base.sentences import capital
from croupier.base.values import Value
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.ledger.accounts import Account
from croupier.floor.live.acts import previews
from croupier.floor.live.acts.dry_run import Branch
from croupier.floor.live.acts.incidents import OTHER, departs
from croupier.floor.live.answers.inspecting import Departure, DepartureKind, Departures, DeskSays, PairTold
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.links.changes import change_in_words
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as of_house
from croupier.floor.live.state.entry_times import since
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import HOUSE_CODEC, HOUSE_STREAM, LINK_CODEC
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time, read_time
from croupier.floor.live.state.words import reported
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.irregularity import finding, verdict
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.jackpot import events as link_ev
from croupier.rules.money import dollars, signed_cents
from croupier.rules.rulebook.load import at_the_table

KINDS: tuple[DepartureKind, ...] = ("departure", "void", "correction", "change", "look")
DAYS = 31
"""The length of the period if the request names no beginning."""
DAY = 24 * 3_600_000_000
_VOIDS = (house_ev.RoundVoided, poker_ev.RoundVoided)
_CORRECTS = (
    house_ev.SettlementUndone,
    house_ev.CardsLie,
    house_ev.PaymentRecorded,
    poker_ev.PotsGivenOutAgain,
    poker_ev.CardsLie,
    poker_ev.PaymentRecorded,
    ev.RoundCorrected,
)
_AT_TABLES = (b"-ruled", b"-voided", b"-undone", b"-lie", b"payment-", b"-again", b'"incident-', b'"round-corrected"')
"""A table's entry without any of these bytes has none of it, and is not decoded."""


class DepartureFilter(Value):
    """Empty: all of them."""

    kind: str = ""
    table: str = ""
    since: str | None = None
    until: str | None = None


class _Row(Value):
    kind: DepartureKind
    entry: Entry
    body: Body
    by: str
    reason: str
    cites: tuple[Citation, ...] = ()
    found: str = ""
    ruling: str = ""
    report: ev.IncidentWaits | None = None
    discretion: bool = False
    approved_by: str = ""
    change: tuple[str, str, str] = ("", "", "")
    """What, of whom, and the value."""


class _Enough(Mapping[Account, int]):
    """Every account can pay: the desk says what is due, whether or not the player still had it."""

    def __getitem__(self, account: Account) -> int:
        return 10**12

    def __iter__(self) -> Iterator[Account]:
        return iter(())

    def __len__(self) -> int:
        return 0


class DeparturesRead:
    def __init__(self, books: FloorState, history: History) -> None:
        self._books = books
        self._history = history
        self._rows: list[_Row] = []
        self._ruled: list[int] = []
        """When each ruling was made."""
        self._read: dict[str, int] = {}
        self._waiting: dict[int, ev.IncidentWaits] = {}
        self._asked: dict[tuple[str, int], tuple[str, str, tuple[str, str, str]]] = {}
        """By stream and number of a change: who asked for it, why, and for what."""
        self._desk: dict[tuple[str, int], list[DeskSays]] = {}
        self._reading = Lock()

    def told(self, wanted: DepartureFilter, limit: int, before: int | None) -> Departures:
        """A page. `before` counts from the oldest row of the period, so a page stays the same while new rows come."""
        if wanted.kind and wanted.kind not in KINDS:
            raise Problem(Code.UNREADABLE, f"kind is one of {', '.join(KINDS)}")
        now = self._books.now()
        until = now if wanted.until is None else min(now, _time("until", wanted.until) + 999)
        begin = until - DAYS * DAY if wanted.since is None else _time("since", wanted.since)
        with self._reading:
            self._read_on()
            rows = [row for row in self._rows if begin <= row.entry.at <= until and _is_at(row, wanted.table)]
            rulings = sum(begin <= at <= until for at in self._ruled)
        rows.sort(key=lambda row: (row.entry.at, row.entry.stream, row.entry.seq))
        chosen = [row for row in rows if wanted.kind in ("", row.kind)]
        last = len(chosen) if before is None else min(before - 1, len(chosen))
        first = max(0, last - limit)
        pairs = Counter((row.by, row.approved_by) for row in rows if row.approved_by)
        return Departures(
            since=printed_time(max(0, begin)),
            until=printed_time(until),
            rulings=rulings,
            counts={kind: sum(row.kind == kind for row in rows) for kind in KINDS},
            returned=dollars(sum(_to_players(row) for row in rows if row.kind == "void")),
            pairs=[PairTold(asked, approved, times) for (asked, approved), times in pairs.most_common()],
            items=[self._told(row) for row in reversed(chosen[first:last])],
            before=first + 1 if first else None,
        )

    # --- Reading --------------------------------------------------------------------------------------------------

    def _read_on(self) -> None:
        for stream in list(self._books.shown.heads):
            of = stream.partition("/")[0]
            for entry in since(self._books, stream, self._first(stream)):
                if of != "table" or any(word in entry.body for word in _AT_TABLES):
                    body = decode_body(entry.body)
                    if not body.refused and body.then != b"[]":
                        self._rows += self._found(of, entry, body)
                self._read[stream] = entry.seq

    def _first(self, stream: str) -> int:
        base, _ = self._books.archived.get(stream, (None, ""))
        return self._read.get(stream, 0 if base is None else base.seq) + 1

    def _found(self, of: str, entry: Entry, body: Body) -> Iterator[_Row]:
        match of:
            case "table":
                yield from self._at_table(entry, body)
            case "link":
                for event in LINK_CODEC.decode(body.v, body.then):
                    yield from self._at_link(entry, body, event)
            case _ if entry.stream == HOUSE_STREAM:
                for change in HOUSE_CODEC.decode(body.v, body.then):
                    yield from self._in_house(entry, body, change)

    def _at_table(self, entry: Entry, body: Body) -> Iterator[_Row]:
        events = family_of(body.book).codec.decode(body.v, body.then)
        rulings = [event.ruled for event in events if isinstance(event, _RULED)]
        self._ruled += [entry.at] * len(rulings)
        ruled = rulings[-1] if rulings else None
        decided = None
        for event in events:
            if isinstance(event, ev.IncidentWaits):
                self._waiting[event.number] = event
            elif isinstance(event, ev.IncidentDecided):
                decided = event
        report = None if decided is None else self._waiting.get(decided.number)  # or it is in an archive
        if report is not None and decided is not None and departs(report, decided):
            yield self._row("departure", entry, body, ruled, decided)
        if any(isinstance(event, _VOIDS) for event in events):
            yield self._row("void", entry, body, ruled, decided)
        elif any(isinstance(event, _CORRECTS) for event in events):
            yield self._row("correction", entry, body, ruled, decided)

    def _row(
        self, kind: DepartureKind, entry: Entry, body: Body, ruled: Ruled | None, decided: ev.IncidentDecided | None
    ) -> _Row:
        report = None if decided is None else self._waiting.get(decided.number)
        by_ruled = "" if ruled is None or ruled.by is None else ruled.by.name
        return _Row(
            kind=kind,
            entry=entry,
            body=body,
            by=by_ruled or (body.by if decided is None else decided.by),
            reason=(decided.reason if decided is not None else "") or ("" if ruled is None else ruled.reason),
            cites=body.cites if ruled is None else ruled.cites,
            found=report.kind if report is not None else "" if ruled is None else ruled.incident,
            ruling=decided.ruling if decided is not None else "" if ruled is None else ruled.ruling,
            report=report,
            discretion=ruled is not None and ruled.incident == OTHER and by_ruled != SYSTEM.name,
        )

    def _at_link(self, entry: Entry, body: Body, event: link_ev.LinkEvent) -> Iterator[_Row]:
        match event:
            case link_ev.ChangeProposed(number=number, change=change, by=by, reason=reason):
                kind, value = change_in_words(change)
                self._asked[entry.stream, number] = by.name, reason, (kind, entry.stream.removeprefix("link/"), value)
            case link_ev.ChangeApproved(number=number, by=by):
                yield self._approved(entry, body, (entry.stream, number), by.name)

    def _in_house(self, entry: Entry, body: Body, event: of_house.HouseStreamEvent) -> Iterator[_Row]:
        match event:
            case of_house.HouseChangeAsked(number=number, change=change, by=by):
                self._asked["change", number] = by, _why(change) or body.reason, _of_house(change)
            case of_house.HouseChangeApproved(number=number, by=by):
                yield self._approved(entry, body, ("change", number), by)
            case of_house.WriteOffAsked(number=number, player=player, amount=amount, by=by, reason=reason):
                self._asked["write-off", number] = by, reason, ("write-off", player, dollars(amount))
            case of_house.DebtWrittenOff(number=number):
                yield self._approved(entry, body, ("write-off", number), body.by)
            case of_house.DeckShown(table=table, round=round_):
                yield _Row("look", entry, body, body.by, body.reason, change=("deck", table, str(round_)))

    def _approved(self, entry: Entry, body: Body, number: tuple[str, int], by: str) -> _Row:
        asked, reason, change = self._asked[number]
        return _Row("change", entry, body, asked, reason, discretion=True, approved_by=by, change=change)

    # --- Telling --------------------------------------------------------------------------------------------------

    def _told(self, row: _Row) -> Departure:
        entry, report = row.entry, row.report
        change, of, value = row.change
        told = Departure(
            kind=row.kind,
            stream=entry.stream,
            seq=entry.seq,
            at=printed_time(entry.at),
            hash=entry.hash.hex(),
            by=row.by,
            reason=row.reason,
            cites=printed(row.cites),
            reason_missing=row.discretion and not row.reason.strip(),
            table=of if row.kind == "look" else _table_of(row),
            rulebook=row.body.book,
            round=int(value) if row.kind == "look" else row.body.round,
            found=row.found,
            ruling=row.ruling,
            approved_by=row.approved_by,
            change=change,
            of=of,
            value=value,
        )
        if row.found:
            found = finding(row.found)
            told.text, told.says = capital(str(found)), SentenceTold.of(found)
        if row.ruling:
            ruled = verdict(row.ruling)
            told.ruled, told.ruled_says = capital(str(ruled)), SentenceTold.of(ruled)
        if report is not None:
            told.reported_by, told.reported = report.by, report.reason
        if row.kind in ("departure", "void", "correction"):
            told.moved = dollars(_to_players(row))
        if row.kind == "departure":
            told.desk = self._desk_says(row)
            known = {each.moves for each in told.desk}
            if len(known) == 1 and (moves := known.pop()) is not None:
                told.difference = dollars(_to_players(row) - signed_cents(moves))
        return told

    def _desk_says(self, row: _Row) -> list[DeskSays]:
        """What the rules say to the report, tried on the table as it was before the decision."""
        entry, report = row.entry, row.report
        assert report is not None
        key = entry.stream, entry.seq
        if key not in self._desk:
            before = self._before(row)
            try:
                found = [] if before is None else _derived(Branch(self._books, before, _Enough()), before, report)
            except Unreadable:
                found = []
            self._desk[key] = found
        return self._desk[key]

    def _before(self, row: _Row) -> LiveTable | None:
        """The table before this entry."""
        name = _table_of(row)
        for before, _, fold in self._history.fold_through(name, row.body.round):
            if fold.last is not None and fold.last.seq == row.entry.seq:
                return before
        return None


_RULED = (house_ev.IrregularityRuled, poker_ev.IrregularityRuled)


def _derived(branch: Branch, table: LiveTable, report: ev.IncidentWaits) -> list[DeskSays]:
    book = at_the_table(table.book, table.sign.dealing)
    found: dict[tuple[str, str | None], DeskSays] = {}
    for option in previews.options(branch, book, reported(report.do)):
        to_players = None if option.moves is None else dollars(sum(map(signed_cents, option.moves.values())))
        ruled = verdict(option.ruling)
        said = SentenceTold.of(ruled)
        desk = DeskSays(option.ruling, capital(str(ruled)), said, option.cites, to_players)
        found.setdefault((option.ruling, to_players), desk)
    return list(found.values())


def _to_players(row: _Row) -> int:
    """Chips to the players of the table, in cents."""
    prefix = f"stack/{_table_of(row)}/"
    return sum(posting.amount for posting in row.body.post if posting.account.startswith(prefix))


def _table_of(row: _Row) -> str:
    return row.entry.stream.removeprefix("table/") if row.entry.stream.startswith("table/") else ""


def _is_at(row: _Row, table: str) -> bool:
    return not table or table == _table_of(row) or (row.kind == "look" and row.change[1] == table)


def _why(change: of_house.UserChange | of_house.ChipsChange) -> str:
    return change.reason if isinstance(change, of_house.ChipsChange) else ""


def _of_house(change: of_house.UserChange | of_house.ChipsChange) -> tuple[str, str, str]:
    if isinstance(change, of_house.ChipsChange):
        what = "deposit" if change.amount > 0 else "withdrawal"
        return what, change.player, dollars(abs(change.amount))
    if change.makes:
        return "account", change.user, change.role or ""
    if change.disabled is not None:
        return "disabled" if change.disabled else "enabled", change.user, ""
    return ("role", change.user, change.role) if change.role else ("password", change.user, "")


def _time(key: str, text: str) -> int:
    try:
        return read_time(text)
    except (ValueError, OverflowError) as error:
        raise Problem(Code.UNREADABLE, f"{key}: {error}") from None
