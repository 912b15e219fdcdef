"""Puts a copy of a store in place: checked, and with a record of entries that the checkpoint log has and the copy
lacks.

The copy is in the unfinished folder next to its target (`floor/store/copies`). An accepted loss becomes an entry of the
house and a line of the checkpoint log, in a new epoch; then the folder gets its name. A killed process leaves either no
store or the whole one.
"""

import shutil
import time
from collections.abc import Sequence
from pathlib import Path

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.floor.audit.archives import begins_of
from croupier.floor.audit.chain import follow, read_book, unseen
from croupier.floor.audit.changes import Changes
from croupier.floor.audit.program import audited
from croupier.floor.audit.reading import Cannot, Found, source_in_files
from croupier.floor.live.floor import Floor, check_ring
from croupier.floor.live.people.register import Register
from croupier.floor.live.people.staff import staff_alone
from croupier.floor.live.state.commands import EnterUsers, StackShoe
from croupier.floor.live.state.floor_state import FloorState
from croupier.floor.live.state.fold import house_events
from croupier.floor.live.state.given import Noted, ShoeOrder
from croupier.floor.live.state.house_events import JournalRestored, KeyNamed, KnownUser, LostEntries, UsersEntered
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.ports import Ports
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.operator.stopped_house import house_at_rest
from croupier.floor.server.process.clocks import RealClock
from croupier.floor.server.running_floor import UNSAFE
from croupier.floor.store import copies, keys
from croupier.floor.store.base import Batch, MetaRow, StoreUnusable, UserRow
from croupier.floor.store.bookkeeper import Bookkeeper
from croupier.floor.store.checkpoint_file import CHECKPOINT, CheckpointFile, book_of
from croupier.floor.store.keys import KeyRing
from croupier.floor.store.opening import open_store, read_store
from croupier.rules.cards import os_chance


class Lost(Value):
    """Entries of a stream that the checkpoint log has seen and the copy lacks."""

    stream: str
    first: int
    last: int
    at: str
    """When a checkpoint last saw them."""


class Behind(StoreUnusable):
    """The checkpoint log knows more than the copy, and nobody has accepted the loss."""

    def __init__(self, lost: tuple[Lost, ...], book: Path) -> None:
        streams = ", ".join(each.stream for each in lost)
        why = f"behind: {book} has seen entries that this copy lacks ({streams})"
        super().__init__("behind", f'{why}; find a newer copy, or give --accept-loss "why"')
        self.lost = lost


def is_ready(target: Path, book: Path) -> bool:
    """Whether a process was killed after the checkpoint log had its line and before the store had its name."""
    staged = copies.unfinished(target)
    made = book_of(staged)
    return staged.is_dir() and made.is_file() and book.is_file() and made.read_bytes() == book.read_bytes()


def put_in_place(
    target: Path, book: Path, own: bytes, key: Path, reason: str, *, imported: bool = False
) -> tuple[Lost, ...]:
    """Returns what is lost. `own` is the checkpoint log in the copy, `book` the file that the house goes on with. For a
    store made from an export, the accounts are entered again, without passwords."""
    staged = copies.unfinished(target)
    newest = _newest(own, book.read_bytes() if book.is_file() else b"", book)
    lost = _lost(staged, newest)
    if key.is_file():  # otherwise it arrives before the house opens, which then compares it
        _check_ring(staged, newest, keys.load(key))
    if lost and not reason:
        raise Behind(lost, book)
    if lost or imported:
        _write_down(staged, newest, lost, key, reason, imported=imported)
        newest = book_of(staged).read_bytes()
    if not book.is_file():
        begun = book.with_name(f"{book.name}{copies.UNFINISHED}")
        copies.write_private(begun, newest)
        begun.rename(book)
    elif lost or imported:
        file = CheckpointFile(book)
        file.append(newest.splitlines()[-1])
        file.close()
    end(target)
    return lost


def end(target: Path) -> None:
    copies.finish(target)
    give_up(target)  # the files made on the way


def give_up(target: Path) -> None:
    """Removes the files of a refused store."""
    staged = copies.unfinished(target)
    shutil.rmtree(staged, ignore_errors=True)
    for book in (book_of(staged), _begun(staged)):
        book.unlink(missing_ok=True)


def _begun(staged: Path) -> Path:
    """The checkpoint log while lines are added to it."""
    return book_of(staged).with_suffix(copies.UNFINISHED)


def check_sound(folder: Path, book: Path | None, name: object, archives: Sequence[Path] = ()) -> None:
    """Audits a folder with its archives; people know it under this name."""
    try:
        audited(str(folder), None if book is None else str(book), archives=[*map(str, archives)])
    except Cannot as cannot:
        raise Unreadable(str(cannot.args[1])) from None
    except Found as found:
        stream, seq, kind, why = found.args
        raise StoreUnusable("damaged", f"{name} is not sound: {kind}: {why}", stream=stream, seq=seq) from None


def _newest(own: bytes, book: bytes, path: Path) -> bytes:
    """The longer of two checkpoint logs, one of which continues the other; without a line that a crash cut off."""
    own, book = (text[: text.rfind(b"\n") + 1] for text in (own, book))
    if not book or book.startswith(own):
        return book or own
    if own.startswith(book):
        raise StoreUnusable("behind", f"{path} is older than the book in the copy; put the newest book there")
    raise StoreUnusable("behind", f"{path} is not the book of this store: the copy's own checkpoints differ from it")


def _lost(staged: Path, text: bytes) -> tuple[Lost, ...]:
    source = source_in_files(str(staged))
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


def _check_ring(staged: Path, book: bytes, ring: KeyRing) -> None:
    """Raises StoreUnusable if the house does not seal and sign with this ring."""
    copies.write_private(_begun(staged), book)
    Bookkeeper(_begun(staged), ring).close()
    with read_store(staged) as reader:
        events = [event for event, _ in house_events(reader, {})]
    check_ring(ring.names(), {event.number: event.name for event in events if isinstance(event, KeyNamed)})


def _write_down(staged: Path, book: bytes, lost: tuple[Lost, ...], key: Path, reason: str, *, imported: bool) -> None:
    ring = keys.load(key)
    begun = _begun(staged)
    copies.write_private(begun, book)
    keeper = Bookkeeper(begun, ring)  # which also checks that the ring matches the log
    if imported:
        _enter_people(staged, ring, keeper.lines + 1)
    with house_at_rest(staged, ring, epochs=keeper.lines) as floor:
        if lost:
            event = JournalRestored(tuple(LostEntries(each.stream, each.first, each.last) for each in lost))
            floor.record_store_event(event, reason)
        for each in lost:
            _promise_another_deck(floor, each.stream)
        at = printed_time(floor.ports.clock.now())
    with read_store(staged) as reader:
        keeper.write(reader, at, time.monotonic(), lost={each.stream: (each.first, each.last) for each in lost})
    keeper.close()
    check_sound(staged, begun, staged)
    begun.rename(book_of(staged))  # from here on a killed process has only two steps left


def _enter_people(staged: Path, ring: KeyRing, checkpoint: int) -> None:
    """Makes the rows whose digests are in entries and that an export does not have."""
    store, clock, register = open_store(staged), RealClock(), Register()
    for event, at in house_events(store, {}):
        register.add(event, at)
        clock.turn_to(at)
    books = FloorState(store, Ports(clock, os_chance(), ring, lambda run: run()))
    books.decided.heads, books.decided.balances = store.heads(), store.balances()
    if register.is_kept:
        people = sorted(register.people.values(), key=lambda person: person.name)
        rows = [UserRow(person.name, person.role, "", clock.now(), person.disabled) for person in people]
        known = tuple(KnownUser(row.name, row.role, row.disabled, False) for row in rows)
        entered = Noted(UsersEntered(known, register.sessions_counted), tuple(rows))
        staff_alone(books, register, {}).perform(SYSTEM, "", EnterUsers(), given=entered)
    digest = ring.digest(f"checkpoint\n{checkpoint}".encode()).hex()
    kept = {UNSAFE: register.settings.get(UNSAFE, ""), CHECKPOINT: f"{checkpoint} {digest}"}
    store.submit(Batch(meta=tuple(MetaRow(key, value) for key, value in kept.items() if value)), lambda _: None)
    store.close()


def _promise_another_deck(floor: Floor, stream: str) -> None:
    """Draws another next deck: players may have seen cards of the promised one in lost rounds."""
    kind, _, name = stream.partition("/")
    if kind == "table" and name in floor.books.tables:
        try:
            floor.perform(SYSTEM, "", StackShoe(name), at=stream, given=ShoeOrder(""))
        except Problem:  # an open round, which the next start rules on; or real cards
            return
