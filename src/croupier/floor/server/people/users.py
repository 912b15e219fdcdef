"""Users: how they prove who they are.

`floor/live/people/staff` decides and enters changes of their accounts.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable
from itertools import count

from croupier.base.sentences import says
from croupier.floor.live.answers.people import SecondFactorOffered as SecondFactorTold
from croupier.floor.live.answers.people import UserTold
from croupier.floor.live.people.register import Person, SecondFactor
from croupier.floor.live.people.staff import Staff
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.given import NewPassword, Noted, PasswordHash
from croupier.floor.live.state.house_events import SecondFactorOffered, SecondFactorOn, UserChange
from croupier.floor.live.state.people import SYSTEM, Role, Who
from croupier.floor.live.state.ports import Keys
from croupier.floor.server.edge.limits import SignIns, too_many_tries
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.people import second_factor
from croupier.floor.server.people.passwords import Passwords, is_common
from croupier.floor.server.people.sessions import Proof, Session, Sessions
from croupier.floor.store.base import UserRow

LONGEST_PASSWORD = 200


class People:
    def __init__(
        self,
        staff: Staff,
        keys: Keys,
        sessions: Sessions,
        passwords: Passwords,
        tries: SignIns,
        answered: Callable[[Ticket], Awaitable[Ticket]],
        demands: frozenset[str] = frozenset(),
    ) -> None:
        """`demands`: the roles that sign in with a second factor."""
        self.staff, self._keys, self.sessions, self._passwords, self._tries = staff, keys, sessions, passwords, tries
        self._answered, self._demands = answered, demands
        self._guests = 0
        """The number of the last guest."""
        self._setup_code = urlsafe_b64encode(keys.digest(b"croupier/setup")).decode().rstrip("=")
        self._sets_up = False

    @property
    def setup_code(self) -> str:
        """Works once, while there are no users. Every process of the house has the same one."""
        return "" if self.staff.rows or self._sets_up else self._setup_code

    def find(self, name: str) -> UserRow | None:
        return self.staff.rows.get(name.lower())

    def newest_first(self) -> list[UserRow]:
        return sorted(self.staff.rows.values(), key=lambda user: (-user.made, user.name))

    def who(self, session: Session) -> Who | None:
        """The session's user with their current role; None once they are disabled."""
        user = self.find(session.user)
        if user is None or user.disabled:
            return None
        return Who(user.name, Role(user.role), session.number)

    def lacks_factor(self, who: Who) -> bool:
        """Whether the role demands a second factor that the user does not have yet."""
        return who.role in self._demands and not self.has_factor(who.name)

    def has_factor(self, name: str) -> bool:
        return self._person(name).factor is not None

    def _person(self, name: str) -> Person:
        return self.staff.register.people[name.lower()]

    # --- Signing in -----------------------------------------------------------------------------------------------

    async def sign_in(self, name: str, password: str, code: str | None, address: str) -> tuple[UserRow, Proof]:
        """The user, and the code of a second factor that was used.

        After wrong tries for this name, only addresses from which the user has signed in before may try, so strangers
        cannot lock anybody out.
        """
        slowed = self._slowed(address, name)
        user = self.find(name)
        kept = user.password if user is not None and not user.disabled else ""
        is_right = await self._passwords.matches(kept, password[: LONGEST_PASSWORD + 1])
        now = self.find(name)
        if not is_right or now is None or now.disabled or now.password != kept:  # or it changed during the computation
            raise self._failed(address, name, slowed, Problem(Code.SIGN_IN, says("wrong-password")))
        factor = self._person(now.name).factor
        proof = Proof(address)
        if factor is not None:
            if code is None:
                raise Problem(Code.SECOND_FACTOR, says("second-factor-needed"))
            found = self._shown(now.name, factor, code, address)
            if found is None:
                raise self._failed(address, name, slowed, Problem(Code.SECOND_FACTOR, says("second-factor-wrong")))
            proof = found
        self._tries.succeeded(address, now.name)
        return now, proof

    def _slowed(self, address: str, name: str) -> int:
        """Seconds that an unknown address would have to wait; 0 if none."""
        slowed = self._tries.wait(address, name)
        person = self.staff.register.find(name)
        if slowed and (person is None or address not in person.addresses):
            raise too_many_tries(slowed)
        return slowed

    def _failed(self, address: str, name: str, slowed: int, problem: Problem) -> Problem:
        self._tries.failed(address, name)
        self.staff.sign_in_failed(name, address)
        return too_many_tries(self._tries.wait(address, name)) if slowed else problem

    def _shown(self, name: str, factor: SecondFactor, code: str, address: str) -> Proof | None:
        """Accepts a code of the authenticator or a recovery code; each works once."""
        given = code.strip().lower()
        secret = self._keys.open_text(factor.sealed, _about(name))
        step = second_factor.step_of(secret, given.replace(" ", ""), self.sessions.now(), factor.step)
        if step is not None:
            return Proof(address, step=step)
        recovery = second_factor.digest_of_recovery(given, name)
        return Proof(address, recovery=recovery) if recovery in factor.recovery else None

    async def set_up(self, code: str, name: str, password: str, address: str) -> UserRow:
        if not self.setup_code:
            raise Problem(Code.NOT_FOUND, says("set-up-already"))
        self._tries.check(address)
        if not hmac.compare_digest(code.encode(), self.setup_code.encode()):
            self._tries.failed(address)
            self.staff.sign_in_failed("", address)
            raise Problem(Code.SIGN_IN, says("wrong-code"))
        self._sets_up = True
        try:
            await self._answered(await self.change(SYSTEM, UserChange(name, Role.SHIFT_MANAGER, makes=True), password))
        finally:
            self._sets_up = False
        return self.staff.rows[name.lower()]

    def guest_name(self, address: str) -> str:
        """Names are numbered, so that a replayed evening has the same people."""
        self._tries.guest(address)
        taken = self.staff.rows.keys() | self.staff.register.forgotten
        name = next(name for number in count(self._guests + 1) if (name := f"guest-{number}") not in taken)
        self._guests = int(name.removeprefix("guest-"))
        return name

    # --- Accounts -------------------------------------------------------------------------------------------------

    async def change(self, who: Who, change: UserChange, password: str | None) -> Ticket:
        """`password` in clear: it is hashed here and not kept."""
        if password is None:
            return self.staff.perform(who, "", cmd.ChangeUser(change))
        kept = await self._hashed(password, change.user)
        asker = SYSTEM if who is SYSTEM else self._still(who)
        with_password = UserChange(change.user, change.role, change.disabled, True, change.makes)
        return self.staff.perform(asker, "", cmd.ChangeUser(with_password), given=PasswordHash(kept))

    def _still(self, who: Who) -> Who:
        """Checks again after hashing, during which the user may have lost the right."""
        user = self.find(who.name)
        if user is None or user.disabled or user.role != who.role:
            raise Problem(Code.SESSION, says("session-ended"))
        return who

    async def _hashed(self, password: str, name: str) -> str:
        if is_common(password, name):
            raise Problem(Code.REFUSED, says("password-common"))
        return await self._passwords.hashed(password)

    async def _check_password(self, who: Who, password: str, address: str) -> UserRow:
        user = self.staff.rows[who.name.lower()]
        slowed = self._slowed(address, user.name)
        if not await self._passwords.matches(user.password, password[: LONGEST_PASSWORD + 1]):
            raise self._failed(address, user.name, slowed, Problem(Code.REFUSED, says("wrong-old-password")))
        return user

    async def change_own_password(self, session: Session, who: Who, old: str, new: str, address: str) -> None:
        user = await self._check_password(who, old, address)
        kept = await self._hashed(new, user.name)
        if self.find(user.name) != user:
            raise Problem(Code.REFUSED, says("user-changed"))
        others = [known for known in self.sessions.of(user.name) if known is not session]
        given = NewPassword(kept, tuple(each.row() for each in others))
        ticket = self.staff.perform(who, "", cmd.ChangeOwnPassword(), given=given)
        self.sessions.forget(others)
        await self._answered(ticket)

    # --- Second factor --------------------------------------------------------------------------------------------

    async def offer_factor(self, who: Who, password: str, address: str, house: str) -> SecondFactorTold:
        """The secret and the recovery codes are sent once; the second factor counts once a code of it was entered."""
        user = await self._check_password(who, password, address)
        secret, recovery = second_factor.new_secret(), second_factor.new_recovery_codes()
        digests = tuple(second_factor.digest_of_recovery(code, user.name) for code in recovery)
        offered = SecondFactorOffered(who.name, self._keys.seal_text(secret, _about(user.name)), digests)
        await self._answered(self.staff.perform(who, "", cmd.OfferSecondFactor(), given=Noted(offered)))
        return SecondFactorTold(second_factor.uri(secret, house, user.name), secret, recovery)

    async def turn_factor_on(self, who: Who, code: str) -> None:
        """Trying codes reveals nothing: this secret was sent to the same user. So there is no delay."""
        offered = self._person(who.name).offered
        if offered is None:
            raise Problem(Code.REFUSED, says("second-factor-ask-first"))
        secret = self._keys.open_text(offered.sealed, _about(who.name))
        step = second_factor.step_of(secret, code.strip().replace(" ", ""), self.sessions.now())
        if step is None:
            raise Problem(Code.REFUSED, says("second-factor-wrong"))
        on = Noted(SecondFactorOn(who.name, step))
        await self._answered(self.staff.perform(who, "", cmd.TurnSecondFactorOn(), given=on))


def _about(name: str) -> str:
    return f"second factor\n{name}"


def told(user: UserRow) -> UserTold:
    return UserTold(user.name, user.role, user.disabled)
