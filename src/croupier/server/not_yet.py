"""What the contract promises and the floor does not offer yet. Each goes when its part lands."""

from croupier.live.people import Who
from croupier.server.problems import Code, Later


def _not_yet() -> Later:
    return Later(Code.UNAVAILABLE, "the floor does not do this yet")


class NotYet:
    def rounds_file(self, table: str) -> str:
        raise _not_yet()

    def round_file(self, table: str, number: int, who: Who | None, format: str) -> str:
        raise _not_yet()
