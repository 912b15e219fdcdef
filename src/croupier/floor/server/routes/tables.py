"""Acts at tables, and their rounds."""

from croupier.base.errors import said_at, told_by
from croupier.base.sentences import says
from croupier.floor.live.history.own_rounds import RoundFilter as OwnRoundsAsked
from croupier.floor.live.history.replay_frames import steps
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.events import Pieces
from croupier.floor.live.state.given import TableKeys
from croupier.floor.live.state.people import Role
from croupier.floor.server.api import messages
from croupier.floor.server.api.matrix import ACKNOWLEDGED, FLOAT
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.edge.wire import is_thing_name
from croupier.floor.server.process.lookups import Answer
from croupier.floor.server.routes.registry import (
    answer_of,
    answers,
    as_json,
    as_toml,
    done,
    journal_of,
    limit_of,
    looked_back,
    looked_up,
    number_in,
    reason_given,
    table_named,
    whole_number,
)
from croupier.rules.money import Cents, cents


@answers("POST /v1/tables/{table}/acts")
async def act(app: App, asked: Request) -> Reply:
    try:
        ticket = app.hub.act(asked.signed_in, asked.address, asked.part("table"), asked.body)
    except Problem as problem:
        problem.more.setdefault("id", asked.body.id)
        raise
    return answer_of(await app.answered(ticket))


@answers("POST /v1/tables/{table}/waiting")
async def wait(app: App, asked: Request) -> Reply:
    sent: messages.Wait = asked.body
    place = sent.place if isinstance(sent.place, int) else None
    return await _at_table(app, asked, sent.id, cmd.JoinWaitingList(place))


@answers("DELETE /v1/tables/{table}/waiting")
async def wait_no_more(app: App, asked: Request) -> Reply:
    sent: messages.WaitNoMore | None = asked.body
    if sent is None:
        return await _at_table(app, asked, "", cmd.LeaveWaitingList())
    return await _at_table(app, asked, sent.id or "", cmd.PassPlace() if sent.pass_ else cmd.LeaveWaitingList())


@answers("GET /v1/tables/{table}/coach")
async def coach(app: App, asked: Request) -> Reply:
    place = whole_number(asked, "place")
    if place is None:
        raise Problem(Code.UNREADABLE, "say on which box or seat: ?place=1")
    question = app.floor.ask.coaching(table_named(app, asked), asked.signed_in, place)
    return reply(await app.coach.ask(question))


@answers("GET /v1/tables/{table}/rounds")
async def rounds(app: App, asked: Request) -> Reply:
    name = table_named(app, asked)
    kind = asked.query.get("format")
    if kind is None:
        limit, before = limit_of(asked), whole_number(asked)
        newest = 0 if before is None else before - 1  # the newest of the list: if it is past, so are all others
        return await looked_back(
            app, asked, name, newest, lambda: as_json(app.floor.history.rounds(name, limit, before))
        )
    if kind != "round-file":
        raise Problem(Code.UNREADABLE, "a table's life is written as round-file")
    if asked.who is None:
        raise Problem(Code.SESSION, says("sign-in-first"))
    if asked.who.role != Role.AUDITOR:
        raise Problem(Code.FORBIDDEN, says("life-for-the-auditor"))
    app.note_read(asked, "life", name)
    text = await looked_up(app, asked, app.floor.downloads.rounds_file, name)
    return Reply(200, text.encode(), media_type="application/toml")


@answers("GET /v1/tables/{table}/rounds/{round}")
async def one_round(app: App, asked: Request) -> Reply:
    name, number = table_named(app, asked), number_in(asked, "round")
    kind, who, floor = asked.query.get("format"), asked.who, app.floor
    if kind not in (None, "round-file", "phh"):
        raise Problem(Code.UNREADABLE, "a round is written as round-file, or at poker as phh")
    _note_auditor(app, asked, "round" if kind is None else "round-file", name, number)
    if kind is None:
        return await looked_back(app, asked, name, number, lambda: as_json(floor.history.round(name, number, who)))
    written = floor.downloads.phh if kind == "phh" else floor.downloads.round_file
    return await looked_back(app, asked, name, number, lambda: as_toml(written(name, number, who)))


@answers("GET /v1/tables/{table}/rounds/{round}/steps")
async def round_steps(app: App, asked: Request) -> Reply:
    name, number = table_named(app, asked), number_in(asked, "round")
    _note_auditor(app, asked, "round", name, number)
    floor, who = app.floor, asked.who

    def replayed() -> Answer:
        return as_json(steps(floor.history, name, number, who, floor.ask.sign(name)))

    return await looked_back(app, asked, name, number, replayed)


def _note_auditor(app: App, asked: Request, what: str, table: str, number: int) -> None:
    """Notes that the auditor saw every card of a finished round."""
    if asked.who is not None and asked.who.role is Role.AUDITOR:
        app.note_read(asked, what, f"{table} {number}")


@answers("GET /v1/me/rounds")
async def own_rounds(app: App, asked: Request) -> Reply:
    filters = {key: asked.query.get(key) for key in ("before", "table", "game", "result", "since")}
    if filters["table"] is not None and not is_thing_name(filters["table"]):
        raise Problem(Code.UNREADABLE, "table is the name of a table")
    wanted = OwnRoundsAsked(limit_of(asked), **filters)
    return reply(await looked_up(app, asked, app.floor.own_rounds.told, asked.signed_in, wanted))


@answers("GET /v1/me/figures")
async def own_figures(app: App, asked: Request) -> Reply:
    return reply(await looked_up(app, asked, app.floor.own_figures.told, asked.signed_in, asked.query.get("since")))


@answers("GET /v1/tables/{table}/rounds/{round}/proof")
async def proof(app: App, asked: Request) -> Reply:
    name, number = table_named(app, asked), number_in(asked, "round")
    if asked.who is not None and asked.who.role is not Role.PLAYER:
        app.note_read(asked, "proof", f"{name} {number}")
    return await looked_back(
        app, asked, name, number, lambda: as_json(app.floor.history.proof(name, number, asked.who))
    )


@answers("GET /v1/tables/{table}/rounds/{round}/deck")
async def deck(app: App, asked: Request) -> Reply:
    name, number = table_named(app, asked), number_in(asked, "round")
    await looked_up(app, asked, app.floor.history.rounds, name, 1, number + 1)  # so that it is at hand
    app.note_read(asked, "deck", f"{name} {number}")
    found = await looked_up(app, asked, app.floor.history.deck, name, number)
    await app.answered(app.decider.perform(asked.signed_in, "", cmd.ShowDeck(name, number)))
    return reply(found)


@answers("POST /v1/tables")
async def open_table(app: App, asked: Request) -> Reply:
    sent: messages.NewTable = asked.body
    name = str(sent.table.get("name"))
    opens = cmd.OpenTable(name)
    ticket = app.decider.perform(asked.signed_in, sent.id, opens, at=f"table/{name}", given=TableKeys(sent.table))
    return await done(app, asked, ticket)


@answers("POST /v1/tables/{table}/sign")
async def change_sign(app: App, asked: Request) -> Reply:
    sent: messages.NewSign = asked.body
    return await _at_table(app, asked, sent.id, cmd.ChangeSign(asked.part("table")), TableKeys(sent.sign))


@answers("GET /v1/tables/{table}/dealers")
async def dealers(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.dealers(table_named(app, asked)))


@answers("POST /v1/tables/{table}/dealer")
async def assign_dealer(app: App, asked: Request) -> Reply:
    sent: messages.NewDealer = asked.body
    return await _at_table(app, asked, sent.id, cmd.AssignDealer(sent.name))


@answers("GET /v1/tables/{table}/float")
async def table_float(app: App, asked: Request) -> Reply:
    return reply(app.floor.ask.float_of(table_named(app, asked)))


_KINDS = {path: kind for kind, path in FLOAT.items()}


@answers(*("POST /v1/tables/{table}/" + path for path in _KINDS))
async def ask_chips(app: App, asked: Request) -> Reply:
    sent: messages.TableChips = asked.body
    kind = _KINDS[asked.found.route.path.rpartition("/")[2]]
    command = cmd.AskChips(kind, _pieces(sent.chips))
    return await _at_table(app, asked, sent.id, command, reason=reason_given(app, sent.reason))


def _pieces(chips: dict[str, int]) -> tuple[Pieces, ...]:
    """The chips by falling value; values that are written in two ways are added up."""
    found: dict[Cents, int] = {}
    for text, pieces in chips.items():
        try:
            value = cents(text)
        except ValueError as error:
            raise Problem(Code.UNREADABLE, said_at("chips", told_by(error))) from None
        if not value:
            raise Problem(Code.UNREADABLE, says("amount-too-small"))
        found[value] = found.get(value, 0) + pieces
    return tuple(Pieces(value, pieces) for value, pieces in sorted(found.items(), reverse=True) if pieces)


@answers(*("POST /v1/tables/{table}/" + path + "/{slip}/approval" for path in _KINDS))
async def approve_chips(app: App, asked: Request) -> Reply:
    return await _sign_slip(app, asked, cmd.ApproveChips)


@answers(*("POST /v1/tables/{table}/" + FLOAT[kind] + "/{slip}/acknowledgement" for kind in ACKNOWLEDGED))
async def acknowledge_chips(app: App, asked: Request) -> Reply:
    return await _sign_slip(app, asked, cmd.AcknowledgeChips)


async def _sign_slip(app: App, asked: Request, signs: type[cmd.ApproveChips | cmd.AcknowledgeChips]) -> Reply:
    sent: messages.Approval = asked.body
    kind = _KINDS[asked.found.route.path.split("/")[4]]
    command = signs(kind, number_in(asked, "slip"))
    return await _at_table(app, asked, sent.id, command, reason=reason_given(app, sent.reason))


@answers("POST /v1/tables/{table}/closing")
async def close_table(app: App, asked: Request) -> Reply:
    sent: messages.Closing = asked.body
    reason_given(app, sent.reason)
    return await _at_table(app, asked, sent.id, cmd.CloseTable(asked.part("table")))


async def _at_table(
    app: App, asked: Request, id_: str, command: cmd.Command, given: TableKeys | None = None, reason: str = ""
) -> Reply:
    at = f"table/{table_named(app, asked)}"
    return await done(app, asked, app.decider.perform(asked.signed_in, id_, command, reason, at=at, given=given))


@answers("GET /v1/tables/{table}/journal")
async def table_journal(app: App, asked: Request) -> Reply:
    stream = f"table/{table_named(app, asked)}"
    app.note_read(asked, "journal", stream)
    return await journal_of(app, asked, stream)
