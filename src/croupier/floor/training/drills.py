"""A drill from its first question to its result. Its settings and a seed determine everything."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import UNSET

from croupier.base.citation import Citation
from croupier.base.errors import Unreadable
from croupier.base.json_answers import JsonObject
from croupier.base.values import Value
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.training import paying, rulings
from croupier.floor.training.groups import group_of
from croupier.floor.training.house_run import HouseRun
from croupier.floor.training.paragraphs import EXAM, KINDS, PAY, RULING, RUN, all_paragraphs, is_paid_by
from croupier.floor.training.paying import PaidEntry, PayQuestion
from croupier.floor.training.poker_run import PokerRun
from croupier.floor.training.questions import CHAPTERS, every_case
from croupier.floor.training.rulings import DECIDES, RulingQuestion
from croupier.floor.training.running import Noted, Run, told
from croupier.floor.training.settings import setting as any_setting
from croupier.rules.cards import seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.irregularity import verdict
from croupier.rules.money import cents
from croupier.rules.rulebook.load import BOOKS, at_the_table, load
from croupier.rules.rulebook.model import Device, game_of

QUESTIONS = 10
"""In a drill on rulings."""
TRIES = 300
"""Tables tried for a paragraph before the other device is tried."""
PASS = 90
"""Per cent. A run passes with at most a fifth of the errors missed and one false report."""
RUN_PASS, ALARMS = 80, 1
EXAM_MISSES = 1
"""The most wrong answers in each group with which an exam is passed."""


class HouseCase(Value):
    """A decided incident of the house, without anything that identifies it."""

    incident: int
    device: Device
    phase: str
    report: str
    """In the words of the desk, with the desk's own box numbers."""
    about: str
    """The paragraph that was cited with the report."""
    ruling: str
    """What the house ruled."""
    departs: bool
    """The house ruled otherwise than the desk."""


class Spec(Value):
    """Everything that defines a drill. The seed determines the answers, so it stays on the server."""

    kind: str
    book: str
    seed: str
    about: tuple[str, ...] = ()
    """The paragraphs to ask about, one a question; empty for any."""
    cases: tuple[HouseCase, ...] = ()
    """Incidents of the house, one a question, instead of cases that chance draws."""


class Given(Value):
    """An answer as it was sent."""

    sent: JsonObject
    seconds: int


class Scored(Value):
    """What an answer shows about the trainee."""

    right: int
    of: int
    paragraphs: Mapping[str, bool] = {}
    """By paragraph the question was about: whether the trainee knew it."""
    took: Mapping[str, str] = {}
    """By wrongly ruled paragraph: the paragraph whose remedy the trainee took instead."""
    alarms: int = 0
    in_time: bool = True
    groups: Mapping[str, tuple[int, int]] = {}
    """Of an exam: right answers and questions by group."""


def check(kind: str, book: str) -> None:
    if kind not in (*KINDS, EXAM):
        raise Unreadable(f"kind: expected one of {', '.join((*KINDS, EXAM))}")
    if book not in BOOKS:
        raise Unreadable(f"book: expected one of {', '.join(BOOKS)}")


def check_about(kind: str, book: str, about: Sequence[str]) -> None:
    """Checks that a drill of this kind asks about these paragraphs."""
    known = [str(cite) for cite in all_paragraphs(book, kind)]
    if about and not known:
        raise Unreadable(f"about: a drill of kind {kind} asks about no paragraph in particular; leave it out")
    if unknown := [cite for cite in about if cite not in known]:
        raise Unreadable(f"about: {', '.join(unknown)} not asked; expected some of {', '.join(known)}")


def devices(book: str, chance: random.Random) -> list[Device]:
    known = load(book).procedure.devices
    return chance.sample(list(known), len(known))


# --- Questions --------------------------------------------------------------------------------------------------------


def questions(spec: Spec) -> int | None:
    """How many questions there are; a run has no fixed number."""
    return None if spec.kind == RUN else max(1, len(spec.about))


def kind_of(spec: Spec, number: int) -> str:
    """The kind of a question: in an exam its paragraph says whether something is ruled or paid."""
    if spec.kind != EXAM:
        return spec.kind
    return PAY if is_paid_by(load(spec.book), spec.about[number - 1]) else RULING


@lru_cache(maxsize=64)
def question(spec: Spec, number: int) -> RulingQuestion | PayQuestion:
    """Question `number`, from 1, of a drill that is not a run."""
    chance = seeded_chance(f"{spec.seed} question {number}")
    about = Citation(spec.about[number - 1]) if spec.about else None
    if kind_of(spec, number) == PAY:
        for device in devices(spec.book, chance):
            if (made := paying.made(spec.book, device, about, chance)) is not None:
                return made
        raise AssertionError(f"no payment cites {about}")
    assert about is not None
    if spec.cases:
        return _from_the_house(spec.book, spec.cases[number - 1], about, chance)
    known = devices(spec.book, chance)
    for tries in (TRIES, None):  # some paragraphs concern one device only, so the other is not searched to the end
        for device in known:
            if (ruled := rulings.made(spec.book, device, about, chance, tries)) is not None:
                return ruled
    raise AssertionError(f"no ruling cites {about}")


def _from_the_house(book: str, case: HouseCase, about: Citation, chance: random.Random) -> RulingQuestion:
    """The case at a table that chance draws."""
    key = (case.phase, case.report)
    asked = next(each for each in every_case(book, case.device) if (each.phase.key, each.report) == key)
    return RulingQuestion(asked, any_setting(at_the_table(book, case.device), case.device, chance), about, chance)


def run(spec: Spec, given: Sequence[Given]) -> Run:
    """The run after these answers."""
    device = devices(spec.book, seeded_chance(f"{spec.seed} device"))[0]
    kind = HouseRun if game_of(spec.book) in HOUSE_GAMES else PokerRun
    found: Run = kind(spec.book, device, f"{spec.seed} run")
    found.begin()
    for each in given:
        _step(found, each.sent)
    return found


def asks(spec: Spec, given: Sequence[Given]) -> answers.DrillQuestion | None:
    """The next question; None once the drill is over."""
    if spec.kind == RUN:
        found = run(spec, given)
        return None if found.over else found.asks()
    return None if is_over(spec, given) else question(spec, len(given) + 1).asks()


def is_over(spec: Spec, given: Sequence[Given]) -> bool:
    total = questions(spec)
    return run(spec, given).over if total is None else len(given) >= total


# --- Answers ----------------------------------------------------------------------------------------------------------


def check_sent(kind: str, sent: Mapping[str, Any]) -> None:
    """Checks that this answers a question of this kind."""
    if kind == RULING and "follows" not in sent:
        raise Unreadable("follows: expected the letter of an option, such as a")
    if kind == PAY and "spots" not in sent:
        raise Unreadable(
            "spots: expected what is done with each spot, such as 1/ante: take, push or pay, and an amount"
        )
    if kind == RUN and sent.get("do") not in ("on", "report"):
        raise Unreadable("do: expected on or report")


def mark(spec: Spec, given: Sequence[Given], answer: Given) -> answers.MarkedTold:
    """The mark of this answer, given after the others."""
    number, sent = len(given) + 1, answer.sent
    check_sent(kind_of(spec, number), sent)
    if spec.kind == RUN:
        return _stepped(run(spec, given), number, answer)
    asked = question(spec, number)
    if isinstance(asked, PayQuestion):
        return asked.mark(_entries(sent["spots"]), answer.seconds, number)
    known = [ROLE_OF_RANK[rank] for rank in DECIDES]
    if sent.get("decides") not in known:
        raise Unreadable(f"decides: expected one of {', '.join(known)}")
    letters = [option.option for option in asked.options()]
    if sent.get("follows") not in letters:
        raise Unreadable(f"follows: expected one of {', '.join(letters)}")
    marked = asked.mark(sent["follows"], sent["decides"], answer.seconds, number)
    if spec.cases:
        marked.house = ruled_by_house(spec.cases[len(given)])
    return marked


def ruled_by_house(case: HouseCase) -> answers.RuledByHouse:
    ruled = verdict(case.ruling)
    return answers.RuledByHouse(str(ruled), SentenceTold.of(ruled), case.departs)


def scored(spec: Spec, marked: answers.MarkedTold) -> Scored:
    if spec.kind == RUN:
        return Scored(0, 0)
    if marked.paragraphs:
        assert marked.paid_right is not UNSET and marked.of is not UNSET and marked.in_time is not UNSET
        if spec.kind == EXAM:
            passes = 100 * marked.paid_right >= PASS * marked.of and marked.in_time
            return Scored(int(passes), 1, marked.paragraphs)
        return Scored(marked.paid_right, marked.of, marked.paragraphs, in_time=marked.in_time)
    assert marked.about is not UNSET
    took = {marked.about: marked.took} if marked.took else {}
    return Scored(int(marked.right), 1, {marked.about: marked.right}, took)


def _stepped(found: Run, number: int, answer: Given) -> answers.MarkedTold:
    """What the trainee found, and whether the run is over; missed errors are shown at the end."""
    if found.over:
        raise Unreadable("the run is over")
    before = len(found.noted)
    _step(found, answer.sent)
    noted = found.noted[before:]
    last = noted[-1] if noted else None
    return answers.MarkedTold(
        question=number,
        seconds=answer.seconds,
        right=last is None or last.what == "found",
        report=None if last is None else _reported(last),
    )


def _reported(noted: Noted) -> answers.DrillReport:
    line = told(noted)
    return answers.DrillReport(noted.what == "found", line.text, line.says, line.ruling, line.cites, line.ruling_says)


def _step(found: Run, sent: Mapping[str, Any]) -> None:
    if sent["do"] == "on":
        found.go_on()
        return
    kind, place = str(sent.get("kind", "")), sent.get("place")
    known = [each.kind for each in found.kinds()]
    if kind not in known:
        raise Unreadable(f"kind: expected one of {', '.join(known)}")
    if (kind in found.at_a_place) != (place is not None) or (place is not None and place not in found.places()):
        places = ", ".join(map(str, found.places()))
        raise Unreadable(f"place: expected one of {places}" if kind in found.at_a_place else "place: none goes with it")
    found.report(kind, place)


def _entries(sent: Mapping[str, Any]) -> dict[str, PaidEntry]:
    entries = {}
    for key, entry in sent.items():
        if entry.get("do") not in (paying.TAKE, paying.PUSH, paying.PAY):
            raise Unreadable(f"{key}: expected take, push or pay")
        try:
            entries[key] = PaidEntry(entry["do"], cents(entry.get("amount") or "0"))
        except ValueError as error:
            raise Unreadable(f"{key}: {error}") from None
    return entries


# --- Results ----------------------------------------------------------------------------------------------------------


def outcome(spec: Spec, given: Sequence[Given]) -> Scored:
    """The score of a whole drill."""
    if spec.kind == RUN:
        ran = run(spec, given)
        found, missed = ran.found, ran.missed
        known = {cite: True for each in found for cite in each.cites if cite.startswith(CHAPTERS)}
        known |= {cite: False for each in missed for cite in each.cites if cite.startswith(CHAPTERS)}
        return Scored(len(found), len(found) + len(missed), known, alarms=len(ran.false_alarms))
    every = [scored(spec, mark(spec, given[:number], each)) for number, each in enumerate(given)]
    paragraphs: dict[str, bool] = {}
    for each in every:  # a paragraph that is asked twice is known if both answers were right
        paragraphs |= {cite: right and paragraphs.get(cite, True) for cite, right in each.paragraphs.items()}
    return Scored(
        sum(each.right for each in every),
        sum(each.of for each in every),
        paragraphs,
        {cite: other for each in every for cite, other in each.took.items()},
        in_time=all(each.in_time for each in every),
        groups=exam_groups(spec, given) if spec.kind == EXAM else {},
    )


def questions_right(spec: Spec, given: Sequence[Given]) -> list[tuple[str, bool]]:
    """Of an exam: the paragraph of each question, and whether it was answered right."""
    every = [scored(spec, mark(spec, given[:number], each)) for number, each in enumerate(given)]
    return [(about, each.right == each.of) for about, each in zip(spec.about, every, strict=True)]


def exam_groups(spec: Spec, given: Sequence[Given]) -> dict[str, tuple[int, int]]:
    """By group: right answers and questions."""
    found: dict[str, tuple[int, int]] = {}
    for about, is_right in questions_right(spec, given):
        right, of = found.get(group_of(spec.book, about), (0, 0))
        found[group_of(spec.book, about)] = (right + is_right, of + 1)
    return found


def needed(of: int) -> int:
    """Right answers that a group with `of` questions needs in an exam."""
    return max(1, of - EXAM_MISSES)


def passed(spec: Spec, score: Scored) -> bool:
    if spec.kind == RUN:
        return 100 * score.right >= RUN_PASS * score.of and score.alarms <= ALARMS
    if spec.kind == EXAM:
        return all(right >= needed(of) for right, of in score.groups.values())
    return 100 * score.right >= PASS * score.of and score.in_time


def result(spec: Spec, given: Sequence[Given], last: Sequence[answers.DrillDone] = ()) -> answers.DrillResult:
    """Question by question, missed ones first; for a run, what was found, reported falsely and missed. `last`: the
    results of the last drills like this one."""
    score = outcome(spec, given)
    result = answers.DrillResult(
        right=score.right,
        of=score.of,
        passed=passed(spec, score),
        pass_=RUN_PASS if spec.kind == RUN else PASS,
        seconds=sum(each.seconds for each in given),
        last=list(last),
    )
    if spec.kind == RUN:
        ran = run(spec, given)
        result.found, result.false, result.missed = (
            [told(noted) for noted in some] for some in (ran.found, ran.false_alarms, ran.missed)
        )
        result.planted = score.of
    elif spec.kind == EXAM:
        groups = score.groups.items()
        result.groups = [answers.ExamGroup(group, right, of, needed(of)) for group, (right, of) in groups]
        result.questions = [_exam_line(spec, given, number) for number in range(len(given))]
    elif spec.kind == PAY:
        result.in_time, result.time = score.in_time, _time(spec)
        result.spots = mark(spec, (), given[0]).spots
    else:
        lines = [_line(spec, given, number) for number in range(len(given))]
        result.by_question = {
            name: [sum(line.marks[name].right for line in lines), len(lines)] for name in ("follows", "decides")
        }
        result.questions = sorted(lines, key=lambda line: line.right)
    return result


def _time(spec: Spec) -> int:
    asked = question(spec, 1)
    assert isinstance(asked, PayQuestion)
    return asked.seconds


def _exam_line(spec: Spec, given: Sequence[Given], number: int) -> answers.QuestionMarked:
    if kind_of(spec, number + 1) == RULING:
        return _line(spec, given, number)
    about, right = questions_right(spec, given)[number]
    return answers.QuestionMarked(number + 1, right, about, what="", marks={}, seconds=given[number].seconds)


def _line(spec: Spec, given: Sequence[Given], number: int) -> answers.QuestionMarked:
    marked = mark(spec, given[:number], given[number])
    asked = question(spec, number + 1)
    assert isinstance(asked, RulingQuestion) and marked.marks is not UNSET
    story = asked.story()
    return answers.QuestionMarked(
        question=marked.question,
        right=marked.right,
        about=asked.about,
        what=story.what,
        marks=marked.marks,
        seconds=marked.seconds,
        what_says=story.what_says,
    )


def missed(spec: Spec, given: Sequence[Given]) -> tuple[str, ...]:
    """The paragraphs to ask again."""
    return tuple(cite for cite, right in outcome(spec, given).paragraphs.items() if not right)
