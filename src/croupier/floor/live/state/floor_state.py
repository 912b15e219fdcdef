"""The state of the floor: what is decided, what is being written, and what may be shown.

One thread decides. Each act is decided at once, on top of everything decided before it, then chained and given to the
store, which commits in the same order. It is answered and shown only when it is durable. A store failure is final:
pending acts get no answer and the process stops, so nothing that was shown is ever taken back.
"""

from base64 import b64encode
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from hashlib import blake2b, sha256
from typing import TypeVar, cast

import msgspec

from croupier.base.citation import Citation, printed
from croupier.base.json_answers import JsonObject
from croupier.base.sentences import says
from croupier.floor.journal.chain import ZERO, chained
from croupier.floor.journal.decks import DeckRow, DrawnDeck, draw
from croupier.floor.journal.entry import NO_ANSWER, NO_COMMAND, Body, Entry, ReadCard, decode_body, encode_body
from croupier.floor.journal.places import Places
from croupier.floor.journal.upcast import VERSION
from croupier.floor.ledger.accounts import Account
from croupier.floor.live.state.commands import Command, encode_command, said
from croupier.floor.live.state.events import CardsRead
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import StreamEvent, TableEvent
from croupier.floor.live.state.fold import AWARD, HOUSE_STREAM, LINK_SNAPSHOT, TABLE_SNAPSHOT, moved_on
from croupier.floor.live.state.house_events import ArchivedStream, HouseStreamEvent
from croupier.floor.live.state.known_ids import MOST_OF_ONE, KnownIds
from croupier.floor.live.state.people import SYSTEM, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Away, Code, Problem, read_answer, with_the_verdict, written_answer
from croupier.floor.live.state.public import is_public
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.work import Record, Work
from croupier.floor.store.base import (
    AnswerRow,
    Batch,
    FloorStore,
    Head,
    Leaving,
    PeopleRow,
    SessionEnded,
    SnapshotRow,
    StoreFailed,
    UserGone,
    named_digest,
)
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.jackpot.link import Link

ENTRIES_A_SNAPSHOT = 500
"""The least number of entries between two snapshots of a stream."""

MOST_ALIKE = 3
"""How many different acts of a user in a round become entries when they are refused for the same reason."""
REMEMBERED = 20_000
"""How many refusals without an entry are remembered, and for how many users refusals are counted."""

NO_HEAD = Head(0, ZERO, 0)
"""Before the first entry of a stream."""

_SEALED, _READER = Faces.SEALED, Faces.READER
T = TypeVar("T")
_json = msgspec.json.Encoder().encode


class Ticket:
    """An answer that arrives as soon as the act is durable."""

    def __init__(self, status: int, answer: JsonObject) -> None:
        self.status = status
        self.answer = answer
        self.durable = False
        self._callbacks: list[Callable[[Ticket], None]] = []

    @property
    def refusal(self) -> str | None:
        """The code of the error that the answer is, if it is one."""
        error = self.answer.get("error")
        return str(error["code"]) if isinstance(error, Mapping) else None

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
        """The same answer, for a retry."""
        (key, told), *_ = self.answer.items()
        same = {key: {**told, "again": True}} if isinstance(told, Mapping) else {**self.answer, "again": True}
        repeated = Ticket(self.status, same)
        self.then(lambda _: repeated.resolve())
        return repeated


class Act:
    """Who does what, as it is journalled: a sentence of the round files, or a command."""

    def __init__(
        self, who: Who, id_: str, what: str | Command, *, by: str | None = None, reason: str = "", digest: bytes = b""
    ) -> None:
        self.who = who
        self.id = id_
        self.say(what)
        self.by = by or who.name
        self.reason = reason
        self.digest = digest
        """Digest of the request: a retry must ask the same."""

    def say(self, what: str | Command) -> None:
        if isinstance(what, str):
            self.do, self.command = what, NO_COMMAND
        else:
            self.do, self.command = said(what), msgspec.Raw(encode_command(what))


class Unread(Enum):
    """A thread is reading it, or still has to."""

    UNREAD = "unread"


UNREAD = Unread.UNREAD


class Change:
    """What one act changes: the decided state at once, the shown state when the act is durable."""

    def __init__(self, at: int, ticket: Ticket) -> None:
        self.at = at
        self.ticket = ticket
        self.entries: list[Entry] = []
        self.bodies: dict[str, Body] = {}
        """By stream, in the order of the entries."""
        self.snapshots: list[SnapshotRow] = []
        self.decks: tuple[DeckRow, ...] = ()
        """New ones, sealed."""
        self.heads: dict[str, Head] = {}
        self.tables: dict[str, LiveTable] = {}
        self.before: dict[str, LiveTable] = {}
        """The same tables before the act; a table just opened is missing."""
        self.events: dict[str, Sequence[TableEvent]] = {}
        """By table: the events, with the faces of all cards."""
        self.links: dict[str, Link] = {}
        self.house: Sequence[HouseStreamEvent] = ()
        """The events of the house itself: at the cage, of accounts and sessions."""
        self.people: Sequence[PeopleRow] = ()
        self.moved: dict[Account, int] = {}

    def add(self, entry: Entry, body: Body) -> None:
        self.entries.append(entry)
        self.bodies[entry.stream] = body
        self.heads[entry.stream] = Head(entry.seq, entry.hash, entry.epoch)
        for posting in body.post:
            self.moved[posting.account] = self.moved.get(posting.account, 0) + posting.amount


class Lookup:
    """Reads in a thread whether an id was answered before: the ids of its user, and the answer."""

    def __init__(self, store: FloorStore, by: str, id_: str, *, reads_ids: bool) -> None:
        self.by, self.id, self.reads_ids = by, id_, reads_ids
        self._store = store
        self.used: list[str] = []
        self.found: tuple[bytes, Ticket] | None = None

    def read(self) -> None:
        if self.reads_ids:
            self.used = self._store.ids(self.by, MOST_OF_ONE + 1)
        self.found = stored_answer(self._store, self.by, self.id)


def stored_answer(store: FloorStore, by: str, id_: str) -> tuple[bytes, Ticket] | None:
    """The digest of the request, and the answer, from the store."""
    row = store.answer(by, id_)
    if row is None:
        return None
    (entry,) = store.entries(row.stream, row.seq, 1)
    body = decode_body(entry.body)
    assert body.answer != NO_ANSWER, f"{row.stream} {row.seq} has an answer row and no answer"
    ticket = Ticket(*read_answer(body.answer))
    ticket.resolve()
    return row.digest, ticket


class RefusedBefore:
    """One user's refused acts in one round that became entries."""

    def __init__(self, round_: int) -> None:
        self.round = round_
        self._acts: defaultdict[str, set[str]] = defaultdict(set)
        """By the code of the refusal."""

    def add(self, code: str, do: str) -> bool:
        acts = self._acts[code]
        if do in acts or len(acts) >= MOST_ALIKE:
            return False
        acts.add(do)
        return True


class Now:
    """The house at one moment."""

    def __init__(self) -> None:
        self.tables: dict[str, LiveTable] = {}
        self.links: dict[str, Link] = {}
        self.balances: dict[Account, int] = {}
        self.heads: dict[str, Head] = {}
        self.at: dict[str, int] = {}
        """By stream: the time of its last entry."""

    def move(self, change: Change) -> None:
        self.tables.update(change.tables)
        self.links.update(change.links)
        for account, amount in change.moved.items():
            self.balances[account] = self.balances.get(account, 0) + amount
        self.heads.update(change.heads)
        self.at.update(dict.fromkeys(change.heads, change.at))


class FloorState:
    def __init__(self, store: FloorStore, ports: Ports) -> None:
        self.store = store
        self.ports = ports
        self.decided = Now()
        self.shown = Now()
        self.decks: dict[str, dict[int, DrawnDeck]] = {}
        self.failed: Exception | None = None
        self.away = False
        """Whether the database server is out of reach; set in this thread, so that it never changes within an act."""
        self.listeners: list[Callable[[Change], None]] = []
        """Called for every commit, in order, after it is durable."""
        self.on_decided: Callable[[Change], None] = lambda _: None
        """Called as soon as something is decided, before it is durable: for clocks, not for people."""
        self.on_failure: Callable[[Exception], None] = lambda _: None
        self._on_their_way: deque[Change] = deque()
        self._answers: dict[tuple[str, str], tuple[bytes, Ticket]] = {}
        """Answers of pending acts; all others are in the store."""
        self._ids = KnownIds(store)
        self._refusals: OrderedDict[tuple[str, str], tuple[bytes, Ticket]] = OrderedDict()
        """By user and id: answers that are no entries, for clients that soon try again."""
        self._looked_up: OrderedDict[tuple[str, str], tuple[bytes, Ticket] | Unread | None] = OrderedDict()
        """By user and id: what threads found in the store, kept up to date by commits; None for nothing."""
        self._refused_before: OrderedDict[tuple[str, str], RefusedBefore] = OrderedDict()
        """By user and stream."""
        self._snapshots: dict[str, int] = {}
        self.archived: dict[str, tuple[ArchivedStream, str]] = {}
        """Tables whose older entries are archived, and the file with the newest of those."""
        self.number = 0
        """Of the newest entry shown, over all streams."""
        self.newest = 0
        """The time of the newest entry."""
        self.public = self.shown_public = 0
        """How many of the entries decided so far are public; and of those shown."""

    @property
    def on_their_way(self) -> int:
        """How many acts are decided and not yet shown; some may already be durable."""
        return len(self._on_their_way)

    def acts_on_their_way(self, name: str) -> bool:
        """Whether an act of this user is not durable yet."""
        bodies = (body for each in self._on_their_way for body in each.bodies.values())
        return any(body.by.partition(" for ")[0] == name for body in bodies)

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
        """The time, but never before that of the newest entry."""
        return max(self.ports.clock.now(), self.newest)

    def digest(self, *parts: str) -> bytes:
        """Digest of an act, with a key: the act may name a hidden card, and nobody must find it by trying all cards."""
        return self.ports.keys.digest("\0".join(parts).encode())

    # --- Retries --------------------------------------------------------------------------------------------------

    def answered(self, by: str, id_: str, digest: bytes) -> Ticket | None:
        """The answer given to this id before. Refuses an id that was used for something else."""
        key = by, id_
        known = self._answers.get(key) or self._refusals.get(key)
        if known is None and not isinstance(looked_up := self._looked_up.get(key, UNREAD), Unread):
            known = looked_up
        elif known is None and self._ids.may_have(by, id_):
            known = stored_answer(self.store, by, id_)
        if known is None:
            return None
        asked, ticket = known
        if asked != digest:
            why = says("id-reused", id=id_)
            raise Problem(Code.ID_REUSED, why, more={"id": id_})
        return ticket.again()

    def begin_lookup(self, by: str, id_: str) -> Lookup | None:
        """The lookup that a thread must do before `answered` can be asked for this id; None if the answer is known or
        the store is in this process. `end_lookup` takes the result."""
        key = by, id_
        if not self.store.is_remote or key in self._answers or key in self._refusals:
            return None
        if self._looked_up.get(key, UNREAD) is not UNREAD or not self._ids.is_unsure(by, id_):
            return None
        _remember(self._looked_up, key, UNREAD)
        return Lookup(self.store, by, id_, reads_ids=self._ids.begin_reading(by))

    def end_lookup(self, lookup: Lookup) -> None:
        if lookup.reads_ids:
            self._ids.end_reading(lookup.by, lookup.used)
        key = lookup.by, lookup.id
        if self._looked_up.get(key) is UNREAD:  # otherwise an act with this id became durable meanwhile
            self._looked_up[key] = lookup.found

    # --- Writing --------------------------------------------------------------------------------------------------

    def enter(
        self,
        work: Work,
        act: Act,
        stream: str,
        status: int,
        answer: JsonObject | None,
        cites: Sequence[Citation] = (),
        *,
        refused: bool = False,
        people: Sequence[PeopleRow] = (),
        leaving: tuple[Leaving, ...] = (),
    ) -> Ticket:
        """Enters the work: it counts as decided from now on, and is answered when durable."""
        if self.failed is not None:
            raise Problem(Code.UNAVAILABLE, says("store-failed"))
        if self.away:
            raise Away
        change = Change(work.at, Ticket(status, answer or {"done": {"id": act.id}}))
        for name, record in {stream: work.record(stream), **work.records}.items():
            acting = name == stream
            if not acting and not record.events and not record.post and not record.decks:
                continue
            table, by = None, act.by
            if name.startswith("table/") and not refused:
                there, by = name.removeprefix("table/"), _by(act, record, acting=acting)
                before, events = self.decided.tables.get(there), cast(Sequence[TableEvent], record.events)
                table = work.tables[there] = change.tables[there] = moved_on(before, work.table(there), events, by)
                change.events[there] = events
                if before is not None:
                    change.before[there] = before
            elif name == HOUSE_STREAM:
                change.house, change.people = cast(Sequence[HouseStreamEvent], record.events), people
            told = NO_ANSWER
            if acting and answer is not None:
                answer = _with_version(answer, table)
                change.ticket.answer = with_the_verdict(answer)
                told = written_answer(status, answer) if refused else msgspec.Raw(_json([status, answer]))
            head = self.decided.heads.get(name, NO_HEAD)
            snapshot = self._snapshot(work, name, head.seq + 1, table)
            if snapshot is not None:
                change.snapshots.append(snapshot)
            body = self._body(work, act, by, name, record, table, told, cites, snapshot, acting=acting, refused=refused)
            if acting and people:
                kept = [named_digest(row) for row in people if not isinstance(row, SessionEnded | UserGone)]
                body = msgspec.structs.replace(body, kept=tuple(kept))
            change.add(self._chained(head, name, work.at, body), body)
        return self._submit(work, act, change, stream if act.digest and answer is not None else None, people, leaving)

    def refuse(self, act: Act, stream: str, error: Problem, *, by_rule: bool, round_: int) -> Ticket:
        """Answers 409. A refusal becomes an entry only if a rule decided it and it is news: otherwise a player could
        fill the disk with acts they cannot pay, or with the same mistake again and again."""
        if by_rule and self._is_news(act, stream, error, round_):
            return self.enter(Work(self), act, stream, 409, error.told(), error.cites, refused=True)
        ticket = Ticket(409, error.told())
        _remember(self._refusals, (act.who.name, act.id), (act.digest, ticket))
        if self._on_their_way:  # the refusal depends on these acts, so it is answered after they are durable
            self._on_their_way[-1].ticket.then(lambda _: ticket.resolve())
        else:
            ticket.resolve()
        return ticket

    def _is_news(self, act: Act, stream: str, error: Problem, round_: int) -> bool:
        """Whether the journal has neither this refusal in this round nor enough others like it."""
        key = (act.who.name, stream)
        before = self._refused_before.get(key)
        if before is None or before.round != round_:
            before = RefusedBefore(round_)
        _remember(self._refused_before, key, before)
        return before.add(error.why if error.says is None else error.says.code, act.do)

    def _chained(self, head: Head, stream: str, at: int, body: Body) -> Entry:
        return chained(head.hash, stream, head.seq + 1, at, self.store.epoch, encode_body(body))

    def _body(
        self,
        work: Work,
        act: Act,
        by: str,
        stream: str,
        record: Record,
        table: LiveTable | None,
        answer: msgspec.Raw,
        cites: Sequence[Citation],
        snapshot: SnapshotRow | None,
        *,
        acting: bool,
        refused: bool,
    ) -> Body:
        version, round_, book = (0, 0, "") if table is None else (table.version, table.rounds, table.book)
        return Body(
            v=VERSION,
            by=by,
            id=act.id,
            do=act.do if acting else record.said or (f"({act.do})" if table is None else AWARD),
            cites=tuple(map(Citation, printed(cites))) if acting and cites else (),
            post=record.postings(),
            then=self._sealed(work, table, record.events),
            rank=0 if act.who.role == "auditor" else int(act.who.rank),
            session=act.who.session if acting else 0,
            book=book,
            reason=act.reason if acting or record.said else "",
            round=round_,
            version=version,
            refused=refused,
            answer=answer,
            decks=tuple(record.decks),
            opened=tuple(record.opened),
            read=self._read(stream, table, record.events) if table is not None and table.sign.cards is _READER else (),
            asked=b64encode(act.digest).decode() if answer is not NO_ANSWER else "",
            snapshot="" if snapshot is None else sha256(snapshot.body).hexdigest(),
            public=self._counted(stream, table, record.events, refused=refused),
            command=act.command if acting else NO_COMMAND,
        )

    def _counted(self, stream: str, table: LiveTable | None, events: Sequence[StreamEvent], *, refused: bool) -> int:
        self.public += not refused and is_public(stream, table, events)
        return self.public

    def _sealed(self, work: Work, table: LiveTable | None, events: Sequence[StreamEvent]) -> msgspec.Raw:
        if not events:
            return msgspec.Raw(b"[]")
        if table is None:
            return msgspec.Raw(_json(events))
        places = self.places(work, table)
        return msgspec.Raw(_json([places.seal(event) for event in events] if places is not None else events))

    def _read(self, stream: str, table: LiveTable, events: Sequence[StreamEvent]) -> tuple[ReadCard, ...]:
        """Cards that the device read, sealed."""
        cards = [card for event in events if isinstance(event, CardsRead) for card in event.cards]
        seal, first = self.ports.keys.seal_card, len(table.read) - len(cards)
        return tuple([seal(card, stream, table.rounds, place) for place, card in enumerate(cards, first)])

    def places(self, work: Work, table: LiveTable) -> Places | None:
        """The place of each card of the round, so that entries need not name cards; None if dealt by hand."""
        if table.sign.cards is _SEALED:
            name = table.name
            if not table.rounds or (name not in self.decks and name not in work.decks):
                return Places(())
            return work.deck(table).places
        return Places(table.read) if table.sign.cards is _READER else None

    def _submit(
        self,
        work: Work,
        act: Act,
        change: Change,
        answered: str | None,
        people: Sequence[PeopleRow],
        leaving: tuple[Leaving, ...],
    ) -> Ticket:
        """`answered` is the stream in which a retry finds its answer."""
        change.links = work.links
        self.decided.move(change)
        self.newest = max(self.newest, work.at)
        answers: tuple[AnswerRow, ...] = ()
        if answered is not None:
            answers = (AnswerRow(act.who.name, act.id, answered, change.heads[answered].seq, act.digest),)
            self._answers[act.who.name, act.id] = (act.digest, change.ticket)
        change.decks = tuple(self._sealed_decks(work)) if work.decks else ()
        batch = Batch(
            entries=tuple(change.entries),
            answers=answers,
            decks=change.decks,
            snapshots=tuple(change.snapshots),
            people=tuple(people),
            leaving=leaving,
        )
        self._on_their_way.append(change)
        self.on_decided(change)
        self.store.submit(batch, lambda error: self.ports.hop(lambda: self._committed(change, act, error)))
        return change.ticket

    def _sealed_decks(self, work: Work) -> Iterator[DeckRow]:
        for name, drawn in work.decks.items():
            self.keep_decks(name, drawn)
            for deck in drawn.values():
                yield self.ports.keys.seal_deck(deck)

    def keep_decks(self, table: str, drawn: Mapping[int, DrawnDeck]) -> None:
        """Keeps the decks of this round and the next in memory; the disk has all of them, sealed."""
        kept = {number: deck for number, deck in self.decks.get(table, {}).items() if number + 1 >= max(drawn)}
        self.decks[table] = {**kept, **drawn}

    def check_deck(self, table: LiveTable, deck: DrawnDeck) -> None:
        """Checks that the deck in memory is the promised one. Otherwise there is a fault in the program: no card is
        dealt and the house closes."""
        if deck.begun not in table.decks:
            self.fail(StoreFailed(f"the deck at hand for round {table.rounds} of {table.name} is not the promised one"))
            raise Problem(Code.UNAVAILABLE, says("store-failed"))

    def fail(self, error: Exception) -> None:
        """The store failed: nothing more is decided or answered."""
        if self.failed is None:
            self.failed = error
            self.on_failure(error)

    def _committed(self, change: Change, act: Act, error: Exception | None) -> None:
        if error is not None:
            self.fail(error)
            return
        first = self._on_their_way.popleft()
        assert first is change, "commits come in the order of the acts"
        key = act.who.name, act.id
        if (answered := self._answers.pop(key, None)) is not None:
            self._ids.add(*key)
            if key in self._looked_up:
                self._looked_up[key] = answered
        self._show(change)

    def _show(self, change: Change) -> None:
        """Answers the act, then shows it."""
        self.shown.move(change)
        self.number += len(change.entries)
        self.shown_public = max(self.shown_public, *(body.public for body in change.bodies.values()))
        change.ticket.resolve()
        for listener in self.listeners:
            listener(change)

    def follow(self, change: Change) -> None:
        """Shows what another process has decided and committed."""
        self.decided.move(change)
        self.newest = max(self.newest, change.at)
        self.public = max(self.public, *(body.public for body in change.bodies.values()))
        self.on_decided(change)
        self._show(change)

    # --- Snapshots ------------------------------------------------------------------------------------------------

    def _snapshot(self, work: Work, stream: str, seq: int, table: LiveTable | None) -> SnapshotRow | None:
        """The state after the entry that is being written, if a snapshot is due. Tables only between rounds, so that
        the entries after it always hold the whole open round."""
        if seq - self._snapshots.get(stream, 0) < ENTRIES_A_SNAPSHOT:
            return None
        link = work.links.get(stream.removeprefix("link/")) if stream.startswith("link/") else None
        if table is not None and not family_of(table.book).interrupted(table.game):
            places = self.places(work, table)
            body = TABLE_SNAPSHOT.encode(table if places is None else places.seal(table))
        elif link is not None:
            body = LINK_SNAPSHOT.encode(link)
        else:
            return None
        self._snapshots[stream] = seq
        return SnapshotRow(stream, seq, body)


def digest_of(*parts: str) -> bytes:
    return blake2b("\0".join(parts).encode(), digest_size=16).digest()


def _remember(kept: OrderedDict[tuple[str, str], T], key: tuple[str, str], value: T) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > REMEMBERED:
        kept.popitem(last=False)


def _by(act: Act, record: Record, *, acting: bool) -> str:
    """Who caused an event at a table: for an act at another table, the system."""
    return record.by or (act.by if acting or record.said else SYSTEM.name)


def _with_version(answer: JsonObject, table: LiveTable | None) -> JsonObject:
    done = answer.get("done")
    if table is None or not isinstance(done, dict):
        return answer
    return {"done": {**done, "version": table.version}}
