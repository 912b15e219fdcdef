"""Figures for Prometheus. No card, nothing of one hand, and no name but of staff who look at what is not theirs."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Histogram:
    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterable[str]:
        total = 0
        for edge, count in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{edge}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    """What happens here is counted; the rest is asked when somebody reads."""

    def __init__(self) -> None:
        self._acts, self._commits = Histogram(), Histogram()
        self._refusals: Counter[str] = Counter()
        self._reads: Counter[tuple[str, ...]] = Counter()

    def acted(self, seconds: float) -> None:
        self._acts.add(seconds)

    def committed(self, seconds: float) -> None:
        self._commits.add(seconds)

    def refused(self, code: str) -> None:
        self._refusals[str(code)] += 1

    def read(self, user: str, what: str) -> None:
        self._reads[user, what] += 1

    def text(self, figures: Mapping[str, float | Mapping[tuple[str, ...], float]]) -> str:
        """`figures` are the gauges and counters below that somebody else knows, by their names."""
        lines: list[str] = []
        for name, (kind, words, labels) in KNOWN.items():
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            if name == "croupier_act_seconds":
                lines += self._acts.lines(name)
            elif name == "croupier_commit_seconds":
                lines += self._commits.lines(name)
            elif name == "croupier_refusals_total":
                lines += [f'{name}{{code="{code}"}} {count}' for code, count in sorted(self._refusals.items())]
            elif name == "croupier_reads_total":
                lines += [f"{name}{_labels(labels, key)} {count}" for key, count in sorted(self._reads.items())]
            else:
                figure = figures.get(name, {} if labels else 0)
                if isinstance(figure, Mapping):
                    lines += [f"{name}{_labels(labels, key)} {figure[key]}" for key in sorted(figure)]
                else:
                    lines.append(f"{name} {figure}")
        return "\n".join(lines) + "\n"


KNOWN: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "croupier_entries_total": ("counter", "Entries in the journal.", ()),
    "croupier_commits_total": ("counter", "Commits since the start.", ()),
    "croupier_commit_seconds": ("histogram", "From an act's decision to its commit.", ()),
    "croupier_act_seconds": ("histogram", "From an act's arrival to its answer.", ()),
    "croupier_rounds_total": ("counter", "Rounds that are over.", ("rulebook", "status")),
    "croupier_refusals_total": ("counter", "What was not done, by code.", ("code",)),
    "croupier_reads_total": ("counter", "Looks at hidden or personal things, by staff.", ("user", "what")),
    "croupier_tables": ("gauge", "Tables, by state.", ("state",)),
    "croupier_sessions": ("gauge", "Sessions that are not over.", ()),
    "croupier_sockets": ("gauge", "Open sockets.", ()),
    "croupier_queue_length": ("gauge", "What waits, by queue.", ("queue",)),
    "croupier_link_value_cents": ("gauge", "What each link shows.", ("link",)),
    "croupier_ledger_sum_cents": ("gauge", "The sum of all accounts: always 0.", ()),
    "croupier_checkpoint_age_seconds": ("gauge", "Since the last signed checkpoint.", ()),
}


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True)) + "}"
