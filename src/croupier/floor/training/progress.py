"""What a trainee has learnt, folded from the results of their drills, and the drills that a trainer has set them."""

import random
from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.training.drills import QUESTIONS, HouseCase, Scored, Spec, passed
from croupier.floor.training.paragraphs import EXAM, PAY, RULING, all_paragraphs
from croupier.rules.rulebook.load import BOOKS

KEPT = 60
"""How many of the last drills are remembered one by one."""
ANSWERS_KEPT = 240
"""Answers kept of each book: enough for the last ten in every group."""
MOST_SET, SET_KEPT = 10, 20
"""Drills that wait for a trainee at the same time; how many are remembered with those that are done."""


class Known(Value):
    """One paragraph."""

    asked: int = 0
    wrong: int = 0
    right: bool = False
    """Whether the last answer was right."""
    drill: int = 0
    """The drill in which it was last asked."""


class Done(Value):
    drill: int
    kind: str
    book: str
    at: int
    seconds: int
    right: int
    of: int
    passed: bool
    alarms: int = 0


class ParagraphAnswer(Value, array_like=True):
    paragraph: str
    right: bool
    took: str = ""
    """The paragraph whose remedy was taken instead, if it was a wrong one."""


class Assigned(Value):
    """A drill that a trainer has set."""

    number: int
    id: str
    digest: str
    by: str
    kind: str
    book: str
    at: int
    by_role: str = ""
    about: tuple[str, ...] = ()
    """The paragraphs to ask about; empty: those that the trainee needs most."""
    cases: tuple[HouseCase, ...] = ()
    """Incidents of the house to ask about, instead of paragraphs."""
    due: str = ""
    """A day, as 2027-06-18."""
    drill: int = 0
    """The drill that the trainee has started for it."""
    done: bool = False


class Progress(Value):
    paragraphs: Mapping[str, Mapping[str, Known]] = {}
    """By book."""
    done: tuple[Done, ...] = ()
    """Oldest first."""
    drills: int = 0
    """All finished drills, also those no longer remembered."""
    answers: Mapping[str, tuple[ParagraphAnswer, ...]] = {}
    """By book, the last `ANSWERS_KEPT`, oldest first."""
    exams: Mapping[str, int] = {}
    """By book: exams that were finished, passed or not."""
    certificates: Mapping[str, str] = {}
    """By book: the newest, as it was signed."""
    assigned: tuple[Assigned, ...] = ()
    """Oldest first. Finished ones are dropped when there are too many."""


def after(progress: Progress, drill: int, spec: Spec, score: Scored, seconds: int, at: int) -> Progress:
    """The progress after one more drill."""
    known = dict(progress.paragraphs.get(spec.book, {}))
    for cite, right in score.paragraphs.items():
        before = known.get(cite, Known())
        known[cite] = Known(before.asked + 1, before.wrong + (not right), right, drill)
    answers = [ParagraphAnswer(cite, right, score.took.get(cite, "")) for cite, right in score.paragraphs.items()]
    done = Done(drill, spec.kind, spec.book, at, seconds, score.right, score.of, passed(spec, score), score.alarms)
    return replace(
        progress,
        paragraphs={**progress.paragraphs, spec.book: known},
        done=(*progress.done, done)[-KEPT:],
        drills=progress.drills + 1,
        answers={**progress.answers, spec.book: (*progress.answers.get(spec.book, ()), *answers)[-ANSWERS_KEPT:]},
        exams=_counted(progress.exams, spec),
        assigned=tuple(replace(each, done=True) if each.drill == drill else each for each in progress.assigned),
    )


def _counted(exams: Mapping[str, int], spec: Spec) -> Mapping[str, int]:
    return {**exams, spec.book: exams.get(spec.book, 0) + 1} if spec.kind == EXAM else exams


def to_ask(progress: Progress, kind: str, book: str, chance: random.Random) -> tuple[str, ...]:
    """Missed paragraphs first, then those never asked, then those asked longest ago."""
    every = [str(cite) for cite in all_paragraphs(book, kind)]
    known = progress.paragraphs.get(book, {})
    missed = sorted((cite for cite in every if cite in known and not known[cite].right), key=lambda c: -known[c].wrong)
    unasked = [cite for cite in every if cite not in known]
    rest = sorted((cite for cite in every if cite in known and known[cite].right), key=lambda cite: known[cite].drill)
    chosen = [*missed, *chance.sample(unasked, len(unasked)), *rest]
    return tuple(chosen[: QUESTIONS if kind == RULING else 1])


def to_look_at(progress: Progress, most: int) -> list[tuple[str, str, Known]]:
    """Book, paragraph and progress of those that were wrong the last time, most often missed first."""
    found = [
        (book, cite, known)
        for book, several in progress.paragraphs.items()
        for cite, known in several.items()
        if not known.right and book in BOOKS and cite in (*all_paragraphs(book, RULING), *all_paragraphs(book, PAY))
    ]
    return sorted(found, key=lambda each: (-each[2].wrong, each[0], each[1]))[:most]


# --- Drills that a trainer sets ---------------------------------------------------------------------------------------


def waiting(progress: Progress) -> list[Assigned]:
    """The drills that are set and not done, oldest first."""
    return [each for each in progress.assigned if not each.done]


def with_assigned(progress: Progress, assigned: Assigned) -> Progress:
    """The progress with one more drill to do, under the trainee's next number."""
    number = 1 + max((each.number for each in progress.assigned), default=0)
    every = [*progress.assigned, replace(assigned, number=number)]
    done = [each for each in every if each.done]
    gone = done[: max(0, len(every) - SET_KEPT)]
    return replace(progress, assigned=tuple(each for each in every if each not in gone))


def with_started(progress: Progress, number: int, drill: int) -> Progress:
    """The trainee has started the drill that was set."""
    started = (replace(each, drill=drill) if each.number == number else each for each in progress.assigned)
    return replace(progress, assigned=tuple(started))
