"""The report of a simulation: its figures, and how it converged, held, paid and ruined, as charts."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

from croupier.base.json_answers import as_file
from croupier.doors.cli.simulate_answer import SimulateAnswer, decimal
from croupier.numbers.reports.document import Block, Document, DocumentTable, Picture, Words
from croupier.numbers.reports.sweep_chart import ChartLine, line_chart
from croupier.numbers.simulation.meters import over_time
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import dollars
from croupier.rules.rulebook.readers.weave import title_of

if TYPE_CHECKING:
    from croupier.numbers.simulation.batches import Part
    from croupier.numbers.simulation.plan import Plan

T = TypeVar("T")
MARKS = 40
"""Points of a chart."""


class Course:
    """The house edge so far, with its error bar, after each batch."""

    def __init__(self, plan: "Plan") -> None:
        from croupier.numbers.simulation.batches import tables_of

        self._nets = tables_of(plan).nets.tolist()
        self._unit, self._boxes = plan.stakes[Spot.ANTE], len(plan.strategies)
        self._batches: dict[int, tuple[int, int, int]] = {}
        self._total: tuple[int, ...] = (0, 0, 0)

    def add(self, batch: int, part: "Part") -> None:
        rounds = total = squares = 0
        for nets, counts in zip(self._nets, part.counts, strict=True):
            rounds += sum(counts.values())
            total += sum(times * nets[kind] for kind, times in counts.items())
            squares += sum(times * nets[kind] ** 2 for kind, times in counts.items())
        self._batches[batch] = rounds, total, squares
        self._total = tuple(one + more for one, more in zip(self._total, (rounds, total, squares), strict=True))

    def __iter__(self) -> Iterator[tuple[int, float, float]]:
        """Rounds, edge and standard error, after each batch in the order of rounds."""
        rounds = total = squares = 0
        for batch in sorted(self._batches):
            more = self._batches[batch]
            rounds, total, squares = rounds + more[0], total + more[1], squares + more[2]
            yield rounds // self._boxes, *self._edge(rounds, total, squares)

    def _edge(self, rounds: int, total: int, squares: int) -> tuple[float, float]:
        mean = total / rounds
        error = (max(squares / rounds - mean**2, 0) / rounds) ** 0.5
        return -mean / self._unit, error / self._unit

    def words(self) -> str:
        edge, error = self._edge(*self._total)
        return f"house edge {100 * edge:.3f} % ± {100 * error:.3f}"


def report(suffix: str, plan: "Plan", total: "Part", course: Course, answer: SimulateAnswer) -> bytes:
    if suffix == ".json":
        return as_file(answer)
    found = document(plan, total, course, answer)
    if suffix == ".pdf":
        from croupier.numbers.reports.pdf import as_pdf

        return as_pdf(found)
    if suffix == ".md":
        from croupier.numbers.reports.markdown import as_markdown

        return as_markdown(found).encode()
    from croupier.numbers.reports.html import as_html

    return as_html(found).encode()


def document(plan: "Plan", total: "Part", course: Course, answer: SimulateAnswer) -> Document:
    blocks = (*_figures(plan, answer), *_charts(plan, total, course, answer))
    footer = f"{plan.book} · SHA-256 {plan.book_sha256[:16]}… · kernels {plan.kernels[:8]}… · croupier {plan.croupier}"
    return Document(
        title_of(plan.load()), f"Simulation: {answer.rounds:,} rounds, seed {plan.seed}", blocks, footer, "Simulation"
    )


def _figures(plan: "Plan", answer: SimulateAnswer) -> Iterator[Block]:
    yield Words("Agrees with the exact odds." if answer.agrees else "DIFFERS from the exact odds.", not answer.agrees)
    stakes = ", ".join(f"{spot.words} {dollars(stake)}" for spot, stake in plan.stakes.items())
    yield DocumentTable(
        ("", ""),
        (
            ("bets of each box", stakes),
            *([] if answer.meter is None else [("meter", answer.meter)]),
            ("rounds played again at the real desk", f"{answer.replayed:,}, all alike"),
            ("claims to a share of the meter", f"{answer.claims:,}"),
        ),
    )
    yield DocumentTable(
        ("box", "strategy", "simulated", "exact", "standard error", "z", "chi-square"),
        tuple(
            (
                str(box.box),
                box.strategy,
                f"{100 * box.house_edge:+.4f} %",
                f"{100 * decimal(box.exact_house_edge):+.4f} %",
                f"{100 * box.standard_error:.4f} %",
                f"{box.z:+.2f}" if box.judged else f"({box.z:+.2f})",
                f"{box.chi_square:.1f} of {box.degrees_of_freedom}",
            )
            for box in answer.boxes
        ),
        (2, 3, 4, 5, 6),
        "House edge by box",
    )
    if answer.errors:
        yield DocumentTable(
            ("dealers' errors", "count", "cost to the House", "from", "to"),
            tuple(
                (kind, f"{each.count:,}", f"{each.cost:+,.2f}", f"{each.low:+,.2f}", f"{each.high:+,.2f}")
                for kind, each in answer.errors.items()
            ),
            (1, 2, 3, 4),
            "What each error costs, in dollars, with 95 % confidence",
        )


def _charts(plan: "Plan", total: "Part", course: Course, answer: SimulateAnswer) -> Iterator[Block]:
    exact = 100 * decimal(answer.exact_house_edge)
    marks = _some(list(course))
    band = [(f"{rounds / 1e6:g}", 100 * edge, 196 * error) for rounds, edge, error in marks]
    lines = (
        ChartLine("simulated", tuple((at, edge) for at, edge, _ in band)),
        ChartLine("exact", tuple((at, exact) for at, _, _ in band)),
        ChartLine("95 %, from", tuple((at, edge - error) for at, edge, error in band)),
        ChartLine("95 %, to", tuple((at, edge + error) for at, edge, error in band)),
    )
    yield _picture(lines, "million rounds", "house edge in per cent", "Convergence, with its band")
    if total.shifts:
        yield _picture((_spread(total.shifts),), "hold of a shift in dollars", "per cent of shifts", "Hold of a shift")
    if plan.over_time is not None and total.rounds == plan.rounds:
        path = [
            (f"{rounds / 1e6:g}", meter / 100)
            for rounds, meter in _some(list(over_time(plan, total, ()).path), 4 * MARKS)
        ]
        yield _picture((ChartLine("meter", tuple(path)),), "million rounds", "meter in dollars", "The meter over time")
    if plan.sessions is not None and answer.sessions:
        yield _ruin(plan, total, answer)


def _ruin(plan: "Plan", total: "Part", answer: SimulateAnswer) -> Picture:
    assert plan.sessions is not None and answer.sessions is not None
    step = max(1, plan.sessions.rounds // MARKS)
    marks = [*range(step, plan.sessions.rounds, step), plan.sessions.rounds]
    lines = []
    for box in answer.sessions:
        ruined, sessions = total.ruined[box.box - 1], box.net.number
        by_round = list(accumulate(ruined.get(number, 0) for number in range(plan.sessions.rounds + 1)))
        found = tuple((str(mark), 100 * by_round[mark] / sessions) for mark in marks)
        lines.append(ChartLine(f"box {box.box}", found))
        if box.exact_risk_of_ruin is not None:
            at_end = 100 * box.exact_risk_of_ruin
            ends = tuple((str(mark), at_end if mark == marks[-1] else None) for mark in marks)
            lines.append(ChartLine(f"box {box.box}, exact at the end", ends))
    return _picture(tuple(lines), "rounds of the session", "per cent of sessions", "Ruined so far")


def _spread(found: Mapping[int, int]) -> ChartLine:
    """Of what the House wins, in steps; the first and the last have everything beyond them, such as jackpots."""
    held, number = {-net: times for net, times in found.items()}, sum(found.values())
    most = sorted(held.items())
    upto = list(accumulate(times for _, times in most))
    low, high = (most[min(bisect_left(upto, part * number), len(most) - 1)][0] for part in (0.005, 0.995))
    width = max(1, -(-(high - low + 1) // MARKS))
    counts = [0] * ((high - low) // width + 1)
    for net, times in held.items():
        counts[(min(max(net, low), high) - low) // width] += times
    marks = ((f"{(low + place * width) / 100:.0f}", 100 * each / number) for place, each in enumerate(counts))
    return ChartLine("shifts", tuple(marks))


def _some(found: list[T], most: int = MARKS) -> list[T]:
    """The last one, and some of those before it."""
    every = -(-len(found) // most)
    return found[::-1][::every][::-1]


def _picture(lines: tuple[ChartLine, ...], along: str, upwards: str, caption: str) -> Picture:
    return Picture(line_chart(lines, along=along, upwards=upwards, marked=None), caption)
