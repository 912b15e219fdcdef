"""The incidents that wait for a decision of the pit."""

from croupier.floor.live.state import commands as cmd
from croupier.floor.server import messages
from croupier.floor.server.app import App, Asked, Reply, reply
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
async def incidents(app: App, asked: Asked) -> Reply:
    asked_open = asked.query.get("open", "false")
    if asked_open not in ("true", "false"):
        raise Problem(Code.UNREADABLE, "open is true or false")
    return reply(app.floor.incidents(asked_open == "true", limit_of(asked), whole_number(asked)))


@answers("GET /v1/incidents/{incident}")
async def incident(app: App, asked: Asked) -> Reply:
    return reply(app.floor.incident(number_in(asked, "incident")))


@answers("GET /v1/tables/{table}/incidents/kinds")
async def incident_kinds(app: App, asked: Asked) -> Reply:
    return reply(await looked_up(app, asked, app.floor.incident_kinds, table_named(app, asked)))


@answers("POST /v1/tables/{table}/incidents/preview")
async def preview(app: App, asked: Asked) -> Reply:
    return reply(
        await looked_up(app, asked, app.floor.preview, asked.signed_in, table_named(app, asked), asked.body.do)
    )


@answers("POST /v1/incidents/{incident}/decision")
async def decision(app: App, asked: Asked) -> Reply:
    sent: messages.Decision = asked.body
    why = reason_given(app, sent.reason, needed=True)
    decides = cmd.DecideIncident(number_in(asked, "incident"), sent.do)
    return await done(app, asked, app.floor.perform(asked.signed_in, sent.id, decides, why))
