"""A journal as a read-only store for replays: what a floor submits must equal the next entries."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.floor.journal.decks import DeckRow
from croupier.floor.journal.entry import NO_COMMAND, Body, Entry, decode_body
from croupier.floor.journal.upcast import COMMANDS_SINCE, upcast
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.base import (
    AnswerRow,
    Batch,
    Done,
    Head,
    PostedRow,
    SessionRow,
    SnapshotRow,
    StoreFailed,
    UserRow,
)

SHOWN = 200
"""The most characters of a difference that a message shows."""


class Differs(Exception):
    """The replay decided something else than the journal says: stream, seq and reason."""

    def __init__(self, entry: Entry, why: str) -> None:
        super().__init__(entry.stream, entry.seq, why)
        self.stream = entry.stream
        self.seq = entry.seq
        self.why = why


class Tape:
    """The journal as a read-only store: what a floor submits must equal the next entries."""

    waiting = 0
    failure: StoreFailed | None = None
    is_remote = False

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._entries = entries
        self._ahead: deque[Entry] = deque()
        self.passed = 0
        self.last: list[Entry] = []
        """The entries of the last commit."""

    def ahead(self, number: int = 0) -> Entry | None:
        """The next entry, or the one `number` places after it."""
        while len(self._ahead) <= number:
            following = next(self._entries, None)
            if following is None:
                return None
            self._ahead.append(following)
        return self._ahead[number]

    @property
    def first(self) -> Entry:
        entry = self.ahead()
        assert entry is not None, "something is decided behind the end of the journal"
        return entry

    @property
    def at(self) -> int:
        """When the next entry was written; at the end, when the last one was."""
        return (self.ahead() or self.last[-1]).at

    @property
    def epoch(self) -> int:
        return self.first.epoch

    def submit(self, batch: Batch, done: Done) -> None:
        acting, self.last = self.first, []
        for made in batch.entries:
            written = self.ahead()
            if written is None:
                raise Differs(acting, f"an entry of {made.stream} follows from it, and the journal ends")
            compare(written, made)
            self.last.append(self._ahead.popleft())
            self.passed += 1
        done(None)

    def heads(self) -> dict[str, Head]:
        return {}

    def entries(
        self, stream: str, first: int = 1, limit: int | None = None, round: int | None = None
    ) -> Iterator[Entry]:
        return iter(())

    def answer(self, by: str, id: str) -> AnswerRow | None:
        return None

    def ids(self, by: str, limit: int) -> list[str]:
        return []

    def decks(self, stream: str, round: int) -> tuple[DeckRow, ...]:
        return ()

    def snapshot(self, stream: str) -> SnapshotRow | None:
        return None

    def balances(self) -> dict[Account, int]:
        return {}

    def postings(self, accounts: Iterable[Account], limit: int) -> tuple[PostedRow, ...]:
        return ()

    def rounds_posted(self, account: Account, stream: str, below: int, limit: int) -> tuple[int, ...]:
        return ()

    def last_of_round(self, stream: str, round: int) -> Entry | None:
        return None

    def users(self) -> tuple[UserRow, ...]:
        return ()

    def sessions(self) -> tuple[SessionRow, ...]:
        return ()

    def count(self) -> int:
        return self.passed

    def flush(self) -> None:
        """Does nothing: no write is ever pending."""

    def close(self) -> None:
        """Does nothing: no file is open."""


def compare(written: Entry, made: Entry) -> None:
    """Raises `Differs` if the entry says something else than the new decision.

    The audit checks the chain. An entry of an older version lacks the fields added since: what it has must hold, and
    the new decision may have more.
    """
    if (written.stream, written.seq) != (made.stream, made.seq):
        raise Differs(written, f"decided again, entry {made.seq} of {made.stream} comes here")
    if written.body == made.body:
        return
    was, now = decode_body(written.body), decode_body(made.body)
    agree = _still_holds if was.v < now.v else _is_the_same
    for field in Body.__struct_fields__:
        one, other = getattr(was, field), getattr(now, field)
        if field in ("v", "asked", "snapshot", "kept"):  # rows of the store, which the audit compares
            continue
        if field == "public" and not one:
            continue  # an older release did not count
        if field == "command" and was.v < COMMANDS_SINCE:
            continue
        if field == "do" and now.command != NO_COMMAND:
            continue  # words for people; the command says what was asked
        if field == "then":
            one, other = upcast(was.v, msgspec.json.decode(one)), msgspec.json.decode(other)
        elif field == "answer":
            one, other = _decided(one), _decided(other)
        if not agree(field, one, other):
            if field == "then":
                one, other = _first_difference(one, other, agree)
            raise Differs(written, f"{field} is {_shown(one)}; decided again, {_shown(other)}")


def _decided(answer: msgspec.Raw) -> object:
    """The part of an answer that decides something. Its words and their values may change between releases."""
    told = msgspec.json.decode(answer)
    if told is None or "error" not in told[1]:
        return told
    return [told[0], {key: value for key, value in told[1]["error"].items() if key not in ("why", "says")}]


Agree = Callable[[str, object, object], bool]
"""Compares the values under a key: as written, and as decided again."""


def _is_the_same(_: str, was: object, now: object) -> bool:
    return bool(was == now)


def _still_holds(key: str, was: object, now: object) -> bool:
    """Whether everything an older release wrote still holds. Newer releases may add keys and citations."""
    if key == "cites" and isinstance(was, list | tuple) and isinstance(now, list | tuple):
        return {*was} <= {*now}
    if isinstance(was, dict) and isinstance(now, dict):
        return all(each in now and _still_holds(each, value, now[each]) for each, value in was.items())
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(_still_holds("", one, other) for one, other in zip(was, now, strict=True))
    return bool(was == now)


def _first_difference(one: list[object], other: list[object], agree: Agree) -> tuple[object, object]:
    for number in range(max(len(one), len(other))):
        was, now = one[number : number + 1], other[number : number + 1]
        if not agree("then", was, now):
            return was, now
    return (), ()


def _shown(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
