"""Shifts and their reports."""

from base64 import b64encode
from hashlib import sha256

from croupier.base.errors import Unreadable, told_by
from croupier.floor.live.history.printed_report import printed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.times import printed_time
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answers, done, looked_up, number_in, reason_given

_MEDIA = {"csv": "text/csv; charset=utf-8", "html": "text/html; charset=utf-8", "pdf": "application/pdf"}


@answers("GET /v1/shifts")
async def shifts(app: App, asked: Request) -> Reply:
    return reply(app.floor.shifts.told())


@answers("POST /v1/shifts")
async def open_shift(app: App, asked: Request) -> Reply:
    sent: messages.NewShift = asked.body
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, cmd.OpenShift(sent.name)))


@answers("POST /v1/shifts/{shift}/close")
async def close_shift(app: App, asked: Request) -> Reply:
    sent: messages.ShiftClosing = asked.body
    closes = cmd.CloseShift(number_in(asked, "shift"))
    why = reason_given(app, sent.reason)
    return await done(app, asked, app.decider.perform(asked.signed_in, sent.id, closes, why))


@answers("GET /v1/shifts/{shift}/report")
async def shift_report(app: App, asked: Request) -> Reply:
    number = number_in(asked, "shift")
    app.note_read(asked, "shift-report", str(number))
    return reply(await looked_up(app, asked, app.floor.shift_reports.told, number))


@answers(*(f"GET /v1/shifts/{{shift}}/report.{suffix}" for suffix in _MEDIA))
async def printed_shift_report(app: App, asked: Request) -> Reply:
    number, suffix = number_in(asked, "shift"), asked.found.route.path.rpartition(".")[2]
    app.note_read(asked, "shift-report", str(number))

    def made() -> bytes:
        return printed(app.floor.shift_reports.told(number), suffix)

    try:
        content = await looked_up(app, asked, made)
    except Unreadable as error:  # a PDF needs a package of its own
        raise Problem(Code.UNAVAILABLE, told_by(error)) from None
    headers = (_may_use_its_style(content),) if suffix == "html" else ()
    return Reply(200, content, headers, media_type=_MEDIA[suffix])


@answers("GET /v1/shifts/{shift}/evidence")
async def shift_evidence(app: App, asked: Request) -> Reply:
    number, by = number_in(asked, "shift"), asked.signed_in.name
    app.note_read(asked, "evidence", f"shift {number}")

    def made() -> bytes:
        shift = app.floor.shifts.find(number)
        until = None if shift.closed is None else printed_time(shift.closed.at)
        checkpoints = app.running.checkpoints_between(printed_time(shift.opened.at), until)
        return app.floor.shift_evidence.made(number, by, checkpoints)

    content = await looked_up(app, asked, made)
    named = (("content-disposition", f'attachment; filename="shift-{number}.jsonl"'),)
    return Reply(200, content, named, media_type="application/x-ndjson")


def _may_use_its_style(page: bytes) -> tuple[str, str]:
    """The policy of a printed page: a browser uses its one style sheet and nothing else."""
    _, _, rest = page.partition(b"<style>")
    digest = b64encode(sha256(rest.partition(b"</style>")[0]).digest()).decode()
    nothing_else = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    return "content-security-policy", f"{nothing_else}; style-src 'sha256-{digest}'"
