"""The two clocks of a house: the machine's, and one that a person turns by hand in a demo."""

import threading
import time
from collections.abc import Callable

STANDS_AT = 1_767_225_600_000_000
"""2026-01-01T00:00:00.000Z, where no other time is given."""


class RealClock:
    """The machine's clock, but that it never goes back: while the machine's is behind what has been told already, half
    as much time passes here, until the two agree again. So entries never descend, and time never stands."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        """Both in nanoseconds; the second only ever goes on."""
        self._wall, self._steady = wall, steady
        self._telling = threading.Lock()
        self._told = wall() // 1_000
        self._told_at = self._began_at = steady() // 1_000
        self._began = self._told

    def now(self) -> int:
        with self._telling:
            at = self._steady() // 1_000
            self._told = max(self._wall() // 1_000, self._told + (at - self._told_at) // 2)
            self._told_at = at
            return self._told

    def steady(self) -> int:
        return self._began + self._steady() // 1_000 - self._began_at

    def monotonic(self) -> int:
        return self._steady() // 1_000_000

    def turn_to(self, microseconds: int) -> int:
        """Nothing earlier is told from now on, such as the time of the last entry before the start. By how many
        microseconds the machine's clock is behind it."""
        behind = max(0, microseconds - self.now())
        with self._telling:
            self._told += behind
        self._began += behind
        return behind


class ManualClock:
    """Time stands until it is turned on."""

    def __init__(self, microseconds: int = STANDS_AT) -> None:
        self._time = microseconds

    def now(self) -> int:
        return self._time

    def steady(self) -> int:
        return self._time

    def monotonic(self) -> int:
        return self._time // 1_000

    def turn_to(self, microseconds: int) -> int:
        behind = max(0, microseconds - self._time)
        self._time += behind
        return behind
