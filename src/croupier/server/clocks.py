"""The two clocks of a house: the machine's, and one that a person turns by hand in a demo."""

import time

STANDS_AT = 1_767_225_600_000_000
"""2026-01-01T00:00:00.000Z, where no other time is given."""


class RealClock:
    def now(self) -> int:
        return time.time_ns() // 1_000

    def monotonic(self) -> int:
        return time.monotonic_ns() // 1_000_000


class ManualClock:
    """Time stands until it is turned on."""

    def __init__(self, microseconds: int = STANDS_AT) -> None:
        self._time = microseconds

    def now(self) -> int:
        return self._time

    def monotonic(self) -> int:
        return self._time // 1_000

    def turn_to(self, microseconds: int) -> None:
        self._time = max(self._time, microseconds)
