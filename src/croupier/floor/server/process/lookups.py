"""Runs long computations outside the event loop: old rounds, previews, figures, checkpoints, the journal.

Staff, players and strangers have threads of their own, so strangers never keep a dealer waiting. Few threads run at
once, because each competes with the event loop for the interpreter. Beyond a short queue requests are refused.
"""

import asyncio
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Lock
from typing import Final, TypeVar

from croupier.base.sentences import says
from croupier.base.values import Value
from croupier.floor.live.state.people import Role, Who
from croupier.floor.server.edge.problems import Code, Later, SentAway

T = TypeVar("T")

QUEUE: Final = 16
"""Lookups that wait for a thread, by pool."""
QUEUE_OF_ONE: Final = 4
"""How many of them one user or one address may have."""
KEPT_BYTES: Final = 32 * 2**20
SWITCH: Final = 0.001
"""Seconds that a lookup may run before it hands the interpreter to the event loop. Python's own 5 ms, several times an
act, would make acts several times slower."""


class Answer(Value):
    """The body of an answer that never changes, with its tag."""

    body: bytes
    media_type: str = "application/json"

    @property
    def tag(self) -> str:
        return f'"{sha256(self.body).hexdigest()[:32]}"'


class _Pool:
    def __init__(self, name: str, threads: int, refusal: type[Later] = Later) -> None:
        self._refusal = refusal
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=f"lookups-{name}")
        self._most = threads + QUEUE
        self.waiting: Counter[str] = Counter()
        """Lookups under way and waiting, by user or address."""

    async def run(self, key: str, work: Callable[[], T]) -> T:
        if self.waiting.total() >= self._most or self.waiting[key] >= QUEUE_OF_ONE:
            raise self._refusal(Code.UNAVAILABLE, says("lookups-busy"), 2)
        self.waiting[key] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.waiting -= Counter([key])

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class Lookups:
    def __init__(self, staff: int) -> None:
        """`staff`: how many lookups run at once for them; players and strangers have one thread each."""
        self._staff, self._players = _Pool("staff", staff), _Pool("players", 1)
        self._strangers = _Pool("strangers", 1, SentAway)
        self._kept: OrderedDict[Hashable, Answer] = OrderedDict()
        self._bytes = 0
        self._keeping = Lock()
        sys.setswitchinterval(SWITCH)

    @property
    def waiting(self) -> int:
        return sum(pool.waiting.total() for pool in (self._staff, self._players, self._strangers))

    async def run(self, who: Who | None, address: str, ask: Callable[..., T], *about: object) -> T:
        pool = self._strangers if who is None else self._players if who.role is Role.PLAYER else self._staff
        return await pool.run(address if who is None else who.name, lambda: ask(*about))

    async def keep(self, key: Hashable, who: Who | None, address: str, ask: Callable[[], Answer]) -> Answer:
        """The answer under this key. Each pool computes it once, even if many ask at the same moment."""
        kept = self._known(key)
        return kept if kept is not None else await self.run(who, address, self._worked_out, key, ask)

    def _known(self, key: Hashable) -> Answer | None:
        with self._keeping:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _worked_out(self, key: Hashable, ask: Callable[[], Answer]) -> Answer:
        """Runs in a thread. Another lookup may have answered meanwhile."""
        if (kept := self._known(key)) is not None:
            return kept
        answer = ask()
        with self._keeping:
            if key not in self._kept:
                self._bytes += len(answer.body)
            self._kept[key] = answer
            while self._bytes > KEPT_BYTES:
                self._bytes -= len(self._kept.popitem(last=False)[1].body)
        return answer

    def close(self) -> None:
        for pool in (self._staff, self._players, self._strangers):
            pool.close()
