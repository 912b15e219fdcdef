"""What is ruled? The answer is the table's own, and the question does not tell it."""

import re
from collections import Counter
from typing import Any

import pytest

from croupier.base.actors import Rank
from croupier.base.errors import Unreadable
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.training.drills import Given, Spec, asks, mark, question
from croupier.floor.training.paragraphs import RULING, is_ruled
from croupier.floor.training.pictures import picture
from croupier.floor.training.places import place_of
from croupier.floor.training.questions import DrillQuestion, cited, every_case
from croupier.floor.training.remedies import makes_sense
from croupier.floor.training.rulings import LEAVES_ALL, RulingQuestion, asked_of, outcome
from croupier.floor.training.settings import setting
from croupier.floor.training.telling import told
from croupier.rules.cards import seeded_chance
from croupier.rules.games.house.table import HouseState
from croupier.rules.money import cents, dollars
from croupier.rules.rulebook.load import BOOKS, load
from croupier.rulings_desk.desk import answer, brought_about
from croupier.rulings_desk.settings import Setting
from tests.as_json import as_json

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


def right(asked: RulingQuestion) -> tuple[str, str]:
    told = as_json(asked.asks())["asks"]["follows"]
    mine = outcome(asked.said)
    (letter,) = [each["option"] for each in told if (each["text"], each["more"]) == (mine.text, mine.more)]
    return letter, ROLE_OF_RANK[asked.said.decided_by]


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
        follows, decides = right(asked)
        marked = as_json(asked.mark(follows, decides))
        assert marked["right"]
        assert [why["paragraph"] for why in marked["why"]] == list(cited(asked.said))
        assert all(why["text"] for why in marked["why"])
        assert decides in STAFF
        for other in "abcde":
            if other != follows:
                assert not as_json(asked.mark(other, decides))["marks"]["follows"]["right"]


@pytest.mark.parametrize("book", BOOKS)
def test_one_of_the_options_is_right(book: str) -> None:
    for asked in rulings(book, 12):
        told = as_json(asked.asks())["asks"]
        outcomes = [(each["text"], each["more"]) for each in told["follows"]]
        assert 2 <= len(outcomes) == len(set(outcomes)) <= 5
        assert set(told["decides"]) == STAFF


@pytest.mark.slow
def test_the_question_does_not_tell() -> None:
    """Nothing marks the right option, neither a key nor its place."""
    places: Counter[int] = Counter()
    for asked in rulings("three-card-poker@3", 60, "places"):
        told = as_json(asked.asks())
        assert set(told) == {"kind", "table", "told", "asks"}
        assert set(told["asks"]) == {"follows", "decides"}
        assert {key for each in told["asks"]["follows"] for key in each} == {
            *("option", "text", "says", "more", "more_says"),
        }
        follows, _ = right(asked)
        places["abcde".index(follows)] += 1
    assert all(places[place] >= 2 for place in range(5)), places


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
        for letter in "abcde"[: len(asked.outcomes)]:
            missed = as_json(asked.mark(letter, "dealer"))["missed"]
            if missed is not None and missed["as_if"] == "nobody has looked":
                found += 1
                assert asked.picture.table.round["boxes"][str(missed["place"])]["looked"]
                assert missed["text"] == "somebody has looked"
    assert found


def test_what_would_change_it_is_another_ruling() -> None:
    for asked in rulings("casino-stud@2", 15, "changes"):
        told = as_json(asked.mark(*right(asked)))
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
        if found.finding.key in ("not-shown", "extra-look"):
            continue
        drawn = asked.picture.table.round["boxes"]
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
            hands = [each["hand"] for each in asked.picture.table.round["boxes"].values()]
            hands.append(asked.picture.table.round["dealer"]["hand"])
            assert any(card != "??" for hand in hands for card in hand.split())
            return
    pytest.fail("no exposed card in thirty questions")


def every_kind(book: str, many: int) -> list[tuple[DrillQuestion, Setting]]:
    """Some cases of each finding that can happen, each at a table of its own."""
    chance = seeded_chance(f"kinds {book}")
    device = load(book).procedure.devices[-1]
    kinds: dict[str, list[DrillQuestion]] = {}
    for asked in every_case(book, device):
        kinds.setdefault(asked.finding.key, []).append(asked)
    drawn = [each for kind in kinds.values() for each in chance.sample(kind, min(many, len(kind)))]
    return [(each, setting(load(book), device, chance)) for each in drawn]


@pytest.mark.parametrize("book", [book for book in BOOKS if not book.startswith("poker")])
def test_the_bet_that_is_told_is_the_bet_that_lies_there(book: str) -> None:
    seen = set()
    for asked, there in every_kind(book, 12):
        drawn = picture(asked, there, seeded_chance("picture"))
        place = place_of(asked, there)
        if drawn.bet is None or place is None:
            continue
        spot, amount = drawn.bet
        bets = drawn.table.round["boxes"][str(place)]["bets"]
        lies = cents(bets[spot]["staked"])
        low, high = map(cents, drawn.table.sign["limits"]["ante"])
        seen.add(asked.finding.key)
        match asked.finding.key:
            case "over-limit":
                assert lies == amount > high
            case "below-minimum":
                assert lies == amount < low
            case "jackpot-without-ante":
                assert lies == amount and "ante" not in bets
            case "wrong-size":
                assert lies == amount
            case "late-bet":
                assert lies >= amount == low
        assert dollars(amount).removesuffix(".00") in str(told(asked, there, drawn).what)
    assert seen >= {"over-limit", "below-minimum", "wrong-size", "late-bet"}


@pytest.mark.parametrize("book", BOOKS)
def test_the_question_has_no_words_of_the_paragraph(book: str) -> None:
    """Four words in a row would be found by matching, without knowing the rule."""
    for asked, there in every_kind(book, 4):
        if asked.finding.key in ("joins", "returns"):  # their facts are places, such as where the big blind is due
            continue
        said = asked.answer(there)
        story = told(asked, there, picture(asked, there, seeded_chance("words")))
        for cite in cited(said):
            if cite in load(book).paragraphs:
                paragraph = runs_of_four(load(book).paragraphs[cite])
                assert not runs_of_four(str(story.what)) & paragraph, (cite, str(story.what))
        assert str(asked.finding.says) not in str(story.what)


def runs_of_four(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"[a-z]+", text.lower())
    return set(zip(words, words[1:], words[2:], words[3:], strict=False))


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_says_what_is_done(book: str) -> None:
    """Not how the table classifies it, and not that there is no such case."""
    for asked, there in every_kind(book, 6):
        said = asked.answer(there)
        if makes_sense(said):
            assert outcome(said).text not in ("It cannot stand, and nothing changes", "The act stands"), said.found
            assert "cannot happen" not in outcome(said).text


@pytest.mark.parametrize("book", BOOKS)
def test_no_two_options_leave_everything_as_it_is(book: str) -> None:
    for asked in rulings(book, 8, "as it is"):
        assert sum(each.ruled.code in LEAVES_ALL for each in asked.outcomes) <= 1


def test_ranks_are_those_of_the_desk() -> None:
    assert [ROLE_OF_RANK[rank] for rank in (Rank.DEALER, Rank.PIT_SUPERVISOR, Rank.SHIFT_MANAGER)] == [
        "dealer",
        "pit-supervisor",
        "shift-manager",
    ]


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({}, "follows: expected the letter"),
        ({"follows": "z", "decides": "dealer"}, "follows: expected one of a"),
        ({"follows": "a", "decides": "anybody"}, "decides: expected one of dealer"),
    ],
)
def test_an_answer_that_is_none_is_refused(sent: Json, complaint: str) -> None:
    spec = Spec(RULING, "three-card-poker@3", "refused", ("5.10",))
    with pytest.raises(Unreadable, match=complaint):
        mark(spec, (), Given(sent, 1))
