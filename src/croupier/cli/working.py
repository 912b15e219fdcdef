"""Say on stderr that something takes a while."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

PATIENCE = 2.0
"""Seconds before anything is said."""
WIDTH = 20


@contextmanager
def working(words: str) -> Iterator[None]:
    """Tell what is being done, after two seconds; on a terminal with a moving bar, else in one line."""
    done = Event()
    teller = Thread(target=_tell, args=(words, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(words: str, done: Event) -> None:
    begun = monotonic()
    if done.wait(PATIENCE):
        return
    if not sys.stderr.isatty():
        print(f"croupier: {words} …", file=sys.stderr, flush=True)
        return
    place = 0
    while not done.wait(0.1):
        at = abs(place % (2 * WIDTH - 6) - (WIDTH - 3))
        bar = "·" * at + "███" + "·" * (WIDTH - 3 - at)
        print(f"\r{bar} {words}, {monotonic() - begun:.0f} s ", end="", file=sys.stderr, flush=True)
        place += 1
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
