"""The jackpot controller's checks of itself, at the start and every day (PJ-20, PJ-23).

It checks that the program is the one that was started, that each link's chain holds from its first entry, that folding
it gives the meter and parameters on display, and that the ledger agrees with them. It suspends a link that fails. After
every commit it compares the link's meter with its accounts.
"""

from collections import deque
from collections.abc import Callable, Mapping
from hashlib import blake2b

import msgspec

from croupier.base.sentences import Sentence, says
from croupier.floor.journal.chain import Broken, check_follows
from croupier.floor.journal.entry import Entry, decode_body
from croupier.floor.ledger.accounts import Account
from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.state.floor_state import Change, FloorState
from croupier.floor.live.state.fold import LINK_CODEC
from croupier.floor.store.base import Journal, ReadFailed
from croupier.rules.jackpot.evolve import evolve
from croupier.rules.jackpot.link import Link

EVERY = 24 * 3_600_000
"""Milliseconds between two full checks."""
A_SLICE = 500
"""Entries read at a time, so that no table waits for a check."""

Fail = Callable[[str, Sentence], object]


class Pass:
    """One reading of a link's journal from its first entry."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.link: Link | None = None
        self.last: Entry | None = None

    def due(self, books: FloorState, limit: int) -> int:
        """How many shown entries are left to read, at most `limit`."""
        return min(limit, books.shown.heads[f"link/{self.name}"].seq - (0 if self.last is None else self.last.seq))

    def read(self, store: Journal, due: int) -> int:
        """Reads that many more entries. Returns how many there were."""
        seq = 0 if self.last is None else self.last.seq
        read = 0
        for entry in store.entries(f"link/{self.name}", seq + 1, due) if due else ():
            check_follows(self.last, entry)
            body = decode_body(entry.body)
            for event in LINK_CODEC.decode(body.v, body.then):
                self.link = evolve(self.link, event)
            self.last = entry
            read += 1
        return read


class SelfCheck:
    def __init__(self, books: FloorState, fail: Fail) -> None:
        self._books = books
        self._fail = fail
        self._code = ""
        self._next = 0
        self._passes: deque[Pass] = deque()
        self._reading = False
        self._found: dict[str, Sentence] = {}
        """Faults by link. The link is suspended after the commit that showed the fault."""
        books.listeners.append(self._committed)

    def begin(self) -> None:
        """Runs at the start, when everything is loaded. Loading has checked each chain from its snapshot on; the
        entries before a snapshot are checked while the tables run."""
        self._code = self._books.ports.code()
        self._next = self._books.ports.clock.monotonic() + EVERY
        for name, link in self._books.shown.links.items():
            if why := unsound(link, self._held()):
                self._found[name] = why
            store = self._books.store
            if store.is_remote or store.snapshot(f"link/{name}") is not None:
                self._passes.append(Pass(name))
        self.fire()

    def next_due(self) -> int:
        now = self._books.ports.clock.monotonic()
        return now if self._found or (self._passes and not self._reading) else self._next

    def fire(self) -> int:
        """Runs the checks that are due. Returns how many links it suspended."""
        now = self._books.ports.clock.monotonic()
        if self._next and now >= self._next:
            self._next = now + EVERY
            self._start_passes()
        if self._passes and not self._reading:
            self._go_on()
        found, self._found = self._found, {}
        return sum(self._fail(name, why) is not None for name, why in found.items())

    def found(self, link: str, why: Sentence) -> None:
        """Notes a reconciliation that somebody asked for and that failed."""
        self._found.setdefault(link, why)

    def _committed(self, change: Change) -> None:
        for name, link in change.links.items():
            if not link.suspended and (why := unsound(link, self._books.shown.balances)):
                self._found.setdefault(name, why)

    def _start_passes(self) -> None:
        shown = self._books.shown.links
        if self._books.ports.code() != self._code:
            for name in shown:
                self._found.setdefault(name, says("program-differs"))
        self._passes.extend(Pass(name) for name in sorted(shown))

    def _go_on(self) -> None:
        first, books = self._passes[0], self._books
        due = first.due(books, A_SLICE)
        self._reading = True

        def read() -> Callable[[], None]:
            try:
                count = first.read(books.store, due)
            except (Broken, msgspec.MsgspecError) as error:
                why = str(error)
                return lambda: self._is_broken(first, why)
            except ReadFailed:
                return lambda: self._has_read(first, None)
            return lambda: self._has_read(first, count)

        books.ports.aside(read)

    def _is_broken(self, first: Pass, why: str) -> None:
        self._reading = False
        self._passes.popleft()
        self._found.setdefault(first.name, says("journal-broken", why=why))

    def _has_read(self, first: Pass, read: int | None) -> None:
        """`read`: the number of entries; None if the database server did not answer, so that they are read later."""
        self._reading, books = False, self._books
        if read is None:
            return
        head = books.shown.heads[f"link/{first.name}"]
        if first.last is not None and first.last.seq == head.seq:
            self._passes.popleft()
            if why := self._differs(first):
                self._found.setdefault(first.name, why)
        elif not read:
            self._passes.popleft()
            self._found.setdefault(first.name, says("journal-ends-early", seq=head.seq))

    def _differs(self, read: Pass) -> Sentence | None:
        shown = self._books.shown.links[read.name]
        assert read.link is not None and read.last is not None
        if read.last.hash != self._books.shown.heads[f"link/{read.name}"].hash:
            return says("journal-head-differs")
        if configuration(read.link) != configuration(shown):
            return says("parameters-differ")
        if read.link != shown:
            return says("meter-differs")
        return unsound(shown, self._held())

    def _held(self) -> Mapping[Account, int]:
        """The accounts as of the state on display; the store may be ahead of it while commits come in, and a database
        server is not asked from here."""
        books = self._books
        return books.shown.balances if books.on_their_way or books.store.is_remote else books.store.balances()


def configuration(link: Link) -> str:
    """A digest of what the House has set: parameters, and the tables with their prescribed bets."""
    told = msgspec.json.encode([link.parameters, sorted(link.tables.items())])
    return blake2b(told, digest_size=16).hexdigest()
