"""Sessions, roles, passwords: who is let in, and for how long."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from croupier.server.limits import Limits, SignIns
from croupier.server.passwords import is_common
from tests.server.conftest import PASSWORD, USERS, Running

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
    act = {"id": "abcdefgh", "do": "x"}
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
