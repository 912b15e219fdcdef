"""The rulings manual: every report in every phase, as Markdown. Equal lines are merged."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec.structs import replace

from croupier.base.actors import Rank
from croupier.base.citation import Citation, is_ruling
from croupier.base.values import Value
from croupier.rules.games.irregularity import RULINGS, verdict
from croupier.rules.rulebook.load import load
from croupier.rules.rulebook.model import Device, Rulebook
from croupier.rules.rulebook.readers.weave import title_of
from croupier.rulings_desk.cases import Case, cases, in_short
from croupier.rulings_desk.desk import answer
from croupier.rulings_desk.findings import as_text, groups
from croupier.rulings_desk.model import Answer, Finding
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phases

INTRODUCTION = """\
What was found, and in which phase of the round: each line says what is ruled, what follows, by which paragraphs and
who may decide it. Nobody wrote these lines. Each was reported to an example table, and they tell what the table did;
phases and facts that make no difference share a line. Where a dealer is named, the dealer's report suffices; where a
rank is, the dealer reports and waits for it or for somebody above it (R-101). The tables are run by a dealer, who pays
when all is turned up (R-93), and have a jackpot where the game has one; unless a line says so, nobody has left them, no
card was exposed before, and no blind was missed. A phase leaves open what its name does not say: where that matters, it
is among the facts. Numbers are paragraphs of the document, R-numbers standing rulings of the House (docs/rulings.md);
where the devices have paragraphs of their own the shoe's stands first, 3.9.1 / 3.10.2, and "(shoe)" and "(shuffler)"
mark what holds with that device only.

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
    """Set if it applies to only one of the book's devices."""


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
            answers = {device: every_answer(book.key, device, finding) for device in book.procedure.devices}
            said = [each for found in answers.values() for each in found.values()]
            cited |= {cite for each in said for cite in each.paragraphs}
            given |= {each.ruling for each in said}
            lines += ["", f"### {finding.words[0].upper()}{finding.words[1:]} (`{finding.key}`)", "", *HEAD]
            lines += [_line(book, row) for row in _rows(book, answers, finding)]
    yield f"# Rulings manual: {title_of(book)}"
    yield from ("", INTRODUCTION.format(key=book.key))
    yield from _legend("phase", {phase.key: phase.words for phase in _phases(book)})
    yield ""
    yield from _legend("ruling", {ruling: str(verdict(ruling)) for ruling in RULINGS if ruling in given})
    yield "| refused | it cannot stand: the line says why, and nothing changes |"
    for words, lines in sections.items():
        yield from ("", f"## {words}", *lines)
    yield from ("", "## The paragraphs", "")
    yield from _paragraphs(book, cited)


HEAD = ("| phase | facts | ruling | what follows | paragraphs | who decides |", "|---|---|---|---|---|---|")


def _legend(name: str, entries: Mapping[str, str]) -> Iterator[str]:
    yield from (f"| {name} | |", "|---|---|")
    yield from (f"| {key} | {words} |" for key, words in entries.items())


Answers = dict[tuple[str, Case], Answer]
"""By phase, and by circumstances and facts together."""


def _phases(book: Rulebook) -> Sequence[HousePhase | PokerPhase]:
    return phases(book.game)


@cache
def every_answer(key: str, device: Device, finding: Finding) -> Answers:
    """The answers in every phase and case; cached, so that a second reading of the manual asks nothing again."""
    book, found = load(key), {}
    for phase in _phases(book):
        if finding.phases and phase.key not in finding.phases:
            continue
        for so, case in cases(phase, device, finding):
            report = " ".join([as_text(finding, case), *(reply.text for reply in so)])
            found[phase.key, (*so, *case)] = answer(key, device, phase.key, report)
    return found


def _rows(book: Rulebook, answers: Mapping[Device, Answers], finding: Finding) -> list[Row]:
    """One line for both devices if they differ only in paragraph numbers; otherwise one each."""
    first, *others = (_merged(book, finding, found) for found in answers.values())
    if not others:
        return first
    shoe, shuffler = answers
    (second,) = others
    rows = []
    for row in first:
        same = next((other for other in second if _alike(row, other)), None)
        if same is None:
            rows.append(replace(row, device=shoe))
        else:
            second.remove(same)
            rows.append(replace(row, paragraphs=both_devices(row.paragraphs, same.paragraphs)))
    return rows + [replace(row, device=shuffler) for row in second]


def _alike(row: Row, other: Row) -> bool:
    as_many = row.paragraphs.count(",") == other.paragraphs.count(",")
    return as_many and replace(row, paragraphs="") == replace(other, paragraphs="")


def both_devices(shoe: str, shuffler: str) -> str:
    """ "3.9.1 / 3.10.2, R-50": the shoe's first."""
    pairs = zip(shoe.split(", "), shuffler.split(", "), strict=True)
    return ", ".join(one if one == other else f"{one} / {other}" for one, other in pairs)


def _merged(book: Rulebook, finding: Finding, found: Answers) -> list[Row]:
    """Merges equal lines: within a phase the facts that make no difference, then phases with the same answer."""
    by_line: dict[Told, dict[str, list[Case]]] = {}
    for (phase, case), said in found.items():
        by_line.setdefault(told(said), {}).setdefault(phase, []).append(case)
    phases_ = {phase.key: phase for phase in _phases(book)}
    rows = []
    for line, where in by_line.items():
        described: dict[str, list[str]] = {}
        for key, given in where.items():
            every = [case for (other, case) in found if other == key]
            described[key] = in_short((*phases_[key].circumstances, *finding.facts), given, every)
        for words, keys in _alike_in(described, phases_).items():
            rows.append(Row(tuple(keys), words, line.ruling, line.follows, line.paragraphs, line.decides))
    return rows


def _alike_in(
    described: Mapping[str, list[str]], phases_: Mapping[str, HousePhase | PokerPhase]
) -> dict[str, list[str]]:
    """The phases by their answers. A phase's implied circumstances are named if that joins it to others."""
    ways = {key: list(dict.fromkeys(_ways(phases_[key], words))) for key, words in described.items()}
    popular = Counter(way for several in ways.values() for way in several)
    alike: dict[str, list[str]] = {}
    for key, several in ways.items():
        alike.setdefault(max(several, key=lambda way: popular[way]), []).append(key)
    return alike


def _ways(phase: HousePhase | PokerPhase, words: list[str]) -> Iterator[str]:
    """The same in short, and with one or all of the circumstances that the phase's name implies."""
    implied = [reply.words for reply in phase.implied]
    for said in ([], *([each] for each in implied), implied):
        yield "; or ".join(", ".join(filter(None, (*said, each))) for each in words)


def told(said: Answer) -> Told:
    follows = list(said.remedies)
    cites = [*said.cites]
    if said.refused is not None:
        follows.append(f"{said.refused.why[0].upper()}{said.refused.why[1:]}.")
        cites += said.refused.cites
    offered: dict[str, str] = {}
    for choice in said.choices:
        asked = "each" if choice.who.startswith("box ") else choice.who
        offered.setdefault(asked, ", ".join(f"{may.act} ({numbers(may.cites)})" for may in choice.may))
    follows += [f"{asked[0].upper()}{asked[1:]} may: {acts}." for asked, acts in offered.items()]
    who = "" if said.refused is not None else decides(said)
    return Told(said.ruling or "refused", " ".join(follows), numbers(cites), who)


def numbers(cites: Iterable[Citation]) -> str:
    return ", ".join(dict.fromkeys(cite for cite in cites))


def decides(said: Answer) -> str:
    """Who decides, by which paragraph; and if a dealer's word suffices for now, what is left to the House."""
    if said.decided_by is Rank.DEALER:
        later = f"; the House for what follows ({numbers(said.discretion)})" if said.discretion else ""
        return f"{said.decided_by.words}{later}"
    assert said.below is not None
    return f"{said.decided_by.words} ({numbers(said.below.cites)})"


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
    these, others = list(_runs(every, where)), list(_runs(every, missing))
    shorter = len(others) < len(these) and len(missing) < len(where)
    return f"any but {', '.join(others)}" if shorter else ", ".join(these)


def _runs(every: Sequence[str], keys: Sequence[str]) -> Iterator[str]:
    """Yields "dealt to flop-bet" for three or more in a row."""
    run: list[str] = []
    for key in (*every, ""):
        if key in keys:
            run.append(key)
            continue
        if len(run) > 2:
            yield f"{run[0]} to {run[-1]}"
        else:
            yield from run
        run = []


def _paragraphs(book: Rulebook, cited: Iterable[Citation]) -> Iterator[str]:
    order = list(book.paragraphs)
    own = sorted((cite for cite in cited if not is_ruling(cite)), key=order.index)
    rulings = sorted((cite for cite in cited if is_ruling(cite)), key=lambda number: int(number[2:]))
    for number in own:
        yield f"- **{number}** {book.paragraphs[number]}"
    if rulings:
        yield f"- Standing rulings cited: {', '.join(rulings)}."
