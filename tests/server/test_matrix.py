"""Every cell of the matrix, asked on a real socket: who may not is sent away, who may is heard."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from croupier.floor.live.people.register import SECOND_PERSON_ABOVE, TWO_PEOPLE
from croupier.floor.server.api.matrix import ACKNOWLEDGED, FLOAT, ROLES, ROUTES, Cell, Route, check_complete
from croupier.floor.server.routes import HANDLERS
from tests.floors import STUD, THREE_CARD, house_table, jackpot_link
from tests.server.conftest import FLOOR, PASSWORD, Running

REASON = "as the cameras show"
WHO = {"player": "Ann", "dealer": "dan", "pit-supervisor": "pia", "shift-manager": "sam", "auditor": "una"}
ELSEWHERE = {
    *("DELETE /v1/sessions", "DELETE /v1/sessions/current", "DELETE /v1/sessions/{session}"),
    *("POST /v1/setup", "GET /v1/live", "GET /v1/events"),
}
"""Tests of their own ask for these: they end sessions, need a house without users, a socket, or do not end."""
ASKED = [route for route in ROUTES if route.key not in ELSEWHERE]
NO_CERTIFICATE = "GET /v1/training/certificates/{certificate}"
"""Nobody has passed an exam here."""
NOT_THEIRS = {
    ("POST /v1/incidents/{incident}/decision", "dealer"),
    ("POST /v1/incidents/{incident}/understanding", "pit-supervisor"),
    ("POST /v1/incidents/{incident}/understanding", "shift-manager"),
}
"""A dealer reported the incident here and alone confirms its ruling; a Pit Supervisor decides it."""
PARTS = {
    "file": "floor.js",
    "table": "tcp-1",
    "link": "mini",
    "round": "1",
    "book": "poker@7",
    "incident": "1",
    "player": "Ann",
    "user": "Ben",
}
PARTS |= {
    "shift": "1",
    "award": "1",
    "change": "1",
    "asked": "1",
    "section": "links",
    "code": "any",
    "name": "grand",
    "part": "1",
    "drill": "1",
    "certificate": "dan-1",
    "token": "1",
}
OTHER_PARTS = {
    "/acts": {"table": "hand"},
    "/rounds": {"table": "sealed"},
    "/incidents": {"table": "sealed"},
    "/deposits": {"player": "Ben"},
    "/withdrawals": {"player": "Ben"},
    "/debt-": {"player": "Ben"},
    "/closing": {"table": "t-19"},
    "/dealer": {"table": "hand"},
    "/opening": {"table": "kept", "slip": "1"},
    "/fills": {"table": "kept", "slip": "2"},
    "/credits": {"table": "kept", "slip": "3"},
    "/drops": {"table": "kept", "slip": "4"},
    "/counts": {"table": "kept", "slip": "5"},
    "/waiting": {"table": "t-18"},
}
"""For paths with these words in them."""
BODIES: dict[str, dict[str, Any]] = {
    "POST /v1/sessions": {"name": "Ann", "password": PASSWORD},
    "POST /v1/guests": {},
    "POST /v1/me/second-factor": {"password": PASSWORD},
    "POST /v1/me/password": {"old": "not this one", "new": "another horse"},
    "POST /v1/me/asked/{asked}": {"yes": True},
    "POST /v1/me/name": {"name": "Night Owl", "picture": 8},
    "POST /v1/tables/{table}/acts": {"do": "2 tops-up 1"},
    "POST /v1/tables/{table}/waiting": {},
    "DELETE /v1/tables/{table}/waiting": {},
    "POST /v1/incidents/{incident}/decision": {"do": "incident dealer-count", "reason": REASON},
    "POST /v1/incidents/{incident}/understanding": {},
    "POST /v1/tables/{table}/incidents/preview": {"do": "incident interruption"},
    "POST /v1/tables": {"table": {"name": "new-{role}", "rulebook": THREE_CARD, "ante": ["10", "100"]}},
    "POST /v1/tables/{table}/sign": {"sign": {"ante": ["10", "500"]}},
    "POST /v1/tables/{table}/dealer": {"name": "dan"},
    **{f"POST /v1/tables/{{table}}/{path}": {"chips": {"25.00": 1}, "reason": REASON} for path in FLOAT.values()},
    **{f"POST /v1/tables/{{table}}/{path}/{{slip}}/approval": {} for path in FLOAT.values()},
    **{f"POST /v1/tables/{{table}}/{FLOAT[kind]}/{{slip}}/acknowledgement": {} for kind in ACKNOWLEDGED},
    "POST /v1/tables/{table}/closing": {},
    "POST /v1/players": {"name": "walk-in-{role}"},
    "POST /v1/players/{player}/deposits": {"amount": "1.00", "reason": REASON},
    "POST /v1/players/{player}/withdrawals": {"amount": "1.00", "reason": REASON},
    "POST /v1/players/{player}/debt-payments": {"amount": "1.00", "reason": REASON},
    "POST /v1/shifts": {"name": "night"},
    "POST /v1/shifts/{shift}/close": {"reason": REASON},
    "POST /v1/players/{player}/bar": {"reason": REASON},
    "DELETE /v1/players/{player}/bar": {"reason": REASON},
    "POST /v1/players/{player}/debt-write-offs": {"amount": "1.00", "reason": REASON},
    "POST /v1/players/{player}/debt-write-offs/{change}/approval": {},
    "POST /v1/links/{link}/awards/{award}/verification": {"reason": REASON},
    "POST /v1/links/{link}/suspension": {"policy": "disallow", "reason": REASON},
    "POST /v1/links/{link}/resumption": {},
    "POST /v1/links/{link}/changes": {"change": {"contribution": "0.40"}, "reason": REASON},
    "POST /v1/links/{link}/changes/{change}/approval": {},
    "POST /v1/links/{link}/changes/{change}/withdrawal": {},
    "POST /v1/users": {"name": "new-{role}", "role": "player", "password": "ten letters"},
    "PATCH /v1/users/{user}": {"role": "player"},
    "POST /v1/tokens": {"name": "the sign over the bar"},
    "DELETE /v1/tokens/{token}": {},
    "POST /v1/changes/{change}/approval": {},
    "POST /v1/changes/{change}/withdrawal": {},
    "POST /v1/training/assignments": {"people": ["dan"], "kind": "ruling", "book": THREE_CARD},
    "POST /v1/training/drills": {"kind": "ruling", "book": THREE_CARD},
    "POST /v1/training/drills/{drill}/answers": {"question": 1, "paragraph": "1", "follows": "a", "decides": "dealer"},
    "POST /v1/demo/clock": {"advance": 0},
    "POST /v1/demo/tables/{table}/shoe": {"cards": "2c As Qd Ks 7c Qs 2h"},
}
QUERIES = {
    "/coach": "?place=1",
    "/comparison": "?against=casino-stud@2",
    "/figures/entries": "?figure=handle",
    "/figures/evidence": "?figure=handle&as=jsonl",
}
FLOOR_OF_ALL = "".join(
    (
        FLOOR,
        house_table("hand", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7),
        house_table("kept", dealing="shoe", run_by="dealer", cards="by-hand", boxes=7, float="kept"),
        jackpot_link("mini", verify_above="10000.00"),
        house_table(
            "sealed", STUD, jackpot_bet="5", link="mini", run_by="dealer", shoe="2c As Qd Ks 7c Qs 2h Js 5d Ts Kh"
        ),
    )
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """There is one of everything that a path can name: a round, an award, an incident, a debt, changes that wait."""
    running = Running(tmp_path_factory.mktemp("matrix") / "store", floor=FLOOR_OF_ALL)
    try:
        prepare(running)
        yield running
    finally:
        running.stop()


def prepare(server: Running) -> None:
    ids = iter(range(10_000))

    def post(who: str, path: str, **body: Any) -> Any:
        sent = body if path == "/v1/users" else {"id": f"prepare-{next(ids):04}", **body}
        reply = server.ask("POST", path, sent, who=who)
        assert reply.status in (200, 201, 202), (path, reply.text)
        return reply.json

    def play(table: str, *acts: str) -> None:
        for who, do in (act.split(": ") for act in acts):
            moment = server.ask("GET", f"/v1/tables/{table}", who=who).json["table"]["moment"]
            post(who, f"/v1/tables/{table}/acts", do=do, moment=moment)

    post("sam", "/v1/users", name="sue", role="shift-manager", password=PASSWORD)
    post("pia", "/v1/shifts", name="day")
    post("sam", "/v1/tokens", name="the jackpot display")
    post("dan", "/v1/tables/kept/opening", chips={"25.00": 40}, reason=REASON)
    post("pia", "/v1/tables/kept/opening/1/approval")
    post("dan", "/v1/tables/kept/opening/1/acknowledgement")
    for path in ("fills", "credits", "drops", "counts"):
        post("dan", f"/v1/tables/kept/{path}", chips={"25.00": 1}, reason=REASON)
    for path, slip in (("fills", 2), ("credits", 3)):
        post("pia", f"/v1/tables/kept/{path}/{slip}/approval")
    play(
        "sealed", "Ben: 1 sits Ben 500", "Ben: 1 ante 10", "Ben: 1 jackpot 5", "dan: close", "Ben: 1 bet", "dan: settle"
    )
    play("hand", "Ben: 1 sits Ben 500", "Ben: 1 ante 100", "dan: close", "dan: dealt", "dan: 1 play")
    play("hand", "dan: dealer 2c 5d Qh", "dan: 1 hand As Ad Ah", "dan: settle", "Ben: 1 leaves")
    held = server.ask("GET", "/v1/me", who="Ben").json["wallet"]
    post("pia", "/v1/players/Ben/withdrawals", amount=held, reason=REASON)
    waits = post("dan", "/v1/tables/hand/acts", do="incident dealer-count", reason=REASON)
    assert waits["waiting"]["incident"] == 1
    post("pia", "/v1/incidents/1/decision", do="incident dealer-count", reason=REASON)
    server.floor.staff.note_settings({TWO_PEOPLE: "true", SECOND_PERSON_ABOVE: "1000.00"})
    post("sue", "/v1/players/Ben/debt-write-offs", amount="1.00", reason=REASON)
    post("sue", "/v1/links/mini/changes", change={"contribution": "0.50"}, reason=REASON)
    post("sue", "/v1/players/Ann/deposits", amount="2000.00", reason=REASON)
    play("hand", "Ann: 2 sits Ann 100")
    assert post("dan", "/v1/tables/hand/acts", do="2 tops-up 1")["asked"] == 1


def asked(server: Running, route: Route, role: str) -> int:
    """What may be sent there, for each role with names and ids of its own."""
    parts = dict(PARTS)
    for word, other in OTHER_PARTS.items():
        if word in route.path:
            parts |= other
    path = re.sub(r"{(\w+)}", lambda match: parts[match[1]], route.path)
    body: Any = None
    if route.method != "GET":
        body = named(BODIES[route.key], role)
        if route.takes is not None and "id" in route.takes.__struct_fields__:
            body["id"] = f"{role}-{ASKED.index(route):04}"
    query = next((query for path_, query in QUERIES.items() if route.path.endswith(path_)), "")
    return server.ask(route.method, path + query, body, who=WHO.get(role, "")).status


def named(body: Any, role: str) -> Any:
    if isinstance(body, dict):
        return {key: named(value, role) for key, value in body.items()}
    return body.replace("{role}", role) if isinstance(body, str) else body


@pytest.mark.parametrize("role", ROLES)
def test_every_cell(house: Running, role: str) -> None:
    for route in ASKED:
        status = asked(house, route, role)
        if route.cell(role) is Cell.NO or (route.key, role) in NOT_THEIRS:
            assert status == (401 if role == "spectator" else 403), (route.key, role)
        else:  # done, or refused as things stand: never because of the path, the body or who it is
            good = (404,) if route.key == NO_CERTIFICATE else (200, 201, 202, 409)
            assert status in good, (route.key, role, status)


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
