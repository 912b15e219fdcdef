"""The books of the house: what is decided, what is on its way to the disk, and what may be shown.

One thread decides. An act is decided at once on top of everything decided before it, chained, and handed to the store,
which commits in the same order. It is answered and shown only when it is durable. A store that fails is final: nothing
that was still on its way is answered, and the process stops, so nobody is ever told anything that is taken back.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.cards import Card
from croupier.citation import Citation, printed
from croupier.games.common import Faces
from croupier.jackpot.link import Link
from croupier.journal.chain import ZERO, chained
from croupier.journal.decks import DrawnDeck, draw
from croupier.journal.entry import Body, Entry, ReadCard, decode_body, encode_body
from croupier.journal.places import Places
from croupier.journal.upcast import VERSION
from croupier.ledger.accounts import Account
from croupier.live.events import CardsRead
from croupier.live.families import family_of
from croupier.live.fold import AWARD, LINK_SNAPSHOT, TABLE_SNAPSHOT, moved_on
from croupier.live.known_ids import KnownIds
from croupier.live.people import Who
from croupier.live.ports import Ports
from croupier.live.problems import Code, Problem
from croupier.live.table import LiveTable
from croupier.live.work import Record, Work
from croupier.sentences import says
from croupier.store.base import AnswerRow, Batch, Head, PeopleRow, SnapshotRow, Store

ENTRIES_A_SNAPSHOT = 500
"""Between two snapshots of a stream there are at least so many entries."""

_json = msgspec.json.Encoder().encode


class Ticket:
    """An answer that is given as soon as it is durable."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        self.status = status
        self.answer = answer
        self.durable = False
        self._callbacks: list[Callable[[Ticket], None]] = []

    def then(self, callback: Callable[["Ticket"], None]) -> None:
        if self.durable:
            callback(self)
        else:
            self._callbacks.append(callback)

    def resolve(self) -> None:
        self.durable = True
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback(self)

    def again(self) -> "Ticket":
        """The same answer to somebody who asks a second time."""
        (key, told), *_ = self.answer.items()
        same = {key: {**told, "again": True}} if isinstance(told, Mapping) else {**self.answer, "again": True}
        repeated = Ticket(self.status, same)
        self.then(lambda _: repeated.resolve())
        return repeated


class Now:
    """The house at one moment."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.links: dict[str, Link] = {}
        self.balances: dict[Account, int] = {}
        self.heads: dict[str, Head] = {}
        self.at: dict[str, int] = {}
        """When each stream last moved."""


class Act:
    """Who does what, as it is written down."""

    def __init__(
        self, who: Who, id_: str, do: str, *, by: str | None = None, reason: str = "", digest: bytes = b""
    ) -> None:
        self.who = who
        self.id = id_
        self.do = do
        self.by = by or who.name
        self.reason = reason
        self.digest = digest
        """Of what was asked: a retry must ask the same."""


class Change:
    """What one commit changes of what may be shown."""

    def __init__(self, entries: tuple[Entry, ...], bodies: tuple[Body, ...], ticket: Ticket | None) -> None:
        self.entries = entries
        self.bodies = bodies
        self.ticket = ticket
        self.tables: dict[str, LiveTable] = {}
        self.before: dict[str, LiveTable] = {}
        """The same tables as they were; one that is opened was not."""
        self.events: dict[str, Sequence[Any]] = {}
        """What happened at each, with the faces of all cards."""
        self.links: dict[str, Link] = {}
        self.moved: dict[Account, int] = {}


class Books:
    def __init__(self, store: Store, ports: Ports) -> None:
        self.store = store
        self.ports = ports
        self.decided = Now()
        self.shown = Now()
        self.decks: dict[str, dict[int, DrawnDeck]] = {}
        self.failed: Exception | None = None
        self.listeners: list[Callable[[Change], None]] = []
        """Called for every commit, in order, after it is durable."""
        self.on_decided: Callable[[Change], None] = lambda _: None
        """Called as soon as something is decided, before it is durable: for clocks, not for people."""
        self.on_failure: Callable[[Exception], None] = lambda _: None
        self._on_their_way: deque[Change] = deque()
        self._answers: dict[tuple[str, str], tuple[bytes, Ticket]] = {}
        """Of acts on their way; the others are asked of the store."""
        self._ids = KnownIds(store)
        self._snapshots: dict[str, int] = {}
        self.entries_written = 0

    @property
    def on_their_way(self) -> int:
        """So many acts are decided and not yet shown; some of them may be on the disk."""
        return len(self._on_their_way)

    # --- Decided: what a work builds on ---------------------------------------------------------------------------

    @property
    def tables(self) -> Mapping[str, LiveTable]:
        return self.decided.tables

    @property
    def links(self) -> Mapping[str, Link]:
        return self.decided.links

    @property
    def balances(self) -> Mapping[Account, int]:
        return self.decided.balances

    def draw_deck(self, table: str, round_: int, deck: int, listed: Sequence[Card]) -> DrawnDeck:
        return draw(self.ports.chance, f"table/{table}", round_, deck, listed=listed)

    def now(self) -> int:
        return self.ports.clock.now()

    def digest(self, *parts: str) -> bytes:
        """Of an act, which may name a card that is hidden: without the key nobody finds it by trying them all."""
        return self.ports.keys.digest("\0".join(parts).encode())

    # --- Retries --------------------------------------------------------------------------------------------------

    def answered(self, by: str, id_: str, digest: bytes) -> Ticket | None:
        """The answer that was given to this id before; the id of something else is refused."""
        known = self._answers.get((by, id_))
        if known is not None:
            asked, ticket = known
        else:
            row = self.store.answer(by, id_) if self._ids.may_have(by, id_) else None
            if row is None:
                return None
            asked = row.digest
            (entry,) = self.store.entries(row.stream, row.seq, 1)
            body = decode_body(entry.body)
            assert body.answer is not None, f"{row.stream} {row.seq} has an answer row and no answer"
            status, answer = msgspec.json.decode(body.answer)
            ticket = Ticket(status, answer)
            ticket.resolve()
        if asked != digest:
            why = says("id-reused", id=id_)
            raise Problem(Code.ID_REUSED, why, more={"id": id_})
        return ticket.again()

    # --- Writing --------------------------------------------------------------------------------------------------

    def enter(
        self,
        work: Work,
        act: Act,
        stream: str,
        status: int,
        answer: Mapping[str, Any] | None,
        cites: Sequence[Citation] = (),
        *,
        refused: bool = False,
        people: Sequence[PeopleRow] = (),
    ) -> Ticket:
        """Write the work down: decided from now on, answered when it is durable."""
        if self.failed is not None:
            raise Problem(Code.UNAVAILABLE, says("store-failed"))
        at = work.at
        records = {stream: work.records.get(stream) or Record(), **work.records}
        entries, bodies = [], []
        change_tables: dict[str, LiveTable] = {}
        for name, record in records.items():
            acting = name == stream
            if not acting and not record.events and not record.post and not record.decks:
                continue
            body = self._body(work, act, name, record, acting=acting, cites=cites, refused=refused)
            more: dict[str, Any] = {}
            if name.startswith("table/") and not refused:
                table = moved_on(work.table(name.removeprefix("table/")), body.by)
                work.tables[table.name] = change_tables[table.name] = table
                more = {"version": table.version, "round": table.rounds, "book": table.book}
            if acting:
                told = self._with_version(answer, more.get("version", 0))
                more["answer"] = None if told is None else _raw([status, told])
            body = replace(body, **more)
            before = self.decided.heads.get(name)
            entry = chained(
                ZERO if before is None else before.hash,
                name,
                1 if before is None else before.seq + 1,
                at,
                self.store.epoch,
                encode_body(body),
            )
            self.decided.heads[name] = Head(entry.seq, entry.hash, entry.epoch)
            self.decided.at[name] = at
            entries.append(entry)
            bodies.append(body)
            if acting:
                acted, final = entry, told
        return self._submit(work, act, tuple(entries), tuple(bodies), change_tables, status, final, acted, people)

    def _with_version(self, answer: Mapping[str, Any] | None, version: int) -> Mapping[str, Any] | None:
        if answer is None or "done" not in answer or not version:
            return answer
        return {"done": {**answer["done"], "version": version}}

    def _body(
        self,
        work: Work,
        act: Act,
        stream: str,
        record: Record,
        *,
        acting: bool,
        cites: Sequence[Citation],
        refused: bool,
    ) -> Body:
        table = None
        if stream.startswith("table/") and (record.events or not refused):
            table = work.table(stream.removeprefix("table/"))
        events = self._sealed(work, table, record.events)
        return Body(
            v=VERSION,
            by=act.by if acting or table is None or record.said else "system",
            id=act.id,
            do=act.do if acting else record.said or (f"({act.do})" if table is None else AWARD),
            cites=tuple(Citation(cite) for cite in printed(cites)) if acting else (),
            post=record.postings(),
            then=events,
            rank=0 if act.who.role == "auditor" else int(act.who.rank),
            session=act.who.session if acting else 0,
            reason=act.reason if acting or record.said else "",
            refused=refused,
            decks=tuple(record.decks),
            opened=tuple(record.opened),
            read=tuple(self._read(stream, table, record.events)),
        )

    def _sealed(self, work: Work, table: LiveTable | None, events: Sequence[Any]) -> msgspec.Raw:
        if not events:
            return msgspec.Raw(b"[]")
        if table is None:
            return msgspec.Raw(_json(events))
        places = self.places(work, table)
        return msgspec.Raw(_json([places.seal(event) for event in events] if places is not None else events))

    def _read(self, stream: str, table: LiveTable | None, events: Sequence[Any]) -> Iterator[ReadCard]:
        """Cards that the device has read, sealed as they are."""
        cards = [card for event in events if isinstance(event, CardsRead) for card in event.cards]
        if cards:
            assert table is not None
            for place, card in enumerate(cards, len(table.read) - len(cards)):
                yield self.ports.keys.seal_card(card, stream, table.rounds, place)

    def places(self, work: Work, table: LiveTable) -> Places | None:
        """Where each card of the round lies, so that entries can say it instead of the card; None by hand."""
        match table.sign.cards:
            case Faces.SEALED:
                if not table.rounds or (table.name not in self.decks and table.name not in work.decks):
                    return Places(())
                return work.deck(table).places
            case Faces.READER:
                return Places(table.read)
            case Faces.BY_HAND:
                return None

    def _submit(
        self,
        work: Work,
        act: Act,
        entries: tuple[Entry, ...],
        bodies: tuple[Body, ...],
        tables: dict[str, LiveTable],
        status: int,
        answer: Mapping[str, Any] | None,
        acted: Entry,
        people: Sequence[PeopleRow],
    ) -> Ticket:
        change = Change(entries, bodies, Ticket(status, answer or {"done": {"id": act.id}}))
        change.tables = tables
        change.before = {name: self.decided.tables[name] for name in tables if name in self.decided.tables}
        change.events = {
            name: work.records[f"table/{name}"].events for name in tables if f"table/{name}" in work.records
        }
        change.links = work.links
        for body in bodies:
            for posting in body.post:
                change.moved[posting.account] = change.moved.get(posting.account, 0) + posting.amount
        self.decided.tables.update(tables)
        self.decided.links.update(work.links)
        _move(self.decided.balances, change.moved)
        answers: tuple[AnswerRow, ...] = ()
        if act.digest and answer is not None:
            answers = (AnswerRow(act.who.name, act.id, acted.stream, acted.seq, act.digest),)
            assert change.ticket is not None
            self._answers[act.who.name, act.id] = (act.digest, change.ticket)
        sealed = [self.ports.keys.seal_deck(deck) for drawn in work.decks.values() for deck in drawn.values()]
        for name, drawn in work.decks.items():
            kept = {number: deck for number, deck in self.decks.get(name, {}).items() if number + 1 >= max(drawn)}
            self.decks[name] = {**kept, **drawn}
        batch = Batch(
            entries=entries,
            answers=answers,
            decks=tuple(sealed),
            snapshots=(*self._snapshots_due(work, tables), *self._link_snapshots_due(work.links)),
            people=tuple(people),
        )
        self._on_their_way.append(change)
        self.on_decided(change)
        self.store.submit(batch, lambda error: self.ports.hop(lambda: self._committed(change, act, error)))
        assert change.ticket is not None
        return change.ticket

    def _committed(self, change: Change, act: Act, error: Exception | None) -> None:
        if error is not None:
            if self.failed is None:
                self.failed = error
                self.on_failure(error)
            return
        first = self._on_their_way.popleft()
        assert first is change, "commits come in the order of the acts"
        self.shown.tables.update(change.tables)
        self.shown.links.update(change.links)
        _move(self.shown.balances, change.moved)
        for entry in change.entries:
            self.shown.heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
            self.shown.at[entry.stream] = entry.at
        self.entries_written += len(change.entries)
        if self._answers.pop((act.who.name, act.id), None) is not None:
            self._ids.add(act.who.name, act.id)
        if change.ticket is not None:
            change.ticket.resolve()
        for listener in self.listeners:
            listener(change)

    # --- Snapshots ------------------------------------------------------------------------------------------------

    def _snapshots_due(self, work: Work, tables: Mapping[str, LiveTable]) -> list[SnapshotRow]:
        """Between rounds only, so that the tail always holds the whole open round."""
        due = []
        for name, table in tables.items():
            stream = f"table/{name}"
            seq = self.decided.heads[stream].seq
            if seq - self._snapshots.get(stream, 0) < ENTRIES_A_SNAPSHOT or family_of(table.book).interrupted(
                table.game
            ):
                continue
            places = self.places(work, table)
            self._snapshots[stream] = seq
            due.append(SnapshotRow(stream, seq, TABLE_SNAPSHOT.encode(table if places is None else places.seal(table))))
        return due

    def _link_snapshots_due(self, links: Mapping[str, Link]) -> Iterator[SnapshotRow]:
        for name, link in links.items():
            stream = f"link/{name}"
            seq = self.decided.heads[stream].seq
            if seq - self._snapshots.get(stream, 0) >= ENTRIES_A_SNAPSHOT:
                self._snapshots[stream] = seq
                yield SnapshotRow(stream, seq, LINK_SNAPSHOT.encode(link))


def digest_of(*parts: str) -> bytes:
    return blake2b("\0".join(parts).encode(), digest_size=16).digest()


def _move(balances: dict[Account, int], moved: Mapping[Account, int]) -> None:
    for account, amount in moved.items():
        balances[account] = balances.get(account, 0) + amount


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(_json(value))
