"""What everybody may ask, signed in or not."""

from collections.abc import Mapping

from croupier.floor.live.answers.links import Links
from croupier.floor.server.api import openapi
from croupier.floor.server.api.matrix import SHELLS
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.pages import manifest, page_file, shell, worker
from croupier.floor.server.routes import reference
from croupier.floor.server.routes.registry import answers, link_named, table_named


@answers(*(f"GET {path}" for path in SHELLS))
async def page(app: App, asked: Request) -> Reply:
    return shell(asked.accepts)


@answers("GET /page/{file}")
async def part_of_the_page(app: App, asked: Request) -> Reply:
    return page_file(asked.part("file"), asked.accepts)


@answers("GET /worker.js")
async def worker_of_the_page(app: App, asked: Request) -> Reply:
    return worker(asked.accepts)


@answers("GET /manifest.webmanifest")
async def manifest_of_the_page(app: App, asked: Request) -> Reply:
    return manifest(app.floor.ask.house.name)


@answers("GET /v1/health")
async def health(app: App, asked: Request) -> Reply:
    found = app.running.health(stopping=app.hub.stopping is not None)
    return reply(found, 200 if found.ok else 503, () if found.ok else (("retry-after", "5"),))


@answers("GET /v1/house")
async def house(app: App, asked: Request) -> Reply:
    return reply(app.running.house(setup=bool(app.people.setup_code)))


@answers("GET /v1/openapi.json")
async def document(app: App, asked: Request) -> Reply:
    return Reply(200, openapi.document(demo=app.floor.demo, limits=app.settings.limits))


@answers("GET /v1/tables")
async def tables(app: App, asked: Request) -> Reply:
    return reply({"items": app.hub.lobby.rows(asked.who)})


@answers("GET /v1/rulebooks/{book}")
async def rulebook(app: App, asked: Request) -> Reply:
    return reference.rulebook(asked.part("book"), asked.accepts, asked.known)


@answers("GET /v1/rulings")
async def rulings(app: App, asked: Request) -> Reply:
    return reference.rulings(asked.accepts, asked.known)


@answers("GET /v1/links")
async def links(app: App, asked: Request) -> Reply:
    return reply(Links(app.floor.ask.links()))


@answers("GET /v1/links/{link}")
async def link(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.link(link_named(app, asked)))


@answers("GET /v1/tables/{table}")
async def table(app: App, asked: Request) -> Reply:
    return Reply(200, app.floor.ask.view(table_named(app, asked), asked.who, None).frame)


@answers("GET /v1/tables/{table}/sign")
async def sign(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.sign(table_named(app, asked)))


@answers("GET /v1/live")
async def live(app: App, asked: Request) -> Reply:
    raise Problem(Code.UNREADABLE, "this is a WebSocket: send Connection: Upgrade and Upgrade: websocket")


@answers("GET /metrics")
async def metrics(app: App, asked: Request) -> Reply:
    figures = dict(app.running.figures())
    figures["croupier_sessions"] = len(app.sessions)
    figures["croupier_sockets"] = len(app.hub.sockets)
    queues = figures.get("croupier_queue_length")
    figures["croupier_queue_length"] = {
        **(queues if isinstance(queues, Mapping) else {}),
        ("acts",): app.hub.acts_waiting,
        ("passwords",): app.passwords.waiting,
        ("coach",): app.coach.waiting,
        ("lookups",): app.lookups.waiting,
    }
    return Reply(200, app.metrics.text(figures).encode(), media_type="text/plain; version=0.0.4; charset=utf-8")
