"""What is public, as a stream of events, and the tokens of programs that read it."""

from base64 import urlsafe_b64encode

from msgspec import convert

from croupier.floor.live.answers.events import TokenMade, Tokens, TokenTold
from croupier.floor.live.people.staff import token_told
from croupier.floor.live.state import commands as cmd
from croupier.floor.server.api import messages
from croupier.floor.server.app import App, Reply, Request, digest_of_token, reply
from croupier.floor.server.edge.problems import Code, Problem
from croupier.floor.server.routes.registry import answer_of, answers, done, number_in

_NUMBER = 12
"""The most digits of an event's number."""


@answers("GET /v1/events")
async def events(app: App, asked: Request) -> Reply:
    session, token, register = asked.session, asked.token, app.floor.register

    def may_read() -> bool:
        return token in register.tokens if session is None else not app.sessions.is_over(session)

    reader = f"token {token}" if session is None else f"session {session.number}"
    stream = await app.streams.begin(reader, _after(asked), may_read)
    return Reply(200, b"", media_type="text/event-stream", stream=stream)


def _after(asked: Request) -> int:
    text = asked.query.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) <= _NUMBER):
        raise Problem(Code.UNREADABLE, "after is the number of an event, or 0 for all")
    return int(text)


@answers("GET /v1/tokens")
async def tokens(app: App, asked: Request) -> Reply:
    return reply(Tokens([token_told(each) for each in app.floor.register.tokens.values()]))


@answers("POST /v1/tokens")
async def new_token(app: App, asked: Request) -> Reply:
    """The token follows from the key ring, the maker and the id: a retry shows it again, and the store never has it."""
    sent: messages.NewToken = asked.body
    digest = app.floor.books.digest("token", asked.signed_in.name, sent.id)
    secret = f"ct_{urlsafe_b64encode(digest).decode().rstrip('=')}"
    made = cmd.MakeToken(sent.name, digest_of_token(secret))
    ticket = await app.answered(app.decider.perform(asked.signed_in, sent.id, made))
    if ticket.status != 201:
        return answer_of(ticket)
    told = dict(ticket.answer["made"])
    again = bool(told.pop("again", False))
    return reply(TokenMade(convert(told, TokenTold), secret, again), 201)


@answers("DELETE /v1/tokens/{token}")
async def revoke_token(app: App, asked: Request) -> Reply:
    revoked = cmd.RevokeToken(number_in(asked, "token"))
    return await done(app, asked, app.decider.perform(asked.signed_in, "", revoked))
