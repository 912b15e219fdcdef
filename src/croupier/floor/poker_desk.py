"""One poker table: its state and its dealing device move together, all or nothing."""

from collections.abc import Callable

from croupier.actors import Actor, Rank
from croupier.cards import DECK, Card, CardSource
from croupier.errors import Unreadable
from croupier.games.poker.commands import DealCards, Incident, PokerCommand, ReportIrregularity, StartRound
from croupier.games.poker.events import PokerEvent, ShoeReshuffled
from croupier.games.poker.machine import advance, cards_due
from croupier.games.poker.table import DEALING, PokerState
from croupier.money import Cents
from croupier.rulebook.model import Rulebook

SHORT = ReportIrregularity(Incident.SHOE_SHORT, by=Actor(Rank.DEALER, "the desk"))
"""The desk sees for itself that the cards do not suffice (5.2.3)."""


class PokerDesk:
    def __init__(self, book: Rulebook, state: PokerState, next_cards: Callable[[], CardSource]) -> None:
        self.book = book
        self.state = state
        self._next_cards = next_cards
        self._cards: CardSource | None = None
        self.stacks_at_the_end: dict[int, Cents] = {}
        """Of the round just over, before anybody sat down, left or topped up."""

    def act(self, command: PokerCommand) -> tuple[PokerEvent, ...]:
        """Hear one command and do everything that follows by rule."""
        before = self.state
        happened, state = advance(self.book, before, command)
        kind = type(command)
        if kind is StartRound:
            self._cards = self._next_cards()
        elif isinstance(command, ReportIrregularity) and any(isinstance(event, ShoeReshuffled) for event in happened):
            self._reshuffle(state, command.shoe)
        while (round_ := state.round) is not None and round_.phase is DEALING:
            events, state = advance(self.book, state, self._dealt(state))
            happened += events
        self.state = state
        if not state.playing and (kind is StartRound or before.playing):
            self.stacks_at_the_end = {number: seat.stack for number, seat in state.seats.items()}
        return happened

    def _dealt(self, state: PokerState) -> DealCards | ReportIrregularity:
        """The cards that are due, or that the device has not enough of them."""
        assert self._cards is not None
        due = cards_due(self.book, state)
        return SHORT if due > self._cards.remaining else DealCards(self._cards.draw(due))

    def _reshuffle(self, state: PokerState, order: tuple[Card, ...]) -> None:
        """The rest of the shoe in its new order; cards on the table, in hands or set aside are not in it (R-40)."""
        assert state.round is not None and self._cards is not None
        out = set(state.round.dealt)
        for card in order:
            if card in out:
                raise Unreadable(f"the order after the reshuffle names {card}, which is not in the shoe")
        self._cards.reshuffle(order, [card for card in DECK if card not in out])
