"""The incidents that wait for a decision of the pit."""

from croupier.floor.live.state import commands as cmd
from croupier.floor.server import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.problems import Code, Problem
from croupier.floor.server.routes.asking import (
    answers,
    done,
    limit_of,
    looked_up,
    number_in,
    reason_given,
    table_named,
    whole_number,
)


@answers("GET /v1/incidents")
async def incidents(app: App, asked: Request) -> Reply:
    asked_open = asked.query.get("open", "false")
    if asked_open not in ("true", "false"):
        raise Problem(Code.UNREADABLE, "open is true or false")
    limit, before = limit_of(asked), whole_number(asked)
    return reply(app.floor.pit.incidents(open_only=asked_open == "true", limit=limit, before=before))


@answers("GET /v1/incidents/{incident}")
async def incident(app: App, asked: Request) -> Reply:
    return reply(app.floor.pit.incident(number_in(asked, "incident")))


@answers("GET /v1/tables/{table}/incidents/kinds")
async def incident_kinds(app: App, asked: Request) -> Reply:
    return reply(await looked_up(app, asked, app.floor.pit.kinds, table_named(app, asked)))


@answers("POST /v1/tables/{table}/incidents/preview")
async def preview(app: App, asked: Request) -> Reply:
    sent: messages.Report = asked.body
    return reply(await looked_up(app, asked, app.floor.pit.preview, table_named(app, asked), sent.do, asked.signed_in))


@answers("POST /v1/incidents/{incident}/decision")
async def decision(app: App, asked: Request) -> Reply:
    sent: messages.Decision = asked.body
    why = reason_given(app, sent.reason, needed=True)
    decides = cmd.DecideIncident(number_in(asked, "incident"), sent.do)
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, decides, why))
