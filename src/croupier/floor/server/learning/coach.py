"""The coach: a process of its own computes what each decision is worth, so that no act ever waits for it.

The first question starts the process; the server kills it when it stops. It takes one question at a time; a limited
number of others wait. A client that has waited too long is asked to try again: the work goes on, and its result is
kept.
"""

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress

import msgspec

from croupier.base.sentences import says
from croupier.floor.live.acts.coaching import CoachQuestion, answered
from croupier.floor.live.answers.coaching import CoachSays
from croupier.floor.server.edge.problems import Code, Later

MOST_WAITING = 16
PATIENCE = 15.0
"""Seconds that a client waits for an answer."""
LONGEST = 120.0
"""Seconds that a question may take, including the first one's compiling. Then the process is restarted."""
KEPT = 500
"""Cached answers: several boxes and reloaded pages ask the same."""

Worked = Mapping[str, str]


class Coach:
    def __init__(self, most_waiting: int = MOST_WAITING, patience: float = PATIENCE) -> None:
        self._most_waiting = most_waiting
        self._patience = patience
        self._process: asyncio.subprocess.Process | None = None
        self._running: OrderedDict[bytes, asyncio.Task[Worked]] = OrderedDict()
        self._known: OrderedDict[bytes, Worked] = OrderedDict()
        self._turn = asyncio.Lock()
        self._stopped = False

    @property
    def waiting(self) -> int:
        return len(self._running)

    async def ask(self, asked: CoachQuestion) -> CoachSays:
        key = msgspec.json.encode(asked.question)
        if key not in self._known:
            await self._worked_out(key)
        self._known.move_to_end(key)
        return answered(asked, self._known[key])

    async def _worked_out(self, key: bytes) -> None:
        task = self._running.get(key)
        if task is None:
            if self._stopped or len(self._running) >= self._most_waiting:
                raise Later(Code.UNAVAILABLE, says("coach-busy"), 2)
            task = self._running[key] = asyncio.ensure_future(self._work(key))
            task.add_done_callback(lambda done: self._done(key, done))
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(asyncio.shield(task), self._patience)
        if key not in self._known:
            raise Later(Code.UNAVAILABLE, says("coach-working"), 2)

    def _done(self, key: bytes, task: asyncio.Task[Worked]) -> None:
        self._running.pop(key, None)
        if task.cancelled() or task.exception() is not None:
            return
        self._known[key] = task.result()
        while len(self._known) > KEPT:
            self._known.popitem(last=False)

    async def _work(self, key: bytes) -> Worked:
        async with self._turn:
            process = await self._started()
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(key + b"\n")
            try:
                line = await asyncio.wait_for(process.stdout.readline(), LONGEST)
            except TimeoutError:
                line = b""
            if not line:
                self._kill()
                raise Later(Code.UNAVAILABLE, says("coach-failed"))
            return msgspec.json.decode(line, type=dict[str, str])

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "croupier.floor.server.learning.coach_worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        return self._process

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None

    async def stop(self) -> None:
        self._stopped = True
        process = self._process
        self._kill()
        for task in tuple(self._running.values()):
            task.cancel()
        if process is not None:
            await process.wait()
