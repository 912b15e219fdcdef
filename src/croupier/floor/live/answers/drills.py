"""What the server sends about drills, as types."""

from msgspec import UNSET, UnsetType

from croupier.base.json_answers import Cites, JsonObject, Money, Time
from croupier.floor.journal.certificates import Certificate
from croupier.floor.live.answers.said import Said, Sentence
from croupier.floor.live.answers.tables import Words


class DrillDone(Said):
    """Of a drill that is over."""

    drill: int
    right: int
    of: int
    seconds: int
    passed: bool
    alarms: int


class DrillKind(Said):
    tried: int
    last: DrillDone | None
    passed: bool
    known: int | UnsetType = UNSET
    of: int | UnsetType = UNSET


class DrillBook(Said):
    book: str
    named: str
    game: str
    kinds: dict[str, DrillKind]


class DrillAgain(Said):
    book: str
    paragraph: str
    summary: str
    wrong: int
    asked: int


class DrillMonth(Said):
    drills: int
    ruled: list[int]
    paid: list[int]
    found: list[int]


class LeftOff(Said):
    kind: str
    book: str
    named: str
    paragraph: str | None
    wrong: int


class OpenDrill(Said):
    drill: int
    kind: str
    book: str
    answered: int
    questions: int | None


class AssignedTold(Said):
    """A drill that a trainer has set and the trainee has not done yet."""

    number: int
    kind: str
    book: str
    named: str
    by: str
    at: Time
    questions: int
    """How many paragraphs or incidents it asks about; 0 for the usual number."""
    from_house: bool
    """It asks about incidents of the house."""
    due: str
    """A day; empty if there is none."""
    drill: int
    """The drill that the trainee has started for it; 0 for none."""


class CertificateNamed(Said):
    number: str
    book: str
    at: Time


class TrainingTold(Said):
    books: list[DrillBook]
    again: list[DrillAgain]
    month: DrillMonth
    left_off: LeftOff | None
    open: list[OpenDrill]
    assigned: list[AssignedTold]
    certificates: list[CertificateNamed]


class Training(Said):
    training: TrainingTold


class DrillTable(Said):
    """As a live table would show it to everybody, and its sign."""

    rulebook: str
    game: str
    named: str
    words: Words
    dealing: str
    sign: JsonObject
    round: JsonObject
    button: int | UnsetType = UNSET
    seats: JsonObject | UnsetType = UNSET
    jackpot: JsonObject | UnsetType = UNSET


class DrillStory(Said):
    """What a dealer would notice, in two sentences; the table shows the rest."""

    what: str
    what_says: Sentence
    so: str
    so_says: Sentence
    place: int | None
    player: str | None
    finding: str


class FollowsOption(Said):
    option: str
    text: str
    says: Sentence
    more: str
    more_says: list[Sentence]


class DrillAsks(Said):
    follows: list[FollowsOption]
    decides: list[str]


class SpotAsked(Said):
    spot: str
    place: int | None
    what: str
    lies: Money | None


class DrillJackpot(Said):
    meter: Money
    reset: Money
    across: bool


class DrillNoted(Said):
    round: int
    text: str
    says: Sentence
    kind: str
    ruling: str
    cites: Cites
    ruling_says: Sentence | None = None


class ReportKind(Said):
    kind: str
    text: str
    says: Sentence
    place: bool


class DrillQuestion(Said):
    """Of kind ruling, pay or run, each with keys of its own."""

    kind: str
    table: DrillTable
    told: DrillStory | UnsetType = UNSET
    asks: DrillAsks | UnsetType = UNSET
    spots: list[SpotAsked] | UnsetType = UNSET
    seconds: int | UnsetType = UNSET
    jackpot: DrillJackpot | UnsetType = UNSET
    round: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    moment: str | UnsetType = UNSET
    voice: list[str] | UnsetType = UNSET
    voice_says: list[Sentence] | UnsetType = UNSET
    found: int | UnsetType = UNSET
    false: int | UnsetType = UNSET
    so_far: list[DrillNoted] | UnsetType = UNSET
    kinds: list[ReportKind] | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET


class DrillMark(Said, rename={"is_": "is"}):
    right: bool
    given: str
    is_: list[str]


class EntryMarked(Said):
    do: str
    amount: Money | None


class SpotMark(Said, rename={"is_": "is"}):
    spot: str
    right: bool
    given: EntryMarked | None
    is_: EntryMarked
    cites: Cites
    arithmetic: list[JsonObject]


class QuestionMarked(Said):
    question: int
    right: bool
    about: str
    what: str
    marks: dict[str, DrillMark]
    seconds: int
    what_says: Sentence | None = None


class ExamGroup(Said):
    group: str
    right: int
    of: int
    needed: int
    """Right answers that pass."""


class DrillResult(Said, rename={"pass_": "pass"}):
    right: int
    of: int
    passed: bool
    pass_: int
    seconds: int
    last: list[DrillDone]
    by_question: dict[str, list[int]] | UnsetType = UNSET
    questions: list[QuestionMarked] | UnsetType = UNSET
    in_time: bool | UnsetType = UNSET
    time: int | UnsetType = UNSET
    spots: list[SpotMark] | UnsetType = UNSET
    found: list[DrillNoted] | UnsetType = UNSET
    false: list[DrillNoted] | UnsetType = UNSET
    missed: list[DrillNoted] | UnsetType = UNSET
    planted: int | UnsetType = UNSET
    groups: list[ExamGroup] | UnsetType = UNSET
    """Of an exam."""


class DrillTold(Said):
    drill: int
    kind: str
    book: str
    named: str
    words: Words
    questions: int | None
    answered: int
    seconds: int
    over: bool
    asked: DrillQuestion | None
    result: DrillResult | None
    stale: str = ""


class Drill(Said):
    drill: DrillTold
    again: bool = False


class DrillWhy(Said):
    paragraph: str
    text: str


class DrillDecided(Said):
    text: str
    says: Sentence
    place: int | None


class DrillMissed(Said):
    text: str
    says: Sentence
    place: int | None
    as_if: str
    as_if_says: Sentence


class DrillOtherwise(Said, rename={"if_": "if"}):
    if_: str
    if_says: Sentence
    text: str
    says: Sentence
    cites: Cites


class DrillReport(Said):
    found: bool
    text: str
    says: Sentence
    ruling: str
    cites: Cites
    ruling_says: Sentence | None = None


class RuledByHouse(Said):
    """The house's ruling in the incident that the question is made of."""

    text: str
    says: Sentence
    departs: bool
    """The house ruled otherwise than the desk."""


class MarkedTold(Said):
    """What is right, with reasons. Each kind of drill has keys of its own."""

    question: int
    seconds: int
    right: bool
    about: str | UnsetType = UNSET
    marks: dict[str, DrillMark] | UnsetType = UNSET
    took: str | UnsetType = UNSET
    """The paragraph of the remedy that was taken, if it was a wrong one."""
    ruling: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    says: Sentence | UnsetType = UNSET
    follows: list[str] | UnsetType = UNSET
    follows_says: list[Sentence] | UnsetType = UNSET
    why: list[DrillWhy] | UnsetType = UNSET
    decided: list[DrillDecided] | UnsetType = UNSET
    missed: DrillMissed | UnsetType | None = UNSET
    change: list[DrillOtherwise] | UnsetType = UNSET
    house: RuledByHouse | UnsetType = UNSET
    spots: list[SpotMark] | UnsetType = UNSET
    paid_right: int | UnsetType = UNSET
    of: int | UnsetType = UNSET
    in_time: bool | UnsetType = UNSET
    paragraphs: dict[str, bool] | UnsetType = UNSET
    report: DrillReport | UnsetType | None = UNSET


class Marked(Said):
    marked: MarkedTold | None
    """Null in an exam."""
    drill: DrillTold
    again: bool = False


class GroupOfClass(Said):
    """A group of paragraphs, and how the class does there."""

    group: str
    paragraphs: list[str]
    average: str | None
    """Right answers of ten, such as 8.3; null if nobody was asked."""
    weak: bool


class GroupOfPerson(Said):
    right: int
    of: int
    """At most ten: the last ones."""
    weak: bool


class PersonOfClass(Said):
    name: str
    groups: dict[str, GroupOfPerson]
    drills: int
    """How many drills of this book."""
    last: Time | None
    waiting: list[AssignedTold]
    exams: int
    """Exams of this book that were finished, passed or not."""
    certificate: CertificateNamed | None


class MissedByClass(Said):
    """A paragraph that people got wrong the last time."""

    paragraph: str
    summary: str
    group: str
    people: list[str]
    asked: int
    """How many people were asked about it."""
    took: str
    """The paragraph whose remedy most of them took; empty if there is none."""
    took_by: int


class ClassResults(Said):
    book: str
    named: str
    last: int
    """How many answers in a group count."""
    weak_under: int
    """Fewer right ones are weak."""
    groups: list[GroupOfClass]
    people: list[PersonOfClass]
    missed: list[MissedByClass]


class ClassTold(Said, rename={"class_": "class"}):
    class_: ClassResults


class Assignment(Said):
    people: list[str]
    kind: str
    book: str
    due: str


class AssignmentMade(Said):
    assigned: Assignment
    again: bool = False


class CertificateTold(Said):
    certificate: Certificate
    file: str
    """The text that `croupier verify` checks, byte for byte."""


class HouseDrill(Said):
    """A decided incident that can be made a drill. The drill has other names, cards and amounts, and another table."""

    incident: int
    text: str
    says: Sentence
    """What was found."""
    phase: str
    phase_says: Sentence
    """How far the round had come."""
    paragraph: str
    ruled: RuledByHouse


class HouseDrills(Said):
    items: list[HouseDrill]
