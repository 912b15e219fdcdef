"""Exams: the same number of questions from every group, without help, and a certificate for those who pass."""

import random

from croupier.floor.journal.certificates import KIND, Certificate, CertifiedGroup, CertifiedQuestion
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.views.names import named
from croupier.floor.training.drills import exam_groups, needed, question, questions_right
from croupier.floor.training.groups import group_of, groups
from croupier.floor.training.paying import PayQuestion
from croupier.floor.training.progress import Assigned, Progress
from croupier.floor.training.storage import Drill
from croupier.rules.rulebook.load import load
from croupier.version import __version__

EACH = 4
"""Questions of a group; every group of an approved book has as many paragraphs."""


def drawn(book: str, chance: random.Random) -> tuple[str, ...]:
    """The paragraphs to ask about, group by group, payments last."""
    return tuple(cite for cites in groups(book).values() for cite in chance.sample(cites, min(EACH, len(cites))))


def certificate(
    drill: Drill, user: str, before: Progress, task: Assigned, house: str, at: int, public_key: bytes
) -> Certificate:
    """Of an exam that was passed; `before` is the progress before it."""
    spec = drill.spec
    every = [item for cites in groups(spec.book).values() for item in cites]
    return Certificate(
        croupier=KIND,
        house=house,
        number=f"{user}-{drill.number}",
        name=user,
        book=spec.book,
        title=named(load(spec.book)),
        at=printed_time(at),
        set_by=task.by,
        set_by_role=task.by_role,
        attempt=1 + before.exams.get(spec.book, 0),
        groups=tuple(
            CertifiedGroup(group, right, of, needed(of))
            for group, (right, of) in exam_groups(spec, drill.given).items()
        ),
        questions=tuple(_questions(drill)),
        examined=len(set(spec.about)),
        of_paragraphs=len(every),
        release=__version__,
        public_key=public_key.hex(),
    )


def _questions(drill: Drill) -> list[CertifiedQuestion]:
    spec, found = drill.spec, []
    for number, (paragraph, right) in enumerate(questions_right(spec, drill.given)):
        asked = question(spec, number + 1)
        limit = asked.seconds if isinstance(asked, PayQuestion) else 0
        seconds = drill.given[number].seconds
        found.append(CertifiedQuestion(group_of(spec.book, paragraph), paragraph, right, seconds, limit))
    return found
