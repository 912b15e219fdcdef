"""The auditor's book: the heads of all streams, signed from time to time, outside the store.

A line is a JSON object without blanks, in this order:

    {"number":1,"at":"2026-01-01T00:00:30.000Z","heads":{"house":[3,"hash"],"table/tcp-1":[118,"hash"]},
     "previous":"…","public_key":"…","signature":"…"}

`number` counts from 1. `heads` are in the order of the streams' names, each with its seq and hash. `previous` is the
SHA-256 of the whole line before, without its end of line; 64 zeros in the first line. `public_key` stands in the first
line only: one key signs a whole book. Hashes, keys and signatures are lower-case hexadecimal.

What is signed (Ed25519) is "croupier/checkpoint/1\\n" and the line as it is without `,"signature":"…"`. Only lines that
are written exactly so are read, so that no two texts say the same.
"""

import re
from collections.abc import Callable, Mapping
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.values import Value

CONTEXT = b"croupier/checkpoint/1\n"
NOTHING_BEFORE = "0" * 64

Head = tuple[int, str]
"""The seq and the hash of a stream's last entry."""

Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes, bytes], bool]
"""Of a public key, a message and a signature: whether it is right."""

_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


class Checkpoint(Value, omit_defaults=True, forbid_unknown_fields=True):
    number: int
    at: str
    heads: Mapping[str, Head]
    previous: str
    public_key: str = ""
    """In the first line."""
    signature: str = ""


class Forged(Exception):
    """A line of the book that was not written as it stands there, or not behind the one before."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"checkpoint {line}: {why}")
        self.line = line
        self.why = why


class Book(Value):
    """As much of a book as the next line needs."""

    number: int = 0
    previous: str = NOTHING_BEFORE
    public_key: str = ""


EMPTY = Book()

_LINE = msgspec.json.Decoder(Checkpoint)
_ENCODE = msgspec.json.Encoder().encode


def next_line(book: Book, at: str, heads: Mapping[str, Head], public_key: bytes, sign: Sign) -> tuple[bytes, Book]:
    """The line that comes next, without its end of line, and the book with it."""
    key = public_key.hex()
    assert book.public_key in ("", key), "one key signs a whole book"
    told = {stream: heads[stream] for stream in sorted(heads)}
    unsigned = _ENCODE(Checkpoint(book.number + 1, at, told, book.previous, "" if book.number else key))
    signature = sign(CONTEXT + unsigned).hex()
    line = unsigned[:-1] + b',"signature":"%b"}' % signature.encode()
    return line, Book(book.number + 1, sha256(line).hexdigest(), key)


def read_line(book: Book, line: bytes, verify: Verify, trusted: bytes | None = None) -> tuple[Checkpoint, Book]:
    """The line behind this much of the book, and the book with it.

    Whose book it is, only somebody who knows the right public key can tell: it is `trusted`, if given.
    """
    number = book.number + 1
    found = _read(number, line)
    if found.number != number:
        raise Forged(number, f"has the number {found.number}")
    if found.previous != book.previous:
        raise Forged(number, "does not stand behind the line before")
    if bool(found.public_key) != (number == 1):
        raise Forged(number, "the public key stands in the first line, and in no other")
    key = found.public_key or book.public_key
    _check_signature(number, line, found, key, verify, trusted)
    return found, Book(number, sha256(line).hexdigest(), key)


def read_book(text: bytes, verify: Verify, trusted: bytes | None = None) -> tuple[list[Checkpoint], Book]:
    """All lines. What was cut off in the middle of the last one was never a checkpoint and does not count."""
    book, found = EMPTY, []
    whole, end, _ = text.rpartition(b"\n")
    for line in whole.split(b"\n") if end else ():
        checkpoint, book = read_line(book, line, verify, trusted)
        found.append(checkpoint)
    return found, book


def resumed(first: bytes | None, last: bytes | None, public_key: bytes, verify: Verify) -> Book:
    """A book to go on with, from its first line and its last; what is between them is for the audit."""
    if first is None or last is None:
        return EMPTY
    _, begun = read_line(EMPTY, first, verify, public_key)
    found = _read(begun.number, last)
    _check_signature(found.number, last, found, begun.public_key, verify, public_key)
    return Book(found.number, sha256(last).hexdigest(), begun.public_key)


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
        and _HASH.fullmatch(found.previous) is not None
        and (not found.public_key or _HASH.fullmatch(found.public_key) is not None)
        and _SIGNATURE.fullmatch(found.signature) is not None
    )


def _check_signature(
    number: int, line: bytes, found: Checkpoint, key: str, verify: Verify, trusted: bytes | None
) -> None:
    if trusted is not None and key != trusted.hex():
        raise Forged(number, "the book was signed with another key than the key ring's")
    unsigned = line[: -len(f',"signature":"{found.signature}"}}')] + b"}"
    if not verify(bytes.fromhex(key), CONTEXT + unsigned, bytes.fromhex(found.signature)):
        raise Forged(number, "the signature is not that of this line")
