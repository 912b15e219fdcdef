"""Journals in several files: archived entries, and where the store goes on without them."""

import gzip
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .changes import Changes
from .reading import Cannot, Entry, Event, Found, Source, need, source_in_files

CONTEXT = b"croupier/archive/1\n"


class Begin:
    """Where a stream goes on whose older entries are not available, according to the house's own entry."""

    def __init__(self, told: Event, file: str) -> None:
        self.stream, self.seq, self.round, self.file = told["stream"], told["seq"], told["round"], file
        self.hash, self.epoch = bytes.fromhex(told["hash"]), told["epoch"]
        self.decks: list[tuple[int, int, int, str]] = [tuple(deck) for _, deck in told.get("promised", ())]
        self.carried: dict[str, int] = dict(told.get("carried", ()))
        self.state: Event = msgspec.json.decode(told["state"])["then"]

    def last(self) -> Entry:
        return Entry(self.stream, self.seq, 0, self.epoch, b"", self.hash)


def with_archives(store: Source, files: Sequence[str], changes: Changes) -> Source:
    """The store and these archives as one journal; the house must have recorded each archive."""
    if not files:
        return store
    known = {event["digest"]: (change.entry, event) for change, event in changes.archived()}
    parts: list[tuple[int, Source]] = []
    for file in files:
        digest, seal = _sealed(file)
        if digest not in known:
            raise Found("", 0, "archives", f"{file} is not an archive of this journal, or was changed")
        entry, event = known[digest]
        need(seal.get("public_key") == event["public_key"], entry[:2], "archives", f"{file} is signed by another key")
        parts.append((entry.seq, source_in_files(file)))
    parts.sort(key=lambda part: part[0])

    def entries(stream: str = "") -> Iterator[Entry]:
        """Archives contain tables only, which come last in the store."""
        if stream:
            older = [part.entries(stream) for _, part in parts] if stream.startswith("table/") else []
            return chain(*older, store.entries(stream))
        tables = (entry for entry in store.entries() if entry.stream.startswith("table/"))
        others = (entry for entry in store.entries() if not entry.stream.startswith("table/"))
        return chain(others, *(part.entries() for _, part in parts), tables)

    decks = {row[:3]: row for row in chain(*(part.decks for _, part in parts))}
    for row in store.decks:
        need(decks.setdefault(row[:3], row) == row, (row[0], 0), "deals", "a deck is kept twice, and not the same")
    begins: dict[str, int] = {}
    for entry in store.entries():
        begins.setdefault(entry.stream, entry.seq)
    return store._replace(entries=entries, decks=list(decks.values()), begins=begins)


def begins_of(source: Source, changes: Changes) -> dict[str, Begin]:
    """By stream whose first entries are missing: the last missing one, if the house has archived up to there."""
    told = {
        (each["stream"], each["seq"]): (each, event["file"])
        for _, event in changes.archived()
        for each in event["streams"]
    }
    found: dict[str, Begin] = {}
    seen: set[str] = set()
    for entry in source.entries() if told else ():
        if entry.stream not in seen and (entry.stream, entry.seq - 1) in told:
            found[entry.stream] = Begin(*told[entry.stream, entry.seq - 1])
        seen.add(entry.stream)
    return found


def _sealed(file: str) -> tuple[str, dict[str, Any]]:
    """The digest of everything before the seal, and the seal, if its signature is right."""
    digest, last = sha256(), b""
    try:
        with gzip.open(file) if file.endswith(".gz") else Path(file).open("rb") as lines:
            for line in lines:
                digest.update(last)
                last = line
        seal = msgspec.json.decode(last, type=dict[str, dict[str, Any]])["archive"]
        message = CONTEXT + digest.digest()
        VerifyKey(bytes.fromhex(seal["public_key"])).verify(message, bytes.fromhex(seal["signature"]))
    except (OSError, EOFError) as error:
        raise Cannot(2, f"{file} cannot be read: {error}") from None
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError, BadSignatureError):
        raise Found("", 0, "archives", f"{file} is not a signed archive, or was changed") from None
    return digest.hexdigest(), seal
