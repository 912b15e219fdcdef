"""The process that decides, as another one sees it: what it has committed is shown here, what must be decided is asked
there.

1. It knows neither sockets nor threads: whoever owns the connection calls `opened`, `heard` and `closed`, and `aside`
   reads the store where that holds nobody up.
2. Entries come in the order of their numbers. What the feed lacks is read from the store.
3. Without a connection the store is looked at again and again, and nothing is asked.
"""

from collections import deque
from collections.abc import Callable
from itertools import islice

import msgspec

from croupier.floor.journal.chain import Broken
from croupier.floor.live.floor import Floor
from croupier.floor.live.following import Committed, acts_after
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.ports import Aside
from croupier.floor.live.state.problems import NobodyDecides
from croupier.floor.server.api.messages import TableAct
from croupier.floor.server.app import Reply, Sent
from croupier.floor.server.cluster.feed import Line
from croupier.floor.server.cluster.messages import (
    Answered,
    Asks,
    Changed,
    Checkpoint,
    Clocks,
    Comes,
    Connected,
    HandsOver,
    Joins,
    People,
    Process,
    Processes,
    Says,
    Shows,
    ToDecider,
    ToFollower,
    Uses,
    Watches,
    Welcome,
)
from croupier.floor.server.edge.problems import status_of
from croupier.floor.server.running_floor import RunningFloor
from croupier.floor.store.base import PeopleRow, ReadFailed, SessionRow, Store, StoreBehind, UserRow

Roster = tuple[tuple[UserRow, ...], tuple[SessionRow, ...]]

ACTS_AT_ONCE = 200
"""Read from the store, and shown, before others have their turn."""


class Followed:
    def __init__(self, running: RunningFloor, store: Store, aside: Aside, joins: Callable[[], Joins]) -> None:
        self._running, self._store, self._aside, self._joins = running, store, aside, joins
        self._floor: Floor = running.floor
        self._books = self._floor.books
        self._line: Line | None = None
        self.is_welcome = False
        """The decider feeds this process."""
        self._asked = 0
        self._waiting: dict[int, Callable[[Reply | None], None]] = {}
        """By question: who waits for its answer; None if there will be none."""
        self._answers: deque[Answered] = deque()
        """Answers to acts that this process does not show yet."""
        self._changes: deque[Changed] = deque()
        """Changes that wait until the ones before them are read."""
        self._reading = False
        self._over = False
        """This process decides, or is about to."""
        self._shown = 0
        self.processes: tuple[Process, ...] = ()
        self.handed_over: HandsOver | None = None
        # What others do with what they hear
        self.rows_came: Callable[[tuple[PeopleRow, ...]], None] = lambda rows: None
        self.roster_came: Callable[[tuple[UserRow, ...], tuple[SessionRow, ...]], None] = lambda users, sessions: None
        self.checkpoint_came: Callable[[bytes], None] = lambda line: None
        self.hands_over: Callable[[HandsOver], None] = lambda message: None
        self.failed: Callable[[Exception], None] = lambda error: None

    # --- The connection --------------------------------------------------------------------------------------------

    def opened(self, line: Line) -> None:
        self._line = line
        line.say(self._joins())

    def closed(self) -> None:
        """Nobody answers what was asked; the same id finds out later whether it was done."""
        self._line, self.is_welcome = None, False
        self._floor.timers.elsewhere = False
        self._changes.clear()
        self._answers.clear()
        waiting, self._waiting = self._waiting, {}
        for answered in waiting.values():
            answered(None)

    def heard(self, message: ToFollower) -> None:
        match message:
            case Changed():
                self._changes.append(message)
                self._show_changes()
            case Answered():
                self._answers.append(message)
                self._answer(self._books.number)
            case Clocks(table=table, state=state):
                self._floor.timers.take(table, state)
                self._floor.timers.goes_on(table)
            case Connected(table=table, players=players):
                self._running.show_connected(table, set(players))
            case People(rows=rows):
                self.rows_came(rows)
            case Processes(processes=processes):
                self.processes = processes
            case Checkpoint(line=line):
                self.checkpoint_came(line)
            case Welcome():
                self._be_welcome(message)
            case HandsOver():
                self.handed_over = message
                self.hands_over(message)

    def _be_welcome(self, welcome: Welcome) -> None:
        self.is_welcome = self._floor.timers.elsewhere = True
        for table, state in welcome.clocks.items():
            self._floor.timers.take(table, state)
        for table in self._books.shown.tables:
            self._running.show_connected(table, set(welcome.connected.get(table, ())))
        here, players = self._running.presence.of("")
        for table, player in here:
            self.watches(table, player, True)
        for player in players:
            self.comes(player, True)
        self._read(with_people=True)

    @property
    def is_up_to_date(self) -> bool:
        """Whether the decider feeds this process, and nothing is missing."""
        return self.is_welcome and not self._reading

    # --- What is shown ---------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """From now on this process decides: whatever is still being read counts no more."""
        self._over = True
        self.closed()

    def rest(self) -> tuple[list[Committed], Roster]:
        """Reads, in a thread, everything that is committed and not shown yet. Raises `ReadFailed`."""
        return list(acts_after(self._store, self._books.number)), (self._store.users(), self._store.sessions())

    def take_rest(self, acts: list[Committed], roster: Roster) -> None:
        for committed in acts:
            self._take(committed)
        self.roster_came(*roster)

    def look(self) -> None:
        """Called four times a second. Reads the store if nothing comes from the decider, and says how far this process
        is."""
        if not self.is_welcome:
            self._read()
        elif self._shown != self._books.number and self._line is not None:
            self._shown = self._books.number
            self._line.say(Shows(self._shown))

    def _show_changes(self) -> None:
        while self._changes and not self._reading:
            change = self._changes[0]
            first = change.number - len(change.committed.entries) + 1
            if first > self._books.number + 1:
                self._read()
                return
            self._changes.popleft()
            for table, state in change.clocks.items():
                self._floor.timers.take(table, state)
            if change.number > self._books.number:
                self._take(change.committed)
            elif change.committed.people:
                self.rows_came(change.committed.people)

    def _take(self, committed: Committed) -> None:
        """Answers come before the change, as in the process that decides."""
        self._answer(self._books.number + len(committed.entries))
        try:
            self._floor.following.take(committed)
        except Broken as broken:
            self.failed(StoreBehind(f"the store has another entry than the one that was shown: {broken}"))
            return
        if committed.people:
            self.rows_came(committed.people)

    def _read(self, *, with_people: bool = False) -> None:
        """Reads the acts behind the newest one shown."""
        if self._reading:
            return
        self._reading = True
        number, store = self._books.number, self._store

        def read() -> Callable[[], None]:
            try:
                acts = list(islice(acts_after(store, number), ACTS_AT_ONCE))
                people = with_people or any(
                    entry.stream == HOUSE_STREAM for committed in acts for entry in committed.entries
                )
                roster = (store.users(), store.sessions()) if people else None
                if not acts and store.count() < number:
                    error = StoreBehind(f"{store.database} has lost entries that were shown")
                    return lambda: self.failed(error)
            except ReadFailed:
                return self._read_nothing
            return lambda: self._has_read(acts, roster)

        self._aside(read)

    def _read_nothing(self) -> None:
        self._reading = False

    def _has_read(self, acts: list[Committed], roster: Roster | None) -> None:
        self._reading = False
        if self._over:
            return
        for committed in acts:
            self._take(committed)
        if roster is not None:
            self.roster_came(*roster)
        if len(acts) == ACTS_AT_ONCE:
            self._read()
        else:
            self._show_changes()

    # --- What is asked ---------------------------------------------------------------------------------------------

    def _answer(self, number: int) -> None:
        """Passes on the answers to what is shown up to that entry."""
        while self._answers and self._answers[0].number <= number:
            answered = self._answers.popleft()
            waiting = self._waiting.pop(answered.question, None)
            if waiting is not None:
                waiting(answered.reply)

    def _next(self, waits: Callable[[Reply | None], None]) -> tuple[Line, int]:
        if self._line is None or not self.is_welcome:
            raise NobodyDecides
        self._asked += 1
        self._waiting[self._asked] = waits
        return self._line, self._asked

    def act(self, session: bytes, address: str, act: TableAct) -> Ticket:
        """Gives an act from a socket to the decider."""
        ticket = Ticket(200, {})

        def answered(reply: Reply | None) -> None:
            if reply is None:
                problem = NobodyDecides()
                problem.more["id"] = act.id
                ticket.status, ticket.answer = status_of(problem.code), problem.told()
            else:
                ticket.status, ticket.answer = reply.status, msgspec.json.decode(reply.body)
            ticket.resolve()

        line, question = self._next(answered)
        line.say(Says(question, session, address, act))
        return ticket

    def request(self, sent: Sent, answered: Callable[[Reply | None], None]) -> None:
        line, question = self._next(answered)
        line.say(Asks(question, sent))

    def watches(self, table: str, player: str, on: bool) -> None:
        self._tell(Watches(table, player, on))

    def comes(self, player: str, on: bool) -> None:
        self._tell(Comes(player, on))

    def uses(self, session: bytes) -> None:
        self._tell(Uses(session))

    def _tell(self, message: ToDecider) -> None:
        if self._line is not None and self.is_welcome:
            self._line.say(message)
