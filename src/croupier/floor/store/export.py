"""A journal as one text file, for archives and for people without a store.

The first line says what the file is. Then comes a line for each entry in commit order, its body as the exact text that
was hashed; a line for each deck, still sealed; and the lines of the checkpoint log as they are.
"""

import gzip
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.journal.proofs import each_key_once
from croupier.floor.store.addresses import Address
from croupier.floor.store.base import Leaving, Reading, StoreUnusable
from croupier.floor.store.checkpoint_file import sync_folder
from croupier.floor.store.checks import damaged
from croupier.floor.store.opening import read_store

FORMAT = 1
ARCHIVE_CONTEXT = b"croupier/archive/1\n"
T = TypeVar("T")
L = TypeVar("L", "EntryLine", "DeckLine", "CheckpointLine", "SealLine")


class Opening(Value):
    croupier: str
    format: int


class EntryLine(Value, omit_defaults=True):
    stream: str
    seq: int
    at: int
    epoch: int
    hash: str
    body: str
    number: int = 0
    """In commit order over all streams; used if a journal is spread over several files."""


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


class Seal(Value):
    """Whose archive it is: a signature of "croupier/archive/1", a newline and the SHA-256 of everything before this
    line."""

    before: str
    public_key: str
    signature: str


class SealLine(Value):
    archive: Seal


Line = EntryLine | DeckLine | CheckpointLine | SealLine


class AnyLine(Value):
    """Enough to tell entries, decks and checkpoints apart."""

    body: object = None
    deck: object = None
    archive: object = None


OPENING = Opening("journal", FORMAT)
encode = msgspec.json.Encoder().encode


def write_export(address: Address, book: Path | None, target: Path) -> int:
    """Writes the journal as of one moment, all or nothing, also while a server writes. Returns the number of entries.

    Raises StoreUnusable for the store, Unreadable for the target.
    """
    if target.exists() and not _is_export(target):
        raise Unreadable(f"{target} is there already and is not an exported journal; name another file")
    # Read before the entries: everything that a checkpoint names was committed before it.
    checkpoints = book.read_bytes() if book is not None and book.is_file() else b""
    with read_store(address) as reader, reader.snapshot_in_time():
        return _in_one_go(target, lambda write: _write(reader, checkpoints, write))


Write = Callable[[bytes], object]


def _in_one_go(target: Path, fill: Callable[[Write], T]) -> T:
    """The file appears when it is complete and durable, and not before."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    except OSError as error:
        raise Unreadable(f"{target} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            if target.suffix == ".gz":
                with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
                    filled = fill(packed.write)
            else:
                filled = fill(file.write)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise Unreadable(f"{target} cannot be written: {error.strerror}") from None
    finally:
        with suppress(FileNotFoundError):
            Path(name).unlink()
    return filled


def _write(reader: Reading, checkpoints: bytes, write: Write) -> int:
    count, numbered = 0, bool(reader.cuts())
    write(encode(OPENING) + b"\n")
    for number, entry in reader.every_entry():
        write(encode(_line(entry, number if numbered else 0)) + b"\n")
        count += 1
    for row in reader.every_deck():
        write(encode(_deck_line(row)) + b"\n")
    for line in checkpoints.split(b"\n")[:-1]:  # a line that was cut off does not count
        write(encode(CheckpointLine(line.decode("utf-8", "replace"))) + b"\n")
    return count


Sign = Callable[[bytes], bytes]


def archive_text(reader: Reading, leaving: Mapping[str, Leaving]) -> Iterator[bytes]:
    """The lines of an archive without its seal."""
    yield encode(OPENING) + b"\n"
    for number, entry in reader.every_entry():
        if entry.stream in leaving and entry.seq <= leaving[entry.stream].seq:
            yield encode(_line(entry, number)) + b"\n"
    for row in reader.every_deck():
        if row.stream in leaving and row.round <= leaving[row.stream].round:
            yield encode(_deck_line(row)) + b"\n"


def write_archive(
    target: Path, lines: Callable[[], Iterator[bytes]], before: str, public_key: bytes, sign: Sign
) -> str:
    """Writes a signed export of what leaves the store. Returns its digest; an existing file must be the same."""
    digest = sha256()
    for line in lines():
        digest.update(line)
    if target.exists():
        if archive_digest(target) != digest.hexdigest():
            raise Unreadable(f"{target} is there already and is another archive; name another file")
        return digest.hexdigest()
    signature = sign(ARCHIVE_CONTEXT + digest.digest()).hex()
    seal = encode(SealLine(Seal(before, public_key.hex(), signature))) + b"\n"

    def fill(write: Write) -> None:
        for line in lines():
            write(line)
        write(seal)

    _in_one_go(target, fill)
    return digest.hexdigest()


def archive_digest(path: Path) -> str:
    """Of everything before the seal; empty where it is no archive."""
    digest, last = sha256(), b""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for line in file:
                digest.update(last)
                last = line
    except (OSError, EOFError, zlib.error):
        return ""
    return digest.hexdigest() if last.startswith(b'{"archive"') else ""


def _deck_line(row: DeckRow) -> DeckLine:
    return DeckLine(Deck(row.stream, row.round, row.deck, row.first, row.root.hex(), row.sealed.hex()))


def _line(entry: Entry, number: int) -> EntryLine:
    try:
        body = entry.body.decode()
    except (UnicodeDecodeError, AttributeError):
        raise damaged(entry.stream, entry.seq, "it is not text") from None
    return EntryLine(entry.stream, entry.seq, entry.at, entry.epoch, entry.hash.hex(), body, number)


def read_export(path: Path) -> Iterator[Entry]:
    """The entries, in the order in which they stand there. Nothing is checked but that they can be read in one way."""
    return _lines(path, EntryLine, _entry)


def read_numbered(path: Path) -> Iterator[tuple[int, Entry]]:
    """The entries with their numbers in commit order; 0 in an export of a whole journal."""
    return _lines(path, EntryLine, lambda line: (line.number, _entry(line)))


def read_decks(path: Path) -> Iterator[DeckRow]:
    return _lines(path, DeckLine, _deck)


def read_checkpoints(path: Path) -> bytes:
    """The checkpoint log as of the export."""
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
    elif kind.archive is not None:
        found = msgspec.json.decode(line, type=SealLine)
    else:
        found = msgspec.json.decode(line, type=CheckpointLine)
    _check_says_no_more(found, line)
    return found


def _check_says_no_more(found: Line | Opening, line: bytes) -> None:
    """Refuses unknown or duplicate keys, which another reader could understand differently."""
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
