"""Every cell of the matrix, asked on a real socket."""

import re
from urllib.parse import quote

import pytest

from croupier.floor.server.matrix import ROLES, ROUTES, Cell, Route, check_complete
from croupier.floor.server.routes import HANDLERS
from tests.server.conftest import Running

PARTS = {
    "file": "floor.js",
    "table": "tcp-1",
    "link": "grand",
    "round": "1",
    "book": "poker@7",
    "incident": "1",
    "player": "Ann",
    "user": "Ben",
}
PARTS |= {"award": "1", "change": "1", "asked": "1", "section": "links", "name": "grand", "part": "1", "drill": "1"}
WHO = {"player": "Ann", "dealer": "dan", "pit-supervisor": "pia", "shift-manager": "sam", "auditor": "una"}
ASKED = [route for route in ROUTES if route.path != "/v1/live" and "sessions" not in route.path]


def asked(server: Running, route: Route, role: str, parts: dict[str, str]) -> int:
    path = re.sub(r"{(\w+)}", lambda match: parts[match[1]], route.path)
    body = None if route.method == "GET" else b"{}"
    return server.ask(route.method, path, body, who=WHO.get(role, "")).status


@pytest.mark.parametrize("role", ROLES)
def test_every_cell(server: Running, role: str) -> None:
    for route in ASKED:
        status = asked(server, route, role, PARTS)
        if route.cell(role) is Cell.NO:
            assert status == (401 if role == "spectator" else 403), (route.key, role)
        else:
            assert status in (200, 201, 400, 404, 409), (route.key, role, status)


def test_own_is_own(server: Running) -> None:
    assert server.ask("GET", "/v1/players/Ann/account", who="Ann").status == 200
    assert server.ask("GET", "/v1/players/Ben/account", who="Ann").status == 403
    assert server.ask("GET", "/v1/players/Nobody/account", who="Ann").status == 403
    assert server.ask("GET", "/v1/players/Nobody/account", who="pia").status == 404
    assert server.ask("GET", "/v1/players/dan/account", who="pia").status == 404


def test_tables_without_spectators(server: Running) -> None:
    for path in ("/v1/tables/private", "/v1/tables/private/sign", "/v1/tables/private/rounds"):
        assert server.ask("GET", path).status == 401
        assert server.ask("GET", path, who="Ben").status == 200


def test_the_whole_life_of_a_table_is_for_the_auditor(server: Running) -> None:
    path = "/v1/tables/tcp-1/rounds?format=round-file"
    assert [server.ask("GET", path, who=who).status for who in ("", "Ann", "sam", "una")] == [401, 403, 403, 200]


def test_pages(server: Running) -> None:
    for query, status in [
        ("limit=200", 200),
        ("limit=201", 400),
        ("limit=0", 400),
        ("limit=x", 400),
        ("limit=１", 400),
    ]:
        assert server.ask("GET", f"/v1/tables/tcp-1/rounds?{quote(query, safe='=')}").status == status
    for query, status in [("before=1", 200), ("before=0", 400), ("before=-1", 400), ("limit=5&limit=6", 400)]:
        assert server.ask("GET", f"/v1/tables/tcp-1/rounds?{query}").status == status


def test_a_route_without_a_row_does_not_start() -> None:
    check_complete(HANDLERS)
    with pytest.raises(RuntimeError, match="GET /v1/secret"):
        check_complete({**HANDLERS, "GET /v1/secret": HANDLERS["GET /v1/house"]})
    with pytest.raises(RuntimeError, match="GET /v1/house"):
        check_complete({key: handler for key, handler in HANDLERS.items() if key != "GET /v1/house"})
