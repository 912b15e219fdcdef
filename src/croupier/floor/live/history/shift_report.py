"""The report of a shift: every figure with the entries behind it, and what happened, signed by the house.

A shift has the entries after those of the shift before, up to those that its closing names, so each entry is in exactly
one shift. The audit adds up the same figures from the journal alone (`floor/audit/shifts`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec.structs import asdict

from croupier.base.citation import printed
from croupier.base.values import Value
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.answers.money import (
    GameReport,
    ReportFigure,
    ReportFigures,
    ReportLine,
    ReportLists,
    ShiftReport,
    TableReport,
)
from croupier.floor.live.history.expected import Expectations, compared
from croupier.floor.live.history.tally import EntryOf, Moved, RoundOver, TableTally, Tally, ratio
from croupier.floor.live.people.register import Register
from croupier.floor.live.people.shifts import Shift, Shifts, shift_told
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import HOUSE_CODEC, HOUSE_STREAM
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.times import printed_time
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.jackpot import events as link_ev
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import document_of

CONTEXT = b"croupier/shift-report/1\n"
Spans = Mapping[str, tuple[int, int]]
"""By stream: the first entry and the last."""
KEPT = 8
"""How many reports of closed shifts are kept in memory."""


class ShiftReports:
    def __init__(self, books: FloorState, shifts: Shifts, register: Register, expectations: Expectations) -> None:
        self._books, self._shifts, self._register = books, shifts, register
        self._maker = ReportMaker(expectations)
        self._known: dict[int, ShiftReport] = {}

    def told(self, number: int) -> ShiftReport:
        """The report, signed. Reads the journal and may solve books: call it in a thread."""
        shift = self._shifts.find(number)
        if (known := self._known.get(number)) is not None:
            return known
        report = self.of(shift, self.spans(shift))
        if shift.closed is not None:
            self._known[number] = report
            for older in list(self._known)[:-KEPT]:
                self._known.pop(older, None)
        return report

    def of(self, shift: Shift, spans: Spans) -> ShiftReport:
        """The signed report of these entries."""
        report = self._maker.made(shift, self._entries(spans), self._register.settings)
        sign(report, self._books.ports.keys)
        return report

    def spans(self, shift: Shift) -> Spans:
        """Its first and last entry of each stream; of a shift that is open, the last one that is shown."""
        upto = {stream: head.seq for stream, head in self._books.shown.heads.items()}
        if shift.closed is not None:
            upto = {each.stream: each.seq for each in shift.closed.upto}
        found = {}
        for stream, last in sorted(upto.items()):
            base, _ = self._books.archived.get(stream, (None, ""))
            first = max(shift.after.get(stream, 0), 0 if base is None else base.seq) + 1
            if first <= last:
                found[stream] = first, last
        return found

    def _entries(self, spans: Spans) -> Iterable[Entry]:
        for stream, (first, last) in spans.items():
            yield from self._books.store.entries(stream, first, last - first + 1)


class Signs(Protocol):
    @property
    def public_key(self) -> bytes: ...

    def sign(self, message: bytes) -> bytes: ...


def sign(report: ShiftReport, keys: Signs) -> None:
    report.public_key = keys.public_key.hex()
    report.signature = keys.sign(CONTEXT + report_text(report)).hex()


class ReportMaker:
    """Makes reports from entries alone, so a running house and a stored journal give the same."""

    def __init__(self, expectations: Expectations) -> None:
        self._expectations = expectations

    def made(self, shift: Shift, entries: Iterable[Entry], settings: Mapping[str, str]) -> ShiftReport:
        """The report of these entries, not signed yet. They are in order within each stream."""
        lines, tally, count = _Lines(), Tally(), 0
        for entry in entries:
            count += 1
            if entry.stream == HOUSE_STREAM:
                body = decode_body(entry.body)
                events: Sequence[Value] = () if body.refused else HOUSE_CODEC.decode(body.v, body.then)
            else:
                body, events = tally.add(entry)
            lines.add(entry, body, events)
        names = sorted(tally.books)
        games = {name: document_of(tally.books[name]) for name in names}
        by_game: dict[str, list[TableTally]] = {}
        for name in names:
            by_game.setdefault(games[name], []).append(tally.of(name))
        told = shift_told(shift)
        return ShiftReport(
            shift=told.shift,
            name=told.name,
            house=settings.get("house.name", ""),
            currency=settings.get("house.currency", ""),
            state=told.state,
            opened_by=told.opened_by,
            opened_at=told.opened_at,
            closed_by=told.closed_by,
            second=told.second,
            closed_at=told.closed_at,
            reason=told.reason,
            entries=count,
            tables=[
                TableReport(table=name, game=games[name], **asdict(self._figures([tally.of(name)]))) for name in names
            ],
            games=[GameReport(game=game, **asdict(self._figures(found))) for game, found in sorted(by_game.items())],
            total=self._figures([tally.of(name) for name in names]),
            **asdict(lines.lists),
            public_key="",
        )

    def _figures(self, tables: Sequence[TableTally]) -> ReportFigures:
        moved = [each for table in tables for each in table.moved]
        rounds = [each for table in tables for each in table.rounds.values()]
        played = _entries_of(rounds)
        won, brought = sum(each.hold for each in moved), sum(each.drop for each in moved)
        staked = sum(each.handle for each in rounds)
        win, drop = _sum(moved, lambda each: each.hold), _sum(moved, lambda each: each.drop)
        expected = self._expected(rounds)
        return ReportFigures(
            rounds=ReportFigure(len(rounds), played),
            handle=ReportFigure(dollars(staked), played),
            drop=drop,
            win=win,
            hold_drop=ReportFigure(ratio(won, brought), _joined(win, drop)),
            hold_handle=ReportFigure(ratio(won, staked), _joined(win, ReportFigure(None, played))),
            expected=expected.expected,
            won=expected.won,
            sigma=expected.sigma,
            bands=expected.bands,
            rake=_sum(moved, lambda each: each.rake),
            contributions=_sum(moved, lambda each: each.contributions),
            awards=_sum(moved, lambda each: each.awards),
            fills=_sum(moved, lambda each: each.fills),
            credits=_sum(moved, lambda each: each.credits),
            variance=_sum(moved, lambda each: each.variance),
        )

    def _expected(self, rounds: Sequence[RoundOver]) -> "_Expected":
        with_bets = [each for each in rounds if each.boxes]
        boxes = Counter((each.book, bets) for each in with_bets for bets in each.boxes)
        outlook = self._expectations.of(boxes) if boxes else None
        entries = _entries_of(with_bets)
        if outlook is None:
            unknown = ReportFigure(None, entries)
            return _Expected(unknown, unknown, unknown, {})
        win = compared(sum(each.won for each in with_bets), boxes.total(), outlook)
        bands = {
            str(times): [dollars(win.expected - times * win.sigma), dollars(win.expected + times * win.sigma)]
            for times in (1, 2, 3)
        }
        expected, won, sigma = (ReportFigure(dollars(each), entries) for each in (win.expected, win.won, win.sigma))
        return _Expected(expected, won, sigma, bands)


class _Expected(NamedTuple):
    expected: ReportFigure
    won: ReportFigure
    sigma: ReportFigure
    bands: dict[str, list[str]]


def report_text(report: ShiftReport) -> bytes:
    """The report as the text that is signed."""
    told = {key: value for key, value in msgspec.to_builtins(report).items() if key != "signature"}
    return msgspec.json.encode(told, order="sorted")


def _sum(moved: Iterable[Moved], of: Callable[[Moved], int]) -> ReportFigure:
    some = [(of(each), each.entry) for each in moved if of(each)]
    return ReportFigure(dollars(sum(amount for amount, _ in some)), list(dict.fromkeys(entry for _, entry in some)))


def _entries_of(rounds: Iterable[RoundOver]) -> list[EntryOf]:
    return list(dict.fromkeys(each.entry for each in rounds))


def _joined(one: ReportFigure, other: ReportFigure) -> list[EntryOf]:
    return sorted({*one.entries, *other.entries})


class _Lines:
    """What happened, by the lists of the report."""

    def __init__(self) -> None:
        self.lists = ReportLists(
            incidents=[],
            voids=[],
            corrections=[],
            debts=[],
            decks=[],
            dealers=[],
            slips=[],
            changes=[],
            recoveries=[],
        )
        self._asked: dict[int, house.HouseChangeAsked] = {}

    def add(self, entry: Entry, body: Body, events: Sequence[Value]) -> None:
        of, _, name = entry.stream.partition("/")
        for event in events:
            found = self._line(event, body)
            if found is None:
                continue
            where, line = found
            line.at, line.entry, line.round = printed_time(entry.at), (entry.stream, entry.seq), body.round
            line.reason = line.reason or body.reason
            if of == "table":
                line.table = name
            elif of == "link":
                line.link = name
            where.append(line)

    def _line(self, event: Value, body: Body) -> tuple[list[ReportLine], ReportLine] | None:
        lists, what = self.lists, str(event.__struct_config__.tag)

        def line(**more: object) -> ReportLine:
            return ReportLine(what=what, at="", entry=("", 0), **more)  # type: ignore[arg-type]

        match event:
            case house_ev.IrregularityRuled(ruled=ruled) | poker_ev.IrregularityRuled(ruled=ruled):
                by = "" if ruled.by is None else ruled.by.name
                told = line(detail=f"{ruled.incident}: {ruled.ruling}", by=by, cites=printed(ruled.cites))
                told.reason = ruled.reason
                is_recovery = ruled.incident == "interruption" and by == SYSTEM.name
                return lists.recoveries if is_recovery else lists.incidents, told
            case house_ev.RoundVoided() | poker_ev.RoundVoided():
                return lists.voids, line(by=body.by)
            case ev.RoundCorrected(cites=cites):
                return lists.corrections, line(by=body.by, detail=str(event.round), cites=printed(cites))
            case house.ChipsOwed(player=player, amount=amount) | house.DebtPaid(player=player, amount=amount):
                return lists.debts, line(player=player, amount=dollars(amount), by=body.by)
            case house.DebtWrittenOff(player=player, amount=amount):
                return lists.debts, line(player=player, amount=dollars(amount), second=body.by)
            case ev.DeckCameIn(deck=deck) | ev.DeckWentOut(deck=deck):
                return lists.decks, line(detail=deck, by=event.by, reason=getattr(event, "reason", ""))
            case ev.DeckWasChecked(by=by):
                return lists.decks, line(by=by)
            case ev.DeckShuffled(by=by, how=how):
                return lists.decks, line(by=by, detail=how)
            case ev.DealerTookOver(dealer=dealer, by=by):
                return lists.dealers, line(detail=dealer, by=by)
            case ev.SteppedIn(by=by, dealer=dealer):
                return lists.dealers, line(detail=dealer, by=by)
            case ev.ChipsMoved(kind=kind, amount=amount, by=by, approved_by=second):
                variance = f", variance {dollars(event.variance)}" if event.variance else ""
                return lists.slips, line(detail=f"{kind}{variance}", amount=dollars(amount), by=by, second=second)
            case house.HouseChangeAsked(number=number):
                self._asked[number] = event
                return None
            case house.HouseChangeApproved(number=number, by=second):
                asked = self._asked.get(number)
                return lists.changes, line(by="" if asked is None else asked.by, second=second, detail=str(number))
            case house.PlayerBarred(player=player, by=by, reason=reason):
                return lists.changes, line(player=player, by=by, reason=reason)
            case link_ev.ChangeApproved(number=number, by=approver):
                return lists.changes, line(second=approver.name, detail=str(number))
            case _:
                return None
