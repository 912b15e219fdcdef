"""Sessions, roles, passwords: who is let in, and for how long."""

import hashlib
import json
from base64 import b32encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from croupier.floor.live.people.register import TWO_PEOPLE
from croupier.floor.server.edge.limits import Limits, SignIns
from croupier.floor.server.people.passwords import is_common
from croupier.floor.server.people.second_factor import code_at, step_of
from tests.server.conftest import ANNS_ACT, PASSWORD, USERS, Reply, Running

Starting = Callable[..., Running]
HOUR = 3_600_000


def code(server: Running, method: str, path: str, who: str = "", body: object = None) -> tuple[int, str]:
    reply = server.ask(method, path, body, who=who)
    return reply.status, (reply.json or {}).get("error", {}).get("code", "")


def test_sign_in_and_out(starting: Starting) -> None:
    server = starting()
    reply = server.sign_in("ann")
    assert reply.status == 201
    assert reply.json["user"] == {"name": "Ann", "role": "player"}
    assert reply.json["idle"] == 1_800_000
    assert reply.json["until"] == "2026-01-01T12:00:00.000Z"
    cookie = reply.headers["set-cookie"]
    assert cookie.startswith(f"croupier={reply.json['token']};")
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Secure" not in cookie
    bearer = {"Authorization": f"Bearer {reply.json['token']}"}
    assert server.ask("GET", "/v1/me", headers=bearer).json["name"] == "Ann"
    assert server.ask("DELETE", "/v1/sessions/current", headers=bearer).status == 200
    ended = server.ask("GET", "/v1/me", headers=bearer)
    assert (ended.status, ended.json["error"]["code"]) == (401, "session")


@pytest.mark.parametrize(("name", "password"), [("Ann", "wrong horse"), ("Nobody", PASSWORD), ("A\nnn", ""), ("", "x")])
def test_wrong_names_and_passwords_are_one_answer(server: Running, name: str, password: str) -> None:
    reply = server.sign_in(name, password)
    assert reply.status == 401
    assert reply.json == server.sign_in("Ann", "another wrong one").json


@pytest.mark.parametrize(
    "given", ["Bearer", "Bearer ", "Bearer x y", "Basic abc", "Bearer é", "bearer " + "x" * 1_000, "x"]
)
def test_bad_tokens(server: Running, given: str) -> None:
    reply = server.ask("GET", "/v1/tables", headers={"Authorization": given.encode().decode("latin-1")})
    assert (reply.status, reply.json["error"]["code"]) == (401, "session")


def test_tokens_are_nowhere_in_the_clear(starting: Starting) -> None:
    server = starting()
    token = server.token("Ann")
    (row,) = server.store.sessions()
    assert row.digest == hashlib.sha256(token.encode()).digest()
    server.stop()
    for file in server.folder.rglob("*"):
        if file.is_file() and file.stat().st_size < 10_000_000:
            content = file.read_bytes()
            assert token.encode() not in content
            assert PASSWORD.encode() not in content


def test_sessions_survive_a_restart(starting: Starting) -> None:
    first = starting()
    bearer = {"Authorization": f"Bearer {first.token('Ann')}"}
    first.stop()
    second = starting()
    assert second.ask("GET", "/v1/me", headers=bearer).json["name"] == "Ann"
    assert second.sign_in("Ben").status == 201


def test_idle_and_absolute_ends(starting: Starting) -> None:
    server = starting()

    def advance(milliseconds: int) -> None:
        server.ask("POST", "/v1/demo/clock", {"advance": milliseconds}, who="sam")

    server.token("Ann")
    advance(HOUR // 2 - 1)
    assert code(server, "GET", "/v1/me", "Ann") == (200, "")
    advance(HOUR // 2)
    assert code(server, "GET", "/v1/me", "Ann") == (401, "session")
    server.tokens.clear()
    server.token("Ben")
    for _ in range(24):
        assert code(server, "GET", "/v1/me", "Ben") == (200, "")
        server.tokens.pop("sam", None)
        advance(HOUR // 2 - 1)
    server.tokens.pop("sam", None)
    advance(25)
    assert code(server, "GET", "/v1/me", "Ben") == (401, "session")


def test_the_oldest_of_nine_sessions_ends(starting: Starting) -> None:
    server = starting()
    tokens = [server.sign_in("Ann").json["token"] for _ in range(9)]
    answers = [server.ask("GET", "/v1/me", headers={"Authorization": f"Bearer {token}"}).status for token in tokens]
    assert answers == [401] + [200] * 8
    assert server.ask("DELETE", "/v1/sessions", headers={"Authorization": f"Bearer {tokens[3]}"}).json == {"ended": 8}
    assert server.ask("GET", "/v1/me", headers={"Authorization": f"Bearer {tokens[8]}"}).status == 401


def test_users_are_made_changed_and_disabled(starting: Starting) -> None:
    server = starting()
    new = {"name": "Eve", "role": "player", "password": "ten letters"}
    made = server.ask("POST", "/v1/users", new, who="sam")
    assert (made.status, made.json) == (201, {"user": {"name": "Eve", "role": "player", "disabled": False}})
    for taken in ("Eve", "eVE", "ANN", "system"):
        assert code(server, "POST", "/v1/users", "sam", {**new, "name": taken}) == (409, "refused")
    for bad in (
        {"role": "king"},
        {"role": "system"},
        {"password": "nine char"},
        {"password": "x" * 201},
        {"name": "1"},
    ):
        assert code(server, "POST", "/v1/users", "sam", {**new, "name": "Fay", **bad}) == (400, "unreadable")
    token = server.sign_in("Eve", "ten letters").json["token"]
    bearer = {"Authorization": f"Bearer {token}"}
    assert server.ask("PATCH", "/v1/users/eve", {"role": "dealer"}, who="sam").json["user"]["role"] == "dealer"
    assert server.ask("GET", "/v1/me", headers=bearer).status == 401
    assert server.sign_in("Eve", "ten letters").json["user"]["role"] == "dealer"
    assert server.ask("PATCH", "/v1/users/Eve", {"disabled": True}, who="sam").status == 200
    assert server.sign_in("Eve", "ten letters").status == 401
    assert code(server, "PATCH", "/v1/users/Nobody", "sam", {"disabled": True}) == (404, "not-found")
    assert code(server, "PATCH", "/v1/users/sam", "sam", {"role": "player"}) == (409, "refused")
    names: list[str] = []
    before: str | None = ""
    while before is not None:
        page = server.ask("GET", f"/v1/users?limit=3{before and f'&before={before}'}", who="sam").json
        names += [user["name"] for user in page["items"]]
        before = page["before"]
    assert sorted(names) == sorted([*USERS, "Eve"])
    assert "argon2" not in server.ask("GET", "/v1/users", who="sam").text


def test_a_new_password_ends_the_other_sessions(starting: Starting) -> None:
    server = starting()
    mine, other = (server.sign_in("Ann").json["token"] for _ in range(2))
    bearer = {"Authorization": f"Bearer {mine}"}
    wrong = server.ask("POST", "/v1/me/password", {"old": "wrong", "new": "new horses"}, headers=bearer)
    assert (wrong.status, wrong.json["error"]["code"]) == (409, "refused")
    assert server.ask("POST", "/v1/me/password", {"old": PASSWORD, "new": "new horses"}, headers=bearer).status == 200
    assert server.ask("GET", "/v1/me", headers=bearer).status == 200
    assert server.ask("GET", "/v1/me", headers={"Authorization": f"Bearer {other}"}).status == 401
    assert server.sign_in("Ann").status == 401
    assert server.sign_in("Ann", "new horses").status == 201


def test_wrong_tries_slow_down_their_name_and_address(starting: Starting) -> None:
    """Finding 13: a stranger keeps nobody out who has signed in from the same place before."""
    server = starting(Limits())
    assert server.sign_in("Ben").status == 201
    assert server.sign_in("Ann", "wrong horses").status == 401
    late = server.sign_in("aNN")
    assert (late.status, late.json["error"]["code"], late.headers["retry-after"]) == (429, "too-fast", "1")
    assert server.sign_in("Ben", "wrong horses").status == 401
    assert server.sign_in("Ben", "wrong horses").status == 429
    assert server.sign_in("Ben").status == 201


def test_a_signed_in_user_can_act_after_wrong_passwords(starting: Starting) -> None:
    """A right password counts, however often it was mistyped; codes of a factor that is not on yet open nothing."""
    server = starting(Limits())
    ann = bearer(server.sign_in("Ann"))
    password, factor = "/v1/me/password", "/v1/me/second-factor"
    wrong = {"old": "wrong horses", "new": "new horses"}
    assert [server.ask("POST", password, wrong, headers=ann).status for _ in range(3)] == [409, 429, 429]
    offered = server.ask("POST", factor, {"password": PASSWORD}, headers=ann).json
    assert [server.ask("POST", factor, {"code": "000000"}, headers=ann).status for _ in range(2)] == [409, 409]
    code = code_at(offered["secret"], server.clock.now() // 30_000_000)
    assert server.ask("POST", factor, {"code": code}, headers=ann).json == {"on": True}
    assert server.ask("POST", password, {"old": PASSWORD, "new": "new horses"}, headers=ann).status == 200


def test_a_name_that_was_right_waits_no_longer() -> None:
    now = [0.0]
    tries = SignIns(Limits(), lambda: now[0])
    waits = []
    for _ in range(8):
        tries.failed("1.2.3.4", "Ann")
        waits.append(tries.wait("9.9.9.9", "ann"))
        now[0] += waits[-1]
        assert tries.wait("9.9.9.9", "ann") == 0
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    tries.failed("1.2.3.4", "Ann")
    assert (tries.wait("1.2.3.4", "Ben"), tries.wait("9.9.9.9", "Ben")) == (16, 0)
    tries.succeeded("1.2.3.4", "Ann")
    assert tries.wait("1.2.3.4", "Ann") == 0
    tries.failed("1.2.3.4", "Ann")
    assert tries.wait("9.9.9.9", "Ann") == 1


def test_guests_of_an_address_are_counted(starting: Starting) -> None:
    server = starting(Limits())
    assert [server.ask("POST", "/v1/guests").status for _ in range(21)] == [201] * 20 + [429]


@pytest.mark.parametrize(
    ("password", "name", "is_bad"),
    [("1234567890", "", True), ("qwertyuiop", "", True), ("P@ssw0rd123", "", True), ("aaaaaaaaaa", "", True),
     ("zebediah-1", "Zebediah", True), ("1234567890", "x", True), ("correct horse", "", False),
     ("ten letters", "", False), ("9472650183", "", False)],
)  # fmt: skip
def test_passwords_that_strangers_try_first_are_refused(password: str, name: str, is_bad: bool) -> None:
    assert is_common(password, name) == is_bad


def test_the_house_is_set_up_once(starting: Starting) -> None:
    server = starting(users=False)
    setup = {"code": server.app.people.setup_code, "name": "sam", "password": "ten letters"}
    assert code(server, "POST", "/v1/setup", "", {**setup, "code": "wrong"}) == (401, "sign-in")
    made = server.ask("POST", "/v1/setup", setup)
    assert (made.status, made.json["user"]) == (201, {"name": "sam", "role": "shift-manager"})
    assert code(server, "POST", "/v1/setup", "", setup) == (404, "not-found")
    assert server.sign_in("sam", "ten letters").status == 201


def test_guests_have_a_name_and_no_password(starting: Starting) -> None:
    server = starting()
    reply = server.ask("POST", "/v1/guests")
    assert reply.status == 201
    name = reply.json["user"]["name"]
    assert name.startswith("guest-")
    assert server.sign_in(name, "").status == 401
    bearer = {"Authorization": f"Bearer {reply.json['token']}"}
    assert server.ask("GET", "/v1/me", headers=bearer).json["role"] == "player"


def test_a_guest_chooses_a_name(starting: Starting) -> None:
    server = starting()
    guest = bearer(server.ask("POST", "/v1/guests"))
    assert server.ask("GET", "/v1/me", headers=guest).json["called"] is None
    assert server.ask("GET", "/v1/me/name?name=Night%20Owl", headers=guest).json["free"] is True
    tried = server.ask("GET", "/v1/me/name?name=sam", headers=guest).json
    assert (tried["free"], tried["says"]["code"]) == (False, "name-taken")
    long = server.ask("GET", "/v1/me/name?name=" + "N" * 500, headers=guest).json
    assert (long["free"], long["says"]["code"]) == (False, "display-name-form")
    chosen = {"id": "name-0001", "name": "Night Owl", "picture": 8}
    assert server.ask("POST", "/v1/me/name", chosen, headers=guest).status == 200
    assert server.ask("POST", "/v1/me/name", chosen, headers=guest).status == 200
    assert server.ask("GET", "/v1/me", headers=guest).json["called"] == {"name": "Night Owl", "picture": 8}
    for wrong in ({"picture": 13}, {"picture": 0}, {"name": "N" * 33}):
        assert server.ask("POST", "/v1/me/name", {**chosen, "id": "name-0002", **wrong}, headers=guest).status == 400
    again = {"id": "name-0003", "name": "night.owl", "picture": 1}
    refusal = server.ask("POST", "/v1/me/name", again, who="Ann").json["error"]
    assert refusal["says"]["code"] == "name-taken"


def bearer(reply: Reply) -> dict[str, str]:
    return {"Authorization": f"Bearer {reply.json['token']}"}


def test_two_people_over_http(starting: Starting) -> None:
    """Finding 3, as sam would do it."""
    server = starting()
    server.floor.staff.note_settings({TWO_PEOPLE: "true"})
    sue = {"name": "sue", "role": "shift-manager", "password": "given by sam"}
    pip = {"name": "Pip", "role": "pit-supervisor", "password": "given by sam"}
    assert server.ask("POST", "/v1/users", sue, who="sam").status == 201  # the second of the house
    asked = server.ask("POST", "/v1/users", pip, who="sam")
    assert (asked.status, asked.json) == (202, {"change": 1})
    (item,) = server.ask("GET", "/v1/changes", who="sam").json["items"]
    assert (item["kind"], item["user"], item["role"], item["state"]) == ("user", "Pip", "pit-supervisor", "asked")
    approval = ("POST", "/v1/changes/1/approval")
    assert code(server, *approval, "sam", {"id": "approve-1"}) == (403, "second-person")
    assert code(server, *approval, "pia", {"id": "approve-1"}) == (403, "forbidden")
    given = bearer(server.sign_in("sue", "given by sam"))
    refused = server.ask(*approval, {"id": "approve-2"}, headers=given)
    assert (refused.status, refused.json["error"]["code"]) == (403, "second-person")
    own = {"old": "given by sam", "new": "my own words"}
    assert server.ask("POST", "/v1/me/password", own, headers=given).status == 200
    assert server.ask(*approval, {"id": "approve-3"}, headers=given).json == {"done": {"id": "approve-3", "change": 1}}
    assert server.ask(*approval, {"id": "approve-3"}, headers=given).json["done"]["again"]
    assert server.sign_in("Pip", "given by sam").status == 201
    assert code(server, "PATCH", "/v1/users/una", "sam", {"password": "given by sam"}) == (202, "")
    assert server.sign_in("una", "given by sam").status == 401
    assert code(server, "POST", "/v1/changes/2/withdrawal", "sam", {"id": "withdraw-1"}) == (200, "")
    assert code(server, "POST", "/v1/changes/9/approval", "sam", {"id": "approve-9"}) == (404, "not-found")
    stream = b"".join(entry.body for entry in server.store.entries("house"))
    assert b"argon2" not in stream and b"given by sam" not in stream


def test_sessions_are_listed_and_revoked(starting: Starting) -> None:
    server = starting()
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"}
    asked = {"name": "Ann", "password": PASSWORD}
    ann = bearer(server.ask("POST", "/v1/sessions", asked, headers=agent))
    (item,) = server.ask("GET", "/v1/sessions", headers=ann).json["items"]
    assert (item["address"], item["agent"], item["current"]) == ("127.0.0.1", "Firefox, Linux", True)
    assert item["began"] == item["seen"] == "2026-01-01T00:00:00.000Z"
    assert code(server, "GET", "/v1/sessions?user=Ann", "Ben") == (403, "forbidden")
    (seen,) = server.ask("GET", "/v1/sessions?user=ann", who="sam").json["items"]
    assert (seen["session"], seen["current"]) == (item["session"], False)
    assert 'croupier_reads_total{user="sam",what="sessions"} 1' in server.ask("GET", "/metrics").text
    assert code(server, "DELETE", f"/v1/sessions/{item['session']}", "Ben") == (404, "not-found")
    assert server.ask("DELETE", f"/v1/sessions/{item['session']}", who="sam").json == {"ended": 1}
    assert server.ask("GET", "/v1/me", headers=ann).status == 401
    tags = [event["type"] for entry in server.store.entries("house") for event in json.loads(entry.body)["then"]]
    assert tags.count("signed-in") == 3 and tags.count("sessions-ended") == 1


def test_failed_sign_ins_stand_in_one_entry(starting: Starting) -> None:
    server = starting()
    for _ in range(3):
        server.sign_in("sam", "wrong horse")
    server.store.flush()
    failed = [entry.body for entry in server.store.entries("house") if b"sign-ins-failed" in entry.body]
    assert len(failed) == 1 and b'"user":"sam","address":"127.0.0.1","times":1' in failed[0]


def test_a_role_that_needs_a_second_factor(starting: Starting) -> None:
    server = starting(second_factor=frozenset({"shift-manager"}))
    sam = bearer(server.sign_in("sam"))
    for path in ("/v1/me", "/v1/users", "/v1/tables"):
        assert server.ask("GET", path, headers=sam).status == 403
    path = "/v1/me/second-factor"
    assert server.ask("POST", path, {"password": "wrong horse"}, headers=sam).status == 409
    assert server.ask("POST", path, {"code": "123456"}, headers=sam).status == 409
    offered = server.ask("POST", path, {"password": PASSWORD}, headers=sam).json
    assert offered["uri"].startswith("otpauth://totp/croupier%3Asam?secret=" + offered["secret"])
    assert len(set(offered["recovery"])) == 10
    step = server.clock.now() // 30_000_000
    assert server.ask("POST", path, {"code": "000000"}, headers=sam).status == 409
    assert server.ask("GET", "/v1/me", headers=sam).status == 403
    assert server.ask("POST", path, {"code": code_at(offered["secret"], step)}, headers=sam).json == {"on": True}
    assert server.ask("GET", "/v1/me", headers=sam).status == 200

    def sign_in(**more: str) -> tuple[int, str]:
        reply = server.ask("POST", "/v1/sessions", {"name": "sam", "password": PASSWORD, **more})
        return reply.status, reply.json.get("error", {}).get("code", "")

    assert sign_in() == (401, "second-factor")
    assert sign_in(code=code_at(offered["secret"], step)) == (401, "second-factor")  # used to turn it on
    assert sign_in(code=code_at(offered["secret"], step + 1)) == (201, "")
    assert sign_in(code=code_at(offered["secret"], step + 1)) == (401, "second-factor")
    for recovery in offered["recovery"][:2]:
        assert sign_in(code=recovery) == (201, "")
        assert sign_in(code=recovery) == (401, "second-factor")
    assert server.sign_in("pia").status == 201
    server.stop()
    content = b"".join(file.read_bytes() for file in server.folder.rglob("floor.db*"))
    assert not any(secret.encode() in content for secret in (offered["secret"], *offered["recovery"]))
    again = starting(second_factor=frozenset({"shift-manager"}))
    again.clock.turn_to(server.clock.now() + 60_000_000)
    right = {"name": "sam", "password": PASSWORD, "code": code_at(offered["secret"], step + 2)}
    assert again.ask("POST", "/v1/sessions", right).status == 201


@pytest.mark.parametrize(
    ("seconds", "digits"),
    [(59, "94287082"), (1111111109, "07081804"), (1111111111, "14050471"), (1234567890, "89005924"),
     (2000000000, "69279037"), (20000000000, "65353130")],
)  # fmt: skip
def test_codes_are_those_of_the_rfc(seconds: int, digits: str) -> None:
    secret = b32encode(b"12345678901234567890").decode()
    assert code_at(secret, seconds // 30, 8) == digits
    assert step_of(secret, digits[2:], seconds * 1_000_000) == seconds // 30
    assert step_of(secret, digits[2:], seconds * 1_000_000, seconds // 30) is None


ORIGINS = [
    "",
    "null",
    "http://evil.example",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:{other}",
]
ORIGINS += [
    "http://127.0.0.1:{port}.evil.example",
    "http://localhost:{port}",
    "HTTP://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_the_cookie_works_from_our_own_pages_only(server: Running, origin: str) -> None:
    cookie = {"Cookie": f"croupier={server.token('Ann')}"}
    assert server.ask("GET", "/v1/me", headers=cookie).status == 200
    headers = {**cookie, "Origin": origin.format(port=server.port, other=server.port + 1)} if origin else cookie
    act = {"id": "abcdefgh", "do": ANNS_ACT}
    reply = server.ask("POST", "/v1/tables/tcp-1/acts", act, headers=headers)
    assert (reply.status, reply.json["error"]["code"]) == (403, "origin")
    own = {**cookie, "Origin": server.address}
    assert server.ask("POST", "/v1/tables/tcp-1/acts", act, headers=own).status == 200


def test_two_changes_at_once_are_both_kept(starting: Starting) -> None:
    server = starting()
    server.token("sam")
    changes = [{"password": "a new password"}, {"disabled": True}]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda change: server.ask("PATCH", "/v1/users/Ann", change, who="sam"), changes))
    assert server.sign_in("Ann", "a new password").status == 401
    assert server.ask("PATCH", "/v1/users/Ann", {"disabled": False}, who="sam").status == 200
    assert server.sign_in("Ann", "a new password").status == 201
