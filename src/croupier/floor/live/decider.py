"""The port that everything goes through which changes the floor; what reads is asked of the floor itself.

One process decides. Another one that serves people answers their questions from its own copy and forwards exactly two
things: what somebody says at a table, and commands.
"""

from typing import Protocol

from croupier.floor.live.state.commands import Command
from croupier.floor.live.state.floor_state import Ticket
from croupier.floor.live.state.fold import HOUSE_STREAM
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
        given: object = None,
    ) -> Ticket:
        """A command to the table or link whose stream is `at`, or to the house."""


class Decider(Protocol):
    def act(self, who: Who, table: str, id_: str, do: str, moment: str | None = None, reason: str = "") -> Ticket:
        """Words at a table."""

    @property
    def perform(self) -> Perform: ...
