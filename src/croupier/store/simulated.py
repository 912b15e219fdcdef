"""A store in memory that commits when it is told to, for simulations in which every order of things is chosen.

The disk outlives the store: a crash drops what was not committed, and whoever opens the disk again finds the rest.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator

from croupier.journal.decks import DeckRow
from croupier.journal.entry import Entry
from croupier.ledger.accounts import Account, may_be_negative
from croupier.limits import MOST_CENTS
from croupier.store.base import (
    DRILLS_KEPT,
    AnswerRow,
    Batch,
    Done,
    DrillRow,
    Head,
    PostedRow,
    SessionEnded,
    SessionRow,
    SnapshotRow,
    StoreFailed,
    StoreUnusable,
    TraineeRow,
    UserGone,
    UserRow,
)
from croupier.store.checks import Posted, check_entry, check_stream


class SimulatedDisk:
    """What is durable."""

    def __init__(self) -> None:
        self.epoch = 0
        self.in_use = False
        self.entries: dict[str, list[Entry]] = {}
        self.rounds: dict[tuple[str, int], list[int]] = {}
        self.heads: dict[str, Head] = {}
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

    def open(self) -> "SimulatedStore":
        if self.in_use:
            raise StoreUnusable("in-use", "the disk is in use by another store; close it first")
        for stream in sorted({*self.entries, *self.heads}):
            check_stream(stream, iter(self.entries.get(stream, ())), self.heads.get(stream))
        self.in_use = True
        self.epoch += 1
        return SimulatedStore(self)


class SimulatedStore:
    """Batches wait until `commit` is called; `flush` and `close` commit all of them."""

    def __init__(self, disk: SimulatedDisk) -> None:
        self._disk = disk
        self._queue: deque[tuple[Batch, Done]] = deque()
        self._open = True
        self.epoch = disk.epoch
        self.failure: StoreFailed | None = None

    @property
    def waiting(self) -> int:
        return len(self._queue)

    def submit(self, batch: Batch, done: Done) -> None:
        if self.failure is not None:
            done(self.failure)
        else:
            self._queue.append((batch, done))

    def commit(self, batches: int | None = None, *, tell: bool = True) -> int:
        """The next ones, or all. How many there were; unless `tell`, they are durable and nobody knows."""
        count = 0
        while self._queue and count != batches:
            batch, done = self._queue.popleft()
            try:
                self._write(batch)
            except StoreFailed as error:
                self._stop(error, (batch, done))
                break
            count += 1
            if tell:
                done(None)
        return count

    def fail(self, why: str = "the disk reports an I/O error") -> None:
        """Whatever waits is told, and whatever comes."""
        self._stop(StoreFailed(why))

    def crash(self) -> None:
        """What was not committed is gone, and nobody is told anything."""
        self._queue.clear()
        self.failure = StoreFailed("the process is dead")
        self._leave()

    def flush(self) -> None:
        self.commit()
        if self.failure is not None:
            raise self.failure

    def close(self) -> None:
        if self._open:
            self.commit()
            self.failure = self.failure or StoreFailed("the store is closed")
            self._leave()

    def _leave(self) -> None:
        if self._open:
            self._open = self._disk.in_use = False

    def _stop(self, error: StoreFailed, *first: tuple[Batch, Done]) -> None:
        self.failure = error
        told = [*first, *self._queue]
        self._queue.clear()
        for _, done in told:
            done(error)

    def _write(self, batch: Batch) -> None:
        """Everything is looked at before anything is written."""
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
        self._disk.meta.update((row.key, row.value) for row in batch.meta)
        for person in batch.people:
            match person:
                case UserRow():
                    self._disk.users[person.name.lower()] = person
                case SessionRow():
                    self._disk.sessions[person.digest] = person
                case UserGone():
                    self._disk.users.pop(person.name.lower(), None)
                case SessionEnded():
                    self._disk.sessions.pop(person.digest, None)

        for row in batch.training:
            match row:
                case DrillRow():
                    kept = self._disk.drills.setdefault(row.user.lower(), {})
                    kept[row.number] = row
                    for number in [number for number in kept if number <= row.number - DRILLS_KEPT]:
                        del kept[number]
                case TraineeRow():
                    self._disk.trainees[row.user.lower()] = row

    def _append(self, entry: Entry, body: Posted) -> None:
        self._disk.entries.setdefault(entry.stream, []).append(entry)
        if body.round:
            self._disk.rounds.setdefault((entry.stream, body.round), []).append(entry.seq)
        for account, amount in body.post:
            self._disk.posted += 1
            row = PostedRow(entry.at, account, amount, entry.stream, entry.seq)
            self._disk.postings.setdefault(account, []).append((self._disk.posted, row))

    def heads(self) -> dict[str, Head]:
        return dict(self._disk.heads)

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        entries = self._disk.entries.get(stream, [])
        if round is None:
            found = range(max(first, 1), len(entries) + 1)
        else:
            of_round = self._disk.rounds.get((stream, round), [])
            found = of_round[bisect_left(of_round, first) :]  # type: ignore[assignment]
        return iter([entries[seq - 1] for seq in found[:limit]])

    def answer(self, by: str, id: str) -> AnswerRow | None:
        return self._disk.answers.get((by, id))

    def ids(self, by: str, limit: int) -> list[str]:
        return [id for user, id in self._disk.answers if user == by][:limit]

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]:
        return tuple(row for _, row in sorted(self._disk.decks.get((stream, round), {}).items()))

    def snapshot(self, stream: str) -> SnapshotRow | None:
        return self._disk.snapshots.get(stream)

    def balances(self) -> dict[Account, int]:
        return dict(sorted(self._disk.balances.items()))

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        rows = [row for account in dict.fromkeys(accounts) for row in self._disk.postings.get(account, ())[-limit:]]
        return tuple(row for _, row in sorted(rows, key=lambda row: row[0], reverse=True)[:limit])

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        posted = {(row.stream, row.seq) for _, row in self._disk.postings.get(account, ())}
        found = (
            number
            for (of, number), entries in self._disk.rounds.items()
            if of == stream and number < below and any((of, seq) in posted for seq in entries)
        )
        return tuple(sorted(found, reverse=True)[:limit])

    def last_of_round(self, stream: str, round: int) -> Entry | None:
        of_round = self._disk.rounds.get((stream, round))
        return self._disk.entries[stream][of_round[-1] - 1] if of_round else None

    def users(self) -> tuple[UserRow, ...]:
        return tuple(self._disk.users.values())

    def sessions(self) -> tuple[SessionRow, ...]:
        return tuple(sorted(self._disk.sessions.values(), key=lambda row: row.number))

    def drills(self, user: str) -> tuple[DrillRow, ...]:
        return tuple(row for _, row in sorted(self._disk.drills.get(user.lower(), {}).items()))

    def trainee(self, user: str) -> TraineeRow | None:
        return self._disk.trainees.get(user.lower())

    def meta(self) -> dict[str, str]:
        return dict(self._disk.meta)

    def count(self) -> int:
        return sum(len(entries) for entries in self._disk.entries.values())
