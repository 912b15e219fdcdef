"""Chips at the cage, accounts and the ledger."""

from croupier.errors import told_by
from croupier.live.people import Role
from croupier.money import cents
from croupier.sentences import says
from croupier.server import messages
from croupier.server.app import App, Asked, Reply, reply
from croupier.server.problems import Code, Problem
from croupier.server.routes.asking import (
    answers,
    done,
    limit_of,
    looked_up,
    number_in,
    player_named,
    reason_given,
    whole_number,
)


@answers("GET /v1/players/{player}/account")
async def account(app: App, asked: Asked) -> Reply:
    who, name = asked.signed_in, asked.part("player")
    if who.role == Role.PLAYER and name != who.name:
        raise Problem(Code.FORBIDDEN, says("own-account"))
    player = player_named(app, asked)
    if who.name != player:
        app.note_read(asked, "account", player)
    return reply(app.floor.account(player))


@answers("POST /v1/players")
async def walk_in(app: App, asked: Asked) -> Reply:
    sent: messages.WalkIn = asked.body
    return await done(app, asked, app.floor.player_joins(asked.signed_in, sent.id, sent.name))


@answers(
    "POST /v1/players/{player}/deposits",
    "POST /v1/players/{player}/withdrawals",
    "POST /v1/players/{player}/debt-payments",
    "POST /v1/players/{player}/debt-write-offs",
)
async def chips(app: App, asked: Asked) -> Reply:
    sent: messages.Chips = asked.body
    what = asked.found.route.path.rpartition("/")[2]
    player, why = player_named(app, asked), reason_given(app, sent.reason, needed=what == "debt-write-offs")
    try:
        amount = cents(sent.amount)
    except ValueError as error:
        raise Problem(Code.UNREADABLE, told_by(error)) from None
    if not amount:
        raise Problem(Code.UNREADABLE, says("amount-too-small"))
    floor = app.floor
    moves = {
        "deposits": floor.deposit,
        "withdrawals": floor.withdraw,
        "debt-payments": floor.pay_debt,
        "debt-write-offs": floor.write_off,
    }
    return await done(app, asked, moves[what](asked.signed_in, player, sent.id, amount, why))


@answers("POST /v1/players/{player}/debt-write-offs/{change}/approval")
async def write_off_approval(app: App, asked: Asked) -> Reply:
    sent: messages.Approval = asked.body
    player, number, why = player_named(app, asked), number_in(asked, "change"), reason_given(app, sent.reason)
    return await done(app, asked, app.floor.approve_write_off(asked.signed_in, player, number, sent.id, why))


@answers("GET /v1/ledger")
async def ledger(app: App, asked: Asked) -> Reply:
    return reply(app.floor.ledger())


@answers("GET /v1/checkpoints")
async def checkpoints(app: App, asked: Asked) -> Reply:
    return reply(await looked_up(app, asked, app.floor.checkpoints, limit_of(asked), whole_number(asked)))
