"""`answer`: bring an example table into the phase, report what was found, and read what the engine made of it."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TypeVar

from msgspec.structs import replace

from croupier.actors import Actor, Rank
from croupier.citation import Citation
from croupier.errors import Refused, Unreadable
from croupier.games.common import Ruled
from croupier.games.house import commands as house
from croupier.games.house import events as hev
from croupier.games.poker import commands as poker
from croupier.games.poker import events as pev
from croupier.games.poker.machine import decide as poker_decide
from croupier.rulebook.load import at_the_table
from croupier.rulebook.model import Device, Rulebook
from croupier.rulings_desk import deeds
from croupier.rulings_desk.cases import Case, in_short
from croupier.rulings_desk.findings import Finding, finding_of
from croupier.rulings_desk.model import Answer, Refusal
from croupier.rulings_desk.phases import HousePhase, phase_of, read_circumstances
from croupier.rulings_desk.remedies import (
    house_choices,
    house_decisions,
    house_remedies,
    later_rounds,
    poker_decisions,
    poker_remedies,
    policies,
)
from croupier.rulings_desk.tables import HouseExample, PokerExample
from croupier.values import Value

Report = TypeVar("Report", house.ReportIrregularity, poker.ReportIrregularity)


def answer(book: str, device: Device, phase: str, found: str, by: Rank = Rank.SHIFT_MANAGER) -> Answer:
    """`found` is a report as round files write it, without the word `incident`: "exposed cards=2 box=1".

    Or what a player did: "walked-away". A circumstance that the phase leaves open may stand beside it, "looked=no";
    without that it is the first that the phase names. `by` is who reports; `decided_by` of the answer does not depend
    on that.
    """
    try:
        kind, *details = shlex.split(found)
    except ValueError:
        raise Unreadable("say what was found, such as: exposed cards=2") from None
    finding = finding_of(at_the_table(book, device), kind)
    which = phase_of(book.partition("@")[0], phase)
    if finding.phases and phase not in finding.phases:
        raise Unreadable(f"{kind} belongs to the phases {', '.join(finding.phases)}")
    so, details = read_circumstances(which, details)
    blank = Answer(book, device, phase, found, kind, Rank.SHIFT_MANAGER)
    actor = Actor(by, by.words)
    if isinstance(which, HousePhase):
        at_house = HouseExample(book, device, which, so, kind, details)
        if finding.deed:
            return deeds.of_house(blank, at_house, kind, _case(finding, details))
        return _of_house(blank, at_house, actor)
    at_poker = PokerExample(book, device, which, so, kind, details)
    if finding.deed:
        return deeds.of_poker(blank, at_poker, kind, _case(finding, details))
    return _of_poker(blank, at_poker, actor)


def answers(book: str, device: Device, phase: str, found: str, by: Rank = Rank.SHIFT_MANAGER) -> list[Answer]:
    """The answer; and where it hangs on something that neither the phase nor the report says, the others too."""
    which = phase_of(book.partition("@")[0], phase)
    named = {word.partition("=")[0] for word in found.split()}
    left_open = [fact for fact in which.circumstances if fact.key not in named]
    every = list(product(*(fact.replies for fact in left_open)))
    told: dict[Answer, list[Case]] = {}
    for so in every:
        said = answer(book, device, phase, " ".join([found, *(reply.text for reply in so)]), by)
        told.setdefault(replace(said, found=found), []).append(so)
    return [replace(said, when="; or ".join(in_short(left_open, so, every))) for said, so in told.items()]


def _case(finding: Finding, details: Sequence[str]) -> str:
    """Of a deed, which case of it."""
    known = [value.text for fact in finding.facts for value in fact.replies]
    if (not known and details) or (known and (len(details) != 1 or details[0] not in known)):
        raise Unreadable(f"{finding.key}: {' or '.join(known) or 'nothing more'} is wanted")
    return details[0].partition("=")[2] if details else ""


def _of_house(blank: Answer, example: HouseExample, actor: Actor) -> Answer:
    desk, before, report = example.desk, example.desk.round, replace(example.report, by=actor)
    meter = desk.meter
    decided = who_decides(report, lambda told: desk.game.decide(desk.book, before, told))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = desk.act(report)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.why, refused.cites))
    given = [event.ruled for event in events if isinstance(event, hev.IrregularityRuled)]
    remedies = list(house_remedies(before, meter, events, desk))
    choices = list(house_choices(desk))
    following = tuple(house_decisions(desk))
    if report.incident in (house.Incident.JACKPOT_DOWN, house.Incident.JACKPOT_UP):
        if report.incident is house.Incident.JACKPOT_DOWN and report.policy is None:
            choices.append(policies(desk))
        remedies += [words for words, _ in later_rounds(desk)]
    return replace(blank, **_ruled(desk.book, given), remedies=tuple(remedies), choices=tuple(choices), next=following)


def _of_poker(blank: Answer, example: PokerExample, actor: Actor) -> Answer:
    desk, before, report = example.desk, example.desk.state, replace(example.report, by=actor)
    decided = who_decides(report, lambda told: poker_decide(desk.book, before, told))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = desk.act(report)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.why, refused.cites))
    given = [event.ruled for event in events if isinstance(event, pev.IrregularityRuled)]
    remedies = tuple(poker_remedies(before, events, desk.state))
    return replace(blank, **_ruled(desk.book, given), remedies=remedies, next=tuple(poker_decisions(desk)))


DISCRETION = (
    "burn-left-out",
    "first-burn-left-out-restored",
    "first-burn-left-out-voids",
    "burn-left-out-restored",
    "after-jackpot-down",
    "close-the-table",
    "disallow-the-box",
    "without-jackpot",
)
"""The clauses that name the House, and no rank."""


def _ruled(book: Rulebook, given: Sequence[Ruled]) -> dict[str, object]:
    assert given, "a report that is not refused is ruled on"
    cites: list[Citation] = [cite for ruled in given for cite in ruled.cites]
    left_to_the_house = {book.cited[clause] for clause in DISCRETION if clause in book.cited}
    return {
        "ruling": " and ".join(dict.fromkeys(ruled.ruling for ruled in given)),
        "cites": tuple(dict.fromkeys(cites)),
        "discretion": tuple(dict.fromkeys(cite for cite in cites if cite in left_to_the_house)),
    }


def _unsigned(event: object) -> object:
    """What an event does, without the name of who decided it."""
    if isinstance(event, hev.IrregularityRuled | pev.IrregularityRuled):
        return replace(event, ruled=replace(event.ruled, by=None))
    return event


class Decided(Value):
    by: Rank
    below: Refusal | None


def who_decides(report: Report, decide: Callable[[Report], Iterable[object]]) -> Decided:
    """The lowest rank whose report does what the Shift Manager's does, and what the rank below is told."""

    def told(rank: Rank) -> object:
        try:
            return [_unsigned(event) for event in decide(replace(report, by=Actor(rank, rank.words)))]
        except Refused as refused:
            return Refusal(refused.why, refused.cites)

    highest = told(Rank.SHIFT_MANAGER)
    below: Refusal | None = None
    for rank in Rank:
        said = told(rank)
        if said == highest:
            return Decided(max(rank, Rank.DEALER), below)
        below = said if isinstance(said, Refusal) else None
    raise AssertionError(report)
