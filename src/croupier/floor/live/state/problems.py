"""Why something was not done, in the terms of the contract: a code, what would be accepted, the paragraphs."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from croupier.base.citation import Citation, printed
from croupier.base.json_answers import JsonObject
from croupier.base.sentences import Sentence, english, says, worded
from croupier.rules.games.irregularity import verdict


class Code(StrEnum):
    UNREADABLE = "unreadable"
    SIGN_IN = "sign-in"
    SECOND_FACTOR = "second-factor"
    SESSION = "session"
    FORBIDDEN = "forbidden"
    ORIGIN = "origin"
    SECOND_PERSON = "second-person"
    NOT_FOUND = "not-found"
    METHOD = "method"
    MEDIA_TYPE = "media-type"
    REFUSED = "refused"
    STALE = "stale"
    ID_REUSED = "id-reused"
    SUSPENDED = "suspended"
    CLOSED = "closed"
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    UNAVAILABLE = "unavailable"


class Problem(Exception):
    def __init__(
        self, code: Code, why: Sentence | str, cites: Sequence[Citation] = (), more: Mapping[str, object] | None = None
    ) -> None:
        """Errors that only a program can make, and no page, need no code: plain English is enough."""
        super().__init__(why)
        self.code = code
        self.why = str(why)
        self.says = why if isinstance(why, Sentence) else None
        self.cites = tuple(cites)
        self.more = dict(more or {})

    def told(self) -> JsonObject:
        """The answer as sent."""
        error: JsonObject = {"code": self.code, **self.more, "why": self.why}
        if self.says is not None:
            error["says"] = self.says.told()
        if self.cites:
            error["cites"] = printed(self.cites)
        return {"error": error}


_json = msgspec.json.Encoder().encode


class Away(Problem):
    """The database server is out of reach: nothing is decided until it is back."""

    def __init__(self) -> None:
        super().__init__(Code.UNAVAILABLE, says("store-away"))


class NobodyDecides(Problem):
    """The process that decides cannot be reached, or another one is about to take its place."""

    def __init__(self) -> None:
        super().__init__(Code.UNAVAILABLE, says("decider-away"))


def written_answer(status: int, answer: JsonObject) -> msgspec.Raw:
    """The answer as journalled: a refusal by code and values, without their English."""
    error = answer.get("error")
    if isinstance(error, Mapping) and "says" in error:
        answer = {"error": {key: value for key, value in error.items() if key != "why"}}
    return msgspec.Raw(_json([status, answer]))


def read_answer(written: msgspec.Raw) -> tuple[int, JsonObject]:
    """The journalled answer in today's English."""
    status, answer = msgspec.json.decode(written)
    error = answer.get("error")
    if error is not None and "why" not in error:
        answer = {"error": {"code": error["code"], **error, "why": english(error["says"])}}
    return status, with_the_verdict(answer)


def with_the_verdict(answer: JsonObject) -> JsonObject:
    """As it is sent: a ruling also in words, which are not journalled because the ruling makes them."""
    done = answer.get("done") or {}
    return {**answer, "done": {**done, **worded(verdict(done["ruling"]))}} if done.get("ruling") else answer
