"""`answer`: bring an example table into the phase, report what was found, and read what the engine made of it."""

import shlex
from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from croupier.base.actors import Actor, Rank
from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused, Unreadable
from croupier.rules.games.common import Ruled
from croupier.rules.games.house import commands as house
from croupier.rules.games.house import events as hev
from croupier.rules.games.house.reports import policy_cites
from croupier.rules.games.house.table import Policy
from croupier.rules.games.poker import events as pev
from croupier.rules.games.poker.machine import decide as poker_decide
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, Rulebook, game_of
from croupier.rulings_desk import corrections
from croupier.rulings_desk import house_acts as house_deeds
from croupier.rulings_desk import poker_acts as poker_deeds
from croupier.rulings_desk.cases import Case, in_short
from croupier.rulings_desk.deciders import who_decides
from croupier.rulings_desk.example_tables import HouseExample, PokerExample
from croupier.rulings_desk.findings import finding_of
from croupier.rulings_desk.model import Answer, Finding, Refusal
from croupier.rulings_desk.phases import HousePhase, after_a_fold, phase_of, read_circumstances
from croupier.rulings_desk.remedies import (
    cited_beside,
    house_choices,
    house_decisions,
    house_remedies,
    later_rounds,
    poker_decisions,
    poker_remedies,
    policies,
)
from croupier.rulings_desk.settings import HouseSetting, PokerSetting, Setting


def answer(
    book: str,
    device: Device,
    phase: str,
    found: str,
    by: Rank = Rank.SHIFT_MANAGER,
    setting: Setting | None = None,
) -> Answer:
    """`found` is a report as round files write it, without the word `incident`: "exposed cards=2 box=1".

    Or it is what a player did: "walked-away". A circumstance that the phase leaves open may follow, "looked=no"; the
    default is the first that the phase names. `by` is the reporter, which does not change `decided_by` of the answer. A
    `setting` asks another table; `found` still names the usual places.
    """
    finding, example, details = brought_about(book, device, phase, found, setting)
    blank = Answer(book, device, phase, found, finding.key, Rank.SHIFT_MANAGER)
    actor = Actor(by, by.words)
    case = case_of(finding, phase, device, details) if finding.deed else {}
    if isinstance(example, HouseExample):
        if finding.correction:
            return corrections.of_house(blank, example, actor)
        if finding.deed:
            return house_deeds.of_house(blank, example, finding.key, case)
        return _of_house(blank, example, actor)
    if finding.correction:
        return corrections.of_poker(blank, example, actor)
    if finding.deed:
        return poker_deeds.of_poker(blank, example, finding.key, case, actor)
    return _of_poker(blank, example, actor)


def brought_about(
    book: str, device: Device, phase: str, found: str, setting: Setting | None = None
) -> tuple[Finding, HouseExample | PokerExample, list[str]]:
    """The example table in the phase, the finding, and the other words of the report."""
    try:
        kind, *details = shlex.split(found)
    except ValueError:
        raise Unreadable("say what was found, such as: exposed cards=2") from None
    finding = finding_of(at_the_table(book, device), kind)
    which = phase_of(game_of(book), phase)
    if finding.phases and phase not in finding.phases:
        raise Unreadable(f"{kind} belongs to the phases {', '.join(finding.phases)}")
    if finding.deed and finding.after_a_fold(details):
        which = after_a_fold(which)
    so, details = read_circumstances(which, details)
    if isinstance(which, HousePhase):
        assert setting is None or isinstance(setting, HouseSetting)
        return finding, HouseExample(book, device, which, so, kind, details, setting), details
    assert setting is None or isinstance(setting, PokerSetting)
    return finding, PokerExample(book, device, which, so, kind, details, setting), details


def answers(book: str, device: Device, phase: str, found: str, by: Rank = Rank.SHIFT_MANAGER) -> list[Answer]:
    """The answer; if it depends on something that neither phase nor report says, the other answers too."""
    which = phase_of(game_of(book), phase)
    words = found.split()
    finding = finding_of(at_the_table(book, device), words[0]) if words else None
    if finding is not None and finding.deed and finding.after_a_fold(words):
        which = after_a_fold(which)
    named = {word.partition("=")[0] for word in words}
    left_open = [fact for fact in which.circumstances if fact.key not in named]
    every = list(product(*(fact.replies for fact in left_open)))
    told: dict[Answer, list[Case]] = {}
    for so in every:
        said = answer(book, device, phase, " ".join([found, *(reply.text for reply in so)]), by)
        told.setdefault(replace(said, found=found), []).append(so)
    return [replace(said, when="; or ".join(in_short(left_open, so, every))) for said, so in told.items()]


def case_of(finding: Finding, phase: str, device: Device, details: Sequence[str]) -> dict[str, str]:
    """One reply to each question about a deed; a reply may be empty."""
    possible = [[each for each in fact.replies if each.possible(phase, folded=True)] for fact in finding.facts]
    replies = [[each.text for each in known] for known in possible]
    given = [[word for word in details if word in known] or ([""] if "" in known else []) for known in replies]
    if any(len(each) != 1 for each in given) or not set(details) <= {word for each in given for word in each}:
        wanted = " and ".join(" or ".join(filter(None, known)) for known in replies)
        raise Unreadable(f"{finding.key}: expected {wanted or 'nothing more'}")
    together = ({reply.text for reply in case} for case in finding.cases(phase, folded=True))
    if {word for (word,) in given} not in together:
        raise Unreadable(f"{finding.key}: {' and '.join(details)} cannot go together")
    return dict(word.split("=") for (word,) in given if word)


def _of_house(blank: Answer, example: HouseExample, actor: Actor) -> Answer:
    try:
        example.report_earlier()
    except Refused as refused:  # then this case is impossible
        return replace(blank, decided_by=Rank.DEALER, refused=Refusal(refused.says, refused.cites))
    dealer, before, report = example.dealer, example.dealer.round, replace(example.report, by=actor)
    if dealer.link is not None:
        report = replace(report, verify_above=dealer.link.parameters.verify_above)
    meter = dealer.displayed
    decided = who_decides(report, lambda told: dealer.game.decide(dealer.book, before, told))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = dealer.act(report)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    given = [event.ruled for event in events if isinstance(event, hev.IrregularityRuled)]
    remedies = list(house_remedies(before, meter, events, dealer))
    choices = list(house_choices(dealer))
    following = tuple(house_decisions(dealer))
    if report.incident in (house.Incident.JACKPOT_DOWN, house.Incident.JACKPOT_UP):
        if report.incident is house.Incident.JACKPOT_DOWN and report.policy is None:
            choices.append(policies(dealer))
        remedies += [said for said, _ in later_rounds(dealer)]
        if report.policy is Policy.WITHOUT_JACKPOT:  # a notice goes up, which no event shows
            remedies += house_deeds.in_words(dealer.book, policy_cites(dealer.book, report.policy))
    blank = replace(blank, beside=cited_beside(events))
    return replace(blank, **_ruled(dealer.book, given), does=tuple(remedies), choices=tuple(choices), next=following)


def _of_poker(blank: Answer, example: PokerExample, actor: Actor) -> Answer:
    dealer, before, report = example.dealer, example.dealer.state, replace(example.report, by=actor)
    decided = who_decides(report, lambda told: poker_decide(dealer.book, before, told))
    blank = replace(blank, decided_by=decided.by, below=decided.below)
    try:
        events = dealer.act(report)
    except Refused as refused:
        return replace(blank, refused=Refusal(refused.says, refused.cites))
    given = [event.ruled for event in events if isinstance(event, pev.IrregularityRuled)]
    remedies = tuple(poker_remedies(before, events, dealer.state))
    blank = replace(blank, beside=cited_beside(events))
    return replace(blank, **_ruled(dealer.book, given), does=remedies, next=tuple(poker_decisions(dealer)))


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
"""The clauses that name the House instead of a rank."""


def _ruled(book: Rulebook, given: Sequence[Ruled]) -> dict[str, object]:
    assert given, "a report that is not refused is ruled on"
    cites: list[Citation] = [cite for ruled in given for cite in ruled.cites]
    left_to_the_house = {book.cited[clause] for clause in DISCRETION if clause in book.cited}
    if ruling(107) in cites or ruling(100) in cites:  # the paragraph itself voids, or it is too late
        left_to_the_house = set()
    return {
        "ruling": " and ".join(dict.fromkeys(ruled.ruling for ruled in given)),
        "cites": tuple(dict.fromkeys(cites)),
        "discretion": tuple(dict.fromkeys(cite for cite in cites if cite in left_to_the_house)),
    }
