"""The shift in figures: rounds, drop, handle, hold and rake of each table, hour by hour, and the rulings.

Everything comes from the journal: each reading goes on where the last one ended, and no other counter exists.
"""

from collections.abc import Iterable, Iterator
from threading import Lock

from croupier.base.citation import printed
from croupier.base.values import Value
from croupier.floor.journal.entry import Body, decode_body
from croupier.floor.ledger.accounts import kind
from croupier.floor.live.acts.incidents import role_that_decides
from croupier.floor.live.answers.money import Figures as FiguresTold
from croupier.floor.live.answers.money import HourTold, ShiftRuling, TableFigures, TotalFigures
from croupier.floor.live.state.entry_times import first_since, since
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time, read_time
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import events as house_ev
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.money import dollars

HOUR = 3_600_000_000
SHIFT = 8 * HOUR
"""The period if the request names no beginning."""
LONGEST = 48 * HOUR
RULINGS = 50
"""How many of the last rulings are listed."""


class Moved(Value):
    """What one entry moved at a table, in cents."""

    at: int
    drop: int = 0
    """Chips brought from wallets."""
    hold: int = 0
    """What the tray won; negative if it lost."""
    rake: int = 0


class RoundOver(Value):
    at: int
    handle: int
    """The stakes, as far as the round was settled."""


class RuledThen(Value):
    at: int
    table: str
    round: int
    ruled: Ruled


class _Table:
    def __init__(self) -> None:
        self.moved: list[Moved] = []
        self.rounds: dict[int, RoundOver] = {}
        """By number; a round that was settled again counts once."""

    def forget(self, before: int) -> None:
        if self.moved and self.moved[0].at < before:
            self.moved = [each for each in self.moved if each.at >= before]
            self.rounds = {number: each for number, each in self.rounds.items() if each.at >= before}


class Figures:
    def __init__(self, books: FloorState) -> None:
        self._books = books
        self._tables: dict[str, _Table] = {}
        self._rulings: list[RuledThen] = []
        self._read: dict[str, int] = {}
        """By stream: the last entry read."""
        self._reading = Lock()

    def told(self, beginning: str | None) -> FiguresTold:
        until = self._books.now()
        begin = until - SHIFT if beginning is None else _begin(beginning, until)
        with self._reading:
            self._read_on(until - LONGEST)
            tables = {name: self._tables.get(name) or _Table() for name in sorted(self._books.shown.tables)}
            rulings = [each for each in self._rulings if begin <= each.at <= until]
        hours = range(begin - begin % HOUR, until + 1, HOUR)
        total = _Sums(tables.values(), begin, until)
        return FiguresTold(
            since=printed_time(begin),
            until=printed_time(until),
            tables=[_of_table(name, _Sums([table], begin, until), hours) for name, table in tables.items()],
            total=TotalFigures(
                rounds=len(total.rounds),
                drop=total.drop,
                handle=total.handle,
                hold=total.hold,
                rake=total.rake,
                by_hour=total.by_hour(hours),
                ruled=len(rulings),
            ),
            rulings=[_ruling(each) for each in rulings[: -RULINGS - 1 : -1]],
        )

    # --- Reading --------------------------------------------------------------------------------------------------

    def _read_on(self, from_: int) -> None:
        books = self._books
        for stream in list(books.shown.heads):
            of, _, name = stream.partition("/")
            if of not in ("table", "link"):
                continue
            read = self._read.get(stream)
            first = first_since(books, stream, from_) if read is None else read + 1
            self._read[stream] = first - 1
            for entry in since(books, stream, first):
                self._add(of, name, entry.at, decode_body(entry.body))
                self._read[stream] = entry.seq
        self._rulings = sorted((each for each in self._rulings if each.at >= from_), key=lambda each: each.at)
        for table in self._tables.values():
            table.forget(from_)

    def _add(self, of: str, name: str, at: int, body: Body) -> None:
        if body.refused:
            return
        for table, moved in _moves(of, name, at, body):
            self._tables.setdefault(table, _Table()).moved.append(moved)
        if of == "table" and body.then != b"[]":
            self._add_events(name, at, body)

    def _add_events(self, name: str, at: int, body: Body) -> None:
        rounds = self._tables.setdefault(name, _Table()).rounds
        for event in family_of(body.book).codec.decode(body.v, body.then):
            match event:
                case house_ev.RoundSettled(boxes=boxes):
                    staked = sum(line.staked for box in boxes.values() for line in box.lines)
                    rounds[body.round] = RoundOver(at, staked)
                case poker_ev.PotsGivenOut(pots=pots):
                    rounds[body.round] = RoundOver(at, sum(pot.amount for pot in pots))
                case house_ev.RoundVoided() | poker_ev.RoundVoided():
                    rounds[body.round] = RoundOver(at, 0)
                case house_ev.SettlementUndone():
                    rounds.pop(body.round, None)
                case house_ev.IrregularityRuled(ruled=ruled) | poker_ev.IrregularityRuled(ruled=ruled):
                    self._rulings.append(RuledThen(at, name, body.round, ruled))
                case _:
                    pass


def _begin(beginning: str, until: int) -> int:
    try:
        begin = read_time(beginning)
    except (ValueError, OverflowError) as error:
        raise Problem(Code.UNREADABLE, f"since: {error}") from None
    if not until - LONGEST <= begin <= until:
        why = f"since: expected a time from {printed_time(until - LONGEST)} to {printed_time(until)}"
        raise Problem(Code.UNREADABLE, why)
    return begin


def _moves(of: str, name: str, at: int, body: Body) -> Iterator[tuple[str, Moved]]:
    """A link pays contributions and awards through the trays of its tables."""
    for posting in body.post:
        account, amount = posting.account, posting.amount
        match kind(account):
            case "tray":
                yield account.removeprefix("tray/"), Moved(at, hold=amount)
            case "rake":
                yield account.removeprefix("rake/"), Moved(at, rake=amount)
            case "wallet" if of == "table" and amount < 0:
                yield name, Moved(at, drop=-amount)
            case _:
                pass


# --- Telling --------------------------------------------------------------------------------------------------


class _Sums:
    """Sums over some tables and some time."""

    def __init__(self, tables: Iterable[_Table], begin: int, until: int) -> None:
        tables = list(tables)
        self.moved = [each for table in tables for each in table.moved if begin <= each.at <= until]
        self.rounds = [each for table in tables for each in table.rounds.values() if begin <= each.at <= until]
        self.drop = dollars(sum(each.drop for each in self.moved))
        self.handle = dollars(sum(each.handle for each in self.rounds))
        self.hold = dollars(sum(each.hold for each in self.moved))
        self.rake = dollars(sum(each.rake for each in self.moved))

    def by_hour(self, hours: Iterable[int]) -> list[HourTold]:
        return [self._hour(hour) for hour in hours]

    def _hour(self, hour: int) -> HourTold:
        within = [each for each in self.moved if hour <= each.at < hour + HOUR]
        return HourTold(
            hour=printed_time(hour),
            rounds=sum(hour <= each.at < hour + HOUR for each in self.rounds),
            hold=dollars(sum(each.hold for each in within)),
            rake=dollars(sum(each.rake for each in within)),
        )


def _of_table(name: str, sums: _Sums, hours: Iterable[int]) -> TableFigures:
    return TableFigures(
        table=name,
        rounds=len(sums.rounds),
        drop=sums.drop,
        handle=sums.handle,
        hold=sums.hold,
        rake=sums.rake,
        by_hour=sums.by_hour(hours),
    )


def _ruling(each: RuledThen) -> ShiftRuling:
    ruled = each.ruled
    return ShiftRuling(
        at=printed_time(each.at),
        table=each.table,
        round=each.round,
        incident=ruled.incident,
        ruling=ruled.ruling,
        cites=printed(ruled.cites),
        box=ruled.box,
        by=None if ruled.by is None else ruled.by.name,
        rank=None if ruled.by is None else role_that_decides(ruled.by.rank),
        reason=ruled.reason,
    )
