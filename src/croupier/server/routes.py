"""The handlers, one for each row of the matrix: they read parts and query, ask the floor, and write its answer."""

import asyncio
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from croupier.live.books import Ticket
from croupier.live.own_rounds import Asked as OwnRoundsAsked
from croupier.live.people import Role, Who
from croupier.live.times import printed_time
from croupier.money import cents
from croupier.server import messages, openapi, readings
from croupier.server.app import App, Asked, Handler, Reply, reply
from croupier.server.facade import Json
from croupier.server.matrix import SHELLS
from croupier.server.pages import page_file, shell
from croupier.server.people import told
from croupier.server.problems import Code, Problem
from croupier.server.wire import is_thing_name, is_user_name, reason
from croupier.store.base import UserRow

T = TypeVar("T")

HANDLERS: dict[str, Handler] = {}

GUESTS_BRING = 100_000
"""Cents of play chips."""
_NUMBER = re.compile(r"[1-9][0-9]{0,11}")


def answers(*keys: str) -> Callable[[Handler], Handler]:
    def registered(handler: Handler) -> Handler:
        for key in keys:
            assert key not in HANDLERS, key
            HANDLERS[key] = handler
        return handler

    return registered


# --- For everybody ----------------------------------------------------------------------------------------------------


@answers(*(f"GET {path}" for path in SHELLS))
async def page(app: App, asked: Asked) -> Reply:
    return shell(asked.accepts)


@answers("GET /page/{file}")
async def part_of_the_page(app: App, asked: Asked) -> Reply:
    return page_file(asked.part("file"), asked.accepts)


@answers("GET /v1/health")
async def health(app: App, asked: Asked) -> Reply:
    found = app.floor.health()
    if app.hub.stopping is not None:
        found["ok"] = False
    return reply(found, 200 if found["ok"] else 503, () if found["ok"] else (("retry-after", "5"),))


@answers("GET /v1/house")
async def house(app: App, asked: Asked) -> Reply:
    setup = {"setup": True} if app.people.setup_code else {}
    return reply({**app.floor.house(), **setup})


@answers("GET /v1/openapi.json")
async def document(app: App, asked: Asked) -> Reply:
    return Reply(200, openapi.document(demo=app.floor.demo, limits=app.settings.limits))


@answers("GET /v1/tables")
async def tables(app: App, asked: Asked) -> Reply:
    return reply({"items": app.floor.tables()})


@answers("GET /v1/rulebooks/{book}")
async def rulebook(app: App, asked: Asked) -> Reply:
    return readings.rulebook(asked.part("book"), asked.accepts, asked.known)


@answers("GET /v1/rulings")
async def rulings(app: App, asked: Asked) -> Reply:
    return readings.rulings(asked.accepts, asked.known)


@answers("GET /v1/links")
async def links(app: App, asked: Asked) -> Reply:
    return reply({"items": app.floor.links()})


@answers("GET /v1/links/{link}")
async def link(app: App, asked: Asked) -> Reply:
    return reply(app.floor.link(_link(app, asked)))


@answers("GET /v1/tables/{table}")
async def table(app: App, asked: Asked) -> Reply:
    return reply(app.floor.view(_table(app, asked), asked.who, None))


@answers("GET /v1/tables/{table}/sign")
async def sign(app: App, asked: Asked) -> Reply:
    return reply(app.floor.sign(_table(app, asked)))


@answers("GET /v1/live")
async def live(app: App, asked: Asked) -> Reply:
    raise Problem(Code.UNREADABLE, "this is a WebSocket: send Connection: Upgrade and Upgrade: websocket")


@answers("GET /metrics")
async def metrics(app: App, asked: Asked) -> Reply:
    figures = dict(app.floor.figures())
    figures["croupier_sessions"] = len(app.sessions)
    figures["croupier_sockets"] = len(app.hub.sockets)
    queues = figures.get("croupier_queue_length")
    figures["croupier_queue_length"] = {
        **(queues if isinstance(queues, Mapping) else {}),
        ("acts",): app.hub.acts_waiting,
        ("passwords",): app.passwords.waiting,
        ("coach",): app.coach.waiting,
    }
    return Reply(200, app.metrics.text(figures).encode(), media_type="text/plain; version=0.0.4; charset=utf-8")


# --- People -----------------------------------------------------------------------------------------------------------


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
    limit = _limit(asked)
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
        raise Problem(Code.NOT_FOUND, "there is no such user")
    role = sent.role if isinstance(sent.role, str) else None
    if role is not None and role != user.role and user.role == Role.PLAYER:
        mine = app.floor.me(Who(user.name, Role.PLAYER))
        if mine["tables"]:
            raise Problem(Code.REFUSED, f"{user.name} still has a place or chips at a table; staff do not play")
    changed = await app.people.change(
        user.name,
        role=role,
        disabled=sent.disabled if isinstance(sent.disabled, bool) else None,
        password=sent.password if isinstance(sent.password, str) else None,
    )
    if changed.role == Role.PLAYER != user.role:
        await app.answered(app.floor.welcome(changed.name, 0))
    return reply({"user": told(changed)})


# --- Tables -----------------------------------------------------------------------------------------------------------


@answers("POST /v1/tables/{table}/acts")
async def act(app: App, asked: Asked) -> Reply:
    try:
        ticket = app.hub.act(asked.signed_in, asked.part("table"), asked.body)
    except Problem as problem:
        problem.more.setdefault("id", asked.body.id)
        raise
    return _answer(await app.answered(ticket))


@answers("GET /v1/tables/{table}/coach")
async def coach(app: App, asked: Asked) -> Reply:
    place = _before(asked, "place")
    if place is None:
        raise Problem(Code.UNREADABLE, "say on which box or seat: ?place=1")
    question = app.floor.coaching(_table(app, asked), asked.signed_in, place)
    return reply(await app.coach.ask(question))


async def _looked_up(ask: Callable[..., T], *about: Any) -> T:
    """Old rounds are folded again from the journal, which may take seconds, and rulings tried out one by one: nobody
    who plays waits for it."""
    return await asyncio.to_thread(ask, *about)


@answers("GET /v1/tables/{table}/rounds")
async def rounds(app: App, asked: Asked) -> Reply:
    name = _table(app, asked)
    kind = asked.query.get("format")
    if kind is None:
        return reply(await _looked_up(app.floor.rounds, name, asked.who, _limit(asked), _before(asked)))
    if kind != "round-file":
        raise Problem(Code.UNREADABLE, "a table's life is written as round-file")
    if asked.who is None:
        raise Problem(Code.SESSION, "sign in first: POST /v1/sessions")
    if asked.who.role != Role.AUDITOR:
        raise Problem(Code.FORBIDDEN, "the whole life of a table is for the auditor")
    text = await _looked_up(app.floor.rounds_file, name)
    return Reply(200, text.encode(), media_type="application/toml")


@answers("GET /v1/tables/{table}/rounds/{round}")
async def one_round(app: App, asked: Asked) -> Reply:
    name, number = _table(app, asked), _number(asked, "round")
    kind = asked.query.get("format")
    if kind is None:
        return reply(await _looked_up(app.floor.round, name, number, asked.who))
    if kind not in ("round-file", "phh"):
        raise Problem(Code.UNREADABLE, "a round is written as round-file, or at poker as phh")
    text = await _looked_up(app.floor.round_file, name, number, asked.who, kind)
    return Reply(200, text.encode(), media_type="application/toml")


@answers("GET /v1/tables/{table}/rounds/{round}/steps")
async def round_steps(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.steps, _table(app, asked), _number(asked, "round"), asked.who))


@answers("GET /v1/me/rounds")
async def own_rounds(app: App, asked: Asked) -> Reply:
    filters = {key: asked.query.get(key) for key in ("before", "table", "game", "result", "since")}
    if filters["table"] is not None and not is_thing_name(filters["table"]):
        raise Problem(Code.UNREADABLE, "table is the name of a table")
    wanted = OwnRoundsAsked(_limit(asked), **filters)
    return reply(await _looked_up(app.floor.own_rounds, asked.signed_in, wanted))


@answers("GET /v1/tables/{table}/rounds/{round}/proof")
async def proof(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.proof, _table(app, asked), _number(asked, "round"), asked.who))


@answers("GET /v1/tables/{table}/rounds/{round}/deck")
async def deck(app: App, asked: Asked) -> Reply:
    name, number = _table(app, asked), _number(asked, "round")
    await _looked_up(app.floor.rounds, name, asked.who, 1, number + 1)  # so that it is at hand
    return await _done(app, asked, app.floor.deck(asked.signed_in, name, number))


@answers("POST /v1/tables")
async def open_table(app: App, asked: Asked) -> Reply:
    sent: messages.NewTable = asked.body
    return await _done(app, asked, app.floor.open_table(asked.signed_in, sent.id, sent.table))


@answers("POST /v1/tables/{table}/sign")
async def change_sign(app: App, asked: Asked) -> Reply:
    sent: messages.NewSign = asked.body
    name = _table(app, asked)
    return await _done(app, asked, app.floor.change_sign(asked.signed_in, name, sent.id, sent.sign))


@answers("POST /v1/tables/{table}/closing")
async def close_table(app: App, asked: Asked) -> Reply:
    sent: messages.Closing = asked.body
    name, why = _table(app, asked), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.close_table(asked.signed_in, name, sent.id, why))


@answers("GET /v1/tables/{table}/journal")
async def table_journal(app: App, asked: Asked) -> Reply:
    return _journal(app, asked, f"table/{_table(app, asked)}")


# --- Incidents --------------------------------------------------------------------------------------------------------


@answers("GET /v1/incidents")
async def incidents(app: App, asked: Asked) -> Reply:
    asked_open = asked.query.get("open", "false")
    if asked_open not in ("true", "false"):
        raise Problem(Code.UNREADABLE, "open is true or false")
    return reply(app.floor.incidents(asked_open == "true", _limit(asked), _before(asked)))


@answers("GET /v1/incidents/{incident}")
async def incident(app: App, asked: Asked) -> Reply:
    return reply(app.floor.incident(_number(asked, "incident")))


@answers("GET /v1/tables/{table}/incidents/kinds")
async def incident_kinds(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.incident_kinds, _table(app, asked)))


@answers("POST /v1/tables/{table}/incidents/preview")
async def preview(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.preview, asked.signed_in, _table(app, asked), asked.body.do))


@answers("POST /v1/incidents/{incident}/decision")
async def decision(app: App, asked: Asked) -> Reply:
    sent: messages.Decision = asked.body
    why = _reason(app, sent.reason, needed=True)
    ticket = app.floor.decide(asked.signed_in, _number(asked, "incident"), sent.id, sent.do, why)
    return await _done(app, asked, ticket)


# --- Money ------------------------------------------------------------------------------------------------------------


@answers("GET /v1/players/{player}/account")
async def account(app: App, asked: Asked) -> Reply:
    who, name = asked.signed_in, asked.part("player")
    if who.role == Role.PLAYER and name != who.name:
        raise Problem(Code.FORBIDDEN, "a player sees their own account")
    return reply(app.floor.account(_player(app, asked)))


@answers("POST /v1/players")
async def walk_in(app: App, asked: Asked) -> Reply:
    sent: messages.WalkIn = asked.body
    known = app.people.find(sent.name)
    if known is not None and known.role != Role.PLAYER:
        raise Problem(Code.REFUSED, f"the name {sent.name} is taken", more={"id": sent.id})
    answered = await _done(app, asked, app.floor.player_joins(asked.signed_in, sent.id, sent.name))
    if answered.status == 201 and app.people.find(sent.name) is None:
        await app.people.walked_in(sent.name)
    return answered


@answers("POST /v1/players/{player}/deposits", "POST /v1/players/{player}/withdrawals")
async def chips(app: App, asked: Asked) -> Reply:
    sent: messages.Chips = asked.body
    player, why = _player(app, asked), _reason(app, sent.reason)
    try:
        amount = cents(sent.amount)
    except ValueError as error:
        raise Problem(Code.UNREADABLE, str(error)) from None
    if not amount:
        raise Problem(Code.UNREADABLE, "the amount must be at least 0.01")
    brought = asked.found.route.path.endswith("deposits")
    move = app.floor.deposit if brought else app.floor.withdraw
    return await _done(app, asked, move(asked.signed_in, player, sent.id, amount, why))


@answers("GET /v1/ledger")
async def ledger(app: App, asked: Asked) -> Reply:
    return reply(app.floor.ledger())


@answers("GET /v1/checkpoints")
async def checkpoints(app: App, asked: Asked) -> Reply:
    return reply(app.floor.checkpoints(_limit(asked), _before(asked)))


# --- Links ------------------------------------------------------------------------------------------------------------


@answers("POST /v1/links/{link}/awards/{award}/verification")
async def verification(app: App, asked: Asked) -> Reply:
    sent: messages.Verification = asked.body
    name, number, why = _link(app, asked), _number(asked, "award"), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.verify(asked.signed_in, name, number, sent.id, why))


@answers("POST /v1/links/{link}/suspension")
async def suspension(app: App, asked: Asked) -> Reply:
    sent: messages.Suspension = asked.body
    name, why = _link(app, asked), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.suspend_link(asked.signed_in, name, sent.id, sent.policy, why))


@answers("POST /v1/links/{link}/resumption")
async def resumption(app: App, asked: Asked) -> Reply:
    sent: messages.Resumption = asked.body
    name, why = _link(app, asked), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.resume_link(asked.signed_in, name, sent.id, why))


@answers("POST /v1/links/{link}/changes")
async def change(app: App, asked: Asked) -> Reply:
    sent: messages.Change = asked.body
    name, why = _link(app, asked), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.change_link(asked.signed_in, name, sent.id, sent.change, why))


@answers("POST /v1/links/{link}/changes/{change}/approval")
async def approval(app: App, asked: Asked) -> Reply:
    sent: messages.Approval = asked.body
    name, number, why = _link(app, asked), _number(asked, "change"), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.approve(asked.signed_in, name, number, sent.id, why))


@answers("POST /v1/links/{link}/changes/{change}/withdrawal")
async def withdrawal(app: App, asked: Asked) -> Reply:
    sent: messages.Withdrawal = asked.body
    name, number, why = _link(app, asked), _number(asked, "change"), _reason(app, sent.reason)
    return await _done(app, asked, app.floor.withdraw_change(asked.signed_in, name, number, sent.id, why))


@answers("GET /v1/links/{link}/reconciliation")
async def reconciliation(app: App, asked: Asked) -> Reply:
    return reply(app.floor.reconciliation(_link(app, asked)))


@answers("GET /v1/links/{link}/changes")
async def link_changes(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.link_changes, _link(app, asked)))


@answers("GET /v1/links/{link}/awards/{award}")
async def award(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.award, _link(app, asked), _number(asked, "award")))


@answers("GET /v1/figures")
async def figures(app: App, asked: Asked) -> Reply:
    return reply(await _looked_up(app.floor.shift, asked.query.get("since")))


@answers("GET /v1/links/{link}/journal")
async def link_journal(app: App, asked: Asked) -> Reply:
    return _journal(app, asked, f"link/{_link(app, asked)}")


# --- Training ---------------------------------------------------------------------------------------------------------


@answers("GET /v1/training")
async def training(app: App, asked: Asked) -> Reply:
    return reply(await app.training.overview(asked.signed_in.name))


@answers("POST /v1/training/drills")
async def new_drill(app: App, asked: Asked) -> Reply:
    sent: messages.NewDrill = asked.body
    repeated = sent.again if isinstance(sent.again, int) else None
    found, again = await app.training.start(asked.signed_in.name, sent.id, sent.kind, sent.book, repeated)
    return reply(found | {"again": True} if again else found, 201)


@answers("GET /v1/training/drills/{drill}")
async def drill(app: App, asked: Asked) -> Reply:
    return reply(await app.training.drill(asked.signed_in.name, _number(asked, "drill")))


@answers("POST /v1/training/drills/{drill}/answers")
async def drill_answer(app: App, asked: Asked) -> Reply:
    sent: messages.DrillAnswer = asked.body
    said = msgspec.to_builtins(sent)
    given = {key: value for key, value in said.items() if key not in ("id", "question")}
    number = _number(asked, "drill")
    found, again = await app.training.answer(asked.signed_in.name, number, sent.id, sent.question, given)
    return reply(found | {"again": True} if again else found)


# --- The demo ---------------------------------------------------------------------------------------------------------


@answers("POST /v1/demo/clock")
async def clock(app: App, asked: Asked) -> Reply:
    if not app.floor.manual_clock:
        raise Problem(Code.REFUSED, "the clock goes by itself; start with --clock manual")
    await app.answered(app.floor.advance(asked.body.advance))
    app.sessions.sweep()
    await app.hub.sent()
    return reply({"now": printed_time(app.floor.now())})


@answers("POST /v1/demo/tables/{table}/shoe")
async def shoe(app: App, asked: Asked) -> Reply:
    ticket = app.floor.stack_shoe(asked.signed_in, _table(app, asked), asked.body.cards)
    return _answer(await app.answered(ticket))


# --- Reading parts and queries ----------------------------------------------------------------------------------------


def _answer(ticket: Ticket) -> Reply:
    return reply(ticket.answer, ticket.status)


async def _done(app: App, asked: Asked, ticket: Ticket) -> Reply:
    await app.answered(ticket)
    error = ticket.answer.get("error")
    if error is not None:
        app.metrics.refused(error["code"])
    return _answer(ticket)


def _table(app: App, asked: Asked) -> str:
    name = asked.part("table")
    if not is_thing_name(name) or not app.floor.has_table(name):
        raise Problem(Code.NOT_FOUND, "there is no such table")
    if asked.who is None and not app.floor.open_to_spectators(name):
        raise Problem(Code.SESSION, f"{name} is not open to spectators; sign in")
    return name


def _link(app: App, asked: Asked) -> str:
    name = asked.part("link")
    if not is_thing_name(name) or not app.floor.has_link(name):
        raise Problem(Code.NOT_FOUND, "there is no such link")
    return name


def _player(app: App, asked: Asked) -> str:
    name = asked.part("player")
    user = app.people.find(name) if is_user_name(name) else None
    if user is None or user.role != Role.PLAYER:
        raise Problem(Code.NOT_FOUND, "there is no such player")
    return user.name


def _number(asked: Asked, part: str) -> int:
    text = asked.part(part)
    if _NUMBER.fullmatch(text) is None:
        raise Problem(Code.NOT_FOUND, f"there is no such {part}")
    return int(text)


def _reason(app: App, text: str, *, needed: bool = False) -> str:
    return reason(text, most=app.settings.limits.reason, needed=needed)


def _limit(asked: Asked) -> int:
    text = asked.query.get("limit", "50")
    if _NUMBER.fullmatch(text) is None or int(text) > 200:
        raise Problem(Code.UNREADABLE, "limit is a whole number from 1 to 200")
    return int(text)


def _before(asked: Asked, key: str = "before") -> int | None:
    text = asked.query.get(key)
    if text is None:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise Problem(Code.UNREADABLE, f"{key} is a whole number from 1 on")
    return int(text)


def _journal(app: App, asked: Asked, stream: str) -> Reply:
    first, limit = _before(asked, "from") or 1, _limit(asked)
    items: list[Json] = app.floor.journal(stream, first, limit)
    return reply({"items": items, "next": items[-1]["seq"] + 1 if len(items) == limit else None})
