"""What only a demo allows: advance its clock, stack a shoe."""

from croupier.base.sentences import says
from croupier.floor.live.answers.house import Now
from croupier.floor.live.state.commands import StackShoe
from croupier.floor.live.state.given import ShoeOrder
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answer_of, answers, table_named


@answers("POST /v1/demo/clock")
async def clock(app: App, asked: Request) -> Reply:
    if not app.running.manual_clock:
        raise Problem(Code.REFUSED, says("clock-by-itself"))
    await app.answered(app.running.advance(asked.body.advance))
    app.sessions.sweep()
    await app.hub.sent()
    return reply(Now(printed_time(app.running.now())))


@answers("POST /v1/demo/tables/{table}/shoe")
async def shoe(app: App, asked: Request) -> Reply:
    name = table_named(app, asked)
    ticket = app.decider.perform(
        asked.signed_in, "", StackShoe(name), at=f"table/{name}", given=ShoeOrder(asked.body.cards)
    )
    app.running.used("shoe")
    return answer_of(await app.answered(ticket))
