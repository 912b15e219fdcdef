"""Poker, played in document order: one command in, events out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import check_open
from croupier.rules.games.poker import (
    betting,
    card_corrections,
    corrections,
    irregularities,
    life,
    out_of_turn,
    pots,
    presence,
    showdown,
)
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker import opening as seating
from croupier.rules.games.poker import people as seats
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import FOLD
from croupier.rules.games.poker.evolve import Draft, evolve
from croupier.rules.games.poker.table import (
    BETTING,
    DEALING,
    FIRST,
    FOLLOWING,
    FOURTH,
    SECOND,
    SETTLING,
    THIRD,
    TURNED,
    BettingRound,
    PokerRound,
    PokerState,
)
from croupier.rules.games.poker.turns import NOBODY, clockwise, next_to_act
from croupier.rules.money import NOTHING
from croupier.rules.rulebook.model import Device, Rulebook

_DECK = frozenset(DECK)

STREET = {SECOND: "flop", THIRD: "turn", FOURTH: "river"}
DEALT_BY = {SECOND: Poker.FLOP_DEALT, THIRD: Poker.TURN_DEALT, FOURTH: Poker.RIVER_DEALT}


def decide(book: Rulebook, state: PokerState | None, command: cmd.PokerCommand) -> tuple[ev.PokerEvent, ...]:
    return advance(book, state, command)[0]


def advance(
    book: Rulebook, state: PokerState | None, command: cmd.PokerCommand
) -> tuple[tuple[ev.PokerEvent, ...], PokerState]:
    """The events, and the state that `evolve` makes of them."""
    if state is None:
        opened = life.open_table(book, command)
        return (opened,), evolve(None, opened)
    if state.suspended is not None or state.closed:
        heard = isinstance(command, life.HEARD_WHILE_SUSPENDED)
        check_open(state.suspended, state.closed, heard_while_suspended=heard)
    draft = Draft(state)
    _ACTS[type(command)](book, draft, command)
    go_on(book, draft)
    return draft.events, draft.state


def start_round(book: Rulebook, draft: Draft, _: cmd.StartRound) -> None:
    why = says("playing-starts-after")
    presence.check_between_rounds(book, draft.state, why, Poker.ROUND_ENDS_WHEN_SETTLED)
    started, posts = seating.start(book, draft.state)
    draft.emit(started)
    for post in posts:
        draft.emit(post)


def cards_due(book: Rulebook, state: PokerState) -> int:
    """How many cards the dealer needs from the device now."""
    round_ = state.round
    if round_ is None or round_.phase is not DEALING:
        return 0
    if round_.one_card_first:
        return 1
    if round_.hands:
        street = FOLLOWING[round_.betting_round]
        return (STREET[street] in book.procedure.burn_before) + TURNED[street] - round_.turned
    hole = book.procedure.cards_in_hand * len(round_.order)
    if state.table.device is Device.SHUFFLER:
        return hole + 5
    return hole + ("hole-cards" in book.procedure.burn_before)


def deal_cards(book: Rulebook, draft: Draft, command: cmd.DealCards) -> None:
    due = cards_due(book, draft.state)
    round_ = draft.state.round
    if not due or round_ is None:
        raise Refused(says("no-cards-due-now"))
    if len(command.cards) != due:
        raise Refused(says("cards-due-from-device", due=due, given=len(command.cards)))
    if not _DECK.issuperset(command.cards):
        raise Refused(says("device-gave-no-card"), (book.cite(Poker.FOREIGN_CARD),))
    different = set(command.cards)
    if len(different) < due or not different.isdisjoint(round_.dealt):
        raise Refused(says("card-came-twice"), (book.cite(Poker.SINGLE_DECK),))
    if round_.replacing is not None:
        draft.emit(ev.ReplacementDealt(round_.replacing, command.cards[0]))
    elif round_.setting_aside:
        draft.emit(ev.FaceUpCardSetAside(command.cards[0]))
    elif round_.hands:
        street = FOLLOWING[round_.betting_round]
        burn = int(STREET[street] in book.procedure.burn_before)
        turn_over(book, draft, street, command.cards[:burn], command.cards[burn:])
    else:
        draft.emit(hole_cards(book, draft.state, round_, command.cards))
        open_betting(book, draft, FIRST)


def hole_cards(book: Rulebook, state: PokerState, round_: PokerRound, cards: tuple[Card, ...]) -> ev.HoleCardsDealt:
    """From the shoe one at a time from the left of the button; from the shuffler the board first, then sets."""
    each, order = book.procedure.cards_in_hand, round_.order
    if state.table.device is Device.SHUFFLER:
        community, rest = cards[:5], cards[5:]
        hands = {seat: rest[each * place : each * (place + 1)] for place, seat in enumerate(order)}
        cites = book.cite_all((Poker.COMMUNITY_SET_DEALT, Poker.HOLE_CARDS_DEALT))
        return ev.HoleCardsDealt(cards, (), hands, community, cites)
    burn = int("hole-cards" in book.procedure.burn_before)
    hands = {seat: cards[burn + place :: len(order)] for place, seat in enumerate(order)}
    clauses = [Poker.HOLE_CARDS_DEALT, Poker.BUTTON_IS_DEALT_LAST]
    if burn:
        clauses.append(Poker.BURN_BEFORE_HOLE_CARDS)
    return ev.HoleCardsDealt(cards, cards[:burn], hands, (), book.cite_all(clauses))


def turn_over(
    book: Rulebook, draft: Draft, street: BettingRound, burnt: tuple[Card, ...] = (), community: tuple[Card, ...] = ()
) -> None:
    dealt = book.cite(DEALT_BY[street])
    cites = (dealt, book.cite(Poker.BURNT_CARD_DISCARDED)) if burnt else (dealt,)
    draft.emit(ev.CommunityTurned(street, TURNED[street], burnt, community, cites))
    open_betting(book, draft, street)


def open_betting(book: Rulebook, draft: Draft, street: BettingRound) -> None:
    """Asks the first player who can act; if nobody can, there is no betting round (R-68)."""
    state, round_ = draft.state, draft.round
    big_blind = state.table.big_blind
    price = big_blind if street is FIRST else NOTHING
    start = round_.big_blind if street is FIRST else round_.button
    first = next_to_act(state, clockwise(round_.order, start), price, NOBODY)
    if first is not None:
        cite = book.cite(_opened_by(round_, street))
        draft.emit(ev.BettingOpened(street, price, big_blind, first, (cite,)))


def _opened_by(round_: PokerRound, street: BettingRound) -> str:
    if street is FIRST:
        two = round_.small_blind == round_.button
        return Poker.TWO_PLAYER_FIRST_TO_ACT if two else Poker.FIRST_ROUND_OPTIONS
    return Poker.LATER_ROUND_OPTIONS if street is SECOND else Poker.LATER_ROUNDS_ALIKE


def take_action(book: Rulebook, draft: Draft, command: cmd.TakeAction) -> None:
    state, seat = draft.state, command.seat
    round_ = state.round
    if round_ is None or round_.turn != seat:
        raise _not_his_turn(book, state, seat)
    if seat not in round_.out_of_turn:
        draft.emit(betting.action(book, state, command))
        return
    binding = out_of_turn.check_limits(book, state, command)
    if command.act is FOLD and out_of_turn.forfeit(book, draft, seat):
        binding = ()  # the bet left behind has said so
    taken = betting.action(book, draft.state, command)
    draft.emit(replace(taken, cites=(*taken.cites, *binding)))


def _not_his_turn(book: Rulebook, state: PokerState, seat: int) -> Refused:
    round_ = presence.playing(book, state, seat)
    cites = (ruling(9), book.cite(Poker.OUT_OF_TURN_RETRACTED))
    if round_.turn is None:
        return Refused(says("not-your-turn-nobody", seat=seat), cites)
    return Refused(says("not-your-turn", seat=seat, turn=round_.turn), cites)


def go_on(book: Rulebook, draft: Draft) -> None:
    """What follows by rule until somebody has something to say again. One hand alone waits for no further card, also
    where all others have left while the cards were on their way."""
    while (round_ := draft.state.round) is not None and (round_.phase is BETTING or _one_is_left(round_)):
        if (turn := round_.turn) is not None:
            asked = draft.state.seats[turn]
            if not asked.away and not asked.leaving:
                return
            out_of_turn.fold_by_rule(book, draft, turn, ruling(66))
        elif len(round_.order) - len(round_.folded) == 1 or round_.betting_round is FOURTH:
            finish(book, draft)
        else:
            street = FOLLOWING[round_.betting_round]
            if len(round_.community) >= TURNED[street]:
                turn_over(book, draft, street)
            else:
                draft.emit(ev.CardsCalled((book.cite(Poker.BETTING_UNTIL_MATCHED),)))


def _one_is_left(round_: PokerRound) -> bool:
    return round_.phase is DEALING and len(round_.order) - len(round_.folded) == 1


def finish(book: Rulebook, draft: Draft) -> None:
    """Uncalled bets go back, hands are shown; the pots are given out at once, unless the table waits (R-93)."""
    round_ = draft.round
    put = round_.contributions()
    back = pots.uncalled(put)
    if back is not None:
        seat, chips = back
        since_folded = (ruling(88),) if seat in round_.folded else ()
        draft.emit(ev.BetReturned(seat, chips, (book.cite(Poker.UNCALLED_BET_UNRAKED), ruling(32), *since_folded)))
        put[seat] -= chips
    state, live = draft.state, round_.live()
    found = pots.pots(state, live, put)
    strength = showdown.strengths(round_, live) if len(live) > 1 else {}
    if strength:
        for seat, cites in showdown.hands_shown(book, state, found, strength):
            draft.emit(ev.HandShown(seat, cites))
    if state.table.settles_by_hand:
        draft.emit(ev.SettlementAwaited((ruling(93),)))
    else:
        pay(book, draft, found, strength)


def settle(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    state, round_ = draft.state, draft.state.round
    if not state.table.settles_by_hand:
        raise Refused(says("pays-by-itself"), (ruling(93),))
    if round_ is None or round_.phase is not SETTLING:
        raise Refused(says("no-payments-due"), (ruling(93),))
    live = round_.live()
    strength = showdown.strengths(round_, live) if len(live) > 1 else {}
    pay(book, draft, pots.pots(state, live, round_.contributions()), strength)


def pay(book: Rulebook, draft: Draft, found: Sequence[pots.Pot], strength: Mapping[int, int]) -> None:
    draft.emit(ev.PotsGivenOut(pots.give_out(book, draft.state, found, strength)))
    for number, player in draft.state.seats.items():
        if player.leaving:
            draft.emit(ev.PlayerLeft(number, player.stack, (ruling(66),)))


def correct_entry(book: Rulebook, draft: Draft, command: cmd.CorrectEntry) -> None:
    if corrections.correct_entry(book, draft, command):
        open_betting(book, draft, draft.round.betting_round)


def open_again(_: Rulebook, __: Draft, ___: cmd.OpenTable) -> None:
    raise Refused(says("table-open-already"))


_ACTS: Mapping[type, Callable[[Rulebook, Draft, Any], None]] = {
    cmd.StartRound: start_round,
    cmd.DealCards: deal_cards,
    cmd.TakeAction: take_action,
    cmd.ActOutOfTurn: out_of_turn.act_out_of_turn,
    cmd.Settle: settle,
    cmd.ReportIrregularity: irregularities.rule_on,
    cmd.NameCards: card_corrections.name_cards,
    cmd.CorrectEntry: correct_entry,
    cmd.RecordPayment: corrections.record_payment,
    cmd.GiveBack: corrections.give_back,
    cmd.OpenTable: open_again,
    **seats.ACTS,
    **life.ACTS,
}
