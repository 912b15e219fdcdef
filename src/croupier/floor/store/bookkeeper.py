"""Writes the checkpoint log: often enough, and only about durable entries."""

import threading
from collections.abc import Mapping
from pathlib import Path

from croupier.floor.journal.checkpoints import Forged, next_line, resumed
from croupier.floor.store.base import Code, Journal, StoreUnusable
from croupier.floor.store.checkpoint_file import CheckpointFile, time_of
from croupier.floor.store.keys import KeyRing, signed_by

ENTRIES = 1_000
SECONDS = 60
"""The next line is due after this many entries, or this long after the last line if there is anything new."""
HOUR = 3_600_000_000
"""Microseconds of the house's own time after which a line is due even without news: a store whose newest entry is a day
ahead of its log is refused."""


class Bookkeeper:
    """Continues a checkpoint log that this key ring has signed, or begins one. Time is in seconds of any clock."""

    def __init__(self, path: Path, ring: KeyRing) -> None:
        self._ring = ring
        self._file = CheckpointFile(path)
        first = self._file.first()
        try:
            self._book = resumed(first, self._file.last(), ring.public_key, signed_by, ring.former_public_keys)
        except Forged as forged:
            self._file.close()
            known = (ring.public_key, *ring.former_public_keys)
            code: Code = "behind" if any(key.hex().encode() in (first or b"") for key in known) else "key"
            raise StoreUnusable(code, f"{path}, {forged}; put the right book and the right key ring back") from None
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
    ) -> None:
        """Writes the next line, durable on return; raises StoreFailed if it cannot. It may name the public key that
        signs from the next line on, or the entries that a restore has lost."""
        with self._writing:  # a house with a manual clock writes from two threads
            entries = store.count()
            heads = {stream: (head.seq, head.hash.hex()) for stream, head in store.heads().items()}
            key = self._ring.public_key
            line, book = next_line(self._book, at, heads, key, self._ring.sign, hands_over_to=hands_over_to, lost=lost)
            self._file.append(line)
            self._book, self._entries, self._when, self._time = book, entries, now, time_of(at)

    def close(self) -> None:
        self._file.close()
