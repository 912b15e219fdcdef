"""Moves rounds of whole days out of a store into a signed file.

The file is durable before anything leaves the store. Then one transaction writes the house's entry, which says where
each stream goes on, and removes what the file has. A process killed before that leaves the store whole, and the same
command goes on with the same file.
"""

import time
from collections import Counter
from pathlib import Path

import msgspec

from croupier.base.values import Value
from croupier.floor.audit.rounds import FROM, OVER, RoundsOfTable
from croupier.floor.journal.entry import Body, ReadCard, decode_body
from croupier.floor.journal.places import Places
from croupier.floor.ledger.accounts import Account
from croupier.floor.live.floor import Floor
from croupier.floor.live.state.fold import TABLE_SNAPSHOT, TableFold
from croupier.floor.live.state.house_events import ArchivedDeck, ArchivedStream, JournalArchived
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.operator.rotating import check_no_rotation
from croupier.floor.server.operator.stopped_house import house_at_rest
from croupier.floor.store import keys
from croupier.floor.store.base import Leaving
from croupier.floor.store.bookkeeper import Bookkeeper
from croupier.floor.store.export import archive_text, write_archive
from croupier.floor.store.opening import read_store
from croupier.rules.games.common import Faces

OPENS = frozenset({"round-opened", "round-started"})


class Moved(Value):
    """What an archive took out of the store."""

    entries: int = 0
    rounds: int = 0
    tables: int = 0


def archive(folder: Path, key: Path, book: Path, before: int, day: str, target: Path) -> Moved:
    """Moves rounds that ended before this moment, at tables that have opened another round since."""
    check_no_rotation(key)
    ring = keys.load(key)
    with house_at_rest(folder, ring, book=book) as floor, read_store(folder) as reader:
        streams = [_archived(floor, stream, cut) for stream, cut in _cuts(floor, before).items()]
        if not streams:
            return Moved()
        begun = [_begun(floor, each.stream) for each in streams]
        leaving = {
            each.stream: Leaving(each.stream, each.seq, bytes.fromhex(each.hash), each.epoch, each.round)
            for each in streams
        }
        # a checkpoint before and after: no checkpoint names a removed entry as the newest of its stream
        keeper = Bookkeeper(book, ring)
        keeper.write(reader, printed_time(floor.ports.clock.now()), time.monotonic())
        digest = write_archive(target, lambda: archive_text(reader, leaving), day, ring.public_key, ring.sign)
        event = JournalArchived(day, target.name, digest, ring.public_key.hex(), tuple(streams))
        floor.record_store_event(event, "", tuple(leaving.values()))
        floor.books.store.flush()
        keeper.write(reader, printed_time(floor.ports.clock.now()), time.monotonic())
        keeper.close()
    entries = sum(each.seq - seq for each, (seq, _) in zip(streams, begun, strict=True))
    rounds = sum(each.round - round_ for each, (_, round_) in zip(streams, begun, strict=True))
    return Moved(entries, rounds, len(streams))


def _begun(floor: Floor, stream: str) -> tuple[int, int]:
    """The last entry and the last round archived before."""
    base, _ = floor.books.archived.get(stream, (None, ""))
    return (0, 0) if base is None else (base.seq, base.round)


def _cuts(floor: Floor, before: int) -> dict[str, int]:
    """By table: the last entry to archive. All entries up to it are older, and the next one opens a round."""
    found = {stream: _cut(floor, stream, before) for stream in sorted(floor.books.decided.heads)}
    return {stream: cut for stream, cut in found.items() if cut is not None}


def _cut(floor: Floor, stream: str, before: int) -> int | None:
    if not stream.startswith("table/"):
        return None
    seq, round_ = _begun(floor, stream)
    table, found, is_older = RoundsOfTable(), None, True
    if seq:
        table.number, table.state = round_, "settled"
    for entry in floor.books.store.entries(stream, seq + 1):
        if not is_older:
            break
        was_over, is_older = table.state in OVER, entry.at < before
        for event in msgspec.json.decode(decode_body(entry.body).then):
            kind = event.get("type", "")
            if kind in OPENS and was_over and entry.seq > seq + 1:
                found = entry.seq - 1
            if kind in FROM:
                table.hears(kind, event)
    return found


def _archived(floor: Floor, stream: str, cut: int) -> ArchivedStream:
    books = floor.books
    base, _ = books.archived.get(stream, (None, ""))
    fold = TableFold(books.store, floor.ports.keys, stream, base=base)
    carried: Counter[Account] = Counter(dict(base.carried) if base is not None else {})
    decks = [] if base is None else list(base.promised)
    read: list[tuple[int, ReadCard]] = [] if base is None else [(base.round, card) for card in base.read]
    first = fold.from_base()
    for entry in books.store.entries(stream, first, cut - first + 1):
        body: Body = fold.add(entry)
        decks += [ArchivedDeck(entry.seq, begun) for begun in body.decks]
        read += [(body.round, card) for card in body.read]
        for posting in body.post:
            carried[posting.account] += posting.amount
    table, last = fold.table, fold.last
    assert table is not None and last is not None
    match table.sign.cards:
        case Faces.SEALED:
            state = fold.deck(table.rounds).places.seal(table)
        case Faces.READER:
            state = Places(table.read).seal(table)
        case Faces.BY_HAND:
            state = table
    return ArchivedStream(
        stream,
        cut,
        last.hash.hex(),
        last.epoch,
        table.rounds,
        TABLE_SNAPSHOT.encode(state).decode(),
        tuple(card for round_, card in read if round_ == table.rounds),
        tuple(each for each in decks if each.deck.round >= table.rounds),
        tuple(sorted(carried.items())),
    )
