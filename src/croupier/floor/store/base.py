"""The port of a store, for every engine.

The port is split by need. `Journal`, `Accounts`, `People` and `Training` read one subject each; `Writing` appends.
A floor needs these five (`FloorStore`). Checks, exports and the audit read a store as a whole (`Reading`). A server
opens, arms and watches it (`Store`). Ask for the smallest one that does.

A batch is written wholly or not at all, batches in the order in which they were submitted. Any error is final: the
handle is not used again, and every batch that waits behind the error fails with it. So no answer is ever taken back by
a later failure. A database server that is out of reach is no error: the store is `away`, and batches wait until it has
settled whether the last one was committed.
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
from croupier.floor.store.lease import Lease, LeaseRow

ENTRIES_A_COMMIT = 256
"""One transaction takes at most this many entries, unless a single batch has more."""
PAGE = 1_000
"""A long answer is read in pages of this many rows."""
MOST_DIGITS = 17
"""The most digits of a number in a note: microseconds for three thousand years."""

Code = Literal["in-use", "unsafe", "newer", "behind", "key", "damaged", "away"]
"""`away`: the database server cannot be reached now; it may come back."""


class StoreUnusable(Exception):
    """The store cannot be opened: a code for programs, a sentence for people, and for a damaged journal the place."""

    def __init__(self, code: Code, why: str, *, stream: str = "", seq: int = 0, round: int = 0) -> None:
        super().__init__(why)
        self.code: Code = code
        self.why = why
        self.stream = stream
        self.seq = seq
        self.round = round


class ReadFailed(StoreUnusable):
    """An open store can no longer be read."""


class StoreFailed(Exception):
    """The store could not write, or a batch does not follow what it has. It is not used any more."""


class StoreBehind(StoreFailed):
    """The store has lost what it had committed, for example in a failover to a standby that lagged behind."""


class StoreFenced(StoreFailed):
    """Another process decides: this one has lost the lease, and the store refuses what it writes."""


class Head(Value):
    """The last entry of a stream."""

    seq: int
    hash: bytes
    epoch: int


class AnswerRow(Value):
    """The (user, id) under which an act was answered. The entry has the answer; the digest is of the request."""

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


class UserRow(Value, tag=True):
    """Rewritten as a whole when anything changes."""

    name: str
    role: str
    password: str
    """Hashed; empty for a user who cannot sign in."""
    made: int
    disabled: bool = False


class SessionRow(Value, tag=True):
    """Rewritten as a whole when used; times in microseconds."""

    digest: bytes
    """Of the token, which is stored nowhere."""
    number: int
    user: str
    began: int
    seen: int
    until: int


class SessionEnded(Value, tag=True):
    digest: bytes


class MetaRow(Value):
    """A note about the store itself, such as which demo hooks were used."""

    key: str
    value: str


class CheckpointRow(Value):
    """A line of the checkpoint log, for processes on other machines. A store in a folder keeps none: only one process
    has it open."""

    number: int
    line: bytes


class PostedRow(Value):
    """Cents that an entry posted to or from an account."""

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
        """The part of that entry that the next one has to follow."""
        return Entry(stream, self.seq, 0, self.epoch, b'{"v":1,"post":[]}', bytes.fromhex(self.hash))


ARCHIVED = "archived"
"""The key under which a store keeps its cuts."""
decode_cuts = msgspec.json.Decoder(dict[str, Cut]).decode


class Lapse(Value):
    """Why the checkpoint file does not match the store, when an operator has chosen to go on without it."""

    why: Literal["missing", "old", "cut"]
    number: int
    """Of the last line in the file."""
    remembered: int
    """Of the last line that the store has seen."""


class Space(Value):
    """Bytes: how many are free where the store writes, and how many its log takes."""

    free: int
    log: int


class Leaving(Value):
    """Entries of a stream, up to this one, that leave the store for an archive."""

    stream: str
    seq: int
    hash: bytes
    epoch: int
    round: int
    """The last round over by then; its deck stays."""


class UserGone(Value, tag=True):
    """The account is deleted."""

    name: str


PeopleRow = UserRow | UserGone | SessionRow | SessionEnded


def named_digest(row: UserRow | SessionRow) -> tuple[str, str]:
    """The table and the digest that an entry names for a row committed with it. A session's time of last use is left
    out."""
    if isinstance(row, UserRow):
        name = f"user/{row.name.lower()}"
        told = f"{row.name}\n{row.role}\n{row.password}\n{row.made}\n{int(row.disabled)}"
    else:
        name = f"session/{row.number}"
        told = f"{row.digest.hex()}\n{row.user}\n{row.began}\n{row.until}"
    return name, sha256(f"croupier/row/1\n{name}\n{told}".encode()).hexdigest()


DRILLS_KEPT = 40
"""Per user, the newest; progress from older ones is in the trainee's row."""


class DrillRow(Value):
    """Rewritten as a whole with each answer."""

    user: str
    number: int
    body: bytes


class TraineeRow(Value):
    """A user's progress, rewritten as a whole."""

    user: str
    body: bytes


TrainingRow = DrillRow | TraineeRow


class Batch(Value):
    """What is committed together. Postings and round numbers come from the entries' bodies."""

    entries: tuple[Entry, ...] = ()
    answers: tuple[AnswerRow, ...] = ()
    decks: tuple[DeckRow, ...] = ()
    snapshots: tuple[SnapshotRow, ...] = ()
    people: tuple[PeopleRow, ...] = ()
    training: tuple[TrainingRow, ...] = ()
    meta: tuple[MetaRow, ...] = ()
    leaving: tuple[Leaving, ...] = ()
    checkpoints: tuple[CheckpointRow, ...] = ()


def noted_number(meta: Mapping[str, str], key: str) -> int:
    """The number in a note; 0 if there is no such note."""
    text = meta.get(key, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise StoreUnusable("damaged", f"the {key} that the store kept is not a number: {text[:40]!r}")
    return int(text)


Done = Callable[[Exception | None], None]
Watch = Callable[[int, float], None]
"""Called with the number of entries and the seconds of a commit."""


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
        """The rounds below a number in which a stream posted to or from an account, newest first."""
        ...


class People(Protocol):
    def users(self) -> tuple[UserRow, ...]:
        """In the order of their creation."""
        ...

    def sessions(self) -> tuple[SessionRow, ...]: ...


class Training(Protocol):
    def drills(self, user: str) -> tuple[DrillRow, ...]:
        """The stored ones, oldest first."""
        ...

    def trainee(self, user: str) -> TraineeRow | None: ...


class Reading(Journal, Accounts, People, Training, Protocol):
    """A store as a whole, for checks, exports and the audit. Raises `ReadFailed` if a row cannot be read."""

    def every_entry(self, after: int = 0, page: int = PAGE) -> Iterator[tuple[int, Entry]]:
        """The entries of all streams in commit order, after `after`, each with its number in this order. They are read
        `page` by `page`: one is enough for somebody who wants the first alone."""
        ...

    def streams_with_entries(self) -> list[str]:
        """By name. A stream without a head is a fault."""
        ...

    def every_deck(self) -> Iterator[DeckRow]: ...

    def cuts(self) -> dict[str, Cut]:
        """Where each stream with archived entries begins."""
        ...

    def posted_balances(self) -> dict[Account, int]:
        """The sum of all postings, archived ones included. The balances must be the same."""
        ...

    def postings_of(self, stream: str, seq: int) -> list[tuple[int, Account, int]]:
        """Line, account and amount of each posting of an entry."""
        ...

    def meta(self) -> dict[str, str]:
        """The notes of the store about itself."""
        ...

    def snapshot_in_time(self) -> AbstractContextManager[None]:
        """While it is open, all reads see the store as it was when it began."""
        ...

    def fault(self, *, thorough: bool) -> str:
        """What the engine finds wrong with its own pages and indexes; empty if nothing."""
        ...

    def interrupt(self) -> None:
        """From another thread: ends the current read with `ReadFailed`."""
        ...

    def close(self) -> None:
        """Closing twice is allowed."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


# --- Writing ----------------------------------------------------------------------------------------------------------


class Writing(Protocol):
    @property
    def epoch(self) -> int:
        """Raised by each process that begins to write; entries carry it. 0 until then."""
        ...

    @property
    def waiting(self) -> int:
        """Batches submitted and not yet committed or failed."""
        ...

    @property
    def failure(self) -> StoreFailed | None:
        """Why it is no longer used; None while it is."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether the store is another process, so that nothing must be read in the event loop."""
        ...

    def submit(self, batch: Batch, done: Done) -> None:
        """Calls `done` once, in the writer's thread: with None after the commit, or with the error."""
        ...

    def flush(self) -> None:
        """Waits until everything submitted is committed or failed; raises any error so far."""
        ...

    def close(self) -> None:
        """Commits the queue first. Closing twice is allowed."""
        ...


class FloorStore(Journal, Accounts, People, Writing, Protocol):
    """What a floor needs."""


class Store(Reading, Writing, Protocol):
    """A store that a server has opened. It writes from `decide` on; until then `submit` fails."""

    @property
    def lease(self) -> Lease:
        """Says which process writes."""
        ...

    def decide(self, taken: LeaseRow) -> None:
        """Begins to write: this process has taken the lease. Raises StoreUnusable."""
        ...

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
        """The server is ready: commits are counted from here, for a fault that a demo plants, and checks that were left
        out when the store was opened begin."""
        ...

    def finish_checks(self) -> None:
        """Waits for the checks that `arm` began."""
        ...

    def watch_failure(self, notify: Callable[[StoreFailed], None]) -> None:
        """Calls `notify` once when the store fails, in any thread."""
        ...

    @property
    def away(self) -> bool:
        """Whether the database server is out of reach. Batches wait meanwhile, and are committed when it is back."""
        ...

    def watch_away(self, notify: Callable[[bool], None]) -> None:
        """Calls `notify` in the writer's thread when the database server is out of reach, and when it is back. When it
        is back, it is called before the owners of the batches that waited."""
        ...

    def watch_commits(self, watch: Watch) -> None:
        """Calls `watch` after each commit, in the writer's thread; it must be quick."""
        ...

    def remember(self, row: MetaRow) -> None:
        """Writes the row with the next batch, at the latest when the store closes."""
        ...

    def checkpoints(self, after: int) -> Iterator[bytes]:
        """The lines of the checkpoint log behind that number, as far as processes on other machines need them."""
        ...

    def space(self) -> Space | None:
        """None if the store is on another machine's disk."""
        ...
