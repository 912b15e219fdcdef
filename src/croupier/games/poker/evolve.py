"""Bookkeeping: an event makes the next state. Nothing is decided here."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from croupier.games.poker import events as ev
from croupier.games.poker.commands import Act
from croupier.games.poker.table import Phase, PokerRound, PokerState, Seat
from croupier.money import Cents


def evolve(state: PokerState, event: ev.PokerEvent) -> PokerState:
    return _EVOLVE[type(event)](state, event)


def _round(state: PokerState) -> PokerRound:
    assert state.round is not None
    return state.round


def _with_seat(state: PokerState, number: int, seat: Seat) -> dict[int, Seat]:
    return {**state.seats, number: seat}


def _paying(state: PokerState, number: int, chips: int) -> dict[int, Seat]:
    """Chips leave a stack, or come back to it."""
    seat = state.seats[number]
    return _with_seat(state, number, replace(seat, stack=Cents(seat.stack - chips)))


def _round_started(state: PokerState, event: ev.RoundStarted) -> PokerState:
    return replace(
        state,
        seats={**state.seats, **event.seats},
        button=event.button,
        started=True,
        orbit_from=None if event.first_orbit_over else state.orbit_from,
        dead_button=event.dead_button,
        round=PokerRound(
            button=event.button, order=event.order, big_blind=event.big_blind, small_blind=event.small_blind
        ),
    )


def _blind_posted(state: PokerState, event: ev.BlindPosted) -> PokerState:
    round_ = _round(state)
    chips = Cents(event.live + event.dead)
    return replace(
        state,
        seats=_paying(state, event.seat, chips),
        round=replace(
            round_,
            posts={**round_.posts, event.seat: chips},
            bets={**round_.bets, event.seat: event.live},
            dead=Cents(round_.dead + event.dead),
        ),
    )


def _hole_cards_dealt(state: PokerState, event: ev.HoleCardsDealt) -> PokerState:
    round_ = _round(state)
    dealt = replace(
        round_,
        phase=Phase.BETTING,
        hands=event.hands,
        dealt=event.cards,
        burnt=event.burnt,
        community=event.community,
    )
    return replace(state, round=dealt)


def _betting_opened(state: PokerState, event: ev.BettingOpened) -> PokerState:
    opened = replace(
        _round(state),
        phase=Phase.BETTING,
        betting_round=event.betting_round,
        price=event.price,
        step=event.step,
        turn=event.turn,
        acted=frozenset(),
        opener=None,
        raiser=None,
    )
    return replace(state, round=opened)


def _cards_called(state: PokerState, _: ev.CardsCalled) -> PokerState:
    return replace(state, round=replace(_collected(_round(state)), phase=Phase.DEALING, turn=None))


def _collected(round_: PokerRound) -> PokerRound:
    """The bets of a betting round go into the pot."""
    if not round_.bets:
        return round_
    before = dict(round_.before)
    for seat, chips in round_.bets.items():
        before[seat] = Cents(before.get(seat, 0) + chips)
    return replace(round_, before=before, bets={})


def _community_dealt(state: PokerState, event: ev.CommunityDealt) -> PokerState:
    round_ = _round(state)
    dealt = replace(
        round_,
        dealt=round_.dealt + event.cards,
        burnt=round_.burnt + event.burnt,
        community=round_.community + event.community,
    )
    return replace(state, round=dealt)


def _community_turned(state: PokerState, event: ev.CommunityTurned) -> PokerState:
    turned = replace(
        _collected(_round(state)),
        betting_round=event.betting_round,
        turned=event.turned,
        price=Cents(0),
        phase=Phase.BETTING,
        turn=None,
    )
    return replace(state, round=turned)


def _cards_looked_at(state: PokerState, event: ev.CardsLookedAt) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, looked=round_.looked | {event.seat}))


def _action_taken(state: PokerState, event: ev.ActionTaken) -> PokerState:
    round_, seat = _round(state), event.seat
    if event.act is Act.FOLD:
        acted = replace(round_, folded=round_.folded | {seat})
        return replace(state, round=acted)
    if not event.chips:
        acted = replace(round_, acted=round_.acted | {seat})
        return replace(state, round=acted)
    acted = replace(
        round_,
        bets={**round_.bets, seat: Cents(round_.bets.get(seat, 0) + event.chips)},
        price=event.price,
        step=event.step,
        acted=frozenset((seat,)) if event.reopens else round_.acted | {seat},
        opener=seat if event.act is Act.BET else round_.opener,
        raiser=seat if event.act is Act.RAISE and event.reopens else round_.raiser,
    )
    return replace(state, seats=_paying(state, seat, event.chips), round=acted)


def _folded_by_rule(state: PokerState, event: ev.FoldedByRule) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, folded=round_.folded | {event.seat}))


def _turn_passed(state: PokerState, event: ev.TurnPassed) -> PokerState:
    return replace(state, round=replace(_round(state), turn=event.turn))


def _bet_returned(state: PokerState, event: ev.BetReturned) -> PokerState:
    round_ = _round(state)
    in_front = min(event.amount, round_.bets.get(event.seat, Cents(0)))
    bets, before = dict(round_.bets), dict(round_.before)
    bets[event.seat] = Cents(bets.get(event.seat, 0) - in_front)
    before[event.seat] = Cents(before.get(event.seat, 0) - (event.amount - in_front))
    returned = replace(round_, bets=bets, before=before, uncalled={**round_.uncalled, event.seat: event.amount})
    return replace(state, seats=_paying(state, event.seat, -event.amount), round=returned)


def _hand_shown(state: PokerState, event: ev.HandShown) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, shown=(*round_.shown, event.seat)))


def _hand_turned_up(state: PokerState, event: ev.HandTurnedUp) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, turned_up=(*round_.turned_up, event.seat)))


def _pots_given_out(state: PokerState, event: ev.PotsGivenOut) -> PokerState:
    seats = dict(state.seats)
    for pot in event.pots:
        for number, chips in pot.won.items():
            seats[number] = replace(seats[number], stack=Cents(seats[number].stack + chips))
    settled = replace(_collected(_round(state)), pots=event.pots, phase=Phase.SETTLED, turn=None)
    return replace(state, seats=seats, round=settled)


def _player_sat_down(state: PokerState, event: ev.PlayerSatDown) -> PokerState:
    seat = Seat(event.player, event.stake, newcomer=True, relocated=event.relocated)
    seats = dict(sorted(_with_seat(state, event.seat, seat).items()))
    return replace(state, seats=seats)


def _stake_increased(state: PokerState, event: ev.StakeIncreased) -> PokerState:
    return replace(state, seats=_paying(state, event.seat, -event.amount))


def _player_went_away(state: PokerState, event: ev.PlayerWentAway) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], away=True)))


def _player_came_back(state: PokerState, event: ev.PlayerCameBack) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], away=False)))


def _player_left(state: PokerState, event: ev.PlayerLeft) -> PokerState:
    player = state.seats[event.seat].player
    seats = {number: seat for number, seat in state.seats.items() if number != event.seat}
    return replace(state, seats=seats, left_with={**state.left_with, player: event.stack})


def _player_leaving(state: PokerState, event: ev.PlayerLeaving) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], leaving=True)))


_EVOLVE: dict[type, Callable[[PokerState, Any], PokerState]] = {
    ev.RoundStarted: _round_started,
    ev.BlindPosted: _blind_posted,
    ev.HoleCardsDealt: _hole_cards_dealt,
    ev.BettingOpened: _betting_opened,
    ev.CardsCalled: _cards_called,
    ev.CommunityDealt: _community_dealt,
    ev.CommunityTurned: _community_turned,
    ev.CardsLookedAt: _cards_looked_at,
    ev.ActionTaken: _action_taken,
    ev.FoldedByRule: _folded_by_rule,
    ev.TurnPassed: _turn_passed,
    ev.BetReturned: _bet_returned,
    ev.HandShown: _hand_shown,
    ev.HandTurnedUp: _hand_turned_up,
    ev.PotsGivenOut: _pots_given_out,
    ev.PlayerSatDown: _player_sat_down,
    ev.StakeIncreased: _stake_increased,
    ev.PlayerWentAway: _player_went_away,
    ev.PlayerCameBack: _player_came_back,
    ev.PlayerLeft: _player_left,
    ev.PlayerLeaving: _player_leaving,
}


class Draft:
    """Collects the events of one command and shows the state they lead to."""

    def __init__(self, state: PokerState) -> None:
        self.state = state
        self.events: list[ev.PokerEvent] = []

    @property
    def round(self) -> PokerRound:
        return _round(self.state)

    def emit(self, event: ev.PokerEvent) -> None:
        self.events.append(event)
        self.state = evolve(self.state, event)
