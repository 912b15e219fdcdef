"""A rulings manual: every report in every phase, as Markdown. What reads alike is told once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from croupier.actors import Rank
from croupier.citation import STANDING_RULINGS, Citation
from croupier.rulebook.load import load
from croupier.rulebook.model import Device, Rulebook
from croupier.rulebook.weave import title_of
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.findings import Fact, Finding, Reply, as_text, groups
from croupier.rulings_desk.model import Answer
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phases
from croupier.values import Value

RULINGS = {
    "void": "the round is void",
    "continue": "the round goes on",
    "options": "whoever is affected may continue or have his bets back",
    "invalidated": "one hand is struck out, the round goes on",
    "reconstructed": "the cards are put right",
    "reshuffled": "cards go back into the shoe, which is shuffled",
    "discarded": "a card is set aside",
    "none": "it changes nothing",
    "cut": "the bet counts up to the limit, the excess goes back",
    "returned": "the bet goes back",
    "accepted": "the act stands",
    "retracted": "the act is taken back",
    "folded": "the hand is folded by rule",
}

INTRODUCTION = """\
What was found, and in which phase of the round: each line says what is ruled, what follows, by which paragraphs and
who may decide it. Nobody wrote these lines. Each was reported to an example table, and they tell what the table did;
phases and facts that make no difference share a line. Whoever is named decides, or anybody above him; "for the House"
where the paragraph leaves a question to its discretion. Numbers are paragraphs of the document, R-numbers standing
rulings of the House (docs/rulings.md); "(shoe)" and "(shuffler)" mark what holds with that device only.
`croupier rule {key}` answers the same questions one by one.
"""


class Row(Value):
    phases: tuple[str, ...]
    facts: str
    ruling: str
    follows: str
    paragraphs: str
    decides: str
    device: Device | None = None
    """Where it holds with one of the book's devices only."""


class Told(Value):
    """An answer as a line of the manual, without the question."""

    ruling: str
    follows: str
    paragraphs: str
    decides: str


def manual(key: str) -> str:
    return "\n".join(_lines(load(key))) + "\n"


def _lines(book: Rulebook) -> Iterator[str]:
    sections: dict[str, list[str]] = {}
    cited: set[Citation] = set()
    given: set[str] = set()
    for group in groups(book):
        lines = sections[group.words] = []
        for finding in group.findings:
            answers = {device: _answers(book, device, finding) for device in book.procedure.devices}
            said = [each for found in answers.values() for each in found.values()]
            cited |= {cite for each in said for cite in each.paragraphs}
            given |= {each.ruling for each in said}
            lines += ["", f"### {finding.words[0].upper()}{finding.words[1:]} (`{finding.key}`)", "", *HEAD]
            lines += [_line(book, row) for row in _rows(answers, finding)]
    yield f"# Rulings manual: {title_of(book)}"
    yield from ("", INTRODUCTION.format(key=book.key))
    yield from _legend("phase", {phase.key: phase.words for phase in _phases(book)})
    yield ""
    yield from _legend("ruling", {key: words for key, words in RULINGS.items() if key in given})
    yield "| refused | it cannot stand: the line says why, and nothing changes |"
    for words, lines in sections.items():
        yield from ("", f"## {words}", *lines)
    yield from ("", "## The paragraphs", "")
    yield from _paragraphs(book, cited)


HEAD = ("| phase | facts | ruling | what follows | paragraphs | who decides |", "|---|---|---|---|---|---|")


def _legend(name: str, entries: Mapping[str, str]) -> Iterator[str]:
    yield from (f"| {name} | |", "|---|---|")
    yield from (f"| {key} | {words} |" for key, words in entries.items())


Case = tuple[Reply, ...]
Answers = dict[tuple[Case, str], Answer]


def _phases(book: Rulebook) -> Sequence[HousePhase | PokerPhase]:
    return phases(book.key.partition("@")[0])


def _answers(book: Rulebook, device: Device, finding: Finding) -> Answers:
    return {
        (case, phase.key): answer(book.key, device, phase.key, as_text(finding, case))
        for phase in _phases(book)
        if not finding.phases or phase.key in finding.phases
        for case in finding.cases(folded=isinstance(phase, HousePhase) and phase.folded)
    }


def _rows(answers: Mapping[Device, Answers], finding: Finding) -> list[Row]:
    """Lines of both devices where they agree; elsewhere each its own."""
    by_device = {device: _merged(finding, found) for device, found in answers.items()}
    first, *others = by_device
    rows = []
    for row in by_device[first]:
        shared = all(row in by_device[other] for other in others)
        rows.append(row if shared else _only(row, first))
    for other in others:
        rows += [_only(row, other) for row in by_device[other] if row not in by_device[first]]
    return rows


def _only(row: Row, device: Device) -> Row:
    return Row(row.phases, row.facts, row.ruling, row.follows, row.paragraphs, row.decides, device)


def _merged(finding: Finding, found: Answers) -> list[Row]:
    """First over phases, then over facts."""
    over_phases: dict[tuple[Case, Told], list[str]] = {}
    for (case, phase), said in found.items():
        over_phases.setdefault((case, told(said)), []).append(phase)
    over_facts: dict[tuple[tuple[str, ...], Told], list[Case]] = {}
    for (case, line), where in over_phases.items():
        over_facts.setdefault((tuple(where), line), []).append(case)
    return [
        Row(
            where,
            "; or ".join(facts_in_short(finding.facts, cases)),
            line.ruling,
            line.follows,
            line.paragraphs,
            line.decides,
        )
        for (where, line), cases in over_facts.items()
    ]


def told(said: Answer) -> Told:
    follows = list(said.remedies)
    cites = [*said.cites]
    if said.refused is not None:
        follows.append(f"{said.refused.why[0].upper()}{said.refused.why[1:]}.")
        cites += said.refused.cites
    if said.choices:
        may = said.choices[0].may
        offered = ", ".join(f"{each.act} ({numbers(each.cites)})" for each in may)
        who = said.choices[0].who
        follows.append(f"{'Each' if who.startswith('box ') else who[0].upper() + who[1:]} may: {offered}.")
    return Told(said.ruling or "refused", " ".join(follows), numbers(cites), decides(said))


def numbers(cites: Iterable[Citation]) -> str:
    return ", ".join(dict.fromkeys(cite.paragraph for cite in cites))


def decides(said: Answer) -> str:
    """Who it takes; where a paragraph leaves a question to the House, that is said too."""
    if said.discretion:
        return f"{said.decided_by.words}, for the House ({numbers(said.discretion)})"
    if said.decided_by is Rank.DEALER:
        return said.decided_by.words
    assert said.below is not None
    return f"{said.decided_by.words} ({numbers(said.below.cites)})"


def facts_in_short(facts: Sequence[Fact], cases: Sequence[Case]) -> list[str]:
    """The cases in words; a fact that makes no difference between them is not named."""
    if not facts:
        return [""]
    fact, *others = facts
    rests = {value: [case[1:] for case in cases if case[0] == value] for value in fact.replies}
    usual = [rests[value] for value in fact.replies if not value.only_after_a_fold]
    if usual[0] and all(rest == usual[0] for rest in usual):
        return facts_in_short(others, usual[0])
    return [
        f"{value.words}, {words}" if words else value.words
        for value, rest in rests.items()
        if rest
        for words in facts_in_short(others, rest)
    ]


def _line(book: Rulebook, row: Row) -> str:
    every = [phase.key for phase in _phases(book)]
    where = phases_in_short(every, row.phases)
    if row.device is not None:
        where = f"{where} ({row.device})"
    return f"| {where} | {row.facts} | **{row.ruling}** | {row.follows} | {row.paragraphs} | {row.decides} |"


def phases_in_short(every: Sequence[str], where: Sequence[str]) -> str:
    missing = [key for key in every if key not in where]
    if not missing:
        return "any"
    if len(missing) < len(where):
        return f"any but {', '.join(missing)}"
    return ", ".join(where)


def _paragraphs(book: Rulebook, cited: Iterable[Citation]) -> Iterator[str]:
    order = list(book.paragraphs)
    own = sorted((cite.paragraph for cite in cited if cite.book == book.key), key=order.index)
    rulings = sorted(
        (cite.paragraph for cite in cited if cite.book == STANDING_RULINGS), key=lambda number: int(number[2:])
    )
    for number in own:
        yield f"- **{number}** {book.paragraphs[number]}"
    if rulings:
        yield f"- Standing rulings cited: {', '.join(rulings)}."
