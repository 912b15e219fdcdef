"""What was said and dealt in an evening, so that it can be played again."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from croupier.rules.cards import Card

Command = TypeVar("Command")


class Record(Generic[Command]):
    """Every accepted command, by anybody, and the cards that left the shoe in each round."""

    def __init__(self) -> None:
        self.said: list[Command] = []
        self.shoes: list[tuple[Card, ...]] = []

    def note(self, command: Command, finished: Sequence[Card] | None = None) -> None:
        """`finished` are the cards of the round that it ended by beginning another."""
        self.said.append(command)
        if finished is not None:
            self.shoes.append(tuple(finished))
