"""One thread writes. It takes the whole queue, commits once, and notifies the owner of each batch."""

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

from croupier.floor.store.base import ENTRIES_A_COMMIT, Batch, Done, StoreFailed, Watch
from croupier.floor.store.faults import AFTER, BEFORE, COMMIT, Fault, strike


class Writer:
    """`write` opens a transaction and puts batches into it; `commit` makes it durable; `tidy` runs after everybody is
    notified."""

    def __init__(
        self, write: Callable[[Sequence[Batch]], None], commit: Callable[[], None], tidy: Callable[[], None]
    ) -> None:
        self._write, self._commit, self._tidy = write, commit, tidy
        self._queue: deque[tuple[Batch, Done]] = deque()
        self._undecided = 0
        self._closing = False
        self._changed = threading.Condition()
        self._failure: StoreFailed | None = None
        self._fault: Fault | None = None
        self._commits = 0
        self.watch: Watch = lambda entries, seconds: None
        self.on_failure: Callable[[StoreFailed], None] = lambda failure: None
        """Called once, in any thread, with the reason why nothing more is written."""
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._undecided

    @property
    def failure(self) -> StoreFailed | None:
        return self._failure

    def arm(self, fault: Fault | None) -> None:
        """Counts commits from here."""
        with self._changed:
            self._fault, self._commits = fault, 0

    def submit(self, batch: Batch, done: Done) -> None:
        with self._changed:
            failure = self._failure
            if self._closing and failure is None:
                failure = StoreFailed("the store is closed")
            if failure is None:
                self._queue.append((batch, done))
                self._undecided += 1
                self._changed.notify_all()
        if failure is not None:
            done(failure)

    def fail(self, failure: StoreFailed) -> None:
        """Stops writing."""
        with self._changed:
            first, self._failure = self._failure is None, self._failure or failure
        if first:
            self.on_failure(failure)

    def flush(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._undecided)
            if self._failure is not None:
                raise self._failure

    def close(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while group := self._next():
            error = self._commit_group([batch for batch, _ in group])
            if error is not None:
                self.fail(error)
                with self._changed:
                    group.extend(self._queue)
                    self._queue.clear()
            for _, done in group:
                self._guarded(done, error)
            if error is None:
                self._guarded(self._tidy)
            with self._changed:
                self._undecided -= len(group)
                self._changed.notify_all()

    def _next(self) -> list[tuple[Batch, Done]]:
        """The batches of the next transaction; empty when the store is closed and everything is written."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._closing)
            group: list[tuple[Batch, Done]] = []
            room = ENTRIES_A_COMMIT
            while self._queue and (not group or len(self._queue[0][0].entries) <= room):
                room -= len(self._queue[0][0].entries)
                group.append(self._queue.popleft())
            return group

    def _commit_group(self, batches: Sequence[Batch]) -> StoreFailed | None:
        if self._failure is not None:
            return self._failure
        self._commits += 1
        began = time.monotonic()
        try:
            self._write(batches)
            strike(self._fault, BEFORE, self._commits)
            strike(self._fault, COMMIT, self._commits)
            self._commit()
        except Exception as error:
            return error if isinstance(error, StoreFailed) else StoreFailed(f"the store cannot write: {error}")
        strike(self._fault, AFTER, self._commits)
        self._guarded(self.watch, sum(len(batch.entries) for batch in batches), time.monotonic() - began)
        return None

    def _guarded(self, step: Callable[..., None], *told: object) -> None:
        """Any error after a commit stops the store too: nothing may be written that nobody can be told about."""
        try:
            step(*told)
        except Exception as error:
            self.fail(StoreFailed(f"the store stops: {error}"))
