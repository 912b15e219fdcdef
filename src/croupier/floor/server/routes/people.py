"""Signing in and out, accounts, and what waits for a second person."""

import hmac
import re

from msgspec.structs import replace

from croupier.base.sentences import says
from croupier.floor.live.answers.people import (
    Ended,
    NameTried,
    SecondFactorOn,
    SessionBegun,
    SessionTold,
    UserName,
    Users,
)
from croupier.floor.live.answers.people import Sessions as SessionsTold
from croupier.floor.live.answers.said import AskedOfMe, Sentence
from croupier.floor.live.people.display_names import LONGEST, check_free
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.house_events import UserChange
from croupier.floor.live.state.people import SYSTEM, Role
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.edge.wire import is_user_name
from croupier.floor.server.people.sessions import Proof, Session
from croupier.floor.server.people.users import told
from croupier.floor.server.routes.registry import answer_of, answers, done, limit_of, number_in
from croupier.floor.store.base import UserRow
from croupier.rules.money import Cents

GUESTS_BRING = Cents(100_000)
"""Play chips."""
LONGEST_AGENT = 40
_BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
_SYSTEMS = ("Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux")


def agent_in_short(header: str) -> str:
    """`Firefox, Linux` of a browser; the name of another program without its version."""
    browser = next((name for mark, name in _BROWSERS.items() if mark in header), None)
    if browser is None:
        found = re.match(r"[A-Za-z0-9._ -]+", header)
        return found[0].strip()[:LONGEST_AGENT] if found else ""
    system = next((name for name in _SYSTEMS if name in header), None)
    return browser if system is None else f"{browser}, {system}"


async def _begin(app: App, asked: Request, user: UserRow, proof: Proof | None = None) -> Reply:
    proof = replace(proof or Proof(asked.address), agent=agent_in_short(asked.agent))
    token, session = await app.sessions.begin(user.name, proof)
    content = SessionBegun(
        token, UserName(user.name, user.role), app.sessions.idle // 1000, printed_time(session.until)
    )
    return reply(content, 201, (("set-cookie", app.cookie(token, app.sessions.absolute // 1_000_000)),))


@answers("POST /v1/sessions")
async def sign_in(app: App, asked: Request) -> Reply:
    sent: messages.SignIn = asked.body
    code = sent.code if isinstance(sent.code, str) else None
    user, proof = await app.people.sign_in(sent.name, sent.password, code, asked.address)
    return await _begin(app, asked, user, proof)


@answers("POST /v1/guests")
async def guest(app: App, asked: Request) -> Reply:
    """A player with no password: the session is all they have."""
    invitation = app.settings.invitation
    if invitation and not hmac.compare_digest(asked.query.get("invitation", "").encode(), invitation.encode()):
        raise Problem(Code.FORBIDDEN, says("invitation-needed"))
    name = app.people.guest_name(asked.address)
    await app.look_up(SYSTEM.name, f"welcome-{name}")
    await app.answered(app.decider.perform(SYSTEM, f"welcome-{name}", cmd.AddPlayer(name, chips=GUESTS_BRING)))
    return await _begin(app, asked, app.floor.staff.rows[name])


@answers("POST /v1/setup")
async def set_up(app: App, asked: Request) -> Reply:
    sent: messages.SetUp = asked.body
    user = await app.people.set_up(sent.code, sent.name, sent.password, asked.address)
    return await _begin(app, asked, user)


@answers("GET /v1/me")
async def me(app: App, asked: Request) -> Reply:
    who, ask = asked.signed_in, app.floor.ask
    return reply(
        {
            "name": who.name,
            "role": who.role,
            "wallet": ask.wallet(who.name),
            "owed": app.floor.debts.of(who.name).owed,
            "tables": ask.places(who.name),
            "asked": app.floor.acts.asking.waiting_for(who.name),
            "called": ask.names.shown.get(who.name),
            "freed": ask.freed(who.name),
            "demo": app.floor.demo,
            "password": bool(app.floor.staff.rows[who.name.lower()].password),
            "second_factor": app.people.has_factor(who.name),
        }
    )


@answers("GET /v1/me/name")
async def try_name(app: App, asked: Request) -> Reply:
    name = asked.query.get("name", "")[: LONGEST + 1]
    try:
        check_free(app.floor.register, asked.signed_in.name, name)
    except Problem as problem:
        assert problem.says is not None, problem
        return reply(NameTried(name, False, problem.why, Sentence.of(problem.says)))
    return reply(NameTried(name, True))


@answers("POST /v1/me/name")
async def choose_name(app: App, asked: Request) -> Reply:
    sent: messages.ChosenName = asked.body
    return await done(
        app, asked, app.decider.perform(asked.signed_in, sent.id, cmd.ChooseName(sent.name, sent.picture))
    )


@answers("GET /v1/me/asked")
async def asked_of_me(app: App, asked: Request) -> Reply:
    return reply(AskedOfMe(app.floor.acts.asking.waiting_for(asked.signed_in.name)))


@answers("POST /v1/me/asked/{asked}")
async def answer_asked(app: App, asked: Request) -> Reply:
    sent: messages.AnswerToAsked = asked.body
    number = number_in(asked, "asked")
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, cmd.AnswerAsked(number, sent.yes)))


@answers("POST /v1/me/second-factor")
async def second_factor(app: App, asked: Request) -> Reply:
    """With the password: a secret and recovery codes. With a code of them: it is on."""
    sent: messages.SecondFactor = asked.body
    who = asked.signed_in
    if isinstance(sent.password, str) == isinstance(sent.code, str):
        raise Problem(Code.UNREADABLE, "send the password to get a second factor, or a code of it to turn it on")
    if isinstance(sent.password, str):
        return reply(await app.people.offer_factor(who, sent.password, asked.address, app.floor.ask.house.name))
    await app.people.turn_factor_on(who, str(sent.code))
    return reply(SecondFactorOn(True))


@answers("GET /v1/sessions")
async def sessions(app: App, asked: Request) -> Reply:
    who, name = asked.signed_in, asked.query.get("user", asked.signed_in.name)
    if name.lower() != who.name.lower() and who.role is not Role.SHIFT_MANAGER:
        raise Problem(Code.FORBIDDEN, says("own-sessions"))
    if not is_user_name(name) or app.people.find(name) is None:
        raise Problem(Code.NOT_FOUND, says("no-such-user-here"))
    if name.lower() != who.name.lower():
        app.note_read(asked, "sessions", name)
    found = sorted(app.sessions.of(name), key=lambda each: -each.number)
    return reply(SessionsTold([_session_told(app, each, who.session) for each in found]))


def _session_told(app: App, session: Session, own: int) -> SessionTold:
    note = app.floor.staff.register.sessions.get(session.number)
    return SessionTold(
        session=session.number,
        user=session.user,
        began=printed_time(session.began),
        seen=printed_time(session.seen),
        until=printed_time(session.until),
        address="" if note is None else note.address,
        agent="" if note is None else note.agent,
        current=session.number == own,
    )


@answers("DELETE /v1/sessions/{session}")
async def revoke(app: App, asked: Request) -> Reply:
    """One's own session; a shift manager may revoke anybody's."""
    who, session = asked.signed_in, app.sessions.numbered(number_in(asked, "session"))
    is_own = session is not None and session.user == who.name
    if session is None or not (is_own or who.role is Role.SHIFT_MANAGER):
        raise Problem(Code.NOT_FOUND, says("no-such-number", what="session"))
    return reply(Ended(await app.sessions.end(who, [session])))


@answers("DELETE /v1/sessions/current")
async def sign_out(app: App, asked: Request) -> Reply:
    assert asked.session is not None
    await app.sessions.end(asked.signed_in, [asked.session])
    return reply(Ended(1), 200, (("set-cookie", app.cookie("", 0)),))


@answers("DELETE /v1/sessions")
async def sign_out_everywhere(app: App, asked: Request) -> Reply:
    ended = await app.sessions.end(asked.signed_in, app.sessions.of(asked.signed_in.name))
    return reply(Ended(ended), 200, (("set-cookie", app.cookie("", 0)),))


@answers("POST /v1/me/password")
async def new_password(app: App, asked: Request) -> Reply:
    sent: messages.NewPassword = asked.body
    assert asked.session is not None
    await app.people.change_own_password(asked.session, asked.signed_in, sent.old, sent.new, asked.address)
    return reply(Ended(True))


@answers("GET /v1/users")
async def users(app: App, asked: Request) -> Reply:
    limit = limit_of(asked)
    found = app.people.newest_first()
    before = asked.query.get("before")
    if before is not None:
        names = [user.name for user in found]
        if before not in names:
            raise Problem(Code.UNREADABLE, "before must be what the last page gave")
        found = found[names.index(before) + 1 :]
    page = found[:limit]
    return reply(Users([told(user) for user in page], page[-1].name if len(found) > limit else None))


@answers("POST /v1/users")
async def new_user(app: App, asked: Request) -> Reply:
    sent: messages.NewUser = asked.body
    change = UserChange(sent.name, sent.role, makes=True)
    return answer_of(await app.answered(await app.people.change(asked.signed_in, change, sent.password)))


@answers("PATCH /v1/users/{user}")
async def changed_user(app: App, asked: Request) -> Reply:
    sent: messages.ChangedUser = asked.body
    user = app.people.find(asked.part("user"))
    if user is None:
        raise Problem(Code.NOT_FOUND, says("no-such-user-here"))
    role = sent.role if isinstance(sent.role, str) else None
    disabled = sent.disabled if isinstance(sent.disabled, bool) else None
    password = sent.password if isinstance(sent.password, str) else None
    change = UserChange(user.name, role, disabled)
    return answer_of(await app.answered(await app.people.change(asked.signed_in, change, password)))


@answers("GET /v1/changes")
async def changes(app: App, asked: Request) -> Reply:
    return reply(app.floor.staff.changes(asked.signed_in))


@answers("POST /v1/changes/{change}/approval")
async def approval(app: App, asked: Request) -> Reply:
    sent: messages.Approval = asked.body
    return await done(
        app,
        asked,
        app.decider.perform(asked.signed_in, sent.id, cmd.ApproveHouseChange(number_in(asked, "change"))),
    )


@answers("POST /v1/changes/{change}/withdrawal")
async def withdrawal(app: App, asked: Request) -> Reply:
    sent: messages.Withdrawal = asked.body
    return await done(
        app,
        asked,
        app.decider.perform(asked.signed_in, sent.id, cmd.WithdrawHouseChange(number_in(asked, "change"))),
    )
