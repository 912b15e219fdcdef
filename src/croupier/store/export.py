"""A journal as one text file, for archives and for people who have no store.

A first line says what it is. Then a line for each entry in the order of commits, its body as the exact text that was
hashed; a line for each deck, still sealed; and a line for each checkpoint of the book, as it stands there.
"""

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from croupier.errors import Unreadable
from croupier.journal.decks import DeckRow
from croupier.journal.entry import Entry
from croupier.journal.proofs import each_key_once
from croupier.store.base import StoreUnusable
from croupier.store.checks import damaged
from croupier.store.reader import Reader
from croupier.values import Value

FORMAT = 1
T = TypeVar("T")
L = TypeVar("L", "EntryLine", "DeckLine", "CheckpointLine")


class Opening(Value):
    croupier: str
    format: int


class EntryLine(Value):
    stream: str
    seq: int
    at: int
    epoch: int
    hash: str
    body: str


class Deck(Value):
    stream: str
    round: int
    deck: int
    first: int
    root: str
    sealed: str


class DeckLine(Value):
    deck: Deck


class CheckpointLine(Value):
    checkpoint: str


Line = EntryLine | DeckLine | CheckpointLine


class AnyLine(Value):
    """As much as tells entries, decks and checkpoints apart."""

    body: object = None
    deck: object = None


OPENING = Opening("journal", FORMAT)
encode = msgspec.json.Encoder().encode


def write_export(folder: Path, book: Path, target: Path) -> int:
    """All or nothing, as it was at one moment, also while a server writes. How many entries there are.

    Raises StoreUnusable for the store, Unreadable for the target.
    """
    if target.exists() and not _is_export(target):
        raise Unreadable(f"{target} is there already and is not an exported journal; name another file")
    # Read before the entries: whatever a checkpoint has seen was committed when it was written.
    checkpoints = book.read_bytes() if book.is_file() else b""
    with Reader(folder) as reader, reader.snapshot_in_time():
        try:
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        except OSError as error:
            raise Unreadable(f"{target} cannot be written: {error.strerror}") from None
        try:
            with os.fdopen(handle, "wb") as file:
                if target.suffix == ".gz":
                    with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                        count = _write(reader, checkpoints, packed)
                else:
                    count = _write(reader, checkpoints, file)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(target)
        except OSError as error:
            raise Unreadable(f"{target} cannot be written: {error.strerror}") from None
        finally:
            with suppress(FileNotFoundError):
                Path(name).unlink()
    return count


def _write(reader: Reader, checkpoints: bytes, file: "IO[bytes] | gzip.GzipFile") -> int:
    count = 0
    file.write(encode(OPENING) + b"\n")
    for _, entry in reader.every_entry():
        file.write(encode(_line(entry)) + b"\n")
        count += 1
    for row in reader.every_deck():
        deck = Deck(row.stream, row.round, row.deck, row.first, row.root.hex(), row.sealed.hex())
        file.write(encode(DeckLine(deck)) + b"\n")
    for line in checkpoints.split(b"\n")[:-1]:  # one that was cut off does not count
        file.write(encode(CheckpointLine(line.decode("utf-8", "replace"))) + b"\n")
    return count


def _line(entry: Entry) -> EntryLine:
    try:
        body = entry.body.decode()
    except (UnicodeDecodeError, AttributeError):
        raise damaged(entry.stream, entry.seq, "it is not text") from None
    return EntryLine(entry.stream, entry.seq, entry.at, entry.epoch, entry.hash.hex(), body)


def read_export(path: Path) -> Iterator[Entry]:
    """The entries, in the order in which they stand there. Nothing is checked but that they can be read in one way."""
    return _lines(path, EntryLine, _entry)


def read_decks(path: Path) -> Iterator[DeckRow]:
    return _lines(path, DeckLine, _deck)


def read_checkpoints(path: Path) -> bytes:
    """The book as it was when the export was made."""
    return b"".join(_lines(path, CheckpointLine, lambda line: line.checkpoint.encode() + b"\n"))


def _entry(line: EntryLine) -> Entry:
    return Entry(line.stream, line.seq, line.at, line.epoch, line.body.encode(), bytes.fromhex(line.hash))


def _deck(line: DeckLine) -> DeckRow:
    deck = line.deck
    root, sealed = bytes.fromhex(deck.root), bytes.fromhex(deck.sealed)
    return DeckRow(deck.stream, deck.round, deck.deck, deck.first, root, sealed)


def _read(line: bytes) -> Line:
    kind = msgspec.json.decode(line, type=AnyLine)
    found: Line
    if kind.body is not None:
        found = msgspec.json.decode(line, type=EntryLine)
    elif kind.deck is not None:
        found = msgspec.json.decode(line, type=DeckLine)
    else:
        found = msgspec.json.decode(line, type=CheckpointLine)
    _check_says_no_more(found, line)
    return found


def _check_says_no_more(found: Line | Opening, line: bytes) -> None:
    """A key that we do not know, or one that comes twice, lets somebody else read another thing there."""
    if encode(found) + b"\n" == line:  # as it was written
        return
    if json.loads(line, object_pairs_hook=each_key_once) != msgspec.to_builtins(found):
        raise ValueError("it says more than an export does")


def _lines(path: Path, kind: type[L], made: Callable[[L], T]) -> Iterator[T]:
    number = 1
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            _check_opening(file.readline(200), path)
            for number, line in enumerate(file, 2):  # noqa: B007
                if isinstance(found := _read(line), kind):
                    yield made(found)
    except (msgspec.MsgspecError, ValueError, EOFError, zlib.error) as error:
        raise StoreUnusable("damaged", f"{path}, line {number} cannot be read: {error}") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror or error}") from None


def _check_opening(line: bytes, path: Path) -> None:
    try:
        opening = msgspec.json.decode(line, type=Opening)
    except msgspec.MsgspecError:
        opening = Opening("", 0)
    if opening.croupier != OPENING.croupier:
        raise Unreadable(f"{path} is neither a store's folder nor an exported journal")
    if opening.format != FORMAT:
        why = f"{path} has format {opening.format}, written by a newer croupier; this one reads format {FORMAT}"
        raise StoreUnusable("newer", why)
    try:
        _check_says_no_more(opening, line)
    except ValueError as error:
        raise StoreUnusable("damaged", f"{path}, line 1 cannot be read: {error}") from None


def _is_export(path: Path) -> bool:
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            _check_opening(file.readline(200), path)
    except (OSError, EOFError, zlib.error, Unreadable):
        return False
    return True
