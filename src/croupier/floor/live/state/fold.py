"""Rebuilds states from streams: the newest snapshot, then every entry after it, with its chain checked."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.journal.chain import check_follows
from croupier.floor.journal.codec import EventCodec, StateCodec
from croupier.floor.journal.decks import DeckRow, DrawnDeck, KeyLacking, Tampered, key_number
from croupier.floor.journal.entry import Body, DeckBegun, Entry, decode_body
from croupier.floor.journal.places import Places
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import table as live_table
from croupier.floor.live.state.families import family_of, noted
from croupier.floor.live.state.family import StreamEvent, TableEvent
from croupier.floor.live.state.house_events import ArchivedStream, HouseStreamEvent
from croupier.floor.live.state.ports import Keys
from croupier.floor.live.state.table import LiveTable, heard
from croupier.floor.store.base import Code, Journal, SnapshotRow, StoreUnusable
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.games.poker import events as poker_ev
from croupier.rules.games.poker.table import PokerState
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.jackpot.link import Link

HOUSE_STREAM = "house"
AWARD = "(award)"
"""The act of a table's entry when an act in another stream pays an award there."""
HOUSE_CODEC: EventCodec[HouseStreamEvent] = EventCodec(HouseStreamEvent)
LINK_CODEC: EventCodec[LinkEvent] = EventCodec(LinkEvent)

TABLE_SNAPSHOT = StateCodec(LiveTable)
LINK_SNAPSHOT = StateCodec(Link)
_encode = msgspec.json.Encoder().encode


def believed_snapshot(store: Journal, stream: str) -> tuple[SnapshotRow, Entry] | tuple[None, None]:
    """The newest snapshot of a stream and the entry that it was made with, if that entry names its digest. One
    that it does not name was changed, or is of an older release: then the stream is folded from its beginning."""
    row = store.snapshot(stream)
    if row is None or row.seq < 2:
        return None, None
    found = list(store.entries(stream, row.seq - 1, 2))
    if len(found) != 2:
        return None, None
    before, entry = found
    check_follows(before, entry)
    if decode_body(entry.body).snapshot != sha256(row.body).hexdigest():
        return None, None
    return row, entry


class Promise(Value):
    """A deck whose root was published, and the entry that published it."""

    stream: str
    seq: int
    deck: DeckBegun


def promise_of(store: Journal, stream: str, number: int, base: ArchivedStream | None = None) -> Promise | None:
    """The last deck promised for a round, during that round or the one before it."""
    before = next(iter(store.entries(stream, 1, 1, round=number - 1)), None) if number > 1 else None
    archived = [each for each in (() if base is None else base.promised) if each.deck.round == number]
    found = Promise(stream, archived[-1].seq, archived[-1].deck) if archived else None
    for entry in store.entries(stream, 1 if before is None else before.seq):
        body = decode_body(entry.body)
        if body.round > number:
            break
        for begun in body.decks:
            if begun.round == number:
                found = Promise(stream, entry.seq, begun)
    return found


def promised_deck(decks: Iterable[DeckRow], keys: Keys, promise: Promise, *, ring_is_right: bool = True) -> DrawnDeck:
    """The promised deck among those of its round. Raises `StoreUnusable` if it is missing, does not open or is another
    one: it cannot be drawn again, because players may have bet on it. `ring_is_right`: the ring matches the journal, so
    a deck that does not open is damaged.
    """
    begun = promise.deck
    rows = {row.deck: row for row in decks}
    code: Code = "damaged"
    if begun.deck not in rows:
        why = "is missing"
    else:
        try:
            drawn = keys.open_deck(rows[begun.deck])
        except (Tampered, ValueError, IndexError) as error:
            if not ring_is_right and (isinstance(error, KeyLacking) or _may_be_the_ring(rows[begun.deck].sealed)):
                code = "key"
            why = f"does not open: {error}"
        else:
            if drawn.begun == begun:
                return drawn
            why = f"is not the one whose root entry {promise.seq} promised"
    raise StoreUnusable(
        code,
        f"deck {begun.deck} of round {begun.round} of {promise.stream} {why}; put the right "
        + ("key ring back" if code == "key" else "copy of the store back"),
        stream=promise.stream,
        seq=promise.seq,
        round=begun.round,
    )


def _may_be_the_ring(sealed: bytes) -> bool:
    """Whether another ring might open the box. Keys are numbered from 1; a box with another number is damaged."""
    return key_number(sealed) > 0


class TableFold:
    """Folds the stream of one table; opens sealed decks and read cards as needed."""

    def __init__(
        self,
        store: Journal,
        keys: Keys,
        stream: str,
        *,
        ring_is_right: bool = True,
        base: ArchivedStream | None = None,
    ) -> None:
        """`base` is the start of the stream if its older entries are archived."""
        self._store = store
        self._base = base
        self._keys = keys
        self._stream = stream
        self._ring_is_right = ring_is_right
        self.table: LiveTable | None = None
        self.decks: dict[int, DrawnDeck] = {}
        self.given: dict[int, DeckRow] = {}
        """By round: sealed decks that came with their entries, so they need not be read from the store."""
        self._promises: dict[int, Promise] = {}
        self.last: Entry | None = None
        self.last_act: Body | None = None
        """The last act here. An award paid here by an act elsewhere does not count."""
        self.events: tuple[TableEvent, ...] = ()
        """The events of the last entry, with the faces of their cards."""

    def from_snapshot(self, before: int | None = None) -> int:
        """Starts from the snapshot. Returns the number of the next entry; 1 without a snapshot or if it is too late."""
        row, last = believed_snapshot(self._store, self._stream)
        if row is None or (before is not None and row.seq >= before):
            return self.from_base()
        table = TABLE_SNAPSHOT.decode(row.body)
        if table is None:
            return self.from_base()
        self.table = self._places(table, row.seq).unseal(table) if table.sign.cards is not Faces.BY_HAND else table
        self.last = last
        return row.seq + 1

    def from_base(self) -> int:
        """Starts from the archive's end. Returns the number of the first entry in the store."""
        base = self._base
        if base is None:
            return 1
        table = TABLE_SNAPSHOT.decode(base.state.encode())
        if table is None:
            why = f"{self._stream} was archived by another release; restore a backup with --archive, then archive again"
            raise StoreUnusable("newer", why, stream=self._stream, seq=base.seq)
        if table.sign.cards is Faces.READER:
            read = Places(tuple([self._keys.open_card(card, self._stream, base.round) for card in base.read]))
            self.table = read.unseal(table)
        else:
            self.table = self._places(table, base.seq).unseal(table) if table.sign.cards is Faces.SEALED else table
        self.last = Entry(self._stream, base.seq, 0, base.epoch, b"", bytes.fromhex(base.hash))
        return base.seq + 1

    def add(self, entry: Entry) -> Body:
        """Adds one entry; it must follow the last one."""
        check_follows(self.last, entry)
        body = decode_body(entry.body)
        self.events = ()
        if not body.refused:
            self.table = self._after(body, entry.at)
        for begun in body.decks:
            self._promises[begun.round] = Promise(self._stream, entry.seq, begun)
            self._promises.pop(begun.round - 2, None)
            self.decks.pop(begun.round, None)  # another deck took its place before it was dealt
        self.last = entry
        if body.do != AWARD:
            self.last_act = body
        return body

    def _after(self, body: Body, at: int) -> LiveTable:
        family = family_of(body.book)
        events: tuple[TableEvent, ...] = family.codec.decode(body.v, body.then)
        if events and (self.table is None or self.table.sign.cards is not Faces.BY_HAND):
            places = self._places_of(body)
            events = tuple([places.unseal(event) for event in events])
        self.events = events
        table = self.table
        for event in events:
            table = entered(table, event, at)
        assert table is not None, f"{self._stream} does not begin with the opening of its table"
        if body.decks:
            table = replace(table, decks=(body.decks[-1],))
        return moved_on(self.table, table, events, body.by)

    def _places_of(self, body: Body) -> Places:
        if body.read:
            assert self.table is not None
            return Places(self.table.read + tuple(self._read(body)))
        if self.table is not None and self.table.sign.cards is Faces.READER:
            return Places(self.table.read if body.round == self.table.rounds else ())
        return self.deck(body.round).places if b"#" in bytes(body.then) else Places()

    def _read(self, body: Body) -> Iterator[Card]:
        for card in body.read:
            yield self._keys.open_card(card, self._stream, body.round)

    def _places(self, table: LiveTable, seq: int) -> Places:
        if table.sign.cards is Faces.READER:
            return Places(tuple(self._read_before(table.rounds, seq)))
        if table.sign.cards is Faces.SEALED and table.rounds and b"#" in _encode(table.game):
            return self.deck(table.rounds).places
        return Places(())

    def _read_before(self, round_: int, seq: int) -> Iterator[Card]:
        """The cards of a round that the device had read by then."""
        for entry in self._store.entries(self._stream, round=round_):
            if entry.seq <= seq:
                yield from self._read(decode_body(entry.body))

    def promise(self, number: int) -> Promise | None:
        return self._promises.get(number) or promise_of(self._store, self._stream, number, self._base)

    def deck(self, number: int) -> DrawnDeck:
        """The deck of that round, dealt or not."""
        if number not in self.decks:
            promise = self.promise(number)
            if promise is None:
                why = f"cards of round {number} of {self._stream} were dealt, and no deck was promised for it"
                raise StoreUnusable("damaged", why, stream=self._stream, round=number)
            given = self.given.get(number)
            rows = self._store.decks(self._stream, number) if given is None else (given,)
            self.decks[number] = promised_deck(rows, self._keys, promise, ring_is_right=self._ring_is_right)
            for older in [each for each in self.decks if each < number - 1]:
                del self.decks[older]
                self.given.pop(older, None)
        return self.decks[number]


def events_of(entry: Entry, body: Body) -> Iterator[StreamEvent]:
    """The entry's events in today's form. Cards are places."""
    if bytes(body.then) == b"[]":
        return iter(())
    match entry.stream.partition("/")[0]:
        case "house":
            return iter(HOUSE_CODEC.decode(body.v, body.then))
        case "link":
            return iter(LINK_CODEC.decode(body.v, body.then))
        case _:
            return iter(family_of(body.book).codec.decode(body.v, body.then))


def entered(table: LiveTable | None, event: TableEvent, at: int) -> LiveTable:
    """The table after an event of its game or of the floor at that time."""
    if isinstance(event, ev.FloorTableOpened):
        assert table is None, "a table is opened once"
        return LiveTable(event.sign, event.book, None)  # type: ignore[arg-type]  # the game's opening follows at once
    assert table is not None, "a life begins with the opening of the table"
    if isinstance(event, ev.LiveEvent):
        return live_table.evolve(table, event)
    return replace(noted(table, event, at), game=family_of(table.book).evolve(table.game, event))


def moved_on(before: LiveTable | None, table: LiveTable, events: Sequence[TableEvent], by: str) -> LiveTable:
    """The table after an act that changed something: a new version, and perhaps a new moment."""
    asked = family_of(table.book).asked(table.game)
    moments = table.moments if asked == table.asked else table.moments + 1
    if table.sign.cards is Faces.BY_HAND:
        table = replace(table, before_entry=_before_entry(before, events, by))
    return heard(replace(table, asked=asked, moments=moments, version=table.version + 1), by)


_ENTERED = frozenset(
    {
        *(poker_ev.ActionTaken, poker_ev.ActedOutOfTurn),
        *(poker_ev.HandShown, poker_ev.HandTurnedUp, poker_ev.HandMucked),
    }
)
"""What a dealer enters for a player at a table of poker dealt by hand."""


def _before_entry(before: LiveTable | None, events: Sequence[TableEvent], by: str) -> PokerState | None:
    """What a player says binds the player (3.14); what the dealer has entered for them may be a slip."""
    for_a_player = before is not None and " for " in by and not _ENTERED.isdisjoint(map(type, events))
    return before.game if for_a_player and before is not None and isinstance(before.game, PokerState) else None


def fold_link(store: Journal, stream: str) -> tuple[Link, int]:
    """The link folded from its newest snapshot, and the time of its last entry.

    The self-check reads the link's whole journal again (PJ-20).
    """
    row, last = believed_snapshot(store, stream)
    link = None if row is None else LINK_SNAPSHOT.decode(row.body)
    if link is None:
        last = None
    for entry in store.entries(stream, 1 if last is None else last.seq + 1):
        check_follows(last, entry)
        body = decode_body(entry.body)
        for event in LINK_CODEC.decode(body.v, body.then):
            link = evolve_link(link, event)
        last = entry
    assert link is not None and last is not None, f"{stream} does not begin with the opening of its link"
    return link, last.at


def house_events(store: Journal, kept: dict[str, str]) -> Iterator[tuple[HouseStreamEvent, int]]:
    """Each event of the house with its time. Fills `kept` with the digests of the rows of people."""
    last: Entry | None = None
    for entry in store.entries(HOUSE_STREAM):
        check_follows(last, entry)
        body = decode_body(entry.body)
        kept.update(body.kept)
        for event in HOUSE_CODEC.decode(body.v, body.then):
            yield event, entry.at
        last = entry
