"""Every paragraph of chapters 4 and 5 that rules or pays is reached by a drill whose answer cites it."""

import pytest

from croupier.base.citation import Citation
from croupier.floor.training.drills import Given, Spec, mark, question
from croupier.floor.training.paragraphs import PAY, RULING, all_paragraphs, is_paid_by, is_ruled
from croupier.floor.training.paying import PayQuestion
from croupier.floor.training.rulings import asked_of
from croupier.floor.training.settings import setting
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import BOOKS, load
from tests.as_json import as_json

EVERY = [(kind, book, cite) for book in BOOKS for kind in (RULING, PAY) for cite in all_paragraphs(book, kind)]


def test_both_chapters_of_every_book_are_meant() -> None:
    for book in BOOKS:
        asked = asked_of(book)
        assert asked == [number for number in load(book).paragraphs if number.split(".")[0] in ("4", "5")]
        assert len(asked) > 40


ON_REQUEST = "bets-on-request"
"""Says who may enter a bet: nothing is ruled or paid by it."""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "book", "paragraph"), EVERY)
def test_a_drill_reaches(kind: str, book: str, paragraph: Citation) -> None:
    spec = Spec(kind, book, f"reach {book} {paragraph}", (paragraph,))
    asked = question(spec, 1)
    if isinstance(asked, PayQuestion):
        assert paragraph in asked.laid_out.cites
    else:
        marked = mark(spec, (), Given({"follows": "a", "decides": "dealer"}, 1))
        assert paragraph in [why["paragraph"] for why in as_json(marked)["why"]]


def test_a_paragraph_that_is_never_asked_says_why() -> None:
    """They only inform: the book's own list, with its reasons."""
    for book in BOOKS:
        rules = load(book)
        unasked = [cite for cite in asked_of(book) if not is_ruled(rules, cite) and not is_paid_by(rules, cite)]
        (on_request,) = set(rules.clauses[ON_REQUEST].values())
        unasked.remove(Citation(on_request))
        assert unasked == [cite for cite in asked_of(book) if cite in rules.informative]
        assert all(rules.informative[cite] for cite in unasked)


def test_different_seeds_make_different_tables() -> None:
    book = load("three-card-poker@3")
    made = [setting(book, book.procedure.devices[0], seeded_chance(f"table {number}")) for number in range(20)]
    assert len({each.order for each in made}) == 20
    assert len({tuple(each.places.values()) for each in made}) > 10
