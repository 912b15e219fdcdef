"""Drills over HTTP: made for signed-in users, marked on answer, kept through a restart."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.floor.journal.certificates import verify
from croupier.floor.live.answers import drills as types
from croupier.floor.server.edge.limits import Limits
from croupier.floor.server.learning.drills import sealed, unsealed
from croupier.floor.store.base import Batch, DrillRow
from croupier.floor.store.keys import signed_by
from croupier.floor.training.drills import question
from croupier.floor.training.paragraphs import all_paragraphs
from croupier.floor.training.paying import PayQuestion
from croupier.floor.training.progress import MOST_SET
from croupier.floor.training.storage import Drill, drill_of
from croupier.rules.rulebook.load import BOOKS
from tests.as_json import as_json
from tests.server.conftest import PASSWORD, WIDE, Reply, Running

BOOK = "three-card-poker@3"
Json = dict[str, Any]


def start(server: Running, who: str, id: str, kind: str = "ruling", **more: Any) -> Reply:
    return server.ask("POST", "/v1/training/drills", {"id": id, "kind": kind, "book": BOOK, **more}, who=who)


def answer(server: Running, who: str, drill: int, id: str, number: int, **given: Any) -> Reply:
    path = f"/v1/training/drills/{drill}/answers"
    return server.ask("POST", path, {"id": id, "question": number, **given}, who=who)


def kept(server: Running, who: str, drill: int) -> Drill:
    """What only the server knows."""
    rows = {row.number: row for row in server.store.drills(who)}
    body = unsealed(server.ring, rows[drill])
    assert body is not None
    return drill_of(body)


def right(server: Running, who: str, drill: int, number: int) -> Json:
    asked = question(kept(server, who, drill).spec, number)
    if isinstance(asked, PayQuestion):
        return {
            "spots": {
                spot.key: {"do": spot.entry.do, "amount": f"{spot.entry.amount // 100}.{spot.entry.amount % 100:02d}"}
                for spot in asked.spots
            }
        }
    marks = as_json(asked.mark("a", "dealer"))["marks"]
    return {"follows": marks["follows"]["is"][0], "decides": marks["decides"]["is"][0]}


def answers_all(server: Running, who: str, drill: int, wrong: int = 0) -> Json:
    """The first ones wrongly; the result."""
    while True:
        told: Json = server.ask("GET", f"/v1/training/drills/{drill}", who=who).json["drill"]
        if told["over"]:
            found: Json = told["result"]
            return found
        number = told["answered"] + 1
        given = right(server, who, drill, number)
        if number <= wrong:
            given["follows"] = next(letter for letter in "ab" if letter != given["follows"])
        assert answer(server, who, drill, f"answer-{drill}-{number:04d}", number, **given).status == 200


@pytest.fixture
def server(starting: Callable[..., Running]) -> Running:
    return starting()


def test_ten_rulings(server: Running) -> None:
    begun = start(server, "dan", "drill-0001")
    assert begun.status == 201
    told = msgspec.json.decode(begun.text, type=types.Drill).drill
    assert (told.drill, told.kind, told.questions, told.answered, told.over) == (1, "ruling", 10, 0, False)
    assert told.asked is not None
    result = answers_all(server, "dan", 1, wrong=2)
    assert (result["right"], result["of"], result["passed"]) == (8, 10, False)
    assert [line["right"] for line in result["questions"]] == [False] * 2 + [True] * 8
    assert result["by_question"]["follows"] == [8, 10]
    overview = server.ask("GET", "/v1/training", who="dan")
    seen = msgspec.json.decode(overview.text, type=types.Training).training
    (book,) = [each for each in seen.books if each.book == BOOK]
    assert book.kinds["ruling"].known == 8
    assert len(seen.again) == 2
    assert seen.left_off is not None and seen.left_off.paragraph in [each.paragraph for each in seen.again]
    assert (seen.month.drills, seen.month.ruled) == (1, [8, 10])


def test_what_was_missed_is_asked_again(server: Running) -> None:
    start(server, "dan", "drill-0001")
    answers_all(server, "dan", 1, wrong=3)
    missed = {each["paragraph"] for each in server.ask("GET", "/v1/training", who="dan").json["training"]["again"]}
    assert len(missed) == 3
    again = start(server, "dan", "drill-0002", again=1).json["drill"]
    assert again["questions"] == 3
    assert set(kept(server, "dan", 2).spec.about) == missed
    assert kept(server, "dan", 2).spec.seed != kept(server, "dan", 1).spec.seed
    start(server, "dan", "drill-0003")
    assert set(kept(server, "dan", 3).spec.about[:3]) == missed
    answers_all(server, "dan", 2)
    assert server.ask("GET", "/v1/training", who="dan").json["training"]["again"] == []


def test_a_layout_against_the_clock(server: Running) -> None:
    begun = start(server, "Ann", "drill-0001", "pay").json["drill"]
    seconds = begun["asked"]["seconds"]
    server.clock.turn_to(server.clock.now() + (seconds + 1) * 1_000_000)
    marked = answer(server, "Ann", 1, "answer-0001", 1, **right(server, "Ann", 1, 1))
    told = msgspec.json.decode(marked.text, type=types.Marked)
    assert told.marked is not None
    assert told.marked.right and told.marked.in_time is False
    assert told.marked.seconds == seconds + 1
    assert told.drill.result is not None and not told.drill.result.passed
    assert told.drill.result.spots and all(spot.right for spot in told.drill.result.spots)


def test_a_run_goes_on_step_by_step(server: Running) -> None:
    told = start(server, "dan", "drill-0001", "run").json["drill"]
    step = 0
    while not told["over"]:
        step += 1
        assert msgspec.convert(told["asked"], types.DrillQuestion).rounds and told["asked"]["round"] >= 1
        server.clock.turn_to(server.clock.now() + 2_000_000)
        reply = answer(server, "dan", 1, f"step-{step:04d}", step, do="on")
        msgspec.json.decode(reply.text, type=types.Marked)
        told = reply.json["drill"]
    assert told["result"]["missed"] and not told["result"]["passed"]
    assert told["seconds"] == 2 * step


def test_nothing_tells_the_answer(server: Running) -> None:
    for number, kind in enumerate(("ruling", "pay", "run"), 1):
        begun = start(server, "dan", f"drill-{number:04d}", kind)
        seed = kept(server, "dan", number).spec.seed
        told = begun.text + server.ask("GET", f"/v1/training/drills/{number}", who="dan").text
        assert seed not in told
        assert '"about"' not in told and '"marks"' not in told


def test_a_retry_gets_its_old_answer(server: Running) -> None:
    first = start(server, "dan", "drill-0001")
    again = start(server, "dan", "drill-0001")
    assert (again.status, again.json["drill"], again.json["again"]) == (201, first.json["drill"], True)
    given = right(server, "dan", 1, 1)
    marked = answer(server, "dan", 1, "answer-0001", 1, **given)
    repeated = answer(server, "dan", 1, "answer-0001", 1, **given)
    assert repeated.json == {**marked.json, "again": True}
    assert repeated.json["drill"]["answered"] == 1
    for reply in (
        start(server, "dan", "drill-0001", "pay"),
        answer(server, "dan", 1, "answer-0001", 1, **{**given, "follows": "z"}),
    ):
        assert (reply.status, reply.json["error"]["code"]) == (409, "id-reused")


def test_questions_come_one_by_one(server: Running) -> None:
    start(server, "dan", "drill-0001", "pay")
    given = right(server, "dan", 1, 1)
    early = answer(server, "dan", 1, "answer-0002", 2, **given)
    assert (early.status, early.json["error"]["code"]) == (409, "stale")
    assert answer(server, "dan", 1, "answer-0001", 1, **given).status == 200
    late = answer(server, "dan", 1, "answer-0003", 2, **given)
    assert (late.status, late.json["error"]["code"]) == (409, "refused")


def test_only_its_user_sees_a_drill(server: Running) -> None:
    start(server, "dan", "drill-0001")
    assert server.ask("GET", "/v1/training/drills/1", who="dan").status == 200
    for who in ("Ann", "pia", "sam", "una"):
        assert server.ask("GET", "/v1/training/drills/1", who=who).status == 404
        assert answer(server, who, 1, "answer-0001", 1, paragraph="5.1").status == 404
        assert server.ask("GET", "/v1/training", who=who).json["training"]["open"] == []
    assert server.ask("GET", "/v1/training").status == 401


def test_a_restart_loses_nothing(starting: Callable[..., Running]) -> None:
    server = starting()
    start(server, "dan", "drill-0001")
    assert answer(server, "dan", 1, "answer-0001", 1, **right(server, "dan", 1, 1)).status == 200
    before = server.ask("GET", "/v1/training/drills/1", who="dan").json
    server.stop()
    question.cache_clear()
    server = starting()
    assert server.ask("GET", "/v1/training/drills/1", who="dan").json == before
    opened = server.ask("GET", "/v1/training", who="dan").json["training"]["open"]
    assert opened == [{"drill": 1, "kind": "ruling", "book": BOOK, "answered": 1, "questions": 10}]
    assert answers_all(server, "dan", 1)["right"] == 10


def test_a_drill_of_another_release_says_so(server: Running) -> None:
    start(server, "dan", "drill-0001")
    old = msgspec.structs.replace(kept(server, "dan", 1), release="0.1")
    row = sealed(server.ring, DrillRow("dan", 1, msgspec.json.encode(old)))
    server.store.submit(Batch(training=(row,)), lambda _: None)
    server.store.flush()
    told = server.ask("GET", "/v1/training/drills/1", who="dan").json["drill"]
    assert told["over"] and told["asked"] is None and "0.1" in told["stale"]
    reply = answer(server, "dan", 1, "answer-0001", 1, paragraph="5.1")
    assert (reply.status, reply.json["error"]["code"]) == (409, "refused")
    assert "start it again" in reply.json["error"]["why"]
    assert server.ask("GET", "/v1/training", who="dan").json["training"]["open"] == []


def test_a_ruling_drill_that_asked_for_paragraphs_is_kept_and_not_laid_out(server: Running) -> None:
    """Its letters meant other options, and some of its paragraphs only inform."""
    start(server, "dan", "drill-0001")
    body = msgspec.json.decode(msgspec.json.encode(kept(server, "dan", 1)))
    del body["making"]
    body["spec"]["about"] = ["4.1.1", "5.10"]
    body["answers"] = [
        {"id": "answer-0001", "digest": "", "given": {"sent": {"paragraph": "4.1.1"}, "seconds": 3}},
    ]
    row = sealed(server.ring, DrillRow("dan", 1, msgspec.json.encode(body)))
    server.store.submit(Batch(training=(row,)), lambda _: None)
    server.store.flush()
    told = server.ask("GET", "/v1/training/drills/1", who="dan").json["drill"]
    assert told["over"] and told["asked"] is None and told["stale"]
    assert told["answered"] == 1
    assert start(server, "dan", "drill-0002", again=1).status == 201
    assert server.ask("GET", "/v1/training", who="dan").status == 200


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"kind": "ruling", "book": "whist@1"}, "expected one of"),
        ({"kind": "whist", "book": BOOK}, "kind"),
        ({"kind": "ruling", "book": BOOK, "more": 1}, "more"),
        ({"kind": "ruling", "book": BOOK, "again": 0}, "again"),
    ],
)
def test_an_unknown_kind_of_drill_is_refused(server: Running, sent: Json, why: str) -> None:
    reply = server.ask("POST", "/v1/training/drills", {"id": "drill-0001", **sent}, who="dan")
    assert reply.status == 400
    assert why in reply.json["error"]["why"]


def test_an_invalid_answer_is_not_stored(server: Running) -> None:
    start(server, "dan", "drill-0001", "pay")
    wrong: list[Json] = [{"paragraph": "5.1"}, {"spots": {"1/ante": {"do": "keep"}}}, {"do": "on"}]
    for number, given in enumerate(wrong):
        assert answer(server, "dan", 1, f"answer-{number:04d}", 1, **given).status == 400
    assert kept(server, "dan", 1).answers == ()


def test_drills_are_limited_per_user_and_minute(starting: Callable[..., Running]) -> None:
    server = starting(msgspec.structs.replace(WIDE, training=3))
    assert isinstance(server.app.settings.limits, Limits)
    for number in range(3):
        assert start(server, "dan", f"drill-{number:04d}", "pay").status == 201
    reply = start(server, "dan", "drill-0009", "pay")
    assert (reply.status, reply.json["error"]["code"]) == (429, "too-fast")
    assert int(reply.headers["retry-after"]) >= 1
    assert start(server, "Ann", "drill-0001", "pay").status == 201
    assert start(server, "dan", "drill-0001", "pay").status == 201  # a retry is no further try


def test_every_book_is_there(server: Running) -> None:
    books = server.ask("GET", "/v1/training", who="Ann").json["training"]["books"]
    assert sorted(each["book"] for each in books) == sorted(BOOKS)
    for each in books:
        asked = all_paragraphs(each["book"], "ruling")
        assert each["kinds"]["ruling"]["of"] == len(asked) > 20
        assert each["named"]


# --- The class --------------------------------------------------------------------------------------------------------


def set_for(server: Running, who: str, id: str, *people: str, kind: str = "ruling", **more: Any) -> Reply:
    body = {"id": id, "people": list(people), "kind": kind, "book": BOOK, **more}
    return server.ask("POST", "/v1/training/assignments", body, who=who)


def waiting_for(server: Running, who: str) -> list[Json]:
    found: list[Json] = server.ask("GET", "/v1/training", who=who).json["training"]["assigned"]
    return found


@pytest.fixture
def with_two(server: Running) -> Running:
    """Two dealers, of whom dan has done a drill."""
    body = {"name": "Dee", "role": "dealer", "password": PASSWORD}
    assert server.ask("POST", "/v1/users", body, who="sam").status == 201
    start(server, "dan", "drill-0001")
    answers_all(server, "dan", 1, wrong=4)
    return server


def test_the_class_is_for_those_who_train_and_a_dealer_sees_one_row(with_two: Running) -> None:
    for who in ("pia", "sam"):
        told = with_two.ask("GET", f"/v1/training/class?book={BOOK}", who=who)
        seen = msgspec.json.decode(told.text, type=types.ClassTold).class_
        assert [each.name for each in seen.people] == ["dan", "Dee"]
        groups = seen.people[0].groups.values()
        assert (sum(each.right for each in groups), sum(each.of for each in groups)) == (6, 10)
        assert all(each.of == 0 for each in seen.people[1].groups.values())
        assert sum(len(each.people) for each in seen.missed) == 4
        assert any(each.took for each in seen.missed)
    for who, people in (("dan", ["dan"]), ("Dee", ["Dee"])):
        own = with_two.ask("GET", "/v1/training/class", who=who).json["class"]
        assert [each["name"] for each in own["people"]] == people
    assert with_two.ask("GET", "/v1/training/class", who="Ann").status == 403
    assert with_two.ask("GET", "/v1/training/class?book=whist@1", who="pia").status == 400


def test_a_trainer_sets_a_drill_and_the_trainee_does_it(with_two: Running) -> None:
    server = with_two
    made = set_for(server, "pia", "set-0001", "dan", "dee", about=["5.12", "5.10"], due="2027-06-18")
    assert made.status == 201
    assert msgspec.json.decode(made.text, type=types.AssignmentMade).assigned.people == ["Dee", "dan"]
    again = set_for(server, "pia", "set-0001", "dan", "dee", about=["5.12", "5.10"], due="2027-06-18")
    assert again.json["again"] is True
    (task,) = waiting_for(server, "dan")
    assert (task["by"], task["questions"], task["due"], task["drill"]) == ("pia", 2, "2027-06-18", 0)
    assert "5.12" not in str(task)
    begun = start(server, "dan", "drill-0002", assigned=task["number"])
    assert begun.status == 201 and begun.json["drill"]["questions"] == 2
    assert kept(server, "dan", 2).spec.about == ("5.12", "5.10")
    assert waiting_for(server, "dan")[0]["drill"] == 2
    assert start(server, "dan", "drill-0003", assigned=task["number"]).json["drill"]["drill"] == 2
    answers_all(server, "dan", 2)
    assert waiting_for(server, "dan") == []
    seen = server.ask("GET", "/v1/training/class", who="pia").json["class"]["people"]
    assert [len(each["waiting"]) for each in seen] == [0, 1]
    assert start(server, "dan", "drill-0004", assigned=task["number"]).status == 404


def test_a_drill_that_was_set_survives_a_restart(starting: Callable[..., Running]) -> None:
    server = starting()
    assert set_for(server, "pia", "set-0001", "dan").status == 201
    before = waiting_for(server, "dan")
    server.stop()
    server = starting()
    assert waiting_for(server, "dan") == before


@pytest.mark.parametrize(
    ("sent", "status", "why"),
    [
        ({"people": ["Ann"]}, 404, "no dealer"),
        ({"people": ["dan"], "about": ["9.9"]}, 400, "expected some of"),
        ({"people": ["dan"], "kind": "run", "about": ["5.12"]}, 400, "leave it out"),
        ({"people": ["dan"], "due": "Friday"}, 400, "such as 2027-06-18"),
        ({"people": []}, 400, "people"),
    ],
)
def test_a_drill_that_cannot_be_set_is_refused(server: Running, sent: Json, status: int, why: str) -> None:
    body = {"id": "set-0001", "kind": "ruling", "book": BOOK, **sent}
    reply = server.ask("POST", "/v1/training/assignments", body, who="pia")
    assert (reply.status, why in reply.json["error"]["why"]) == (status, True), reply.text
    assert waiting_for(server, "dan") == []


def test_only_so_many_drills_wait_for_one_person(server: Running) -> None:
    for number in range(MOST_SET):
        assert set_for(server, "pia", f"set-{number:04d}", "dan").status == 201
    reply = set_for(server, "pia", "set-9999", "dan")
    assert (reply.status, "wait until some are done" in reply.json["error"]["why"]) == (409, True)
    assert set_for(server, "sam", "set-0000", "dan").status == 409  # an id of another trainer's
    assert len(waiting_for(server, "dan")) == MOST_SET


# --- Exams ------------------------------------------------------------------------------------------------------------


def exam_taken(server: Running, wrong: int = 0) -> Json:
    """An exam that pia has set dan: its result."""
    ids = len(server.store.drills("dan"))
    assert set_for(server, "pia", f"exam-{ids:04d}", "dan", kind="exam").status == 201
    task = waiting_for(server, "dan")[-1]
    begun = start(server, "dan", f"drill-{ids:04d}", "exam", assigned=task["number"])
    assert begun.status == 201, begun.text
    return answers_all(server, "dan", begun.json["drill"]["drill"], wrong)


def test_nobody_takes_an_exam_that_is_not_set(server: Running) -> None:
    for who in ("dan", "Ann", "sam"):
        reply = start(server, who, "drill-0001", "exam")
        assert (reply.status, reply.json["error"]["code"]) == (409, "refused")
    assert set_for(server, "pia", "exam-0001", "dan", kind="exam", about=["5.1"]).status == 400


@pytest.mark.slow
def test_an_exam_tells_nothing_before_its_end_and_then_is_certified(starting: Callable[..., Running]) -> None:
    server = starting()
    assert set_for(server, "pia", "exam-0001", "dan", kind="exam").status == 201
    number = start(server, "dan", "drill-0001", "exam", assigned=1).json["drill"]["drill"]
    reply = answer(server, "dan", number, "answer-0001", 1, **right(server, "dan", number, 1))
    assert reply.status == 200 and reply.json["marked"] is None
    assert "right" not in reply.text and "why" not in reply.text
    assert server.ask("GET", "/v1/training/certificates/dan-1", who="dan").status == 404
    result = answers_all(server, "dan", number)
    assert result["passed"] and all(each["right"] == each["of"] for each in result["groups"])
    (named,) = server.ask("GET", "/v1/training", who="dan").json["training"]["certificates"]
    assert (named["number"], named["book"]) == ("dan-1", BOOK)
    told = server.ask("GET", "/v1/training/certificates/dan-1", who="una")
    seen = msgspec.json.decode(told.text, type=types.CertificateTold)
    key = server.ask("GET", "/v1/house").json["signing_key"]
    found = verify(seen.file.encode(), signed_by, key)
    assert (found.name, found.set_by, found.set_by_role, found.attempt) == ("dan", "pia", "pit-supervisor", 1)
    person = server.ask("GET", f"/v1/training/class?book={BOOK}", who="pia").json["class"]["people"][0]
    assert (person["certificate"]["number"], person["exams"]) == ("dan-1", 1)
    assert server.ask("GET", "/v1/training/certificates/dan-1", who="Ann").status == 403
    server.stop()
    server = starting()
    assert server.ask("GET", "/v1/training/certificates/dan-1", who="dan").json["file"] == seen.file


@pytest.mark.slow
def test_an_exam_that_is_not_passed_has_no_certificate(server: Running) -> None:
    result = exam_taken(server, wrong=2)
    assert not result["passed"] and result["groups"][0]["right"] == 2
    assert server.ask("GET", "/v1/training", who="dan").json["training"]["certificates"] == []
    again = start(server, "dan", "repeat-0001", again=1)
    assert again.json["drill"]["questions"] == 2
