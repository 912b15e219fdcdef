"""Reads for the audit: the database of a store in a folder, even while a server uses it, or an exported journal."""

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import apsw
import msgspec
from nacl.signing import SigningKey

FORMAT = 1
"""The newest that is understood here, of exports and key rings."""
VERSION = 3
"""The newest that is understood here, of an entry's body."""
DATABASE = 3
"""Of databases; what they have beyond the first format has nothing to do with the journal."""
Event = dict[str, Any]
Head = tuple[int, bytes, int]
Deck = tuple[str, int, int, int, bytes, bytes]
Posting = tuple[str, int, int, str, int]
Answer = tuple[str, int, str, str, bytes]
Snapshot = tuple[str, int, bytes]


class Found(Exception):
    """A discrepancy: stream, seq, which check it fails, and why."""


class Cannot(Exception):
    """Nothing can be audited: exit status and why."""


def need(holds: object, at: tuple[str, int], kind: str, why: str) -> None:
    if not holds:
        raise Found(*at, kind, why)


class Entry(NamedTuple):
    stream: str
    seq: int
    at: int
    epoch: int
    body: bytes
    hash: bytes
    round: int | None = None

    def head(self) -> Head:
        return self.seq, self.hash, self.epoch


class Body(msgspec.Struct):
    """As much as an audit reads; the chain protects the rest."""

    v: int
    by: str
    id: str
    do: str
    cites: list[str]
    post: list[tuple[str, int]]
    then: list[Event] = []
    reason: str = ""
    round: int = 0
    refused: bool = False
    decks: list[tuple[int, int, int, str]] = []
    opened: list[tuple[int, int, str, str]] = []
    version: int = 0
    book: str = ""
    asked: str = ""
    snapshot: str = ""
    kept: list[tuple[str, str]] = []


class Source(NamedTuple):
    """Entries stand in order within each stream, of all streams or of one. An export has entries and decks alone."""

    entries: Callable[..., Iterator[Entry]]
    decks: list[Deck]
    checkpoints: list[bytes]
    postings: Iterator[Posting] | None = None
    heads: dict[str, Head] | None = None
    balances: dict[str, int] | None = None
    answers: Iterator[Answer] | None = None
    snapshots: tuple[Snapshot, ...] = ()
    users: list[tuple[str, str, str, int, int]] | None = None
    sessions: list[tuple[int, str, bytes, int, int]] | None = None
    training: tuple[tuple[str, str, int, bytes], ...] = ()
    meta: dict[str, str] | None = None
    is_archive: bool = False
    begins: Mapping[str, int] = MappingProxyType({})
    """The first entry of each stream that is in the store itself, where others are in an archive."""
    close: Callable[[], None] = lambda: None


class Ring(msgspec.Struct):
    """A file of keys: what opens sealed decks, by number, and what signs checkpoints."""

    keys: dict[int, str]
    signing: str
    former: list[str] = []

    def digest(self, content: bytes) -> bytes:
        """With the first key that signed; it stays the same when others sign."""
        oldest = bytes.fromhex([*self.former, self.signing][0])
        return blake2b(content, digest_size=16, key=oldest, person=b"croupier/digest").digest()

    def public_key(self) -> str:
        return bytes(SigningKey(bytes.fromhex(self.signing)).verify_key).hex()


def ring_of(file: str) -> Ring:
    try:
        if Path(file).stat().st_mode & 0o077:
            raise Cannot(3, f"the key ring {file} is open to others than its owner: chmod 600 it")
        return msgspec.json.decode(Path(file).read_bytes(), type=Ring, strict=False)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        raise Cannot(3, f"{file} is not a key ring, or cannot be read") from None


def body_of(entry: Entry) -> Body:
    try:
        body = msgspec.json.decode(entry.body, type=Body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Found(*entry[:2], "format", f"the body cannot be read: {error}") from None
    if body.v > VERSION:
        raise Cannot(3, f"{entry.stream}, entry {entry.seq} has version {body.v}; version {VERSION} is read here")
    kept = entry.round in (None, body.round)
    need(kept, entry[:2], "format", f"the entry is kept under round {entry.round} and belongs to {body.round}")
    nothing = not body.refused or not (body.then or body.post or body.opened)
    need(nothing, entry[:2], "format", "the act was refused, and yet something followed from it")
    return body


def source_in_files(store: str) -> Source:
    path = Path(store, "floor.db") if Path(store).is_dir() else Path(store)
    try:
        with path.open("rb") as file:
            is_database = file.read(16) == b"SQLite format 3\0" or path.name == "floor.db"
        return _database(path) if is_database else _export(path)
    except OSError as error:
        raise Cannot(2, f"{path}: {error.strerror or error}; name a store's folder or an exported journal") from None


def typed(rows: Iterator[tuple[Any, ...]], *kinds: type) -> Iterator[Any]:
    """The rows, after checking the type of each value: a damaged page may hold anything."""
    for row in rows:
        at = row[:2] if tuple(map(type, row[:2])) == (str, int) else ("", 0)
        need(tuple(map(type, row)) == kinds, at, "format", "a value is missing or of another type")
        yield row


def _database(path: Path) -> Source:
    """In one transaction: what a server commits meanwhile is not looked at."""
    alone = "" if path.with_name("floor.db-wal").exists() else "&immutable=1"
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    try:
        connection = apsw.Connection(f"{path.absolute().as_uri()}?mode=ro{alone}", flags)
        connection.execute("PRAGMA busy_timeout = 5000; BEGIN; SELECT * FROM sqlite_schema").fetchall()
        if (found := connection.execute("PRAGMA user_version").get) > DATABASE:
            raise Cannot(3, f"{path} has format {found}; formats up to {DATABASE} are read here")
        planted = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").fetchone()
        need(planted is None, ("", 0), "format", f"the database has a trigger or a view of its own: {planted}")
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.BusyError) as error:
        raise Cannot(3, f"{path} cannot be opened: {error}") from None

    def rows(columns: str, table: str, *kinds: type, of: str = "") -> Iterator[Any]:
        one = "WHERE stream = ?" if of else ""
        query = f"SELECT {columns} FROM {table} {one} ORDER BY 1, 2, 3"
        return typed(connection.execute(query, (of,) if of else ()), *kinds)

    return source_from(rows, with_training=found > 1)


def source_from(rows: Callable[..., Iterator[Any]], *, with_training: bool = True) -> Source:
    """`rows(columns, table, *types, of=stream)` reads a table in the order of its first three columns."""

    def entries(stream: str = "") -> Iterator[Entry]:
        kinds = (str, int, int, int, bytes, bytes, int)
        return map(Entry._make, rows("stream, seq, at, epoch, body, hash, round", "entry", *kinds, of=stream))

    decks = list(rows("stream, round, deck, first, root, sealed", "deck", str, int, int, int, bytes, bytes))
    postings = rows("stream, seq, line, account, amount", "posting", str, int, int, str, int)
    heads = {row[0]: row[1:] for row in rows("stream, seq, hash, epoch", "stream", str, int, bytes, int)}
    balances = {row[0]: row[1] for row in rows("account, amount, 0", "balance", str, int, int)}
    answers = rows("stream, seq, by, id, digest", "answer", str, int, str, str, bytes)
    snapshots = tuple(rows("stream, seq, body", "snapshot", str, int, bytes))
    users = list(rows("name, role, password, made, disabled", '"user"', str, str, str, int, int))
    sessions = list(rows('number, "user", digest, began, until', "session", int, str, bytes, int, int))
    training: list[tuple[str, str, int, bytes]] = []
    if with_training:
        training += rows("'drill', \"user\", number, body", "drill", str, str, int, bytes)
        training += rows("'trainee', \"user\", 0, body", "trainee", str, str, int, bytes)
    meta = {row[0]: row[1] for row in rows("key, value, 0", "meta", str, str, int)}
    people = (users, sessions, tuple(training), meta)
    return Source(entries, decks, [], postings, heads, balances, answers, snapshots, *people)


def _export(path: Path) -> Source:
    """Read again each time it is asked, so that its length does not matter."""

    def lines() -> Iterator[Event]:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            try:
                opening = msgspec.json.decode(file.readline() or b"{}")
                if not isinstance(opening, dict) or opening.get("croupier") != "journal":
                    raise Cannot(2, f"{path} is neither a store nor an exported journal")
                if opening.get("format") != FORMAT:
                    raise Cannot(3, f"{path} has another format; format {FORMAT} is read here")
                yield from (msgspec.json.decode(line, type=Event) for line in file)
            except (msgspec.MsgspecError, UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise Found("", 0, "format", f"the export cannot be read: {error}") from None

    def rows(kind: str, names: str, *kinds: type) -> Iterator[Any]:
        told = (line if kind == "body" else line[kind] for line in lines() if kind in line)
        for *row, first, last in typed((tuple(map(each.get, names.split())) for each in told), *kinds):
            try:
                yield *row, first.encode() if kind == "body" else bytes.fromhex(first), bytes.fromhex(last)
            except ValueError:
                raise Found(*row[:2], "format", "what should be hexadecimal is not") from None

    def entries(stream: str = "") -> Iterator[Entry]:
        found = (Entry(*row) for row in rows("body", "stream seq at epoch body hash", str, int, int, int, str, str))
        return (entry for entry in found if stream in ("", entry.stream))

    decks = list(rows("deck", "stream round deck first root sealed", str, int, int, int, str, str))
    beside = [line for line in lines() if "checkpoint" in line or "archive" in line]
    checkpoints = [str(line["checkpoint"]).encode() for line in beside if "checkpoint" in line]
    return Source(entries, decks, checkpoints, is_archive=len(checkpoints) < len(beside))
