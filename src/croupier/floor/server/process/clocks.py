"""The two clocks of a house: the machine's, and one that a person advances in a demo."""

import threading
import time
from collections.abc import Callable

STANDS_AT = 1_767_225_600_000_000
"""2026-01-01T00:00:00.000Z, the default start."""


class RealClock:
    """The machine's clock, made monotonic. While the machine's clock is behind the last time read, time passes here at
    half speed until the two agree. So entries never go back in time, and time never stops."""

    def __init__(self, wall: Callable[[], int] = time.time_ns, steady: Callable[[], int] = time.monotonic_ns) -> None:
        """Both in nanoseconds; the second never goes back."""
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
        """From now on the clock is never earlier than this, such as the time of the last entry. Returns by how many
        microseconds the machine's clock is behind."""
        behind = max(0, microseconds - self.now())
        with self._telling:
            self._told += behind
        self._began += behind
        return behind


class ManualClock:
    """Time stands still until somebody advances it."""

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
