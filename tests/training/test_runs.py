"""Run a table: planted errors can be found, others cannot, and missed ones are shown at the end."""

from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.floor.training.drills import Given, Spec, asks, mark, outcome, passed, result, run
from croupier.floor.training.paragraphs import RUN
from croupier.floor.training.running import FEWEST, LONGEST, MOST, ROUNDS, Run
from croupier.rules.cards import seeded_chance
from croupier.rules.rulebook.load import BOOKS, load
from tests.as_json import as_json

GO_ON: dict[str, Any] = {"do": "on"}


def played(spec: Spec, *, find: bool, alarms: int = 0) -> tuple[Run, list[Given]]:
    """Somebody who sees everything, or nothing."""
    given: list[Given] = []
    while not (found := run(spec, given)).over:
        planted = found.planted
        if planted is not None and find:
            sent = {"do": "report", "kind": planted.kind, "place": planted.place}
        elif alarms and planted is None:
            sent, alarms = {"do": "report", "kind": "foreign-card", "place": None}, alarms - 1
        else:
            sent = GO_ON
        mark(spec, given, Given(sent, 2))
        given.append(Given(sent, 2))
    return found, given


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_trainee_who_finds_every_error_passes(book: str) -> None:
    for number in range(4):
        spec = Spec(RUN, book, f"all {number}")
        _, given = played(spec, find=True)
        told = as_json(result(spec, given))
        assert not told["missed"] and not told["false"]
        assert 1 <= told["planted"] <= MOST
        assert told["passed"] and told["seconds"] == 2 * len(given)
        for found in told["found"]:
            assert found["text"] and found["ruling"] and found["cites"]


@pytest.mark.parametrize("book", BOOKS)
def test_missed_errors_are_shown_at_the_end(book: str) -> None:
    spec = Spec(RUN, book, "blind")
    _, given = played(spec, find=False)
    told = as_json(result(spec, given))
    assert told["missed"] and not told["found"] and not told["passed"]
    for missed in told["missed"]:
        assert missed["ruling"] and missed["cites"] and 1 <= missed["round"] <= ROUNDS


def test_a_report_for_nothing_changes_nothing() -> None:
    spec = Spec(RUN, "three-card-poker@3", "alarm")
    calm = next(number for number in range(20) if run(spec_(number), ()).planted is None)
    spec = spec_(calm)
    before = asks(spec, ())
    alarm = Given({"do": "report", "kind": "foreign-card", "place": None}, 1)
    marked = as_json(mark(spec, (), alarm))
    after = asks(spec, (alarm,))
    assert before is not None and after is not None
    assert not marked["right"] and not marked["report"]["found"]
    assert after.table == before.table
    assert (after.false, after.found) == (1, 0)


def spec_(number: int) -> Spec:
    return Spec(RUN, "three-card-poker@3", f"alarm {number}")


def test_two_reports_for_nothing_do_not_pass() -> None:
    for alarms, passes in ((1, True), (2, False)):
        spec = Spec(RUN, "casino-stud@2", "alarms")
        _, given = played(spec, find=True, alarms=alarms)
        score = outcome(spec, given)
        assert score.alarms == alarms
        assert passed(spec, score) == passes


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_a_run_does_not_reveal_its_planted_errors(book: str) -> None:
    """The list of kinds is the same all along, and the question has no key that only an error brings."""
    keys, kinds = set(), set()
    for number in range(6):
        given: list[Given] = []
        spec = Spec(RUN, book, f"telling {number}")
        while (told := as_json(asks(spec, given))) is not None:
            keys.add(tuple(told))
            kinds.add(tuple(each["kind"] for each in told["kinds"]))
            given.append(Given(GO_ON, 1))
    assert len(keys) == len(kinds) == 1


def test_the_same_answers_lead_to_the_same_table() -> None:
    spec = Spec(RUN, "progressive-holdem@6", "again")
    steps = [Given(GO_ON, 1)] * 7
    assert asks(spec, steps) == asks(spec, steps)


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_that_a_paragraph_knows_is_planted(book: str) -> None:
    """In bets, cards and behaviour."""
    kinds = set()
    for number in range(60):
        given: list[Given] = []
        spec = Spec(RUN, book, f"kinds {number}")
        found = run(spec, given)
        while not found.over:
            if found.planted is not None:
                kinds.add(found.planted.kind)
                found.report(found.planted.kind, found.planted.place)
            else:
                found.go_on()
    if book.startswith("poker"):
        assert {"exposed", "player-count", "out-of-turn", "hand-shown", "foreign-card", "too-many"} <= kinds
        assert ("no-burn" in kinds) == ("burn-left-out-restored" in load(book).clauses)
    else:
        assert {"over-limit", "below-minimum", "jackpot-without-ante", "late-bet", "wrong-size", "walked-away"} <= kinds
        assert {"exposed", "player-count", "dealer-count", "no-burn", "extra-look", "jackpot-down"} <= kinds


def test_a_run_ends() -> None:
    """Also for somebody who reports without end."""
    spec = Spec(RUN, "poker@7", "endless")
    given = [Given({"do": "report", "kind": "foreign-card", "place": None}, 1)] * LONGEST
    assert run(spec, given).over
    with pytest.raises(Unreadable, match="over"):
        mark(spec, given, Given(GO_ON, 1))
    assert FEWEST <= MOST


@pytest.mark.parametrize(
    ("sent", "complaint"),
    [
        ({"do": "sleep"}, "do: expected on or report"),
        ({"do": "report", "kind": "weather"}, "kind: expected one of"),
        ({"do": "report", "kind": "exposed"}, "place: expected one of"),
        ({"do": "report", "kind": "foreign-card", "place": 1}, "place: none goes with it"),
    ],
)
def test_an_invalid_step_of_a_run_is_refused(sent: dict[str, Any], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        mark(Spec(RUN, "three-card-poker@3", "no step"), (), Given(sent, 1))


def test_chance_is_all_in_the_seed() -> None:
    assert seeded_chance("a").random() == seeded_chance("a").random()
    one, two = (run(Spec(RUN, "poker@6", seed), ()).asks().table for seed in ("one", "two"))
    assert one != two
