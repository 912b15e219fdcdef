"""A run: batches given to workers, each written into the run's folder as soon as it is done.

A folder has plan.json and parts/000017.json, one for each finished batch. There is no other state: a run that was
killed goes on with the batches that have no part, and several machines can fill one folder.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager
from hashlib import blake2b
from pathlib import Path
from platform import node
from typing import Protocol

import msgspec
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.values import Value
from croupier.numbers.simulation.batches import Part, merged, played
from croupier.numbers.simulation.errors import Errors
from croupier.numbers.simulation.plan import Plan, plan_from
from croupier.numbers.simulation.workers import Workers, threads

REPLAY_EVERY = 100_000
CLAIMS_REPLAYED, CLAIMS_OF_A_BATCH = 1_000, 64
"""All claims, if a run has no more than these; of each batch at most its share of them, and never less than 64. So
where they are few, not one is left out because chance has put many into one batch."""
AT_ONCE = 64
"""Parts that are kept before they are merged."""


class Share(Value):
    """Part 3 of 40: which batches of a plan."""

    part: int = 1
    of: int = 1

    def batches(self, plan: Plan) -> range:
        return range(self.part - 1, plan.batches, self.of)


class PartFile(Value):
    batch: int
    part: Part
    checksum: str


class Different(Exception):
    """The desk plays a round in another way: what it says, and the round as a round file."""

    def __init__(self, number: int, what: str, file: str) -> None:
        super().__init__(number, what, file)  # all of it, so that it comes whole out of another process
        self.round, self.what, self.file = number, what, file

    def __str__(self) -> str:
        return self.what


class Desk(Protocol):
    """The real desk, which is above the numbers and so comes from outside."""

    def replay(self, plan: Plan, number: int) -> None:
        """Plays a round; raises `Different` unless it pays what the simulation counts."""

    def errors(self, plan: Plan, batch: int) -> Errors:
        """Plays the rounds of a batch in which the dealer errs."""


class Folder:
    """The files of a run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self, plan: Plan) -> None:
        """For a new run, or to go on with the same one."""
        file = self.path / "plan.json"
        if file.exists():
            before = self.plan()
            if before != plan:
                differs = [name for name in plan.__struct_fields__ if getattr(plan, name) != getattr(before, name)]
                raise Unreadable(
                    f"{self.path} is the folder of another run: {', '.join(differs)} differ; "
                    "repeat its command to go on with it, or choose another folder"
                )
        try:
            (self.path / "parts").mkdir(parents=True, exist_ok=True)
            if not file.exists():
                _write(file, msgspec.json.format(plan.encoded, indent=2))
        except OSError as error:
            raise Unreadable(f"{self.path} cannot be written: {error.strerror}") from None

    def plan(self) -> Plan:
        file = self.path / "plan.json"
        try:
            return plan_from(file.read_bytes())
        except OSError as error:
            raise Unreadable(f"{file} cannot be read: {error.strerror}; expected the folder of a run") from None
        except msgspec.DecodeError as wrong:
            raise Unreadable(f"{file} is not the plan of a run: {wrong}") from None

    def _file(self, batch: int) -> Path:
        return self.path / "parts" / f"{batch:06d}.json"

    def has(self, batch: int) -> bool:
        return self._file(batch).exists()

    def write(self, batch: int, part: Part) -> None:
        """Whole or not at all: the process may be killed at any moment."""
        _write(self._file(batch), msgspec.json.encode(PartFile(batch, part, _checksum(part))))

    def read(self, plan: Plan, batch: int) -> Part:
        file = self._file(batch)
        try:
            found = msgspec.json.decode(file.read_bytes(), type=PartFile)
        except OSError as error:
            raise Unreadable(f"{file} cannot be read: {error.strerror}") from None
        except msgspec.DecodeError as wrong:
            raise Unreadable(f"{file} is damaged: {wrong}; delete it and repeat the command of the run") from None
        part = found.part
        if found.checksum != _checksum(part) or found.batch != batch:
            raise Unreadable(f"{file} is damaged; delete it and repeat the command of the run")
        if part.plan != plan.digest or part.rounds != len(plan.rounds_of(batch)):
            raise Unreadable(f"{file} belongs to another plan, program or book than {self.path / 'plan.json'}")
        return part

    def missing(self, plan: Plan) -> list[int]:
        return [batch for batch in range(plan.batches) if not self.has(batch)]

    def parts(self) -> tuple[Plan, Iterator[tuple[int, Part]]]:
        """All parts of the run; refused while one is missing."""
        plan = self.plan()
        if gone := self.missing(plan):
            these = ", ".join(map(str, gone[:5])) + (", …" if len(gone) > 5 else "")
            raise Unreadable(
                f"{self.path} lacks {len(gone)} of {plan.batches} batches ({these}); repeat the command of the run"
            )
        return plan, ((batch, self.read(plan, batch)) for batch in range(plan.batches))

    def merged(self) -> tuple[Plan, Part]:
        plan, parts = self.parts()
        return plan, merged(part for _, part in parts)


def _checksum(part: Part) -> str:
    return blake2b(msgspec.json.encode(part), digest_size=16).hexdigest()


def _write(file: Path, content: bytes) -> None:
    unfinished = file.with_name(f"{file.name}.{node()}.{os.getpid()}")  # other machines may write here too
    unfinished.write_bytes(content)
    unfinished.replace(file)


# --- Workers ------------------------------------------------------------------------------------------------------


def run(
    plan: Plan,
    *,
    workers: AbstractContextManager[Workers] | None = None,
    share: Share | None = None,
    folder: Folder | None = None,
    desk: Desk | None = None,
    told: Callable[[int, Part], None] | None = None,
) -> Part:
    """Plays all batches, or a share of them, and returns their sum; `told` hears of each part as it comes."""
    if folder is not None:
        folder.open(plan)
    batches = (share or Share()).batches(plan)
    ready = [] if folder is None else [batch for batch in batches if folder.has(batch)]
    parts: list[Part] = []

    def take(batch: int, part: Part) -> None:
        parts.append(part)
        if told is not None:
            told(batch, part)
        if len(parts) >= AT_ONCE:
            parts[:] = [merged(parts)]

    for batch in ready:
        assert folder is not None
        take(batch, folder.read(plan, batch))
    due = [batch for batch in batches if batch not in set(ready)]
    with workers or threads(1) as found:
        for batch, part in _as_they_come(found, plan, due, desk):
            if folder is not None:
                folder.write(batch, part)
            take(batch, part)
    return merged(parts) if parts else _nothing(plan)


def work(encoded: bytes, batch: int, desk: Desk | None = None) -> Part:
    """What a worker does, wherever it is: one batch of a plan, and the rounds of it that the real desk plays too."""
    plan = plan_from(encoded)
    part = played(plan, batch)
    if desk is None:
        return part
    return replace(part, replayed=_replay(plan, batch, part, desk), errors=desk.errors(plan, batch))


def _nothing(plan: Plan) -> Part:
    none: tuple[dict[int, int], ...] = tuple({} for _ in plan.strategies)
    return Part(plan.digest, 0, none, tuple(0 for _ in plan.strategies), 0, 0)


def _as_they_come(workers: Workers, plan: Plan, due: Sequence[int], desk: Desk | None) -> Iterator[tuple[int, Part]]:
    """Not all of them wait at once, so that a plan of any size fits into memory."""
    waiting: dict[Future[Part], int] = {}
    rest = iter(due)
    try:
        while True:
            while len(waiting) < workers.at_once and (batch := next(rest, None)) is not None:
                waiting[workers.executor.submit(work, plan.encoded, batch, desk)] = batch
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield waiting.pop(each), each.result()
    finally:
        for each in waiting:
            each.cancel()


def _replay(plan: Plan, batch: int, part: Part, desk: Desk) -> int:
    """One round in 100,000, and the first claims of the batch, at the real desk; how many."""
    rounds = plan.rounds_of(batch)
    first = -(-(rounds.start - plan.seed % REPLAY_EVERY) // REPLAY_EVERY) * REPLAY_EVERY + plan.seed % REPLAY_EVERY
    due = set(range(first, rounds.stop, REPLAY_EVERY))
    most = max(CLAIMS_OF_A_BATCH, -(-CLAIMS_REPLAYED // plan.batches))
    due |= {number for number, _, _ in part.claims[:most]}
    for number in sorted(due):
        desk.replay(plan, number)
    return len(due)
