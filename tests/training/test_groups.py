"""Groups of paragraphs, and what a class knows of them."""

import pytest

from croupier.floor.training.class_results import class_told, group_scores, most_missed
from croupier.floor.training.drills import Scored, Spec
from croupier.floor.training.groups import CLAUSES, PAYMENTS, REST, groups
from croupier.floor.training.paragraphs import PAY, RULING, all_paragraphs
from croupier.floor.training.progress import (
    ANSWERS_KEPT,
    SET_KEPT,
    Assigned,
    Progress,
    after,
    waiting,
    with_assigned,
    with_started,
)
from croupier.rules.rulebook.load import BOOKS, load
from tests.as_json import as_json

BOOK = "three-card-poker@3"


def learnt(progress: Progress, paragraphs: dict[str, bool], took: dict[str, str] | None = None) -> Progress:
    drill = progress.drills + 1
    score = Scored(sum(paragraphs.values()), len(paragraphs), paragraphs, took or {})
    return after(progress, drill, Spec(RULING, BOOK, "seed", tuple(paragraphs)), score, 60, at=drill * 1_000_000)


@pytest.mark.parametrize("book", BOOKS)
def test_every_paragraph_that_is_asked_has_one_group(book: str) -> None:
    every = [*all_paragraphs(book, RULING), *all_paragraphs(book, PAY)]
    found = [cite for cites in groups(book).values() for cite in cites]
    assert sorted(found) == sorted(every) and len(set(found)) == len(found)
    assert all(len(cites) >= 4 for cites in groups(book).values()), groups(book)
    assert set(groups(book)[PAYMENTS]) == set(all_paragraphs(book, PAY))


@pytest.mark.parametrize("book", BOOKS)
def test_no_clause_of_an_approved_book_is_left_over(book: str) -> None:
    """`REST` also takes clauses that nobody has put into a group; of these books there is none."""
    named = frozenset().union(*CLAUSES.values())
    for paragraph in groups(book)[REST]:
        clauses = {clause for clause, by_device in load(book).clauses.items() if paragraph in by_device.values()}
        assert clauses & named, (paragraph, clauses)


def test_the_last_ten_answers_of_a_group_count() -> None:
    progress = Progress()
    for number in range(12):
        progress = learnt(progress, {"5.1": number >= 5})
    progress = learnt(progress, {"5.16": False})
    scores = group_scores(progress, BOOK)
    assert (scores["bets"].right, scores["bets"].of, scores["bets"].weak) == (7, 10, False)
    assert (scores["jackpot"].right, scores["jackpot"].of, scores["jackpot"].weak) == (0, 1, False)
    assert scores["deal"].of == 0


@pytest.mark.parametrize(("right", "weak"), [(5, True), (6, False)])
def test_under_six_of_ten_is_weak(right: int, weak: bool) -> None:
    progress = Progress()
    for number in range(10):
        progress = learnt(progress, {"5.12": number < right})
    assert group_scores(progress, BOOK)["deal"].weak is weak


def test_answers_are_kept_to_a_limit() -> None:
    progress = Progress()
    for _ in range(ANSWERS_KEPT // 10 + 5):
        progress = learnt(progress, dict.fromkeys(map(str, all_paragraphs(BOOK, RULING)[:10]), True))
    assert len(progress.answers[BOOK]) == ANSWERS_KEPT


def test_most_missed_says_what_people_confuse() -> None:
    people = {
        "Ong": learnt(Progress(), {"5.12": False, "5.1": False}, {"5.12": "5.10", "5.1": "5.1.1"}),
        "Lim": learnt(Progress(), {"5.12": False}, {"5.12": "5.10"}),
        "Yeo": learnt(Progress(), {"5.12": True, "5.1": True}),
        "Koh": learnt(learnt(Progress(), {"5.12": False}), {"5.12": True}),
    }
    first, second = most_missed(BOOK, people)
    assert (first.paragraph, first.people, first.asked) == ("5.12", ("Ong", "Lim"), 4)
    assert (first.took, first.took_by) == ("5.10", 2)
    assert (second.paragraph, second.took) == ("5.1", "5.1.1")


def test_the_class_keeps_its_order_and_has_averages() -> None:
    people = {"Zoe": learnt(Progress(), {"5.12": True}), "Abe": learnt(Progress(), {"5.12": False}), "Moe": Progress()}
    told = as_json(class_told(BOOK, people))
    assert [each["name"] for each in told["people"]] == ["Zoe", "Abe", "Moe"]
    by_group = {each["group"]: each for each in told["groups"]}
    assert by_group["deal"]["average"] == "5.0"
    assert by_group["bets"]["average"] is None
    assert told["people"][2]["last"] is None


def set_drill(progress: Progress, number: int) -> Progress:
    return with_assigned(progress, Assigned(0, f"set-{number}", "", "pia", RULING, BOOK, number))


def test_a_drill_that_was_set_waits_until_it_is_done() -> None:
    progress = set_drill(set_drill(Progress(), 1), 2)
    assert [each.number for each in waiting(progress)] == [1, 2]
    progress = with_started(progress, 1, progress.drills + 1)
    assert [each.drill for each in waiting(progress)] == [1, 0]
    progress = learnt(progress, {"5.1": True})
    assert [each.number for each in waiting(progress)] == [2]


def test_drills_that_are_done_go_first() -> None:
    progress = set_drill(Progress(), 1)
    for number in range(2, SET_KEPT + 4):
        progress = learnt(with_started(progress, progress.assigned[-1].number, progress.drills + 1), {"5.1": True})
        progress = set_drill(progress, number)
    assert len(progress.assigned) == SET_KEPT
    assert [each.number for each in waiting(progress)] == [SET_KEPT + 3]
