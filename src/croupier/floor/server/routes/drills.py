"""Drills for dealers and inspectors."""

import msgspec

from croupier.base.sentences import says
from croupier.floor.live.answers.drills import HouseDrills
from croupier.floor.live.state.people import Role
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answers, looked_up, number_in
from croupier.floor.training.drills import HouseCase
from croupier.floor.training.house_cases import house_case_told, house_cases
from croupier.floor.training.storage import in_order


@answers("GET /v1/training")
async def training(app: App, asked: Request) -> Reply:
    return reply(await app.training.overview(asked.signed_in.name))


@answers("POST /v1/training/drills")
async def new_drill(app: App, asked: Request) -> Reply:
    sent: messages.NewDrill = asked.body
    repeated = sent.again if isinstance(sent.again, int) else None
    assigned = sent.assigned if isinstance(sent.assigned, int) else None
    begun = await app.training.start(asked.signed_in.name, sent.id, sent.kind, sent.book, repeated, assigned)
    return reply(begun, 201)


@answers("GET /v1/training/class")
async def class_results(app: App, asked: Request) -> Reply:
    who = asked.signed_in
    people = [who.name] if who.role is Role.DEALER else _dealers(app)
    return reply(await app.training.class_results(people, asked.query.get("book") or in_order()[0]))


def _dealers(app: App) -> list[str]:
    """By name, without those who cannot sign in any more."""
    rows = app.people.staff.rows.values()
    return sorted((row.name for row in rows if row.role == Role.DEALER and not row.disabled), key=str.lower)


@answers("POST /v1/training/assignments")
async def new_assignment(app: App, asked: Request) -> Reply:
    sent: messages.NewAssignment = asked.body
    dealers = {name.lower(): name for name in _dealers(app)}
    for name in sent.people:
        if name.lower() not in dealers:
            raise Problem(Code.NOT_FOUND, says("not-a-dealer", user=name), more={"id": sent.id})
    people = [dealers[name.lower()] for name in sent.people]
    about = sent.about if isinstance(sent.about, list) else []
    due = sent.due if isinstance(sent.due, str) else ""
    numbers = sent.incidents if isinstance(sent.incidents, list) else []
    cases = await _house_cases(app, asked, sent.book) if numbers else []
    known = {each.incident: each for each in cases}
    if numbers and (sent.kind != "ruling" or about or not known.keys() >= set(numbers)):
        raise Problem(Code.UNREADABLE, _WHICH_INCIDENTS, more={"id": sent.id})
    chosen = [known[number] for number in dict.fromkeys(numbers)]
    made = await app.training.assign(*(asked.signed_in, sent.id, people, sent.kind, sent.book, about, due), chosen)
    return reply(made, 201)


_WHICH_INCIDENTS = (
    "incidents: expected numbers from GET /v1/training/incidents with the same book, with kind ruling and without about"
)


async def _house_cases(app: App, asked: Request, book: str) -> list[HouseCase]:
    incidents = list(app.floor.pit.all_incidents())
    return await looked_up(app, asked, house_cases, app.floor.history, incidents, book)


@answers("GET /v1/training/incidents")
async def house_drills(app: App, asked: Request) -> Reply:
    book = asked.query.get("book") or in_order()[0]
    cases = await _house_cases(app, asked, book)
    return reply(HouseDrills([house_case_told(book, each) for each in cases]))


@answers("GET /v1/training/certificates/{certificate}")
async def certificate(app: App, asked: Request) -> Reply:
    number, who = asked.part("certificate"), asked.signed_in
    if who.role is Role.DEALER and number.rpartition("-")[0] != who.name:
        raise Problem(Code.NOT_FOUND, says("no-such-certificate"))
    return reply(await app.training.certificate(number))


@answers("GET /v1/training/drills/{drill}")
async def drill(app: App, asked: Request) -> Reply:
    return reply(await app.training.drill(asked.signed_in.name, number_in(asked, "drill")))


@answers("POST /v1/training/drills/{drill}/answers")
async def drill_answer(app: App, asked: Request) -> Reply:
    sent: messages.DrillAnswer = asked.body
    said = msgspec.to_builtins(sent)
    given = {key: value for key, value in said.items() if key not in ("id", "question")}
    number = number_in(asked, "drill")
    return reply(await app.training.answer(asked.signed_in.name, number, sent.id, sent.question, given))
