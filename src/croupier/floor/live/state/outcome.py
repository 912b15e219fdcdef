"""The answer to a command and its citations, without the work that it did."""

from croupier.base.citation import Citation
from croupier.base.json_answers import JsonObject
from croupier.base.values import Value
from croupier.floor.live.state.floor_state import Act
from croupier.floor.store.base import Leaving, PeopleRow


class Outcome(Value):
    answer: JsonObject | None = None
    """None where nobody waits for one: the entry has none either."""
    status: int = 200
    cites: tuple[Citation, ...] = ()
    rows: tuple[PeopleRow, ...] = ()
    """Accounts and sessions that are committed with the entry."""
    leaving: tuple[Leaving, ...] = ()
    """Entries that leave the store with it, for an archive."""


def done(act: Act, status: int = 200, cites: tuple[Citation, ...] = (), **more: object) -> Outcome:
    return Outcome({"done": {"id": act.id, **more}}, status, cites)
