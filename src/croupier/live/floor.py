"""The floor: everything that a server, a simulation or a test asks of a running house.

Nothing here waits. What changes something answers with a ticket, which is resolved when it is durable; what is asked is
answered from what is durable already.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from croupier.actors import Actor, Rank
from croupier.cards import Card
from croupier.citation import Citation, printed
from croupier.errors import Refused, Unreadable, told_by
from croupier.games.common import Faces
from croupier.games.house import commands as house_cmd
from croupier.games.house.table import HouseState, HouseTable, Phase
from croupier.games.poker import commands as poker_cmd
from croupier.games.poker.table import PokerTable
from croupier.jackpot import commands as link_cmd
from croupier.ledger.accounts import CAGE, wallet
from croupier.ledger.postings import transfer
from croupier.live import commands as cmd
from croupier.live import events as ev
from croupier.live import house_events as house_ev
from croupier.live import signs
from croupier.live.absences import Absences
from croupier.live.acts import Acts
from croupier.live.award_checks import AwardChecks
from croupier.live.books import Act, Books, Change, Ticket, digest_of
from croupier.live.clocks import Timers
from croupier.live.debts import Debts
from croupier.live.downloads import Downloads
from croupier.live.families import family_of
from croupier.live.figures import Figures
from croupier.live.floor_file import FloorFile, TableFile
from croupier.live.fold import HOUSE_STREAM, TableFold, fold_link, house_events
from croupier.live.history import History
from croupier.live.link_changes import LinkChanges
from croupier.live.links import Links
from croupier.live.own_rounds import OwnRounds
from croupier.live.people import SYSTEM, Role, Who
from croupier.live.pit import Pit
from croupier.live.ports import Ports
from croupier.live.problems import Code, Problem
from croupier.live.queries import Queries
from croupier.live.register import Register
from croupier.live.self_check import SelfCheck
from croupier.live.set_up import make_what_is_missing
from croupier.live.sign import Sign
from croupier.live.staff import NOT_FOR_USERS, Staff, check_people, note_player
from croupier.live.story import said_in
from croupier.live.table import last_deal_first
from croupier.live.times import moment_of
from croupier.live.work import Unaffordable, Work
from croupier.money import NOTHING, Cents
from croupier.rulebook.load import applying
from croupier.rulebook.model import game_of
from croupier.sentences import Sentence, says
from croupier.store.base import Leaving, Store, StoreUnusable, UserRow
from croupier.values import Value

HOUSE_TIMES, DEMO_TIMES = (600_000, 300_000), (20_000, 60_000)
"""Milliseconds: how long clocks stand when a table's players are lost, and how long these keep their places; where the
floor file says nothing."""


class RoundRecovered(Value):
    """A round that was open when the house stopped, and how it was ruled."""

    table: str
    round: int
    ruling: str
    cites: tuple[str, ...]


def check_ring(names: Mapping[int, str], named: Mapping[int, str]) -> None:
    """Compares the keys of a ring with those that the house has named, before a box is opened: what does not open
    afterwards was damaged."""
    for number, name in named.items():
        if names.get(number) != name:
            what = "is not the one that this house seals with" if number in names else "is missing in the ring"
            raise StoreUnusable("key", f"key {number} {what}; put the right key ring back")


class Floor:
    def __init__(self, store: Store, ports: Ports, *, demo: bool = False, books: Books | None = None) -> None:
        self.books = books or Books(store, ports)
        self.ports = ports
        self.demo = demo
        self.began_as_demo = demo
        """What the house was when its journal began."""
        self.players: dict[str, bool] = {}
        """Who has a wallet, and whether they are walk-ins."""
        self.keys_named: dict[int, str] = {}
        self.keys_rotated: list[house_ev.KeysRotated] = []
        """What the journal says of the sealing keys, by number."""
        self.timers = Timers(lambda: self.books.decided.tables, ports.clock.monotonic, self._say)
        self.timers.time_of_day = ports.clock.now
        self.register = Register()
        self.acts = Acts(self.books, self.timers, self.players, self.register)
        self.timers.offer_passed = self.acts.offer_passed
        self.absences = Absences(self.books, ports.clock.monotonic, self._say, self.acts.offer_passed)
        self.debts = Debts(self.books, self.register)
        self.staff = Staff(self.books, self.register, self.players)
        self.links = Links(self.books, self.acts.clear_up, self.register)
        self.self_check = SelfCheck(self.books, self.links.fail)
        self.ask = Queries(self.books, self.timers, self.debts, self.self_check.found)
        self.timers.beside += [self.self_check, self.absences, self.staff]
        self.history = History(self.books)
        self.acts.ended = self.history.at_its_end
        self.own_rounds = OwnRounds(self.books, self.history)
        self.downloads = Downloads(self.books, self.history)
        self.pit = Pit(self.books, self.ask)
        self.figures = Figures(self.books)
        self.link_changes = LinkChanges(self.books)
        self.award_checks = AwardChecks(self.books, self.history)
        self.books.on_decided = self._decided
        self._folded: dict[str, TableFold] = {}

    # --- Opening and recovery -------------------------------------------------------------------------------------

    def load(self) -> int:
        """Everything that the store has, back into memory; the number of its entries."""
        books, store = self.books, self.books.store
        kept: dict[str, str] = {}
        for event, at in house_events(store, kept):
            self.register.add(event, at)
            self.debts.load(event)
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
        check_ring(self.ports.keys.names(), self.keys_named)
        self.staff.rows = {row.name.lower(): row for row in store.users()}
        check_people(self.register, self.staff.rows, store.sessions(), kept)
        for stream, head in store.heads().items():
            books.decided.heads[stream] = books.shown.heads[stream] = head
            kind, _, name = stream.partition("/")
            if kind == "link":
                link, at = fold_link(store, stream)
                books.decided.links[name] = books.shown.links[name] = link
                self.ask.link_moved(name, link, at)
                books.decided.at[stream] = books.shown.at[stream] = at
            elif kind == "table":
                self._load_table(stream, name)
            else:
                (last,) = store.entries(stream, head.seq, 1)
                books.decided.at[stream] = books.shown.at[stream] = last.at
        books.newest = max(books.decided.at.values(), default=0)
        books.decided.balances = store.balances()
        books.shown.balances = dict(books.decided.balances)
        return store.count()

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
        for number in table.incidents:
            self.acts.incidents_counted = max(self.acts.incidents_counted, number)
        self.timers.changed(name)
        self._folded[name] = fold

    def recover(self) -> tuple[RoundRecovered, ...]:
        """Each round that was open is concluded or void by its paragraph (R-6, R-42), exactly once."""
        in_order = last_deal_first([self.books.tables[name] for name in self._folded], self.books.links)
        ruled = [each for name in in_order if (each := self._recover(name)) is not None]
        for link in sorted(self.books.links):
            self.answer_awards(link)
        self._folded.clear()
        self.self_check.begin()
        return tuple(sorted(ruled, key=lambda each: each.table))

    def answer_awards(self, link: str) -> None:
        """Those whose turn came with what was ruled at the tables."""
        work = Work(self.books)
        work.answer_claims(link)
        if work.records:
            self.books.enter(work, Act(SYSTEM, f"recovery/{link}", cmd.AnswerClaims(link)), f"link/{link}", 200, None)

    def _recover(self, name: str) -> RoundRecovered | None:
        table, fold = self.books.tables[name], self._folded[name]
        if table.game.closed or not family_of(table.book).interrupted(table.game):
            return None
        if fold.last_act is not None and fold.last_act.id.startswith(f"recovery/{name}/"):
            return None  # ruled on before the house stopped again, and nothing has happened since
        return self.rule_interruption(name)

    def rule_interruption(self, name: str) -> RoundRecovered | None:
        books = self.books
        table = books.tables[name]
        family = family_of(table.book)
        work = Work(books)
        try:
            events = work.play(name, family.interruption(Actor(Rank.SHIFT_MANAGER, SYSTEM.name)))
            self.acts.clear_up(work)
        except Refused:
            return None  # so many incidents were ruled on that no more are heard
        followed = family.what_followed(events)
        cites = printed(followed["cites"])
        last = books.decided.heads[f"table/{name}"]
        act = Act(SYSTEM, f"recovery/{name}/{last.seq}", cmd.RuleInterruption(name))
        books.enter(work, act, f"table/{name}", 200, None, followed["cites"])
        return RoundRecovered(name, table.rounds, followed.get("ruling", ""), tuple(cites))

    def set_up(self, file: FloorFile) -> list[str]:
        """Make the tables and links that the store does not have; what differs from the file, in words."""
        self.ask.house = file.house
        house = file.house
        empty_table, places_kept = DEMO_TIMES if self.demo else HOUSE_TIMES
        self.timers.empty_table = empty_table if house.empty_table is None else house.empty_table
        self.absences.kept = places_kept if house.places_kept is None else house.places_kept
        self.timers.away_after = house.away_after
        if HOUSE_STREAM not in self.books.decided.heads:
            self.open_house(file.house.name)
        newest, name = max(self.ports.keys.names().items())
        if newest not in self.keys_named:
            self.name_key(newest, name)
        return make_what_is_missing(self, file)

    def open_house(self, name: str) -> None:
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(house_ev.HouseOpened(name, self.demo))
        self.books.enter(work, Act(SYSTEM, "house", cmd.OpenHouse()), HOUSE_STREAM, 200, None)

    def name_key(self, number: int, name: str) -> None:
        self.keys_named[number] = name
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(house_ev.KeyNamed(number, name))
        self.books.enter(work, Act(SYSTEM, f"key/{number}", cmd.NameKey(number, name)), HOUSE_STREAM, 200, None)

    def record_store_event(self, event: house_ev.StoreEvent, reason: str, leaving: tuple[Leaving, ...] = ()) -> None:
        """What an operator's command did to the store, in the stream of the house; with it archived entries leave."""
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(event)
        act = Act(SYSTEM, "store", cmd.RecordStoreEvent(), reason=reason)
        self.books.enter(work, act, HOUSE_STREAM, 200, None, leaving=leaving)

    def open_link(self, opened: link_cmd.OpenLink) -> None:
        work = Work(self.books)
        work.move_link(opened.name, opened, None)
        work.check_funds()
        self.books.enter(
            work, Act(SYSTEM, f"open/{opened.name}", cmd.OpenLink(opened.name)), f"link/{opened.name}", 200, None
        )

    def put_up(self, file: TableFile, act: Act, answer: Mapping[str, Any] | None = None) -> Ticket:
        sign = file.sign
        key = sign.rulebook
        if not sign.names_its_version:
            key = applying(game_of(key), moment_of(self.ports.clock.now())).key
        command: Any
        if isinstance(file.table, PokerTable):
            command = poker_cmd.OpenTable(file.table, {}, sign.button or 1, file.first_orbit)
        else:
            command = house_cmd.OpenTable(file.table)
        work = Work(self.books)
        work.open_table(ev.FloorTableOpened(sign, key), command)
        if file.jackpot is not None:
            assert isinstance(file.table, HouseTable) and file.table.jackpot_bet is not None
            bets = {sign.name: file.table.jackpot_bet}
            opened = link_cmd.OpenLink(sign.name, file.jackpot.start, file.jackpot.parameters, bets)
            work.move_link(sign.name, opened, None)
        self.acts.clear_up(work)
        work.check_funds()
        return self.books.enter(work, act, f"table/{sign.name}", 201, answer)

    # --- Acts -----------------------------------------------------------------------------------------------------

    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        return self.acts.act(who, table, id_, do, moment, reason)

    def _say(
        self, table: str, do: str, cites: tuple[Citation, ...], happened: tuple[ev.LiveEvent, ...]
    ) -> Refused | None:
        said = self.acts.say(table, do, cites, happened)
        return said if isinstance(said, Refused) else None

    def _decided(self, change: Change) -> None:
        if HOUSE_STREAM in change.heads:
            self.debts.heard(change)
        for name in change.tables:
            self.timers.changed(name)

    def paused(self, gap: int) -> None:
        """The process stood still for so many milliseconds."""
        self.timers.paused(gap)
        self.absences.paused(gap)

    def drain(self, at: int) -> None:
        """Open rounds may finish, and no other begins."""
        self.timers.running = False
        self.acts.draining = True
        self.ask.stopping_since = at

    def decide_incident(self, who: Who, number: int, id_: str, do: str, reason: str) -> Ticket:
        return self.acts.decide(who, number, id_, do, reason)

    # --- Money ----------------------------------------------------------------------------------------------------

    def add_player(self, who: Who, id_: str, name: str, *, walk_in: bool = False, chips: Cents = NOTHING) -> Ticket:
        digest = digest_of("player", name)
        if (again := self.books.answered(who.name, id_, digest)) is not None:
            return again
        act = Act(who, id_, cmd.AddPlayer(name, walk_in, chips), digest=digest)
        person = self.register.find(name)
        is_taken = name.lower() in NOT_FOR_USERS or (person is not None and (walk_in or person.role != Role.PLAYER))
        if is_taken or any(name.casefold() == known.casefold() for known in self.players):
            return self._refuse(act, says("name-taken-already", player=name))
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(house_ev.PlayerAdded(name, walk_in))
        if chips:
            work.record(HOUSE_STREAM).events.append(house_ev.Deposited(name, chips))
            work.post(HOUSE_STREAM, transfer(CAGE, wallet(name), chips))
        try:
            work.check_funds()
        except Refused as refused:
            raise Problem(Code.REFUSED, refused.says, more={"id": id_}) from None
        self.players[name] = walk_in
        rows = () if person is not None else (UserRow(name, Role.PLAYER, "", work.at),)
        return self.staff.enter_player(work, act, rows, {"player": {"name": name}})

    def deposit(self, who: Who, id_: str, name: str, amount: Cents, reason: str) -> Ticket:
        return self._cage(who, id_, cmd.Deposit(name, amount), reason)

    def withdraw(self, who: Who, id_: str, name: str, amount: Cents, reason: str) -> Ticket:
        return self._cage(who, id_, cmd.Withdraw(name, amount), reason)

    def _cage(self, who: Who, id_: str, command: cmd.Deposit | cmd.Withdraw, reason: str) -> Ticket:
        name, amount = command.player, command.amount
        deposits = isinstance(command, cmd.Deposit)
        digest = digest_of("deposit" if deposits else "withdrawal", name, str(amount), reason)
        if (again := self.books.answered(who.name, id_, digest)) is not None:
            return again
        if name not in self.players:
            raise Problem(Code.NOT_FOUND, says("no-such-player", player=name), more={"id": id_})
        change = house_ev.ChipsChange(name, amount if deposits else -amount, reason)
        if self.staff.needs_second_person(amount):
            return self.staff.ask_for_chips(who, id_, command, change, digest)
        act = Act(who, id_, command, reason=reason, digest=digest)
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(self.staff.move_chips(work, change))
        try:
            work.check_funds()
        except Unaffordable as refused:
            error = Problem(Code.REFUSED, refused.says, more={"id": id_})
            return self.books.refuse(act, HOUSE_STREAM, error, by_rule=False, round_=0)
        return self.books.enter(work, act, HOUSE_STREAM, 200, {"done": {"id": id_}})

    def _refuse(self, act: Act, why: Sentence | str, stream: str = HOUSE_STREAM) -> Ticket:
        told = Problem(Code.REFUSED, why, more={"id": act.id}).told()
        return self.books.enter(Work(self.books), act, stream, 409, told, refused=True)

    # --- The pit --------------------------------------------------------------------------------------------------

    def open_table(self, who: Who, id_: str, table: TableFile, asked: str) -> Ticket:
        """`asked`: the request as it came, for a retry must be the same."""
        digest = digest_of("table", asked)
        if (again := self.books.answered(who.name, id_, digest)) is not None:
            return again
        name = table.sign.name
        act = Act(who, id_, cmd.OpenTable(name), digest=digest)
        if name in self.books.tables:
            return self._refuse(act, says("table-there-already", table=name))
        if table.sign.link is not None and table.jackpot is None:
            return self._refuse(act, says("link-by-change"))
        try:
            return self.put_up(table, act, {"done": {"id": id_, "table": name, "version": 0}})
        except Refused as refused:
            return self._refuse(act, refused.says)

    def change_sign(self, who: Who, id_: str, name: str, sign: Mapping[str, Any], asked: str) -> Ticket:
        """Limits, blinds and clocks, from the next round on."""
        digest = digest_of("sign", name, asked)
        if (again := self.books.answered(who.name, id_, digest)) is not None:
            return again
        table = self.books.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name), more={"id": id_})
        act = Act(who, id_, cmd.ChangeSign(name), digest=digest)
        try:
            changed, command = signs.changed(table, sign)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, told_by(error), more={"id": id_}) from None
        return self.put_on_sign(act, name, changed, command)

    def put_on_sign(self, act: Act, name: str, changed: Sign, command: Any | None) -> Ticket:
        """The floor's part of the sign, and the command for the game's part if that changes."""
        work = Work(self.books)
        try:
            if command is not None:
                work.play(name, command)
            work.happens(name, ev.FloorSignChanged(changed))
        except Refused as refused:
            return self._refuse(act, refused.says, f"table/{name}")
        return self.books.enter(work, act, f"table/{name}", 200, {"done": {"id": act.id, "table": name, "version": 0}})

    def show_deck(self, who: Who, name: str, number: int) -> Ticket:
        """The auditor opens the deck of a round that is over. That is on record, and its cards are not: what nobody
        had to show is for nobody to read there."""
        shown = Ticket(200, to_builtins(self.history.deck(name, number)))
        self.record_deck_shown(who, name, number).then(lambda _: shown.resolve())
        return shown

    def record_deck_shown(self, who: Who, name: str, number: int) -> Ticket:
        work = Work(self.books)
        work.record(HOUSE_STREAM).events.append(house_ev.DeckShown(name, number))
        return self.books.enter(work, Act(who, "", cmd.ShowDeck(name, number)), HOUSE_STREAM, 200, None)

    def close_table(self, who: Who, id_: str, name: str) -> Ticket:
        digest = digest_of("closing", name)
        if (again := self.books.answered(who.name, id_, digest)) is not None:
            return again
        table = self.books.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name), more={"id": id_})
        act = Act(who, id_, cmd.CloseTable(name), digest=digest)
        stream = f"table/{name}"
        if table.game.closed or table.closing:
            return self._refuse(
                act,
                says("closed-already", table=name) if table.game.closed else says("closing-already", table=name),
                stream,
            )
        work = Work(self.books)
        work.happens(name, ev.ClosingBegun())
        self.acts.clear_up(work)
        return self.books.enter(work, act, stream, 200, {"done": {"id": id_, "table": name, "version": 0}})

    def stack_shoe(self, who: Who, name: str, cards: tuple[Card, ...]) -> Ticket:
        """Demo only: the order of the next deal; what is not listed follows shuffled."""
        table = self.books.tables.get(name)
        if table is None:
            raise Problem(Code.NOT_FOUND, says("no-such-table", table=name))
        if table.sign.cards is not Faces.SEALED:
            raise Problem(Code.REFUSED, says("real-shoe", table=name))
        game = table.game
        if isinstance(game, HouseState):
            betting = game.round.phase is Phase.BETTING and not any(box.bets for box in game.round.boxes.values())
            fits = game.round.over or betting
        else:
            fits = not game.playing
        if not fits:
            raise Problem(Code.REFUSED, says("shoe-stacked-between-rounds"))
        work = Work(self.books)
        work.seal_next_deck(name, cards)
        return self.books.enter(
            work, Act(who, "", cmd.StackShoe(name)), f"table/{name}", 200, {"done": {"table": name}}
        )
