"""What a house is watched by: the metrics that exist, and alerts and a dashboard that ask for no others."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from croupier.floor.server.process.metrics import KNOWN, Metrics
from croupier.floor.server.process.vitals import PERIOD, Vitals
from tests.server.conftest import Running
from tests.server.test_open import Process, folder

__all__ = ["folder"]
DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
DASHBOARD = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))
SAMPLES = {
    f"{name}{ending}": labels
    for name, (kind, _, labels) in KNOWN.items()
    for ending in (("_bucket", "_sum", "_count") if kind == "histogram" else ("",))
}
"""The names that a query may use, with their labels."""


def rules() -> Iterator[dict[str, Any]]:
    for group in ALERTS["groups"]:
        yield from group["rules"]


def wrong_in(query: str) -> list[str]:
    """What a query asks for and no metric has."""
    wrong = [name for name in re.findall(r"croupier_[a-z_]+", query) if name not in SAMPLES]
    for name, matched in re.findall(r"(croupier_[a-z_]+)\{([^}]*)\}", query):
        asked = re.findall(r"([a-z]+)=", matched)
        wrong += [f"{name}: {label}" for label in asked if label not in SAMPLES.get(name, ())]
    return wrong


def labels_in(legend: str) -> list[str]:
    return re.findall(r"\{\{ ?(?:\$labels\.)?([a-z]+) ?\}\}", legend)


def labels_of(query: str) -> set[str]:
    return {label for name in re.findall(r"croupier_[a-z_]+", query) for label in SAMPLES[name]}


def test_alerts_ask_for_metrics_that_exist() -> None:
    named = [rule["alert"] for rule in rules()]
    assert len(set(named)) == len(named) >= 10
    for rule in rules():
        assert wrong_in(rule["expr"]) == []
        assert set(labels_in(rule["annotations"]["summary"])) <= labels_of(rule["expr"]), rule["alert"]
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["expr"].count("(") == rule["expr"].count(")")


def test_a_query_for_something_else_is_found() -> None:
    assert wrong_in("rate(croupier_acts_total[5m])") == ["croupier_acts_total"]
    assert wrong_in('croupier_tables{phase="x"}') == ["croupier_tables: phase"]
    assert wrong_in("croupier_act_seconds") == ["croupier_act_seconds"]  # a histogram has no sample of that name


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    queries = {target["expr"]: target["legendFormat"] for panel in DASHBOARD["panels"] for target in panel["targets"]}
    shown = set()
    for query, legend in queries.items():
        assert wrong_in(query) == []
        assert set(labels_in(legend)) <= labels_of(query)
        shown |= {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"croupier_[a-z_]+", query)}
    assert shown == set(KNOWN)
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in DASHBOARD["panels"]]
    assert len(set(places)) == len(places)


def test_what_may_fail_has_an_alert() -> None:
    alerted = " ".join(rule["expr"] for rule in rules())
    for name in ("disk_free_bytes", "wal_bytes", "loop_lag_seconds", "clock_steps_total", "sign_ins_failed_total"):
        assert f"croupier_{name}" in alerted


def figures(text: str) -> dict[str, float]:
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}


def test_a_running_house_tells_its_vital_signs(folder: Path) -> None:
    import http.client

    process = Process(folder, "--clock", "manual")
    assert process.act("Ann", "ann-0001", "1 sits Ann 1000")[0] == 200
    connection = http.client.HTTPConnection(process.line["address"].removeprefix("http://"), timeout=20)
    connection.request("GET", "/metrics")
    told = figures(connection.getresponse().read().decode())
    connection.close()
    assert told["croupier_disk_free_bytes"] > 0
    assert told["croupier_wal_bytes"] > 0
    assert "croupier_loop_lag_seconds_count" in told
    assert told["croupier_sign_ins_failed_total"] == 0


def test_failed_sign_ins_are_counted(server: Running) -> None:
    before = figures(server.ask("GET", "/metrics").text)["croupier_sign_ins_failed_total"]
    assert server.sign_in("Ann", "wrong password").status == 401
    assert server.sign_in("nobody", "wrong password").status == 401
    assert server.sign_in("Ann").status == 201
    assert figures(server.ask("GET", "/metrics").text)["croupier_sign_ins_failed_total"] == before + 2


def test_a_late_loop_and_a_clock_that_jumps_are_seen(capfd: pytest.CaptureFixture[str]) -> None:
    metrics = Metrics()
    vitals = Vitals(metrics, 100.0, 5_000.0)
    vitals.look(100.0 + PERIOD, 5_000.0 + PERIOD)
    vitals.look(103.0, 5_003.1)  # late, and the clock is corrected a little
    told = figures(metrics.text({}))
    assert told['croupier_loop_lag_seconds_bucket{le="0.001"}'] == 1
    assert told["croupier_loop_lag_seconds_count"] == 2
    assert not [name for name in told if name.startswith("croupier_clock_steps")]
    vitals.look(103.25, 5_003.25 - 7_200)
    vitals.look(103.5, 5_003.5)
    vitals.look(103.75, 5_003.75)
    told = figures(metrics.text({}))
    assert told['croupier_clock_steps_total{direction="back"}'] == 1
    assert told['croupier_clock_steps_total{direction="ahead"}'] == 1
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [(line["event"], line["direction"], line["milliseconds"] > 7_000_000) for line in lines] == [
        ("clock step", "back", True),
        ("clock step", "ahead", True),
    ]
