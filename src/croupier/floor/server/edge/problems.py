"""How the server refuses: the status of each code, and the seconds until another try makes sense."""

from collections.abc import Mapping
from typing import Final

from croupier.base.sentences import Sentence
from croupier.floor.live.state.problems import Code, Problem

STATUS: Final[Mapping[Code, int]] = {
    Code.UNREADABLE: 400,
    Code.SIGN_IN: 401,
    Code.SECOND_FACTOR: 401,
    Code.SESSION: 401,
    Code.FORBIDDEN: 403,
    Code.ORIGIN: 403,
    Code.SECOND_PERSON: 403,
    Code.NOT_FOUND: 404,
    Code.METHOD: 405,
    Code.REFUSED: 409,
    Code.STALE: 409,
    Code.ID_REUSED: 409,
    Code.SUSPENDED: 409,
    Code.CLOSED: 409,
    Code.TOO_LARGE: 413,
    Code.MEDIA_TYPE: 415,
    Code.TOO_FAST: 429,
    Code.UNAVAILABLE: 503,
}


class Later(Problem):
    """Not now: too fast, or the house is busy."""

    def __init__(self, code: Code, why: Sentence | str, seconds: int = 1) -> None:
        super().__init__(code, why)
        self.seconds = seconds


class SentAway(Later):
    """A refusal that a stranger gets only after a moment: at once, strangers who try again and again would keep the
    event loop as busy with refusals as with answers."""


def retry_after(problem: Problem) -> int | None:
    """Seconds, for codes for which the contract promises them."""
    if isinstance(problem, Later):
        return problem.seconds
    return 1 if problem.code in (Code.TOO_FAST, Code.UNAVAILABLE) else None


def status_of(code: str) -> int:
    return STATUS[Code(code)]


__all__ = ["STATUS", "Code", "Later", "Problem", "SentAway", "retry_after", "status_of"]
