"""Drills for signed-in users: made and marked outside the event loop, and stored before they are answered."""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from datetime import date
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from croupier.base.errors import Unreadable
from croupier.base.json_answers import JsonObject
from croupier.base.sentences import says
from croupier.floor.journal.certificates import read_certificate, signed
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.ports import Keys
from croupier.floor.server.edge.limits import Limits, Window
from croupier.floor.server.edge.problems import Code, Later, Problem
from croupier.floor.server.people.user_rows import Keeper, KeptHere
from croupier.floor.store import base
from croupier.floor.store.base import Batch, DrillRow, StoreUnusable, TraineeRow, TrainingRow
from croupier.floor.training import drills, exams
from croupier.floor.training.class_results import class_told
from croupier.floor.training.drills import Given, HouseCase, Spec
from croupier.floor.training.paragraphs import EXAM, PAY, RULING, RUN, all_paragraphs
from croupier.floor.training.progress import (
    MOST_SET,
    Assigned,
    Progress,
    after,
    to_ask,
    waiting,
    with_assigned,
    with_started,
)
from croupier.floor.training.storage import MAKING, Answered, Drill, drill_of, encoded, overview, progress_of, told
from croupier.rules.cards import Chance, os_chance, seeded_chance

T = TypeVar("T")

AT_ONCE, WAITING = 2, 32
"""How many questions are made at the same time, and how many may wait for that."""
LONGEST = 3600
"""Most seconds counted for one question: a lunch break is not thinking time."""


class Training:
    def __init__(
        self, store: base.Training, keys: Keys, keeper: Keeper, now: Callable[[], int], limits: Limits, house: str
    ) -> None:
        """`house`: the name that stands on its certificates."""
        self._house = house
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

    async def overview(self, user: str) -> answers.Training:
        progress, kept = await self._kept(user)
        return answers.Training(await self._worked(overview, progress, kept, self._now()))

    async def start(
        self, user: str, id_: str, kind: str, book: str, again: int | None = None, assigned: int | None = None
    ) -> answers.Drill:
        """The drill with its first question. `assigned`: one that a trainer set."""
        digest = _digest("start", kind, book, again, *(() if assigned is None else (assigned,)))
        async with self._turns[user.lower()]:
            progress, kept = await self._kept(user)
            for drill in kept:
                if drill.id == id_:
                    _check_same(digest, drill.digest, id_)
                    return answers.Drill(await self._worked(_told, drill, progress), again=True)
            self._count(user)
            try:
                drills.check(kind, book)
            except Unreadable as error:
                raise Problem(Code.UNREADABLE, str(error), more={"id": id_}) from None
            before = None if again is None else _find(kept, again)
            if kind == EXAM and assigned is None:
                raise Problem(Code.REFUSED, says("exam-not-set"), more={"id": id_})
            task = None if assigned is None else _set_for(progress, assigned, kind, book, id_)
            for drill in kept:
                if task is not None and drill.number == task.drill and drill.is_of_this_release and not drill.over:
                    return answers.Drill(await self._worked(_told, drill, progress))
            number = 1 + max((drill.number for drill in kept), default=progress.drills)
            about = () if task is None else task.about
            spec = await self._worked(_made, self._seed(), progress, kind, book, before, about)
            if task is not None and task.cases:
                spec = replace(spec, about=tuple(each.about for each in task.cases), cases=task.cases)
            drill = Drill(number, id_, digest, spec, self._now(), making=MAKING)
            first = await self._worked(_told, drill, progress)
            rows = [sealed(self._keys, DrillRow(user, number, encoded(drill)))]
            if task is not None:
                started = with_started(progress, task.number, number)
                rows.append(sealed(self._keys, TraineeRow(user, encoded(started))))
            await self._keeper.keep_training(*rows)
            self._shows(user, drill)
            return answers.Drill(first)

    async def drill(self, user: str, number: int) -> answers.Drill:
        progress, kept = await self._kept(user)
        drill = _find(kept, number)
        found = await self._worked(_told, drill, progress)
        if not drill.over:
            self._shows(user, drill)
        return answers.Drill(found)

    async def answer(self, user: str, number: int, id_: str, question: int, sent: JsonObject) -> answers.Marked:
        """The right answer, and the drill's new state."""
        digest = _digest("answer", number, question, sent)
        async with self._turns[user.lower()]:
            progress, kept = await self._kept(user)
            drill = _find(kept, number)
            for place, earlier in enumerate(drill.answers):
                if earlier.id == id_:
                    _check_same(digest, earlier.digest, id_)
                    return answers.Marked(*await self._worked(_marked, drill, place, progress), again=True)
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
            if scored is not None and drill.spec.kind == EXAM:
                scored = await self._worked(self._certified, user, after_it, progress, scored)
            if scored is not None:
                rows.append(sealed(self._keys, TraineeRow(user, encoded(scored))))
            answered = await self._worked(_marked, after_it, len(drill.answers), scored or progress)
            await self._keeper.keep_training(*rows)
            self._shown.pop((user.lower(), number, len(drill.answers)), None)
            if after_it.spec.kind == RUN:
                self._shows(user, after_it)
            return answers.Marked(*answered)

    # --- The class ------------------------------------------------------------------------------------------------

    async def class_results(self, people: Sequence[str], book: str) -> answers.ClassTold:
        """What these people know about the book."""
        _check_book(book)
        return answers.ClassTold(await self._worked(self._class_told, book, tuple(people)))

    def _class_told(self, book: str, people: tuple[str, ...]) -> answers.ClassResults:
        return class_told(book, {name: self._read(name)[0] for name in people})

    async def assign(
        self,
        by: Who,
        id_: str,
        people: Sequence[str],
        kind: str,
        book: str,
        about: Sequence[str],
        due: str,
        cases: Sequence[HouseCase] = (),
    ) -> answers.AssignmentMade:
        """Sets the drill for all of them, or for none."""
        try:
            drills.check(kind, book)
            drills.check_about(kind, book, about)
            _check_day(due)
        except Unreadable as error:
            raise Problem(Code.UNREADABLE, str(error), more={"id": id_}) from None
        names = sorted(dict.fromkeys(people))
        digest = _digest(
            "assign", by.name.lower(), names, kind, book, list(about), due, *(each.incident for each in cases)
        )
        async with AsyncExitStack() as turns:
            for name in names:  # always in this order: two trainers cannot wait for each other
                await turns.enter_async_context(self._turns[name.lower()])
            rows, again = [], False
            for name in names:
                progress, _ = await self._kept(name)
                for each in progress.assigned:
                    if each.id == id_:
                        _check_same(digest, each.digest, id_)
                        again = True
                if len(waiting(progress)) >= MOST_SET and not again:
                    why = says("too-many-drills-set", user=name, most=MOST_SET)
                    raise Problem(Code.REFUSED, why, more={"id": id_})
                task = Assigned(
                    0, id_, digest, by.name, kind, book, self._now(), by.role, tuple(about), tuple(cases), due
                )
                rows.append(sealed(self._keys, TraineeRow(name, encoded(with_assigned(progress, task)))))
            if not again:
                await self._keeper.keep_training(*rows)
        return answers.AssignmentMade(answers.Assignment(names, kind, book, due), again)

    def _certified(self, user: str, drill: Drill, before: Progress, scored: Progress) -> Progress:
        """The progress after an exam, with a certificate if the exam was passed."""
        task = next((each for each in before.assigned if each.drill == drill.number), None)
        if task is None or not scored.done[-1].passed:
            return scored
        now, key = self._now(), self._keys.public_key
        line = signed(exams.certificate(drill, user, before, task, self._house, now, key), self._keys.sign)
        return replace(scored, certificates={**scored.certificates, drill.spec.book: line.decode()})

    async def certificate(self, number: str) -> answers.CertificateTold:
        """The certificate with this number, as a file and as what it says."""
        user, _, drill = number.rpartition("-")
        progress, _ = await self._kept(user)
        for text in progress.certificates.values() if user and drill else ():
            found = read_certificate(text.encode())
            if found.number == number:
                return answers.CertificateTold(found, text + "\n")
        raise Problem(Code.NOT_FOUND, says("no-such-certificate"))

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


def _check_book(book: str) -> None:
    try:
        drills.check(RULING, book)
    except Unreadable as error:
        raise Problem(Code.UNREADABLE, str(error)) from None


def _check_day(due: str) -> None:
    try:
        if due and date.fromisoformat(due).isoformat() != due:
            raise ValueError
    except ValueError:
        raise Unreadable("due: expected a day such as 2027-06-18") from None


def _set_for(progress: Progress, number: int, kind: str, book: str, id_: str) -> Assigned:
    for each in waiting(progress):
        if each.number == number and (each.kind, each.book) == (kind, book):
            return each
    raise Problem(Code.NOT_FOUND, says("no-such-drill-set"), more={"id": id_})


def _made(
    seed: str, progress: Progress, kind: str, book: str, before: Drill | None, about: tuple[str, ...] = ()
) -> Spec:
    if before is not None and before.is_of_this_release:
        missed = drills.missed(before.spec, before.given)
        known = [str(cite) for cite in all_paragraphs(book, kind)]
        about = tuple(cite for cite in missed if cite in known)
    if kind == EXAM:
        return Spec(kind, book, seed, exams.drawn(book, seeded_chance(f"{seed} chosen")))
    about = about or to_ask(progress, kind, book, seeded_chance(f"{seed} chosen"))
    return Spec(kind, book, seed, about[: 1 if kind == PAY else drills.QUESTIONS])


def _told(drill: Drill, progress: Progress) -> answers.DrillTold:
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


def _marked(drill: Drill, place: int, progress: Progress) -> tuple[answers.MarkedTold | None, answers.DrillTold]:
    """In a run the next moment comes with it; in other drills the client asks for the next question."""
    given = drill.given
    is_run = drill.spec.kind == RUN
    marked: answers.MarkedTold | None = None
    if drill.spec.kind != EXAM:  # in an exam nobody learns what was right before its end
        marked = drills.mark(drill.spec, given[:place], given[place])
    return marked, told(drill, asked=is_run, progress=progress)


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
