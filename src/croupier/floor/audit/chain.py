"""Checks that nothing was changed, removed, added or rolled back: chains, heads, and the auditor's checkpoint log."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from .archives import Begin
from .changes import Changes
from .reading import Entry, Found, Ring, Source, need

ZERO = bytes(32)
CONTEXT = b"croupier/checkpoint/1\n"


class Checkpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A line of the log: the heads of all streams, signed. The first line has the public key, and so has a line with
    which one key hands over to another; `lost` are entries that a restore has lost."""

    number: int
    at: str
    heads: dict[str, tuple[int, str]]
    previous: str
    signature: str
    public_key: str = ""
    lost: dict[str, tuple[int, int]] = {}

    def house(self) -> int:
        """The last entry of the house that it has seen."""
        return self.heads.get("house", (0, ""))[0]


def read_book(lines: Iterable[bytes], ring: Ring | None) -> list[Checkpoint]:
    """Checks that each line is signed and names the one before. If the ring is known, its key signs the next line."""
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
    """A checkpoint has seen something that the journal lacks or has changed."""

    line: int
    stream: str
    seq: int
    end: int
    at: str


class Followed(NamedTuple):
    """All chains from first to last entry, and the hash of each entry that a checkpoint names."""

    last: dict[str, Entry]
    entries: int
    marked: dict[tuple[str, int], bytes | None]


def follow(source: Source, begins: dict[str, Begin], *books: list[Checkpoint]) -> Followed:
    last = {stream: begin.last() for stream, begin in begins.items()}
    marked: dict[tuple[str, int], bytes | None]
    marked = {(stream, seq): ZERO for book in books for line in book for stream, (seq, _) in line.heads.items()}
    for begin in begins.values():  # archived and unavailable entries were compared when they were archived
        marked.update({at: None for at in marked if at[0] == begin.stream and at[1] < begin.seq})
        marked |= {(begin.stream, begin.seq): begin.hash} if (begin.stream, begin.seq) in marked else {}
    count = 0
    for entry in source.entries():
        _check_link(last.get(entry.stream), entry)
        last[entry.stream] = entry
        count += 1
        if (entry.stream, entry.seq) in marked:
            marked[entry.stream, entry.seq] = entry.hash
    return Followed(last, count, marked)


class Losses:
    """Entries whose loss a later line of the log and the house itself have recorded."""

    def __init__(self, book: list[Checkpoint], changes: Changes) -> None:
        with_loss = [(line.number, line) for line in book if line.lost]
        self._lost = [(n, line.lost) for n, line in with_loss if changes.accepts(line.lost, line.house())]

    def cover(self, line: Checkpoint, stream: str, seq: int) -> bool:
        later = (lost[stream] for number, lost in self._lost if number > line.number and stream in lost)
        return any(first <= seq <= last for first, last in later)


def unseen(followed: Followed, book: list[Checkpoint], changes: Changes) -> Iterator[Unseen]:
    losses = Losses(book, changes)
    for line in book:
        for stream, (seq, hash_) in sorted(line.heads.items()):
            there = followed.marked[stream, seq]
            if there is not None and there.hex() != hash_ and not losses.cover(line, stream, seq):
                end = followed.last[stream].seq if stream in followed.last else 0
                yield Unseen(line.number, stream, seq, end, line.at)


def check_hand_overs(book: list[Checkpoint], changes: Changes) -> None:
    """A key signs until the house has recorded that another takes over, and no line longer."""
    losses, key = Losses(book, changes), ""
    for line in book:
        until = changes.signs_until(key)
        if not losses.cover(line, "house", line.house()):
            told = not key or not line.public_key or changes.handed_over(key, line.public_key, line.house())
            need(told, ("house", 0), "keys", f"checkpoint {line.number} names a new key, and the house does not")
            still = line.public_key or until is None or line.house() < until
            need(still, ("house", until or 0), "keys", f"checkpoint {line.number} is signed with a key of the past")
        key = line.public_key or key


def check_chains(
    source: Source, begins: dict[str, Begin], books: Sequence[list[Checkpoint]], changes: Changes
) -> tuple[int, int]:
    """Returns the number of entries and of streams."""
    followed = follow(source, begins, *books)
    last, heads, none = followed.last, source.heads, (0, ZERO, 0)
    for stream in sorted({*last, *heads}) if heads is not None else ():
        head, there = (heads or {}).get(stream, none), last[stream].head() if stream in last else none
        why = f"the head is at entry {head[0]}, the last entry is {there[0]}, or their hashes or epochs differ"
        need(head == there, (stream, min(head[0], there[0] + 1)), "heads", why)
    for book in books:
        check_hand_overs(book, changes)
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
    need(right, entry[:2], "chain", "its hash does not match: this entry or the one before was changed")
    need(epoch >= oldest, entry[:2], "chain", f"written under epoch {epoch}, behind an entry of epoch {oldest}")
