"""The port for everything that changes the floor. Questions do not need it: they read the local floor.

One process decides. A process that follows answers questions from its own copy, and forwards whole requests and acts
(`floor/server/cluster`), so that this port is only ever used where somebody decides.
"""

from typing import Protocol

from croupier.floor.live.state.commands import Command
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.fold import HOUSE_STREAM
from croupier.floor.live.state.given import Given
from croupier.floor.live.state.people import Who


class Perform(Protocol):
    def __call__(
        self,
        who: Who,
        id_: str,
        command: Command,
        reason: str = "",
        *,
        at: str = HOUSE_STREAM,
        given: Given | None = None,
    ) -> Ticket:
        """Gives a command to the table or link with the stream `at`, or to the house."""


class Decider(Protocol):
    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        """Says words at a table."""

    @property
    def perform(self) -> Perform: ...
