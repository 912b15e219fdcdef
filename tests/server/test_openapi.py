"""The OpenAPI document is complete and true; so are the types made of it."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from croupier.floor.server.api import answers, openapi, typescript
from croupier.floor.server.api.matrix import ROUTES
from croupier.floor.server.edge.limits import Limits
from tests.server.conftest import Running


@pytest.fixture(scope="module")
def document(server: Running) -> Any:
    return server.ask("GET", "/v1/openapi.json").json


def test_every_route_stands_in_it_with_its_roles(document: Any) -> None:
    listed = {
        f"{method.upper()} {path}": operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert listed.keys() == {route.key for route in ROUTES}
    for route in ROUTES:
        assert listed[route.key]["x-roles"] == list(route.roles)
        assert listed[route.key]["description"].endswith(".") and len(listed[route.key]["tags"]) == 1
    assert document["servers"] and "Players must send it" in json.dumps(document["components"]["schemas"]["TableAct"])
    assert {name for each in listed.values() for name in each["tags"]} == {each["name"] for each in document["tags"]}
    identities = [operation["operationId"] for operation in listed.values()]
    assert len(set(identities)) == len(identities)


def test_the_demo_only_has_its_hooks() -> None:
    real = openapi.made(demo=False, limits=Limits())["paths"]
    assert not [path for path in real if path.startswith("/v1/demo")]
    assert "/v1/guests" not in real


def test_every_answer_of_a_route_is_listed(document: Any) -> None:
    factor = document["paths"]["/v1/me/second-factor"]["post"]["responses"]["200"]["content"]["application/json"]
    assert [each["$ref"].rpartition("/")[2] for each in factor["schema"]["oneOf"]] == [
        "SecondFactorOffered",
        "SecondFactorOn",
    ]
    for route in ROUTES:
        if route.demo:  # the same program answers so where it is no demo
            assert "404" in document["paths"][route.path][route.method.lower()]["responses"]


def test_every_reference_leads_somewhere(document: Any) -> None:
    text = json.dumps(document)
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= document["components"]["schemas"].keys()
    assert {"FromClient", "FromServer", "Act", "Error"} <= document["components"]["schemas"].keys()
    assert "(?!" not in text


def test_good_answers_are_of_their_types(server: Running) -> None:
    for path, kind in {
        "/v1/openapi.json": answers.house.Document,
        "/v1/health": answers.house.Health,
        "/v1/house": answers.house.House,
        "/v1/tables": answers.tables.Tables,
        "/v1/tables/tcp-1": answers.tables.Table,
        "/v1/tables/tcp-1/sign": answers.tables.Sign,
        "/v1/links": answers.links.Links,
        "/v1/links/grand": answers.links.Link,
        "/v1/ledger": answers.money.Ledger,
        "/v1/rulings": answers.rules.Rulings,
        "/v1/rulebooks/casino-stud@2": answers.rules.RulebookTold,
        "/v1/tables/tcp-1/rounds/1/steps": answers.history.Steps,
        "/v1/users": answers.people.Users,
        "/v1/waits": answers.waits.Waits,
        "/v1/incidents?kind=other&table=tcp-1&departed=true": answers.incidents.Incidents,
        "/v1/departures?kind=void&table=tcp-1": answers.inspecting.Departures,
        "/v1/figures/entries?figure=drop": answers.inspecting.FigureEntries,
        "/v1/me": answers.people.Me,
        "/v1/links/grand/reconciliation": answers.links.Reconciliation,
    }.items():
        reply = server.ask("GET", path, who="sam")
        assert reply.status == 200
        msgspec.json.decode(reply.text, type=kind)


def test_the_types_of_the_pages(golden: Callable[[str, str], None]) -> None:
    golden("../../web/src/lib/types.ts", typescript.text())
