"""Who runs a poker table: deals what is due from the deck, until it is somebody else's turn."""

from croupier.base.actors import Actor, Rank
from croupier.base.errors import Refused, Unreadable
from croupier.base.sentences import says
from croupier.rounds.dealing.decks import Arranged, Decks
from croupier.rules.cards import DECK, Card, Deck
from croupier.rules.games.house.dealing import Place, To
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import DealCards, Incident, PokerCommand, ReportIrregularity, StartRound
from croupier.rules.games.poker.dealing import cards_due
from croupier.rules.games.poker.events import (
    CommunityTurned,
    HoleCardsDealt,
    PokerEvent,
    ReplacementDealt,
    ShoeReshuffled,
)
from croupier.rules.games.poker.machine import advance
from croupier.rules.games.poker.table import DEALING, PokerRound, PokerState
from croupier.rules.rulebook.model import Rulebook

NOT_ENOUGH_CARDS = ReportIrregularity(Incident.SHOE_SHORT, by=Actor(Rank.DEALER, "the dealer"))
"""The dealer sees that the cards do not suffice (5.2.3)."""


ASIDE = 0
"""Where a card goes that is set aside: to no seat."""


def places(book: Rulebook, state: PokerState, cards: tuple[Card, ...]) -> tuple[Place, ...]:
    """The places for the due cards, from the rules themselves: deals them on a copy that is dropped."""
    where: dict[Card, Place] = {}
    for event in advance(book, state, DealCards(cards))[0]:
        match event:
            case HoleCardsDealt():
                where |= {card: seat for seat, hand in event.hands.items() for card in hand}
                where |= dict.fromkeys(event.burnt, To.BURN) | dict.fromkeys(event.community, To.COMMUNITY)
            case CommunityTurned():
                where |= dict.fromkeys(event.burnt, To.BURN) | dict.fromkeys(event.community, To.COMMUNITY)
            case ReplacementDealt():
                where[event.card] = event.seat
            case _:
                pass
    return tuple(where.get(card, ASIDE) for card in cards)


class PokerDealer:
    """A command and all that follows it by rule happen together, or not at all. A refused act loses no card."""

    def __init__(
        self,
        book: Rulebook,
        state: PokerState,
        decks: Decks,
        *,
        deals_by_hand: bool = False,
        arranged: Arranged | None = None,
    ) -> None:
        self.book = book
        self.state = state
        self._decks = decks
        self._deals_by_hand = deals_by_hand
        self._arranged = arranged
        self.deck = Deck(())

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return 0 if self.state.round is None or self.state.table.dealt_by_hand else self.state.round.drawn

    def change_book(self, book: Rulebook) -> None:
        """The next version of the rules, from here on."""
        self.book = book

    def act(self, command: PokerCommand) -> tuple[PokerEvent, ...]:
        book, before, deck = self.book, self.state, self.deck
        happened, state = advance(book, before, command)
        kind = type(command)
        try:
            if kind is StartRound:
                self.deck = self._decks.next_deck()
            elif (
                kind is ReportIrregularity
                and not before.table.dealt_by_hand
                and any(isinstance(event, ShoeReshuffled) for event in happened)
            ):
                self._reshuffle(before, state, command)
            while (round_ := state.round) is not None and round_.phase is DEALING:
                if state.suspended is not None or self._deals_by_hand or state.table.dealt_by_hand:
                    break  # the cards come when the table goes on, or when they are dealt
                events, state = advance(book, state, self._dealt(state, round_))
                happened += events
        except Exception:
            self.deck = deck
            raise
        self.state = state
        return happened

    def deal(self) -> tuple[PokerEvent, ...]:
        """Deals the due cards, at tables that wait for somebody to deal them."""
        round_ = self.state.round
        if round_ is None or round_.phase is not DEALING:
            raise Refused(says("no-cards-due"), (self.book.cite(Poker.HOLE_CARDS_DEALT),))
        return self.act(self._dealt(self.state, round_))

    def _dealt(self, state: PokerState, round_: PokerRound) -> DealCards | ReportIrregularity:
        """The cards that are due, or that the device has not enough of them."""
        due, drawn = cards_due(self.book, state), round_.drawn
        if drawn + due > len(self.deck.cards):
            return NOT_ENOUGH_CARDS
        if self._arranged is not None:
            self.deck = self._arranged(drawn, places(self.book, state, self.deck.next_cards(drawn, due)))
        return DealCards(self.deck.next_cards(drawn, due))

    def _reshuffle(self, before: PokerState, after: PokerState, report: PokerCommand) -> None:
        """The rest of the shoe in its new order; cards on the table, in hands or set aside are not in it (R-40)."""
        if after.table.dealt_by_hand:
            return  # nobody knows what is in the shoe
        assert isinstance(report, ReportIrregularity) and before.round is not None and after.round is not None
        out = set(after.round.dealt)
        for card in report.shoe:
            if card in out:
                raise Unreadable(f"the order after the reshuffle names {card}, which is not in the shoe")
        rest = [card for card in DECK if card not in out]
        self.deck = self._decks.reshuffled(self.deck, before.round.drawn, report.shoe, rest)
