"""Figures for Prometheus. They name no card, no hand and no person except staff who look at other people's data."""

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
    """Counts events here; gauges are read when somebody asks."""

    def __init__(self) -> None:
        self._histograms = {name: Histogram() for name, (kind, _, _) in KNOWN.items() if kind == "histogram"}
        self._counts: dict[str, Counter[tuple[str, ...]]] = {name: Counter() for name in KNOWN}

    def acted(self, seconds: float) -> None:
        self._histograms["croupier_act_seconds"].add(seconds)

    def committed(self, seconds: float) -> None:
        self._histograms["croupier_commit_seconds"].add(seconds)

    def lagged(self, seconds: float) -> None:
        self._histograms["croupier_loop_lag_seconds"].add(seconds)

    def refused(self, code: str) -> None:
        self._counts["croupier_refusals_total"][str(code),] += 1

    def sign_in_failed(self) -> None:
        self._counts["croupier_sign_ins_failed_total"][()] += 1

    def clock_stepped(self, direction: str) -> None:
        self._counts["croupier_clock_steps_total"][direction,] += 1

    def read(self, user: str, what: str) -> None:
        self._counts["croupier_reads_total"][user, what] += 1

    def text(self, figures: Mapping[str, float | Mapping[tuple[str, ...], float]]) -> str:
        """`figures`: gauges and counters that other modules know, by name."""
        lines: list[str] = []
        for name, (kind, words, labels) in KNOWN.items():
            lines += [f"# HELP {name} {words}", f"# TYPE {name} {kind}"]
            if kind == "histogram":
                lines += self._histograms[name].lines(name)
                continue
            counts = self._counts[name]
            figure = figures.get(name, counts if labels else counts[()])
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
    "croupier_sign_ins_failed_total": ("counter", "Wrong names, passwords and set-up codes.", ()),
    "croupier_reads_total": ("counter", "Looks at hidden or personal things, by staff.", ("user", "what")),
    "croupier_tables": ("gauge", "Tables, by state.", ("state",)),
    "croupier_sessions": ("gauge", "Sessions that are not over.", ()),
    "croupier_sockets": ("gauge", "Open sockets.", ()),
    "croupier_queue_length": ("gauge", "What waits, by queue.", ("queue",)),
    "croupier_link_value_cents": ("gauge", "What each link shows.", ("link",)),
    "croupier_ledger_sum_cents": ("gauge", "The sum of all accounts: always 0.", ()),
    "croupier_checkpoint_age_seconds": ("gauge", "Since the last signed checkpoint.", ()),
    "croupier_disk_free_bytes": ("gauge", "Room on the disk of the store.", ()),
    "croupier_wal_bytes": ("gauge", "Of the store's log, which is not in the database yet.", ()),
    "croupier_loop_lag_seconds": ("histogram", "How late the event loop does what is due.", ()),
    "croupier_clock_steps_total": ("counter", "Jumps of the machine's clock.", ("direction",)),
}


def _labels(names: tuple[str, ...], values: tuple[str, ...]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in zip(names, values, strict=True)) + "}"
