"""Finds entries of a stream by their time."""

from bisect import bisect_left
from collections.abc import Iterator

from croupier.floor.journal.entry import Entry
from croupier.floor.live.state.floor_state import FloorState


def first_since(books: FloorState, stream: str, at: int) -> int:
    """Number of the first entry at or after `at`; last + 1 if there is none."""
    last = books.shown.heads[stream].seq

    def at_of(seq: int) -> int:
        (entry,) = books.store.entries(stream, seq, 1)
        return entry.at

    base, _ = books.archived.get(stream, (None, ""))
    first = 1 if base is None else base.seq + 1
    return bisect_left(range(first, last + 1), at, key=at_of) + first


def since(books: FloorState, stream: str, first: int) -> Iterator[Entry]:
    """The shown entries from that number on."""
    last = books.shown.heads[stream].seq
    if first <= last:
        yield from books.store.entries(stream, first, last - first + 1)


def of_the_moment(books: FloorState, stream: str, at: int) -> Iterator[Entry]:
    """The entries of exactly that time: all entries of one act carry the same."""
    for entry in since(books, stream, first_since(books, stream, at)):
        if entry.at != at:
            return
        yield entry
