"""What the contract promises and the floor does not offer yet. Each goes when its part lands."""

from croupier.live.books import Ticket
from croupier.live.people import Who
from croupier.server.facade import Json
from croupier.server.problems import Code, Later


def _not_yet() -> Later:
    return Later(Code.UNAVAILABLE, "the floor does not do this yet")


class NotYet:
    def rounds(self, table: str, who: Who | None, limit: int, before: int | None) -> Json:
        raise _not_yet()

    def rounds_file(self, table: str) -> str:
        raise _not_yet()

    def round(self, table: str, number: int, who: Who | None) -> Json:
        raise _not_yet()

    def round_file(self, table: str, number: int, who: Who | None, format: str) -> str:
        raise _not_yet()

    def proof(self, table: str, number: int, who: Who | None) -> Json:
        raise _not_yet()

    def deck(self, table: str, number: int) -> Json:
        raise _not_yet()

    def change_sign(self, who: Who, table: str, id: str, sign: Json) -> Ticket:
        raise _not_yet()
