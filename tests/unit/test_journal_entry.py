"""Entries of the journal: their bodies and their chain, byte for byte as the contract has them."""

import json
from hashlib import sha256

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.base.citation import Citation
from croupier.base.values import Value
from croupier.floor.journal.chain import ZERO, Broken, chained, check_follows, entry_hash
from croupier.floor.journal.codec import EventCodec
from croupier.floor.journal.entry import NOTHING, Body, DeckBegun, Entry, Opened, ReadCard, decode_body, encode_body
from croupier.floor.journal.upcast import VERSION, UnknownVersion
from croupier.floor.ledger.accounts import Account
from croupier.floor.ledger.postings import Posting
from croupier.rules.cards import Card
from croupier.rules.games.house.events import BetsClosed, HouseEvent

SHORTEST = Body(1, "Ann", "c-00000001", "play", (), ())


def test_what_every_entry_says_is_always_written() -> None:
    assert encode_body(SHORTEST) == b'{"v":1,"by":"Ann","id":"c-00000001","do":"play","cites":[],"post":[]}'


def test_the_rest_is_written_where_there_is_something_to_say() -> None:
    body = Body(
        v=1,
        by="Ann",
        id="c-00000001",
        do="play",
        cites=(Citation("3.9"), Citation("R-13")),
        post=(Posting(Account("stack/tcp-1/Ann"), -500), Posting(Account("layout/tcp-1"), 500)),
        then=msgspec.Raw(b'[{"type":"bets-closed"}]'),
        rank=1,
        session=3,
        took=1200,
        book="three-card-poker@3",
        reason="because",
        round=12,
        version=118,
        refused=True,
        answer=msgspec.Raw(b'{"error":{}}'),
        decks=(DeckBegun(12, 0, 0, "9f"),),
        opened=(Opened(0, 7, Card("As"), "ab"),),
        read=(ReadCard(3, "box"),),
        asked="ZGlnZXN0",
        snapshot="9f",
        kept=(("user/ann", "9f"),),
        public=4,
        command=msgspec.Raw(b'{"type":"open-house"}'),
    )
    written = encode_body(body)
    assert decode_body(written) == body
    told = json.loads(written)
    assert list(told) == list(Body.__struct_fields__)
    assert told["post"] == [["stack/tcp-1/Ann", -500], ["layout/tcp-1", 500]]
    assert told["decks"] == [[12, 0, 0, "9f"]]
    assert told["opened"] == [[0, 7, "As", "ab"]]
    assert told["read"] == [[3, "box"]]


@pytest.mark.parametrize("v", [VERSION + 1, 0, "1", None])
def test_a_body_of_an_unknown_number_is_not_read(v: object) -> None:
    with pytest.raises(UnknownVersion, match="version"):
        decode_body(json.dumps({"v": v, "by": ["something", "else"]}).encode())


def test_what_a_newer_release_of_the_same_number_adds_is_not_in_the_way() -> None:
    assert decode_body(encode_body(SHORTEST)[:-1] + b',"added":[1]}') == SHORTEST


class Seated(Value, tag="seated"):
    box: int


def test_words_can_be_added_to_those_of_a_family() -> None:
    codec: EventCodec[HouseEvent | Seated] = EventCodec(HouseEvent | Seated)
    events = (BetsClosed(()), Seated(3))
    then = codec.encode(events)
    body = decode_body(encode_body(replace(SHORTEST, then=then)))
    assert codec.decode(body.v, body.then) == events
    assert codec.encode(()) is NOTHING
    assert codec.decode(1, NOTHING) == ()


def test_the_chain_is_that_of_the_contract() -> None:
    body = encode_body(SHORTEST)
    first = sha256(bytes(32) + b"table/tcp-1\n1\n1700000000000000\n4\n" + body).digest()
    assert entry_hash(ZERO, "table/tcp-1", 1, 1_700_000_000_000_000, 4, body) == first
    second = sha256(first + b"table/tcp-1\n2\n1700000000000001\n4\n" + body).digest()
    assert chained(first, "table/tcp-1", 2, 1_700_000_000_000_001, 4, body).hash == second


def stream(length: int) -> list[Entry]:
    entries: list[Entry] = []
    for seq in range(1, length + 1):
        before = entries[-1].hash if entries else ZERO
        entries.append(chained(before, "table/tcp-1", seq, 1000 * seq, 1 + seq // 3, b'{"v":1,"n":%d}' % seq))
    return entries


def check(entries: list[Entry]) -> None:
    previous = None
    for entry in entries:
        check_follows(previous, entry)
        previous = entry


CHANGES = st.one_of(
    st.builds(lambda flip: lambda entry: replace(entry, body=flipped(entry.body, flip)), st.integers(0, 10**6)),
    st.builds(lambda flip: lambda entry: replace(entry, hash=flipped(entry.hash, flip)), st.integers(0, 10**6)),
    st.builds(lambda more: lambda entry: replace(entry, at=entry.at + more), st.integers(1, 10**6)),
    st.builds(lambda more: lambda entry: replace(entry, epoch=entry.epoch + more), st.integers(1, 9)),
    st.builds(lambda more: lambda entry: replace(entry, seq=entry.seq + more), st.integers(1, 9)),
    st.builds(lambda name: lambda entry: replace(entry, stream=name), st.sampled_from(["table/tcp-2", "house", ""])),
)


def flipped(text: bytes, bit: int) -> bytes:
    place = bit // 8 % len(text)
    return text[:place] + bytes([text[place] ^ (1 << bit % 8)]) + text[place + 1 :]


@given(st.integers(1, 8), st.data())
def test_every_change_of_an_entry_is_found(length: int, data: st.DataObject) -> None:
    entries = stream(length)
    check(entries)
    which = data.draw(st.integers(0, length - 1))
    change = data.draw(CHANGES)
    entries[which] = change(entries[which])
    with pytest.raises(Broken) as found:
        check(entries)
    assert found.value.seq in (entries[which].seq, which + 2)
    assert found.value.kind in ("gap", "chain")


@given(st.integers(2, 8), st.data())
def test_entries_gone_doubled_or_exchanged_are_found(length: int, data: st.DataObject) -> None:
    entries = stream(length)
    which = data.draw(st.integers(0, length - 2))
    with pytest.raises(Broken, match="entry") as gone:
        check(entries[:which] + entries[which + 1 :])
    assert (gone.value.stream, gone.value.seq, gone.value.kind) == ("table/tcp-1", which + 2, "gap")
    with pytest.raises(Broken):
        check(entries[: which + 1] + entries[which:])
    with pytest.raises(Broken):
        check([*entries[:which], entries[which + 1], entries[which], *entries[which + 2 :]])


def test_an_older_epoch_does_not_come_back() -> None:
    """A writer that another one has replaced, though it hashed what it saw."""
    first = chained(ZERO, "house", 1, 1, 2, b"{}")
    with pytest.raises(Broken, match="its epoch 1 is lower than 2"):
        check_follows(first, chained(first.hash, "house", 2, 2, 1, b"{}"))
