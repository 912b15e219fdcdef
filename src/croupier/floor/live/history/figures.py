"""The shift in figures: rounds, drop, handle, hold and rake of each table, hour by hour, and the rulings.

Everything comes from the journal: each reading goes on where the last one ended, and no other counter exists.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from threading import Lock

from msgspec import UNSET
from msgspec.structs import asdict

from croupier.base.citation import printed
from croupier.base.sentences import capital
from croupier.base.values import Value
from croupier.floor.live.acts.incidents import role_that_decides
from croupier.floor.live.answers.money import Figures as FiguresTold
from croupier.floor.live.answers.money import HourTold, ShiftRuling, TableFigures, TotalFigures, Win
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.history.expected import FEWEST, Expectations, Outlook, compared
from croupier.floor.live.history.tally import RoundOver, RuledThen, TableTally, Tally, ratio
from croupier.floor.live.state.entry_times import first_since, since
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.times import printed_time, read_time
from croupier.floor.live.waiting_for_staff import Outside
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.irregularity import found_and_ruled, verdict
from croupier.rules.money import dollars
from croupier.rules.rulebook.model import game_of

HOUR = 3_600_000_000
SHIFT = 8 * HOUR
"""The period if the request names no beginning."""
LONGEST = 48 * HOUR
RULINGS = 50
"""How many of the last rulings are listed."""


FIGURES = ("rounds", "drop", "handle", "hold", "rake")
"""The figures for which the entries behind them can be listed."""


class Place(Value):
    """The entry that a figure comes from."""

    stream: str
    seq: int
    at: int


class Share(Value):
    """What one entry contributes to a figure: cents, or one round."""

    place: Place
    amount: int


class Figures:
    def __init__(self, books: FloorState, expectations: Expectations) -> None:
        self._books = books
        self._tally = Tally()
        self._read: dict[str, int] = {}
        """By stream: the last entry read."""
        self._reading = Lock()
        self._expectations = expectations
        self.outside: Mapping[str, Outside] = {}
        """By table, as `check_bands` found it last."""

    def told(self, beginning: str | None) -> FiguresTold:
        begin, until = self.period(beginning)
        with self._reading:
            self._read_on(until - LONGEST)
            tables = {name: self._tally.of(name) for name in sorted(self._books.shown.tables)}
            rulings = [each for each in self._tally.rulings if begin <= each.at <= until]
            sums = {name: _Sums([table], begin, until) for name, table in tables.items()}
            banked = _Sums([table for name, table in tables.items() if self._is_banked(name)], begin, until)
            total = _Sums(tables.values(), begin, until)
        hours = range(begin - begin % HOUR, until + 1, HOUR)
        return FiguresTold(
            since=printed_time(begin),
            until=printed_time(until),
            tables=[_of_table(name, of, self._win(of), hours) for name, of in sums.items()],
            total=TotalFigures(
                **asdict(self._win(banked)),
                rounds=len(total.rounds),
                drop=total.drop,
                handle=total.handle,
                hold=total.hold,
                rake=total.rake,
                by_hour=total.by_hour(hours),
                ruled=len(rulings),
            ),
            rulings=[ruling_told(each) for each in rulings[: -RULINGS - 1 : -1]],
        )

    def period(self, since: str | None, until: str | None = None) -> tuple[int, int]:
        """Beginning and end in microseconds; by default the last shift."""
        now = self._books.now()
        first = now - LONGEST
        end = (
            now if until is None else min(now, _time_within("until", until, first, now) + 999)
        )  # its whole millisecond
        return (max(first, end - SHIFT) if since is None else _time_within("since", since, first, end)), end

    def banked(self) -> list[str]:
        """The tables whose games are played against the House."""
        return [name for name in sorted(self._books.shown.tables) if self._is_banked(name)]

    def behind(self, figure: str, tables: Iterable[str], begin: int, until: int) -> list[Share]:
        """The entries that make up a figure of these tables, oldest first. Their amounts add up to the figure."""
        with self._reading:
            self._read_on(self._books.now() - LONGEST)
            sums = _Sums([self._tally.of(name) for name in tables], begin, until)
        found: Counter[Place] = Counter()
        for moved in sums.moved:
            found[Place(*moved.entry, moved.at)] += {"drop": moved.drop, "hold": moved.hold, "rake": moved.rake}.get(
                figure, 0
            )
        for round_ in sums.rounds:
            found[Place(*round_.entry, round_.at)] += {"rounds": 1, "handle": round_.handle}.get(figure, 0)
        shares = [Share(place, amount) for place, amount in found.items() if amount]
        return sorted(shares, key=lambda share: (share.place.at, share.place.stream, share.place.seq))

    def check_bands(self) -> bool:
        """Compares the win of each table with its band. Returns whether another table is outside than before.

        Reads the journal and may solve a book: call it in a thread."""
        until = self._books.now()
        with self._reading:
            self._read_on(until - LONGEST)
            sums = {
                name: _Sums([table], until - SHIFT, until)
                for name, table in self._tally.tables.items()
                if name in self._books.shown.tables and self._is_banked(name)
            }
        found: dict[str, Outside] = {}
        for name, of in sums.items():
            if sum(len(each.boxes) for each in of.rounds) < FEWEST:
                continue
            win = self._win(of)
            if win.outside:
                assert win.won is not UNSET and win.expected is not UNSET
                known = self.outside.get(name)
                since = known.since if known is not None else self._outside_since(of.rounds)
                found[name] = Outside(since, win.won, win.expected)
        before, self.outside = self.outside, found
        return before.keys() != found.keys()

    def _outside_since(self, rounds: Iterable[RoundOver]) -> int:
        """Goes through the shift round by round, so that a restart does not make the alert younger."""
        since = boxes = won = 0
        mean = variance = Fraction(0)
        for each in sorted(rounds, key=lambda each: each.at):
            added = self._expectations.of(Counter((each.book, bets) for bets in each.boxes))
            if added is None:
                continue
            boxes, won = boxes + len(each.boxes), won + each.won
            mean, variance = mean + added.mean, variance + added.variance
            if not compared(won, boxes, Outlook(mean, variance)).outside:
                since = 0
            elif not since:
                since = each.at
        return since

    def _is_banked(self, name: str) -> bool:
        return game_of(self._books.shown.tables[name].book) in HOUSE_GAMES

    def _win(self, sums: "_Sums") -> Win:
        told = Win(hold_drop=ratio(sums.won, sums.brought), hold_handle=ratio(sums.won, sums.staked))
        boxes = Counter((round_.book, bets) for round_ in sums.rounds for bets in round_.boxes)
        found = self._expectations.of(boxes) if boxes else None
        if found is None:
            return told
        win = compared(sum(round_.won for round_ in sums.rounds), boxes.total(), found)
        told.expected, told.won = dollars(win.expected), dollars(win.won)
        if win.has_band:
            told.sigma, told.outside = dollars(win.sigma), win.outside
        return told

    # --- Reading --------------------------------------------------------------------------------------------------

    def _read_on(self, from_: int) -> None:
        books = self._books
        for stream in list(books.shown.heads):
            of, _, _ = stream.partition("/")
            if of not in ("table", "link"):
                continue
            read = self._read.get(stream)
            first = first_since(books, stream, from_) if read is None else read + 1
            self._read[stream] = first - 1
            for entry in since(books, stream, first):
                self._tally.add(entry)
                self._read[stream] = entry.seq
        tally = self._tally
        tally.rulings = sorted((each for each in tally.rulings if each.at >= from_), key=lambda each: each.at)
        for table in tally.tables.values():
            table.forget(from_)


def _time_within(key: str, text: str, first: int, end: int) -> int:
    try:
        found = read_time(text)
    except (ValueError, OverflowError) as error:
        raise Problem(Code.UNREADABLE, f"{key}: {error}") from None
    if not first <= found <= end:
        why = f"{key}: expected a time from {printed_time(first)} to {printed_time(end)}"
        raise Problem(Code.UNREADABLE, why)
    return found


# --- Telling --------------------------------------------------------------------------------------------------


class _Sums:
    """Sums over some tables and some time."""

    def __init__(self, tables: Iterable[TableTally], begin: int, until: int) -> None:
        tables = list(tables)
        self.moved = [each for table in tables for each in table.moved if begin <= each.at <= until]
        self.rounds = [each for table in tables for each in table.rounds.values() if begin <= each.at <= until]
        self.brought = sum(each.drop for each in self.moved)
        self.staked = sum(each.handle for each in self.rounds)
        self.won = sum(each.hold for each in self.moved)
        self.drop, self.handle, self.hold = dollars(self.brought), dollars(self.staked), dollars(self.won)
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


def _of_table(name: str, sums: _Sums, win: Win, hours: Iterable[int]) -> TableFigures:
    return TableFigures(
        **asdict(win),
        table=name,
        rounds=len(sums.rounds),
        drop=sums.drop,
        handle=sums.handle,
        hold=sums.hold,
        rake=sums.rake,
        by_hour=sums.by_hour(hours),
    )


def ruling_told(each: RuledThen) -> ShiftRuling:
    ruled = each.ruled
    said = found_and_ruled(ruled.incident, verdict(ruled.ruling), ruled.box)
    return ShiftRuling(
        at=printed_time(each.at),
        table=each.table,
        round=each.round,
        incident=ruled.incident,
        ruling=ruled.ruling,
        text=capital(str(said)),
        says=SentenceTold.of(said),
        cites=printed(ruled.cites),
        box=ruled.box,
        by=None if ruled.by is None else ruled.by.name,
        rank=None if ruled.by is None else role_that_decides(ruled.by.rank),
        reason=ruled.reason,
    )
