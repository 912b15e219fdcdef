"""Say on stderr that something takes a while."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import Event, Thread
from time import monotonic

PATIENCE = 2.0
"""Seconds before anything is said."""
WIDTH = 20
EVERY = 10.0
"""Seconds between two lines where there is no terminal."""


class Share:
    """Which share of the work is done, if whoever works tells it."""

    def __init__(self) -> None:
        self.done: Fraction | None = None

    def __call__(self, done: Fraction) -> None:
        self.done = done

    def __str__(self) -> str:
        return "" if self.done is None else f", {int(100 * self.done)} % done"


@contextmanager
def working(words: str, *, at_once: bool = False) -> Iterator[Share]:
    """Tell what is being done, after two seconds or at once; on a terminal with a bar, else in a line now and then."""
    done, share = Event(), Share()
    teller = Thread(target=_tell, args=(words, done, share, 0.0 if at_once else PATIENCE), daemon=True)
    teller.start()
    try:
        yield share
    finally:
        done.set()
        teller.join()


def _tell(words: str, done: Event, share: Share, patience: float) -> None:
    begun = monotonic()
    if done.wait(patience):
        return
    if not sys.stderr.isatty():
        print(f"croupier: {words}{share} …", file=sys.stderr, flush=True)
        while not done.wait(EVERY):
            if share.done is not None:
                print(f"croupier: {words}{share} …", file=sys.stderr, flush=True)
        return
    place = 0
    while not done.wait(0.1):
        bar = _moving(place) if share.done is None else _filled(share.done)
        print(f"\r{bar} {words}{share}, {monotonic() - begun:.0f} s ", end="", file=sys.stderr, flush=True)
        place += 1
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _moving(place: int) -> str:
    at = abs(place % (2 * WIDTH - 6) - (WIDTH - 3))
    return "·" * at + "███" + "·" * (WIDTH - 3 - at)


def _filled(done: Fraction) -> str:
    full = int(WIDTH * done)
    return "█" * full + "·" * (WIDTH - full)
