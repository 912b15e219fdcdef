"""Watches the process itself: how late its event loop is, and whether the machine's clock jumps."""

import asyncio
import time
from typing import Final

from croupier.floor.server.process.logs import LOG
from croupier.floor.server.process.metrics import Metrics

PERIOD: Final = 0.25
"""Seconds between two looks."""
STEP: Final = 0.5
"""Seconds by which the two clocks of a machine may differ between two looks: more is a jump, not a correction."""


class Vitals:
    def __init__(self, metrics: Metrics, steady: float, wall: float) -> None:
        """`steady` and `wall`: the machine's two clocks now, in seconds; the first never goes back."""
        self._metrics, self._steady, self._wall = metrics, steady, wall

    def look(self, steady: float, wall: float) -> None:
        """Called every PERIOD seconds, or later if the loop is busy."""
        passed, jumped = steady - self._steady, (wall - self._wall) - (steady - self._steady)
        self._steady, self._wall = steady, wall
        self._metrics.lagged(max(0.0, passed - PERIOD))
        if abs(jumped) > STEP:
            direction = "back" if jumped < 0 else "ahead"
            self._metrics.clock_stepped(direction)
            LOG.say("warning", "clock step", direction=direction, milliseconds=round(abs(jumped) * 1_000))


async def watch(metrics: Metrics) -> None:
    vitals = Vitals(metrics, time.monotonic(), time.time())
    while True:
        await asyncio.sleep(PERIOD)
        vitals.look(time.monotonic(), time.time())
