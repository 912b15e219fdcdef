"""Limits how often readers get something that changes all the time.

A meter moves with every bet at any of its tables, and each table has its players: sent at once, a jackpot over twice as
many tables would cost four times as much. A few readers see every change; many see the newest one now and then.
"""

import asyncio
from collections.abc import Callable

FEW = 20
A_READER = 0.000_5
"""Seconds between two updates, for each reader; the pit, which watches all tables, counts as one reader for each."""
LONGEST = 0.25


class Crowd:
    """The readers of one thing."""

    def __init__(self, show: Callable[[], None]) -> None:
        self._show = show
        self._shown_at = float("-inf")
        self._waiting: asyncio.TimerHandle | None = None

    def changed(self, weight: int) -> None:
        """Calls `show` at once, or a moment later for this change and all that come until then."""
        if not weight or self._waiting is not None:
            return
        loop = asyncio.get_running_loop()
        due = self._shown_at + (0.0 if weight <= FEW else min(weight * A_READER, LONGEST))
        if due <= loop.time():
            self._now()
        else:
            self._waiting = loop.call_at(due, self._now)

    def _now(self) -> None:
        self._waiting = None
        self._shown_at = asyncio.get_running_loop().time()
        self._show()
