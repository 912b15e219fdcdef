"""The port: what the floor asks of a store, whichever it is.

A batch is written wholly or not at all, batches in the order in which they were submitted. Any error is final: the
handle is not used again, and whatever was queued behind it is told so. So nobody is ever told anything that a later
failure takes back.
"""

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from typing import Literal, Protocol

from croupier.journal.decks import DeckRow
from croupier.journal.entry import Entry
from croupier.ledger.accounts import Account
from croupier.values import Value

ENTRIES_A_COMMIT = 256
"""So many entries go into one transaction at most, but for a single batch that has more."""

Code = Literal["in-use", "unsafe", "newer", "behind", "key", "damaged"]


class StoreUnusable(Exception):
    """It is not opened: a code for programs, a sentence for people, and where a journal is damaged, the place."""

    def __init__(self, code: Code, why: str, *, stream: str = "", seq: int = 0, round: int = 0) -> None:
        super().__init__(why)
        self.code: Code = code
        self.why = why
        self.stream = stream
        self.seq = seq
        self.round = round


class StoreFailed(Exception):
    """The store could not write, or what it was given does not follow on what it has. It is not used any more."""


class Head(Value):
    """The last entry of a stream."""

    seq: int
    hash: bytes
    epoch: int


class AnswerRow(Value):
    """Under which (user, id) an act was answered; the answer stands in the entry, the digest is of what was asked."""

    by: str
    id: str
    stream: str
    seq: int
    digest: bytes


class SnapshotRow(Value):
    """A state between rounds, up to this entry. A cache: the newest of each stream is kept."""

    stream: str
    seq: int
    body: bytes


class UserRow(Value):
    """Written again as a whole when anything changes."""

    name: str
    role: str
    password: str
    """Hashed; empty for somebody who cannot sign in."""
    made: int
    disabled: bool = False


class SessionRow(Value):
    """Written again as a whole when it was used; times in microseconds."""

    digest: bytes
    """Of the token, which is nowhere."""
    number: int
    user: str
    began: int
    seen: int
    until: int


class SessionEnded(Value):
    digest: bytes


class MetaRow(Value):
    """A word about the store itself, such as which demo hooks were used."""

    key: str
    value: str


class PostedRow(Value):
    """Cents that came to an account or left it, and by which entry."""

    at: int
    account: Account
    amount: int
    stream: str
    seq: int


class Leaving(Value):
    """Entries of a stream, up to this one, that leave the store because an archive has them."""

    stream: str
    seq: int
    hash: bytes
    epoch: int
    round: int
    """The last round that is over by then; its deck stays."""


class UserGone(Value):
    """The account is not kept any more."""

    name: str


PeopleRow = UserRow | UserGone | SessionRow | SessionEnded


def named_digest(row: UserRow | SessionRow) -> tuple[str, str]:
    """What an entry says of a row that was kept with it. When a session was last used is not meant."""
    if isinstance(row, UserRow):
        name = f"user/{row.name.lower()}"
        told = f"{row.name}\n{row.role}\n{row.password}\n{row.made}\n{int(row.disabled)}"
    else:
        name = f"session/{row.number}"
        told = f"{row.digest.hex()}\n{row.user}\n{row.began}\n{row.until}"
    return name, sha256(f"croupier/row/1\n{name}\n{told}".encode()).hexdigest()


DRILLS_KEPT = 40
"""Of a user, the newest; what they have learnt from older ones stands in the trainee's row."""


class DrillRow(Value):
    """Written again as a whole when it was answered."""

    user: str
    number: int
    body: bytes


class TraineeRow(Value):
    """What a user has learnt, written again as a whole."""

    user: str
    body: bytes


TrainingRow = DrillRow | TraineeRow


class Batch(Value):
    """What is committed together. Postings and the number of the round are taken from the entries' bodies."""

    entries: tuple[Entry, ...] = ()
    answers: tuple[AnswerRow, ...] = ()
    decks: tuple[DeckRow, ...] = ()
    snapshots: tuple[SnapshotRow, ...] = ()
    people: tuple[PeopleRow, ...] = ()
    training: tuple[TrainingRow, ...] = ()
    meta: tuple[MetaRow, ...] = ()
    leaving: tuple[Leaving, ...] = ()


Done = Callable[[Exception | None], None]


class Reading(Protocol):
    """What is committed, for recovery, retries and people who ask."""

    def heads(self) -> dict[str, Head]: ...

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        """In order, from entry number `first`; those of one round if it is given."""
        ...

    def answer(self, by: str, id: str) -> AnswerRow | None: ...

    def ids(self, by: str, limit: int) -> list[str]:
        """Under which somebody was answered, at most so many."""
        ...

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]: ...

    def snapshot(self, stream: str) -> SnapshotRow | None: ...

    def balances(self) -> dict[Account, int]: ...

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        """The last ones of these accounts, newest first."""
        ...

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        """The rounds of a stream in which something came to an account or left it, newest first, below a number."""
        ...

    def last_of_round(self, stream: str, round: int) -> Entry | None: ...

    def users(self) -> tuple[UserRow, ...]: ...

    def sessions(self) -> tuple[SessionRow, ...]: ...

    def drills(self, user: str) -> tuple[DrillRow, ...]:
        """Those that are kept, oldest first."""
        ...

    def trainee(self, user: str) -> TraineeRow | None: ...

    def meta(self) -> dict[str, str]: ...

    def count(self) -> int:
        """Entries of all streams."""
        ...


class Store(Reading, Protocol):
    @property
    def epoch(self) -> int:
        """Raised by one at each opening; entries carry it."""
        ...

    @property
    def waiting(self) -> int:
        """Batches that are submitted and not yet decided."""
        ...

    @property
    def failure(self) -> StoreFailed | None:
        """Why it is not used any more, if so."""
        ...

    def submit(self, batch: Batch, done: Done) -> None:
        """`done` is called once, in the writer's thread: with nothing after the commit, or with what went wrong."""
        ...

    def flush(self) -> None:
        """Until everything submitted is decided; raises what went wrong, if anything ever did."""
        ...

    def close(self) -> None:
        """Commits what is queued first; a second time it does nothing."""
        ...
