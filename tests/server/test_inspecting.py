"""What inspectors ask over HTTP: the entries behind a figure, and evidence that the audit reads."""

from typing import Any

import pytest

from croupier.floor.audit.evidence import audited_evidence
from croupier.floor.server.api import answers
from tests.as_json import as_json
from tests.server.conftest import Running
from tests.server.test_pit import of_type

ENTRIES, EVIDENCE = "/v1/figures/entries?figure=drop", "/v1/figures/evidence?figure=drop"


def test_the_drop_leads_to_its_entry_and_to_evidence(server: Running) -> None:
    moment = server.ask("GET", "/v1/tables/tcp-1", who="Ann").json["table"]["moment"]
    act = {"id": "brings-chips-0001", "do": "5 sits Ann 300", "moment": moment}
    assert server.ask("POST", "/v1/tables/tcp-1/acts", act, who="Ann").status == 200
    told = server.ask("GET", f"{ENTRIES}&table=tcp-1", who="pia")
    found = of_type(answers.inspecting.FigureEntries, told.json)
    assert as_json(found) == told.json
    (entry,) = (item for item in found.items if item.do == "5 sits Ann 300.00")
    assert (entry.stream, entry.by, entry.amount) == ("table/tcp-1", "Ann", "300.00")
    file = server.ask("GET", f"{EVIDENCE}&table=tcp-1&as=jsonl", who="sam")
    assert file.status == 200 and file.headers["content-type"] == "application/x-ndjson"
    assert file.headers["content-disposition"].startswith('attachment; filename="evidence-drop-tcp-1-')
    assert audited_evidence(file.text.encode()).value == sum(
        round(float(item["amount"]) * 100) for item in told.json["items"]
    )


@pytest.mark.parametrize("query", ["", "figure=luck", "figure=drop&banked=maybe", "figure=drop&limit=0"])
def test_what_cannot_be_meant_is_refused(server: Running, query: str) -> None:
    assert server.ask("GET", f"/v1/figures/entries?{query}", who="una").status == 400


def test_evidence_is_for_those_who_read_the_journal_and_the_look_is_counted(server: Running) -> None:
    assert server.ask("GET", f"{EVIDENCE}&as=txt", who="una").status == 400
    assert server.ask("GET", f"{ENTRIES}&table=nowhere", who="una").status == 404
    assert [server.ask("GET", path, who="dan").status for path in (ENTRIES, EVIDENCE)] == [403, 403]
    assert [server.ask("GET", path, who="pia").status for path in (ENTRIES, EVIDENCE)] == [200, 403]
    before = _looks(server)
    assert server.ask("GET", f"{EVIDENCE}&as=jsonl", who="una").status == 200
    assert _looks(server) == before + 1


def _looks(server: Running) -> int:
    lines = server.ask("GET", "/metrics").text.splitlines()
    found: list[Any] = [line for line in lines if line.startswith('croupier_reads_total{user="una",what="evidence"}')]
    return int(found[0].split()[-1]) if found else 0
