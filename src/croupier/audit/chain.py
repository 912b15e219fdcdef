"""Nothing was changed, removed, added or put back: chains, heads, and the auditor's own book of checkpoints."""

from collections.abc import Iterable
from hashlib import sha256

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .reading import Entry, Found, Head, Ring, Source

ZERO = bytes(32)
CONTEXT = b"croupier/checkpoint/1\n"


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the book: the heads of all streams, signed. The first line has the public key."""

    number: int
    at: str
    heads: dict[str, tuple[int, str]]
    previous: str
    signature: str
    public_key: str = ""


def read_book(lines: Iterable[bytes], ring: Ring | None) -> list[Checkpoint]:
    """Each line is signed and names the one before. Where the ring is known, its key has signed the last line."""
    book: list[Checkpoint] = []
    previous, key = ZERO.hex(), ""
    for number, line in enumerate(lines, 1):
        try:
            found = msgspec.json.decode(line, type=Checkpoint)
            changed, key = bool(key and found.public_key), found.public_key or key
            unsigned, _, rest = line.rpartition(b',"signature":"')
            VerifyKey(bytes.fromhex(key)).verify(CONTEXT + unsigned + b"}", bytes.fromhex(found.signature))
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, BadSignatureError) as error:
            raise Found(
                "", 0, "checkpoints", f"line {number} of the book is not signed as it stands: {error}"
            ) from None
        if (found.number, found.previous) != (number, previous) or rest != found.signature.lower().encode() + b'"}':
            raise Found("", 0, "checkpoints", f"line {number} of the book does not stand behind the one before it")
        if changed and ring is None:
            raise Found("", 0, "checkpoints", f"another key signs from line {number} of the book; name the key ring")
        book.append(found)
        previous = sha256(line).hexdigest()
    if book and ring is not None and key != ring.public_key():
        raise Found("", 0, "checkpoints", "the book is signed with a key that is not on the ring")
    return book


def check_chains(source: Source, book: list[Checkpoint]) -> tuple[int, int]:
    """How many entries and streams there are."""
    last: dict[str, Entry] = {}
    marked = {(stream, seq): ZERO for line in book for stream, (seq, _) in line.heads.items()}
    count = 0
    for entry in source.entries():
        _check_link(last.get(entry.stream), entry)
        last[entry.stream] = entry
        count += 1
        if (entry.stream, entry.seq) in marked:
            marked[entry.stream, entry.seq] = entry.hash
    if source.heads is not None:
        _check_heads({stream: (entry.seq, entry.hash, entry.epoch) for stream, entry in last.items()}, source.heads)
    for line in book:
        for stream, (seq, hash_) in sorted(line.heads.items()):
            there = last[stream].seq if stream in last else 0
            if there < seq:
                why = f"checkpoint {line.number} saw entry {seq}; the journal ends with {there}: cut, or an old copy"
                raise Found(stream, there + 1, "checkpoints", why)
            if marked[stream, seq].hex() != hash_:
                raise Found(stream, seq, "checkpoints", f"checkpoint {line.number} saw another entry: rewritten since")
    return count, len(last)


def _check_link(before: Entry | None, entry: Entry) -> None:
    stream, seq, at, epoch, body, hash_, _ = entry
    expected = 1 if before is None else before.seq + 1
    if seq != expected:
        raise Found(stream, min(seq, expected), "gap", f"entry {seq} stands where {expected} belongs")
    previous = ZERO if before is None else before.hash
    if hash_ != sha256(b"%b%b\n%d\n%d\n%d\n%b" % (previous, stream.encode(), seq, at, epoch, body)).digest():
        raise Found(stream, seq, "chain", "the hash is not that of this entry behind the one before it")
    if before is not None and epoch < before.epoch:
        raise Found(stream, seq, "chain", f"written under epoch {epoch}, behind an entry of epoch {before.epoch}")


def _check_heads(last: dict[str, Head], heads: dict[str, Head]) -> None:
    for stream in sorted({*last, *heads}):
        head, there = heads.get(stream, (0, ZERO, 0)), last.get(stream, (0, ZERO, 0))
        if head != there:
            why = f"the head is at entry {head[0]}, the last entry is {there[0]}, or their hashes or epochs differ"
            raise Found(stream, min(head[0], there[0] + 1), "heads", why)
