"""The open store of engines with a writer's thread: the queue, notes, checks while the house runs."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from croupier.floor.store.base import Batch, Done, Lapse, MetaRow, Reading, StoreFailed, StoreUnusable, Watch
from croupier.floor.store.checkpoint_file import check_not_behind
from croupier.floor.store.checks import ENTRIES_AT_ONCE, ROWS_SAMPLED, Rest, check_journal, check_rows
from croupier.floor.store.writer import Writer

CHECK, ALL = "check", "all"
"""Key of the note that damage was found while the house ran."""


class Opened:
    """An engine sets `_writer` as soon as the checks have passed."""

    _writer: Writer

    def __init__(self) -> None:
        self.lapse: Lapse | None = None
        self._remembered: dict[str, str] = {}
        self._remembering = threading.Lock()
        self._rest: Rest | None = None
        self._rest_unchecked = False
        self._was_damaged = False
        """Damage was found while the house ran; since then everything has been checked."""
        self._on_away: Callable[[bool], None] = lambda away: None

    def check_before_use(self, reader: Reading, book: Path | None, *, new_checkpoints: bool) -> None:
        """Raises StoreUnusable if the journal is damaged or behind its checkpoint log."""
        self._was_damaged = reader.meta().get(CHECK) == ALL
        self._rest_unchecked = not check_journal(reader, None if self._was_damaged else ENTRIES_AT_ONCE)
        check_rows(reader, (entry for _, entry in reader.every_entry(reader.count() - ROWS_SAMPLED)))
        if book is not None:
            self.lapse = check_not_behind(reader, book, new=new_checkpoints)

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    @property
    def failure(self) -> StoreFailed | None:
        return self._writer.failure

    def submit(self, batch: Batch, done: Done) -> None:
        self._writer.submit(batch, done)

    def flush(self) -> None:
        self._writer.flush()

    def remember(self, row: MetaRow) -> None:
        with self._remembering:
            self._remembered[row.key] = row.value

    def _taken(self) -> Mapping[str, str]:
        with self._remembering:
            taken, self._remembered = self._remembered, {}
        return taken

    def watch_commits(self, watch: Watch) -> None:
        self._writer.watch = watch

    def watch_failure(self, notify: Callable[[StoreFailed], None]) -> None:
        self._writer.on_failure = notify

    def watch_away(self, notify: Callable[[bool], None]) -> None:
        self._on_away = notify

    def finish_checks(self) -> None:
        if self._rest is not None:
            self._rest.wait()

    def _check_the_rest(self, open_reader: Callable[[], Reading]) -> None:
        if self._rest_unchecked:
            self._rest = Rest(open_reader, self._found_damaged)

    def _found_damaged(self, unusable: StoreUnusable) -> None:
        """Stops the house; the next start checks everything first."""
        self.submit(Batch(meta=(MetaRow(CHECK, ALL),)), lambda _: self._writer.fail(StoreFailed(str(unusable))))

    def _finish_writing(self) -> None:
        if self._rest is not None:
            self._rest.stop()
        if self._remembered:
            self.submit(Batch(), lambda _: None)
        self._writer.close()
