"""The incidents that wait for a decision of the pit."""

from croupier.floor.live.state import commands as cmd
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.routes.registry import (
    answers,
    done,
    limit_of,
    looked_up,
    number_in,
    reason_given,
    table_named,
    whole_number,
    yes_or_no,
)


@answers("GET /v1/waits")
async def waits(app: App, asked: Request) -> Reply:
    return reply(app.floor.pit.waits(asked.signed_in.role))


@answers("GET /v1/incidents")
async def incidents(app: App, asked: Request) -> Reply:
    limit, before = limit_of(asked), whole_number(asked)
    found = app.floor.pit.incidents(
        open_only=yes_or_no(asked, "open"),
        limit=limit,
        before=before,
        kind=asked.query.get("kind", ""),
        table=asked.query.get("table", ""),
        departed_only=yes_or_no(asked, "departed"),
    )
    return reply(found)


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


@answers("POST /v1/incidents/{incident}/understanding")
async def understanding(app: App, asked: Request) -> Reply:
    sent: messages.Understood = asked.body
    command = cmd.UnderstandRuling(number_in(asked, "incident"))
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, command))
