"""What inspectors ask: the entries behind a figure, evidence of it, and what people decided apart from the rules."""

from importlib.util import find_spec

from croupier.base.sentences import says
from croupier.floor.live.history.departures import DepartureFilter
from croupier.floor.live.history.evidence import FigureAsked
from croupier.floor.live.history.other_book import OtherBook
from croupier.floor.server.app import App, Reply, Request, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answers, limit_of, looked_up, whole_number, yes_or_no
from croupier.numbers.reports.pdf import as_pdf


@answers("GET /v1/figures/entries")
async def figure_entries(app: App, asked: Request) -> Reply:
    limit, before = limit_of(asked), whole_number(asked)
    return reply(await looked_up(app, asked, app.floor.evidence.entries, _figure(asked), limit, before))


@answers("GET /v1/figures/evidence")
async def figure_evidence(app: App, asked: Request) -> Reply:
    figure, kind = _figure(asked), asked.query.get("as", "pdf")
    if kind not in ("pdf", "jsonl"):
        raise Problem(Code.UNREADABLE, "as is pdf or jsonl")
    if kind == "pdf" and find_spec("typst") is None:
        raise Problem(Code.REFUSED, says("pdf-not-installed"))
    app.note_read(asked, "evidence", f"{figure.figure} {figure.table or 'house'}")
    by, checkpoint = asked.signed_in.name, app.running.newest_checkpoint()

    def made() -> tuple[str, bytes]:
        evidence = app.floor.evidence.made(figure, by, checkpoint)
        return evidence.name, evidence.file if kind == "jsonl" else as_pdf(evidence.document)

    name, content = await looked_up(app, asked, made)
    shown = (("content-disposition", f'attachment; filename="{name}.{kind}"'),)
    return Reply(200, content, shown, "application/pdf" if kind == "pdf" else "application/x-ndjson")


@answers("GET /v1/departures")
async def departures(app: App, asked: Request) -> Reply:
    query = asked.query
    wanted = DepartureFilter(query.get("kind", ""), query.get("table", ""), query.get("since"), query.get("until"))
    limit, before = limit_of(asked), whole_number(asked)
    return reply(await looked_up(app, asked, app.floor.departures.told, wanted, limit, before))


@answers("GET /v1/comparison")
async def comparison(app: App, asked: Request) -> Reply:
    query = asked.query
    wanted = OtherBook(
        query.get("table", ""), query.get("against", ""), query.get("set", ""), query.get("since"), query.get("until")
    )
    app.note_read(asked, "comparison", wanted.table or wanted.against)
    return reply(await looked_up(app, asked, app.floor.comparisons.told, wanted, asked.signed_in))


def _figure(asked: Request) -> FigureAsked:
    query = asked.query
    return FigureAsked(
        figure=query.get("figure", ""),
        table=query.get("table", ""),
        banked=yes_or_no(asked, "banked"),
        since=query.get("since"),
        until=query.get("until"),
    )
