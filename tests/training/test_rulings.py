"""What is ruled? The answer is the table's own, and the question does not tell it."""

from collections import Counter
from typing import Any

import pytest

from croupier.base.actors import Rank
from croupier.base.errors import Unreadable
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.training.drills import RULING, Given, Spec, asks, is_ruled, mark, question
from croupier.floor.training.questions import cited, every_case
from croupier.floor.training.rulings import RulingQuestion, asked_of, outcome
from croupier.floor.training.settings import setting
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.table import HouseState
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rulings_desk.desk import answer, brought_about

Json = dict[str, Any]
STAFF = {"dealer", "pit-supervisor", "shift-manager"}


def rulings(book: str, many: int, seed: str = "rulings") -> list[RulingQuestion]:
    """Questions about paragraphs of chapter 5, as chance has them."""
    chance = seeded_chance(f"{seed} {book}")
    about = [cite for cite in asked_of(book) if cite.startswith("5.") and is_ruled(load(book), cite)]
    found = []
    for number in range(many):
        asked = question(Spec(RULING, book, f"{seed} {number}", (chance.choice(about),)), 1)
        assert isinstance(asked, RulingQuestion)
        found.append(asked)
    return found


def right(asked: RulingQuestion) -> tuple[str, str, str]:
    told = asked.asks()["asks"]["follows"]
    mine = outcome(asked.said)
    (letter,) = [each["option"] for each in told if (each["text"], each["more"]) == (mine.text, mine.more)]
    return asked.about, letter, ROLE_OF_RANK[asked.said.decided_by]


@pytest.mark.parametrize("book", BOOKS)
def test_the_desk_rules_alike_at_every_table(book: str) -> None:
    """Other places, names, stakes and cards change nothing of what is ruled, by which paragraph and by whom."""
    chance = seeded_chance(f"alike {book}")
    for device in load(book).procedure.devices:
        for asked in chance.sample(every_case(book, device), 150):
            usual = answer(book, device, asked.phase.key, asked.report)
            said = asked.answer(setting(load(book), device, chance))
            assert (said.ruling, said.decided_by, said.refused is None) == (
                usual.ruling,
                usual.decided_by,
                usual.refused is None,
            ), asked.report


@pytest.mark.parametrize("book", BOOKS)
def test_the_right_answer_is_what_the_table_rules(book: str) -> None:
    for asked in rulings(book, 12):
        paragraph, follows, decides = right(asked)
        marked = asked.mark(paragraph, follows, decides)
        assert marked["right"]
        assert [why["paragraph"] for why in marked["why"]] == list(cited(asked.said))
        assert all(why["text"] for why in marked["why"])
        assert decides in STAFF
        for other in "abcd":
            if other != follows:
                assert not asked.mark(paragraph, other, decides)["marks"]["follows"]["right"]


@pytest.mark.parametrize("book", BOOKS)
def test_one_of_the_options_is_right(book: str) -> None:
    for asked in rulings(book, 12):
        told = asked.asks()["asks"]
        offered = [each["paragraph"] for each in told["paragraph"]]
        assert len(offered) == len(set(offered)) == 4
        assert [cite for cite in offered if cite in cited(asked.said)] == [asked.about]
        outcomes = [(each["text"], each["more"]) for each in told["follows"]]
        assert 2 <= len(outcomes) == len(set(outcomes)) <= 4
        assert set(told["decides"]) == STAFF


@pytest.mark.slow
def test_the_question_does_not_tell() -> None:
    """Nothing marks the right option, neither a key nor its place."""
    places: Counter[tuple[str, int]] = Counter()
    for asked in rulings("three-card-poker@3", 60, "places"):
        told = asked.asks()
        assert set(told) == {"kind", "table", "told", "asks"}
        assert {key for each in told["asks"]["paragraph"] for key in each} == {"paragraph", "summary"}
        assert {key for each in told["asks"]["follows"] for key in each} == {
            *("option", "text", "says", "more", "more_says"),
        }
        paragraph, follows, _ = right(asked)
        places["paragraph", [each["paragraph"] for each in told["asks"]["paragraph"]].index(paragraph)] += 1
        places["follows", "abcd".index(follows)] += 1
    assert all(places[what, place] >= 4 for what in ("paragraph", "follows") for place in range(4)), places


def test_the_same_seed_is_the_same_question() -> None:
    spec = Spec(RULING, "poker@7", "a seed", ("5.12.3",))
    first = asks(spec, ())
    question.cache_clear()
    assert asks(spec, ()) == first
    assert asks(Spec(RULING, "poker@7", "another seed", ("5.12.3",)), ()) != first


@pytest.mark.slow
def test_a_wrong_answer_names_what_was_overlooked() -> None:
    """A trainee who rules as if nobody had looked sees who has."""
    found = 0
    for number in range(40):
        asked = question(Spec(RULING, "three-card-poker@3", f"overlooked {number}", ("5.12",)), 1)
        assert isinstance(asked, RulingQuestion)
        marked = asked.mark("5.8.2", "a", "dealer")
        missed = marked["missed"]
        if missed is not None and missed["as_if"] == "nobody has looked":
            found += 1
            box = asked.picture["round"]["boxes"][str(missed["place"])]
            assert box["looked"]
            assert missed["text"] == "somebody has looked"
    assert found


def test_what_would_change_it_is_another_ruling() -> None:
    for asked in rulings("casino-stud@2", 15, "changes"):
        told = asked.mark(*right(asked))
        assert len(told["change"]) <= 3
        for change in told["change"]:
            assert change["if"] and change["text"]


def test_the_picture_is_the_table_that_is_ruled_on() -> None:
    """Its boxes, and who has looked, are those of the example at which the desk answers."""
    for asked in rulings("three-card-poker@3", 25, "picture"):
        found = asked.asked
        _, example, _ = brought_about(found.book, found.device, found.phase.key, found.report, asked.setting)
        state = example.dealer.state
        assert isinstance(state, HouseState)
        if found.finding.key == "not-shown":
            continue
        drawn = asked.picture["round"]["boxes"]
        assert {int(box): each["player"] for box, each in drawn.items()} == dict(state.round.table.players)
        assert {int(box) for box, each in drawn.items() if each["looked"]} == {
            box.number for box in state.round.boxes.values() if box.looked
        }


@pytest.mark.slow
def test_exposed_cards_are_face_up_in_the_picture() -> None:
    for number in range(30):
        asked = question(Spec(RULING, "three-card-poker@3", f"exposed {number}", ("5.8.2",)), 1)
        assert isinstance(asked, RulingQuestion)
        if asked.asked.finding.key == "exposed" and asked.asked.phase.key == "dealt":
            hands = [each["hand"] for each in asked.picture["round"]["boxes"].values()]
            hands.append(asked.picture["round"]["dealer"]["hand"])
            assert any(card != "??" for hand in hands for card in hand.split())
            return
    pytest.fail("no exposed card in thirty questions")


def test_ranks_are_those_of_the_desk() -> None:
    assert [ROLE_OF_RANK[rank] for rank in (Rank.DEALER, Rank.PIT_SUPERVISOR, Rank.SHIFT_MANAGER)] == [
        "dealer",
        "pit-supervisor",
        "shift-manager",
    ]


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({}, "paragraph: expected"),
        ({"paragraph": "5.10", "follows": "z", "decides": "dealer"}, "follows: expected one of a"),
        ({"paragraph": "5.10", "follows": "a", "decides": "anybody"}, "decides: expected one of dealer"),
    ],
)
def test_an_answer_that_is_none_is_refused(sent: Json, complaint: str) -> None:
    spec = Spec(RULING, "three-card-poker@3", "refused", ("5.10",))
    with pytest.raises(Unreadable, match=complaint):
        mark(spec, (), Given(sent, 1))
