"""What the store keeps of drills and progress, and how it is shown."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.views.names import named, words_of
from croupier.floor.training.class_results import assigned_told, certificate_told
from croupier.floor.training.drills import Given, Spec, asks, is_over, questions, result
from croupier.floor.training.paragraphs import EXAM, KINDS, PAY, RULING, RUN, all_paragraphs
from croupier.floor.training.progress import Done, Progress, to_look_at, waiting
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rules.rulebook.model import game_of
from croupier.version import __version__

LOOKED_AT, LAST, A_MONTH = 8, 8, 31 * 24 * 3600 * 1_000_000
"""Paragraphs to look at again; results shown side by side; microseconds."""


MAKING = 2
"""1: a ruling was asked with its paragraph; 2: by its remedy."""


class Answered(Value):
    id: str
    digest: str
    given: Given


class Drill(Value):
    """One drill of one user, as stored."""

    number: int
    id: str
    digest: str
    spec: Spec
    at: int
    release: str = __version__
    """The release that made the questions: another one may make others from the same seed."""
    making: int = 1
    """How its questions were made: see `MAKING`."""
    answers: tuple[Answered, ...] = ()
    over: bool = False

    @property
    def given(self) -> tuple[Given, ...]:
        return tuple(each.given for each in self.answers)

    @property
    def is_of_this_release(self) -> bool:
        """Drills of other releases stay on record, but their questions cannot be made again."""
        return self.release == __version__ and (self.spec.kind != RULING or self.making == MAKING)

    def answered(self, answer: Answered) -> "Drill":
        drill = replace(self, answers=(*self.answers, answer))
        return replace(drill, over=is_over(drill.spec, drill.given))


def encoded(value: Drill | Progress) -> bytes:
    return msgspec.json.encode(value)


def drill_of(body: bytes) -> Drill:
    return msgspec.json.decode(body, type=Drill)


def progress_of(body: bytes | None) -> Progress:
    return Progress() if body is None else msgspec.json.decode(body, type=Progress)


def told(drill: Drill, *, asked: bool, progress: Progress) -> answers.DrillTold:
    """`asked`: with the next question. The seed and later questions stay hidden."""
    spec = drill.spec
    found = answers.DrillTold(
        drill=drill.number,
        kind=spec.kind,
        book=spec.book,
        named=named(load(spec.book)),
        words=words_of(load(spec.book)),
        questions=questions(spec),
        answered=len(drill.answers),
        seconds=sum(each.seconds for each in drill.given),
        over=drill.over,
        asked=None,
        result=None,
    )
    if not drill.is_of_this_release:
        found.over, found.stale = True, f"croupier {drill.release} made this drill; start a new one"
    elif drill.over:
        found.result = result(spec, drill.given, [told_done(done) for done in _before(progress, drill)])
    elif asked:
        found.asked = asks(spec, drill.given)
    return found


def _before(progress: Progress, drill: Drill) -> Sequence[Done]:
    """The last results of the same kind and book, including this one."""
    same = [done for done in progress.done if (done.kind, done.book) == (drill.spec.kind, drill.spec.book)]
    return [done for done in same if done.drill <= drill.number][-LAST:]


def told_done(done: Done) -> answers.DrillDone:
    return answers.DrillDone(done.drill, done.right, done.of, done.seconds, done.passed, done.alarms)


def overview(progress: Progress, drills: Sequence[Drill], now: int) -> answers.TrainingTold:
    """The trainee's progress, book by book."""
    again = to_look_at(progress, LOOKED_AT)
    return answers.TrainingTold(
        books=[_book(progress, book) for book in in_order()],
        again=[
            answers.DrillAgain(book, cite, load(book).paragraphs.get(cite, ""), known.wrong, known.asked)
            for book, cite, known in again
        ],
        month=_month(progress, now),
        left_off=_left_off(progress, again),
        open=[
            answers.OpenDrill(drill.number, drill.spec.kind, drill.spec.book, len(drill.answers), questions(drill.spec))
            for drill in drills
            if not drill.over and drill.is_of_this_release
        ],
        assigned=[assigned_told(each) for each in waiting(progress)],
        certificates=[certificate_told(text) for text in progress.certificates.values()],
    )


def in_order() -> list[str]:
    """House-banked games first, as listed, poker last."""
    games = [*HOUSE_GAMES]
    return sorted(BOOKS, key=lambda book: games.index(game_of(book)) if game_of(book) in games else len(games))


def _book(progress: Progress, book: str) -> answers.DrillBook:
    known = progress.paragraphs.get(book, {})
    every = all_paragraphs(book, RULING)
    kinds: dict[str, answers.DrillKind] = {}
    for kind in KINDS:
        done = [each for each in progress.done if each.kind == kind and each.book == book]
        kinds[kind] = answers.DrillKind(
            tried=len(done),
            last=told_done(done[-1]) if done else None,
            passed=any(each.passed for each in done),
        )
    kinds[RULING].known = sum(cite in known and known[cite].right for cite in every)
    kinds[RULING].of = len(every)
    return answers.DrillBook(book, named(load(book)), load(book).game, kinds)


def _month(progress: Progress, now: int) -> answers.DrillMonth:
    recent = [done for done in progress.done if done.at > now - A_MONTH]
    right, of = Counter[str](), Counter[str]()
    for done in recent:
        right[done.kind] += done.right
        of[done.kind] += done.of
    ruled, paid, found = ([right[kind], of[kind]] for kind in (RULING, PAY, RUN))
    return answers.DrillMonth(len(recent), ruled, paid, found)


def _left_off(progress: Progress, again: Sequence[tuple[str, str, Any]]) -> answers.LeftOff | None:
    """The suggested next drill: the book of the last drill, with its most missed paragraphs."""
    if not progress.done:
        return None
    last = progress.done[-1]
    missed = [(cite, known) for book, cite, known in again if book == last.book]
    kind = RULING if missed or last.kind == EXAM else last.kind
    paragraph, wrong = (missed[0][0], missed[0][1].wrong) if missed else (None, 0)
    return answers.LeftOff(kind, last.book, named(load(last.book)), paragraph, wrong)
