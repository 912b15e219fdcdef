"""Begins, finds and ends sessions. The store has hashes of their tokens only; they expire by the floor's clock."""

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence

from croupier.base.values import Value
from croupier.floor.live.people.staff import Staff
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.given import EndedSessions, Noted
from croupier.floor.live.state.house_events import SignedIn
from croupier.floor.live.state.people import Role, Who
from croupier.floor.server.people.user_rows import Keeper
from croupier.floor.store.base import PeopleRow, SessionEnded, SessionRow

MINUTE = 60 * 1_000_000
IDLE = 30 * MINUTE
ABSOLUTE = 12 * 60 * MINUTE
MOST_A_USER = 8
SEEN_EVERY = MINUTE
"""How far the stored time of last use may be behind, and what the deciding process knows of a use at another one."""


class Proof(Value):
    """Where somebody signs in from, with what device, and which code of a second factor was used."""

    address: str
    agent: str = ""
    step: int = 0
    recovery: str = ""


class Session:
    """A signed-in user. The user is looked up each time, because the role may have changed."""

    __slots__ = ("began", "digest", "kept", "number", "seen", "until", "user")

    def __init__(self, row: SessionRow) -> None:
        self.digest, self.number, self.user = row.digest, row.number, row.user
        self.began, self.seen, self.until = row.began, row.seen, row.until
        self.kept = row.seen

    def row(self) -> SessionRow:
        return SessionRow(self.digest, self.number, self.user, self.began, self.seen, self.until)


def digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


class Sessions:
    def __init__(
        self,
        kept: Iterable[SessionRow],
        keeper: Keeper,
        staff: Staff,
        answered: Callable[[Ticket], Awaitable[Ticket]],
        now: Callable[[], int],
        idle: int = IDLE,
        absolute: int = ABSOLUTE,
    ) -> None:
        self._keeper, self._staff, self._answered, self.now = keeper, staff, answered, now
        self.idle, self.absolute = idle, absolute
        self._seen_every = min(SEEN_EVERY, idle // 10)
        self.elsewhere: Callable[[bytes], None] | None = None
        """Tells the process that decides of a session in use; None in that process itself, which ends sessions."""
        self._by_digest = {row.digest: Session(row) for row in kept}
        staff.end_sessions = lambda user: self.forget(self.of(user))
        self.ended: Callable[[int], None] = lambda number: None
        """Called with the number of a session that is over."""

    def __len__(self) -> int:
        return len(self._by_digest)

    async def begin(self, user: str, proof: Proof) -> tuple[str, Session]:
        """Starts a session. Its token is returned here and stored nowhere."""
        token, now = secrets.token_urlsafe(32), self.now()
        session = Session(SessionRow(digest(token), self._staff.next_session, user, now, now, now + self.absolute))
        self._by_digest[session.digest] = session
        oldest = sorted(self.of(user), key=lambda known: known.number)[:-MOST_A_USER]
        rows: list[PeopleRow] = [session.row(), *self.forget(oldest)]
        live = {known.number for known in self.of(user)}
        over = tuple(number for number in self._staff.register.sessions_of(user) if number not in live)
        signed_in = SignedIn(user, session.number, proof.address, proof.agent, proof.step, proof.recovery, over)
        who = Who(user, Role(self._staff.register.people[user.lower()].role), session.number)
        await self._answered(self._staff.perform(who, "", cmd.SignIn(), given=Noted(signed_in, tuple(rows))))
        return token, session

    def find(self, token: str) -> Session | None:
        """The session of a token, if it is not over."""
        session = self.known(digest(token))
        if session is not None and self.is_over(session):
            if self.elsewhere is None:
                self._drop(session)
                self._keeper.keep_soon(SessionEnded(session.digest))
            return None
        return session

    def known(self, digest: bytes) -> Session | None:
        return self._by_digest.get(digest)

    def use(self, session: Session) -> None:
        now = self.now()
        session.seen = max(session.seen, now)
        if now - session.kept >= self._seen_every:
            session.kept = now
            if self.elsewhere is None:
                self._keeper.keep_soon(session.row())
            else:
                self.elsewhere(session.digest)

    def follow(self, rows: Iterable[PeopleRow]) -> None:
        """Takes what the deciding process has kept."""
        for row in rows:
            if isinstance(row, SessionEnded):
                self.forget(filter(None, [self.known(row.digest)]))
            elif isinstance(row, SessionRow):
                known = self._by_digest.setdefault(row.digest, Session(row))
                known.seen, known.until = max(known.seen, row.seen), row.until

    def follow_all(self, rows: Sequence[SessionRow]) -> None:
        """These are all sessions that there are."""
        there = {row.digest for row in rows}
        self.forget([each for each in self._by_digest.values() if each.digest not in there])
        self.follow(rows)

    def is_over(self, session: Session) -> bool:
        now = self.now()
        return session.digest not in self._by_digest or now >= session.until or now - session.seen >= self.idle

    def numbered(self, number: int) -> Session | None:
        return next((session for session in self._by_digest.values() if session.number == number), None)

    def of(self, user: str) -> list[Session]:
        return [session for session in self._by_digest.values() if session.user.lower() == user.lower()]

    def seen(self) -> dict[str, list[int]]:
        """By user in lower case: when each session that is not over was last used."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for session in self._by_digest.values():
            if not self.is_over(session):
                found[session.user.lower()].append(session.seen)
        return found

    def has_any(self, user: str) -> bool:
        """Whether the user has a session that is not over."""
        return any(not self.is_over(session) for session in self.of(user))

    async def end(self, who: Who, sessions: Iterable[Session]) -> int:
        """Signs out or revokes. Returns how many sessions ended."""
        ending = [session for session in sessions if session.digest in self._by_digest]
        if ending:
            ends = cmd.EndSessions(ending[0].user, tuple(sorted(session.number for session in ending)))
            await self._answered(self._staff.perform(who, "", ends, given=EndedSessions(tuple(self.forget(ending)))))
        return len(ending)

    def forget(self, sessions: Iterable[Session]) -> Sequence[SessionEnded]:
        """Ends the sessions at once. Returns their rows, for the commit that ends them."""
        ending = list(sessions)
        for session in ending:
            self._drop(session)
        return [SessionEnded(session.digest) for session in ending]

    def sweep(self) -> None:
        """Ends expired sessions."""
        if self.elsewhere is not None:
            return
        over = [session for session in self._by_digest.values() if self.is_over(session)]
        if over:
            self._keeper.keep_soon(*self.forget(over))

    def _drop(self, session: Session) -> None:
        if self._by_digest.pop(session.digest, None) is not None:
            self.ended(session.number)
