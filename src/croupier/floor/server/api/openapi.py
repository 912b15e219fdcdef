"""The OpenAPI document, generated from the matrix and the message types, so that it always matches them."""

import re
from functools import cache
from typing import get_args

import msgspec
from msgspec import Struct

from croupier.base.json_answers import JsonObject
from croupier.base.sentences import ENGLISH
from croupier.floor.live.answers.searching import LONGEST_SEARCH, PersonKind
from croupier.floor.live.history.figures import FIGURES
from croupier.floor.live.history.own_rounds import RESULTS
from croupier.floor.live.people.display_names import LONGEST as LONGEST_DISPLAY_NAME
from croupier.floor.server.api import answers, messages
from croupier.floor.server.api.matrix import GIVEN, ROLES, ROUTES, Cell, Route
from croupier.floor.server.edge.limits import Limits
from croupier.floor.server.edge.problems import STATUS
from croupier.floor.server.edge.wire import END
from croupier.rules.games import GAMES
from croupier.rules.rulebook.load import BOOKS
from croupier.version import __version__

MOST_NUMBER = 10**12 - 1
"""No count on a floor goes higher."""
_PART = {
    "table": (r"^[a-z0-9][a-z0-9-]{0,31}$", "string"),
    "link": (r"^[a-z0-9][a-z0-9-]{0,31}$", "string"),
    "player": (r"^[A-Za-z][A-Za-z0-9._-]{0,31}$", "string"),
    "user": (r"^[A-Za-z][A-Za-z0-9._-]{0,31}$", "string"),
    "book": (r"^[a-z0-9-]{1,40}@[0-9]{1,4}$", "string"),
    "file": (r"^[A-Za-z0-9._-]{1,100}$", "string"),
    "certificate": (r"^[A-Za-z][A-Za-z0-9._-]{0,31}-[1-9][0-9]{0,11}$", "string"),
    "section": (r"^[a-z0-9-]{1,32}$", "string"),
    "name": (r"^[A-Za-z0-9._@-]{1,64}$", "string"),
    "part": (r"^[A-Za-z0-9._@-]{1,64}$", "string"),
}
_QUERY: dict[str, JsonObject] = {
    "after": {"type": "integer", "minimum": 0, "maximum": MOST_NUMBER, "default": 0},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    "before": {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER},
    "from": {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER, "default": 1},
    "open": {"type": "boolean", "default": False},
    "departed": {"type": "boolean", "default": False},
    "book": {"type": "string"},
    "kind": {"type": "string", "pattern": r"^[a-z-]{1,40}$"},
    "figure": {"type": "string", "enum": list(FIGURES)},
    "against": {"type": "string", "enum": list(BOOKS)},
    "set": {"type": "string", "maxLength": 400},
    "banked": {"type": "boolean", "default": False},
    "as": {"type": "string", "enum": ["pdf", "jsonl"], "default": "pdf"},
    "until": {"type": "string", "format": "date-time"},
    "since": {"type": "string", "format": "date-time"},
    "invitation": {"type": "string"},
    "format": {"type": "string", "enum": ["round-file", "phh"]},
    "place": {"type": "integer", "minimum": 1},
    "user": {"type": "string", "pattern": r"^[A-Za-z][A-Za-z0-9._-]{0,31}$"},
    "name": {"type": "string", "maxLength": LONGEST_DISPLAY_NAME},
    "table": {"type": "string", "pattern": r"^[a-z0-9][a-z0-9-]{0,31}$"},
    "game": {"type": "string", "enum": list(GAMES)},
    "q": {"type": "string", "maxLength": LONGEST_SEARCH},
    "group": {"type": "string", "enum": list(get_args(PersonKind))},
    "role": {"type": "string", "enum": list(ROLES[1:])},
    "result": {"type": "string", "enum": list(RESULTS)},
}
_TEXT_CURSORS = ("/v1/users", "/v1/me/rounds")
"""Routes whose `before` is not a number."""
FROM_CLIENT = (
    messages.TableAct,
    messages.WatchTable,
    messages.WatchLink,
    messages.WatchPit,
    messages.WatchLobby,
)


@cache
def document(*, demo: bool, limits: Limits) -> bytes:
    return msgspec.json.encode(made(demo=demo, limits=limits), order="sorted")


def made(*, demo: bool, limits: Limits) -> JsonObject:
    schemas = components()
    paths: dict[str, JsonObject] = {}
    for route in ROUTES:
        if demo or not route.demo:
            paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    figures = {name.replace("_", "-"): figure for name, figure in msgspec.structs.asdict(limits).items()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "croupier",
            "version": __version__,
            "description": "The live floor. Money is a decimal string, times are RFC 3339 in UTC.",
            "license": {"name": "MIT"},
        },
        "servers": [{"url": "/", "description": "this floor"}],
        "tags": [{"name": name} for name in sorted({_tag(route) for route in ROUTES if demo or not route.demo})],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "croupier"},
            },
        },
        "x-limits": figures,
    }


def components() -> dict[str, JsonObject]:
    """The schemas of every message, and of the two unions of what may come over the socket."""
    sent = {route.takes for route in ROUTES if route.takes is not None}
    every: set[type[Struct]] = {*sent, *FROM_CLIENT, *answers.ROUNDS, answers.events.Events}
    every.update(answers.FROM_SERVER, *GIVEN.values())
    kinds = sorted(every, key=lambda kind: kind.__name__)
    _, schemas = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    found: dict[str, JsonObject] = {
        name: {key: _plain(value) for key, value in schema.items()} for name, schema in sorted(schemas.items())
    }
    found["SentenceCode"] = {"type": "string", "enum": list(ENGLISH)}
    found["Sentence"]["properties"]["code"] = _ref("SentenceCode")
    by_key = {"act": ["TableAct"], "watch": ["WatchTable", "WatchLink", "WatchPit", "WatchLobby"]}
    by_key["unwatch"] = by_key["watch"]
    options = [_one_key(key, {"oneOf": [_ref(name) for name in names]}) for key, names in by_key.items()]
    found["FromClient"] = {"oneOf": [*options, _one_key("ping", {"type": "integer", "minimum": 0})]}
    found["FromServer"] = {"oneOf": [_ref(kind.__name__) for kind in answers.FROM_SERVER]}
    return found


def _operation(route: Route) -> JsonObject:
    operation: JsonObject = {
        "operationId": _operation_id(route),
        "summary": route.words,
        "description": _description(route),
        "tags": [_tag(route)],
        "x-roles": list(route.roles),
        "x-own": [role for role in route.roles if route.cell(role) is Cell.OWN],
        "responses": {str(status): response for status, response in sorted(_responses(route).items())},
    }
    parameters = [_path_parameter(name) for name in re.findall(r"{(\w+)}", route.path)]
    for name in route.query:
        schema = {"type": "string"} if route.path in _TEXT_CURSORS and name == "before" else _QUERY[name]
        if name == "format" and route.gives == "rounds":
            schema = {"type": "string", "enum": ["round-file"]}
        parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        content = {"application/json": {"schema": _ref(route.takes.__name__)}}
        operation["requestBody"] = {"required": route.method != "DELETE", "content": content}
    if "spectator" not in route.roles:
        operation["security"] = [{"bearer": []}, {"cookie": []}]
    if route.gives == "live":
        operation["x-from-client"], operation["x-from-server"] = _ref("FromClient"), _ref("FromServer")
    return operation


def _tag(route: Route) -> str:
    """Routes about the same thing stand together; pages apart from all of them."""
    return "pages" if route.gives == "page" else route.path.removeprefix("/v1/").strip("/").split("/")[0].split(".")[0]


def _description(route: Route) -> str:
    """What it does, and for whom."""
    told = [f"{role} (own data only)" if route.cell(role) is Cell.OWN else role for role in route.roles]
    return f"{route.words[:1].upper()}{route.words[1:]}. For: {', '.join(told)}."


def _responses(route: Route) -> dict[int, JsonObject]:
    codes = {400, *route.more}
    if "spectator" not in route.roles or "s" in route.cells[:1]:
        codes.add(401)
    if len(route.roles) < 6 or route.gives in ("metrics", "rounds"):
        codes.add(403)
    if "{" in route.path or route.path == "/v1/setup" or route.demo:  # only demos have it
        codes.add(404)
    if route.method != "GET":
        codes |= {401, 403, 413, 415}
    codes |= {401, 431, 503}
    found = {code: _said(_problem_words(code), "Error") for code in codes if code not in (101, 202)}
    for code in (429, 503):
        if code in found:
            found[code]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    names = [kind.__name__ for kind in GIVEN.get(route.gives, ())]
    match route.gives:
        case "live":
            found[101] = {"description": "the socket; see x-from-client and x-from-server"}
        case "events":
            stream = {"schema": {"type": "string"}, "x-event": _ref("PublicEvent")}
            found[200] = {"description": "server-sent events", "content": {"text/event-stream": stream}}
        case "metrics":
            found[200] = {"description": "figures", "content": {"text/plain": {"schema": {"type": "string"}}}}
        case "evidence":
            found[200] = _file("application/pdf", "application/x-ndjson")
        case "csv" | "report-page" | "pdf" as kind:
            media = {"csv": "text/csv", "report-page": "text/html", "pdf": "application/pdf"}[kind]
            found[200] = {"description": "the report", "content": {media: {"schema": {"type": "string"}}}}
        case "page":
            found[200] = _file(
                "text/html",
                "text/css",
                "text/javascript",
                "image/svg+xml",
                "font/woff2",
                "application/manifest+json",
            )
        case "rulebook" | "rulings":
            found[200] = _said("done", *names[:1])
            found[304] = {"description": "it is what If-None-Match names"}
        case _:
            found[route.status] = _said("done", *(names[:1] if 202 in codes else names))
            if 202 in codes:
                found[202] = _said("waits for somebody else", *(names[1:] or names))
    if "format" in route.query:
        found[200]["content"]["application/toml"] = {"schema": {"type": "string"}}
    if route.gives == "health":
        found[503] = _said("stopping, or stopped", "Health")
    return found


def _file(*kinds: str) -> JsonObject:
    return {"description": "a file", "content": {kind: {"schema": {"type": "string"}} for kind in kinds}}


def _said(words: str, *names: str) -> JsonObject:
    schema = _ref(names[0]) if len(names) == 1 else {"oneOf": [_ref(name) for name in names]}
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _problem_words(status: int) -> str:
    known = [str(code) for code, its in STATUS.items() if its == status]
    return ", ".join(known) or "too-large"


def _path_parameter(name: str) -> JsonObject:
    if name in _PART:
        pattern, kind = _PART[name]
        schema: JsonObject = {"type": kind, "pattern": pattern}
    else:
        schema = {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _operation_id(route: Route) -> str:
    """Pages have their own prefix, because some share a path with their data: /training, /v1/training."""
    first = "page" if route.gives == "page" else route.method.lower()
    return "-".join([first, *re.findall(r"[a-z]+", route.path.removeprefix("/v1"))])


def _one_key(key: str, schema: JsonObject) -> JsonObject:
    return {"type": "object", "properties": {key: schema}, "required": [key], "additionalProperties": False}


def _ref(name: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{name}"}


def _plain(schema: object) -> object:
    """In JSON Schema `$` is the end of a text; in Python it is not quite."""
    if isinstance(schema, dict):
        return {key: _plain(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_plain(value) for value in schema]
    return schema.replace(END, "$") if isinstance(schema, str) else schema
