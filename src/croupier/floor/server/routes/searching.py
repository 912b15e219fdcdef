"""People by the first letters, and the search of the whole house."""

from typing import get_args

from croupier.floor.live.answers.searching import LONGEST_SEARCH, PersonKind
from croupier.floor.server.api.matrix import ROLES
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answers, limit_of, looked_up


@answers("GET /v1/people")
async def people(app: App, asked: Request) -> Reply:
    kind, role = _one_of(asked, "group", get_args(PersonKind)), _one_of(asked, "role", ROLES[1:])
    return reply(
        app.floor.search.people(asked.signed_in, _letters(asked), kind, role, limit_of(asked), app.sessions.seen())
    )


@answers("GET /v1/search")
async def search_house(app: App, asked: Request) -> Reply:
    return reply(
        await looked_up(app, asked, app.floor.search.search, asked.signed_in, _letters(asked), limit_of(asked))
    )


def _letters(asked: Request) -> str:
    letters = asked.query.get("q", "")
    if len(letters) > LONGEST_SEARCH:
        raise Problem(Code.UNREADABLE, f"q has at most {LONGEST_SEARCH} letters")
    return letters


def _one_of(asked: Request, key: str, known: tuple[str, ...]) -> str | None:
    given = asked.query.get(key)
    if given is not None and given not in known:
        raise Problem(Code.UNREADABLE, f"{key} is one of {', '.join(known)}")
    return given
