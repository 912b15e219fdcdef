"""The chain of a stream: each hash covers its entry and, through the hash before, everything in front of it.

hash = SHA-256(previous ‖ stream ‖ "\\n" ‖ seq ‖ "\\n" ‖ at ‖ "\\n" ‖ epoch ‖ "\\n" ‖ body), numbers in decimal ASCII;
before the first entry stand 32 zero bytes.
"""

from hashlib import sha256

from croupier.floor.journal.entry import Entry

ZERO = bytes(32)


class Broken(Exception):
    """An entry does not follow from the one before it."""

    def __init__(self, stream: str, seq: int, kind: str, why: str) -> None:
        super().__init__(f"{stream}, entry {seq}: {why}")
        self.stream = stream
        self.seq = seq
        self.kind = kind
        """`gap` if entries are missing, doubled or of another stream; otherwise `chain`."""
        self.why = why


def entry_hash(previous: bytes, stream: str, seq: int, at: int, epoch: int, body: bytes) -> bytes:
    return sha256(b"%b%b\n%d\n%d\n%d\n%b" % (previous, stream.encode(), seq, at, epoch, body)).digest()


def chained(previous: bytes, stream: str, seq: int, at: int, epoch: int, body: bytes) -> Entry:
    """The entry, with its hash."""
    return Entry(stream, seq, at, epoch, body, entry_hash(previous, stream, seq, at, epoch, body))


def check_follows(previous: Entry | None, entry: Entry) -> None:
    """Raises `Broken` unless the entry comes right after `previous`, or first in its stream if that is None."""
    stream, seq, before = entry.stream, entry.seq, ZERO
    if previous is None:
        if seq != 1:
            raise Broken(stream, seq, "gap", f"the first entry of a stream has the number 1, not {seq}")
    else:
        before = previous.hash
        if stream != previous.stream:
            raise Broken(stream, seq, "gap", f"it follows an entry of {previous.stream}")
        if seq != previous.seq + 1:
            raise Broken(stream, seq, "gap", f"it follows entry {previous.seq}; expected {previous.seq + 1}")
        if entry.epoch < previous.epoch:
            raise Broken(
                stream, seq, "chain", f"its epoch {entry.epoch} is lower than {previous.epoch}, the epoch before"
            )
    if entry_hash(before, stream, seq, entry.at, entry.epoch, entry.body) != entry.hash:
        raise Broken(stream, seq, "chain", "its hash does not match: this entry or the one before was changed")
