"""Questions to the floor. They change nothing and are answered from durable entries."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

from msgspec import UNSET
from msgspec.json import decode

from croupier.base.sentences import Sentence, says
from croupier.floor.ledger.accounts import Account, meter, owed, stack, wallet
from croupier.floor.live.acts.coaching import CoachQuestion, ask
from croupier.floor.live.answers.house import Entries, EntryTold
from croupier.floor.live.answers.links import Link as LinkAnswer
from croupier.floor.live.answers.links import LinkTold, Reconciliation
from croupier.floor.live.answers.money import Account as AccountTold
from croupier.floor.live.answers.money import Balance, FloatTold, Ledger, Posted
from croupier.floor.live.answers.people import AtTable, FreedPlaces
from croupier.floor.live.answers.rounds import WaitsFor
from croupier.floor.live.answers.socket import Glance
from croupier.floor.live.answers.tables import Dealers, Sign, Stands, TableLine, WaitsBecause
from croupier.floor.live.links.meter_check import unsound
from croupier.floor.live.links.unpaid_awards import UnpaidAward, unpaid_awards
from croupier.floor.live.people.debts import Debts
from croupier.floor.live.people.display_names import DisplayNames
from croupier.floor.live.people.freed_places import FreedByTheSystem
from croupier.floor.live.state.clocks import Timers
from croupier.floor.live.state.demands import Demands
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import TableEvent
from croupier.floor.live.state.floor_file import HouseFile
from croupier.floor.live.state.floor_state import Change, FloorState
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable, round_link
from croupier.floor.live.state.times import moment_of, printed_time
from croupier.floor.live.telling.recent_acts import NO_ACTS, Happened, RecentAct, Story, said_in
from croupier.floor.live.views.by_family import views_of
from croupier.floor.live.views.links import link_view
from croupier.floor.live.views.lobby import Pace, listed
from croupier.floor.live.views.own_parts import OwnParts
from croupier.floor.live.views.sign import sign_view
from croupier.floor.live.views.staffed import dealer_told, dealers_told, float_told
from croupier.floor.live.views.stands import told as told_stands
from croupier.floor.live.views.stands import waits_for, waits_for_link
from croupier.floor.live.views.table import TableView, TableViews, state_of
from croupier.rules.jackpot.changes import first_approved
from croupier.rules.jackpot.link import Link
from croupier.rules.jackpot.meter import PARTS
from croupier.rules.jackpot.reconciliation import reconciliation
from croupier.rules.money import dollars
from croupier.rules.rulebook.load import at_the_table

NOBODY: frozenset[str] = frozenset()


class Queries:
    def __init__(
        self, books: FloorState, timers: Timers, debts: Debts, differs: Callable[[str, Sentence], None]
    ) -> None:
        """`differs` is called with a link whose reconciliation fails, and the reason."""
        self._books = books
        self._differs = differs
        self._timers = timers
        self.debts = debts
        self.owner = "a"
        """The process that decides."""
        self.house = HouseFile()
        self.demands: Callable[[], Demands] = Demands
        """What the house demands beyond its documents."""
        self.stories: defaultdict[str, Story] = defaultdict(Story)
        self.connected: dict[str, Collection[str]] = {}
        """By table: the players with a socket that watches it."""
        self._views: dict[str, TableViews] = {}
        """By table: the latest views."""
        self._own: defaultdict[str, OwnParts[bytes]] = defaultdict(OwnParts)
        self._paces: defaultdict[str, Pace] = defaultdict(Pace)
        self._stands: dict[str, tuple[WaitsBecause | None, int]] = {}
        """By table: what it waits for, and since when."""
        self._changing: dict[str, int] = {}
        """By link: since when an approved change has been waiting for the open hands."""
        self.stopping_since: int | None = None
        self._freed = FreedByTheSystem()
        self.names = DisplayNames(books)
        books.listeners.append(self._committed)

    def _committed(self, change: Change) -> None:
        for name, table in change.tables.items():
            events, body = change.events[name], change.bodies[f"table/{name}"]
            self.note(name, said_in(body, change.at, events), body.round, change.before.get(name), events)
            self.stood(table, change.at)
        for name, link in change.links.items():
            self.link_moved(name, link, change.at)

    def link_moved(self, name: str, link: Link, at: int) -> None:
        """Notes since when a change of the link waits. A table with a jackpot bet then waits for it."""
        if link.changes and first_approved(link) is not None:
            self._changing.setdefault(name, at)
        else:
            self._changing.pop(name, None)

    def stood(self, table: LiveTable, at: int) -> None:
        """Notes what a table waits for after a change."""
        why = waits_for(table)
        known = self._stands.get(table.name)
        if known is None or known[0] != why:
            self._stands[table.name] = why, at

    def stands_of(self, table: LiveTable) -> Stands | None:
        """Why the table waits, since when, and until when at most."""
        why, since = self._stands.get(table.name, (None, 0))
        until = None
        if self._changing and waits_for_link(table) and (changing := self._changing.get(table.sign.link or "")):
            why, since = "link-change", changing
        if why not in ("suspended", "incident"):
            if self.stopping_since is not None and not family_of(table.book).interrupted(table.game):
                why, since = "stopping", self.stopping_since
            elif (lost := self._timers.lost(table)) is not None:
                why, (since, until) = "players-lost", lost
        return None if why is None else told_stands(table, why, since, until)

    def note(
        self, name: str, said: RecentAct, round_: int, before: LiveTable | None, events: Sequence[TableEvent]
    ) -> None:
        """Notes words said at a table; `before` is the table before them."""
        self.stories[name].add(Happened(said, before, events))
        self._freed.note(name, said, before, events)
        self._paces[name].moved(round_, said.at)

    # --- Tables ---------------------------------------------------------------------------------------------------

    def known_table(self, name: str) -> LiveTable:
        table = self._books.shown.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name[:40]))
        return table

    def known_link(self, name: str) -> Link:
        link = self._books.shown.links.get(name)
        if link is None:
            raise Problem(Code.NOT_FOUND, says("no-such-link", link=name[:40]))
        return link

    def _link_of(self, table: LiveTable) -> Link | None:
        name = round_link(table, self._books.shown.links)
        return None if name is None else self._books.shown.links.get(name)

    def view(self, name: str, who: Who | None, since: int | None = None) -> TableView:
        story = self.stories.get(name)
        happened = NO_ACTS if story is None else story.since(since, who)
        table = self.known_table(name)
        return self._views_of(table).for_(who, self._timers.shown(table), happened, self.stands_of(table))

    def _views_of(self, table: LiveTable) -> TableViews:
        """The views of a table. They stay the same until something happens at the table or its link, or somebody
        connects."""
        books, name = self._books, table.name
        at, link = books.shown.at.get(f"table/{name}", 0), self._link_of(table)
        connected, demands = self.connected.get(name, NOBODY), self.demands()
        views = self._views.get(name)
        if views is None or not views.are_of(table, link, connected, at, self.names.shown, demands):
            self._views[name] = views = TableViews(
                table,
                link=link,
                balances=books.shown.balances,
                connected=connected,
                at=at,
                own=self._own[name],
                called=self.names.shown,
                before=views,
                demands=demands,
            )
        return views

    def float_of(self, name: str) -> FloatTold:
        """What the tray should hold, and the slips."""
        return float_told(self.known_table(name), self._books.shown.balances)

    def dealers(self, name: str) -> Dealers:
        """Who has dealt at the table, and who has it now."""
        return dealers_told(self.known_table(name))

    def sign(self, name: str) -> Sign:
        table = self.known_table(name)
        link = None if table.sign.link is None else self._books.shown.links.get(table.sign.link)
        return sign_view(table, link, self.house, moment_of(self._books.ports.clock.now()), self.stands_of(table))

    def coaching(self, name: str, who: Who, place: int) -> CoachQuestion:
        table = self.known_table(name)
        return ask(table, who, place, self._link_of(table))

    def tables(self) -> list[TableLine]:
        found = sorted(self._books.shown.tables.items())
        return [
            listed(table, pace.an_hour if (pace := self._paces.get(name)) else None, self.stands_of(table), self.owner)
            for name, table in found
        ]

    def glance(self, table: LiveTable) -> Glance:
        """One line for the pit's overview."""
        game = table.game
        return Glance(
            name=table.name,
            state=state_of(table),
            round=family_of(table.book).round_number(table, game),
            phase=None if game.round is None else game.round.phase,
            waiting=self._waiting(table),
            since=printed_time(self._books.shown.at.get(f"table/{table.name}", 0)),
            stands=self.stands_of(table) or UNSET,
            dealer=UNSET if table.dealer is None else dealer_told(table.dealer),
        )

    def _waiting(self, table: LiveTable) -> list[WaitsFor]:
        book = at_the_table(table.book, table.sign.dealing)
        return views_of(table.book).waiting(table, book, self._link_of(table))

    # --- Links, money ---------------------------------------------------------------------------------------------

    def link(self, name: str) -> LinkAnswer:
        link = self.known_link(name)
        head = self._books.shown.heads[f"link/{name}"]
        at = self._books.shown.at.get(f"link/{name}", 0)
        return LinkAnswer(link_view(link, head.seq, at))

    def links(self) -> list[LinkTold]:
        return [self.link(name).link for name in sorted(self._books.shown.links)]

    def unpaid_awards(self) -> list[UnpaidAward]:
        return unpaid_awards(self._books.shown.tables, self._books.shown.links)

    def reconciliation(self, name: str) -> Reconciliation:
        """Compares meter and accounts in whole cents; `carry_parts` holds the meter's fractions of a cent.

        Money moved between links counts as a correction: two people have approved it.
        """
        link = self.known_link(name)
        found = reconciliation(link).meter
        held = self._books.shown.balances.get(meter(name), 0)
        if why := unsound(link, self._books.shown.balances):
            self._differs(name, why)
        cents = {key: getattr(found, key) // PARTS for key in ("start", "taken_back", "awards", "made_up", "end")}
        cents["corrections"] = (found.corrections + found.transferred) // PARTS
        rest = cents["end"] - cents["start"] + cents["taken_back"] + cents["awards"]
        contributions = rest - cents["made_up"] - cents["corrections"]
        difference = -(-abs(found.difference) // PARTS) + abs(cents["end"] - held)
        return Reconciliation(
            start=dollars(cents["start"]),
            contributions=dollars(contributions),
            taken_back=dollars(cents["taken_back"]),
            awards=dollars(cents["awards"]),
            made_up=dollars(cents["made_up"]),
            corrections=dollars(cents["corrections"]),
            carry_parts=link.carry,
            end=dollars(cents["end"]),
            difference=dollars(difference),
        )

    def ledger(self) -> Ledger:
        balances = self._books.shown.balances
        return Ledger(
            at=printed_time(self._books.ports.clock.now()),
            accounts=[Balance(account, dollars(held)) for account, held in sorted(balances.items())],
            sum=dollars(sum(balances.values())),
        )

    def journal(self, stream: str, first: int, limit: int) -> Entries:
        """The entries of a stream from `first` on, as they are kept."""
        items = [
            EntryTold(each.stream, each.seq, each.at, each.epoch, each.hash.hex(), decode(each.body))
            for each in self._books.store.entries(stream, first, limit)
        ]
        return Entries(items, items[-1].seq + 1 if len(items) == limit else None)

    def places(self, player: str) -> list[AtTable]:
        """The tables where a player sits, with chips."""
        found = []
        for name, table in sorted(self._books.shown.tables.items()):
            places = list(family_of(table.book).places_of(table.game, player))
            held = self._books.shown.balances.get(stack(name, player), 0)
            if places or held:
                found.append(AtTable(name, places, dollars(held)))
        return found

    def freed(self, player: str) -> list[FreedPlaces]:
        """The places that the player has lost with the connection."""
        return list(self._freed.told(player, self._books.ports.clock.now()))

    def wallet(self, player: str) -> str:
        return dollars(self._books.shown.balances.get(wallet(player), 0))

    def account(self, player: str) -> AccountTold:
        owing = self.debts.of(player)
        rows = self._books.store.postings(self._accounts(player), 50)
        return AccountTold(
            player=player,
            wallet=self.wallet(player),
            stacks={each.table: each.stack for each in self.places(player)},
            owed=owing.owed,
            debts=owing.debts,
            write_offs=owing.write_offs,
            postings=[
                Posted(printed_time(row.at), row.account, dollars(row.amount), row.stream, row.seq) for row in rows
            ],
        )

    def _accounts(self, player: str) -> Collection[Account]:
        return [wallet(player), owed(player), *(stack(name, player) for name in self._books.shown.tables)]
