"""Every question that the desk can answer about a book, and its answer at a given table."""

import random
from collections.abc import Generator, Iterator
from functools import cache

from croupier.base.citation import Citation
from croupier.base.sentences import Sentence
from croupier.base.values import Value
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
from croupier.rulings_desk.cases import Case, cases
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.findings import as_text, groups
from croupier.rulings_desk.model import Answer, Finding, Reply
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phases
from croupier.rulings_desk.settings import Setting

CHAPTERS = ("4.", "5.")
"""Settlement and irregularities."""


class DrillQuestion(Value):
    """What was found, in which phase, and under which circumstances."""

    book: str
    device: Device
    phase: HousePhase | PokerPhase
    finding: Finding
    so: Case
    """One reply to each circumstance that the phase leaves open."""
    case: Case
    """One reply to each question about the finding."""

    @property
    def report(self) -> str:
        return " ".join([as_text(self.finding, self.case), *(reply.text for reply in self.so)])

    def answer_at_the_desk(self) -> Answer:
        """At the desk's usual table."""
        return answer(self.book, self.device, self.phase.key, self.report)

    def answer(self, setting: Setting) -> Answer:
        return answer(self.book, self.device, self.phase.key, self.report, setting=setting)


class Otherwise(Value):
    """The same case with one thing changed."""

    asked: DrillQuestion
    instead: tuple[Reply, ...]
    """The replies that would change."""
    says: Sentence
    """The change in words."""


@cache
def every_case(book: str, device: Device) -> tuple[DrillQuestion, ...]:
    at_table = at_the_table(book, device)
    return tuple(
        DrillQuestion(book, device, phase, finding, so, case)
        for group in groups(at_table)
        for finding in group.findings
        if not finding.correction  # no paragraph of the document decides it
        for phase in phases(at_table.game)
        if not finding.phases or phase.key in finding.phases
        for so, case in cases(phase, device, finding)
    )


@cache
def _by_finding(book: str, device: Device) -> tuple[tuple[DrillQuestion, ...], ...]:
    found: dict[str, list[DrillQuestion]] = {}
    for asked in every_case(book, device):
        found.setdefault(asked.finding.key, []).append(asked)
    return tuple(map(tuple, found.values()))


def drawn(book: str, device: Device, chance: random.Random) -> Generator[DrillQuestion, bool | None, None]:
    """Every case once, in random order; each kind of finding as often as the others.

    The caller sends back whether a case was close to the wanted one; then others of its kind come next.
    """
    kinds = [chance.sample(cases_of_it, len(cases_of_it)) for cases_of_it in _by_finding(book, device)]
    while kinds:
        chance.shuffle(kinds)
        for kind in kinds:
            near = yield kind.pop()
            while near and kind:
                near = yield kind.pop()
        kinds = [kind for kind in kinds if kind]


def cited(said: Answer) -> tuple[Citation, ...]:
    """The citations of the ruling or refusal, its own paragraph first."""
    refused = () if said.refused is None else said.refused.cites
    return tuple(dict.fromkeys((*said.cites, *refused, *said.beside)))


def otherwise(asked: DrillQuestion) -> Iterator[Otherwise]:
    """Changes one thing: a circumstance, a fact of the report, and last the phase."""
    possible = set(_same_finding(asked))
    for place, fact in enumerate(asked.phase.circumstances):
        for reply in fact.replies:
            so = (*asked.so[:place], reply, *asked.so[place + 1 :])
            if reply != asked.so[place] and (asked.phase.key, so, asked.case) in possible:
                other = DrillQuestion(asked.book, asked.device, asked.phase, asked.finding, so, asked.case)
                yield Otherwise(other, (asked.so[place],), reply.says)
    for place, fact in enumerate(asked.finding.facts):
        for reply in fact.replies:
            case = (*asked.case[:place], reply, *asked.case[place + 1 :])
            if reply != asked.case[place] and (asked.phase.key, asked.so, case) in possible:
                other = DrillQuestion(asked.book, asked.device, asked.phase, asked.finding, asked.so, case)
                yield Otherwise(other, (asked.case[place],), reply.says)
    for each in _by_name(asked):
        lost = tuple(reply for reply in _said(asked) if reply not in _said(each))
        won = [reply.says for reply in _said(each) if reply not in _said(asked)]
        one_thing = len(lost) == len(won) == 1
        yield Otherwise(each, lost if one_thing else (), won[0] if one_thing else each.phase.says)


def _same_finding(asked: DrillQuestion) -> Iterator[tuple[str, Case, Case]]:
    for kind in _by_finding(asked.book, asked.device):
        if kind[0].finding.key == asked.finding.key:
            yield from ((each.phase.key, each.so, each.case) for each in kind)


def _by_name(asked: DrillQuestion) -> Iterator[DrillQuestion]:
    """The same facts in each other phase, with all circumstances that the phases share."""
    (kind,) = (kind for kind in _by_finding(asked.book, asked.device) if kind[0].finding.key == asked.finding.key)
    nearest: dict[str, DrillQuestion] = {}
    for each in kind:
        if each.phase.key == asked.phase.key or each.case != asked.case:
            continue
        known = nearest.get(each.phase.key)
        if known is None or _shared(asked, each) > _shared(asked, known):
            nearest[each.phase.key] = each
    return iter(sorted(nearest.values(), key=lambda each: -_shared(asked, each)))


def _said(asked: DrillQuestion) -> tuple[Reply, ...]:
    return (*asked.phase.implied, *asked.so)


def _shared(one: DrillQuestion, other: DrillQuestion) -> int:
    return len(set(_said(one)) & set(_said(other)))
