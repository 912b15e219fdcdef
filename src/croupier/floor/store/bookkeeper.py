"""Writes the checkpoint log: often enough, and only about durable entries."""

import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from croupier.floor.journal.checkpoints import Book, Forged, next_line, read_line, resumed
from croupier.floor.store.base import CheckpointRow, Code, Journal, StoreUnusable
from croupier.floor.store.checkpoint_file import CheckpointFile, number_of, time_of
from croupier.floor.store.keys import KeyRing, signed_by

ENTRIES = 1_000
SECONDS = 60
"""The next line is due after this many entries, or this long after the last line if there is anything new."""
HOUR = 3_600_000_000
"""Microseconds of the house's own time after which a line is due even without news: a store whose newest entry is a day
ahead of its log is refused."""


def _resumed(file: CheckpointFile, ring: KeyRing) -> Book:
    """Raises StoreUnusable if it is not this key ring that has signed the log."""
    first = file.first()
    try:
        return resumed(first, file.last(), ring.public_key, signed_by, ring.former_public_keys)
    except Forged as forged:
        known = (ring.public_key, *ring.former_public_keys)
        code: Code = "behind" if any(key.hex().encode() in (first or b"") for key in known) else "key"
        raise StoreUnusable(code, f"{file.path}, {forged}; put the right book and the right key ring back") from None


class BookCopy:
    """The checkpoint log of a process that follows: it writes what another one has signed, unless the two share the
    file."""

    def __init__(self, path: Path, ring: KeyRing) -> None:
        self._file, self._ring = CheckpointFile(path), ring

    @property
    def number(self) -> int:
        """Of the last line; 0 in a new log. Raises StoreUnusable if the log is another house's."""
        with self._file.alone():
            return _resumed(self._file, self._ring).number

    def add(self, lines: Iterable[bytes]) -> bool:
        """Appends the lines that follow the last one. Returns whether none is missing in between. Raises StoreUnusable
        if one is not signed with the house's key."""
        with self._file.alone():
            book = _resumed(self._file, self._ring)
            for line in lines:
                number = number_of(line)
                if number > book.number + 1:
                    return False
                if number == book.number + 1:
                    try:
                        _, book = read_line(book, line, signed_by)
                    except Forged as forged:
                        raise StoreUnusable("damaged", f"a line for {self._file.path}: {forged}") from None
                    self._file.append(line)
            _resumed(self._file, self._ring)
        return True

    def close(self) -> None:
        self._file.close()


class Bookkeeper:
    """Continues a checkpoint log that this key ring has signed, or begins one. Time is in seconds of any clock."""

    def __init__(self, path: Path, ring: KeyRing) -> None:
        self._ring = ring
        self._file = CheckpointFile(path)
        try:
            self._book = _resumed(self._file, ring)
        except StoreUnusable:
            self._file.close()
            raise
        self._entries = -ENTRIES  # the first line of an opening is due at once
        self._when = 0.0
        self._time = 0
        self._writing = threading.Lock()

    def age(self, now: float) -> float:
        """Seconds since the last line."""
        return now - self._when

    def is_due(self, entries: int, now: float, time: int) -> bool:
        """Whether a line is due with this many entries in the store; `time` is the house's, in microseconds."""
        new = entries >= self._entries + ENTRIES or (entries > self._entries and self.age(now) >= SECONDS)
        return new or self.is_late(time)

    def is_late(self, time: int) -> bool:
        return time - self._time >= HOUR

    @property
    def lines(self) -> int:
        return self._book.number

    def write(
        self,
        store: Journal,
        at: str,
        now: float,
        *,
        hands_over_to: bytes | None = None,
        lost: Mapping[str, tuple[int, int]] | None = None,
        keep: Callable[[CheckpointRow], None] = lambda row: None,
    ) -> CheckpointRow:
        """Writes the next line, durable on return; raises StoreFailed if it cannot. It may name the public key that
        signs from the next line on, or the entries that a restore has lost.

        `keep` makes the line durable in the store first, where other machines find it. Otherwise a process that is
        killed in between leaves a line that nobody else has, and the next one to decide signs another with its number.
        """
        with self._writing:  # a house with a manual clock writes from two threads
            entries = store.count()
            heads = {stream: (head.seq, head.hash.hex()) for stream, head in store.heads().items()}
            key = self._ring.public_key
            line, book = next_line(self._book, at, heads, key, self._ring.sign, hands_over_to=hands_over_to, lost=lost)
            row = CheckpointRow(book.number, line)
            keep(row)
            with self._file.alone():
                self._file.append(line)
            self._book, self._entries, self._when, self._time = book, entries, now, time_of(at)
            return row

    def close(self) -> None:
        self._file.close()
