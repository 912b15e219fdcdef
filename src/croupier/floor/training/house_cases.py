"""Makes drills of the house's incidents: what was found and how far the round had come, without names, table, cards and
amounts.

The drill shows the case at a table of its own, and the answer is the desk's. Only incidents at house-banked tables are
used, and only if the desk has the same case: same finding, facts and phase, and a paragraph that was cited with the
report.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from croupier.base.citation import is_ruling
from croupier.base.sentences import capital
from croupier.base.values import Value
from croupier.floor.live.answers.drills import HouseDrill
from croupier.floor.live.answers.said import Sentence as SentenceTold
from croupier.floor.live.history.past_rounds import History
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.problems import Problem
from croupier.floor.live.state.table import Incident, LiveTable
from croupier.floor.live.state.words import INCIDENT, reported
from croupier.floor.training.drills import HouseCase, ruled_by_house
from croupier.floor.training.questions import DrillQuestion, cited, every_case
from croupier.floor.training.remedies import makes_sense
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.table import HouseRound, HouseState, Phase, Standing
from croupier.rules.rulebook.model import game_of

MOST, LOOKED_AT = 20, 100
"""How many incidents are offered, and how many of the newest are looked at: each look folds a round again."""
FOLDS = 2
"""The box that has folded in cases of the desk in which one has."""


class Situation(Value):
    """How far the round was, as the desk asks for it."""

    phase: str
    so: frozenset[str] = frozenset()
    """Circumstances that the phase leaves open."""


def situation(round_: HouseRound) -> Situation | None:
    """None if something else was ruled in the round before, or the desk has no such phase."""
    if round_.choosing or round_.void or round_.incidents or round_.claims:
        return None
    standing = {box.standing for box in round_.boxes.values()}
    looked, folded = any(box.looked for box in round_.boxes.values()), Standing.FOLDED in standing
    so = frozenset({f"looked={_yes(looked)}", f"folded={_yes(folded)}"})
    if Standing.RETURNED in standing or standing == {Standing.FOLDED}:
        return None
    match round_.phase:
        case Phase.BETTING:
            return Situation("bets-open")
        case Phase.DEALING | Phase.DECIDING if round_.turned:
            street = {3: "flop", 4: "turn"}.get(round_.turned)
            if street is None:
                return None
            return Situation(street + "-folded" * folded, frozenset({f"looked={_yes(looked)}"}))
        case Phase.DEALING | Phase.DECIDING:
            if folded:
                return Situation("folded" if looked else "folded-unseen")
            return Situation("looked" if looked else "dealt")
        case Phase.SETTLING:
            return Situation("river" if round_.turned else "pause", so)
        case Phase.SETTLED:
            return Situation("settled", so)
        case _:
            return None


def _yes(so: bool) -> str:
    return "yes" if so else "no"


def house_cases(history: History, incidents: Iterable[tuple[LiveTable, Incident]], book: str) -> list[HouseCase]:
    """Newest first. Dismissed reports are left out, because nothing was found."""
    if game_of(book) not in HOUSE_GAMES:
        return []
    decided = [
        pair for pair in incidents if pair[0].book == book and pair[1].decided is not None and pair[1].decided.ruling
    ]
    newest = sorted(decided, key=lambda pair: -pair[1].reported.number)[:LOOKED_AT]
    found = (_case(history, table.name, incident, book) for table, incident in newest)
    return list(islice((each for each in found if each is not None), MOST))


def _case(history: History, name: str, incident: Incident, book: str) -> HouseCase | None:
    waits, decided = incident.reported, incident.decided
    assert decided is not None
    try:
        end = history.at_its_end(name, waits.round).game
    except Problem:  # the round is archived
        return None
    before = _when_reported(history, name, waits)
    if not isinstance(end, HouseState) or not end.round.over or before is None or before.book != book:
        return None
    assert isinstance(before.game, HouseState)
    there = situation(before.game.round)
    if there is None:
        return None
    report = reported(waits.do)
    ruled = reported(decided.do) if decided.do.startswith(INCIDENT) else report
    details = ruled.details if ruled.kind == report.kind else report.details
    facts = frozenset(_facts(details, _folded_boxes(before.game.round)))
    for asked in _alike(book, before, report.kind, there, facts):
        said = asked.answer_at_the_desk()
        about = next((cite for cite in waits.cites if cite in cited(said) and not is_ruling(cite)), None)
        if about is not None and makes_sense(said):
            departs = ruled.kind != report.kind or decided.ruling != said.ruling
            return HouseCase(waits.number, asked.device, asked.phase.key, asked.report, about, decided.ruling, departs)
    return None


def _when_reported(history: History, name: str, waits: ev.IncidentWaits) -> LiveTable | None:
    """The table just before the report."""
    for before, _, fold in history.fold_through(name, waits.round):
        if any(isinstance(each, ev.IncidentWaits) and each.number == waits.number for each in fold.events):
            return before
    return None


def _folded_boxes(round_: HouseRound) -> frozenset[int]:
    return frozenset(number for number, box in round_.boxes.items() if box.standing is Standing.FOLDED)


def _facts(details: Sequence[str], folded: frozenset[int]) -> Iterator[str]:
    """Facts of a report, without the number of its box and without facts that are false."""
    for word in details:
        key, _, value = word.partition("=")
        if key == "box" and value.isdigit():
            yield "box folded" if int(value) in folded else "box"
        elif value != "false":
            yield word


def _alike(book: str, before: LiveTable, kind: str, there: Situation, facts: frozenset[str]) -> Iterator[DrillQuestion]:
    for asked in every_case(book, before.sign.dealing):
        if (asked.finding.key, asked.phase.key) != (kind, there.phase) or asked.finding.deed:
            continue
        if frozenset(reply.text for reply in asked.so) != there.so:
            continue
        folded = "folded=yes" in there.so or "folded" in there.phase
        words = " ".join(reply.text for reply in asked.case).split()
        if frozenset(_facts(words, frozenset({FOLDS}) if folded else frozenset())) == facts:
            yield asked


def house_case_told(book: str, case: HouseCase) -> HouseDrill:
    key = (case.phase, case.report)
    asked = next(each for each in every_case(book, case.device) if (each.phase.key, each.report) == key)
    found, phase = asked.finding.says, asked.phase.says
    return HouseDrill(
        incident=case.incident,
        text=capital(str(found)),
        says=SentenceTold.of(found),
        phase=str(phase),
        phase_says=SentenceTold.of(phase),
        paragraph=case.about,
        ruled=ruled_by_house(case),
    )
