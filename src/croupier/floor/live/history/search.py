"""Finds people, what waits, tables, rounds, entries and paragraphs by a few letters, as far as a role may see them.

`T 12`, `R 4118`, `# 18402` and `§ 5.10` search tables, rounds, entries and paragraphs alone.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from msgspec import UNSET

from croupier.floor.journal.entry import decode_body
from croupier.floor.ledger.accounts import stack, wallet
from croupier.floor.live.answers.searching import Hit, Hits, PeopleFound, PersonKind, PersonTold
from croupier.floor.live.history.own_rounds import OwnRounds
from croupier.floor.live.people.staff import Staff
from croupier.floor.live.pit_queries import Pit
from croupier.floor.live.queries import Queries
from croupier.floor.live.state.clocks import Timers
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.names import named
from croupier.floor.store.base import UserRow
from croupier.rules.rulebook.load import load

EACH = 6
"""How many of one kind a search lists."""
LATEST = 3
"""How many rounds and entries of a person it lists."""
FEWEST_LETTERS = 3
"""Shorter words are not looked for in paragraphs."""
_NARROWED = re.compile(r"(?:([trTR])\s+|([#§])\s*)(.+)|([rR])([0-9]+)")
_KIND_OF = {"t": "table", "r": "round", "#": "entry", "§": "paragraph"}
_JOURNAL_READERS = (Role.SHIFT_MANAGER, Role.AUDITOR)


class Search:
    def __init__(
        self, books: FloorState, staff: Staff, timers: Timers, ask: Queries, pit: Pit, own_rounds: OwnRounds
    ) -> None:
        self._books, self._staff, self._timers, self._ask = books, staff, timers, ask
        self._pit, self._own_rounds = pit, own_rounds

    # --- People ---------------------------------------------------------------------------------------------------

    def people(
        self, who: Who, letters: str, kind: str | None, role: str | None, limit: int, seen: Mapping[str, list[int]]
    ) -> PeopleFound:
        """`seen`: by name in lower case, when each session was last used."""
        bots = self._bots()
        found = [(row, self._kind(row, bots)) for row in self._named(letters)]
        fits = [(row, its) for row, its in found if kind in (None, its) and role in (None, row.role)]
        counts: Counter[str] = Counter(its for _, its in found)
        items = [self._person(who, row, its, seen.get(row.name.lower(), [])) for row, its in fits[:limit]]
        return PeopleFound(items, dict(counts))

    def _named(self, letters: str) -> list[UserRow]:
        rows = ((self._rank_of(letters, row), row) for row in list(self._staff.rows.values()))
        found = ((place, row.name.lower(), row) for place, row in rows if place is not None)
        return [row for *_, row in sorted(found, key=lambda each: each[:2])]

    def _rank_of(self, letters: str, row: UserRow) -> int | None:
        """Somebody is found by the account's name and by the name that others see."""
        called = self._ask.names.shown.get(row.name)
        names = (row.name,) if called is None else (row.name, called.name)
        return min((place for name in names if (place := _match_rank(letters, name)) is not None), default=None)

    def _bots(self) -> frozenset[str]:
        tables = list(self._books.shown.tables.values())
        return frozenset(name for table in tables for name in self._timers.bots(table))

    def _kind(self, row: UserRow, bots: frozenset[str]) -> PersonKind:
        if row.role != Role.PLAYER:
            return "staff"
        if row.name in bots:
            return "bot"
        if self._staff.players.get(row.name):
            return "walk-in"
        return "player" if row.password else "guest"

    def _person(self, who: Who, row: UserRow, kind: PersonKind, seen: list[int]) -> PersonTold:
        tables = self._ask.places(row.name)
        told = PersonTold(name=row.name, role=row.role, kind=kind, here=bool(seen or tables), tables=tables)
        if (called := self._ask.names.shown.get(row.name)) is not None:
            told.called = called.name
        if who.role is Role.DEALER:
            return told
        person = self._staff.register.find(row.name)
        told.disabled = row.disabled
        told.second_factor = person is not None and person.factor is not None
        told.sessions = len(seen)
        if row.role == Role.PLAYER:
            told.wallet = self._ask.wallet(row.name)
        if seen:
            told.seen = printed_time(max(seen))
        return told

    # --- Everything -----------------------------------------------------------------------------------------------

    def search(self, who: Who, asked: str, limit: int) -> Hits:
        """Reads the journal for entries: call it in a thread."""
        asked = asked.strip()
        narrowed = _NARROWED.fullmatch(asked)
        only = ""
        if narrowed is not None:
            only = _KIND_OF[(narrowed[1] or narrowed[2] or narrowed[4]).lower()]
            asked = narrowed[3] or narrowed[5]
        if not asked:
            return Hits([])
        dealer = who.role is Role.DEALER
        people = [] if dealer else self._named(asked)[:EACH]
        groups: dict[str, Iterable[Hit]] = {
            "person": (self._hit_of(row) for row in people),
            "wait": () if dealer else self._waits(who, asked),
            "table": self._tables(asked),
            "round": self._rounds(asked, people),
            "entry": self._entries(asked, people) if who.role in _JOURNAL_READERS else (),
            "paragraph": self._paragraphs(asked, by_number=bool(only)),
        }
        hits = [hit for kind, found in groups.items() if only in ("", kind) for hit in islice(found, EACH)]
        return Hits(hits[:limit])

    def _hit_of(self, row: UserRow) -> Hit:
        section = "cage" if row.role == Role.PLAYER else "people"
        tables = self._ask.places(row.name)
        return Hit(kind="person", name=row.name, role=row.role, tables=tables, to=f"/pit/{section}/{row.name}")

    def _waits(self, who: Who, asked: str) -> Iterator[Hit]:
        for each in self._pit.waits(who.role).items:
            about = each.link or each.table or each.player
            number = each.round if each.number is UNSET else each.number
            told_number = "" if number is UNSET else str(number)
            texts = (about, each.table, each.player, each.text, each.by, each.reason, told_number)
            if any(_match_rank(asked, text) is not None for text in texts):
                to = f"/pit/waits/{each.kind}-{about or 'house'}-{told_number}"  # the page names its rows so
                yield Hit(kind="wait", name=about, text=each.text, says=each.says, by=each.by, at=each.since, to=to)

    def _tables(self, asked: str) -> Iterator[Hit]:
        for name, table in sorted(self._books.shown.tables.items()):
            book = load(table.book)
            if any(_match_rank(asked, text) is not None for text in (name, table.sign.titled, book.key, named(book))):
                yield Hit(kind="table", name=name, text=table.sign.titled, book=table.book, to=f"/pit/floor/{name}")

    def _rounds(self, asked: str, people: list[UserRow]) -> Iterator[Hit]:
        if asked.isdecimal() and len(asked) < 10:
            for name, table in sorted(self._books.shown.tables.items()):
                if 0 < int(asked) <= table.rounds:
                    yield self._round(name, int(asked))
        if len(people) == 1 and people[0].role == Role.PLAYER:
            for place in self._own_rounds.latest(people[0].name, LATEST):
                yield self._round(place.table, place.round, people[0].name, place.at)

    def _round(self, name: str, number: int, player: str = "", at: int | None = None) -> Hit:
        hit = Hit(kind="round", name=name, number=number, by=player, to=f"/pit/journal/{name}/{number}")
        if at is not None:
            hit.at = printed_time(at)
        return hit

    def _entries(self, asked: str, people: list[UserRow]) -> Iterator[Hit]:
        heads = self._books.shown.heads
        if asked.isdecimal() and len(asked) < 10:
            for stream, head in sorted(heads.items()):
                if stream.startswith("table/") and 0 < int(asked) <= head.seq:
                    yield from self._entry(stream, int(asked))
        if len(people) == 1:
            name = people[0].name
            accounts = [wallet(name), *(stack(table, name) for table in list(self._books.shown.tables))]
            posted = self._books.store.postings(accounts, EACH)
            for stream, seq in islice(dict.fromkeys((row.stream, row.seq) for row in posted), LATEST):
                if stream.startswith("table/"):
                    yield from self._entry(stream, seq, name)

    def _entry(self, stream: str, seq: int, player: str = "") -> Iterator[Hit]:
        table = stream.partition("/")[2]
        for entry in self._books.store.entries(stream, seq, 1):
            round_ = decode_body(entry.body).round
            to = f"/pit/journal/{table}/{round_}" if round_ else f"/pit/journal/{table}"
            yield Hit(kind="entry", name=table, number=seq, by=player, at=printed_time(entry.at), to=to)

    def _paragraphs(self, asked: str, *, by_number: bool) -> Iterator[Hit]:
        for key in sorted({table.book for table in self._books.shown.tables.values()}):
            for number, text in load(key).paragraphs.items():
                numbered = number == asked or number.startswith(f"{asked}.")
                in_words = not by_number and len(asked) >= FEWEST_LETTERS
                if numbered or (in_words and _match_rank(asked, text) in (0, 1)):
                    yield Hit(kind="paragraph", name=number, text=text, book=key, to="")


def _match_rank(letters: str, text: str) -> int | None:
    """0 if the text begins with the letters, 1 if another word does, 2 if they are inside; None if they are missing."""
    letters, text = letters.strip().lower(), text.lower()
    if letters not in text:
        return None
    if text.startswith(letters):
        return 0
    return 1 if re.search(rf"\b{re.escape(letters)}", text) else 2
