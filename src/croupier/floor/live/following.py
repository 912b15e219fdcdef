"""Shows what another process has committed.

A follower folds each commit once, and gives the same `Change` to the same listeners as the process that decided it. So
code that reads the floor need not know in which of the two it runs.
"""

from collections.abc import Iterator, MutableMapping

from croupier.base.values import Value
from croupier.floor.journal.chain import Broken, entry_hash
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.state.floor_state import NO_HEAD, Change, FloorState, Ticket
from croupier.floor.live.state.fold import HOUSE_CODEC, HOUSE_STREAM, LINK_CODEC, TableFold
from croupier.floor.live.state.ports import Keys
from croupier.floor.store.base import PeopleRow, Reading
from croupier.floor.store.checks import told_rows
from croupier.rules.jackpot.evolve import evolve as evolve_link


class Committed(Value, array_like=True):
    """One committed act: its entries in order, and the rows that a follower cannot make from them."""

    entries: tuple[Entry, ...]
    decks: tuple[DeckRow, ...] = ()
    people: tuple[PeopleRow, ...] = ()


def acts_after(store: Reading, number: int) -> Iterator[Committed]:
    """The acts after entry `number`, as far as the store has them; without the rows of people, which are in no entry.
    The entries of one act follow each other, are in different streams, and have one id and one time.
    """
    entries: list[Entry] = []
    decks: list[DeckRow] = []
    before: tuple[str, int] | None = None
    for _, entry in store.every_entry(number):
        told = told_rows(entry.body)
        act = told.id, entry.at
        if entries and (act != before or any(each.stream == entry.stream for each in entries)):
            yield Committed(tuple(entries), tuple(decks))
            entries, decks = [], []
        before = act
        entries.append(entry)
        for round_, deck, *_ in told.decks:
            decks += [row for row in store.decks(entry.stream, round_) if row.deck == deck]
    if entries:
        yield Committed(tuple(entries), tuple(decks))


class Following:
    def __init__(self, books: FloorState, keys: Keys, folds: MutableMapping[str, TableFold]) -> None:
        """`folds`: each table as it is loaded, by name."""
        self._books = books
        self._keys = keys
        self._folds = folds

    def take(self, committed: Committed) -> None:
        """Shows an act. Raises `Broken` if an entry does not follow the last one of its stream."""
        change = Change(committed.entries[0].at, Ticket(200, {}))
        change.people = committed.people
        for entry in committed.entries:
            kind, _, name = entry.stream.partition("/")
            if kind == "table":
                body = self._at_table(change, name, entry, committed)
            else:
                body = self._elsewhere(change, kind, name, entry)
            change.add(entry, body)
        self._books.follow(change)

    def _at_table(self, change: Change, name: str, entry: Entry, committed: Committed) -> Body:
        fold = self._folds.get(name)
        if fold is None:
            fold = self._folds[name] = TableFold(self._books.store, self._keys, entry.stream)
        before = fold.table
        body = fold.add(entry)
        if not body.refused:
            assert fold.table is not None
            change.tables[name], change.events[name] = fold.table, fold.events
            if before is not None:
                change.before[name] = before
        for row in committed.decks:
            if row.stream == entry.stream:
                fold.given[row.round] = row
                self._books.keep_decks(name, {row.round: fold.deck(row.round)})
        return body

    def _elsewhere(self, change: Change, kind: str, name: str, entry: Entry) -> Body:
        self._check_follows(entry)
        body = decode_body(entry.body)
        if kind == "link":
            link = self._books.shown.links.get(name)
            for event in LINK_CODEC.decode(body.v, body.then):
                link = evolve_link(link, event)
            assert link is not None, f"{entry.stream} does not begin with the opening of its link"
            change.links[name] = link
        else:
            assert entry.stream == HOUSE_STREAM, entry.stream
            change.house = tuple(HOUSE_CODEC.decode(body.v, body.then))
        return body

    def _check_follows(self, entry: Entry) -> None:
        head = self._books.shown.heads.get(entry.stream, NO_HEAD)
        hash = entry_hash(head.hash, entry.stream, entry.seq, entry.at, entry.epoch, entry.body)
        if (entry.seq, entry.hash) != (head.seq + 1, hash):
            raise Broken(entry.stream, entry.seq, "chain", f"it does not follow entry {head.seq}, the last one shown")
