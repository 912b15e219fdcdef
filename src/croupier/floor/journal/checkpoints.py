"""The auditor's book: the heads of all streams, signed from time to time, outside the store.

A line is a JSON object without blanks, in this order:

    {"number":1,"at":"2026-01-01T00:00:30.000Z","heads":{"house":[3,"hash"],"table/tcp-1":[118,"hash"]},
     "previous":"…","public_key":"…","signature":"…"}

`number` counts from 1. `heads` are in the order of the streams' names, each with its seq and hash. `previous` is the
SHA-256 of the whole line before, without its end of line; 64 zeros in the first line. `public_key` stands in the first
line, and in a line that hands over to a new key: the old key signs that line, the new one signs all lines after it.
`lost` stands where an older copy was put back: `{"table/tcp-1":[119,124]}` are entries that earlier lines have seen and
that are gone; the heads of this line are those of the copy. Hashes, keys and signatures are lower-case hexadecimal.

What is signed (Ed25519) is "croupier/checkpoint/1\\n" and the line as it is without `,"signature":"…"`. Only lines that
are written exactly so are read, so that no two texts say the same.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.base.values import Value

CONTEXT = b"croupier/checkpoint/1\n"
NOTHING_BEFORE = "0" * 64
ANOTHER_KEY = "the book was signed with another key than the key ring's"

Head = tuple[int, str]
"""The seq and the hash of a stream's last entry."""

Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes, bytes], bool]
"""Whether a signature of a message by a public key is right."""

_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


class Checkpoint(Value, omit_defaults=True, forbid_unknown_fields=True):
    number: int
    at: str
    heads: Mapping[str, Head]
    previous: str
    public_key: str = ""
    """In the first line, and in a line with which another key takes over."""
    lost: Mapping[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    """The first and the last entry that a restore has lost, by stream."""
    signature: str = ""


class Forged(Exception):
    """A line of the log was changed, or does not follow the one before."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"checkpoint {line}: {why}")
        self.line = line
        self.why = why


class Book(Value):
    """The part of a log that the next line needs."""

    number: int = 0
    previous: str = NOTHING_BEFORE
    public_key: str = ""
    """The key that signs the next line."""


EMPTY = Book()

_LINE = msgspec.json.Decoder(Checkpoint)
_ENCODE = msgspec.json.Encoder().encode


def next_line(
    book: Book,
    at: str,
    heads: Mapping[str, Head],
    public_key: bytes,
    sign: Sign,
    *,
    hands_over_to: bytes | None = None,
    lost: Mapping[str, tuple[int, int]] | None = None,
) -> tuple[bytes, Book]:
    """The next line, without its end of line, and the log after it."""
    key, following = public_key.hex(), (hands_over_to or public_key).hex()
    assert book.public_key in ("", key), "one key signs until it hands over to another"
    told, gone = {stream: heads[stream] for stream in sorted(heads)}, dict(sorted((lost or {}).items()))
    named = "" if book.number and hands_over_to is None else following
    unsigned = _ENCODE(Checkpoint(book.number + 1, at, told, book.previous, named, gone))
    signature = sign(CONTEXT + unsigned).hex()
    line = unsigned[:-1] + b',"signature":"%b"}' % signature.encode()
    return line, Book(book.number + 1, sha256(line).hexdigest(), following)


def read_line(book: Book, line: bytes, verify: Verify) -> tuple[Checkpoint, Book]:
    """Reads the line that follows, and the log after it.

    The first line names the key that signed it: only somebody who knows the right key can tell whose log it is.
    """
    number = book.number + 1
    found = _read(number, line)
    if found.number != number:
        raise Forged(number, f"has the number {found.number}")
    if found.previous != book.previous:
        raise Forged(number, "does not stand behind the line before")
    if number == 1 and not found.public_key:
        raise Forged(number, "the first line names no public key")
    _check_signature(number, line, found, book.public_key or found.public_key, verify)
    return found, Book(number, sha256(line).hexdigest(), found.public_key or book.public_key)


def read_book(text: bytes, verify: Verify, trusted: bytes | None = None) -> tuple[list[Checkpoint], Book]:
    """All lines. A last line that was cut off was never a checkpoint and does not count.

    `trusted` is the key that must sign the next line, if it is known.
    """
    book, found = EMPTY, []
    whole, end, _ = text.rpartition(b"\n")
    for line in whole.split(b"\n") if end else ():
        checkpoint, book = read_line(book, line, verify)
        found.append(checkpoint)
    if trusted is not None and book.public_key not in ("", trusted.hex()):
        raise Forged(book.number, ANOTHER_KEY)
    return found, book


def resumed(
    first: bytes | None, last: bytes | None, public_key: bytes, verify: Verify, former: Sequence[bytes] = ()
) -> Book:
    """A log to continue, from its first and last line; the audit checks the lines between them.

    `former` are the keys that signed before this one, the newest last.
    """
    if first is None or last is None:
        return EMPTY
    key, known = public_key.hex(), [each.hex() for each in (*former, public_key)]
    _, begun = read_line(EMPTY, first, verify)
    found = _read(begun.number, last)
    hands_over = found.number > 1 and bool(found.public_key)
    if begun.public_key not in known or (hands_over and (found.public_key != key or not former)):
        raise Forged(found.number, ANOTHER_KEY)
    if found.number == 1 and begun.public_key != key:
        raise Forged(found.number, ANOTHER_KEY)
    _check_signature(found.number, last, found, former[-1].hex() if hands_over else key, verify)
    return Book(found.number, sha256(last).hexdigest(), key)


def _read(number: int, line: bytes) -> Checkpoint:
    try:
        found = _LINE.decode(line)
        unsigned = _ENCODE(replace(found, signature=""))
    except (msgspec.MsgspecError, UnicodeError) as wrong:
        raise Forged(number, f"cannot be read: {wrong}") from None
    if line != unsigned[:-1] + b',"signature":"%b"}' % found.signature.encode() or not _well_formed(found):
        raise Forged(number, "is not written as a checkpoint is")
    return found


def _well_formed(found: Checkpoint) -> bool:
    return (
        _AT.fullmatch(found.at) is not None
        and all(seq > 0 and _HASH.fullmatch(hash_) is not None for seq, hash_ in found.heads.values())
        and list(found.heads) == sorted(found.heads)
        and list(found.lost) == sorted(found.lost)
        and all(0 < first <= last for first, last in found.lost.values())
        and _HASH.fullmatch(found.previous) is not None
        and (not found.public_key or _HASH.fullmatch(found.public_key) is not None)
        and _SIGNATURE.fullmatch(found.signature) is not None
    )


def _check_signature(number: int, line: bytes, found: Checkpoint, key: str, verify: Verify) -> None:
    unsigned = line[: -len(f',"signature":"{found.signature}"}}')] + b"}"
    if not verify(bytes.fromhex(key), CONTEXT + unsigned, bytes.fromhex(found.signature)):
        raise Forged(number, "the signature is not that of this line")
