"""What the floor needs to know of any table. House-banked tables and poker tables each implement it."""

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
"""A command of this family; it never gets the other's."""


class Family(Protocol):
    codec: EventCodec[Any]
    """Of the table's stream: the events of the game and those of the floor."""

    single_deck: str
    """The clause by which each card exists once."""

    def read(self, table: LiveTable, book: Rulebook, words: list[str], actor: Actor) -> Command:
        """Reads an act of the round files' vocabulary; raises Unreadable if it is none."""

    def check_allowed(self, actor: Actor, state: GameState, command: Command, device: str | None) -> None:
        """Raises Forbidden unless this actor may say it."""

    def advance(
        self, book: Rulebook, state: GameState | None, command: Command
    ) -> tuple[tuple[GameEvent, ...], GameState]: ...

    def evolve(self, state: GameState | None, event: GameEvent) -> GameState: ...

    def postings(
        self, name: str, before: GameState | None, events: Sequence[GameEvent], after: GameState
    ) -> tuple[Posting, ...]: ...

    def put_down(self, before: GameState, events: Sequence[GameEvent]) -> Mapping[str, int]:
        """By player: chips they must have before the act, whatever it pays them."""

    def begins_round(self, event: GameEvent) -> bool:
        """Whether the event opens or starts the next round."""

    def ends_deck(self, event: GameEvent) -> bool:
        """Whether no further card comes from the device in its present order."""

    def bets_changed(self, event: GameEvent) -> int | None:
        """The box whose bets or player changed."""

    def asked(self, state: GameState) -> str:
        """The question that the table waits for, as a key: a new key is a new moment."""

    def answers(self, command: Command) -> bool:
        """Whether a player must name the moment that they answer."""

    def reports(self, command: Command) -> bool: ...

    def cards_due(self, book: Rulebook, state: GameState) -> int: ...

    def one_card_first(self, state: GameState) -> bool:
        """Whether the due card is dealt before all cards that wait for the rest of their deal."""

    def drawn(self, state: GameState) -> int:
        """How many cards have left the device in this round."""

    def deal(self, cards: tuple[Card, ...]) -> Command: ...

    def public_cards(self, state: GameState) -> frozenset[Card]:
        """The cards that everybody sees."""

    def over(self, state: GameState) -> bool:
        """Whether a round has been played and is settled or void."""

    def interrupted(self, state: GameState) -> bool:
        """Whether a round is open with something at stake."""

    def interruption(self, actor: Actor) -> Command: ...

    def suspend(self, why: Why) -> Command: ...

    def resume(self) -> Command: ...

    def close(self) -> Command: ...

    def end_day(self) -> Command: ...

    def places_of(self, state: GameState, player: str) -> tuple[int, ...]: ...

    def what_followed(self, events: Sequence[GameEvent]) -> dict[str, Any]:
        """What the answer says in addition to the act: citations, an excess, a ruling."""

    def chips_at_table(self, state: GameState, player: str) -> Cents | None:
        """The player's chips as the game knows them; None if only the ledger does."""
