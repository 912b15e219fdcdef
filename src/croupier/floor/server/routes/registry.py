"""What the handlers share: how they are found, and how they read parts of a path and a query."""

import re
from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.base.sentences import says
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Role
from croupier.floor.server.app import App, Handler, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.edge.wire import is_thing_name, is_user_name, reason
from croupier.floor.server.process.lookups import Answer

T = TypeVar("T")

HANDLERS: dict[str, Handler] = {}

_NUMBER = re.compile(r"[1-9][0-9]{0,11}")


def answers(*keys: str) -> Callable[[Handler], Handler]:
    def registered(handler: Handler) -> Handler:
        for key in keys:
            assert key not in HANDLERS, key
            HANDLERS[key] = handler
        return handler

    return registered


async def looked_up(app: App, asked: Request, ask: Callable[..., T], *about: object) -> T:
    """What `ask` returns, computed in a thread so that no player waits."""
    return await app.lookups.run(asked.who, asked.address, ask, *about)


async def looked_back(app: App, asked: Request, table: str, number: int, ask: Callable[[], Answer]) -> Reply:
    """An answer about a round. For a past round it is cached, and a client that has it gets 304."""
    stamp = app.running.past(table, number)
    if stamp is None:
        answer = await looked_up(app, asked, ask)
        return Reply(200, answer.body, media_type=answer.media_type)
    who, query = asked.who, tuple(sorted(asked.query.items()))
    viewer = None if who is None else (who.name, who.role)
    key = (asked.found.route.path, table, number, query, viewer, stamp)
    answer = await app.lookups.keep(key, who, asked.address, ask)
    headers = [("etag", answer.tag)]
    if who is None:  # a browser may cache what everybody may see, and checks whether it is current
        headers.append(("cache-control", "no-cache"))
    if answer.tag in asked.known:
        return Reply(304, b"", tuple(headers))
    return Reply(200, answer.body, tuple(headers), answer.media_type)


def as_json(value: object) -> Answer:
    return Answer(msgspec.json.encode(value))


def as_toml(text: str) -> Answer:
    return Answer(text.encode(), "application/toml")


def answer_of(ticket: Ticket) -> Reply:
    return reply(ticket.answer, ticket.status)


async def done(app: App, asked: Request, ticket: Ticket) -> Reply:
    await app.answered(ticket)
    if ticket.refusal is not None:
        app.metrics.refused(ticket.refusal)
    return answer_of(ticket)


def table_named(app: App, asked: Request) -> str:
    name = asked.part("table")
    table = app.floor.books.shown.tables.get(name) if is_thing_name(name) else None
    if table is None:
        raise Problem(Code.NOT_FOUND, says("no-such-table-here"))
    if asked.who is None and not table.sign.spectators:
        raise Problem(Code.SESSION, says("no-spectators", table=name))
    return name


def link_named(app: App, asked: Request) -> str:
    name = asked.part("link")
    if not is_thing_name(name) or name not in app.floor.books.shown.links:
        raise Problem(Code.NOT_FOUND, says("no-such-link-here"))
    return name


def player_named(app: App, asked: Request) -> str:
    name = asked.part("player")
    user = app.people.find(name) if is_user_name(name) else None
    if user is None or user.role != Role.PLAYER:
        raise Problem(Code.NOT_FOUND, says("no-such-player-here"))
    return user.name


def number_in(asked: Request, part: str) -> int:
    text = asked.part(part)
    if _NUMBER.fullmatch(text) is None:
        raise Problem(Code.NOT_FOUND, says("no-such-number", what=part))
    return int(text)


def reason_given(app: App, text: str, *, needed: bool = False) -> str:
    return reason(text, most=app.settings.limits.reason, needed=needed)


def limit_of(asked: Request) -> int:
    text = asked.query.get("limit", "50")
    if _NUMBER.fullmatch(text) is None or int(text) > 200:
        raise Problem(Code.UNREADABLE, "limit is a whole number from 1 to 200")
    return int(text)


def whole_number(asked: Request, key: str = "before") -> int | None:
    text = asked.query.get(key)
    if text is None:
        return None
    if _NUMBER.fullmatch(text) is None:
        raise Problem(Code.UNREADABLE, f"{key} is a whole number from 1 on")
    return int(text)


def yes_or_no(asked: Request, key: str) -> bool:
    text = asked.query.get(key, "false")
    if text not in ("true", "false"):
        raise Problem(Code.UNREADABLE, f"{key} is true or false")
    return text == "true"


async def journal_of(app: App, asked: Request, stream: str) -> Reply:
    first, limit = whole_number(asked, "from") or 1, limit_of(asked)
    return reply(await looked_up(app, asked, app.floor.ask.journal, stream, first, limit))
