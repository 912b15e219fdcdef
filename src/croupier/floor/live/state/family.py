"""What the floor asks of a table whatever its game: house-banked tables and poker tables answer it, each in its way."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from croupier.base.actors import Actor
from croupier.base.sentences import Why
from croupier.floor.journal.codec import EventCodec
from croupier.floor.ledger.postings import Posting
from croupier.floor.live.state.table import LiveTable
from croupier.rules.cards import Card
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

GameEvent = Any
GameState = Any
Command = Any
"""Of this family; the other one never meets them."""


class Family(Protocol):
    codec: EventCodec[Any]
    """Of the table's stream: the events of the game and those of the floor."""

    single_deck: str
    """The clause by which each card is there once."""

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> Command:
        """An act of the round files' vocabulary; Unreadable if it is none."""

    def check_allowed(self, actor: Actor, state: GameState, command: Command, device: str | None) -> None:
        """Forbidden unless this actor may say it."""

    def on_request(self, actor: Actor, command: Command) -> str | None:
        """The clause by which staff say it for a player; None where they do not."""

    def advance(
        self, book: Rulebook, state: GameState | None, command: Command
    ) -> tuple[tuple[GameEvent, ...], GameState]: ...

    def evolve(self, state: GameState | None, event: GameEvent) -> GameState: ...

    def postings(
        self, name: str, before: GameState | None, events: Sequence[GameEvent], after: GameState
    ) -> tuple[Posting, ...]: ...

    def put_down(self, before: GameState, events: Sequence[GameEvent]) -> Mapping[str, int]:
        """Chips that players must have before the act, whatever it pays them, by player."""

    def begins_round(self, event: GameEvent) -> bool:
        """Opens the round of the next number, or starts it."""

    def ends_deck(self, event: GameEvent) -> bool:
        """No further card comes from the cards as they lay in the device."""

    def bets_changed(self, event: GameEvent) -> int | None:
        """The box on which other bets lie now, or that somebody else has."""

    def asked(self, state: GameState) -> str:
        """What is being asked now, as a key: the moment changes with it and with nothing else."""

    def answers(self, command: Command) -> bool:
        """Whether a player must say which moment they answer."""

    def reports(self, command: Command) -> bool: ...

    def cards_due(self, book: Rulebook, state: GameState) -> int: ...

    def one_card_first(self, state: GameState) -> bool:
        """The card that is due goes before all those which wait for the rest of their deal."""

    def drawn(self, state: GameState) -> int:
        """How many cards have left the device in this round."""

    def deal(self, cards: tuple[Card, ...]) -> Command: ...

    def public_cards(self, state: GameState) -> frozenset[Card]:
        """Those that lie open to everybody."""

    def over(self, state: GameState) -> bool:
        """A round has been played and is settled or void."""

    def interrupted(self, state: GameState) -> bool:
        """A round is open in which something is at stake."""

    def interruption(self, actor: Actor) -> Command: ...

    def suspend(self, why: Why) -> Command: ...

    def resume(self) -> Command: ...

    def close(self) -> Command: ...

    def end_day(self) -> Command: ...

    def places_of(self, state: GameState, player: str) -> tuple[int, ...]: ...

    def what_followed(self, events: Sequence[GameEvent]) -> dict[str, Any]:
        """What the answer to the act tells beside the act: citations, an excess, a ruling."""

    def chips_at_table(self, state: GameState, player: str) -> Cents | None:
        """As the game itself knows them; None where only the ledger does."""
