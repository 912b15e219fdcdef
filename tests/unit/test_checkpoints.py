"""The auditor's book: what was signed is what stands there, line by line behind the line before."""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from croupier.floor.journal.checkpoints import EMPTY, Book, Forged, Head, next_line, read_book, read_line, resumed
from croupier.floor.store.keys import KeyRing, signed_by

RING = KeyRing({1: bytes(32)}, bytes(range(32)))
OTHER = KeyRing({1: bytes(32)}, bytes(32))
HASHES = [sha256(bytes([number])).hexdigest() for number in range(20)]
HEADS: list[dict[str, Head]] = [
    {},
    {"table/tcp-1": (118, HASHES[0]), "house": (3, HASHES[1])},
    {"table/tcp-1": (120, HASHES[2]), "house": (3, HASHES[1]), "link/grand": (7, HASHES[3])},
]


def at(number: int) -> str:
    return f"2026-01-01T00:00:{number:02}.000Z"


def lines(ring: KeyRing = RING) -> list[bytes]:
    book, written = EMPTY, []
    for number, heads in enumerate(HEADS):
        line, book = next_line(book, at(number), heads, ring.public_key, ring.sign)
        written.append(line)
    return written


def as_text(written: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in written)


def test_a_line_is_that_of_the_contract() -> None:
    first, second, _ = lines()
    told = json.loads(second)
    assert list(told) == ["number", "at", "heads", "previous", "signature"]
    assert told["number"] == 2
    assert list(told["heads"].items()) == [("house", [3, HASHES[1]]), ("table/tcp-1", [118, HASHES[0]])]
    assert told["previous"] == sha256(first).hexdigest()
    begun = json.loads(first)
    assert begun["public_key"] == RING.public_key.hex()
    assert begun["previous"] == "0" * 64


def test_what_is_signed_is_what_the_module_says() -> None:
    """Checked as a stranger would: with the text of the line and a library."""
    _, second, _ = lines()
    signature = json.loads(second)["signature"]
    message = b"croupier/checkpoint/1\n" + second.replace(f',"signature":"{signature}"'.encode(), b"")
    SigningKey(bytes(range(32))).verify_key.verify(message, bytes.fromhex(signature))


def test_a_book_is_read_as_it_was_written() -> None:
    found, book = read_book(as_text(lines()), signed_by, RING.public_key)
    assert [dict(checkpoint.heads) for checkpoint in found] == HEADS
    assert (book.number, book.previous) == (3, sha256(lines()[-1]).hexdigest())
    assert read_book(as_text(lines()), signed_by)[1] == book
    assert read_book(b"", signed_by) == ([], EMPTY)


def test_a_book_goes_on_after_a_restart() -> None:
    written = lines()
    book = resumed(written[0], written[-1], RING.public_key, signed_by)
    line, _ = next_line(book, at(9), HEADS[1], RING.public_key, RING.sign)
    assert len(read_book(as_text([*written, line]), signed_by)[0]) == 4
    assert resumed(None, None, RING.public_key, signed_by) == EMPTY
    assert resumed(written[0], written[0], RING.public_key, signed_by).number == 1
    with pytest.raises(Forged, match="another key"):
        resumed(written[0], written[-1], OTHER.public_key, signed_by)
    with pytest.raises(Forged, match="signature"):
        resumed(written[0], lines(OTHER)[-1], RING.public_key, signed_by)
    with pytest.raises(Forged):
        resumed(written[0], written[-1][:-5], RING.public_key, signed_by)


def test_a_line_cut_off_at_the_end_does_not_count() -> None:
    text = as_text(lines())
    for cut in range(len(lines()[-1]) + 1):
        assert len(read_book(text[: len(text) - 1 - cut], signed_by)[0]) == 2


@given(st.integers(0, 10**6), st.integers(0, 7))
def test_every_bit_matters(place: int, bit: int) -> None:
    changed = bytearray(as_text(lines()))
    changed[place % (len(changed) - 1)] ^= 1 << bit
    with pytest.raises(Forged, match="checkpoint"):
        read_book(bytes(changed), signed_by, RING.public_key)


def test_lines_gone_doubled_exchanged_or_of_another_book_are_found() -> None:
    one, two, three = lines()
    for wrong in ([two, three], [one, three], [one, one, two], [one, three, two], [one, two, lines(OTHER)[2]]):
        with pytest.raises(Forged):
            read_book(as_text(wrong), signed_by)
    with pytest.raises(Forged, match="another key"):
        read_book(as_text(lines(OTHER)), signed_by, RING.public_key)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'{"number"', b'{ "number"'),
        (b'"number":2', b'"number":2,"number":2'),
        (b'"number":2', b'"number":2.0'),
        (b'"heads"', b'"more":1,"heads"'),
        (b'"2026-01-01T00:00:01.000Z"', b'"2026-01-01T00:00:01Z"'),
        (b',"signature"', b',"public_key":"%b","signature"' % RING.public_key.hex().encode()),
    ],
)
def test_the_same_in_another_text_is_not_read(old: bytes, new: bytes) -> None:
    first, second, _ = lines()
    _, book = read_line(EMPTY, first, signed_by)
    assert old in second
    with pytest.raises(Forged, match="checkpoint 2"):
        read_line(book, second.replace(old, new), signed_by)


def test_only_a_first_line_begins_a_book() -> None:
    line, _ = next_line(Book(0, "0" * 64, RING.public_key.hex()), at(0), {}, RING.public_key, RING.sign)
    assert read_line(EMPTY, line, signed_by)[0].public_key == RING.public_key.hex()
    with pytest.raises(AssertionError, match="one key signs"):
        next_line(Book(1, "0" * 64, RING.public_key.hex()), at(0), {}, OTHER.public_key, OTHER.sign)
