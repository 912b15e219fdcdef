"""Puts a copy of a store in place: sound, and with a record of what the book of checkpoints has seen beyond it.

The copy lies in the unfinished folder beside its target (`store/copies`). A loss that somebody accepts becomes an entry
of the house and a line of the book, in a new epoch; then the folder gets its name. A process that is killed leaves
either no store, or the whole one.
"""

import time
from pathlib import Path

from croupier.audit.archives import begins_of
from croupier.audit.chain import follow, read_book, unseen
from croupier.audit.changes import Changes
from croupier.audit.program import audited
from croupier.audit.reading import Found, source_of
from croupier.live.floor import Floor
from croupier.live.house_events import JournalRestored, LostEntries
from croupier.live.people import SYSTEM
from croupier.live.problems import Problem
from croupier.live.times import printed_time
from croupier.server.at_rest import house_at_rest
from croupier.store import copies, keys
from croupier.store.base import StoreUnusable
from croupier.store.bookkeeper import Bookkeeper
from croupier.store.checkpoint_file import CheckpointFile, book_of
from croupier.store.reader import Reader
from croupier.values import Value


class Lost(Value):
    """Entries of a stream that the book has seen and the copy lacks."""

    stream: str
    first: int
    last: int
    at: str
    """When a checkpoint last saw them."""


class Behind(StoreUnusable):
    """The book of checkpoints knows more than the copy, and nobody has accepted the loss."""

    def __init__(self, lost: tuple[Lost, ...], book: Path) -> None:
        streams = ", ".join(each.stream for each in lost)
        why = f"behind: {book} has seen entries that this copy lacks ({streams})"
        super().__init__("behind", f'{why}; find a newer copy, or give --accept-loss "why"')
        self.lost = lost


def is_ready(target: Path, book: Path) -> bool:
    """Whether a process was killed after the book had its line and before the store had its name."""
    made = book_of(copies.unfinished(target))
    return made.is_file() and book.is_file() and made.read_bytes() == book.read_bytes()


def put_in_place(target: Path, book: Path, own: bytes, key: Path, reason: str) -> tuple[Lost, ...]:
    """What is lost. `own` is the book as the copy has it, `book` the file that the house goes on with."""
    staged = copies.unfinished(target)
    newest = _newest(own, book.read_bytes() if book.is_file() else b"", book)
    lost = _lost(staged, newest)
    if lost and not reason:
        raise Behind(lost, book)
    if lost:
        _write_down(staged, newest, lost, key, reason)
        line = book_of(staged).read_bytes().splitlines()[-1]
        file = CheckpointFile(book)
        file.append(line)
        file.close()
    elif newest and not book.is_file():
        begun = book.with_name(f"{book.name}{copies.UNFINISHED}")
        copies.write_private(begun, newest)
        begun.rename(book)
    end(target)
    return lost


def end(target: Path) -> None:
    copies.finish(target)
    book_of(copies.unfinished(target)).unlink(missing_ok=True)


def check_sound(folder: Path, book: Path | None, name: Path) -> None:
    """An audit of a folder that people know under this name."""
    try:
        audited(str(folder), None if book is None else str(book))
    except Found as found:
        stream, seq, kind, why = found.args
        raise StoreUnusable("damaged", f"{name} is not sound: {kind}: {why}", stream=stream, seq=seq) from None


def _newest(own: bytes, book: bytes, path: Path) -> bytes:
    """The longer of two books, of which one goes on where the other ends; without what a crash has left of a line."""
    own, book = (text[: text.rfind(b"\n") + 1] for text in (own, book))
    if not book or book.startswith(own):
        return book or own
    if own.startswith(book):
        raise StoreUnusable("behind", f"{path} is older than the book in the copy; put the newest book there")
    raise StoreUnusable("behind", f"{path} is not the book of this store: the copy's own checkpoints differ from it")


def _lost(staged: Path, text: bytes) -> tuple[Lost, ...]:
    source = source_of(str(staged))
    try:
        book = read_book(text.splitlines(), None)
        changes = Changes(source)
        found = list(unseen(follow(source, begins_of(source, changes), book), book, changes))
    except Found as wrong:
        raise StoreUnusable("damaged", f"the copy or its book is not sound: {wrong.args[-1]}") from None
    for each in found:
        if each.seq <= each.end:
            why = f"{each.stream}, entry {each.seq} is not the one that checkpoint {each.line} has seen"
            raise StoreUnusable("damaged", f"the copy is damaged: {why}", stream=each.stream, seq=each.seq)
    newest = {each.stream: each for each in sorted(found, key=lambda each: (each.seq, each.line))}
    return tuple(Lost(stream, last.end + 1, last.seq, last.at) for stream, last in sorted(newest.items()))


def _write_down(staged: Path, book: bytes, lost: tuple[Lost, ...], key: Path, reason: str) -> None:
    ring = keys.load(key)
    begun = book_of(staged).with_suffix(copies.UNFINISHED)
    copies.write_private(begun, book)
    keeper = Bookkeeper(begun, ring)  # which also knows whether the ring is that of the book
    with house_at_rest(staged, ring, epochs=keeper.lines) as floor:
        event = JournalRestored(tuple(LostEntries(each.stream, each.first, each.last) for each in lost))
        floor.record_store_event(event, reason)
        for each in lost:
            _promise_another_deck(floor, each.stream)
        at = printed_time(floor.ports.clock.now())
    with Reader(staged) as reader:
        keeper.write(reader, at, time.monotonic(), lost={each.stream: (each.first, each.last) for each in lost})
    keeper.close()
    check_sound(staged, begun, staged)
    begun.rename(book_of(staged))  # from here on a process that is killed has only two steps left


def _promise_another_deck(floor: Floor, stream: str) -> None:
    """Cards of the deck that was promised next may have been seen in rounds that are lost."""
    kind, _, name = stream.partition("/")
    if kind == "table" and name in floor.books.tables:
        try:
            floor.stack_shoe(SYSTEM, name, ())
        except Problem:  # a round is open, which the next start rules on; or real cards are dealt
            return
