"""Every paragraph of chapters 4 and 5 of every book is reached by a drill whose answer cites it."""

import pytest

from croupier.base.citation import Citation
from croupier.floor.training.drills import PAY, RULING, Given, Spec, is_paid_by, is_ruled, mark, question
from croupier.floor.training.lookups import LookupQuestion
from croupier.floor.training.paying import PayQuestion
from croupier.floor.training.rulings import RulingQuestion, asked_of
from croupier.floor.training.settings import setting
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import BOOKS, load

EVERY = [(book, cite) for book in BOOKS for cite in asked_of(book)]


def test_both_chapters_of_every_book_are_meant() -> None:
    for book in BOOKS:
        asked = asked_of(book)
        assert asked == [number for number in load(book).paragraphs if number.split(".")[0] in ("4", "5")]
        assert len(asked) > 40


ON_REQUEST = "bets-on-request"
"""Says who may enter a bet: nothing is ruled or paid by it, so that a drill can only ask where it stands."""


@pytest.mark.slow
@pytest.mark.parametrize(("book", "paragraph"), EVERY)
def test_a_drill_reaches(book: str, paragraph: Citation) -> None:
    """By a ruling, by a payment, or, where it only informs, by being looked up."""
    rules = load(book)
    kind = PAY if is_paid_by(rules, paragraph) else RULING
    spec = Spec(kind, book, f"reach {book} {paragraph}", (paragraph,))
    asked = question(spec, 1)
    if isinstance(asked, PayQuestion):
        assert paragraph in asked.laid_out.cites
    elif isinstance(asked, RulingQuestion):
        marked = mark(spec, (), Given({"paragraph": paragraph, "follows": "a", "decides": "dealer"}, 1))
        assert marked["marks"]["paragraph"]["right"], paragraph
        assert paragraph in [why["paragraph"] for why in marked["why"]]
    else:
        assert isinstance(asked, LookupQuestion)
        looked_up = paragraph in rules.informative or paragraph in rules.clauses[ON_REQUEST].values()
        assert looked_up, f"{paragraph} rules something and is only looked up"
        assert mark(spec, (), Given({"paragraph": paragraph}, 1))["right"]


def test_a_paragraph_that_only_informs_says_why() -> None:
    """Which are looked up is the book's own list, with its reasons."""
    for book in BOOKS:
        rules = load(book)
        looked_up = [cite for cite in asked_of(book) if not is_ruled(rules, cite) and not is_paid_by(rules, cite)]
        (on_request,) = set(rules.clauses[ON_REQUEST].values())
        looked_up.remove(Citation(on_request))
        assert looked_up == [cite for cite in asked_of(book) if cite in rules.informative]
        assert all(rules.informative[cite] for cite in looked_up)


def test_different_seeds_make_different_tables() -> None:
    book = load("three-card-poker@3")
    made = [setting(book, book.procedure.devices[0], seeded_chance(f"table {number}")) for number in range(20)]
    assert len({each.order for each in made}) == 20
    assert len({tuple(each.places.values()) for each in made}) > 10
