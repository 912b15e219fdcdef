"""What a trainee has learnt, folded from the results of their drills. Only the trainee sees it."""

import random
from collections.abc import Mapping

from msgspec.structs import replace

from croupier.base.values import Value
from croupier.floor.training.drills import PAY, QUESTIONS, RULING, Scored, Spec, all_paragraphs, passed
from croupier.rules.rulebook.load import BOOKS

KEPT = 60
"""How many of the last drills are remembered one by one."""


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


class Progress(Value):
    paragraphs: Mapping[str, Mapping[str, Known]] = {}
    """By book."""
    done: tuple[Done, ...] = ()
    """Oldest first."""
    drills: int = 0
    """All finished drills, also those no longer remembered."""


def after(progress: Progress, drill: int, spec: Spec, score: Scored, seconds: int, at: int) -> Progress:
    """The progress after one more drill."""
    known = dict(progress.paragraphs.get(spec.book, {}))
    for cite, right in score.paragraphs.items():
        before = known.get(cite, Known())
        known[cite] = Known(before.asked + 1, before.wrong + (not right), right, drill)
    done = Done(drill, spec.kind, spec.book, at, seconds, score.right, score.of, passed(spec, score), score.alarms)
    return replace(
        progress,
        paragraphs={**progress.paragraphs, spec.book: known},
        done=(*progress.done, done)[-KEPT:],
        drills=progress.drills + 1,
    )


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
