"""The drill "What is ruled?": a table with something wrong on it. What do you do, and who decides it?"""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from croupier.base.actors import Rank
from croupier.base.citation import Citation, printed
from croupier.base.sentences import Sentence, capital, sentence
from croupier.base.values import Value
from croupier.floor.live.answers import drills as answers
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.state.people import ROLE_OF_RANK
from croupier.floor.training.pictures import picture
from croupier.floor.training.questions import (
    CHAPTERS,
    DrillQuestion,
    Otherwise,
    cited,
    drawn,
    every_case,
    otherwise,
)
from croupier.floor.training.remedies import makes_sense, remedy
from croupier.floor.training.settings import setting as any_setting
from croupier.floor.training.telling import is_about, told
from croupier.rules.rulebook.load import at_the_table, load
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.model import Answer
from croupier.rulings_desk.paragraphs import summary
from croupier.rulings_desk.settings import Setting, said_there

OPTIONS = 5
DECIDES = (Rank.DEALER, Rank.PIT_SUPERVISOR, Rank.SHIFT_MANAGER)
FINE_PRINT = frozenset({"retracted", "accepted", "posts", "free", "waits", "passed over", "folded", "cut"})
"""Verdicts on acts of players that differ only in their details, so wrong answers of the same verdict are offered."""
LEAVES_ALL = frozenset({"does.stays", "does.unchanged", "does.unchanged-begun"})
PATIENCE = 60
"""How many more tables are tried for a case in which something follows."""
DULL_IN = 4
"""One question in this many may have a dull answer: nothing changes, or much has gone wrong before."""
AFTER_ANOTHER = frozenset({"choosing", "continued", "pause-withdrawn", "settled-withdrawn", "void"})
"""Phases of a round in which something was ruled before."""
CHANGES = 3
"""How many ways in which the ruling would change are shown."""


class RulingOutcome(Value):
    """What is done, as an option to choose."""

    ruled: Sentence
    """The remedy in one sentence."""
    does: tuple[Sentence, ...]
    """All that happens to cards, bets and meter."""

    @property
    def text(self) -> str:
        return capital(str(self.ruled))

    @property
    def more(self) -> str:
        return " ".join(map(sentence, self.does))


class RulingQuestion:
    """The same chance makes the same question."""

    def __init__(self, asked: DrillQuestion, setting: Setting, about: Citation, chance: random.Random) -> None:
        self.asked, self.setting, self.about = asked, setting, about
        self.book = at_the_table(asked.book, asked.device)
        self.said = asked.answer(setting)
        others = ((other, other.asked.answer(setting)) for other in otherwise(asked))
        self._others = [(other, said) for other, said in others if makes_sense(said)]
        self.picture = picture(asked, setting, chance)
        self.outcomes = self._options(chance)

    def _options(self, chance: random.Random) -> list[RulingOutcome]:
        """The right one and close ones: what would be done if one thing were different, then other remedies."""
        others = [said for _, said in chance.sample(self._others, len(self._others))]
        further = (each.answer(self.setting) for each in drawn(self.asked.book, self.asked.device, chance))
        chosen = _other_outcomes(self.said, others, filter(makes_sense, further))
        outcomes = [outcome(said) for said in (self.said, *chosen)]
        self._rests_on = {outcome(said): next(iter(cited(said)), "") for said in chosen}
        return chance.sample(outcomes, len(outcomes))

    def asks(self) -> answers.DrillQuestion:
        """Names no paragraph, because a trainee could then match its words with the options."""
        return answers.DrillQuestion(
            kind="ruling",
            table=self.picture.table,
            told=self.story(),
            asks=answers.DrillAsks(self.options(), [ROLE_OF_RANK[rank] for rank in DECIDES]),
        )

    def story(self) -> answers.DrillStory:
        story = told(self.asked, self.setting, self.picture)
        return answers.DrillStory(
            what=sentence(story.what),
            what_says=SentenceTold.of(story.what),
            so=sentence(story.so),
            so_says=SentenceTold.of(story.so),
            place=story.place,
            player=story.player,
            finding=self.asked.finding.key,
        )

    def options(self) -> list[answers.FollowsOption]:
        return [
            answers.FollowsOption(
                option=_letter(number),
                text=each.text,
                says=SentenceTold.of(each.ruled),
                more=each.more,
                more_says=[SentenceTold.of(said) for said in each.does],
            )
            for number, each in enumerate(self.outcomes)
        ]

    def mark(self, follows: str, decides: str, seconds: int = 0, number: int = 1) -> answers.MarkedTold:
        right = outcome(self.said)
        right_option = _letter(self.outcomes.index(right))
        who = ROLE_OF_RANK[self.said.decided_by]
        marks = {
            "follows": answers.DrillMark(follows == right_option, follows, [right_option]),
            "decides": answers.DrillMark(decides == who, decides, [who]),
        }
        return answers.MarkedTold(
            question=number,
            seconds=seconds,
            right=all(mark.right for mark in marks.values()),
            about=self.about,
            marks=marks,
            took=self._took(follows),
            ruling=self.said.ruling or "refused",
            text=right.text,
            says=SentenceTold.of(right.ruled),
            follows=[sentence(each) for each in right.does],
            follows_says=[SentenceTold.of(each) for each in right.does],
            why=[answers.DrillWhy(cite, summary(self.book, cite)) for cite in cited(self.said)],
            decided=list(self._decided()),
            missed=self._missed(follows),
            change=list(self._changes()),
        )

    def _took(self, follows: str) -> str:
        """The paragraph of a remedy that is not the right one."""
        given = next((each for number, each in enumerate(self.outcomes) if _letter(number) == follows), None)
        return "" if given is None else self._rests_on.get(given, "")

    def _differs(self) -> Iterator[tuple[Otherwise, Answer]]:
        mine = (self.said.ruling, self.said.cites, self.said.refused)
        for other, said in self._others:
            if (said.ruling, said.cites, said.refused) != mine:
                yield other, said

    def _decided(self) -> Iterator[answers.DrillDecided]:
        """What decided the ruling: facts that alone would change it."""
        told_already = set()
        for other, _ in self._differs():
            for reply in other.instead:
                if reply.says not in told_already:
                    told_already.add(reply.says)
                    here = said_there(reply.says, self.setting)
                    yield answers.DrillDecided(str(here), SentenceTold.of(here), is_about(reply, self.setting))

    def _missed(self, follows: str) -> answers.DrillMissed | None:
        """What somebody who ruled so must have overlooked."""
        given = next((each for number, each in enumerate(self.outcomes) if _letter(number) == follows), None)
        for other, said in self._differs():
            if other.instead and given != outcome(self.said) and given == outcome(said):
                (reply,) = other.instead
                here, as_if = said_there(reply.says, self.setting), said_there(other.says, self.setting)
                return answers.DrillMissed(
                    text=str(here),
                    says=SentenceTold.of(here),
                    place=is_about(reply, self.setting),
                    as_if=str(as_if),
                    as_if_says=SentenceTold.of(as_if),
                )
        return None

    def _changes(self) -> Iterator[answers.DrillOtherwise]:
        told_already = {outcome(self.said)}
        for other, said in self._differs():
            ruled = outcome(said)
            if ruled in told_already:
                continue
            told_already.add(ruled)
            cites = said.cites if said.refused is None else said.refused.cites
            condition = said_there(other.says, self.setting)
            yield answers.DrillOtherwise(
                if_=str(condition),
                if_says=SentenceTold.of(condition),
                text=ruled.text,
                says=SentenceTold.of(ruled.ruled),
                cites=printed(cites),
            )
            if len(told_already) > CHANGES:
                return


def made(
    book: str, device: Device, about: Citation, chance: random.Random, tries: int | None = None
) -> RulingQuestion | None:
    """A question whose answer cites this paragraph; None if the desk never cites it, or not within `tries` tables."""
    at_table = at_the_table(book, device)
    beside = ".".join(about.split(".")[:2])
    dull: tuple[DrillQuestion, Setting] | None = None
    looked_at = 0
    cases = drawn(book, device, chance)
    asked = next(cases)
    for _ in range(len(every_case(book, device)) if tries is None else tries):
        setting = any_setting(at_table, device, chance)
        said = asked.answer(setting)
        looked_at += dull is not None
        if about in cited(said) and makes_sense(said):
            if not chance.randrange(DULL_IN) or not _is_dull(asked, said):
                return RulingQuestion(asked, setting, about, chance)
            dull = dull or (asked, setting)
        if looked_at >= PATIENCE:
            break
        try:
            asked = cases.send(any(cite == beside or cite.startswith(f"{beside}.") for cite in cited(said)))
        except StopIteration:
            break
    return None if dull is None else RulingQuestion(*dull, about, chance)


def _is_dull(asked: DrillQuestion, said: Answer) -> bool:
    """Whether nothing follows, or something else has gone wrong before."""
    return said.ruling == "none" or asked.phase.key in AFTER_ANOTHER


def outcome(said: Answer) -> RulingOutcome:
    return RulingOutcome(remedy(said), (*said.does, *said.offers()))


def _other_outcomes(right: Answer, near: Sequence[Answer], further: Iterator[Answer]) -> list[Answer]:
    """Other remedies, first from close cases; of `FINE_PRINT` those of the same verdict first."""
    mine = outcome(right)
    chosen: list[Answer] = []
    if right.ruling in FINE_PRINT:
        alike = {outcome(said): said for said in near if said.ruling == right.ruling and outcome(said) != mine}
        chosen = list(alike.values())[: OPTIONS - 1]
    taken = {_kind(mine.ruled), *(_kind(outcome(said).ruled) for said in chosen)}
    for said in chain(near, islice(further, PATIENCE)):
        if len(chosen) == OPTIONS - 1:
            break
        if _kind(outcome(said).ruled) not in taken:
            taken.add(_kind(outcome(said).ruled))
            chosen.append(said)
    return chosen


def _kind(ruled: Sentence) -> Sentence | str:
    """Remedies that leave everything as it is are one: nobody could choose between them."""
    return "as it is" if ruled.code in LEAVES_ALL else ruled


def _letter(number: int) -> str:
    return "abcde"[number]


def asked_of(book: str) -> list[Citation]:
    """The paragraphs of chapters 4 and 5, in order."""
    return [Citation(number) for number in load(book).paragraphs if number.startswith(CHAPTERS)]
