"""The checkpoint log: signed lines in a file outside the store, which say how far the journal had come.

A store that lacks an entry of the log was cut, or is a restored old copy, and is not opened.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from croupier.base.values import Value
from croupier.floor.store.base import Lapse, Reading, StoreFailed, StoreUnusable

if sys.platform == "win32":
    fcntl = None  # a house in a folder has one process
else:
    import fcntl

TAIL = 2**20
"""Bytes read to find the last line; each line names every stream once."""


CHECKPOINT = "checkpoint"
"""The key under which a store notes the number of its last checkpoint, and a keyed digest of it."""
OLDEST = 24 * 3_600_000_000
"""Microseconds that the newest entry may be ahead of the last line; a server writes one every hour."""


class Seen(Value):
    """The fields of a line that are read here; `floor/journal/checkpoints` has the rest."""

    heads: dict[str, tuple[int, str]] = msgspec.field(default_factory=dict)
    number: int = 0
    at: str = ""


_SEEN = msgspec.json.Decoder(Seen)


def book_of(folder: Path) -> Path:
    """Next to the store, unless it is kept elsewhere."""
    return folder.with_name(f"{folder.name}.checkpoints.jsonl")


class CheckpointFile:
    """The log for appending. A line that a crash cut off is removed. Several processes may have it open."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            is_new = not path.exists()
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            if is_new:
                sync_folder(path.parent)
            with self.alone():
                size = os.lseek(self._file, 0, os.SEEK_END)
                tail = _tail(self._file, size)
                os.ftruncate(self._file, size - len(tail) + tail.rfind(b"\n") + 1)
        except OSError as error:
            raise StoreUnusable("unsafe", f"{path} cannot be written: {error.strerror}") from None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While no other process of this machine reads and appends."""
        if fcntl is None:
            yield
            return
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def first(self) -> bytes | None:
        """The line with the public key; None in a new log."""
        lines = _read(self._file, 0, TAIL).splitlines()
        return lines[0] if lines else None

    def last(self) -> bytes | None:
        lines = _tail(self._file, os.fstat(self._file).st_size).splitlines()
        return lines[-1] if lines else None

    def append(self, line: bytes) -> None:
        """Appends a line, durable on return."""
        assert b"\n" not in line, line
        try:
            os.lseek(self._file, 0, os.SEEK_END)
            left = memoryview(line + b"\n")
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except OSError as error:
            raise StoreFailed(f"{self.path} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        os.close(self._file)


def lines_from_the_end(path: Path, block: int = 2**18) -> Iterator[bytes]:
    """Yields the complete lines of a file, newest first, reading no more of it than needed."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return
    with file:
        left = file.seek(0, os.SEEK_END)
        parts: list[bytes] = []
        """Parts of a line whose beginning has not been read, last part first."""
        unfinished = True
        while left:
            size = min(block, left)
            left -= size
            file.seek(left)
            first, *lines = file.read(size).split(b"\n")
            if not lines:
                parts.append(first)
                continue
            parts.append(lines.pop())
            for line in (b"".join(reversed(parts)), *reversed(lines)):
                if not unfinished:
                    yield line
                unfinished = False
            parts = [first]
        if not unfinished:
            yield b"".join(reversed(parts))


def check_not_behind(store: Reading, book: Path, *, new: bool = False) -> Lapse | None:
    """Compares the store with the newest line; the audit compares older ones. Refuses a log that is missing, old or
    cut, like a store that is behind it, unless `new` says to go on without it; then returns why."""
    seen = _last_line(book)
    check_heads(store, seen.heads, book)
    lapse = _lapse(store, seen)
    if lapse is not None and not new:
        what = {
            "missing": f"{book} is missing or empty",
            "old": f"{book} ends more than 24 hours before the newest entry",
            "cut": f"{book} ends with checkpoint {seen.number}, and the store has seen checkpoint {lapse.remembered}",
        }
        how = "put the book of checkpoints back, or start with --new-checkpoints, which goes on record"
        raise StoreUnusable("behind", f"{what[lapse.why]}: {how}")
    return lapse


def _lapse(store: Reading, seen: Seen) -> Lapse | None:
    if not store.count():
        return None
    remembered = int(store.meta().get(CHECKPOINT, "0").partition(" ")[0])
    if not seen.number:
        return Lapse("missing", 0, remembered)
    if seen.number < remembered:
        return Lapse("cut", seen.number, remembered)
    newest = max(entry.at for stream, head in store.heads().items() for entry in store.entries(stream, head.seq, 1))
    return Lapse("old", seen.number, remembered) if newest - time_of(seen.at) > OLDEST else None


def number_of(line: bytes) -> int:
    """The number of a line; 0 if it is none."""
    try:
        return _SEEN.decode(line).number
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return 0


def time_of(at: str) -> int:
    """Microseconds since 1970, of the time in a line."""
    return (datetime.fromisoformat(at) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _last_line(book: Path) -> Seen:
    """The last line; of a missing log, one that has seen nothing."""
    try:
        with book.open("rb") as file:
            tail = _tail(file.fileno(), os.fstat(file.fileno()).st_size)
        lines = tail[: tail.rfind(b"\n") + 1].splitlines()
        return _SEEN.decode(lines[-1]) if lines else Seen()
    except FileNotFoundError:
        return Seen()
    except OSError as error:
        raise StoreUnusable("behind", f"{book} cannot be read: {error.strerror}") from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise StoreUnusable("behind", f"{book}: its last line is not a checkpoint; put the right file back") from None


def check_heads(store: Reading, seen: Mapping[str, tuple[int, str]], book: Path) -> None:
    heads = store.heads()
    for stream, (seq, hash) in sorted(seen.items()):
        there = heads[stream].seq if stream in heads else 0
        if there < seq:
            why = f"{stream} ends with entry {there}, and {book} has seen entry {seq}; put the newest copy back"
            raise StoreUnusable("behind", f"the store is behind its checkpoints: {why}", stream=stream, seq=there + 1)
        if seq and next(iter(store.entries(stream, seq, 1))).hash.hex() != hash:
            why = f"the journal is damaged: {stream}, entry {seq} is not the one that {book} has seen"
            raise StoreUnusable("damaged", why, stream=stream, seq=seq)


def _tail(file: int, size: int) -> bytes:
    start = max(0, size - TAIL)
    return _read(file, start, size - start)


def _read(file: int, start: int, size: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    parts = []
    while size > 0 and (part := os.read(file, size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def sync_folder(folder: Path) -> None:
    if hasattr(os, "O_DIRECTORY"):
        file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        os.fsync(file)
        os.close(file)
