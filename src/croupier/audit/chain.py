"""Nothing was changed, removed, added or put back: chains, heads, and the auditor's own book of checkpoints."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .changes import Changes
from .reading import Entry, Found, Ring, Source, need

ZERO = bytes(32)
CONTEXT = b"croupier/checkpoint/1\n"


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the book: the heads of all streams, signed. The first line has the public key, and so has a line with
    which one key hands over to another; `lost` are entries that a restore has lost."""

    number: int
    at: str
    heads: dict[str, tuple[int, str]]
    previous: str
    signature: str
    public_key: str = ""
    lost: dict[str, tuple[int, int]] = {}


def read_book(lines: Iterable[bytes], ring: Ring | None) -> list[Checkpoint]:
    """Each line is signed and names the one before. Where the ring is known, its key signs the next line."""
    book: list[Checkpoint] = []
    previous, key = ZERO.hex(), ""
    for number, line in enumerate(lines, 1):
        try:
            found = msgspec.json.decode(line, type=Checkpoint)
            unsigned, _, rest = line.rpartition(b',"signature":"')
            signer = VerifyKey(bytes.fromhex(key or found.public_key))
            signer.verify(CONTEXT + unsigned + b"}", bytes.fromhex(found.signature))
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, BadSignatureError) as error:
            raise Found(
                "", 0, "checkpoints", f"line {number} of the book is not signed as it stands: {error}"
            ) from None
        right = (found.number, found.previous) == (
            number,
            previous,
        ) and rest == found.signature.lower().encode() + b'"}'
        need(right, ("", 0), "checkpoints", f"line {number} of the book does not stand behind the one before it")
        book.append(found)
        previous, key = sha256(line).hexdigest(), found.public_key or key
    right = not book or ring is None or key == ring.public_key()
    need(right, ("", 0), "checkpoints", "the book is signed with a key that is not on the ring")
    return book


class Unseen(NamedTuple):
    """Something that a checkpoint has seen and the journal does not have, or has otherwise."""

    line: int
    stream: str
    seq: int
    end: int
    at: str


class Followed(NamedTuple):
    """All chains from their first entry to their last, and of each entry that a checkpoint names the hash."""

    last: dict[str, Entry]
    entries: int
    marked: dict[tuple[str, int], bytes]


def follow(source: Source, book: list[Checkpoint]) -> Followed:
    last: dict[str, Entry] = {}
    marked = {(stream, seq): ZERO for line in book for stream, (seq, _) in line.heads.items()}
    count = 0
    for entry in source.entries():
        _check_link(last.get(entry.stream), entry)
        last[entry.stream] = entry
        count += 1
        if (entry.stream, entry.seq) in marked:
            marked[entry.stream, entry.seq] = entry.hash
    return Followed(last, count, marked)


def unseen(followed: Followed, book: list[Checkpoint], changes: Changes) -> Iterator[Unseen]:
    """Without entries whose loss a later line of the book and the house itself have written down."""
    for place, line in enumerate(book):
        later = [each for each in book[place + 1 :] if each.lost]
        later = [each for each in later if changes.accepts(each.lost, each.heads.get("house", (0, ""))[0])]
        for stream, (seq, hash_) in sorted(line.heads.items()):
            gone = [each.lost[stream] for each in later if stream in each.lost]
            if followed.marked[stream, seq].hex() != hash_ and not any(one <= seq <= other for one, other in gone):
                end = followed.last[stream].seq if stream in followed.last else 0
                yield Unseen(line.number, stream, seq, end, line.at)


def check_chains(source: Source, book: list[Checkpoint], changes: Changes) -> tuple[int, int]:
    """How many entries and streams there are."""
    followed = follow(source, book)
    last, heads, none = followed.last, source.heads, (0, ZERO, 0)
    for stream in sorted({*last, *heads}) if heads is not None else ():
        head, there = (heads or {}).get(stream, none), last[stream].head() if stream in last else none
        why = f"the head is at entry {head[0]}, the last entry is {there[0]}, or their hashes or epochs differ"
        need(head == there, (stream, min(head[0], there[0] + 1)), "heads", why)
    for number, stream, seq, end, _ in unseen(followed, book, changes):
        what = f"checkpoint {number} has seen entry {seq}"
        need(seq <= end, (stream, end + 1), "checkpoints", f"{what}, the last is {end}: cut, or an old copy")
        need(False, (stream, seq), "checkpoints", f"{what} otherwise: it was rewritten")
    return followed.entries, len(last)


def _check_link(before: Entry | None, entry: Entry) -> None:
    stream, seq, at, epoch, body, hash_, _ = entry
    expected, previous, oldest = (1, ZERO, 0) if before is None else (before.seq + 1, before.hash, before.epoch)
    need(seq == expected, (stream, min(seq, expected)), "gap", f"entry {seq} stands where {expected} belongs")
    right = hash_ == sha256(b"%b%b\n%d\n%d\n%d\n%b" % (previous, stream.encode(), seq, at, epoch, body)).digest()
    need(right, entry[:2], "chain", "the hash is not that of this entry behind the one before it")
    need(epoch >= oldest, entry[:2], "chain", f"written under epoch {epoch}, behind an entry of epoch {oldest}")
