"""A store in memory that commits on command, for simulations that choose every order of events.

The disk outlives the store: a crash drops what was not committed, and the next store on that disk finds the rest.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Self

from msgspec.structs import replace

from croupier.base.limits import MOST_CENTS
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account, may_be_negative
from croupier.floor.store.base import (
    DRILLS_KEPT,
    PAGE,
    AnswerRow,
    Batch,
    Cut,
    Done,
    DrillRow,
    Head,
    Lapse,
    Leaving,
    MetaRow,
    PeopleRow,
    PostedRow,
    SessionEnded,
    SessionRow,
    SnapshotRow,
    Space,
    StoreFailed,
    StoreFenced,
    StoreUnusable,
    TraineeRow,
    TrainingRow,
    UserGone,
    UserRow,
    Watch,
)
from croupier.floor.store.checks import Posted, check_entry, check_journal
from croupier.floor.store.faults import AFTER, BEFORE, COMMIT, Fault, PlantedError, strike
from croupier.floor.store.lease import PROTOCOL, Claim, LeaseRow


class SimulatedDisk:
    """What is durable."""

    def __init__(self) -> None:
        self.lease = LeaseRow("", "", 0, 0, 0)
        self.entries: dict[str, list[Entry]] = {}
        self.order: list[tuple[int, Entry]] = []
        """The entries of all streams in commit order, each with its number."""
        self.numbered = 0
        self.rounds: dict[tuple[str, int], list[int]] = {}
        self.heads: dict[str, Head] = {}
        self.cuts: dict[str, Cut] = {}
        self.postings: dict[Account, list[tuple[int, PostedRow]]] = {}
        self.posted = 0
        self.balances: dict[Account, int] = {}
        self.answers: dict[tuple[str, str], AnswerRow] = {}
        self.decks: dict[tuple[str, int], dict[int, DeckRow]] = {}
        self.snapshots: dict[str, SnapshotRow] = {}
        self.users: dict[str, UserRow] = {}
        self.sessions: dict[bytes, SessionRow] = {}
        self.drills: dict[str, dict[int, DrillRow]] = {}
        self.trainees: dict[str, TraineeRow] = {}
        self.meta: dict[str, str] = {}

        self.sessions_of_owners: dict[int, SimulatedLease] = {}
        """By epoch: who took the lease, while their session lives."""

    def open(self) -> "SimulatedStore":
        store = self.follow()
        seen, held = store.lease.look()
        if held:
            raise StoreUnusable("in-use", "the disk is in use by another store; close it first")
        taken = store.lease.take(seen, Claim("simulated", "", PROTOCOL))
        assert taken is not None
        store.decide(taken)
        return store

    def follow(self) -> "SimulatedStore":
        check_journal(self.read())
        return SimulatedStore(self)

    @property
    def epoch(self) -> int:
        return self.lease.epoch

    def read(self) -> "SimulatedReader":
        return SimulatedReader(self)


class SimulatedLease:
    """One session with the disk."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self._disk = disk

    def look(self) -> tuple[LeaseRow, bool]:
        return self._disk.lease, self._disk.lease.epoch in self._disk.sessions_of_owners

    def take(self, seen: LeaseRow, claim: Claim) -> LeaseRow | None:
        now = self._disk.lease
        if (now.epoch, now.beat) != (seen.epoch, seen.beat):
            return None
        taken = LeaseRow(claim.name, claim.address, now.epoch + 1, now.beat + 1, claim.protocol)
        self._disk.lease = taken
        self._disk.sessions_of_owners[taken.epoch] = self
        return taken

    def beat(self, epoch: int) -> bool:
        if self._disk.lease.epoch != epoch:
            return False
        self._disk.lease = replace(self._disk.lease, beat=self._disk.lease.beat + 1)
        self._disk.sessions_of_owners.setdefault(epoch, self)
        return True

    def release(self, epoch: int, heir: str) -> bool:
        freed = self.beat(epoch)
        if freed:
            self._disk.lease = replace(self._disk.lease, owner="", address=heir)
        self.close()
        return freed

    def close(self) -> None:
        """The session ends; another one of the same process may begin with the next beat."""
        sessions = self._disk.sessions_of_owners
        for epoch in [epoch for epoch, session in sessions.items() if session is self]:
            del sessions[epoch]


class SimulatedReader:
    def __init__(self, disk: SimulatedDisk) -> None:
        self._seen = disk

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Does nothing: no file is open."""

    def interrupt(self) -> None:
        """Does nothing: every read ends at once."""

    @contextmanager
    def snapshot_in_time(self) -> Iterator[None]:
        now = self._seen
        self._seen = deepcopy(now)
        try:
            yield
        finally:
            self._seen = now

    def fault(self, *, thorough: bool) -> str:
        return ""

    def heads(self) -> dict[str, Head]:
        return dict(self._seen.heads)

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        entries, cut = self._seen.entries.get(stream, []), self._cut(stream)
        if round is None:
            begin = max(first - cut, 1) - 1
            return iter(entries[begin : None if limit is None else begin + limit])
        of_round = self._seen.rounds.get((stream, round), [])
        found = of_round[bisect_left(of_round, first) :]
        return iter([entries[seq - cut - 1] for seq in found[:limit]])

    def _cut(self, stream: str) -> int:
        """How many entries of a stream are in an archive."""
        return self._seen.cuts[stream].seq if stream in self._seen.cuts else 0

    def every_entry(self, after: int = 0, page: int = PAGE) -> Iterator[tuple[int, Entry]]:
        order = self._seen.order
        return iter(order[bisect_left(order, after + 1, key=lambda each: each[0]) :])

    def streams_with_entries(self) -> list[str]:
        return sorted(stream for stream, entries in self._seen.entries.items() if entries)

    def last_of_round(self, stream: str, round: int) -> Entry | None:
        of_round = self._seen.rounds.get((stream, round))
        return self._seen.entries[stream][of_round[-1] - self._cut(stream) - 1] if of_round else None

    def count(self) -> int:
        return self._seen.order[-1][0] if self._seen.order else 0

    def answer(self, by: str, id: str) -> AnswerRow | None:
        return self._seen.answers.get((by, id))

    def ids(self, by: str, limit: int) -> list[str]:
        return [id for user, id in self._seen.answers if user == by][:limit]

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]:
        return tuple(row for _, row in sorted(self._seen.decks.get((stream, round), {}).items()))

    def every_deck(self) -> Iterator[DeckRow]:
        return iter([row for rows in self._seen.decks.values() for row in rows.values()])

    def snapshot(self, stream: str) -> SnapshotRow | None:
        return self._seen.snapshots.get(stream)

    def cuts(self) -> dict[str, Cut]:
        return dict(self._seen.cuts)

    def balances(self) -> dict[Account, int]:
        return dict(sorted(self._seen.balances.items()))

    def posted_balances(self) -> dict[Account, int]:
        found = Counter({of: sum(row.amount for _, row in rows) for of, rows in self._seen.postings.items()})
        for cut in self._seen.cuts.values():
            found.update(cut.carried)
        return dict(found)

    def postings_of(self, stream: str, seq: int) -> list[tuple[int, Account, int]]:
        rows = sorted(row for rows in self._seen.postings.values() for row in rows)
        found = [(row.account, row.amount) for _, row in rows if (row.stream, row.seq) == (stream, seq)]
        return [(line, account, amount) for line, (account, amount) in enumerate(found, 1)]

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        rows = [row for account in dict.fromkeys(accounts) for row in self._seen.postings.get(account, ())[-limit:]]
        return tuple(row for _, row in sorted(rows, key=lambda row: row[0], reverse=True)[:limit])

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        posted = {(row.stream, row.seq) for _, row in self._seen.postings.get(account, ())}
        found = (
            number
            for (of, number), entries in self._seen.rounds.items()
            if of == stream and number < below and any((of, seq) in posted for seq in entries)
        )
        return tuple(sorted(found, reverse=True)[:limit])

    def users(self) -> tuple[UserRow, ...]:
        return tuple(self._seen.users.values())

    def sessions(self) -> tuple[SessionRow, ...]:
        return tuple(sorted(self._seen.sessions.values(), key=lambda row: row.number))

    def drills(self, user: str) -> tuple[DrillRow, ...]:
        return tuple(row for _, row in sorted(self._seen.drills.get(user.lower(), {}).items()))

    def trainee(self, user: str) -> TraineeRow | None:
        return self._seen.trainees.get(user.lower())

    def meta(self) -> dict[str, str]:
        return dict(self._seen.meta)


class SimulatedStore(SimulatedReader):
    """Batches wait until `commit` is called; `flush` and `close` commit all of them."""

    kind = "simulated"
    database = "memory"
    lapse: Lapse | None = None

    def __init__(self, disk: SimulatedDisk) -> None:
        super().__init__(disk)
        self._disk = disk
        self._queue: deque[tuple[Batch, Done]] = deque()
        self._remembered: dict[str, str] = {}
        self._open = True
        self.lease = SimulatedLease(disk)
        self._fault: Fault | None = None
        self._commits = 0
        self._watch: Watch = lambda entries, seconds: None
        self._on_failure: Callable[[StoreFailed], None] = lambda failure: None
        self.epoch = 0
        self.failure: StoreFailed | None = None
        self.is_remote = self.away = False

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def decide(self, taken: LeaseRow) -> None:
        self.epoch = taken.epoch

    def submit(self, batch: Batch, done: Done) -> None:
        if not self.epoch:
            done(StoreFailed("another process decides; this one follows"))
        elif self.failure is not None:
            done(self.failure)
        else:
            self._queue.append((batch, done))

    def checkpoints(self, after: int) -> Iterator[bytes]:
        return iter(())

    def remember(self, row: MetaRow) -> None:
        self._remembered[row.key] = row.value

    def arm(self, fault: Fault | None) -> None:
        self._fault, self._commits = fault, 0

    def finish_checks(self) -> None:
        """Everything was checked when the disk was opened."""

    def watch_away(self, notify: Callable[[bool], None]) -> None:
        """Never calls: the disk is always there."""

    def watch_failure(self, notify: Callable[[StoreFailed], None]) -> None:
        self._on_failure = notify

    def watch_commits(self, watch: Watch) -> None:
        self._watch = watch

    def space(self) -> Space:
        return Space(free=0, log=0)

    def commit(self, batches: int | None = None, *, tell: bool = True) -> int:
        """Commits the next batches, or all; returns how many. Unless `tell`, they are durable but nobody knows."""
        count = 0
        while self._queue and count != batches:
            batch, done = self._queue.popleft()
            try:
                self._commit(batch)
            except (StoreFailed, PlantedError) as error:
                why = error if isinstance(error, StoreFailed) else StoreFailed(f"the store cannot write: {error}")
                self._stop(why, (batch, done))
                break
            count += 1
            if tell:
                done(None)
        return count

    def _commit(self, batch: Batch) -> None:
        self._commits += 1
        strike(self._fault, BEFORE, self._commits)
        strike(self._fault, COMMIT, self._commits)
        self._write(batch)
        strike(self._fault, AFTER, self._commits)
        self._watch(len(batch.entries), 0.0)

    def fail(self, why: str = "the disk reports an I/O error") -> None:
        """Fails every waiting batch and every later one."""
        self._stop(StoreFailed(why))

    def crash(self) -> None:
        """Drops what was not committed and notifies nobody."""
        self._queue.clear()
        self.failure = StoreFailed("the process is dead")
        self._leave()

    def flush(self) -> None:
        self.commit()
        if self.failure is not None:
            raise self.failure

    def close(self) -> None:
        if self._open:
            if self._remembered:
                self.submit(Batch(), lambda _: None)
            self.commit()
            if self.failure is None and self.epoch:
                self.lease.release(self.epoch, "")
            self.failure = self.failure or StoreFailed("the store is closed")
            self._leave()

    def _leave(self) -> None:
        if self._open:
            self._open = False
            self.lease.close()

    def _stop(self, error: StoreFailed, *first: tuple[Batch, Done]) -> None:
        was, self.failure = self.failure, self.failure or error
        if was is None:
            self._on_failure(error)
        told = [*first, *self._queue]
        self._queue.clear()
        for _, done in told:
            done(error)

    def _write(self, batch: Batch) -> None:
        """Checks everything before writing anything."""
        if self._disk.lease.epoch != self.epoch:
            raise StoreFenced(f"another process decides now: epoch {self.epoch} is over")
        heads: dict[str, Head] = {}
        balances: dict[Account, int] = {}
        bodies: list[Posted] = []
        for entry in batch.entries:
            body = check_entry(entry, heads.get(entry.stream) or self._disk.heads.get(entry.stream), self.epoch)
            heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
            bodies.append(body)
            for account, amount in body.post:
                balances[account] = balances.get(account, self._disk.balances.get(account, 0)) + amount
        for account, amount in balances.items():
            if abs(amount) > MOST_CENTS or (amount < 0 and not may_be_negative(account)):
                raise StoreFailed(f"{account} would hold {amount} cents")
        keys = [(row.by, row.id) for row in batch.answers]
        if len(set(keys)) < len(keys) or any(key in self._disk.answers for key in keys):
            raise StoreFailed("an id is answered twice")
        if any(row.deck in self._disk.decks.get((row.stream, row.round), ()) for row in batch.decks):
            raise StoreFailed("a deck of this number is there already")
        for entry, body in zip(batch.entries, bodies, strict=True):
            self._append(entry, body)
        self._disk.heads.update(heads)
        self._disk.balances.update(balances)
        self._disk.answers.update(zip(keys, batch.answers, strict=True))
        for deck in batch.decks:
            self._disk.decks.setdefault((deck.stream, deck.round), {})[deck.deck] = deck
        self._disk.snapshots.update((row.stream, row) for row in batch.snapshots)
        for person in batch.people:
            self._people(person)
        for row in batch.training:
            self._training(row)
        self._disk.meta.update((row.key, row.value) for row in batch.meta)
        self._disk.meta.update(self._remembered)
        self._remembered = {}
        for leaving in batch.leaving:
            self._archive(leaving)

    def _append(self, entry: Entry, body: Posted) -> None:
        self._disk.entries.setdefault(entry.stream, []).append(entry)
        self._disk.numbered += 1
        self._disk.order.append((self._disk.numbered, entry))
        if body.round:
            self._disk.rounds.setdefault((entry.stream, body.round), []).append(entry.seq)
        for account, amount in body.post:
            self._disk.posted += 1
            row = PostedRow(entry.at, account, amount, entry.stream, entry.seq)
            self._disk.postings.setdefault(account, []).append((self._disk.posted, row))

    def _people(self, row: PeopleRow) -> None:
        match row:
            case UserRow():
                self._disk.users[row.name.lower()] = row
            case SessionRow():
                self._disk.sessions[row.digest] = row
            case UserGone():
                self._disk.users.pop(row.name.lower(), None)
            case SessionEnded():
                self._disk.sessions.pop(row.digest, None)

    def _training(self, row: TrainingRow) -> None:
        match row:
            case DrillRow():
                kept = self._disk.drills.setdefault(row.user.lower(), {})
                kept[row.number] = row
                for number in [number for number in kept if number <= row.number - DRILLS_KEPT]:
                    del kept[number]
            case TraineeRow():
                self._disk.trainees[row.user.lower()] = row

    def _archive(self, leaving: Leaving) -> None:
        """Removes archived entries, with every row that only they need; keeps the sums of what they posted."""
        disk, stream = self._disk, leaving.stream

        def goes(of: str, seq: int) -> bool:
            return of == stream and seq <= leaving.seq

        carried = Counter(disk.cuts[stream].carried if stream in disk.cuts else {})
        for account, rows in disk.postings.items():
            for _, row in rows:
                if goes(row.stream, row.seq):
                    carried[account] += row.amount
            disk.postings[account] = [(number, row) for number, row in rows if not goes(row.stream, row.seq)]
        disk.entries[stream] = [entry for entry in disk.entries[stream] if not goes(stream, entry.seq)]
        disk.order = [(number, entry) for number, entry in disk.order if not goes(entry.stream, entry.seq)]
        disk.rounds = {
            (of, number): left
            for (of, number), seqs in disk.rounds.items()
            if (left := [seq for seq in seqs if not goes(of, seq)])
        }
        disk.answers = {key: row for key, row in disk.answers.items() if not goes(row.stream, row.seq)}
        if stream in disk.snapshots and goes(stream, disk.snapshots[stream].seq - 1):
            del disk.snapshots[stream]
        disk.decks = {key: rows for key, rows in disk.decks.items() if key[0] != stream or key[1] >= leaving.round}
        disk.cuts[stream] = Cut(leaving.seq, leaving.hash.hex(), leaving.epoch, dict(carried))
