"""Say on stderr that something takes a while."""

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from threading import Event, Thread
from time import monotonic
from typing import Protocol

PATIENCE = 2.0
"""Seconds before anything is said."""
WIDTH = 20
EVERY = 10.0
"""Seconds between two lines if the output is no terminal."""


class Progress:
    """A progress line: how many things are done, how fast, and how long the rest takes."""

    def __init__(self, of: int, things: str) -> None:
        self._of, self._things = of, things
        self._done = self._since = 0
        self._begun: float | None = None
        self._words = ""

    def add(self, more: int, words: str) -> None:
        """`words` describe the results so far. The clock starts when the first things are done, so preparation does not
        count."""
        self._done += more
        self._words = words
        if self._begun is None:
            self._begun = monotonic()
        else:
            self._since += more

    @property
    def share(self) -> Fraction:
        return Fraction(self._done, self._of)

    def __str__(self) -> str:
        passed = 0.0 if self._begun is None else monotonic() - self._begun
        if not self._since or not passed:
            return f", {self._words}" if self._words else ""
        rate = self._since / passed
        left = (self._of - self._done) / rate
        return f", {rate:,.0f} {self._things} a second, {_time(left)} left, {self._words}"


def _time(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


class Share:
    """The share of the work that is done, if known."""

    def __init__(self) -> None:
        self.done: Fraction | None = None
        self.progress: Progress | None = None

    def __call__(self, done: Fraction | Progress) -> None:
        if isinstance(done, Progress):
            self.progress, self.done = done, done.share
        else:
            self.done = done

    def __str__(self) -> str:
        return "" if self.done is None else f", {int(100 * self.done)} % done{self.progress or ''}"


@contextmanager
def working(words: "Words") -> Iterator[Share]:
    """Tell what is being done, after two seconds; on a terminal with a bar, else in a line now and then."""
    done, share = Event(), Share()
    teller = Thread(target=tell, args=(words, done, share), daemon=True)
    teller.start()
    try:
        yield share
    finally:
        done.set()
        teller.join()


class Waiting(Protocol):
    def wait(self, timeout: float) -> bool:
        """True as soon as there is nothing more to wait for."""


Words = str | Callable[[], str]
"""What is being done, or who knows it by then."""


def tell(words: Words, done: Waiting, share: Share) -> None:
    begun = monotonic()
    if done.wait(PATIENCE):
        return
    words = words if isinstance(words, str) else words()
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


def solving(words: str, game: str) -> AbstractContextManager[Share]:
    """Say on stderr what takes long: compiling, which is done once and where counts do not ship; or solving."""

    def by_then() -> str:
        from croupier.rules.games import GAMES
        from croupier.rules.rulebook.model import game_of

        known, compiling = GAMES.get(game_of(game)), sys.modules.get("croupier.numbers.maths.kernels.jit")
        kernels = None if known is None else known.kernels
        if compiling is None or kernels is None or kernels in compiling.BEFORE:
            return words
        return f"compiling the kernels, once for all; then {words}"

    return working(by_then)
