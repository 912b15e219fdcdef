"""Exams: every group is asked, a pass mark for each, and a certificate that says what was asked and reached."""

from typing import Any

import pytest

from croupier.floor.journal.certificates import signed, verify
from croupier.floor.store.keys import KeyRing, signed_by
from croupier.floor.training.drills import Given, Spec, asks, kind_of, outcome, passed, question, result
from croupier.floor.training.exams import EACH, certificate, drawn
from croupier.floor.training.groups import group_of, groups
from croupier.floor.training.paragraphs import EXAM, PAY, RULING
from croupier.floor.training.paying import PayQuestion
from croupier.floor.training.progress import Assigned, Progress, after
from croupier.floor.training.storage import Answered, Drill
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import BOOKS
from tests.as_json import as_json

BOOK = "three-card-poker@3"
RING = KeyRing({1: b"k" * 32}, b"s" * 32)


def right(spec: Spec, number: int) -> dict[str, Any]:
    asked = question(spec, number)
    if isinstance(asked, PayQuestion):
        spots = {each.key: {"do": each.entry.do, "amount": f"{each.entry.amount / 100:.2f}"} for each in asked.spots}
        return {"spots": spots}
    marks = as_json(asked.mark("a", "dealer"))["marks"]
    return {"follows": marks["follows"]["is"][0], "decides": marks["decides"]["is"][0]}


def wrong(spec: Spec, number: int) -> dict[str, Any]:
    given = right(spec, number)
    if "spots" in given:
        return {"spots": {key: {"do": "pay", "amount": "0.01"} for key in given["spots"]}}
    return given | {"decides": "dealer" if given["decides"] != "dealer" else "shift-manager"}


@pytest.fixture(scope="module")
def exam() -> Spec:
    return Spec(EXAM, BOOK, "an exam", drawn(BOOK, seeded_chance("an exam")))


def taken(spec: Spec, missed: set[int], seconds: int = 5) -> list[Given]:
    numbers = range(1, len(spec.about) + 1)
    return [Given((wrong if number in missed else right)(spec, number), seconds) for number in numbers]


@pytest.mark.parametrize("book", BOOKS)
def test_every_group_is_asked_and_chance_draws(book: str) -> None:
    about = drawn(book, seeded_chance("one"))
    assert [group_of(book, cite) for cite in about] == [group for group in groups(book) for _ in range(EACH)]
    assert len(set(about)) == len(about)
    assert drawn(book, seeded_chance("one")) == about != drawn(book, seeded_chance("two"))
    spec = Spec(EXAM, book, "kinds", about)
    kinds = [kind_of(spec, number) for number in range(1, len(about) + 1)]
    assert kinds == [RULING] * (len(about) - EACH) + [PAY] * EACH


def test_one_may_be_missed_in_each_group(exam: Spec) -> None:
    every_first = set(range(1, len(exam.about) + 1, EACH))
    score = outcome(exam, taken(exam, every_first))
    assert passed(exam, score)
    assert set(score.groups.values()) == {(EACH - 1, EACH)}
    score = outcome(exam, taken(exam, {1, 2}))
    assert not passed(exam, score)
    assert score.groups["bets"] == (2, EACH) and score.right == score.of - 2


def test_a_layout_out_of_time_is_not_passed(exam: Spec) -> None:
    score = outcome(exam, taken(exam, set(), seconds=3000))
    assert score.groups["payments"] == (0, EACH) and score.groups["deal"] == (EACH, EACH)


def test_the_next_question_is_of_its_kind_and_the_result_tells_all(exam: Spec) -> None:
    given = taken(exam, {2})
    first, last = asks(exam, ()), asks(exam, given[:-1])
    assert first is not None and last is not None
    assert (first.kind, last.kind) == (RULING, PAY)
    told = as_json(result(exam, given))
    assert [each["needed"] for each in told["groups"]] == [EACH - 1] * len(groups(BOOK))
    assert [line["question"] for line in told["questions"] if not line["right"]] == [2]


def test_the_certificate_says_what_was_asked_and_reached(exam: Spec) -> None:
    given = taken(exam, {3})
    answers = tuple(Answered(f"answer-{number}", "", each) for number, each in enumerate(given))
    drill = Drill(7, "drill-0007", "", exam, 0, answers=answers, over=True)
    task = Assigned(1, "set-0001", "", "pia", EXAM, BOOK, 0, "pit-supervisor", drill=7)
    before = after(Progress(), 3, exam, outcome(exam, taken(exam, {1, 2})), 60, at=1)
    assert before.exams == {BOOK: 1}
    made = certificate(drill, "dan", before, task, "Harbour House", 1_000_000, RING.public_key)
    found = verify(signed(made, RING.sign), signed_by)
    assert (found.number, found.name, found.attempt, found.set_by) == ("dan-7", "dan", 2, "pia")
    assert found.missed == (exam.about[2],)
    assert [each.paragraph for each in found.questions] == list(exam.about)
    assert found.examined == len(exam.about)
    assert found.of_paragraphs == sum(map(len, groups(BOOK).values()))
    assert {each.limit > 0 for each in found.questions if each.group == "payments"} == {True}
