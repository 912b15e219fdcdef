"""Finished rounds, each as the person who asks may see it."""

from collections import OrderedDict
from collections.abc import Iterator, Mapping
from itertools import chain
from threading import Lock

from croupier.base.actors import PUBLIC, Viewer
from croupier.base.sentences import says
from croupier.floor.journal.decks import DrawnDeck, Tampered
from croupier.floor.journal.entry import Body, Entry, decode_body
from croupier.floor.live.answers.history import PathStep, Promised, Proof, ProvedCard, Round, RoundLine, Rounds
from croupier.floor.live.answers.rounds import AnyRound
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import Promise, TableFold, promise_of
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.telling.recent_acts import said_in
from croupier.floor.live.views.by_family import views_of
from croupier.rounds.telling.arithmetic import FromTheMeter, answers_in
from croupier.rules.cards import Card
from croupier.rules.games.common import Faces
from croupier.rules.rulebook.load import at_the_table

KEPT = 500
"""How many finished rounds stay in memory; older ones are folded again from the journal."""
MILESTONE = 50
"""In addition, memory keeps every 50th round of a table, again up to `KEPT`: folding starts at the nearest."""


class History:
    def __init__(self, books: FloorState) -> None:
        self._books = books
        self._over: OrderedDict[tuple[str, int], LiveTable] = OrderedDict()
        self._milestones: OrderedDict[tuple[str, int], LiveTable] = OrderedDict()
        self._keeping = Lock()
        """Threads of their own fold old rounds, so that players never wait for them."""
        self._folding = Lock()
        books.listeners.append(lambda change: self._keep(change.tables))

    def _keep(self, tables: dict[str, LiveTable]) -> None:
        for name, table in tables.items():
            if table.rounds and family_of(table.book).over(table.game):
                with self._keeping:
                    _put(self._over, (name, table.rounds), table)
                    if table.rounds % MILESTONE == 0:
                        _put(self._milestones, (name, table.rounds), table)

    # --- Rounds ---------------------------------------------------------------------------------------------------

    def rounds(self, name: str, limit: int, before: int | None) -> Rounds:
        newest = self.known_table(name).rounds
        first = newest if before is None else min(before - 1, newest)
        oldest = self._oldest(name)
        numbers = range(first, max(first - limit, oldest - 1), -1)
        last = numbers[-1] if numbers else 0
        items = [RoundLine(number, self._status(name, number)) for number in numbers]
        return Rounds(items, last if last > oldest else None)

    def round(self, name: str, number: int, who: Who | None) -> Round:
        """The round as this viewer sees it now, with its acts."""
        table = self.at_its_end(name, number)
        entries = list(self._entries(name, number))
        events = [family_of(body.book).codec.decode(body.v, body.then) for _, body in entries]
        answers = answers_in(chain.from_iterable(events))
        told = self.round_view(table, PUBLIC if who is None else who.viewer, answers)
        if told is not None and number < self.known_table(name).rounds:
            told.waiting = []
        said = [said_in(body, entry.at, then) for (entry, body), then in zip(entries, events, strict=True)]
        return Round(told, [each.told() for each in said if each.is_shown_to(who)])

    def round_view(
        self,
        table: LiveTable,
        viewer: Viewer,
        answers: Mapping[int, FromTheMeter],
        also: frozenset[Card] = frozenset(),
    ) -> AnyRound | None:
        """`also`: cards that the viewer has seen since."""
        book = at_the_table(table.book, table.sign.dealing)
        link = None if table.sign.link is None else self._books.shown.links.get(table.sign.link)
        return views_of(table.book).round(table, book, viewer, link, answers=answers, also=also)

    def _entries(self, name: str, number: int) -> Iterator[tuple[Entry, Body]]:
        """The shown entries of the round, without refused acts."""
        shown = self._books.shown.heads[f"table/{name}"].seq
        for entry in self._books.store.entries(f"table/{name}", round=number):
            body = decode_body(entry.body)
            if entry.seq <= shown and not body.refused:
                yield entry, body

    def _status(self, name: str, number: int) -> str:
        round_ = self.at_its_end(name, number).game.round
        assert round_ is not None
        return round_.phase if round_.over else "open"

    def at_its_end(self, name: str, number: int) -> LiveTable:
        """The table at the end of that round, or at its latest act if it is open."""
        table = self.known_table(name)
        if not 1 <= number <= table.rounds:
            raise Problem(Code.NOT_FOUND, says("no-such-round-of", table=name, round=number, rounds=table.rounds))
        self._check_not_archived(name, number)
        if number == table.rounds:
            return table
        with self._keeping:
            kept = self._over.get((name, number))
        return self._folded(name, number) if kept is None else kept

    def _check_not_archived(self, name: str, number: int) -> None:
        base, file = self._books.archived.get(f"table/{name}", (None, ""))
        if base is not None and number <= base.round:
            raise Problem(Code.NOT_FOUND, says("round-archived", table=name, round=number, file=file))

    def _oldest(self, name: str) -> int:
        """The number of the first round that is not archived."""
        base, _ = self._books.archived.get(f"table/{name}", (None, ""))
        return 1 if base is None else base.round + 1

    def _folded(self, name: str, number: int) -> LiveTable:
        """Folds up to that round, and keeps every round on the way."""
        found: LiveTable | None = None
        with self._folding:  # one at a time: this may take seconds
            for _, _, fold in self.fold_through(name, number):
                assert fold.table is not None
                if fold.table.rounds == number:
                    found = fold.table
                self._keep({name: fold.table})
        assert found is not None, f"{name} has no entry of round {number}"
        return found

    def fold_through(
        self, name: str, number: int, *, all_of_it: bool = False
    ) -> Iterator[tuple[LiveTable | None, Body, TableFold]]:
        """Yields, entry by entry to the end of that round: the table before it, the entry, and the fold after it.

        Starts at the nearest known round end, at the newest snapshot if that is early enough, or at the table's
        opening.
        """
        stream, store = f"table/{name}", self._books.store
        base, _ = self._books.archived.get(stream, (None, ""))
        fold, first = TableFold(store, self._books.ports.keys, stream, base=base), 1
        with self._keeping:
            known = {**self._milestones, **self._over}
        nearest = max((passed for table, passed in known if table == name and passed < number), default=0)
        if nearest and not all_of_it:
            fold.table = known[name, nearest]
            first = next(iter(store.entries(stream, 1, 1, round=nearest + 1))).seq
            (fold.last,) = store.entries(stream, first - 1, 1)
        elif all_of_it:
            self._check_not_archived(name, 1)
        elif number > 1:
            first = fold.from_snapshot(before=next(iter(store.entries(stream, 1, 1, round=number))).seq)
        shown = self._books.shown.heads[stream].seq
        for entry in store.entries(stream, first):
            if entry.seq > shown:
                return  # durable, but not shown yet
            before = fold.table
            body = fold.add(entry)
            assert fold.table is not None
            if fold.table.rounds > number:
                return
            yield before, body, fold

    def known_table(self, name: str) -> LiveTable:
        table = self._books.shown.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name[:40]))
        return table

    # --- Cards ----------------------------------------------------------------------------------------------------

    def proof(self, name: str, number: int, who: Who | None) -> Proof:
        """The cards of a round that this viewer sees, each with its proof."""
        table = self.at_its_end(name, number)
        seen = seen_by(table, PUBLIC if who is None else who.viewer)
        dealt = self._dealt(table)
        promise, deck = self.deck_of(table, number)
        return proof_of(promise, deck, [place for place, card in enumerate(dealt) if card in seen])

    def deck(self, name: str, number: int) -> Proof:
        """All places of a finished round."""
        table = self.at_its_end(name, number)
        if not family_of(table.book).over(table.game):
            raise Problem(Code.REFUSED, says("deck-opened-when-over", round=number))
        promise, deck = self.deck_of(table, number)
        return proof_of(promise, deck, list(range(len(deck.cards.cards))))

    def deck_of(self, table: LiveTable, number: int) -> tuple[Promise, DrawnDeck]:
        """The stored deck of a round, and the promise that it must match."""
        if table.sign.cards is not Faces.SEALED:
            raise Problem(Code.REFUSED, says("real-shoe-no-roots", table=table.name))
        stream, store = f"table/{table.name}", self._books.store
        base, _ = self._books.archived.get(stream, (None, ""))
        promise = promise_of(store, stream, number, base)
        rows = store.decks(stream, number)
        try:
            if promise is not None and rows:
                return promise, self._books.ports.keys.open_deck(rows[-1])
        except Tampered:
            pass
        raise Problem(Code.REFUSED, says("deck-damaged", table=table.name, round=number))

    def _dealt(self, table: LiveTable) -> tuple[Card, ...]:
        return () if table.game.round is None else table.game.round.dealt


def seen_by(table: LiveTable, viewer: Viewer) -> frozenset[Card]:
    return family_of(table.book).sees(table.game, viewer)


def _put(kept: OrderedDict[tuple[str, int], LiveTable], key: tuple[str, int], table: LiveTable) -> None:
    kept[key] = table
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)


def proof_of(promise: Promise, deck: DrawnDeck, places: list[int]) -> Proof:
    """Proofs against the deck's own `root`; a deck that is not the promised one proves nothing."""
    return Proof(
        table=deck.table,
        round=deck.round,
        deck=deck.deck,
        root=deck.root.hex(),
        promised=Promised(promise.deck.root, promise.stream, promise.seq),
        cards=[
            ProvedCard(
                place=place,
                card=deck.card(place),
                salt=deck.salt(place).hex(),
                path=[
                    PathStep(right=step.other.hex()) if step.right else PathStep(left=step.other.hex())
                    for step in deck.path(place)
                ],
            )
            for place in places
        ],
    )
