"""Progressive jackpots, and the figures of the shift."""

from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.problems import Problem
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.routes.registry import (
    answers,
    done,
    journal_of,
    link_named,
    looked_up,
    number_in,
    reason_given,
)


async def _at_link(app: App, asked: Request, command: cmd.Command) -> Reply:
    sent = asked.body
    at, why = f"link/{link_named(app, asked)}", reason_given(app, sent.reason)
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, command, why, at=at))


@answers("POST /v1/links/{link}/awards/{award}/verification")
async def verification(app: App, asked: Request) -> Reply:
    number = number_in(asked, "award")
    return await _at_link(app, asked, cmd.VerifyAward(number))


@answers("POST /v1/links/{link}/suspension")
async def suspension(app: App, asked: Request) -> Reply:
    sent: messages.Suspension = asked.body
    name = link_named(app, asked)
    return await _at_link(app, asked, cmd.SuspendLink(name, sent.policy))


@answers("POST /v1/links/{link}/resumption")
async def resumption(app: App, asked: Request) -> Reply:
    name = link_named(app, asked)
    return await _at_link(app, asked, cmd.ResumeLink(name))


@answers("POST /v1/links/{link}/changes")
async def change(app: App, asked: Request) -> Reply:
    sent: messages.Change = asked.body
    try:
        command = proposed(sent.change)
    except Problem as problem:
        problem.more = {"id": sent.id, **problem.more}
        raise
    return await _at_link(app, asked, command)


@answers("POST /v1/links/{link}/changes/{change}/approval")
async def approval(app: App, asked: Request) -> Reply:
    number = number_in(asked, "change")
    return await _at_link(app, asked, cmd.ApproveChange(number))


@answers("POST /v1/links/{link}/changes/{change}/withdrawal")
async def withdrawal(app: App, asked: Request) -> Reply:
    number = number_in(asked, "change")
    return await _at_link(app, asked, cmd.WithdrawChange(number))


@answers("GET /v1/links/{link}/reconciliation")
async def reconciliation(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.reconciliation(link_named(app, asked)))


@answers("GET /v1/links/{link}/changes")
async def link_changes(app: App, asked: Request) -> Reply:
    return reply(await looked_up(app, asked, app.floor.link_changes.told, link_named(app, asked)))


@answers("GET /v1/links/{link}/awards/{award}")
async def award(app: App, asked: Request) -> Reply:
    return reply(
        await looked_up(app, asked, app.floor.award_checks.told, link_named(app, asked), number_in(asked, "award"))
    )


@answers("GET /v1/figures")
async def figures(app: App, asked: Request) -> Reply:
    return reply(await looked_up(app, asked, app.floor.figures.told, asked.query.get("since")))


@answers("GET /v1/links/{link}/journal")
async def link_journal(app: App, asked: Request) -> Reply:
    stream = f"link/{link_named(app, asked)}"
    app.note_read(asked, "journal", stream)
    return await journal_of(app, asked, stream)
