"""What the server needs of the floor. No method waits: changes go through the `Decider`."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol, TypeAlias

from croupier.base.values import Value
from croupier.floor.live.acts.coaching import Asked as Coaching
from croupier.floor.live.answers.links import LinkTold
from croupier.floor.live.answers.tables import TableLine
from croupier.floor.live.decider import Decider
from croupier.floor.live.history.own_rounds import Asked
from croupier.floor.live.people.staff import Staff
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.people import Who
from croupier.floor.live.state.ports import Keys
from croupier.floor.live.views.table import TableView

Json: TypeAlias = Any
"""An answer: a type of `floor/live/answers`, or an object."""


class Changed(Value):
    """Something that people watch has changed and is durable."""

    kind: str
    """`table`, `sign`, `link` or `pit`."""
    name: str = ""


class Floor(Decider, Protocol):
    demo: bool
    manual_clock: bool
    staff: Staff

    @property
    def keys(self) -> Keys: ...

    @property
    def size(self) -> int:
        """How many tables there are."""

    def now(self) -> int:
        """Microseconds since 1970, in UTC, by the floor's own clock."""

    def steady(self) -> int:
        """Microseconds since 1970, as at the start plus elapsed time: a jump of the machine's clock ends no session."""

    def house(self) -> Json: ...
    def health(self) -> Json: ...
    def figures(self) -> Mapping[str, float | Mapping[tuple[str, ...], float]]:
        """For `metrics`, by their names there."""

    def tables(self) -> list[TableLine]: ...
    def has_table(self, table: str) -> bool: ...
    def open_to_spectators(self, table: str) -> bool: ...
    def link_of(self, table: str) -> str | None: ...
    def has_link(self, link: str) -> bool: ...
    def view(self, table: str, who: Who | None, since: int | None) -> TableView:
        """`{"table": {…}}`; `happened` holds the acts after `since`, none without it."""

    def sign(self, table: str) -> Json: ...
    def links(self) -> list[LinkTold]: ...
    def link(self, link: str) -> Json: ...
    def pit(self) -> Json: ...

    def me(self, who: Who) -> Json:
        """`wallet` and `tables`."""

    def asked(self, who: Who) -> list[Json]:
        """Acts with this player's wallet that staff ask the player to allow."""

    def account(self, player: str) -> Json: ...
    def past(self, table: str, number: int) -> Hashable | None:
        """None while answers about this round may change; otherwise a value that changes if they do after all."""

    def rounds(self, table: str, who: Who | None, limit: int, before: int | None) -> Json: ...
    def rounds_file(self, table: str) -> str: ...
    def round(self, table: str, number: int, who: Who | None) -> Json: ...
    def round_file(self, table: str, number: int, who: Who | None, format: str) -> str: ...
    def steps(self, table: str, number: int, who: Who | None) -> Json: ...
    def own_rounds(self, who: Who, asked: Asked) -> Json: ...
    def coaching(self, table: str, who: Who, place: int) -> Coaching:
        """The question for the coach, with what this player sees."""

    def proof(self, table: str, number: int, who: Who | None) -> Json: ...
    def deck(self, table: str, number: int) -> Json:
        """The deck of a finished round, for the auditor only; opening it is recorded."""

    def incidents(self, open_only: bool, limit: int, before: int | None) -> Json: ...
    def incident(self, number: int) -> Json: ...
    def incident_kinds(self, table: str) -> Json: ...
    def preview(self, who: Who, table: str, do: str) -> Json: ...

    def reconciliation(self, link: str) -> Json: ...
    def link_changes(self, link: str) -> Json: ...
    def award(self, link: str, award: int) -> Json:
        """The award with its checks."""

    def shift(self, since: str | None) -> Json:
        """The tables' figures since then."""

    def ledger(self) -> Json: ...
    def journal(self, stream: str, first: int, limit: int) -> list[Json]: ...
    def checkpoints(self, limit: int, before: int | None) -> Json: ...
    def advance(self, milliseconds: int) -> Ticket:
        """Advances the demo's clock."""

    def used(self, hook: str) -> None:
        """Records the use of a demo hook, so that everybody can see it."""

    def watching(self, who: Who, table: str, on: bool) -> None:
        """A socket of this player starts or stops watching the table."""

    def connected(self, who: Who, on: bool) -> None:
        """This player has opened a socket, or lost one."""

    def told(self, hear: Callable[[Changed], None]) -> None:
        """Registers a listener for changes; it is called after the ticket of the act that made them."""
