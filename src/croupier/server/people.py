"""Users: who they are, what they may be, and how they prove it."""

import hmac
import secrets
from itertools import count

from msgspec.structs import replace

from croupier.live.people import Role, Who
from croupier.sentences import says
from croupier.server.facade import Json
from croupier.server.keeping import Keeper, PeopleStore
from croupier.server.limits import SignIns
from croupier.server.passwords import Passwords
from croupier.server.problems import Code, Problem
from croupier.server.sessions import Session, Sessions
from croupier.store.base import UserRow

NOT_FOR_USERS = {"system"}
"""It signs what nobody said."""
LONGEST_PASSWORD = 200


class People:
    def __init__(
        self, store: PeopleStore, keeper: Keeper, sessions: Sessions, passwords: Passwords, tries: SignIns
    ) -> None:
        self._keeper, self.sessions, self._passwords, self._tries = keeper, sessions, passwords, tries
        self._users = {row.name.lower(): row for row in store.users()}
        self._making: set[str] = set()
        self._guests = 0
        """The number of the last one."""
        self.setup_code = "" if self._users else secrets.token_urlsafe(18)
        """Good once, while there are no users."""

    def find(self, name: str) -> UserRow | None:
        return self._users.get(name.lower())

    def newest_first(self) -> list[UserRow]:
        return sorted(self._users.values(), key=lambda user: (-user.made, user.name))

    def who(self, session: Session) -> Who | None:
        """Whoever the session belongs to, as what they are now; nobody once they are disabled."""
        user = self.find(session.user)
        if user is None or user.disabled:
            return None
        return Who(user.name, Role(user.role), session.number)

    async def sign_in(self, name: str, password: str, address: str) -> UserRow:
        self._tries.count(address, name)
        user = self.find(name)
        kept = user.password if user is not None and not user.disabled else ""
        if not await self._passwords.matches(kept, password[: LONGEST_PASSWORD + 1]):
            raise Problem(Code.SIGN_IN, says("wrong-password"))
        now = self.find(name)
        if now is None or now.disabled or now.password != kept:  # changed while we counted
            raise Problem(Code.SIGN_IN, says("wrong-password"))
        return now

    async def set_up(self, code: str, name: str, password: str, address: str) -> UserRow:
        if not self.setup_code or self._users:
            raise Problem(Code.NOT_FOUND, says("set-up-already"))
        self._tries.count(address)
        if not hmac.compare_digest(code.encode(), self.setup_code.encode()):
            raise Problem(Code.SIGN_IN, says("wrong-code"))
        code, self.setup_code = self.setup_code, ""
        try:
            return await self.add(name, Role.SHIFT_MANAGER, password)
        except Problem:
            self.setup_code = code
            raise

    async def add(self, name: str, role: str, password: str) -> UserRow:
        key = name.lower()
        known = self.find(name)
        if key in NOT_FOR_USERS or key in self._making or known is not None:
            raise Problem(Code.REFUSED, says("name-taken", player=name))
        self._making.add(key)
        try:
            kept = await self._passwords.hashed(password)
            row = UserRow(name, role, kept, self.sessions.now())
            await self._keeper.keep(row)
        finally:
            self._making.discard(key)
        self._users[key] = row
        return row

    async def walked_in(self, name: str) -> None:
        """A player whom staff have made: without password, until somebody gives one."""
        row = UserRow(name, Role.PLAYER, "", self.sessions.now())
        self._users[name.lower()] = row
        await self._keeper.keep(row)

    async def guest(self, address: str) -> UserRow:
        """A player with no password: the session is all they have. Names follow each other, so that an evening that is
        played again has the same people."""
        self._tries.count(address)
        taken = self._users.keys() | self._making
        name = next(name for number in count(self._guests + 1) if (name := f"guest-{number}") not in taken)
        self._guests = int(name.removeprefix("guest-"))
        row = UserRow(name, Role.PLAYER, "", self.sessions.now())
        self._users[name] = row
        await self._keeper.keep(row)
        return row

    async def change(self, name: str, *, role: str | None, disabled: bool | None, password: str | None) -> UserRow:
        kept = None if password is None else await self._passwords.hashed(password)
        user = self.find(name)  # only now: somebody else may have changed it while we counted
        if user is None:
            raise Problem(Code.NOT_FOUND, says("no-such-user", player=name))
        row = replace(
            user,
            role=user.role if role is None else role,
            disabled=user.disabled if disabled is None else disabled,
            password=user.password if kept is None else kept,
        )
        self._keep_a_manager(user, row)
        self._users[user.name.lower()] = row  # at once: a right taken away is gone before it is on the disk
        ending = [] if row.role == user.role and not row.disabled and kept is None else self.sessions.of(row.name)
        await self._keeper.keep(row)
        await self.sessions.end(ending)
        return row

    async def change_own_password(self, session: Session, old: str, new: str, address: str) -> None:
        user = self.find(session.user)
        assert user is not None
        self._tries.count(address, user.name)
        if not await self._passwords.matches(user.password, old[: LONGEST_PASSWORD + 1]):
            raise Problem(Code.REFUSED, says("wrong-old-password"))
        row = replace(user, password=await self._passwords.hashed(new))
        if self.find(user.name) != user:
            raise Problem(Code.REFUSED, says("user-changed"))
        self._users[user.name.lower()] = row
        await self._keeper.keep(row)
        await self.sessions.end(known for known in self.sessions.of(user.name) if known is not session)

    def _keep_a_manager(self, user: UserRow, row: UserRow) -> None:
        manages = row.role == Role.SHIFT_MANAGER and not row.disabled
        if user.role != Role.SHIFT_MANAGER or user.disabled or manages:
            return
        others = (known for known in self._users.values() if known.name != user.name and not known.disabled)
        if not any(known.role == Role.SHIFT_MANAGER for known in others):
            raise Problem(Code.REFUSED, says("last-shift-manager", player=user.name))


def told(user: UserRow) -> Json:
    return {"name": user.name, "role": user.role, "disabled": user.disabled}
