"""The floor: everything that a server, a simulation or a test asks of a running house.

No method waits. A method that changes something returns a ticket, which resolves when the entry is durable. A method
that reads answers from durable entries only.
"""

from collections.abc import Mapping

from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.base.sentences import Sentence
from croupier.floor.journal.entry import decode_body
from croupier.floor.live.acts.absences import Absences
from croupier.floor.live.acts.at_table import AtTable
from croupier.floor.live.acts.dispatch import Acts
from croupier.floor.live.following import Following
from croupier.floor.live.history.award_checks import AwardChecks
from croupier.floor.live.history.departures import DeparturesRead
from croupier.floor.live.history.downloads import Downloads
from croupier.floor.live.history.evidence import Evidence
from croupier.floor.live.history.expected import Expectations
from croupier.floor.live.history.figures import Figures
from croupier.floor.live.history.other_book import Comparisons
from croupier.floor.live.history.own_figures import OwnFigures
from croupier.floor.live.history.own_rounds import OwnRounds
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.history.search import Search
from croupier.floor.live.history.shift_evidence import ShiftEvidence
from croupier.floor.live.history.shift_report import ShiftReports
from croupier.floor.live.links.changes import LinkChanges
from croupier.floor.live.links.self_check import SelfCheck
from croupier.floor.live.people.debts import Debts
from croupier.floor.live.people.register import Register
from croupier.floor.live.people.shifts import Shifts
from croupier.floor.live.people.staff import Staff, check_people, note_player
from croupier.floor.live.pit_queries import Pit
from croupier.floor.live.queries import Queries
from croupier.floor.live.recovery import Recovery, RoundRecovered
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state.clocks import Timers
from croupier.floor.live.state.floor_file import TableFile
from croupier.floor.live.state.floor_state import Change, FloorState, Ticket
from croupier.floor.live.state.fold import HOUSE_STREAM, TableFold, fold_link, house_events
from croupier.floor.live.state.given import Given, Noted
from croupier.floor.live.state.people import SYSTEM, Who
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.work import Work
from croupier.floor.live.telling.recent_acts import said_in
from croupier.floor.live.waiting_for_staff import WaitingForStaff
from croupier.floor.store.base import FloorStore, Leaving, StoreUnusable
from croupier.rules.added_books import add_text
from croupier.rules.games.common import Faces
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.rulebook.load import BOOKS, digest


def check_ring(names: Mapping[int, str], named: Mapping[int, str]) -> None:
    """Compares the key ring with the keys the journal names, before any sealed box is opened. After this check, a box
    that does not open is damaged."""
    for number, name in named.items():
        if names.get(number) != name:
            what = "is not the one that this house seals with" if number in names else "is missing in the ring"
            raise StoreUnusable("key", f"key {number} {what}; put the right key ring back")


class Floor:
    def __init__(self, store: FloorStore, ports: Ports, *, demo: bool = False, books: FloorState | None = None) -> None:
        self.books = books or FloorState(store, ports)
        self.ports = ports
        self.demo = demo
        self.began_as_demo = demo
        """Whether the journal began as a demo."""
        self.players: dict[str, bool] = {}
        """Everyone with a wallet, and whether they are walk-in guests."""
        self.keys_named: dict[int, str] = {}
        self.keys_rotated: list[house_ev.KeysRotated] = []
        """Key rotations in the journal, in order."""
        self.own_books: set[str] = set()
        """The rulebooks that the journal carries."""
        self.timers = Timers(lambda: self.books.decided.tables, ports.clock.monotonic, self._say)
        self.timers.time_of_day = ports.clock.now
        self.register = Register()
        self.debts = Debts(self.books, self.register)
        self.shifts = Shifts(self.books, self.register)
        self.staff = Staff(self.books, self.register, self.players)
        self.at_table = AtTable(self.books, self.players, self.register)
        self.at_table.demo = demo
        self.recovery = Recovery(self.books, self.at_table)
        self.acts = Acts(self.books, self.timers, self.at_table, self.staff, self.debts, self.shifts)
        self.timers.offer_passed = self._offer_ran_out
        self.absences = Absences(self.books, ports.clock.monotonic, self._say, self._out_of_the_queue)
        self.self_check = SelfCheck(self.books, self._fail_link)
        self.ask = Queries(self.books, self.timers, self.debts, self.self_check.found)
        self.ask.demands = lambda: self.register.demands
        self.timers.beside += [self.self_check, self.absences, self.staff]
        self.history = History(self.books)
        self.acts.ended = self.history.at_its_end
        self.own_rounds = OwnRounds(self.books, self.history)
        self.downloads = Downloads(self.books, self.history)
        expectations = Expectations()
        self.figures = Figures(self.books, expectations)
        self.evidence = Evidence(self.books, self.figures, self.register, self.ask)
        self.departures = DeparturesRead(self.books, self.history)
        self.comparisons = Comparisons(self.books, self.history, self.downloads, self.figures)
        self.shift_reports = ShiftReports(self.books, self.shifts, self.register, expectations)
        self.shift_evidence = ShiftEvidence(self.books, self.shifts, self.shift_reports, self.register)
        self.own_figures = OwnFigures(self.books, self.history, self.own_rounds, expectations)
        self.link_changes = LinkChanges(self.books)
        waiting = WaitingForStaff(self.books, self.ask, self.register, self.link_changes, lambda: self.figures.outside)
        self.pit = Pit(self.books, self.ask, waiting)
        self.search = Search(self.books, self.staff, self.timers, self.ask, self.pit, self.own_rounds)
        self.award_checks = AwardChecks(self.books, self.history)
        self.books.on_decided = self._decided
        self._folded: dict[str, TableFold] = {}
        """The tables as loaded and followed, until this process decides."""
        self.following = Following(self.books, ports.keys, self._folded)

    # --- Opening and recovery -------------------------------------------------------------------------------------

    def load(self) -> int:
        """Loads the whole store into memory. Returns the number of entries."""
        books, store = self.books, self.books.store
        kept: dict[str, str] = {}
        for event, at in house_events(store, kept):
            self.register.add(event, at)
            self.debts.load(event)
            self.ask.names.load(event)
            self.shifts.load(event)
            note_player(self.players, event)
            if isinstance(event, house_ev.HouseOpened):
                self.began_as_demo = event.demo
            elif isinstance(event, house_ev.KeyNamed):
                self.keys_named[event.number] = event.name
            elif isinstance(event, house_ev.JournalArchived):
                for each in event.streams:  # unless it was put back
                    if next(iter(store.entries(each.stream, 1, 1))).seq == each.seq + 1:
                        books.archived[each.stream] = each, event.file
            elif isinstance(event, house_ev.KeysRotated):
                self.keys_rotated.append(event)
            elif isinstance(event, house_ev.RulebookAdded):
                self._add_book(event)
        check_ring(self.ports.keys.names(), self.keys_named)
        self.staff.rows = {row.name.lower(): row for row in store.users()}
        check_people(self.register, self.staff.rows, store.sessions(), kept)
        for stream, head in store.heads().items():
            books.decided.heads[stream] = books.shown.heads[stream] = head
            kind, _, name = stream.partition("/")
            (last,) = store.entries(stream, head.seq, 1)
            books.public = books.shown_public = max(books.public, decode_body(last.body).public)
            if kind == "link":
                link, at = fold_link(store, stream)
                books.decided.links[name] = books.shown.links[name] = link
                self.ask.link_moved(name, link, at)
                books.decided.at[stream] = books.shown.at[stream] = at
            elif kind == "table":
                self._load_table(stream, name)
            else:
                books.decided.at[stream] = books.shown.at[stream] = last.at
        books.newest = max(books.decided.at.values(), default=0)
        books.decided.balances = store.balances()
        books.shown.balances = dict(books.decided.balances)
        books.number = store.count()
        return books.number

    def _load_table(self, stream: str, name: str) -> None:
        books = self.books
        base, _ = books.archived.get(stream, (None, ""))
        fold = TableFold(books.store, self.ports.keys, stream, ring_is_right=bool(self.keys_named), base=base)
        for entry in books.store.entries(stream, fold.from_snapshot()):
            before = fold.table
            body = fold.add(entry)
            if fold.table is not None:
                self.ask.stood(fold.table, entry.at)
            if not body.refused:
                self.ask.note(name, said_in(body, entry.at, fold.events), body.round, before, fold.events)
        table = fold.table
        assert table is not None and fold.last is not None
        self.ask.stood(table, fold.last.at)
        books.decided.tables[name] = books.shown.tables[name] = table
        books.decided.at[stream] = books.shown.at[stream] = fold.last.at
        if table.sign.cards is Faces.SEALED:
            rounds = {table.rounds, Work(books).next_deal(table)}
            books.decks[name] = {number: fold.deck(number) for number in rounds if fold.promise(number) is not None}
        self.timers.changed(name)
        self._folded[name] = fold

    def recover(self) -> tuple[RoundRecovered, ...]:
        """Begins to decide: rules the rounds that were open when the house stopped. Called once, after `load` and after
        all that was followed since."""
        self._number_incidents()
        ruled = self.recovery.rule_all(self._folded)
        self._begin()
        return ruled

    def go_on(self) -> None:
        """Begins to decide where another process has handed over: nothing was interrupted, so nothing is ruled."""
        self._number_incidents()
        self._begin()

    def _number_incidents(self) -> None:
        """New incidents get numbers that no table has."""
        waiting = (number for table in self.books.tables.values() for number in table.incidents)
        self.at_table.incidents.counted = max(waiting, default=0)

    def _begin(self) -> None:
        self._folded.clear()
        self.self_check.begin()

    def _add_book(self, event: house_ev.RulebookAdded) -> None:
        add_text(event.text, f"the journal's own {event.book}")
        self.own_books.add(event.book)

    def record_own_books(self) -> None:
        """Enters each book that does not ship into the journal, once."""
        for key in BOOKS.added:
            if key not in self.own_books:
                self.record_store_event(house_ev.RulebookAdded(key, digest(key), BOOKS[key].decode()), "")

    def open_house(self, name: str) -> None:
        self.perform(SYSTEM, "house", cmd.OpenHouse(), given=Noted(house_ev.HouseOpened(name, self.demo)))

    def name_key(self, number: int, name: str) -> None:
        self.perform(SYSTEM, f"key/{number}", cmd.NameKey(number, name))

    def record_store_event(self, event: house_ev.StoreEvent, reason: str, leaving: tuple[Leaving, ...] = ()) -> None:
        """Records in the house stream what an operator's command did to the store. Archived entries leave in the same
        commit."""
        self.perform(SYSTEM, "store", cmd.RecordStoreEvent(), reason, given=Noted(event, leaving=leaving))

    def open_link(self, opened: link_cmd.OpenLink) -> None:
        name = opened.name
        self.perform(SYSTEM, f"open/{name}", cmd.OpenLink(name), at=f"link/{name}", given=opened)

    def put_up(self, file: TableFile) -> None:
        """Opens a table that the floor file names."""
        name = file.sign.name
        self.perform(SYSTEM, f"open/{name}", cmd.OpenTable(name), at=f"table/{name}", given=file)

    # --- Acts -----------------------------------------------------------------------------------------------------

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        """Says words at a table."""
        return self.acts.act(who, table, id_, do, moment, reason)

    def perform(
        self,
        who: Who,
        id_: str,
        command: cmd.Command,
        reason: str = "",
        *,
        at: str = HOUSE_STREAM,
        given: Given | None = None,
    ) -> Ticket:
        """Gives a command to the table or link with the stream `at`, or to the house; see `floor/live/perform`."""
        return self.acts.perform(who, id_, command, reason, at=at, given=given)

    def _say(
        self, table: str, do: str, cites: tuple[Citation, ...], happened: tuple[ev.LiveEvent, ...]
    ) -> Refused | None:
        said = self.acts.say(table, do, cites, happened)
        return said if isinstance(said, Refused) else None

    def _offer_ran_out(self, table: str, player: str) -> None:
        self.acts.by_system(f"table/{table}", cmd.OfferRanOut(player))

    def _out_of_the_queue(self, table: str, player: str) -> None:
        self.acts.by_system(f"table/{table}", cmd.PassOffer(player))

    def _fail_link(self, link: str, why: Sentence) -> Ticket | None:
        """Suspends a link in which the system found a fault. The pit decides what its tables do meanwhile (R-101)."""
        works = self.acts.links.works(link)
        return self.acts.by_system(f"link/{link}", cmd.FailLink(link, why)) if works else None

    def _decided(self, change: Change) -> None:
        if HOUSE_STREAM in change.heads:
            self._note_keys(change)
            self.debts.heard(change)
            self.shifts.heard(change)
            self.staff.heard(change)
            for event in change.house:
                if isinstance(event, house_ev.RulebookAdded):
                    self._add_book(event)
        for name in change.tables:
            self.timers.changed(name)

    def _note_keys(self, change: Change) -> None:
        named = {event.number: event.name for event in change.house if isinstance(event, house_ev.KeyNamed)}
        check_ring(self.ports.keys.names(), named)
        self.keys_named |= named

    def paused(self, gap: int) -> None:
        """Tells the clocks that the process stood still for `gap` milliseconds."""
        self.timers.paused(gap)
        self.absences.paused(gap)

    def drain(self, at: int) -> None:
        """Lets open rounds finish and starts no new ones."""
        self.timers.running = False
        self.at_table.draining = True
        self.ask.stopping_since = at
