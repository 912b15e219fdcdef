"""Bookkeeping: an event makes the next state. Nothing is decided here."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.rules.cards import Card
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import BET, CALL, CHECK, FOLD, RAISE, Act
from croupier.rules.games.poker.table import (
    BETTING,
    DEALING,
    SETTLED,
    SETTLING,
    TURNED,
    VOID,
    BettingRound,
    Forfeit,
    Opening,
    OutOfTurn,
    PokerRound,
    PokerState,
    Seat,
    open_table,
)
from croupier.rules.games.poker.turns import on_the_left
from croupier.rules.money import Cents


def evolve(state: PokerState | None, event: ev.PokerEvent) -> PokerState:
    if state is None:
        assert isinstance(event, ev.TableOpened), "a life begins with the opening of the table"
        return open_table(event.table, event.seats, event.button, first_orbit=event.first_orbit)
    return _EVOLVE[type(event)](state, event)


def _round(state: PokerState) -> PokerRound:
    assert state.round is not None
    return state.round


def _with_seat(state: PokerState, number: int, seat: Seat) -> dict[int, Seat]:
    return {**state.seats, number: seat}


def _paying(state: PokerState, number: int, chips: int) -> dict[int, Seat]:
    """Chips leave a stack, or come back to it."""
    seat = state.seats[number]
    return {**state.seats, number: replace(seat, stack=seat.stack - chips)}


def _round_started(state: PokerState, event: ev.RoundStarted) -> PokerState:
    return replace(
        state,
        seats={**state.seats, **event.seats},
        button=event.button,
        started=True,
        orbit_from=None if event.first_orbit_over else state.orbit_from,
        dead_button=event.dead_button,
        round=PokerRound(
            opening=Opening(state.seats, state.button, state.started, state.orbit_from, state.dead_button),
            button=event.button,
            order=event.order,
            big_blind=event.big_blind,
            small_blind=event.small_blind,
        ),
    )


def _blind_posted(state: PokerState, event: ev.BlindPosted) -> PokerState:
    round_ = state.round
    assert round_ is not None
    chips = Cents(event.live + event.dead)
    return replace(
        state,
        seats=_paying(state, event.seat, chips),
        round=replace(
            round_,
            posts={**round_.posts, event.seat: chips},
            bets={**round_.bets, event.seat: event.live},
            dead_money={**round_.dead_money, event.seat: event.dead} if event.dead else round_.dead_money,
        ),
    )


def _hole_cards_dealt(state: PokerState, event: ev.HoleCardsDealt) -> PokerState:
    round_ = state.round
    assert round_ is not None
    dealt = replace(
        round_,
        phase=BETTING,
        hands=event.hands,
        dealt=event.cards,
        burnt=event.burnt,
        community=event.community,
    )
    return replace(state, round=dealt)


def _betting_opened(state: PokerState, event: ev.BettingOpened) -> PokerState:
    round_ = state.round
    assert round_ is not None
    opened = replace(
        round_,
        phase=BETTING,
        betting_round=event.betting_round,
        price=event.price,
        step=event.step,
        turn=event.turn,
        opener=None,
        raiser=None,
        out_of_turn={},
    )
    return replace(state, round=opened)


def _cards_called(state: PokerState, _: ev.CardsCalled) -> PokerState:
    round_ = state.round
    assert round_ is not None
    before, bets = _collected(round_), round_.bets
    return replace(state, round=replace(round_, before=before, collected=bets, bets={}, phase=DEALING, turn=None))


def _collected(round_: PokerRound) -> Mapping[int, int]:
    """What is in the pot when the bets of a betting round have gone into it."""
    if not round_.bets or not round_.before:
        return round_.before or round_.bets
    before: dict[int, int] = {**round_.before}
    for seat, chips in round_.bets.items():
        before[seat] = before.get(seat, 0) + chips
    return before


def _community_turned(state: PokerState, event: ev.CommunityTurned) -> PokerState:
    round_ = state.round
    assert round_ is not None
    turned = replace(
        round_,
        before=_collected(round_),
        bets={},
        betting_round=event.betting_round,
        dealt=round_.dealt + event.burnt + event.community,
        burnt=round_.burnt + event.burnt,
        community=round_.community + event.community,
        turned=event.turned,
        price=Cents(0),
        acted=frozenset(),
        folded_before=round_.folded,
        phase=BETTING,
        turn=None,
    )
    return replace(state, round=turned)


def _cards_looked_at(state: PokerState, event: ev.CardsLookedAt) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, looked=round_.looked | {event.seat}))


def _action_taken(state: PokerState, event: ev.ActionTaken) -> PokerState:
    round_, seat, act, chips = state.round, event.seat, event.act, event.chips
    assert round_ is not None
    if round_.out_of_turn:
        round_ = _remembered(round_, seat, act, round_.out_of_turn)
    if act is FOLD:
        folded = replace(round_, folded=round_.folded | {seat}, turn=event.turn, decided_on=round_.turned)
        return replace(state, round=folded)
    if not chips:
        checked = replace(round_, acted=round_.acted | {seat}, turn=event.turn, decided_on=round_.turned)
        return replace(state, round=checked)
    acted = replace(
        round_,
        turn=event.turn,
        bets={**round_.bets, seat: round_.bets.get(seat, 0) + chips},
        price=event.price,
        step=event.step,
        acted=frozenset((seat,)) if event.reopens else round_.acted | {seat},
        opener=seat if act is BET else round_.opener,
        raiser=seat if act is RAISE and event.reopens else round_.raiser,
        decided_on=round_.turned,
    )
    return replace(state, seats=_paying(state, seat, chips), round=acted)


def _remembered(round_: PokerRound, seat: int, act: Act, behind: Collection[int]) -> PokerRound:
    """What those before them do decides what a player who acted out of turn may do (5.12)."""
    still = {
        number: replace(
            early,
            somebody_bet=early.somebody_bet or act in (BET, CALL, RAISE),
            somebody_checked=early.somebody_checked or act is CHECK,
            somebody_folded=early.somebody_folded or act is FOLD,
        )
        if number in behind
        else early
        for number, early in round_.out_of_turn.items()
        if number != seat
    }
    return replace(round_, out_of_turn=still)


def _folded_by_rule(state: PokerState, event: ev.FoldedByRule) -> PokerState:
    round_ = _round(state)
    if round_.out_of_turn:
        round_ = _remembered(round_, event.seat, FOLD, _asked_after(state, round_, event.seat))
    return replace(state, round=replace(round_, folded=round_.folded | {event.seat}, turn=event.turn))


def _asked_after(state: PokerState, round_: PokerRound, seat: int) -> tuple[int, ...]:
    """The seats whose turn comes after this one; empty if it has nothing left to do."""
    if round_.turn is None:
        return ()
    if seat != round_.turn and seat not in round_.out_of_turn:  # both have yet to act
        answered = seat in round_.acted and round_.bets.get(seat, 0) >= round_.price
        if answered or state.seats[seat].stack == 0:
            return ()
    asked = (round_.turn, *on_the_left(round_.order, round_.turn))
    return asked[asked.index(seat) + 1 :]


def _bet_returned(state: PokerState, event: ev.BetReturned) -> PokerState:
    round_ = _round(state)
    in_front = min(event.amount, round_.bets.get(event.seat, Cents(0)))
    bets, before = dict(round_.bets), dict(round_.before)
    if in_front:
        bets[event.seat] = Cents(bets[event.seat] - in_front)
    before[event.seat] = Cents(before.get(event.seat, 0) - (event.amount - in_front))
    returned = replace(round_, bets=bets, before=before, uncalled={**round_.uncalled, event.seat: event.amount})
    return replace(state, seats=_paying(state, event.seat, -event.amount), round=returned)


def _hand_shown(state: PokerState, event: ev.HandShown) -> PokerState:
    round_ = state.round
    assert round_ is not None
    return replace(state, round=replace(round_, shown=(*round_.shown, event.seat)))


def _hand_turned_up(state: PokerState, event: ev.HandTurnedUp) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, turned_up=(*round_.turned_up, event.seat)))


def _hand_mucked(state: PokerState, event: ev.HandMucked) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, mucked=(*round_.mucked, event.seat)))


def _cards_named(state: PokerState, event: ev.CardsNamed) -> PokerState:
    return replace(state, round=_with_cards(_round(state), event.before, event.cards))


def _with_cards(round_: PokerRound, before: tuple[Card, ...], cards: tuple[Card, ...]) -> PokerRound:
    """The round with these cards in the places of those."""
    now = dict(zip(before, cards, strict=True))

    def lie(there: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(now.get(card, card) for card in there)

    return replace(
        round_,
        hands={seat: lie(hand) for seat, hand in round_.hands.items()},
        community=lie(round_.community),
        dealt=lie(round_.dealt),
    )


def _settlement_awaited(state: PokerState, _: ev.SettlementAwaited) -> PokerState:
    return replace(state, round=replace(_round(state), phase=SETTLING, turn=None))


def _pots_given_out(state: PokerState, event: ev.PotsGivenOut) -> PokerState:
    round_ = state.round
    assert round_ is not None
    seats = dict(state.seats)
    for pot in event.pots:
        for number, chips in pot.won.items():
            seats[number] = replace(seats[number], stack=seats[number].stack + chips)
    before = _collected(round_)
    stacks = {number: seat.stack for number, seat in seats.items() if not seat.leaving}
    settled = replace(round_, before=before, bets={}, pots=event.pots, phase=SETTLED, turn=None, stacks=stacks)
    return _with_new_sign(replace(state, seats=seats, round=settled))


def _cards_lie(state: PokerState, event: ev.CardsLie) -> PokerState:
    """A hand that is named was not mucked, whatever was entered before."""
    round_ = _with_cards(_round(state), event.read, event.cards)
    mucked = tuple(seat for seat in round_.mucked if seat not in event.seats)
    return replace(state, round=replace(round_, mucked=mucked, named_again=round_.named_again + 1))


def _betting_taken_back(state: PokerState, event: ev.BettingTakenBack) -> PokerState:
    """Who has left the table since stays folded, and their bet goes with them."""
    round_, street = _round(state), event.betting_round
    called = round_.phase is DEALING
    bets = round_.collected if called else round_.bets
    before = {seat: Cents(chips - bets.get(seat, 0)) for seat, chips in round_.before.items()} if called else None
    here = {seat for seat in state.seats if seat in round_.order and state.has_his_hand(seat)}
    left = {seat: each.chips for seat, each in round_.forfeited.items() if each.betting_round is street}
    seats = dict(state.seats)
    for seat in here:
        back = bets.get(seat, 0) + left.get(seat, 0)
        seats[seat] = replace(seats[seat], stack=Cents(seats[seat].stack + back))
    again = replace(
        round_,
        phase=BETTING,
        turn=None,
        before=round_.before if before is None else before,
        bets={},
        forfeited={seat: each for seat, each in round_.forfeited.items() if seat not in left},
        folded=round_.folded_before | (round_.folded - here),
        price=Cents(0),
        acted=frozenset(),
        out_of_turn={},
        opener=None,
        raiser=None,
        uncalled={seat: chips for seat, chips in round_.uncalled.items() if seat not in bets},
        decided_on=min(round_.decided_on, TURNED[BettingRound(street - 1)]),
    )
    return replace(state, seats=seats, round=again)


def _pots_given_out_again(state: PokerState, event: ev.PotsGivenOutAgain) -> PokerState:
    """Chips that are missing at the table come from the wallet of the player."""
    round_, seats, left_with = _round(state), dict(state.seats), dict(state.left_with)
    stacks = dict(round_.stacks)
    sits = {seat.player: number for number, seat in seats.items()}
    for number in round_.order:
        more = sum(pot.won.get(number, 0) for pot in event.pots) - sum(pot.won.get(number, 0) for pot in round_.pots)
        player = round_.opening.seats[number].player
        if number in stacks:
            stacks[number] = Cents(stacks[number] + more)
        if player in sits:
            seat = seats[sits[player]]
            seats[sits[player]] = replace(seat, stack=Cents(max(0, seat.stack + more)))
        elif player in left_with:
            left_with[player] = Cents(max(0, left_with[player] + more))
    return replace(state, seats=seats, left_with=left_with, round=replace(round_, pots=event.pots, stacks=stacks))


def _player_sat_down(state: PokerState, event: ev.PlayerSatDown) -> PokerState:
    seat = Seat(event.player, event.stake, newcomer=True, relocated=event.relocated)
    seats = dict(sorted(_with_seat(state, event.seat, seat).items()))
    return replace(state, seats=seats)


def _stake_given_back(state: PokerState, event: ev.StakeGivenBack) -> PokerState:
    return replace(state, seats=_paying(state, event.seat, event.amount))


def _stake_increased(state: PokerState, event: ev.StakeIncreased) -> PokerState:
    return replace(state, seats=_paying(state, event.seat, -event.amount))


def _player_went_away(state: PokerState, event: ev.PlayerWentAway) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], away=True)))


def _player_came_back(state: PokerState, event: ev.PlayerCameBack) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], away=False)))


def _seat_changed(state: PokerState, event: ev.SeatChanged) -> PokerState:
    """Who has just sat down joins on the new seat as they would have on the old one (5.4)."""
    seat = state.seats[event.seat]
    moved = seat if seat.newcomer else Seat(seat.player, seat.stack, newcomer=True, relocated=True)
    others = {number: each for number, each in state.seats.items() if number != event.seat}
    return replace(state, seats=dict(sorted({**others, event.to: moved}.items())))


def _player_left(state: PokerState, event: ev.PlayerLeft) -> PokerState:
    player = state.seats[event.seat].player
    seats = {number: seat for number, seat in state.seats.items() if number != event.seat}
    return replace(state, seats=seats, left_with={**state.left_with, player: event.stack})


def _player_leaving(state: PokerState, event: ev.PlayerLeaving) -> PokerState:
    return replace(state, seats=_with_seat(state, event.seat, replace(state.seats[event.seat], leaving=True)))


def _acted_out_of_turn(state: PokerState, event: ev.ActedOutOfTurn) -> PokerState:
    round_ = _round(state)
    attempts = {**round_.attempts, event.seat: round_.attempts.get(event.seat, 0) + 1}
    earlier = round_.out_of_turn.get(event.seat, OutOfTurn(Cents(0)))
    if earlier.indicated:  # a first BET is not undone by what is tried next
        return replace(state, round=replace(round_, attempts=attempts))
    now = OutOfTurn(event.indicated, round_.price, somebody_checked=earlier.somebody_checked)
    out_of_turn = {**round_.out_of_turn, event.seat: now}
    return replace(state, round=replace(round_, out_of_turn=out_of_turn, attempts=attempts))


def _out_of_turn_bet_forfeited(state: PokerState, event: ev.OutOfTurnBetForfeited) -> PokerState:
    round_ = _round(state)
    left = Forfeit(round_.betting_round, event.chips)
    forfeited = replace(round_, forfeited={**round_.forfeited, event.seat: left})
    return replace(state, seats=_paying(state, event.seat, event.chips), round=forfeited)


def _irregularity_ruled(state: PokerState, event: ev.IrregularityRuled) -> PokerState:
    round_ = _round(state)
    ruled = replace(round_, incidents=(*round_.incidents, event.ruled), exposed=round_.exposed + event.exposed)
    return replace(state, round=ruled)


def _exposed_card_discarded(state: PokerState, event: ev.ExposedCardDiscarded) -> PokerState:
    round_ = _round(state)
    hand = tuple(card for card in round_.hands[event.seat] if card != event.card)
    waiting = replace(
        round_,
        hands={**round_.hands, event.seat: hand},
        discarded=(*round_.discarded, event.card),
        replacing=event.seat,
        phase=DEALING,
    )
    return replace(state, round=waiting)


def _replacement_dealt(state: PokerState, event: ev.ReplacementDealt) -> PokerState:
    round_ = _round(state)
    replaced = replace(
        round_,
        hands={**round_.hands, event.seat: (*round_.hands[event.seat], event.card)},
        dealt=(*round_.dealt, event.card),
        replacing=None,
        phase=BETTING,
    )
    return replace(state, round=replaced)


def _face_up_card_found(state: PokerState, _: ev.FaceUpCardFound) -> PokerState:
    return replace(state, round=replace(_round(state), setting_aside=True, phase=DEALING))


def _face_up_card_set_aside(state: PokerState, event: ev.FaceUpCardSetAside) -> PokerState:
    round_ = _round(state)
    aside = replace(
        round_,
        dealt=(*round_.dealt, event.card),
        discarded=(*round_.discarded, event.card),
        setting_aside=False,
        phase=BETTING if round_.hands else DEALING,  # found before the hole cards, those are due as before
    )
    return replace(state, round=aside)


def _street_taken_back(state: PokerState, event: ev.StreetTakenBack) -> PokerState:
    round_ = _round(state)
    seats = dict(state.seats)
    for number, seat in state.seats.items():
        left = round_.forfeited.get(number)
        back = left.chips if left is not None and left.betting_round == event.street else 0
        seats[number] = replace(seat, stack=Cents(seat.stack + round_.bets.get(number, 0) + back))
    before = BettingRound(event.street - 1)
    taken = replace(
        round_,
        phase=DEALING if event.dealt_again else BETTING,
        betting_round=before,
        turned=TURNED[before],
        turn=None,
        bets={},
        forfeited={seat: left for seat, left in round_.forfeited.items() if left.betting_round != event.street},
        price=Cents(0),
        acted=frozenset(),
        out_of_turn={},
        uncalled={seat: chips for seat, chips in round_.uncalled.items() if seat not in round_.bets},
        shown=(),
        turned_up=(*round_.turned_up, *round_.shown),
        mucked=(),
        dealt=tuple(card for card in round_.dealt if card not in event.cards),
        burnt=tuple(card for card in round_.burnt if card not in event.cards),
        community=tuple(card for card in round_.community if card not in event.cards),
    )
    return replace(state, seats=seats, round=taken)


def _shoe_reshuffled(state: PokerState, _: ev.ShoeReshuffled) -> PokerState:
    round_ = _round(state)
    return replace(state, round=replace(round_, deck_from=len(round_.dealt)))


def _round_voided(state: PokerState, event: ev.RoundVoided) -> PokerState:
    round_ = _round(state)
    opening = round_.opening
    seats = {}
    for number, now in state.seats.items():
        then = opening.seats[number]
        seats[number] = replace(
            then, stack=Cents(now.stack + round_.put_in(number)), away=now.away, leaving=now.leaving
        )
    stacks = {number: seat.stack for number, seat in seats.items() if not seat.leaving}
    voided = replace(
        state,
        seats=seats,
        button=opening.button,
        started=opening.started,
        orbit_from=opening.orbit_from,
        dead_button=opening.dead_button,
        round=replace(round_, phase=VOID, void=event.cites, turn=None, stacks=stacks),
    )
    return _with_new_sign(voided)


def _button_placed(state: PokerState, event: ev.ButtonPlaced) -> PokerState:
    return replace(state, button=event.seat, orbit_from=None if state.orbit_from is None else event.seat)


def _sign_changed(state: PokerState, event: ev.SignChanged) -> PokerState:
    return replace(state, sign=event.table) if state.playing else replace(state, table=event.table)


def _with_new_sign(state: PokerState) -> PokerState:
    """When the round is over."""
    return state if state.sign is None else replace(state, table=state.sign, sign=None)


def _table_suspended(state: PokerState, event: ev.TableSuspended) -> PokerState:
    return replace(state, suspended=event.why)


def _table_resumed(state: PokerState, _: ev.TableResumed) -> PokerState:
    return replace(state, suspended=None)


def _table_closed(state: PokerState, _: ev.TableClosed) -> PokerState:
    return replace(state, suspended=None, closed=True)


def _day_ended(state: PokerState, _: ev.DayEnded) -> PokerState:
    return replace(state, left_with={})


_EVOLVE: dict[type, Callable[[PokerState, Any], PokerState]] = {
    ev.RoundStarted: _round_started,
    ev.BlindPosted: _blind_posted,
    ev.HoleCardsDealt: _hole_cards_dealt,
    ev.BettingOpened: _betting_opened,
    ev.CardsCalled: _cards_called,
    ev.CommunityTurned: _community_turned,
    ev.CardsLookedAt: _cards_looked_at,
    ev.ActionTaken: _action_taken,
    ev.FoldedByRule: _folded_by_rule,
    ev.BetReturned: _bet_returned,
    ev.HandShown: _hand_shown,
    ev.HandTurnedUp: _hand_turned_up,
    ev.HandMucked: _hand_mucked,
    ev.CardsNamed: _cards_named,
    ev.SettlementAwaited: _settlement_awaited,
    ev.PotsGivenOut: _pots_given_out,
    ev.PlayerSatDown: _player_sat_down,
    ev.StakeIncreased: _stake_increased,
    ev.StakeGivenBack: _stake_given_back,
    ev.PlayerWentAway: _player_went_away,
    ev.PlayerCameBack: _player_came_back,
    ev.SeatChanged: _seat_changed,
    ev.PlayerLeft: _player_left,
    ev.PlayerLeaving: _player_leaving,
    ev.ActedOutOfTurn: _acted_out_of_turn,
    ev.OutOfTurnBetForfeited: _out_of_turn_bet_forfeited,
    ev.IrregularityRuled: _irregularity_ruled,
    ev.ExposedCardDiscarded: _exposed_card_discarded,
    ev.ReplacementDealt: _replacement_dealt,
    ev.FaceUpCardFound: _face_up_card_found,
    ev.FaceUpCardSetAside: _face_up_card_set_aside,
    ev.StreetTakenBack: _street_taken_back,
    ev.ShoeReshuffled: _shoe_reshuffled,
    ev.RoundVoided: _round_voided,
    ev.PaymentRecorded: lambda state, _: state,
    ev.CardsLie: _cards_lie,
    ev.BettingTakenBack: _betting_taken_back,
    ev.PotsGivenOutAgain: _pots_given_out_again,
    ev.ButtonPlaced: _button_placed,
    ev.SignChanged: _sign_changed,
    ev.TableSuspended: _table_suspended,
    ev.TableResumed: _table_resumed,
    ev.TableClosed: _table_closed,
    ev.DayEnded: _day_ended,
}


class Draft:
    """Collects the events of one command and shows the state they lead to."""

    __slots__ = ("events", "state")

    def __init__(self, state: PokerState) -> None:
        self.state = state
        self.events: tuple[ev.PokerEvent, ...] = ()

    @property
    def round(self) -> PokerRound:
        round_ = self.state.round
        assert round_ is not None
        return round_

    def emit(self, event: ev.PokerEvent) -> None:
        self.events += (event,)
        self.state = _EVOLVE[type(event)](self.state, event)
