"""What somebody knows: missed first, then unasked, then longest ago."""

from croupier.floor.training.drills import Scored, Spec
from croupier.floor.training.paragraphs import PAY, RULING, RUN, all_paragraphs, is_paid_by
from croupier.floor.training.progress import KEPT, Progress, after, to_ask, to_look_at
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import load

BOOK = "three-card-poker@3"


def told(progress: Progress, drill: int, paragraphs: dict[str, bool]) -> Progress:
    right = sum(paragraphs.values())
    spec = Spec(RULING, BOOK, "seed", tuple(paragraphs))
    return after(progress, drill, spec, Scored(right, len(paragraphs), paragraphs), 60, at=drill)


def test_what_was_missed_comes_first() -> None:
    progress = told(Progress(), 1, {"5.1": True, "5.12": False, "5.4": False})
    progress = told(progress, 2, {"5.12": False})
    asked = to_ask(progress, RULING, BOOK, seeded_chance(1))
    assert asked[:2] == ("5.12", "5.4")
    assert "5.1" not in asked
    assert len(asked) == len(set(asked)) == 10


def test_what_was_asked_longest_ago_comes_last() -> None:
    every = all_paragraphs(BOOK, RULING)
    progress = Progress()
    for number, cite in enumerate(every, 1):
        progress = told(progress, number, {cite: True})
    assert to_ask(progress, RULING, BOOK, seeded_chance(1)) == tuple(every[:10])


def test_payments_are_asked_by_what_pays() -> None:
    (asked,) = to_ask(Progress(), PAY, BOOK, seeded_chance(1))
    assert is_paid_by(load(BOOK), asked)
    assert to_ask(Progress(), RUN, BOOK, seeded_chance(1)) == ()


def test_to_look_at_again_until_it_is_known() -> None:
    progress = told(Progress(), 1, {"5.12": False, "5.4": False})
    progress = told(progress, 2, {"5.12": False})
    assert [(cite, known.wrong, known.asked) for _, cite, known in to_look_at(progress, 5)] == [
        ("5.12", 2, 2),
        ("5.4", 1, 1),
    ]
    progress = told(progress, 3, {"5.12": True})
    assert [cite for _, cite, _ in to_look_at(progress, 5)] == ["5.4"]


def test_the_last_drills_are_remembered() -> None:
    progress = Progress()
    for number in range(1, KEPT + 5):
        progress = told(progress, number, {"5.1": number % 2 == 0})
    assert len(progress.done) == KEPT
    assert progress.drills == KEPT + 4
    assert progress.done[-1].drill == KEPT + 4
    assert progress.paragraphs[BOOK]["5.1"].asked == KEPT + 4
