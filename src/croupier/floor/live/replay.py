"""Decides everything in a journal again and compares the result with what was written.

The replay runs a floor on a store that writes nothing: what the floor submits must be the journal's next entry. Decks
and read cards come from their sealed boxes, time from the entries. Three things no rule decides, so they are taken as
written: that somebody acted at that moment, how long they took, and what was in a request that was refused before it
became an act.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn, TypeVar, cast

import msgspec

from croupier.base.actors import Rank
from croupier.base.citation import Citation
from croupier.base.errors import Refused
from croupier.floor.journal.decks import DeckRow, DrawnDeck
from croupier.floor.journal.entry import NO_COMMAND, Body, Entry, ReadCard, decode_body
from croupier.floor.journal.upcast import COMMANDS_SINCE
from croupier.floor.live.floor import Floor
from croupier.floor.live.people.staff import NOT_FOR_USERS, about
from croupier.floor.live.replay_store import Differs, Tape
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import events as ev
from croupier.floor.live.state import house_events as house_ev
from croupier.floor.live.state import old_commands
from croupier.floor.live.state.clocks import Timers
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import GameCommand, StreamEvent
from croupier.floor.live.state.floor_file import TableFile
from croupier.floor.live.state.floor_state import Act, FloorState, Ticket
from croupier.floor.live.state.fold import LINK_SNAPSHOT, TABLE_SNAPSHOT, events_of
from croupier.floor.live.state.given import ChangedSign, Given, NewPassword, Noted, PasswordHash, ShoeOrder
from croupier.floor.live.state.people import ROLE_OF_RANK, SYSTEM, Role, Who
from croupier.floor.live.state.ports import Keys, Ports
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.work import Work
from croupier.floor.store.base import SnapshotRow
from croupier.rounds.dealing.following import Jackpot
from croupier.rounds.roundfile.told_by_hand import of_cards
from croupier.rules.cards import Card
from croupier.rules.games.house import commands as house_cmd
from croupier.rules.games.house import events as house_game
from croupier.rules.games.poker import commands as poker_cmd
from croupier.rules.games.poker import events as poker_game
from croupier.rules.jackpot import commands as link_cmd
from croupier.rules.jackpot.events import LinkOpened
from croupier.rules.jackpot.link import Link

BY_TIME = frozenset(Citation(f"R-{number}") for number in (41, 82, 95))
"""The citations of acts that the system does when a deadline has passed."""

E = TypeVar("E")


class Journal:
    """The entries of all streams in commit order, with the decks and boxes that belong to them."""

    def __init__(
        self, entries: Iterable[Entry], decks: Iterable[DeckRow], snapshots: Iterable[SnapshotRow] = ()
    ) -> None:
        self.entries = iter(entries)
        self.decks = {(row.stream, row.round, row.deck): row for row in decks}
        self.snapshots = {(row.stream, row.seq): row for row in snapshots}


def replay(journal: Journal, keys: Keys) -> int:
    """Returns the number of entries. Raises `Differs` at the first entry that is decided differently."""
    return _Replay(journal, keys).run()


class _Clock:
    """A clock that shows the time of the next entry."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape

    def now(self) -> int:
        return self._tape.at

    def monotonic(self) -> int:
        return self._tape.at // 1000


class _NoChance:
    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("nothing is left to chance when it is decided again")


class _Boxes:
    """Opens boxes with the key ring. Sealing again returns the journal's box, whichever key was newest then."""

    def __init__(self, keys: Keys, journal: Journal, tape: Tape) -> None:
        self._keys = keys
        self._rows = journal.decks
        self._tape = tape

    def open_deck(self, row: DeckRow) -> DrawnDeck:
        return self._keys.open_deck(row)

    def seal_deck(self, drawn: DrawnDeck) -> DeckRow:
        return self._rows[drawn.stream, drawn.round, drawn.deck]

    def open_card(self, read: ReadCard, stream: str, round_: int) -> Card:
        return self._keys.open_card(read, stream, round_)

    def names(self) -> Mapping[int, str]:
        return self._keys.names()

    def digest(self, content: bytes) -> bytes:
        return self._keys.digest(content)

    def open_text(self, box: str, about: str) -> str:
        return self._keys.open_text(box, about)

    @property
    def public_key(self) -> bytes:
        return self._keys.public_key

    def sign(self, message: bytes) -> bytes:
        raise AssertionError("nothing is signed when it is decided again")

    def seal_text(self, text: str, about: str) -> str:
        first = self._tape.first
        asked = [
            each for each in events_of(first, decode_body(first.body)) if isinstance(each, house_ev.HouseChangeAsked)
        ]
        for each in asked:
            if each.sealed and self._keys.open_text(each.sealed, about) == text:
                return each.sealed
        return self._keys.seal_text(text, about)

    def seal_card(self, card: Card, stream: str, round_: int, place: int) -> ReadCard:
        written = {read.place: read for read in decode_body(self._tape.first.body).read}
        if place in written and self._keys.open_card(written[place], stream, round_) == card:
            return written[place]
        return self._keys.seal_card(card, stream, round_, place)


class _Books(FloorState):
    def __init__(self, tape: Tape, journal: Journal, ports: Ports) -> None:
        super().__init__(tape, ports)
        self._tape = tape
        self._rows = journal.decks

    def now(self) -> int:
        """The time as written: in journals of older releases it may go back."""
        return self.ports.clock.now()

    def draw_deck(self, table: str, round_: int, deck: int, listed: Sequence[Card]) -> DrawnDeck:
        row = self._rows.get((f"table/{table}", round_, deck))
        if row is None:
            raise Differs(self._tape.first, f"deck {deck} of round {round_} of {table} begins, and none is kept")
        return self.ports.keys.open_deck(row)

    def refuse(self, act: Act, stream: str, error: Problem, *, by_rule: bool, round_: int) -> Ticket:
        """Enters a refusal if the journal has one here; older releases entered every refusal."""
        return self.enter(Work(self), act, stream, 409, error.told(), error.cites, refused=True)


class _WrittenTimes(Timers):
    """Takes thinking times from the entries. A time bank never loses more than it holds."""

    def __init__(self, happened: Callable[[], tuple[StreamEvent, ...]]) -> None:
        super().__init__(dict, int, lambda *_: None)
        self._happened = happened

    def charge(self, table: LiveTable, player: str) -> tuple[ev.LiveEvent, ...]:
        left = (table.sign.clocks.bank or 0) - table.bank_used(player)
        first = self._happened()[:1]
        return tuple(
            event
            for event in first
            if isinstance(event, ev.TimeTaken) and event.player == player and 0 < event.bank <= left
        )

    def charged(self, name: str, player: str) -> None:
        """Does nothing: no clock runs in a replay."""


class _Replay:
    def __init__(self, journal: Journal, keys: Keys) -> None:
        self.tape = Tape(journal.entries)
        self.snapshots = journal.snapshots
        ports = Ports(_Clock(self.tape), _NoChance(), _Boxes(keys, journal, self.tape), lambda run: run())
        books = _Books(self.tape, journal, ports)
        self.floor = Floor(self.tape, ports, books=books)
        self.floor.acts.ended = None
        self.floor.acts.timers = _WrittenTimes(lambda: self.events)
        self.keys = keys
        self.epoch = 0
        self.body = Body(0, "", "", "", (), ())
        self.events: tuple[StreamEvent, ...] = ()
        self.command: cmd.Command | None = None

    def run(self) -> int:
        while (entry := self.tape.ahead()) is not None:
            passed = self.tape.passed
            try:
                self._decide(entry)
            except Differs:
                raise
            except Refused:  # by the system, in a release that entered it
                if not self.body.refused:
                    raise Differs(entry, "decided again it is refused") from None
                self._refused_unread()
            except Problem as problem:
                if not self._was_refused_with(problem):
                    raise Differs(entry, f"decided again it is answered with {problem.code}: {problem.why}") from None
                self._refused_unread()
            except Exception as error:  # a damaged entry can raise anything; it is the first difference
                raise Differs(entry, f"it cannot be decided again: {type(error).__name__}: {error}") from None
            if self.tape.passed == passed:
                raise Differs(entry, "decided again, nothing follows from it")
            self._check_snapshots()
        return self.tape.passed

    def _decide(self, entry: Entry) -> None:
        self.body = decode_body(entry.body)
        self.events = tuple(events_of(entry, self.body))
        if entry.epoch != self.epoch:
            self._opened_again(entry.epoch)
        kind, _, name = entry.stream.partition("/")
        self.command = self._command(kind, name)
        match self.command:
            case None if kind == "table":
                self._said_at_a_table(name)
            case None:
                self._wrong("unknown command")
            case cmd.RuleInterruption():
                self.floor.recovery.rule_interruption(name)
            case cmd.AnswerClaims():
                self.floor.recovery.answer_awards(name)
            case cmd.OpenTable() | cmd.ChangeSign() if self.body.refused:
                self._refused_unread()
            case _:
                self._perform(self.command, entry.stream)

    def _perform(self, command: cmd.Command, stream: str) -> None:
        """Performs the command for the same person, at the same table, link or house, with what its events record."""
        id_ = self.body.id
        if self.who is SYSTEM and id_.startswith("system/"):
            id_ = self.floor.acts.system_id(stream)
        self.floor.perform(self.who, id_, command, self.body.reason, at=stream, given=self._given(command))

    def _command(self, kind: str, name: str) -> cmd.Command | None:
        body = self.body
        if body.v >= COMMANDS_SINCE:
            return None if body.command == NO_COMMAND else cmd.decode_command(body.command)
        if kind == "table":
            return old_commands.of_a_table(body, name, self.floor.books.tables.get(name), self.events)
        return old_commands.of_a_link(body, name) if kind == "link" else old_commands.of_the_house(body, self.events)

    def _opened_again(self, epoch: int) -> None:
        """Resets what a house forgets when it stops."""
        self.epoch = epoch
        known = [number for table in self.floor.books.tables.values() for number in table.incidents]
        self.floor.at_table.incidents.counted = max(known, default=0)

    @property
    def who(self) -> Who:
        """Who acted. Auditors' acts are written with a player's rank; the register knows who is an auditor."""
        name = self.body.by.partition(" for ")[0]
        if name in NOT_FOR_USERS:
            return Who(name, Role.SYSTEM) if name != SYSTEM.name else SYSTEM
        person = self.floor.register.find(name)
        is_auditor = isinstance(self.command, cmd.ShowDeck) or (person is not None and person.role == Role.AUDITOR)
        role = Role.AUDITOR if is_auditor and not self.body.rank else ROLE_OF_RANK[Rank(self.body.rank)]
        return Who(name, role, self.body.session)

    def _event(self, kind: type[E]) -> E | None:
        return next((event for event in self.events if isinstance(event, kind)), None)

    # --- Commands -------------------------------------------------------------------------------------------------

    def _given(self, command: cmd.Command) -> Given | None:
        """The input that came with the command, as far as its events record it."""
        match command:
            case cmd.OpenTable(table=name):
                return self._table_opened(name)
            case cmd.ChangeSign():
                return self._sign_changed()
            case cmd.StackShoe():
                return ShoeOrder("")
            case cmd.OpenLink():
                opened = self._needed(LinkOpened)
                return link_cmd.OpenLink(opened.name, opened.start, opened.parameters, opened.tables)
            case cmd.ShowDeck(table=name, round=number):
                table = self.floor.books.tables[name]
                if number == table.rounds and not family_of(table.book).over(table.game):
                    self._wrong(f"round {number} of {name} was not over when its deck was opened")
                return None
            case cmd.NameKey(number=number, name=name):
                if self.keys.names().get(number) != name:
                    self._wrong(f"key {number} of the ring has another name")
                return None
            case cmd.ChangeUser(change=change):
                asked = self._event(house_ev.HouseChangeAsked)
                return PasswordHash(
                    self.keys.open_text(asked.sealed, about(change)) if asked is not None and asked.sealed else ""
                )
            case cmd.ChangeOwnPassword():
                return NewPassword("")
            case (
                cmd.OpenHouse()
                | cmd.RecordStoreEvent()
                | cmd.EnterUsers()
                | cmd.NoteSettings()
                | cmd.CountFailedSignIns()
                | cmd.SignIn()
                | cmd.OfferSecondFactor()
                | cmd.TurnSecondFactorOn()
            ):
                (event,) = self.events
                return Noted(cast(house_ev.HouseStreamEvent, event))
            case _:
                return None

    def _table_opened(self, name: str) -> TableFile:
        opened = self._needed(ev.FloorTableOpened)
        game = self._event(house_game.TableOpened) or self._needed(poker_game.TableOpened)
        jackpot = None
        if opened.sign.link is not None and opened.sign.link not in self.floor.books.links:
            following = self.tape.ahead(1)
            found = None if following is None else next(events_of(following, decode_body(following.body)), None)
            if not isinstance(found, LinkOpened):
                self._wrong(f"{name} belongs to the link {opened.sign.link}, which is not there")
            jackpot = Jackpot(found.start, found.parameters)
        return TableFile(opened.sign, game.table, jackpot, first_orbit=getattr(game, "first_orbit", True))

    def _sign_changed(self) -> ChangedSign:
        command: GameCommand | None = None
        if (changed := self._event(house_game.SignChanged)) is not None:
            command = house_cmd.ChangeSign(
                limits=changed.limits, jackpot_bet=changed.jackpot_bet, places=changed.places
            )
        elif (poker := self._event(poker_game.SignChanged)) is not None:
            command = poker_cmd.ChangeSign(poker.table)
        return ChangedSign(self._needed(ev.FloorSignChanged).sign, command)

    # --- Words at a table -----------------------------------------------------------------------------------------

    def _said_at_a_table(self, name: str) -> None:
        floor, body, who = self.floor, self.body, self.who
        stopped = floor.books.tables[name].game.suspended is not None  # a card that cannot be there
        if body.refused and (body.do.startswith("deal ") or (stopped and of_cards(body.do))):
            self._refused_unread()  # the journal does not say which cards were refused
        elif who is SYSTEM:
            cites = tuple(cite for cite in body.cites if cite in BY_TIME)
            taken = (ev.TimeTaken, ev.TimeRanOut, *((ev.PlayerLeaves,) if body.do.endswith(" frees") else ()))
            happened = tuple(event for event in self.events if isinstance(event, taken))
            floor.acts.say(name, body.do, cites, happened)
        else:
            moment = floor.books.tables[name].moment
            floor.acts.act(who, name, body.id, self._sentence(name), moment, body.reason)

    def _sentence(self, name: str) -> str:
        """The words, with the read cards taken from their boxes."""
        words = self.body.do.split()
        if words[0] != "deal" or not self.body.read:
            return self.body.do
        cards = [self.keys.open_card(read, f"table/{name}", self.body.round) for read in self.body.read]
        return " ".join(["deal", *cards])

    # --- Common to all --------------------------------------------------------------------------------------------

    def _act(self) -> Act:
        return Act(self.who, self.body.id, self.command or self.body.do, reason=self.body.reason)

    def _needed(self, kind: type[E]) -> E:
        found = self._event(kind)
        if found is None:
            self._wrong(f"no {kind.__name__} follows from it")
        return found

    def _wrong(self, why: str) -> NoReturn:
        raise Differs(self.tape.first, why)

    def _was_refused_with(self, problem: Problem) -> bool:
        """Whether this is a refusal that no rule decides, such as a wallet with too few chips; older releases entered
        them."""
        if not self.body.refused or self.body.cites:
            return False
        _, answer = msgspec.json.decode(self.body.answer)
        return bool(answer["error"]["code"] == problem.code)

    def _refused_unread(self) -> None:
        """Accepts the written answer: the journal does not say what was asked, and nothing followed from it."""
        status, told = msgspec.json.decode(self.body.answer)
        self.floor.books.enter(
            Work(self.floor.books), self._act(), self.tape.first.stream, status, told, self.body.cites, refused=True
        )

    def _check_snapshots(self) -> None:
        """Checks that a snapshot equals the state that all entries before it lead to."""
        books = self.floor.books
        for entry in self.tape.last:
            row = self.snapshots.get((entry.stream, entry.seq))
            if row is None:
                continue
            kind, _, name = entry.stream.partition("/")
            written: LiveTable | Link | None
            expected: LiveTable | Link
            if kind == "link":
                written, expected = LINK_SNAPSHOT.decode(row.body), books.links[name]
            else:
                table = books.tables[name]
                places = books.places(Work(books), table)
                written, expected = TABLE_SNAPSHOT.decode(row.body), table if places is None else places.seal(table)
            if written is not None and written != expected:
                raise Differs(entry, "the snapshot is not what the entries up to here come to")
