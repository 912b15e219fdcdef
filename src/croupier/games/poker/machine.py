"""Poker, played in document order: one command in, events out."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.citation import ruling
from croupier.errors import Refused
from croupier.games.poker import betting, out_of_turn, pots, presence, rulings, seats, showdown
from croupier.games.poker import commands as cmd
from croupier.games.poker import events as ev
from croupier.games.poker.clauses import Poker
from croupier.games.poker.commands import Act
from croupier.games.poker.evolve import Draft
from croupier.games.poker.seating import positions
from croupier.games.poker.table import TURNED, BettingRound, Phase, PokerRound, PokerState
from croupier.money import Cents
from croupier.rulebook.model import Device, Rulebook

_DECK = frozenset(DECK)

STREET = {BettingRound.SECOND: "flop", BettingRound.THIRD: "turn", BettingRound.FOURTH: "river"}
DEALT_BY = {
    BettingRound.SECOND: Poker.FLOP_DEALT,
    BettingRound.THIRD: Poker.TURN_DEALT,
    BettingRound.FOURTH: Poker.RIVER_DEALT,
}


def decide(book: Rulebook, state: PokerState, command: cmd.PokerCommand) -> tuple[ev.PokerEvent, ...]:
    return advance(book, state, command)[0]


def advance(
    book: Rulebook, state: PokerState, command: cmd.PokerCommand
) -> tuple[tuple[ev.PokerEvent, ...], PokerState]:
    """The events, and the state that `evolve` made of them on the way."""
    draft = Draft(state)
    _ACTS[type(command)](book, draft, command)
    if draft.state.round is not None and draft.round.phase is Phase.BETTING:
        go_on(book, draft)
    return tuple(draft.events), draft.state


def start_round(book: Rulebook, draft: Draft, _: cmd.StartRound) -> None:
    if draft.state.playing:
        cites = (book.cite(Poker.ROUND_ENDS_WHEN_SETTLED),)
        raise Refused("a round is being played; the next one starts when it is over", cites)
    places = positions(book, draft.state)
    draft.emit(
        ev.RoundStarted(
            button=places.button,
            order=places.order,
            big_blind=places.big,
            small_blind=places.small,
            seats=places.seats,
            dead_button=places.dead_button,
            first_orbit_over=places.first_orbit_over,
            cites=places.cites,
        )
    )
    for post in places.posts:
        draft.emit(ev.BlindPosted(post.seat, post.live, post.dead, post.cites))


def cards_due(book: Rulebook, state: PokerState) -> int:
    """How many cards the dealer needs from the device now."""
    round_ = state.round
    if round_ is None or round_.phase is not Phase.DEALING:
        return 0
    if round_.replacing is not None or round_.setting_aside:
        return 1
    if round_.hands:
        street = BettingRound(round_.betting_round + 1)
        return (STREET[street] in book.procedure.burn_before) + TURNED[street] - round_.turned
    hole = book.procedure.cards_in_hand * len(round_.order)
    if state.table.device is Device.SHUFFLER:
        return hole + 5
    return hole + ("hole-cards" in book.procedure.burn_before)


def deal_cards(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = cards_due(book, draft.state)
    round_ = draft.state.round
    if not due or round_ is None:
        raise Refused("no cards are due now")
    if len(command.cards) != due:
        raise Refused(f"{due} cards are due from the device, not {len(command.cards)}")
    if not _DECK.issuperset(command.cards):
        raise Refused("what came out of the device is no card of the deck", (book.cite(Poker.FOREIGN_CARD),))
    if len(set(command.cards).union(round_.dealt)) != due + len(round_.dealt):
        raise Refused("a card came twice out of a single deck", (book.cite(Poker.SINGLE_DECK),))
    if round_.replacing is not None:
        draft.emit(ev.ReplacementDealt(round_.replacing, command.cards[0]))
    elif round_.setting_aside:
        draft.emit(ev.FaceUpCardSetAside(command.cards[0]))
    elif round_.hands:
        street = BettingRound(round_.betting_round + 1)
        burn = int(STREET[street] in book.procedure.burn_before)
        draft.emit(ev.CommunityDealt(command.cards, command.cards[:burn], command.cards[burn:]))
        turn_over(book, draft, street)
    else:
        draft.emit(hole_cards(book, draft.state, round_, command.cards))
        open_betting(book, draft, BettingRound.FIRST)


def hole_cards(book: Rulebook, state: PokerState, round_: PokerRound, cards: tuple[Card, ...]) -> ev.HoleCardsDealt:
    """From the shoe one at a time from the left of the button; from the shuffler the board first, then sets."""
    each, order = book.procedure.cards_in_hand, round_.order
    if state.table.device is Device.SHUFFLER:
        community, rest = cards[:5], cards[5:]
        hands = {seat: rest[each * place : each * (place + 1)] for place, seat in enumerate(order)}
        cites = (book.cite(Poker.COMMUNITY_SET_DEALT), book.cite(Poker.HOLE_CARDS_DEALT))
        return ev.HoleCardsDealt(cards, (), hands, community, cites)
    burn = int("hole-cards" in book.procedure.burn_before)
    hands = {seat: cards[burn + place :: len(order)] for place, seat in enumerate(order)}
    clauses = [Poker.HOLE_CARDS_DEALT, Poker.BUTTON_IS_DEALT_LAST]
    if burn:
        clauses.append(Poker.BURN_BEFORE_HOLE_CARDS)
    return ev.HoleCardsDealt(cards, cards[:burn], hands, (), tuple(map(book.cite, clauses)))


def turn_over(book: Rulebook, draft: Draft, street: BettingRound) -> None:
    cites = [book.cite(DEALT_BY[street])]
    if draft.state.table.device is Device.SHOE:
        cites.append(book.cite(Poker.BURNT_CARD_DISCARDED))
    draft.emit(ev.CommunityTurned(street, TURNED[street], tuple(cites)))
    open_betting(book, draft, street)


def open_betting(book: Rulebook, draft: Draft, street: BettingRound) -> None:
    """Ask the first who has anything to say; where nobody has, no betting round takes place (R-68)."""
    state, round_ = draft.state, draft.round
    big_blind = state.table.big_blind
    price = big_blind if street is BettingRound.FIRST else Cents(0)
    start = round_.big_blind if street is BettingRound.FIRST else round_.button
    opened = replace(round_, price=price, acted=frozenset())
    first = next_to_act(replace(state, round=opened), start)
    if first is not None:
        cite = book.cite(_opened_by(round_, street))
        draft.emit(ev.BettingOpened(street, price, big_blind, first, (cite,)))


def _opened_by(round_: PokerRound, street: BettingRound) -> str:
    if street is BettingRound.FIRST:
        two = round_.small_blind == round_.button
        return Poker.TWO_PLAYER_FIRST_TO_ACT if two else Poker.FIRST_ROUND_OPTIONS
    return Poker.LATER_ROUND_OPTIONS if street is BettingRound.SECOND else Poker.LATER_ROUNDS_ALIKE


def next_to_act(state: PokerState, after: int) -> int | None:
    """The next live player with chips who has not answered the price, clockwise."""
    round_ = state.round
    assert round_ is not None
    seats, bets, folded = state.seats, round_.bets, round_.folded
    first: int | None = None
    movers = 0
    for seat in clockwise(round_.order, after):
        if seat in folded or seats[seat].stack == 0:
            continue
        movers += 1
        if first is None and (seat not in round_.acted or bets.get(seat, 0) < round_.price):
            first = seat
    if first is None or movers > 1:
        return first
    others = (bets.get(seat, 0) for seat in round_.order if seat != first and seat not in folded)
    return None if bets.get(first, 0) >= max(others, default=0) else first  # nobody can answer him


def clockwise(order: tuple[int, ...], after: int) -> tuple[int, ...]:
    """The seats dealt in, beginning on the left of a seat; the order itself begins on the left of the button."""
    if after not in order:
        return order
    start = order.index(after) + 1
    return order[start:] + order[:start]


def take_action(book: Rulebook, draft: Draft, command: cmd.TakeAction) -> None:
    round_ = presence.playing(book, draft.state, command.seat)
    if round_.turn != command.seat:
        turn = f"seat {round_.turn} is to act" if round_.turn else "nobody is to act"
        raise Refused(
            f"it is not the turn of seat {command.seat}: {turn}", (ruling(9), book.cite(Poker.OUT_OF_TURN_RETRACTED))
        )
    out_of_turn.check_limits(book, draft.state, command)
    if command.act is Act.FOLD:
        out_of_turn.forfeit(book, draft, command.seat)
    draft.emit(betting.action(book, draft.state, command))


def go_on(book: Rulebook, draft: Draft) -> None:
    """What follows by rule until somebody has something to say again."""
    while draft.round.phase is Phase.BETTING:
        round_ = draft.round
        if len(round_.order) - len(round_.folded) == 1:
            return finish(book, draft)
        if round_.turn is not None:
            if not _answered(draft.state, round_, round_.turn):
                if not gone(draft.state, round_.turn):
                    return None
                out_of_turn.fold_by_rule(book, draft, round_.turn, ruling(66))
                continue
            following = next_to_act(draft.state, round_.turn)
            if following is not None:
                draft.emit(ev.TurnPassed(following))
                if not gone(draft.state, following):
                    return None
                out_of_turn.fold_by_rule(book, draft, following, ruling(66))
                continue
        if round_.betting_round is BettingRound.FOURTH:
            return finish(book, draft)
        street = BettingRound(round_.betting_round + 1)
        if len(round_.community) >= TURNED[street]:
            turn_over(book, draft, street)
        else:
            draft.emit(ev.CardsCalled((book.cite(Poker.BETTING_UNTIL_MATCHED),)))
    return None


def gone(state: PokerState, seat: int) -> bool:
    """Not there to act: his hand is folded when his turn comes (R-66)."""
    return state.seats[seat].away or state.seats[seat].leaving


def _answered(state: PokerState, round_: PokerRound, seat: int) -> bool:
    """The player whose turn it was has acted, or can no longer be asked."""
    if seat in round_.folded or state.seats[seat].stack == 0:
        return True
    if seat in round_.acted and round_.bets.get(seat, 0) >= round_.price:
        return True
    return next_to_act(state, seat) is None


def finish(book: Rulebook, draft: Draft) -> None:
    """Uncalled bets go back, hands are shown, pots are given out."""
    back = pots.uncalled(draft.round)
    if back is not None:
        draft.emit(ev.BetReturned(*back, (book.cite(Poker.UNCALLED_BET_UNRAKED), ruling(32))))
    strength: Mapping[int, int] = {}
    if len(draft.round.live()) > 1:
        strength = showdown.strengths(draft.round)
        for shown, cites in list(showdown.hands_shown(book, draft.state, pots.pots(draft.state), strength)):
            draft.emit(ev.HandShown(shown, cites))
    draft.emit(ev.PotsGivenOut(pots.give_out(book, draft.state, strength)))
    for number, seat in list(draft.state.seats.items()):
        if seat.leaving:
            draft.emit(ev.PlayerLeft(number, seat.stack, (ruling(66),)))


_ACTS: Mapping[type, Callable[[Rulebook, Draft, Any], None]] = {
    cmd.StartRound: start_round,
    cmd.DealCards: deal_cards,
    cmd.TakeAction: take_action,
    cmd.ActOutOfTurn: out_of_turn.act_out_of_turn,
    cmd.ReportIrregularity: rulings.rule_on,
    **seats.ACTS,
}
