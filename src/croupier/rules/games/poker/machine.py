"""Poker, played in document order: one command in, events out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.base.citation import ruling
from croupier.base.errors import Refused
from croupier.base.sentences import says
from croupier.rules.games.common import check_open, is_place
from croupier.rules.games.poker import (
    betting,
    by_hand,
    card_corrections,
    corrections,
    dealing,
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
    FOLLOWING,
    FOURTH,
    SETTLING,
    TURNED,
    PokerRound,
    PokerState,
)
from croupier.rules.rulebook.model import Rulebook


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
            lying = round_.community[round_.turned : TURNED[street]]
            if lying and not is_place(lying[0]):
                dealing.turn_over(book, draft, street)
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
    if state.table.dealt_by_hand:
        draft.emit(ev.SettlementAwaited((ruling(93), ruling(138))))
        return by_hand.show_what_lies_open(book, draft)
    found = pots.pots(state, live, put)
    strength = showdown.strengths(round_, live) if len(live) > 1 else {}
    if strength:
        for seat, cites in showdown.hands_shown(book, state, found, strength):
            draft.emit(ev.HandShown(seat, cites))
    if state.table.settles_by_hand:
        draft.emit(ev.SettlementAwaited((ruling(93),)))
    else:
        pay(book, draft, found, strength)
    return None


def settle(book: Rulebook, draft: Draft, _: cmd.Settle) -> None:
    state, round_ = draft.state, draft.state.round
    if not state.table.settles_by_hand:
        raise Refused(says("pays-by-itself"), (ruling(93),))
    if round_ is None or round_.phase is not SETTLING:
        raise Refused(says("no-payments-due"), (ruling(93),))
    by_hand.check_all_shown(book, state)
    live = round_.live()
    strength = showdown.strengths(round_, live) if len(live) > 1 else {}
    pay(book, draft, pots.pots(state, live, round_.contributions()), strength)


def pay(book: Rulebook, draft: Draft, found: Sequence[pots.Pot], strength: Mapping[int, int]) -> None:
    draft.emit(ev.PotsGivenOut(pots.give_out(book, draft.state, found, strength)))
    for number, player in draft.state.seats.items():
        if player.leaving:
            draft.emit(ev.PlayerLeft(number, player.stack, (ruling(66),)))


def name_cards(book: Rulebook, draft: Draft, command: cmd.NameCards) -> None:
    """Dealing by hand, the street that is due; at any table with real cards, what was entered or read otherwise."""
    street = by_hand.street_due(draft.state)
    if street is not None and [each.seat for each in command.lie] == [None]:
        (named,) = command.lie
        if not draft.round.turned or len(named.cards) != draft.round.turned:
            return by_hand.turn_up_street(book, draft, street, named.cards)
    return card_corrections.name_cards(book, draft, command)


def correct_entry(book: Rulebook, draft: Draft, command: cmd.CorrectEntry) -> None:
    if corrections.correct_entry(book, draft, command):
        dealing.open_betting(book, draft, draft.round.betting_round)


def open_again(_: Rulebook, __: Draft, ___: cmd.OpenTable) -> None:
    raise Refused(says("table-open-already"))


_ACTS: Mapping[type, Callable[[Rulebook, Draft, Any], None]] = {
    cmd.StartRound: start_round,
    cmd.DealCards: dealing.deal_cards,
    cmd.TakeAction: take_action,
    cmd.ActOutOfTurn: out_of_turn.act_out_of_turn,
    cmd.Settle: settle,
    cmd.ReportIrregularity: irregularities.rule_on,
    cmd.DealFaceDown: by_hand.deal_face_down,
    cmd.NameCards: name_cards,
    cmd.MuckHand: by_hand.muck_hand,
    cmd.CorrectEntry: correct_entry,
    cmd.RecordPayment: corrections.record_payment,
    cmd.GiveBack: corrections.give_back,
    cmd.OpenTable: open_again,
    **seats.ACTS,
    **life.ACTS,
}
