"""The register: who has an account in the house, who gave it to them, and how they sign in.

It is folded from the stream `house` and decides one question: who counts as a second person. It holds no password and
no secret, only boxes that the key ring opens.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.state import house_events as ev
from croupier.floor.live.state.demands import Demands, demands_in
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.problems import Code, Problem
from croupier.rules.money import Cents, cents

DAY = 24 * 3_600 * 1_000_000
"""Microseconds during which somebody who made an account or set its password counts as the same person as its user."""
ADDRESSES_KEPT = 20
CHANGES_KEPT = 500
"""How many finished changes are still listed; older ones are in the journal."""
TWO_PEOPLE, SECOND_PERSON_ABOVE = "house.two-people", "house.second-person-above"
GUARDED = (Role.PIT_SUPERVISOR, Role.SHIFT_MANAGER, Role.AUDITOR)
"""Roles that one person alone cannot give."""


class SecondFactor(Value):
    sealed: str
    recovery: tuple[str, ...]
    """Digests of the unused recovery codes."""
    step: int = 0
    """The time step of the last code used."""


class Person(Value):
    name: str
    role: str
    disabled: bool = False
    has_password: bool = False
    made_by: str = ""
    made_at: int = 0
    given_by: str = ""
    """Who set the password, if it was not the user."""
    given_at: int = 0
    alone: bool = False
    """Made by the only shift manager; the user has not changed that password yet."""
    made_alone: bool = False
    addresses: tuple[str, ...] = ()
    """Addresses they have signed in from, newest last."""
    factor: SecondFactor | None = None
    offered: SecondFactor | None = None
    called: str = ""
    """The chosen name that others see."""


class SessionNote(Value):
    user: str
    address: str
    agent: str
    at: int


class HouseChange(Value):
    """A change that waits, or waited, for a second person."""

    number: int
    change: ev.UserChange | ev.ChipsChange
    by: str
    at: int
    sealed: str = ""
    state: str = "asked"
    ended_by: str | None = None
    ended_at: int | None = None


class Register:
    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        """By name in lower case."""
        self.forgotten: set[str] = set()
        """Names that are never given again, because their rounds are in the journal."""
        self.sessions: dict[int, SessionNote] = {}
        """Sessions that nobody has ended; some may have expired."""
        self._numbers: dict[str, list[int]] = {}
        self.sessions_counted = 0
        self.sessions_before = 0
        """Sessions up to this number began before the house kept sessions on record."""
        self.changes: dict[int, HouseChange] = {}
        self.changes_counted = 0
        self.barred: dict[str, ev.PlayerBarred] = {}
        """By name in lower case."""
        self.tokens: dict[int, ev.TokenMade] = {}
        """Those of programs that are not revoked."""
        self.tokens_counted = 0
        self.settings: Mapping[str, str] = {}
        self.demands = Demands()
        self.is_kept = False
        """Whether the stream records every account."""
        self._manager_lost_at: int | None = None

    # --- What is asked --------------------------------------------------------------------------------------------

    def find(self, name: str) -> Person | None:
        return self.people.get(name.lower())

    @property
    def two_people(self) -> bool:
        return self.settings.get(TWO_PEOPLE) == "true"

    @property
    def second_person_above(self) -> Cents | None:
        written = self.settings.get(SECOND_PERSON_ABOVE, "off")
        return None if written == "off" else cents(written)

    def check_not_barred(self, name: str) -> None:
        """Refuses a barred player, who must not sit down or bet."""
        if self.demands.bars(name):
            raise Refused(says("barred", player=name))

    def token(self, digest: str) -> ev.TokenMade | None:
        return next((each for each in self.tokens.values() if each.digest == digest), None)

    def sessions_of(self, name: str) -> list[int]:
        """The numbers of a user's sessions, oldest first."""
        return self._numbers.get(name.lower(), [])

    def managers(self) -> list[Person]:
        return [each for each in self.people.values() if each.role == Role.SHIFT_MANAGER and not each.disabled]

    def is_alone(self, name: str, at: int) -> bool:
        """Whether this is the house's only shift manager and did not get there by disabling another one."""
        recently = self._manager_lost_at is not None and at - self._manager_lost_at < DAY
        return [each.name for each in self.managers()] == [name] and not recently

    def counts_as_second(self, asker: str, second: str, at: int) -> bool:
        """Whether these are two people: an account whose password the asker knows does not count."""
        if asker.lower() == second.lower():
            return False
        person = self.find(second)
        if person is None:
            return True  # the house keeps no accounts on record
        made = person.made_by.lower() == asker.lower() and at - person.made_at < DAY
        if made and person.made_alone:
            made = person.alone  # a new house's second manager counts once they have changed that password
        given = person.given_by.lower() == asker.lower() and at - person.given_at < DAY
        return not made and not given

    # --- Folding --------------------------------------------------------------------------------------------------

    def add(self, event: ev.HouseStreamEvent, at: int) -> None:
        match event:
            case ev.PlayerAdded(player=name):
                if self.find(name) is None:
                    self._put(Person(name, Role.PLAYER, made_at=at))
            case ev.UsersEntered(users=users, sessions=sessions):
                self.is_kept, self.sessions_before = True, sessions
                self.sessions_counted = max(self.sessions_counted, sessions)
                for each in users:
                    self._put(Person(each.user, each.role, each.disabled, each.password))
            case ev.UserMade(user=name, role=role, by=by, alone=alone):
                known = Person(name, role, False, True, by, at, by, at, alone, alone)
                self._put(known if not alone else replace(known, given_by=""))
            case ev.UserForgotten(user=name):
                self.people.pop(name.lower(), None)
                self.forgotten.add(name.lower())
            case ev.RoleGiven(user=name, role=role, disabled=disabled):
                self._role_given(name, role, disabled, at)
            case ev.PasswordSet(user=name, by=by):
                self._password_set(name, by, at)
            case ev.NameChosen(user=name, called=called):
                self._put(replace(self._known(name), called=called))
            case ev.SignedIn():
                self._signed_in(event, at)
            case ev.SessionsEnded(sessions=ended):
                for number in ended:
                    self._forget_session(number)
            case ev.SecondFactorOffered(user=name, sealed=sealed, recovery=recovery):
                self._put(replace(self._known(name), offered=SecondFactor(sealed, recovery)))
            case ev.SecondFactorOn(user=name, step=step):
                person = self._known(name)
                assert person.offered is not None
                self._put(replace(person, factor=replace(person.offered, step=step), offered=None))
            case ev.TokenMade(number=number):
                self.tokens_counted, self.tokens[number] = number, event
            case ev.TokenRevoked(number=number):
                self.tokens.pop(number, None)
            case ev.SettingsNoted(settings=settings):
                self.settings = settings
                self.demands = demands_in(settings, self.barred)
            case ev.PlayerBarred(player=name):
                self.barred[name.lower()] = event
                self.demands = demands_in(self.settings, self.barred)
            case ev.BarLifted(player=name):
                self.barred.pop(name.lower(), None)
                self.demands = demands_in(self.settings, self.barred)
            case ev.HouseChangeAsked(number=number, change=change, by=by, sealed=sealed):
                self.changes_counted = number
                self.changes[number] = HouseChange(number, change, by, at, sealed)
            case ev.HouseChangeApproved(number=number, by=by):
                self._ended(number, "approved", by, at)
            case ev.HouseChangeWithdrawn(number=number, by=by):
                self._ended(number, "withdrawn", by, at)
            case _:
                pass

    def _known(self, name: str) -> Person:
        return self.people[name.lower()]

    def _put(self, person: Person) -> None:
        self.people[person.name.lower()] = person

    def _role_given(self, name: str, role: str, disabled: bool, at: int) -> None:
        person = self.find(name) or Person(name, role)
        managed = person.role == Role.SHIFT_MANAGER and not person.disabled
        if managed and (role != Role.SHIFT_MANAGER or disabled):
            self._manager_lost_at = at
        self._put(replace(person, role=role, disabled=disabled))

    def _password_set(self, name: str, by: str, at: int) -> None:
        person = self._known(name)
        if by.lower() == name.lower():
            self._put(replace(person, has_password=True, alone=False))
        else:
            self._put(replace(person, has_password=True, given_by=by, given_at=at, factor=None, offered=None))

    def _signed_in(self, event: ev.SignedIn, at: int) -> None:
        person = self._known(event.user)
        others = [each for each in person.addresses if each != event.address]
        factor = person.factor
        if factor is not None:
            left = tuple(each for each in factor.recovery if each != event.recovery)
            factor = replace(factor, step=max(factor.step, event.step), recovery=left)
        self._put(replace(person, addresses=(*others, event.address)[-ADDRESSES_KEPT:], factor=factor))
        self.sessions_counted = max(self.sessions_counted, event.session)
        self.sessions[event.session] = SessionNote(person.name, event.address, event.agent, at)
        self._numbers.setdefault(person.name.lower(), []).append(event.session)
        for number in event.over:
            self._forget_session(number)

    def _forget_session(self, number: int) -> None:
        if (note := self.sessions.pop(number, None)) is not None:
            self._numbers[note.user.lower()].remove(number)

    def _ended(self, number: int, state: str, by: str, at: int) -> None:
        self.changes[number] = replace(self.changes[number], state=state, ended_by=by, ended_at=at, sealed="")
        over = [each for each, change in self.changes.items() if change.state != "asked"]
        for each in over[: len(over) - CHANGES_KEPT]:
            del self.changes[each]


def check_second_person(register: Register, asker: str, who: Who, number: int, at: int) -> None:
    """Checks that somebody other than the asker approves, at the cage, at a link or for an account."""
    if not register.counts_as_second(asker, who.name, at):
        raise Problem(Code.SECOND_PERSON, says("not-a-second-person", player=asker, change=number))
