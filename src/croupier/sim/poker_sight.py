"""What people see of a poker round: the cards they may see, neither more nor fewer, and options only on their turn.

A leak need not be a card: whatever somebody is shown must stay the same when all that he may not see is exchanged.
"""

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from croupier.actors import PUBLIC, Viewer
from croupier.cards import Card
from croupier.games.poker import events as ev
from croupier.games.poker.table import PokerState
from croupier.games.poker.view import PokerView, view
from croupier.sim.poker_broken import Broken

CARD_CODE = re.compile(rb'"([2-9TJQKA][cdhs])"')


class Sight:
    """Whose each hand of a round is, who has looked, and what has been turned up for all."""

    def __init__(self) -> None:
        self.dealt_to: dict[int, str] = {}
        self.looked: set[int] = set()
        self.turned_up: set[int] = set()
        self.seen_by_all: set[Card] = set()
        """Cards that came face up by mistake, and lie neither in a hand nor on the board."""

    def follow(self, event: ev.PokerEvent, after: PokerState) -> None:
        match event:
            case ev.HoleCardsDealt():
                self.dealt_to = {seat: after.seats[seat].player for seat in event.hands}
            case ev.CardsLookedAt():
                self.looked.add(event.seat)
            case ev.HandShown() | ev.HandTurnedUp():
                self.turned_up.add(event.seat)
            case ev.ExposedCardDiscarded() | ev.FaceUpCardSetAside():
                self.seen_by_all.add(event.card)
            case _:
                pass

    def may_see(self, state: PokerState, viewer: Viewer) -> set[Card]:
        round_ = state.round
        if round_ is None:
            return set()
        seen = set(round_.community[: round_.turned]) | self.seen_by_all
        for seat, hand in round_.hands.items():
            sits = state.seats.get(seat)
            his = sits is not None and sits.player == self.dealt_to[seat] == viewer.player
            if seat in self.turned_up or (his and seat in self.looked):
                seen |= set(hand)
        return seen

    def check_views(self, state: PokerState, events: Sequence[ev.PokerEvent]) -> None:
        """Everybody looks, also those who have left and somebody who never was there. `events`: those of the round."""
        names = {"somebody who is not here", *self.dealt_to.values(), *(seat.player for seat in state.seats.values())}
        for viewer in [PUBLIC, *map(Viewer, sorted(names))]:
            seen = view(state, viewer, events)
            encoded = msgspec.json.encode(seen)
            codes = {Card(code.decode()) for code in CARD_CODE.findall(encoded)}
            may_see = self.may_see(state, viewer)
            if codes != may_see:
                raise Broken(f"{viewer.player} sees {sorted(codes)} and may see {sorted(may_see)}")
            hidden = view(_with_other_cards(state, may_see), viewer, events)
            if msgspec.json.encode(hidden) != encoded:
                raise Broken(f"what {viewer.player} sees hangs on cards that he may not see")
            _check_options(state, viewer, seen)


def _check_options(state: PokerState, viewer: Viewer, seen: PokerView) -> None:
    turn = state.round.turn if state.round is not None and state.playing else None
    his = turn is not None and state.seats[turn].player == viewer.player
    if (seen.options is not None) is not his:
        raise Broken(f"{viewer.player} is offered {seen.options}, and it is the turn of seat {turn}")


def _with_other_cards(state: PokerState, seen: set[Card]) -> PokerState:
    """The same table, but every card that somebody may not see is another."""
    round_ = state.round
    if round_ is None:
        return state

    def other(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(card if card in seen else Card("??") for card in cards)

    return replace(
        state,
        round=replace(
            round_,
            hands={seat: other(hand) for seat, hand in round_.hands.items()},
            dealt=other(round_.dealt),
            burnt=tuple(Card("??") for _ in round_.burnt),
            community=other(round_.community),
        ),
    )
