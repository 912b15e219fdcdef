"""The drill "Run a table": six rounds with bots and planted errors; deal on, or say that something is wrong.

This part is common to both families of games: when errors are planted, and what was found, missed or reported falsely.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from croupier.base.citation import Citation, printed
from croupier.base.sentences import Sentence, capital, says, sentence
from croupier.base.values import Value
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.training.questions import cited
from croupier.rules.cards import seeded_chance
from croupier.rules.games.irregularity import verdict
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.findings import findings
from croupier.rulings_desk.model import Answer
from croupier.rulings_desk.paragraphs import rule

ROUNDS = 6
FEWEST, MOST = 4, 7
"""Errors planted in a run."""
LONGEST = 120
"""Most steps, false reports included."""
NEVER_PLANTED = frozenset({"other", "interruption", "jackpot-up", "shoe-short", "unshuffled", "simultaneous"})
"""Errors that nobody could see on the table."""


class Planted(Value):
    """A planted error."""

    kind: str
    """The desk's name for it."""
    place: int | None
    """The box or seat; None if it is about the whole table."""
    says: Sentence
    """What was wrong; shown afterwards."""
    report: str
    """The report to the desk, with its usual places: "exposed box=1"."""
    late: str
    """What the desk is asked if nobody noticed it."""
    late_phase: str
    accepted: tuple[str, ...] = ()
    """Other kinds that are accepted as its name."""
    voice: Sentence | None = None
    """What the trainee hears, if it cannot be seen."""


class Noted(Value):
    """One line of the run's log."""

    what: str
    """ "found", "false" or "missed"."""
    round: int
    says: Sentence
    cites: tuple[str, ...]
    kind: str
    ruling: Sentence | None = None


class Run(ABC):
    """The same seed and the same answers lead to the same state."""

    moments: Sequence[str]
    reportable: frozenset[str]
    at_a_place: frozenset[str]
    """Kinds that need a box or seat."""

    def __init__(self, book: str, device: Device, seed: str) -> None:
        self.key, self.device = book, device
        self.book = at_the_table(book, device)
        self.chance = seeded_chance(seed)
        self.round = 0
        self.moment = 0
        self.steps = 0
        self.voice: list[Sentence] = []
        self.noted: list[Noted] = []
        self.planted: Planted | None = None
        self.missed: list[Noted] = []
        self._plan = self._planned()

    def begin(self) -> None:
        self._open_round()

    def _planned(self) -> frozenset[tuple[int, int]]:
        every = [(number, moment) for number in range(1, ROUNDS + 1) for moment in range(len(self.moments))]
        return frozenset(self.chance.sample(every, self.chance.randrange(FEWEST, MOST + 1)))

    @property
    def over(self) -> bool:
        return self.round > ROUNDS or self.steps >= LONGEST

    # --- What the trainee does ------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Goes on to the next moment, past any error here."""
        self.steps += 1
        if self.planted is not None:
            self._miss(self.planted)
            self.planted = None
        self.voice = []
        if not self.round_over and self.moment + 1 < len(self.moments) and self.leads_on(self.moments[self.moment + 1]):
            self._enter(self.moment + 1)
        else:
            self._open_round()

    def report(self, kind: str, place: int | None) -> Noted:
        self.steps += 1
        planted = self.planted
        if planted is None or kind not in (planted.kind, *planted.accepted) or place != planted.place:
            self.noted.append(self._false_alarm(kind, place))
            return self.noted[-1]
        ruling, cites = self.rule_on(planted)
        self.noted.append(Noted("found", self.round, planted.says, tuple(printed(cites)), planted.kind, ruling))
        self.planted = None
        self.voice = [says("drill.ruled", ruling=ruling)]
        if self.round_over:
            self._open_round()
        return self.noted[-1]

    def _false_alarm(self, kind: str, place: int | None) -> Noted:
        found = findings(self.book)[kind].says
        nothing = says("drill.nothing", found=found)
        if place is not None:
            nothing = says("drill.nothing-there", found=found, place=self.named(place))
        return Noted("false", self.round, nothing, (), kind)

    def _miss(self, planted: Planted) -> None:
        said = answer(self.key, self.device, planted.late_phase, planted.late)
        ruling = verdict(said.ruling) if said.ruling else says("cannot-stand")
        self.missed.append(Noted("missed", self.round, planted.says, tuple(printed(cited(said))), planted.kind, ruling))
        self.let_pass(planted)

    # --- How a run goes -------------------------------------------------------------------------------------------

    def _open_round(self) -> None:
        self.round += 1
        self.planted = None
        self.voice = []
        if not self.over:
            self.open_round()
            self._enter(0)

    def _enter(self, moment: int) -> None:
        self.moment = moment
        self.play_to(self.moments[moment])
        if self.round_over:
            return
        if (self.round, moment) in self._plan:
            possible = self.plantable(self.moments[moment])
            if possible:
                kind = self.chance.choice(sorted({each.kind for each in possible}))
                self.planted = self.chance.choice([each for each in possible if each.kind == kind])
                if self.planted.voice is not None:
                    place = self.chance.randrange(len(self.voice) + 1)
                    self.voice.insert(place, self.planted.voice)

    @property
    @abstractmethod
    def round_over(self) -> bool: ...

    @abstractmethod
    def open_round(self) -> None:
        """The next round begins."""

    @abstractmethod
    def play_to(self, moment: str) -> None:
        """The bots act up to this moment."""

    def leads_on(self, moment: str) -> bool:
        """Whether the round comes to this moment at all."""
        return True

    @abstractmethod
    def plantable(self, moment: str) -> list[Planted]:
        """What can be wrong at this moment, as the table stands."""

    @abstractmethod
    def rule_on(self, planted: Planted) -> tuple[Sentence, tuple[Citation, ...]]:
        """The trainee reported it: the table rules and goes on accordingly. Returns the ruling in words, and its
        citations."""

    @abstractmethod
    def let_pass(self, planted: Planted) -> None:
        """Nobody has noticed it."""

    @abstractmethod
    def drawn(self) -> answers.DrillTable:
        """The table with the error on it."""

    @abstractmethod
    def places(self) -> list[int]: ...

    @abstractmethod
    def named(self, place: int) -> Sentence:
        """ "box 3"."""

    # --- What is shown --------------------------------------------------------------------------------------------

    def asks(self) -> answers.DrillQuestion:
        return answers.DrillQuestion(
            kind="run",
            table=self.drawn(),
            round=self.round,
            rounds=ROUNDS,
            moment=self.moments[self.moment],
            voice=[sentence(each) for each in self.voice],
            voice_says=[SentenceTold.of(each) for each in self.voice],
            found=len(self.found),
            false=len(self.false_alarms),
            so_far=[told(noted) for noted in self.noted],
            kinds=self.kinds(),
            places=self.places(),
        )

    def kinds(self) -> list[answers.ReportKind]:
        """What can be reported; the list does not reveal which of it is there."""
        return [
            answers.ReportKind(kind, capital(str(each.says)), SentenceTold.of(each.says), kind in self.at_a_place)
            for kind, each in findings(self.book).items()
            if kind in self.reportable and kind not in NEVER_PLANTED
        ]

    @property
    def found(self) -> list[Noted]:
        return [noted for noted in self.noted if noted.what == "found"]

    @property
    def false_alarms(self) -> list[Noted]:
        return [noted for noted in self.noted if noted.what == "false"]


def ruled_on(book: Rulebook, said: Answer) -> Sentence:
    """The ruling; if refused, what the refusing paragraph says."""
    if said.refused is not None:
        return rule(book, said.refused.cites[0])
    return verdict(said.ruling)


def told(noted: Noted) -> answers.DrillNoted:
    return answers.DrillNoted(
        round=noted.round,
        text=capital(str(noted.says)),
        says=SentenceTold.of(noted.says),
        kind=noted.kind,
        ruling=str(noted.ruling or ""),
        cites=list(noted.cites),
        ruling_says=None if noted.ruling is None else SentenceTold.of(noted.ruling),
    )
