"""Signing in and out, and who may."""

from croupier.live.people import Role, Who
from croupier.live.times import printed_time
from croupier.sentences import says
from croupier.server import messages
from croupier.server.app import App, Asked, Reply, reply
from croupier.server.people import told
from croupier.server.problems import Code, Problem
from croupier.server.routes.asking import answers, limit_of
from croupier.store.base import UserRow

GUESTS_BRING = 100_000
"""Cents of play chips."""


async def _begin(app: App, user: UserRow) -> Reply:
    token, session = await app.sessions.begin(user.name)
    content = {
        "token": token,
        "user": {"name": user.name, "role": user.role},
        "idle": app.sessions.idle // 1000,
        "until": printed_time(session.until),
    }
    return reply(content, 201, (("set-cookie", app.cookie(token, app.sessions.absolute // 1_000_000)),))


@answers("POST /v1/sessions")
async def sign_in(app: App, asked: Asked) -> Reply:
    sent: messages.SignIn = asked.body
    return await _begin(app, await app.people.sign_in(sent.name, sent.password, asked.address))


@answers("POST /v1/guests")
async def guest(app: App, asked: Asked) -> Reply:
    user = await app.people.guest(asked.address)
    await app.answered(app.floor.welcome(user.name, GUESTS_BRING))
    return await _begin(app, user)


@answers("POST /v1/setup")
async def set_up(app: App, asked: Asked) -> Reply:
    sent: messages.SetUp = asked.body
    user = await app.people.set_up(sent.code, sent.name, sent.password, asked.address)
    return await _begin(app, user)


@answers("GET /v1/me")
async def me(app: App, asked: Asked) -> Reply:
    who = asked.signed_in
    return reply({"name": who.name, "role": who.role, **app.floor.me(who), "demo": app.floor.demo})


@answers("DELETE /v1/sessions/current")
async def sign_out(app: App, asked: Asked) -> Reply:
    assert asked.session is not None
    await app.sessions.end([asked.session])
    return reply({"ended": 1}, 200, (("set-cookie", app.cookie("", 0)),))


@answers("DELETE /v1/sessions")
async def sign_out_everywhere(app: App, asked: Asked) -> Reply:
    mine = app.sessions.of(asked.signed_in.name)
    await app.sessions.end(mine)
    return reply({"ended": len(mine)}, 200, (("set-cookie", app.cookie("", 0)),))


@answers("POST /v1/me/password")
async def new_password(app: App, asked: Asked) -> Reply:
    sent: messages.NewPassword = asked.body
    assert asked.session is not None
    await app.people.change_own_password(asked.session, sent.old, sent.new, asked.address)
    return reply({"ended": True})


@answers("GET /v1/users")
async def users(app: App, asked: Asked) -> Reply:
    limit = limit_of(asked)
    found = app.people.newest_first()
    before = asked.query.get("before")
    if before is not None:
        names = [user.name for user in found]
        if before not in names:
            raise Problem(Code.UNREADABLE, "before must be what the last page gave")
        found = found[names.index(before) + 1 :]
    page = found[:limit]
    return reply({"items": [told(user) for user in page], "before": page[-1].name if len(found) > limit else None})


@answers("POST /v1/users")
async def new_user(app: App, asked: Asked) -> Reply:
    sent: messages.NewUser = asked.body
    user = await app.people.add(sent.name, sent.role, sent.password)
    if user.role == Role.PLAYER:
        await app.answered(app.floor.welcome(user.name, 0))
    return reply({"user": told(user)}, 201)


@answers("PATCH /v1/users/{user}")
async def changed_user(app: App, asked: Asked) -> Reply:
    sent: messages.ChangedUser = asked.body
    user = app.people.find(asked.part("user"))
    if user is None:
        raise Problem(Code.NOT_FOUND, says("no-such-user-here"))
    role = sent.role if isinstance(sent.role, str) else None
    if role is not None and role != user.role and user.role == Role.PLAYER:
        mine = app.floor.me(Who(user.name, Role.PLAYER))
        if mine["tables"]:
            raise Problem(Code.REFUSED, says("still-has-a-place", player=user.name))
    changed = await app.people.change(
        user.name,
        role=role,
        disabled=sent.disabled if isinstance(sent.disabled, bool) else None,
        password=sent.password if isinstance(sent.password, str) else None,
    )
    if changed.role == Role.PLAYER != user.role:
        await app.answered(app.floor.welcome(changed.name, 0))
    return reply({"user": told(changed)})
