"""Chips at the cage, accounts, the ledger, and what the house consists of."""

from collections.abc import Callable

from croupier.base.errors import told_by
from croupier.base.sentences import says
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.people import Role
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import (
    answers,
    done,
    limit_of,
    looked_up,
    number_in,
    player_named,
    reason_given,
    whole_number,
)
from croupier.rules.money import Cents, cents

_MOVES: dict[str, Callable[[str, Cents], cmd.Command]] = {
    "deposits": cmd.Deposit,
    "withdrawals": cmd.Withdraw,
    "debt-payments": cmd.PayDebt,
    "debt-write-offs": cmd.ProposeWriteOff,
}


@answers("GET /v1/players/{player}/account")
async def account(app: App, asked: Request) -> Reply:
    who, name = asked.signed_in, asked.part("player")
    if who.role == Role.PLAYER and name != who.name:
        raise Problem(Code.FORBIDDEN, says("own-account"))
    player = player_named(app, asked)
    if who.name != player:
        app.note_read(asked, "account", player)
    return reply(await looked_up(app, asked, app.floor.ask.account, player))


@answers("POST /v1/players")
async def walk_in(app: App, asked: Request) -> Reply:
    sent: messages.WalkIn = asked.body
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, cmd.AddPlayer(sent.name, walk_in=True)))


@answers(
    "POST /v1/players/{player}/deposits",
    "POST /v1/players/{player}/withdrawals",
    "POST /v1/players/{player}/debt-payments",
    "POST /v1/players/{player}/debt-write-offs",
)
async def chips(app: App, asked: Request) -> Reply:
    sent: messages.Chips = asked.body
    what = asked.found.route.path.rpartition("/")[2]
    player, why = player_named(app, asked), reason_given(app, sent.reason, needed=what == "debt-write-offs")
    try:
        amount = cents(sent.amount)
    except ValueError as error:
        raise Problem(Code.UNREADABLE, told_by(error)) from None
    if not amount:
        raise Problem(Code.UNREADABLE, says("amount-too-small"))
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, _MOVES[what](player, amount), why))


@answers("POST /v1/players/{player}/debt-write-offs/{change}/approval")
async def write_off_approval(app: App, asked: Request) -> Reply:
    sent: messages.Approval = asked.body
    player, number, why = player_named(app, asked), number_in(asked, "change"), reason_given(app, sent.reason)
    approves = cmd.ApproveWriteOff(player, number)
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, approves, why))


@answers("POST /v1/players/{player}/bar")
async def bar(app: App, asked: Request) -> Reply:
    return await _bar(app, asked, cmd.BarPlayer(player_named(app, asked)))


@answers("DELETE /v1/players/{player}/bar")
async def lift_bar(app: App, asked: Request) -> Reply:
    return await _bar(app, asked, cmd.LiftBar(player_named(app, asked)))


async def _bar(app: App, asked: Request, command: cmd.Command) -> Reply:
    sent: messages.Bar = asked.body
    why = reason_given(app, sent.reason, needed=True)
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id or "", command, why))


@answers("GET /v1/ledger")
async def ledger(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.ledger())


@answers("GET /v1/processes")
async def processes(app: App, asked: Request) -> Reply:
    return reply(app.processes())


@answers("GET /v1/checkpoints")
async def checkpoints(app: App, asked: Request) -> Reply:
    return reply(await looked_up(app, asked, app.running.checkpoints, limit_of(asked), whole_number(asked)))
