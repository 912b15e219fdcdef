"""The checks before a store is used: every chain from its first entry to its head, and the balances.

Of a long journal only the newest entries are checked first, so that a house opens within seconds. `Rest` checks the
others while it runs, and so does the audit.
"""

import threading
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator

import msgspec

from croupier.base.values import Value
from croupier.floor.journal.chain import ZERO, Broken, check_follows, entry_hash
from croupier.floor.journal.entry import Entry
from croupier.floor.journal.upcast import VERSION
from croupier.floor.ledger.accounts import Account
from croupier.floor.store.base import PAGE, AnswerRow, Head, Journal, ReadFailed, Reading, StoreFailed, StoreUnusable

ENTRIES_AT_ONCE = 100_000
"""Entries checked before the house opens: takes a second at most."""
AGAIN = 1.0
"""Seconds until a check that found the database server out of reach begins again."""
A_REST = 0.02
"""Seconds between two pages of the checks while the house runs, in which acts have the machine."""
UNREADABLE = (ReadFailed, msgspec.MsgspecError, TypeError, ValueError, AttributeError)
"""Errors that rows of a damaged page can raise: it may hold anything."""


class Posted(Value):
    """The fields of a body that the store reads."""

    post: tuple[tuple[Account, int], ...]
    round: int = 0
    v: int = 1


posted = msgspec.json.Decoder(Posted).decode


class Rows(Value):
    """What a body says of other rows: the answer for retries, and promised decks."""

    by: str = ""
    id: str = ""
    asked: str = ""
    decks: tuple[tuple[int, int, int, str], ...] = ()


told_rows = msgspec.json.Decoder(Rows).decode
ROWS_SAMPLED = 5_000
"""The newest entries whose rows are checked before the house opens; the audit checks all."""


def check_entry(entry: Entry, head: Head | None, epoch: int) -> Posted:
    """Checks an entry before it is written: it follows the head by number and hash, and its postings add up to zero."""
    before, hash = (0, ZERO) if head is None else (head.seq, head.hash)
    if entry.seq != before + 1 or entry.epoch != epoch:
        raise StoreFailed(
            f"{entry.stream}: entry {entry.seq} of epoch {entry.epoch} does not follow on {before} of {epoch}"
        )
    if entry_hash(hash, entry.stream, entry.seq, entry.at, entry.epoch, entry.body) != entry.hash:
        raise StoreFailed(f"{entry.stream}: the hash of entry {entry.seq} does not follow on the one before")
    found = posted(entry.body)
    if sum(amount for _, amount in found.post):
        raise StoreFailed(f"{entry.stream}: the postings of entry {entry.seq} do not come to nothing")
    return found


def check_journal(reader: Reading, at_once: int | None = None) -> bool:
    """Raises StoreUnusable with the first wrong stream and entry. Of a journal with more than `at_once` entries it
    checks the newest only. Returns whether it checked everything."""
    try:
        if at_once is not None and (older := reader.count() - at_once) > 0 and _newest_are_sound(reader, older):
            return False
        heads, streams = reader.heads(), reader.streams_with_entries()
        sound = _is_sound(reader, heads)
        if not sound:
            begins = beginnings(reader)
            for stream in sorted({*heads, *streams}):
                check_stream(stream, reader.entries(stream), heads.get(stream), begins.get(stream))
        if reader.balances() != reader.posted_balances():
            for stream in streams:
                _check_postings(reader, stream)
            raise damaged("", 0, "the balances are not what was posted")
        if fault := reader.fault(thorough=not sound):
            raise damaged("", 0, fault)
    except UNREADABLE as error:
        if is_away(error):
            raise
        why = error.why if isinstance(error, ReadFailed) else f"the database cannot be read: {error}"
        raise damaged("", 0, why) from None
    return True


def is_away(error: Exception) -> bool:
    """Whether the error means that the database server is out of reach, which is no damage."""
    return isinstance(error, StoreUnusable) and error.code == "away"


def beginnings(reader: Reading) -> dict[str, Entry]:
    """By stream with archived entries: the entry that its first one in the store follows."""
    return {stream: cut.last(stream) for stream, cut in reader.cuts().items()}


def _newest_are_sound(reader: Reading, older: int) -> bool:
    """Checks the entries after `older`. Returns False in doubt, for example if a stream's predecessor is missing."""
    heads = reader.heads()
    begins, last = beginnings(reader), dict[str, Entry]()
    try:
        for _, entry in reader.every_entry(older):
            before = last.get(entry.stream)
            if before is None and entry.seq > 1:
                before = begins.get(entry.stream)
                if before is None or before.seq != entry.seq - 1:
                    (before,) = reader.entries(entry.stream, entry.seq - 1, 1)
            check_follows(before, entry)
            last[entry.stream] = entry
        for stream in heads.keys() - last.keys():
            (last[stream],) = reader.entries(stream, heads[stream].seq, 2)
        newest = max((posted(entry.body).v for entry in last.values()), default=0)
    except (Broken, *UNREADABLE):
        return False
    ends = {stream: (entry.seq, entry.hash) for stream, entry in last.items()}
    return newest <= VERSION and ends == {stream: (head.seq, head.hash) for stream, head in heads.items()}


def check_rows(reader: Journal, entries: Iterable[Entry]) -> None:
    """Raises StoreUnusable if a row differs from what its entry says: the answer to a retry, the root of a deck."""
    for entry in entries:
        told = told_rows(entry.body)
        for round_, deck, first, root in told.decks:
            rows = {row.deck: row for row in reader.decks(entry.stream, round_)}
            if deck not in rows or (rows[deck].first, rows[deck].root.hex()) != (first, root):
                which = f"deck {deck} of round {round_} of {entry.stream}"
                why = f"{which} is missing or has another root than entry {entry.seq} promised"
                raise StoreUnusable("damaged", why, stream=entry.stream, seq=entry.seq, round=round_)
        if told.asked:
            by = told.by.partition(" for ")[0]
            row = AnswerRow(by, told.id, entry.stream, entry.seq, b64decode(told.asked))
            if reader.answer(by, told.id) != row:
                raise damaged(entry.stream, entry.seq, f"the answer to {told.id} of {by} is not kept as it was given")


class Rest:
    """Checks the whole journal while the house runs, a little at a time, with a reader of its own. Begins again when a
    database server was out of reach."""

    def __init__(self, open_reader: Callable[[], Reading], found: Callable[[StoreUnusable], None]) -> None:
        self._open_reader, self._found = open_reader, found
        self._reader: Reading | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-check", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops at once; the next start checks the rest."""
        self._stop.set()
        if self._reader is not None:
            self._reader.interrupt()
        self.wait()
        if self._reader is not None:
            self._reader.close()

    def wait(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if self._reader is None:
                    self._reader = self._open_reader()
                self._look(self._reader)
                return
            except (StoreUnusable, *UNREADABLE) as error:
                if not is_away(error):
                    if not self._stop.is_set():
                        self._found(damaged("", 0, str(error)) if isinstance(error, UNREADABLE) else error)
                    return
                self._stop.wait(AGAIN)

    def _look(self, reader: Reading) -> None:
        last = beginnings(reader)
        try:
            for number, entry in reader.every_entry():
                check_follows(last.get(entry.stream), entry)
                check_rows(reader, (entry,))
                last[entry.stream] = entry
                if number % PAGE == 0 and self._stop.wait(A_REST):
                    return
        except Broken as broken:
            raise damaged(broken.stream, broken.seq, broken.why) from None
        with reader.snapshot_in_time():
            if reader.balances() != reader.posted_balances():
                raise damaged("", 0, "the balances are not what was posted")
        if not self._stop.is_set() and (fault := reader.fault(thorough=False)):
            raise damaged("", 0, fault)


def _is_sound(reader: Reading, heads: dict[str, Head]) -> bool:
    """Checks all streams in one pass, in the order on disk: four times faster. Returns False in doubt."""
    last = beginnings(reader)
    try:
        for _, entry in reader.every_entry():
            check_follows(last.get(entry.stream), entry)
            last[entry.stream] = entry
        newest = max((posted(entry.body).v for entry in last.values()), default=0)
    except (Broken, *UNREADABLE):
        return False
    ends = {stream: (entry.seq, entry.hash) for stream, entry in last.items()}
    return newest <= VERSION and ends == {stream: (head.seq, head.hash) for stream, head in heads.items()}


def check_stream(stream: str, entries: Iterator[Entry], head: Head | None, previous: Entry | None = None) -> None:
    """`previous` is the entry before the first, if it is archived."""
    seq = 1 if previous is None else previous.seq + 1
    try:
        for entry in entries:
            check_follows(previous, entry)
            previous, seq = entry, entry.seq + 1
        if previous is not None and posted(previous.body).v > VERSION:  # version numbers only grow
            raise StoreUnusable(
                "newer", f"{stream} was written by a newer croupier; entries up to version {VERSION} can be read"
            )
    except Broken as broken:
        raise damaged(broken.stream, broken.seq, broken.why) from None
    except UNREADABLE as error:
        if is_away(error):
            raise
        raise damaged(stream, seq, f"it cannot be read: {error}") from None
    if head is None:
        raise damaged(stream, seq - 1, "the stream has no head")
    last = (0, b"") if previous is None else (previous.seq, previous.hash)
    if (head.seq, head.hash) != last:
        raise damaged(stream, min(head.seq, seq), f"the head is at {head.seq}, the last entry at {seq - 1}")


def _check_postings(reader: Reading, stream: str) -> None:
    for entry in reader.entries(stream):
        wanted = [(line, account, amount) for line, (account, amount) in enumerate(posted(entry.body).post, 1)]
        if reader.postings_of(stream, entry.seq) != wanted:
            raise damaged(stream, entry.seq, "its postings are not those of its text")


def damaged(stream: str, seq: int, why: str) -> StoreUnusable:
    place = f"{stream}, entry {seq}: " if stream else ""
    return StoreUnusable("damaged", f"the journal is damaged: {place}{why}", stream=stream, seq=seq)
