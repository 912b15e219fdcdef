"""Acting before one's turn: taken back, remembered, and limiting what one may do when the turn comes (5.12, R-69)."""

from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.poker import events as ev
from croupier.games.poker.betting import Options, action, bet_before, by_right, check_takes_amount
from croupier.games.poker.clauses import Poker
from croupier.games.poker.commands import Act, ActOutOfTurn, TakeAction
from croupier.games.poker.evolve import Draft
from croupier.games.poker.presence import playing
from croupier.games.poker.table import OutOfTurn, Phase, PokerRound, PokerState
from croupier.games.poker.turns import next_to_act, on_the_left
from croupier.money import Cents, dollars
from croupier.rulebook.model import Rulebook


def act_out_of_turn(book: Rulebook, draft: Draft, command: ActOutOfTurn) -> None:
    round_ = playing(book, draft.state, command.seat)
    retracted = book.cite(Poker.OUT_OF_TURN_RETRACTED)
    if round_.phase is not Phase.BETTING or round_.turn is None or round_.turn == command.seat:
        raise Refused(f"seat {command.seat} is not out of turn; it may act", (retracted,))
    answered = command.seat in round_.acted and round_.bets.get(command.seat, 0) >= round_.price
    if answered or draft.state.seats[command.seat].stack == 0:
        raise Refused(f"seat {command.seat} has nothing to do any more in this betting round", (retracted, ruling(39)))
    indicated = _indicated(book, draft.state, round_, command)
    again = (ruling(87),) if command.seat in round_.out_of_turn else ()
    draft.emit(ev.ActedOutOfTurn(command.seat, indicated, (retracted, ruling(39), ruling(69), *again)))


def _indicated(book: Rulebook, state: PokerState, round_: PokerRound, command: ActOutOfTurn) -> Cents:
    """The total he would have had in front of him; nothing for a check or a fold."""
    if command.amount is not None:
        check_takes_amount(command.act)
    everything = by_right(state, command.seat).all_in
    match command.act:
        case Act.CHECK | Act.FOLD:
            return Cents(0)
        case Act.CALL:
            return min(round_.price, everything)
        case Act.ALL_IN:
            return everything
        case Act.BET | Act.RAISE:
            # whichever word he used: it is of a size that it could have if it were his turn
            as_it_stands = Act.RAISE if round_.price else Act.BET
            taken = action(book, state, TakeAction(command.seat, as_it_stands, command.amount))
            return Cents(round_.bets.get(command.seat, 0) + taken.chips)


def check_limits(book: Rulebook, state: PokerState, command: TakeAction) -> None:
    """What a player who acted out of turn may do now that his turn has come."""
    round_ = state.round
    assert round_ is not None
    early = round_.out_of_turn.get(command.seat)
    if early is None or command.act is Act.FOLD:
        return
    allowed = by_right(state, command.seat)
    total = _total(round_, command, allowed)
    if bet_before(state, early):
        if round_.price <= early.indicated and total > round_.price:
            raise Refused(
                f"seat {command.seat} acted out of turn and may call or fold", (book.cite(Poker.OUT_OF_TURN_NO_RAISE),)
            )
        if command.act is Act.CHECK and allowed.call is not None:
            raise Refused(f"seat {command.seat} may call, raise or fold", (book.cite(Poker.OUT_OF_TURN_LARGER_BET),))
    elif early.somebody_folded and early.indicated:
        if total != early.indicated:
            raise Refused(
                f"his bet of {dollars(early.indicated)} out of turn stands: he makes exactly that or folds",
                (book.cite(Poker.OUT_OF_TURN_AFTER_FOLD), ruling(69)),
            )
    elif early.somebody_checked:
        if allowed.call is None and command.act is not Act.CHECK:
            raise Refused(
                f"seat {command.seat} acted out of turn and must check", (book.cite(Poker.OUT_OF_TURN_AFTER_CHECK),)
            )
        if total > round_.price:
            raise Refused(
                f"seat {command.seat} acted out of turn behind a check and may call or fold",
                (book.cite(Poker.OUT_OF_TURN_AFTER_CHECK), ruling(83)),
            )


def acts_by(book: Rulebook, state: PokerState, early: OutOfTurn) -> tuple[Citation, ...]:
    """The rule under which a player acts, now that it is their turn, who acted before it."""
    assert state.round is not None
    if bet_before(state, early):
        larger = state.round.price > early.indicated
        return (book.cite(Poker.OUT_OF_TURN_LARGER_BET if larger else Poker.OUT_OF_TURN_NO_RAISE), ruling(69))
    if early.somebody_folded and early.indicated:
        return (book.cite(Poker.OUT_OF_TURN_AFTER_FOLD), ruling(69))
    return (book.cite(Poker.OUT_OF_TURN_AFTER_CHECK), ruling(69)) if early.somebody_checked else ()


def _total(round_: PokerRound, command: TakeAction, allowed: Options) -> Cents:
    """What he would have in front of him after this act."""
    mine = round_.bets.get(command.seat, Cents(0))
    match command.act:
        case Act.CALL:
            return Cents(mine + (allowed.call or 0))
        case Act.ALL_IN:
            return allowed.all_in
        case Act.BET | Act.RAISE:
            return mine if command.amount is None else command.amount  # an amount is asked for later
        case _:
            return mine


def fold_by_rule(book: Rulebook, draft: Draft, seat: int, *cites: Citation) -> None:
    """Away, gone or exposed: folded, and a BET out of turn that stands stays behind, his turn or not (R-87)."""
    turn = draft.round.turn
    if turn is not None:
        forfeit(book, draft, seat)
    draft.emit(ev.FoldedByRule(seat, None if turn is None else _asked_without(draft.state, seat, turn), cites))


def _asked_without(state: PokerState, seat: int, turn: int) -> int | None:
    """Who is asked when this seat is gone; if another had the turn, he keeps it as long as somebody can answer him."""
    round_ = state.round
    assert round_ is not None
    among = [other for other in (turn, *on_the_left(round_.order, turn)) if other != seat]
    return next_to_act(state, among, round_.price, round_.acted)


def forfeit(book: Rulebook, draft: Draft, seat: int) -> None:
    """He folds; a BET out of turn that stands as things are now stays in the pot as dead money."""
    round_ = draft.round
    early = round_.out_of_turn.get(seat)
    if early is None or not early.indicated:
        return
    cites = _stands(book, draft.state, early)
    chips = Cents(min(early.indicated - round_.bets.get(seat, 0), draft.state.seats[seat].stack))
    if cites and chips > 0:
        early_fold = () if round_.turn == seat else (ruling(87),)
        draft.emit(ev.OutOfTurnBetForfeited(seat, chips, (*cites, ruling(69), *early_fold)))


def _stands(book: Rulebook, state: PokerState, early: OutOfTurn) -> tuple[Citation, ...]:
    if bet_before(state, early):
        assert state.round is not None
        larger = state.round.price > early.indicated
        return (book.cite(Poker.OUT_OF_TURN_BET_FORFEITED),) if larger else ()
    return (book.cite(Poker.OUT_OF_TURN_AFTER_FOLD),) if early.somebody_folded else ()
