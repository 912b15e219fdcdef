"""Drills for signed-in users: made and marked outside the event loop, and stored before they are answered."""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.sentences import says
from croupier.floor.live.state.ports import Keys
from croupier.floor.server.edge.limits import Limits, Window
from croupier.floor.server.edge.problems import Code, Later, Problem
from croupier.floor.server.people.user_rows import Keeper, KeptHere
from croupier.floor.store import base
from croupier.floor.store.base import Batch, DrillRow, StoreUnusable, TraineeRow, TrainingRow
from croupier.floor.training import drills
from croupier.floor.training.drills import PAY, Given, Spec
from croupier.floor.training.progress import Progress, after, to_ask
from croupier.floor.training.storage import MAKING, Answered, Drill, drill_of, encoded, overview, progress_of, told
from croupier.rules.cards import Chance, os_chance, seeded_chance

T = TypeVar("T")
Json = dict[str, object]

AT_ONCE, WAITING = 2, 32
"""How many questions are made at the same time, and how many may wait for that."""
LONGEST = 3600
"""Most seconds counted for one question: a lunch break is not thinking time."""


class Training:
    def __init__(
        self, store: base.Training, keys: Keys, keeper: Keeper, now: Callable[[], int], limits: Limits
    ) -> None:
        self._store, self._keys, self._keeper, self._now = store, keys, keeper, now
        self.chance: Chance = os_chance()
        self._tries = Window(limits.training)
        self._most = limits.training
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """One request after the other for each user, so that no answer counts twice."""
        self._rooms = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._shown: dict[tuple[str, int, int], int] = {}
        """By user, drill and number: when a question was first shown. After a restart its time starts again."""

    async def overview(self, user: str) -> Json:
        progress, kept = await self._kept(user)
        return {"training": await self._worked(overview, progress, kept, self._now())}

    async def start(self, user: str, id_: str, kind: str, book: str, again: int | None) -> tuple[Json, bool]:
        """The drill with its first question, and whether this answers a retry."""
        digest = _digest("start", kind, book, again)
        async with self._turns[user.lower()]:
            progress, kept = await self._kept(user)
            for drill in kept:
                if drill.id == id_:
                    _check_same(digest, drill.digest, id_)
                    return {"drill": await self._worked(_told, drill, progress)}, True
            self._count(user)
            try:
                drills.check(kind, book)
            except Unreadable as error:
                raise Problem(Code.UNREADABLE, str(error), more={"id": id_}) from None
            before = None if again is None else _find(kept, again)
            number = 1 + max((drill.number for drill in kept), default=progress.drills)
            spec = await self._worked(_made, self._seed(), progress, kind, book, before)
            drill = Drill(number, id_, digest, spec, self._now(), making=MAKING)
            first = await self._worked(_told, drill, progress)
            await self._keeper.keep_training(sealed(self._keys, DrillRow(user, number, encoded(drill))))
            self._shows(user, drill)
            return {"drill": first}, False

    async def drill(self, user: str, number: int) -> Json:
        progress, kept = await self._kept(user)
        drill = _find(kept, number)
        found = await self._worked(_told, drill, progress)
        if not drill.over:
            self._shows(user, drill)
        return {"drill": found}

    async def answer(self, user: str, number: int, id_: str, question: int, sent: Json) -> tuple[Json, bool]:
        """The right answer, and the drill's new state."""
        digest = _digest("answer", number, question, sent)
        async with self._turns[user.lower()]:
            progress, kept = await self._kept(user)
            drill = _find(kept, number)
            for place, earlier in enumerate(drill.answers):
                if earlier.id == id_:
                    _check_same(digest, earlier.digest, id_)
                    return await self._worked(_marked, drill, place, progress), True
            self._count(user)
            self._check_due(drill, question, id_)
            given = Given(sent, self._took(user, drill))
            try:
                after_it, scored = await self._worked(
                    _answered, drill, Answered(id_, digest, given), progress, self._now()
                )
            except Unreadable as error:
                raise Problem(Code.UNREADABLE, str(error), more={"id": id_}) from None
            rows = [sealed(self._keys, DrillRow(user, number, encoded(after_it)))]
            if scored is not None:
                rows.append(sealed(self._keys, TraineeRow(user, encoded(scored))))
            answered = await self._worked(_marked, after_it, len(drill.answers), scored or progress)
            await self._keeper.keep_training(*rows)
            self._shown.pop((user.lower(), number, len(drill.answers)), None)
            if after_it.spec.kind == drills.RUN:
                self._shows(user, after_it)
            return answered, False

    # --- What is kept ---------------------------------------------------------------------------------------------

    async def _kept(self, user: str) -> tuple[Progress, list[Drill]]:
        """What the store has, read in a thread: it may be on another machine."""
        return await asyncio.to_thread(self._read, user)

    def _read(self, user: str) -> tuple[Progress, list[Drill]]:
        bodies = (unsealed(self._keys, row) for row in self._store.drills(user))
        drills_kept = [drill_of(body) for body in bodies if body is not None]
        row = self._store.trainee(user)
        return progress_of(None if row is None else unsealed(self._keys, row)), drills_kept

    # --- Time and measure -----------------------------------------------------------------------------------------

    def _shows(self, user: str, drill: Drill) -> None:
        self._shown.setdefault((user.lower(), drill.number, len(drill.answers)), self._now())

    def _took(self, user: str, drill: Drill) -> int:
        shown = self._shown.get((user.lower(), drill.number, len(drill.answers)), self._now())
        return max(0, min(LONGEST, (self._now() - shown) // 1_000_000))

    def _count(self, user: str) -> None:
        wait = self._tries.wait(user.lower())
        if wait:
            raise Later(Code.TOO_FAST, says("too-many-answers", most=self._most, seconds=wait), wait)
        self._tries.count(user.lower())

    def _check_due(self, drill: Drill, question: int, id_: str) -> None:
        if not drill.is_of_this_release:
            why = says("drill-of-another-release", release=drill.release)
            raise Problem(Code.REFUSED, why, more={"id": id_})
        if drill.over:
            raise Problem(Code.REFUSED, says("drill-over"), more={"id": id_})
        due = len(drill.answers) + 1
        if question != due:
            raise Problem(Code.STALE, says("question-asked", due=due, given=question), more={"id": id_})

    def _seed(self) -> str:
        """A seed that nobody can guess: it determines the answers."""
        return f"{self.chance.getrandbits(128):032x}"

    async def _worked(self, work: Callable[..., T], *about: object) -> T:
        """Works in another thread, so that no player waits."""
        if self._waiting >= WAITING:
            raise Later(Code.UNAVAILABLE, says("training-busy"))
        self._waiting += 1
        try:
            async with self._rooms:
                return await asyncio.to_thread(work, *about)
        finally:
            self._waiting -= 1


def _find(kept: list[Drill], number: int) -> Drill:
    for drill in kept:
        if drill.number == number:
            return drill
    raise Problem(Code.NOT_FOUND, says("no-such-drill"))


def _made(seed: str, progress: Progress, kind: str, book: str, before: Drill | None) -> Spec:
    about: tuple[str, ...] = ()
    if before is not None and before.is_of_this_release:
        missed = drills.missed(before.spec, before.given)
        known = [str(cite) for cite in drills.all_paragraphs(book, kind)]
        about = tuple(cite for cite in missed if cite in known)
    about = about or to_ask(progress, kind, book, seeded_chance(f"{seed} chosen"))
    return Spec(kind, book, seed, about[: 1 if kind == PAY else drills.QUESTIONS])


def _told(drill: Drill, progress: Progress) -> Json:
    return told(drill, asked=True, progress=progress)


def _answered(drill: Drill, answer: Answered, progress: Progress, now: int) -> tuple[Drill, Progress | None]:
    """The drill with the answer, and the new progress after its last question."""
    drills.mark(drill.spec, drill.given, answer.given)
    drill = drill.answered(answer)
    if not drill.over:
        return drill, None
    score = drills.outcome(drill.spec, drill.given)
    seconds = sum(each.seconds for each in drill.given)
    return drill, after(progress, drill.number, drill.spec, score, seconds, now)


def _marked(drill: Drill, place: int, progress: Progress) -> Json:
    """In a run the next moment comes with it; in other drills the client asks for the next question."""
    given = drill.given
    marked = drills.mark(drill.spec, given[:place], given[place])
    is_run = drill.spec.kind == drills.RUN
    return {
        "marked": marked | {"question": place + 1, "seconds": given[place].seconds},
        "drill": told(drill, asked=is_run, progress=progress),
    }


def _digest(*about: object) -> str:
    return hashlib.sha256(msgspec.json.encode(about, order="deterministic")).hexdigest()


def _check_same(asked: str, before: str, id_: str) -> None:
    if asked != before:
        raise Problem(Code.ID_REUSED, says("id-used"), more={"id": id_})


# --- Rows that no entry tells of carry a keyed digest -----------------------------------------------------------------

DIGEST = 32
"""Hexadecimal digits before the text of a row."""
USERS_SAMPLED = 200
"""How many users' rows are checked before a house opens; the audit checks all."""


def sealed(keys: Keys, row: TrainingRow) -> TrainingRow:
    return replace(row, body=_keyed(keys, row, row.body) + row.body)


def unsealed(keys: Keys, row: TrainingRow) -> bytes | None:
    """The text of a row; None if this house did not write it."""
    body = row.body[DIGEST:]
    return body if row.body[:DIGEST] == _keyed(keys, row, body) else None


def _keyed(keys: Keys, row: TrainingRow, body: bytes) -> bytes:
    kind, number = ("drill", row.number) if isinstance(row, DrillRow) else ("trainee", 0)
    return keys.digest(f"{kind}\n{row.user}\n{number}\n".encode() + body).hex().encode()


def _rows(store: KeptHere, users: int | None = None) -> Iterator[TrainingRow]:
    for user in store.users()[:users]:
        yield from store.drills(user.name)
        if (trainee := store.trainee(user.name)) is not None:
            yield trainee


def check_training(store: KeptHere, keys: Keys) -> None:
    for row in _rows(store, USERS_SAMPLED):
        if unsealed(keys, row) is None:
            raise StoreUnusable("damaged", f"what {row.user} has learnt was not kept by this house; restore a backup")


def seal_training(store: KeptHere, keys: Keys) -> None:
    """Once in the life of a store: adds digests to rows of releases without them."""
    if rows := [sealed(keys, row) for row in _rows(store) if unsealed(keys, row) is None]:
        store.submit(Batch(training=tuple(rows)), lambda _: None)
