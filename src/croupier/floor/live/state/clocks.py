"""Deadlines. When one passes, the system acts: an ordinary act in the same queue, by `system`, citing R-41.

They run on the monotonic clock and exist in memory only. After a restart everybody who has to answer gets a full
period. A player's act that came first wins, because it is decided first.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from croupier.base.actors import RunBy
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.values import Value
from croupier.floor.live.answers.said import spliced
from croupier.floor.live.answers.tables import Asked as AskedTold
from croupier.floor.live.answers.tables import ClockTold
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import ClockDue
from croupier.floor.live.state.house_family import takes_part
from croupier.floor.live.state.sign import Clocks
from croupier.floor.live.state.table import LiveTable, house_game
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseState, Phase, Stake

GRACE = 5_000
"""Milliseconds of the betting window after which players who are ready no longer wait for a box without a bet."""
LEAST_LEFT = 5_000
"""The least time left on each clock when somebody comes back to a table that everybody had lost."""
OFFER = 20_000_000
"""Microseconds to take an offered place; time in which nobody can sit down does not count."""
NEVER = 1 << 62
RETRY = 1_000
"""Milliseconds until the system tries a refused act again, such as a close that a link delays."""


def asked(table: LiveTable) -> list[ClockDue]:
    """The open questions; none at a closed table. While it is suspended its clocks stop."""
    return [] if table.game.closed else family_of(table.book).questions(table, table.game)


class Shown(NamedTuple):
    """The clocks as the last viewer saw them, with their inputs; the next viewer gets the same."""

    table: LiveTable
    since: Mapping[ClockDue, int]
    charged: Mapping[str, int]
    stands_since: int | None
    now: int
    told: ClockTold

    def are_of(self, table: LiveTable, watch: "Watch", now: int) -> bool:
        same = self.table is table and self.since is watch.since and self.charged is watch.charged
        return same and (self.stands_since, self.now) == (watch.stands_since, now)


class ClockState(Value, array_like=True):
    """The clocks of a table for another process, whose own clock differs: all times are milliseconds ago, negative for
    the future."""

    since: tuple[tuple[ClockDue, int], ...]
    window: tuple[int, int]
    charged: dict[str, int]
    offers: tuple[tuple[ClockDue, int], ...]
    offers_rest: tuple[tuple[ClockDue, int], ...]
    stands_since: int | None
    stands_at: int
    was_lost: bool
    empty_since: int | None
    had_a_socket: tuple[str, ...]
    retry: int
    closed_in_vain: bool


class Watch:
    """The clocks of one table."""

    def __init__(self) -> None:
        self.since: dict[ClockDue, int] = {}
        """When each question's clock started."""
        self.stands_since: int | None = None
        """When all clocks stopped, if they are stopped."""
        self.stands_at = 0
        """The same by the time of day, in microseconds."""
        self.offers: dict[ClockDue, int] = {}
        """Places offered to waiting players, and until when."""
        self.offers_rest: dict[ClockDue, int] = {}
        """Time left of offers that are on hold while nobody can sit down."""
        self.was_lost = False
        """The clocks stopped because everybody lost the connection."""
        self.window: tuple[int, int] = (0, 0)
        """The round with open bets, and since when."""
        self.bots: frozenset[str] = frozenset()
        """Bots, who need no socket."""
        self.connected: frozenset[str] = frozenset()
        """Everybody with a socket that watches the table, player or not."""
        self.had_a_socket: set[str] = set()
        """Players of the table who have had a socket."""
        self.empty_since: int | None = None
        """Since when everybody in the round has been disconnected with nobody else there."""
        self.charged: dict[str, int] = {}
        """By player: up to when the time bank is charged."""
        self.shown: Shown | None = None
        self.retry: int = 0
        self.closed_in_vain: dict[int, Mapping[Spot, Stake]] | None = None
        """The bets on the layout when the betting clock ended without a live bet: the clock waits for another bet."""
        self._known: tuple[LiveTable, dict[ClockDue, int], dict[str, int], frozenset[str]] | None = None
        self._deadlines: list[tuple[int, ClockDue]] = []

    def state(self, now: int) -> ClockState:
        def ago(when: int | None) -> int | None:
            return None if when is None else now - when

        return ClockState(
            since=tuple([(each, now - start) for each, start in self.since.items()]),
            window=(self.window[0], now - self.window[1]),
            charged={player: now - until for player, until in self.charged.items()},
            offers=tuple([(each, now - until) for each, until in self.offers.items()]),
            offers_rest=tuple(self.offers_rest.items()),
            stands_since=ago(self.stands_since),
            stands_at=self.stands_at,
            was_lost=self.was_lost,
            empty_since=ago(self.empty_since),
            had_a_socket=tuple(sorted(self.had_a_socket)),
            retry=now - self.retry,
            closed_in_vain=self.closed_in_vain is not None,
        )

    def take(self, state: ClockState, table: LiveTable | None, now: int) -> None:
        """Takes over the clocks of another process."""

        def ago(gap: int | None) -> int | None:
            return None if gap is None else now - gap

        self.since = {each: now - gap for each, gap in state.since}
        self.window = state.window[0], now - state.window[1]
        self.charged = {player: now - gap for player, gap in state.charged.items()}
        self.offers = {each: now - gap for each, gap in state.offers}
        self.offers_rest = dict(state.offers_rest)
        self.stands_since, self.stands_at = ago(state.stands_since), state.stands_at
        self.was_lost, self.empty_since = state.was_lost, ago(state.empty_since)
        self.had_a_socket = set(state.had_a_socket)
        self.retry = now - state.retry
        self.closed_in_vain = _bets(house_game(table)) if state.closed_in_vain and table is not None else None

    def deadlines(self, table: LiveTable) -> list[tuple[int, ClockDue]]:
        """When the time for each question ends; computed again only after a change."""
        known, made_of = self._known, (table, self.since, self.charged, self.connected)
        if known is None or any(one is not other for one, other in zip(known, made_of, strict=True)):
            self._known = made_of
            self._deadlines = [(self._ends(table, each), each) for each in self.since]
        return self._deadlines

    def _ends(self, table: LiveTable, each: ClockDue) -> int:
        if each.kind == "betting":
            return min(self.since[each] + _period(each, table.clocks), self._all_ready(table))
        when = self.since[each] + _period(each, table.clocks)
        if each.player is None:
            return when
        assert table.clocks.decision is not None
        starts = [start for other, start in self.since.items() if other.player == each.player]
        begun = max(min(starts) + table.clocks.decision, self.charged.get(each.player, 0))
        bank = (table.clocks.bank or 0) - table.bank_used(each.player)
        return max(when, self.since[each] + table.clocks.decision, begun + bank)

    def _all_ready(self, table: LiveTable) -> int:
        """Since when the bets can close: every box with a live bet is ready, and everybody else let `GRACE` pass."""
        state = house_game(table)
        gone = state.round.departed
        live = [box for box in state.round.boxes.values() if takes_part(box) and box.player not in gone]
        if not live or any(box.number not in table.ready for box in live):
            return NEVER
        others = ((self.connected | self.bots) & seated(table)).difference(gone, (box.player for box in live))
        return self.window[1] + (GRACE if others else 0)

    def shift(self, gap: int) -> None:
        """Moves all starts `gap` milliseconds later."""
        self.window = self.window[0], self.window[1] + gap
        self.offers = {each: until + gap for each, until in self.offers.items()}
        self.since = {each: start + gap for each, start in self.since.items()}
        self.charged = {player: until + gap for player, until in self.charged.items()}
        self.stands_since = None if self.stands_since is None else self.stands_since + gap
        self.empty_since = None if self.empty_since is None else self.empty_since + gap

    def go_on(self, now: int) -> None:
        """Restarts the clocks. A question that came up meanwhile gets its whole period."""
        assert self.stands_since is not None
        stood = self.stands_since
        self.window = self.window[0], self.window[1] + now - max(self.window[1], stood)
        self.since = {each: start + now - max(start, stood) for each, start in self.since.items()}
        self.charged = {player: until + now - max(until, stood) for player, until in self.charged.items()}
        self.stands_since = None

    def leave_time(self, table: LiveTable, now: int) -> None:
        """Leaves some time to a player who has just come back."""
        least = {}
        for each, start in self.since.items():
            left = start + _period(each, table.clocks) - now
            if left <= 0:  # the bank runs, or the whole period passed while the clocks stood still
                left = self._ends(table, each) - now
            least[each] = start + max(0, LEAST_LEFT - left)
        self.since = least


Say = Callable[[str, str, tuple[Citation, ...], tuple[ev.LiveEvent, ...]], Refused | None]
"""Lets the system say something at a table. Returns the refusal, if any."""


class Periodic(Protocol):
    """Something that the system does from time to time outside the tables."""

    def next_due(self) -> int: ...

    def fire(self) -> int: ...


class Timers:
    def __init__(self, tables: Callable[[], Mapping[str, LiveTable]], now: Callable[[], int], say: Say) -> None:
        self._tables = tables
        self._now = now
        self._say = say
        self._watches: defaultdict[str, Watch] = defaultdict(Watch)
        self.empty_table = 600_000
        self.away_after = 2
        self.running = True
        """False once the house closes: no new rounds begin."""
        self.elsewhere = False
        """Another process has the clocks, and tells this one how they stand."""
        self.beside: list[Periodic] = []
        self.bots: Callable[[LiveTable], Iterable[str]] = lambda table: ()
        """The players of a table without sockets of their own."""
        self.time_of_day: Callable[[], int] = lambda: 0
        """In microseconds."""
        self.offer_passed: Callable[[str, str], None] = lambda table, player: None
        """Called when a player has let the offer of a place pass."""
        self.goes_on: Callable[[str], None] = lambda name: None
        """Called with a table whose players have been gone so long that its clocks run again."""

    # --- Several processes ----------------------------------------------------------------------------------------

    def state(self, name: str, now: int | None = None) -> ClockState:
        """The clock as seen now, or at another time: at the same one it is the same until it moves."""
        return self._watches[name].state(self._now() if now is None else now)

    def take(self, name: str, state: ClockState) -> None:
        """Shows the clock of the process that decides."""
        self._watches[name].take(state, self._tables().get(name), self._now())

    def restart(self, connected: Mapping[str, Iterable[str]], *, from_here: bool) -> None:
        """This process has the clocks from now on, with the players `connected` to each table. With `from_here`
        everybody who has to answer gets a full period, because nobody knows how long the deciding process was gone."""
        self.elsewhere = False
        if from_here:
            self._watches.clear()
        for name in self._tables():
            self._watches[name].connected = frozenset(connected.get(name, ()))
            self.changed(name)

    # --- What is asked --------------------------------------------------------------------------------------------

    def changed(self, name: str) -> None:
        """After every act: starts the clocks of new questions, ends those of answered ones."""
        if self.elsewhere:
            return
        table, now = self._tables()[name], self._now()
        watch = self._watches[name]
        watch.bots = frozenset(self.bots(table))
        if watch.window[0] != table.rounds:  # "Place your Bets, please"
            watch.window = table.rounds, now
        questions = asked(table)
        if watch.closed_in_vain is not None:
            questions = [each for each in questions if each.kind != "betting" or _bets_lie(watch, table)]
        watch.since = {each: watch.since.get(each, now) for each in questions}
        if watch.charged:
            players = {each.player for each in questions}
            watch.charged = {player: until for player, until in watch.charged.items() if player in players}
        if table.queue or watch.offers or watch.offers_rest:
            self._look_at_offers(watch, table, now)
        self._look_around(watch, table)
        self._stand(watch, table, now)

    def _look_at_offers(self, watch: Watch, table: LiveTable, now: int) -> None:
        """Runs offers while players can sit down. Offers from before a restart get their whole time again."""
        running, rest = {}, {}
        for each in table.queue:
            if each.offered is None:
                continue
            offer = ClockDue("offer", each.offered, each.player)
            until = watch.offers.get(offer, now + watch.offers_rest.get(offer, OFFER // 1_000))
            if each.until:
                running[offer] = until
            else:
                rest[offer] = max(0, until - now)
        watch.offers, watch.offers_rest = running, rest

    def _stand(self, watch: Watch, table: LiveTable, now: int) -> None:
        """Stops the clocks while the table is suspended, and while all its players are disconnected."""
        empty = watch.empty_since is not None and now < watch.empty_since + self.empty_table
        stands = table.game.suspended is not None or (empty and bool(watch.since))
        if stands and watch.stands_since is None:
            watch.stands_since, watch.stands_at = now, self.time_of_day()
            watch.was_lost = empty
        elif not stands and watch.stands_since is not None:
            watch.go_on(now)
            if watch.was_lost and watch.empty_since is None:
                watch.leave_time(table, now)

    def presence(self, name: str, connected: set[str]) -> None:
        """Notes who has a socket that watches the table now."""
        watch, table = self._watches[name], self._tables()[name]
        watch.connected = frozenset(connected)
        self._look_around(watch, table)
        self._stand(watch, table, self._now())

    def _look_around(self, watch: Watch, table: LiveTable) -> None:
        """Whether everybody in the round is disconnected and nobody else is there: no other player, no bot, nobody who
        waits for a place. A player who never had a socket has lost none; one who has left is not missed. Sockets from
        before a player sat down count."""
        had = watch.had_a_socket | watch.connected
        watch.had_a_socket = had & seated(table) if had else had
        if not watch.had_a_socket or not watch.connected.isdisjoint(watch.had_a_socket) or table.queue:
            watch.empty_since = None
            return
        playing = family_of(table.book).in_the_round(table.game)
        if not playing or not playing <= watch.had_a_socket:
            watch.empty_since = None
        elif watch.empty_since is None:
            watch.empty_since = self._now()

    def paused(self, gap: int) -> None:
        """The process stood still for `gap` milliseconds: nobody could act (F-08)."""
        for watch in self._watches.values():
            watch.shift(gap)

    # --- What people see ------------------------------------------------------------------------------------------

    def lost(self, table: LiveTable) -> tuple[int, int] | None:
        """Since when the clocks are stopped for lost players, and until when at most, by the time of day."""
        watch = self._watches.get(table.name)
        if watch is None or watch.stands_since is None or watch.empty_since is None:
            return None
        return watch.stands_at, watch.stands_at + 1_000 * (watch.empty_since + self.empty_table - watch.stands_since)

    def shown(self, table: LiveTable) -> ClockTold:
        watch = self._watches.get(table.name)
        if watch is None:
            return ClockTold(stopped=False, asked=[])
        now = watch.stands_since if watch.stands_since is not None else self._now()
        if watch.shown is None or not watch.shown.are_of(table, watch, now):
            told = spliced(self._told(table, watch, now))
            watch.shown = Shown(table, watch.since, watch.charged, watch.stands_since, now, told)
        return watch.shown.told

    def _told(self, table: LiveTable, watch: Watch, now: int) -> ClockTold:
        family = family_of(table.book)
        told = []
        for each, start in watch.since.items():
            period = _period(each, table.clocks)
            if period == NEVER:
                continue  # such a window closes when everybody is ready
            one = AskedTold(left=max(0, start + period - now), bank=0)
            if each.place is None:
                one.for_ = "close" if each.kind == "betting" else family.next_round
            elif family.house_banked:
                one.box = each.place
            else:
                one.seat = each.place
            if each.player is not None:
                one.bank = max(0, self._bank_left(table, watch, each, now))
            told.append(one)
        return ClockTold(watch.stands_since is not None, told)

    def _bank_left(self, table: LiveTable, watch: Watch, each: ClockDue, now: int) -> int:
        bank = table.clocks.bank
        if not bank:
            return 0
        assert each.player is not None
        return bank - table.bank_used(each.player) - self._running(table, watch, each.player, now)

    def _running(self, table: LiveTable, watch: Watch, player: str, now: int) -> int:
        """Milliseconds of the bank that have run and are not charged yet; all boxes of a player share one bank."""
        period = table.clocks.decision
        starts = [start for each, start in watch.since.items() if each.player == player]
        if not starts or period is None:
            return 0
        begun = max(min(starts) + period, watch.charged.get(player, 0))
        return max(0, now - begun)

    def charge(self, table: LiveTable, player: str) -> tuple[ev.LiveEvent, ...]:
        """The time that the player took beyond the period, to be entered with the act."""
        watch, bank = self._watches.get(table.name), table.clocks.bank
        if watch is None or not bank:
            return ()
        ran = self._running(table, watch, player, self._now())
        took = min(ran, bank - table.bank_used(player)) if ran else 0
        return (ev.TimeTaken(player, took),) if took > 0 else ()

    def charged(self, name: str, player: str) -> None:
        """Charges the bank after the act was accepted."""
        watch = self._watches[name]
        watch.charged = {**watch.charged, player: self._now()}

    # --- When a deadline passes -----------------------------------------------------------------------------------

    def close_if_all_ready(self, name: str) -> None:
        """Closes the bets at once, without waiting for the next look at the clocks."""
        table, watch = self._tables()[name], self._watches[name]
        if not table.ready or watch.stands_since is not None:
            return
        for when, each in watch.deadlines(table):
            if each.kind == "betting" and max(when, watch.retry) <= self._now():
                self._passed(name, each)

    def next_due(self) -> int | None:
        """The next deadline, on the monotonic clock."""
        tables = (when for when, _, _ in self._deadlines())
        return min((*tables, *(each.next_due() for each in self.beside)), default=None)

    def _deadlines(self) -> Iterator[tuple[int, str, ClockDue | None]]:
        tables = self._tables()
        for name, watch in self._watches.items():
            table = tables[name]
            yield from ((until, name, each) for each, until in watch.offers.items())
            if watch.stands_since is not None:
                if table.game.suspended is None and watch.empty_since is not None:
                    yield watch.empty_since + self.empty_table, name, None
                continue
            if table.game.table.run_by is RunBy.DEALER:
                continue  # viewers see how long everybody takes; the dealer decides what follows
            for when, each in watch.deadlines(table):
                yield max(when, watch.retry), name, each

    def fire(self) -> int:
        """Acts for every passed deadline, in order. Returns how many acts that were."""
        acts = 0
        while (due := self._first_due()) is not None:
            _, name, each = due
            if each is None:
                watch = self._watches[name]
                self._stand(watch, self._tables()[name], self._now())
                self.goes_on(name)
                continue
            acts += self._passed(name, each)
        for other in self.beside:
            if other.next_due() <= self._now():
                acts += other.fire()
        return acts

    def _first_due(self) -> tuple[int, str, ClockDue | None] | None:
        now = self._now()
        due = [each for each in self._deadlines() if each[0] <= now]
        return min(due, key=lambda each: (each[0], each[1], each[2].place or 0 if each[2] else 0), default=None)

    def _passed(self, name: str, each: ClockDue) -> int:
        table, watch = self._tables()[name], self._watches[name]
        if each.kind == "offer":
            assert each.player is not None
            self.offer_passed(name, each.player)
            return 1
        if each.kind == "pause" and not self.running:
            accepted = False
        elif each.kind == "betting":
            accepted = self._close(name, table, watch)
        else:
            accepted = self._say(name, *_what_to_say(table, each, self._silence(table, watch, each))) is None
            if accepted and each.kind == "decision":
                self._put_away(name, each)
        if not accepted:
            watch.retry = self._now() + RETRY
        return int(accepted)

    def _silence(self, table: LiveTable, watch: Watch, each: ClockDue) -> tuple[ev.LiveEvent, ...]:
        """Uses up the rest of the bank and counts the silence."""
        if each.player is None:
            return ()
        rest = (table.clocks.bank or 0) - table.bank_used(each.player)
        taken = (ev.TimeTaken(each.player, rest),) if rest > 0 else ()
        return (*taken, ev.TimeRanOut(each.player))

    def _close(self, name: str, table: LiveTable, watch: Watch) -> bool:
        """Closes the bets. A box below the minimum has walked away (R-41, R-82). Without a live bet the window stays
        open (R-60) and the clock waits for the next bet."""
        state = house_game(table)
        limits = state.round.table.limits
        for box in state.round.boxes.values():
            low = any(spot in limits and stake.amount < limits[spot].low for spot, stake in box.bets.items())
            if low and box.player not in state.round.departed:
                self._say(name, f"{box.number} leaves", (ruling(41), ruling(82)), ())
        refused = self._say(name, "close", (), ())
        if refused is not None and ruling(60) in refused.cites:
            watch.closed_in_vain = _bets(state)
            self.changed(name)
        return refused is None

    def _put_away(self, name: str, each: ClockDue) -> None:
        table = self._tables()[name]
        assert each.player is not None
        away = family_of(table.book).goes_away(table.game, each.player)
        if away is not None and table.silences.get(each.player, 0) >= self.away_after:
            self._say(name, away, (ruling(41),), ())


def _bets_lie(watch: Watch, table: LiveTable) -> bool:
    """Whether somebody has bet since the clock last ended without a live bet."""
    before = watch.closed_in_vain
    if before is None:
        return True
    state = house_game(table)
    now = _bets(state)
    added = any(
        spot not in (lay := before.get(box, {})) or stake.amount > lay[spot].amount
        for box, bets in now.items()
        for spot, stake in bets.items()
    )
    watch.closed_in_vain = None if added or state.round.phase is not Phase.BETTING else now
    return watch.closed_in_vain is None


def _bets(state: HouseState) -> dict[int, Mapping[Spot, Stake]]:
    return {box.number: box.bets for box in state.round.boxes.values() if box.bets}


def seated(table: LiveTable) -> set[str]:
    """The players who have a place there."""
    return {*family_of(table.book).holders(table.game).values()}


def _period(each: ClockDue, clocks: Clocks) -> int:
    if each.kind == "betting" and clocks.betting is None:
        return NEVER
    period = {"betting": clocks.betting, "pause": clocks.pause}.get(each.kind, clocks.decision)
    assert period is not None, each
    return period


def _what_to_say(
    table: LiveTable, each: ClockDue, happened: tuple[ev.LiveEvent, ...]
) -> tuple[str, tuple[Citation, ...], tuple[ev.LiveEvent, ...]]:
    family = family_of(table.book)
    if each.kind == "pause":
        return family.next_round, (), happened
    assert each.place is not None
    if each.kind == "choice":
        return f"{each.place} continue", (ruling(95),), happened
    return family.after_silence(table.game, each.place), (ruling(41),), happened
