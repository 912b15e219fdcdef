"""Drills for dealers and inspectors."""

import msgspec

from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.routes.registry import answers, number_in


@answers("GET /v1/training")
async def training(app: App, asked: Request) -> Reply:
    return reply(await app.training.overview(asked.signed_in.name))


@answers("POST /v1/training/drills")
async def new_drill(app: App, asked: Request) -> Reply:
    sent: messages.NewDrill = asked.body
    repeated = sent.again if isinstance(sent.again, int) else None
    found, again = await app.training.start(asked.signed_in.name, sent.id, sent.kind, sent.book, repeated)
    return reply(found | {"again": True} if again else found, 201)


@answers("GET /v1/training/drills/{drill}")
async def drill(app: App, asked: Request) -> Reply:
    return reply(await app.training.drill(asked.signed_in.name, number_in(asked, "drill")))


@answers("POST /v1/training/drills/{drill}/answers")
async def drill_answer(app: App, asked: Request) -> Reply:
    sent: messages.DrillAnswer = asked.body
    said = msgspec.to_builtins(sent)
    given = {key: value for key, value in said.items() if key not in ("id", "question")}
    number = number_in(asked, "drill")
    found, again = await app.training.answer(asked.signed_in.name, number, sent.id, sent.question, given)
    return reply(found | {"again": True} if again else found)
