"""What the server sends about drills, as types."""

from croupier.base.json_answers import Cites, JsonObject, Money, Time
from croupier.floor.live.answers.said import Said, Sentence


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
    known: int = 0
    of: int = 0


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
    """A drill that a trainer has set, until it is done."""

    number: int
    kind: str
    book: str
    named: str
    by: str
    at: Time
    questions: int
    """How many paragraphs or incidents it asks about; 0: as many as usual."""
    from_house: bool
    """It asks about incidents of the house."""
    due: str
    """A day; empty if there is none."""
    drill: int
    """The drill that was started for it; 0 if none was."""


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
    certificates: list[CertificateNamed] = []


class Training(Said):
    training: TrainingTold


class DrillTable(Said):
    """As a live table would show it to everybody, and its sign."""

    rulebook: str
    game: str
    named: str
    words: dict[str, dict[str, str]]
    dealing: str
    sign: JsonObject
    round: JsonObject
    button: int = 0
    seats: JsonObject = {}
    jackpot: JsonObject = {}


class DrillStory(Said):
    """What one notices, in two sentences; the table shows the rest."""

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
    table: DrillTable | None = None
    told: DrillStory | None = None
    asks: DrillAsks | None = None
    spots: list[SpotAsked] = []
    seconds: int = 0
    jackpot: DrillJackpot | None = None
    round: int = 0
    rounds: int = 0
    moment: str = ""
    voice: list[str] = []
    voice_says: list[Sentence] = []
    found: int = 0
    false: int = 0
    so_far: list[DrillNoted] = []
    kinds: list[ReportKind] = []
    places: list[int] = []


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
    by_question: dict[str, list[int]] = {}
    questions: list[QuestionMarked] = []
    in_time: bool = True
    time: int = 0
    spots: list[SpotMark] = []
    found: list[DrillNoted] = []
    false: list[DrillNoted] = []
    missed: list[DrillNoted] = []
    planted: int = 0
    groups: list[ExamGroup] = []
    """Of an exam."""


class DrillTold(Said):
    drill: int
    kind: str
    book: str
    named: str
    words: dict[str, dict[str, str]]
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
    """What the house ruled in the incident that a question comes from."""

    text: str
    says: Sentence
    departs: bool
    """The house ruled otherwise than the desk."""


class MarkedTold(Said):
    """What is right, with reasons."""

    question: int
    seconds: int
    right: bool
    about: str = ""
    marks: dict[str, DrillMark] = {}
    took: str = ""
    """The paragraph of the remedy that was taken, if it was a wrong one."""
    ruling: str = ""
    text: str = ""
    says: Sentence | None = None
    follows: list[str] = []
    follows_says: list[Sentence] = []
    why: list[DrillWhy] = []
    decided: list[DrillDecided] = []
    missed: DrillMissed | None = None
    change: list[DrillOtherwise] = []
    house: RuledByHouse | None = None
    spots: list[SpotMark] = []
    paid_right: int = 0
    of: int = 0
    in_time: bool = True
    paragraphs: dict[str, bool] = {}
    report: DrillReport | None = None


class Marked(Said):
    marked: MarkedTold | None
    """None in an exam."""
    drill: DrillTold
    again: bool = False


class GroupOfClass(Said):
    """A group of paragraphs, and how the class does there."""

    group: str
    paragraphs: list[str]
    average: str | None
    """Right answers out of ten, such as 8.3; None if nobody was asked."""
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
    exams: int = 0
    """Exams of this book that were finished, passed or not."""
    certificate: CertificateNamed | None = None


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


class CertifiedQuestion(Said):
    group: str
    paragraph: str
    right: bool
    seconds: int
    limit: int
    """Seconds allowed; 0 where there is no limit."""


class CertificateSaid(Said):
    """What the file says."""

    house: str
    number: str
    name: str
    book: str
    title: str
    at: Time
    set_by: str
    set_by_role: str
    attempt: int
    groups: list[ExamGroup]
    questions: list[CertifiedQuestion]
    examined: int
    of_paragraphs: int
    release: str
    public_key: str
    signature: str


class CertificateTold(Said):
    certificate: CertificateSaid
    file: str
    """The text that `croupier verify` checks, byte for byte."""


class HouseDrill(Said):
    """A decided incident that can be a drill; names, table, cards and amounts are other ones there."""

    incident: int
    text: str
    says: Sentence
    """What was found."""
    phase: str
    phase_says: Sentence
    """How far the round was."""
    paragraph: str
    ruled: RuledByHouse


class HouseDrills(Said):
    items: list[HouseDrill]
