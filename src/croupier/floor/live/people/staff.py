"""Accounts, sessions and second persons: what people do with the register. Each act is an entry of the stream `house`.

An entry and its rows in the store are one commit. A refusal leaves no entry: no rule of a game decides it, and nobody
should be able to fill the disk with refusals.
"""

from collections import Counter
from collections.abc import Callable, Mapping, MutableMapping, Sequence

from msgspec.structs import replace

from croupier.base.json_answers import JsonObject, as_object
from croupier.base.sentences import says
from croupier.floor.ledger.accounts import CAGE, is_stack_of, wallet
from croupier.floor.ledger.postings import transfer
from croupier.floor.live.answers.events import TokenTold
from croupier.floor.live.decider import Perform
from croupier.floor.live.people.display_names import check_free, is_chosen
from croupier.floor.live.people.register import GUARDED, HouseChange, Register, check_second_person
from croupier.floor.live.perform import CommandEntry
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.floor_state import Act, Change, FloorState
from croupier.floor.live.state.fold import HOUSE_STREAM, house_events
from croupier.floor.live.state.given import EndedSessions, Given, NewPassword, Noted, PasswordHash
from croupier.floor.live.state.outcome import Outcome, done
from croupier.floor.live.state.people import CONSOLE, SYSTEM, Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.state.work import Work
from croupier.floor.store.base import (
    PeopleRow,
    SessionEnded,
    SessionRow,
    StoreUnusable,
    UserGone,
    UserRow,
    named_digest,
)
from croupier.rules.money import Cents, dollars

NOT_FOR_USERS = {SYSTEM.name, CONSOLE.name}
"""Names that the system uses for itself."""
MINUTE = 60_000
MOST_TRIES = 100
"""How many names and addresses one entry of failed sign-ins lists; the rest is only counted."""
NEVER = 2**62
MOST_TOKENS = 100
"""Of programs, at a time."""


class Staff:
    def __init__(self, books: FloorState, register: Register, players: MutableMapping[str, bool]) -> None:
        self._books, self.register, self.players = books, register, players
        self.perform: Perform
        """Set by the door through which commands come in."""
        self.rows: dict[str, UserRow] = {}
        """Every account with its password hash, by name in lower case."""
        self.end_sessions: Callable[[str], Sequence[SessionEnded]] = lambda user: ()
        """Ends a user's sessions at once. Returns their rows, which go into the same commit."""
        self._failed: Counter[tuple[str, str]] = Counter()
        self._failed_at: int | None = None

    def find(self, name: str) -> UserRow | None:
        """The account. Without its password in a replay, which has no rows of the store."""
        person = self.register.find(name)
        if (row := self.rows.get(name.lower())) is not None or person is None:
            return row
        return UserRow(person.name, person.role, "", person.made_at, person.disabled)

    # --- By the system --------------------------------------------------------------------------------------------

    def enter_users(self, new: Sequence[UserRow] = ()) -> None:
        """Once in the life of a store: enters the accounts from before the house kept them on record, and new ones."""
        rows = (*self.rows.values(), *new)
        known = tuple(ev.KnownUser(row.name, row.role, row.disabled, bool(row.password)) for row in rows)
        sessions = self._books.store.sessions()
        numbers = max((row.number for row in sessions), default=0)
        self.perform(SYSTEM, "", cmd.EnterUsers(), given=Noted(ev.UsersEntered(known, numbers), (*rows, *sessions)))

    def note_settings(self, settings: Mapping[str, str]) -> None:
        if settings != self.register.settings:
            self.perform(SYSTEM, "", cmd.NoteSettings(), given=Noted(ev.SettingsNoted(dict(settings))))

    # --- What it hears --------------------------------------------------------------------------------------------

    def hear(self, work: Work, act: Act, command: cmd.Command, given: Given | None) -> Outcome:
        """Does commands about accounts and sessions. If something is only put on record, `given` is the event."""
        match command:
            case cmd.ChangeUser(change=change):
                return self._change_user(work, act, change, given.hash if isinstance(given, PasswordHash) else "")
            case cmd.ApproveHouseChange(change=number):
                return self._approve(work, act, number)
            case cmd.WithdrawHouseChange(change=number):
                self._waiting(act.who, number)
                return _noted(work, ev.HouseChangeWithdrawn(number, act.who.name), done(act, change=number))
            case cmd.ChangeOwnPassword():
                assert isinstance(given, NewPassword)
                return self._change_own_password(work, act.who, given)
            case cmd.ChooseName(called=called, picture=picture):
                check_free(self.register, act.who.name, called)
                return _noted(work, ev.NameChosen(act.who.name, called, picture), done(act, called=called))
            case cmd.ForgetUser(user=user):
                return self._forget(work, user)
            case cmd.SignIn():
                assert isinstance(given, Noted) and isinstance(given.event, ev.SignedIn)
                return _noted(work, replace(given.event, session=self.next_session), Outcome(rows=given.rows))
            case cmd.EndSessions(user=user, sessions=sessions):
                is_own = user == act.who.name and act.who.session in sessions
                ended = ev.SessionsEnded(user, sessions, act.who.name, "signed-out" if is_own else "revoked")
                return _noted(work, ended, Outcome(rows=given.rows if isinstance(given, EndedSessions) else ()))
            case cmd.MakeToken(name=name, digest=digest):
                return self._make_token(work, act, name, digest)
            case cmd.RevokeToken(token=number):
                self.token(number)
                return _noted(work, ev.TokenRevoked(number, act.who.name, work.at), done(act, token=number))
            case cmd.ShowDeck(table=table, round=number):
                return _noted(work, ev.DeckShown(table, number), Outcome())
            case cmd.NameKey(number=number, name=name):
                return _noted(work, ev.KeyNamed(number, name), Outcome())
            case cmd.RecordStoreEvent():
                assert isinstance(given, Noted)
                return _noted(work, given.event, Outcome(leaving=given.leaving))
            case _:
                assert isinstance(given, Noted)
                return _noted(work, given.event, Outcome(rows=given.rows))

    # --- Tokens ---------------------------------------------------------------------------------------------------

    def _make_token(self, work: Work, act: Act, name: str, digest: str) -> Outcome:
        if len(self.register.tokens) >= MOST_TOKENS:
            raise Problem(Code.REFUSED, says("too-many-tokens", most=MOST_TOKENS))
        made = ev.TokenMade(self.register.tokens_counted + 1, name, digest, act.who.name, work.at)
        return _noted(work, made, Outcome({"made": as_object(token_told(made))}, 201))

    def token(self, number: int) -> ev.TokenMade:
        made = self.register.tokens.get(number)
        if made is None:
            raise Problem(Code.NOT_FOUND, says("no-such-number", what="token"))
        return made

    # --- Accounts -------------------------------------------------------------------------------------------------

    def _change_user(self, work: Work, act: Act, change: ev.UserChange, password: str) -> Outcome:
        """Answers 201 or 200 with the user; 202 if a second shift manager has to approve. `password` is a hash."""
        self.check(change)
        who = act.who
        alone = self._makes_the_second_manager(who, change, work.at)
        if self.register.two_people and who.role is not Role.SYSTEM and not alone and self._is_guarded(change):
            sealed = self._books.ports.keys.seal_text(password, about(change)) if password else ""
            return self.ask(work, act, change, sealed)
        self._check_between_rounds(change)
        events, rows = self._carried_out(change, who.name, password, work.at, alone=alone)
        work.record(HOUSE_STREAM).events.extend(events)
        user = rows[0]
        assert isinstance(user, UserRow)
        answer = {"user": {"name": user.name, "role": user.role, "disabled": user.disabled}}
        return Outcome(answer, 201 if change.makes else 200, rows=tuple(rows))

    def _change_own_password(self, work: Work, who: Who, given: NewPassword) -> Outcome:
        """Sets the user's password and ends their other sessions."""
        row = replace(self.rows[who.name.lower()], password=given.hash)
        events: list[ev.HouseStreamEvent] = [ev.PasswordSet(row.name, row.name)]
        others = tuple(number for number in self.register.sessions_of(row.name) if number != who.session)
        if others:
            events.append(ev.SessionsEnded(row.name, others, row.name, "changed"))
        work.record(HOUSE_STREAM).events.extend(events)
        return Outcome(rows=(row, *(SessionEnded(each.digest) for each in given.ended)))

    def check(self, change: ev.UserChange) -> None:
        """Refuses an impossible change at once, before anybody could approve it."""
        known = self.find(change.user)
        if change.makes:
            taken = known is not None or is_chosen(self.register, change.user)
            if change.user.lower() in NOT_FOR_USERS or taken:
                raise Problem(Code.REFUSED, says("name-taken", player=change.user))
            return
        if known is None:
            raise Problem(Code.NOT_FOUND, says("no-such-user", player=change.user))
        row = _changed(known, change, "")
        managed = known.role == Role.SHIFT_MANAGER and not known.disabled
        is_lost = managed and (row.role != Role.SHIFT_MANAGER or row.disabled)
        if is_lost and [each.name for each in self.register.managers()] == [known.name]:
            raise Problem(Code.REFUSED, says("last-shift-manager", player=known.name))

    def _check_between_rounds(self, change: ev.UserChange) -> None:
        """Refuses to change a role while the user has chips at a table or an act in progress.

        It is checked in the same turn as the change, so nobody can sit down in between.
        """
        known = self.find(change.user)
        if known is None or change.role in (None, known.role):
            return
        books, name = self._books, known.name
        held = any(amount for account, amount in books.decided.balances.items() if is_stack_of(account, name))
        if held or any(_has_a_place(name, table) for table in books.decided.tables.values()):
            raise Problem(Code.REFUSED, says("still-has-a-place", player=name))
        asks = [ask for table in books.decided.tables.values() for ask in table.asks.values()]
        waits = any(ask.by == name and ask.until > books.now() for ask in asks)
        if waits or books.acts_on_their_way(name):
            raise Problem(Code.REFUSED, says("act-on-its-way", player=name))

    def _is_guarded(self, change: ev.UserChange) -> bool:
        """Whether it gives somebody the rights of a pit supervisor, shift manager or auditor."""
        known = self.find(change.user)
        if known is None:
            return change.role in GUARDED
        role = change.role or known.role
        promoted = role != known.role
        enabled = known.disabled and change.disabled is False
        reset = change.password and (known.role in GUARDED or role in GUARDED)
        return reset or (role in GUARDED and (promoted or enabled))

    def _makes_the_second_manager(self, who: Who, change: ev.UserChange, at: int) -> bool:
        known = self.find(change.user)
        gives = change.role == Role.SHIFT_MANAGER and (known is None or not known.disabled)
        return gives and self.register.two_people and self.register.is_alone(who.name, at)

    def _carried_out(
        self, change: ev.UserChange, by: str, password: str, at: int, *, alone: bool = False
    ) -> tuple[list[ev.HouseStreamEvent], list[PeopleRow]]:
        """The events and rows of the change. `by` is the person who set the password and knows it."""
        known = self.find(change.user)
        events: list[ev.HouseStreamEvent] = []
        if known is None:
            row = UserRow(change.user, change.role or Role.PLAYER, password, at)
            events.append(ev.UserMade(row.name, row.role, by, alone))
        else:
            row = _changed(known, change, password)
            if (row.role, row.disabled) != (known.role, known.disabled):
                events.append(ev.RoleGiven(row.name, row.role, row.disabled, alone))
            if change.password:
                events.append(ev.PasswordSet(row.name, by))
            if not events:
                events.append(ev.RoleGiven(row.name, row.role, row.disabled))
        if row.role == Role.PLAYER and row.name not in self.players:
            events.append(ev.PlayerAdded(row.name))
        rows: list[PeopleRow] = [row]
        if known is not None and (row.role != known.role or row.disabled or change.password):
            if numbers := tuple(self.register.sessions_of(row.name)):
                events.append(ev.SessionsEnded(row.name, numbers, by, "changed"))
            rows += self.end_sessions(row.name)
        return events, rows

    def _forget(self, work: Work, name: str) -> Outcome:
        """Removes a guest's account; the wallet's chips go back to the cage they came from."""
        if held := work.balance(wallet(name)):
            work.record(HOUSE_STREAM).events.append(move_chips(work, ev.ChipsChange(name, -held, "")))
        return _noted(work, ev.UserForgotten(name), Outcome(rows=(UserGone(name),)))

    # --- Second persons -------------------------------------------------------------------------------------------

    def needs_second_person(self, amount: int) -> bool:
        above = self.register.second_person_above
        return above is not None and amount > above

    def _approve(self, work: Work, act: Act, number: int) -> Outcome:
        """A second person approves. The change is checked now, not as it was when asked for."""
        who, asked = act.who, self._waiting(act.who, number)
        check_second_person(self.register, asked.by, who, number, work.at)
        events: list[ev.HouseStreamEvent] = [ev.HouseChangeApproved(number, who.name)]
        rows: list[PeopleRow] = []
        if isinstance(asked.change, ev.UserChange):
            self.check(asked.change)
            self._check_between_rounds(asked.change)
            password = self._books.ports.keys.open_text(asked.sealed, about(asked.change)) if asked.sealed else ""
            followed, rows = self._carried_out(asked.change, asked.by, password, work.at)
            events += followed
        else:
            events.append(move_chips(work, asked.change))
        work.record(HOUSE_STREAM).events.extend(events)
        return replace(done(act, change=number), rows=tuple(rows))

    def changes(self, who: Who) -> JsonObject:
        """Newest first; a pit supervisor sees those about chips."""
        items = [_told(each) for each in reversed(self.register.changes.values()) if is_for(who.role, each)]
        return {"items": items}

    def _waiting(self, who: Who, number: int) -> HouseChange:
        asked = self.register.changes.get(number)
        if asked is None:
            raise Problem(Code.NOT_FOUND, says("no-such-house-change", change=number))
        if not is_for(who.role, asked):
            raise Problem(Code.FORBIDDEN, says("shift-manager-approves"))
        if asked.state != "asked":
            raise Problem(Code.REFUSED, says("house-change-over", change=number, by=asked.ended_by or ""))
        return asked

    def ask(self, work: Work, act: Act, change: ev.UserChange | ev.ChipsChange, sealed: str = "") -> Outcome:
        """Keeps the change waiting for a second person."""
        number = self.register.changes_counted + 1
        asked = ev.HouseChangeAsked(number, change, act.who.name, sealed)
        return _noted(work, asked, Outcome({"change": number}, 202))

    # --- Sessions -------------------------------------------------------------------------------------------------

    @property
    def next_session(self) -> int:
        return self.register.sessions_counted + 1

    def sign_in_failed(self, name: str, address: str) -> None:
        """Counts a failed sign-in. Makes one entry a minute at most, for all that failed meanwhile."""
        person = self.register.find(name)
        self._failed["" if person is None else person.name, address] += 1
        if self.next_due() <= self._books.ports.clock.monotonic():
            self.fire()

    def next_due(self) -> int:
        if not self._failed:
            return NEVER
        return 0 if self._failed_at is None else self._failed_at + MINUTE

    def fire(self) -> int:
        """Enters the sign-ins that failed since the last entry."""
        if not self._failed:
            return 0
        counted, self._failed = self._failed.most_common(), Counter()
        self._failed_at = self._books.ports.clock.monotonic()
        tries = [ev.FailedTries(name, address, times) for (name, address), times in counted[:MOST_TRIES]]
        if rest := sum(times for _, times in counted[MOST_TRIES:]):
            tries.append(ev.FailedTries("", "", rest))
        self.perform(SYSTEM, "", cmd.CountFailedSignIns(), given=Noted(ev.SignInsFailed(tuple(tries))))
        return 1

    # --- Common to all --------------------------------------------------------------------------------------------

    def heard(self, change: Change) -> None:
        """Follows a decided change at once: a right that is taken away is gone before the entry is durable."""
        for event in change.house:
            self.register.add(event, change.at)
            note_player(self.players, event)
        for row in change.people:
            if isinstance(row, UserRow):
                self.rows[row.name.lower()] = row
            elif isinstance(row, UserGone):
                self.rows.pop(row.name.lower(), None)


def token_told(made: ev.TokenMade) -> TokenTold:
    return TokenTold(made.number, made.name, made.by, printed_time(made.at))


def _noted(work: Work, event: ev.HouseStreamEvent, outcome: Outcome) -> Outcome:
    work.record(HOUSE_STREAM).events.append(event)
    return outcome


def move_chips(work: Work, change: ev.ChipsChange) -> ev.HouseStreamEvent:
    """Moves chips into or out of the wallet, over the counter of the cage."""
    amount = Cents(abs(change.amount))
    if change.amount > 0:
        work.post(HOUSE_STREAM, transfer(CAGE, wallet(change.player), amount))
        return ev.Deposited(change.player, amount)
    work.post(HOUSE_STREAM, transfer(wallet(change.player), CAGE, amount))
    return ev.Withdrawn(change.player, amount)


def note_player(players: MutableMapping[str, bool], event: ev.HouseStreamEvent) -> None:
    """Notes who has a wallet from now on, or no longer has one."""
    if isinstance(event, ev.PlayerAdded):
        players[event.player] = event.walk_in
    elif isinstance(event, ev.UserForgotten):
        players.pop(event.user, None)


class _OfficeCommands(CommandEntry):
    """Takes commands about accounts when no floor runs."""

    def __init__(self, books: FloorState, staff: Staff) -> None:
        super().__init__(books)
        self._staff = staff
        staff.perform = self.perform
        books.on_decided = staff.heard

    def hear(self, at: str, act: Act, command: cmd.Command, given: Given | None) -> tuple[Work, Outcome]:
        work = Work(self._books)
        return work, self._staff.hear(work, act, command, given)


def staff_alone(books: FloorState, register: Register, players: MutableMapping[str, bool]) -> Staff:
    staff = Staff(books, register, players)
    _OfficeCommands(books, staff)
    return staff


def staff_on(books: FloorState) -> Staff:
    """Accounts without a floor: for `croupier users`, which changes them while no server has the store open."""
    store = books.store
    books.decided.heads, books.decided.balances = store.heads(), store.balances()
    register, players = Register(), dict[str, bool]()
    kept: dict[str, str] = {}
    for event, at in house_events(store, kept):
        register.add(event, at)
        note_player(players, event)
    staff = staff_alone(books, register, players)
    staff.rows = {row.name.lower(): row for row in store.users()}
    check_people(register, staff.rows, store.sessions(), kept)
    staff.end_sessions = lambda user: [
        SessionEnded(row.digest) for row in store.sessions() if row.user.lower() == user.lower()
    ]
    if not register.is_kept:
        staff.enter_users()
    return staff


def check_people(
    register: Register, rows: Mapping[str, UserRow], sessions: Sequence[SessionRow], kept: Mapping[str, str]
) -> None:
    """Raises `damaged` if an account or session differs from what the entries say; this is why roles can be trusted.

    `kept` holds the digests of the rows, with which passwords and tokens are compared.
    """
    if not register.is_kept:
        return
    for session in sessions:
        note = register.sessions.get(session.number)
        is_known = note is not None and note.user.lower() == session.user.lower()
        before = session.number <= register.sessions_before and f"session/{session.number}" in kept
        if not before and not is_known:
            why = f"no entry of the house says that {session.user} signed in to session {session.number}"
            raise StoreUnusable("damaged", why, stream=HOUSE_STREAM)
    for key in sorted(register.people.keys() | rows.keys()):
        person, row = register.people.get(key), rows.get(key)
        if person is None or row is None or (person.role, person.disabled) != (row.role, row.disabled):
            why = f"the account {key} is not what the entries of the house say; restore a backup"
            raise StoreUnusable("damaged", why, stream=HOUSE_STREAM)
    everybody: list[UserRow | SessionRow] = [*rows.values(), *sessions]
    for each in everybody:
        name, digest = named_digest(each)
        if kept.get(name, digest) != digest:  # older releases stored no digest
            why = f"the row of {name} is not the one that was kept with its entry; restore a backup"
            raise StoreUnusable("damaged", why, stream=HOUSE_STREAM)


def _has_a_place(player: str, table: LiveTable) -> bool:
    return bool(family_of(table.book).places_of(table.game, player))


def _changed(known: UserRow, change: ev.UserChange, password: str) -> UserRow:
    return replace(
        known,
        role=known.role if change.role is None else change.role,
        disabled=known.disabled if change.disabled is None else change.disabled,
        password=password if change.password else known.password,
    )


def about(change: ev.UserChange) -> str:
    """The purpose that the box of a new password is sealed for."""
    return f"password\n{change.user}"


def is_for(role: Role, asked: HouseChange) -> bool:
    """Whether the role sees the change and may approve it."""
    if isinstance(asked.change, ev.ChipsChange) and role is Role.PIT_SUPERVISOR:
        return True
    return role is Role.SHIFT_MANAGER


def _told(asked: HouseChange) -> JsonObject:
    told: JsonObject = {
        "change": asked.number,
        "by": asked.by,
        "at": printed_time(asked.at),
        "state": asked.state,
    }
    change = asked.change
    if isinstance(change, ev.UserChange):
        told |= {"kind": "user", "user": change.user, "makes": change.makes, "password": change.password}
        told |= {} if change.role is None else {"role": change.role}
        told |= {} if change.disabled is None else {"disabled": change.disabled}
    else:
        told |= {"kind": "deposit" if change.amount > 0 else "withdrawal", "player": change.player}
        told |= {"amount": dollars(abs(change.amount)), "reason": change.reason}
    if asked.ended_by is not None:
        told |= {"ended_by": asked.ended_by, "ended_at": printed_time(asked.ended_at or 0)}
    return told
