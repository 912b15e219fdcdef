"""The port: what others ask of a store, whichever engine it is.

The port is split by need. `Journal`, `Accounts`, `People` and `Training` read one subject each; `Writing` appends.
A floor needs these five (`FloorStore`). Checks, exports and the audit read a store as a whole (`Reading`). A server
opens, arms and watches it (`Store`). Ask for the smallest one that does.

A batch is written wholly or not at all, batches in the order in which they were submitted. Any error is final: the
handle is not used again, and every batch that waits behind the error fails with it. So no answer is ever taken back by
a later failure.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Literal, Protocol, Self

import msgspec

from croupier.base.values import Value
from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import Entry
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.faults import Fault

ENTRIES_A_COMMIT = 256
"""One transaction takes at most this many entries, unless a single batch has more."""
PAGE = 1_000
"""A long answer is read in pages of this many rows."""
MOST_DIGITS = 17
"""Of a number in a note: microseconds for three thousand years."""

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


class ReadFailed(StoreUnusable):
    """A store that was opened cannot be read any further."""


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


class Cut(Value):
    """The last entry of a stream that is in an archive, and what all archived entries of the stream posted."""

    seq: int
    hash: str
    epoch: int
    carried: dict[Account, int] = msgspec.field(default_factory=dict)

    def last(self, stream: str) -> Entry:
        """As much of that entry as the next one has to follow on."""
        return Entry(stream, self.seq, 0, self.epoch, b'{"v":1,"post":[]}', bytes.fromhex(self.hash))


class Lapse(Value):
    """Why the file of checkpoints does not fit the store, where somebody has said to go on without it."""

    why: Literal["missing", "old", "cut"]
    number: int
    """Of the last line that is there."""
    remembered: int
    """Of the last line that the store has seen."""


class Space(Value):
    """Bytes: how many are free where the store writes, and how many its log takes."""

    free: int
    log: int


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


def noted_number(meta: Mapping[str, str], key: str) -> int:
    """The number that a note holds, 0 where there is no such note."""
    text = meta.get(key, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise StoreUnusable("damaged", f"the {key} that the store kept is not a number: {text[:40]!r}")
    return int(text)


Done = Callable[[Exception | None], None]
Watch = Callable[[int, float], None]
"""Is called with the entries and the seconds of a commit."""


# --- Reading, by subject ----------------------------------------------------------------------------------------------


class Journal(Protocol):
    """Entries, and the rows that belong to them."""

    def heads(self) -> dict[str, Head]: ...

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        """In order, from entry number `first`; those of one round if it is given."""
        ...

    def last_of_round(self, stream: str, round: int) -> Entry | None: ...

    def count(self) -> int:
        """The number of the newest entry, over all streams."""
        ...

    def answer(self, by: str, id: str) -> AnswerRow | None: ...

    def ids(self, by: str, limit: int) -> list[str]:
        """The ids under which a user was answered, at most `limit` of them."""
        ...

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]: ...

    def snapshot(self, stream: str) -> SnapshotRow | None: ...


class Accounts(Protocol):
    def balances(self) -> dict[Account, int]: ...

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        """The last ones of these accounts, newest first."""
        ...

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        """The rounds of a stream in which something came to an account or left it, newest first, below a number."""
        ...


class People(Protocol):
    def users(self) -> tuple[UserRow, ...]:
        """In the order in which they came."""
        ...

    def sessions(self) -> tuple[SessionRow, ...]: ...


class Training(Protocol):
    def drills(self, user: str) -> tuple[DrillRow, ...]:
        """Those that are kept, oldest first."""
        ...

    def trainee(self, user: str) -> TraineeRow | None: ...


class Reading(Journal, Accounts, People, Training, Protocol):
    """A store as a whole, for checks, exports and the audit. `ReadFailed` is raised where a row cannot be read."""

    def every_entry(self, after: int = 0) -> Iterator[tuple[int, Entry]]:
        """Of all streams in the order of their commits, each with its number in this order; those behind `after`."""
        ...

    def streams_with_entries(self) -> list[str]:
        """By name. One of them that has no head is a fault."""
        ...

    def every_deck(self) -> Iterator[DeckRow]: ...

    def cuts(self) -> dict[str, Cut]:
        """Where each stream begins that has entries in an archive."""
        ...

    def posted_balances(self) -> dict[Account, int]:
        """What all postings add up to, with the archived ones. The balances must be the same."""
        ...

    def postings_of(self, stream: str, seq: int) -> list[tuple[int, Account, int]]:
        """Line, account and amount of each posting of an entry."""
        ...

    def meta(self) -> dict[str, str]:
        """The notes of the store about itself."""
        ...

    def snapshot_in_time(self) -> AbstractContextManager[None]:
        """While it is open, everything is read as it was when it began."""
        ...

    def fault(self, *, thorough: bool) -> str:
        """What the engine finds wrong with its own pages and indexes; empty if nothing."""
        ...

    def interrupt(self) -> None:
        """From another thread: whatever is being read ends with `ReadFailed`."""
        ...

    def close(self) -> None:
        """A second time it does nothing."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


# --- Writing ----------------------------------------------------------------------------------------------------------


class Writing(Protocol):
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


class FloorStore(Journal, Accounts, People, Writing, Protocol):
    """What a floor needs."""


class Store(Reading, Writing, Protocol):
    """A store that a server has opened: no other server writes to it."""

    @property
    def kind(self) -> str:
        """The engine, as `/v1/health` names it."""
        ...

    @property
    def database(self) -> str:
        """Where the data is, for people: a file, or an address without its password."""
        ...

    @property
    def lapse(self) -> Lapse | None: ...

    def arm(self, fault: Fault | None) -> None:
        """The server is ready: commits count from here, for a fault that a demo plants, and what was not checked
        before the store was opened is checked now."""
        ...

    def finish_checks(self) -> None:
        """Waits for the checks that `arm` began."""
        ...

    def watch_failure(self, notify: Callable[[StoreFailed], None]) -> None:
        """`notify` is called once, when the store fails, in any thread."""
        ...

    def watch_commits(self, watch: Watch) -> None:
        """`watch` is called after each commit, in the writer's thread; it must be quick."""
        ...

    def remember(self, row: MetaRow) -> None:
        """Written with the next batch, at the latest when the store is closed."""
        ...

    def space(self) -> Space: ...
