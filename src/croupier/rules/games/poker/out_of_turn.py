"""Acting before one's turn: taken back, remembered, and limiting what one may do when the turn comes (5.12, R-69)."""

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.limits import OUT_OF_TURN
from croupier.base.sentences import either, says, word
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.betting import Options, action, by_right, check_takes_amount, options
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import Act, ActOutOfTurn, TakeAction
from croupier.rules.games.poker.evolve import Draft
from croupier.rules.games.poker.presence import playing
from croupier.rules.games.poker.table import FIRST, OutOfTurn, Phase, PokerRound, PokerState
from croupier.rules.games.poker.turns import next_to_act, on_the_left
from croupier.rules.money import Cents, dollars
from croupier.rules.rulebook.model import Rulebook


def act_out_of_turn(book: Rulebook, draft: Draft, command: ActOutOfTurn) -> None:
    round_ = playing(book, draft.state, command.seat)
    retracted = book.cite(Poker.OUT_OF_TURN_RETRACTED)
    if round_.phase is not Phase.BETTING or round_.turn is None:
        raise Refused(says("nobody-out-of-turn"), (retracted, ruling(9)))
    if round_.turn == command.seat:
        raise Refused(says("not-out-of-turn", seat=command.seat), (retracted,))
    answered = command.seat in round_.acted and round_.bets.get(command.seat, 0) >= round_.price
    if answered or draft.state.seats[command.seat].stack == 0:
        raise Refused(says("nothing-more-to-do", seat=command.seat), (retracted, ruling(39)))
    if (attempts := round_.attempts.get(command.seat, 0)) >= OUT_OF_TURN:
        raise Refused(says("out-of-turn-too-often", seat=command.seat, times=attempts))
    indicated = _indicated(book, draft.state, round_, command)
    again = (ruling(87),) if command.seat in round_.out_of_turn else ()
    draft.emit(ev.ActedOutOfTurn(command.seat, indicated, (retracted, ruling(39), ruling(69), *again)))


def _indicated(book: Rulebook, state: PokerState, round_: PokerRound, command: ActOutOfTurn) -> Cents:
    """The total that the player would have had in front of them; nothing for a check or a fold."""
    if command.amount is not None:
        check_takes_amount(command.act)
    match command.act:
        case Act.CHECK | Act.FOLD:
            return Cents(0)
        case Act.CALL:
            return min(round_.price, by_right(state, command.seat).all_in)
        case Act.BET | Act.RAISE | Act.ALL_IN:
            # whichever word was used: it is what the player could do in turn, and of a size that it could have
            as_it_stands = command.act if command.act is Act.ALL_IN else Act.RAISE if round_.price else Act.BET
            taken = action(book, state, TakeAction(command.seat, as_it_stands, command.amount))
            return Cents(round_.bets.get(command.seat, 0) + taken.chips)


def check_limits(book: Rulebook, state: PokerState, command: TakeAction) -> tuple[Citation, ...]:
    """What a player who acted out of turn may do now that the turn has come; the answer is what binds them."""
    round_ = state.round
    assert round_ is not None
    seat, early = command.seat, round_.out_of_turn[command.seat]
    allowed = by_right(state, seat)
    cites = _binding(book, state, early, allowed)
    if command.act is Act.FOLD:
        return cites
    total = _total(round_, command, allowed)
    if early.somebody_bet:
        may = options(state, seat).may
        if total > round_.price and Act.RAISE not in may:
            raise Refused(says("out-of-turn-may", seat=seat, may=either("act", may)), cites)
        if command.act in (Act.CHECK, Act.CALL) and command.act not in may:
            raise Refused(
                says("out-of-turn-may-not", seat=seat, may=either("act", may), act=word("act", command.act)), cites
            )
    elif early.somebody_folded and early.indicated:
        if total != early.indicated:
            why = says("out-of-turn-bet-stands", amount=dollars(early.indicated), seat=seat)
            raise Refused(why, cites)
    elif early.somebody_checked:
        if allowed.call is None and command.act is not Act.CHECK:
            raise Refused(says("out-of-turn-must-check", seat=seat), cites)
        if total > round_.price:
            raise Refused(says("out-of-turn-call-or-fold", seat=seat), cites)
    return cites


def binding(book: Rulebook, state: PokerState, seat: int) -> tuple[Citation, ...]:
    """What binds a player who has acted out of turn and not had their turn since; nothing yet is 5.12 itself."""
    assert state.round is not None
    bound = _binding(book, state, state.round.out_of_turn[seat], by_right(state, seat))
    return bound or (book.cite(Poker.OUT_OF_TURN_RETRACTED), ruling(69))


def _binding(book: Rulebook, state: PokerState, early: OutOfTurn, allowed: Options) -> tuple[Citation, ...]:
    """Which of the four cases applies; none if nobody before them has acted since the attempt."""
    round_ = state.round
    assert round_ is not None
    if early.somebody_bet:
        if round_.price > early.indicated:
            return (book.cite(Poker.OUT_OF_TURN_LARGER_BET), ruling(69))
        called = (ruling(97),) if round_.price == early.faced else ()
        return (book.cite(Poker.OUT_OF_TURN_NO_RAISE), ruling(69), *called)
    if early.somebody_folded and early.indicated:
        return (book.cite(Poker.OUT_OF_TURN_AFTER_FOLD), *_after_the_attempt(state, early))
    if early.somebody_checked:
        posted = () if allowed.call is None else (ruling(83),)
        return (book.cite(Poker.OUT_OF_TURN_AFTER_CHECK), ruling(69), *posted)
    return ()


def _total(round_: PokerRound, command: TakeAction, allowed: Options) -> Cents:
    """What the player would have in front of them after this act."""
    mine = round_.bets.get(command.seat, Cents(0))
    match command.act:
        case Act.CALL:
            return Cents(mine + (allowed.call or 0))
        case Act.ALL_IN:
            return allowed.all_in
        case Act.BET | Act.RAISE:
            return mine if command.amount is None else command.amount  # the amount comes later
        case _:
            return mine


def fold_by_rule(book: Rulebook, draft: Draft, seat: int, *cites: Citation) -> None:
    """Away, gone or exposed: folded, and a BET out of turn that stands stays behind, whosever turn it is (R-87)."""
    turn = draft.round.turn
    if turn is not None:
        forfeit(book, draft, seat)
    draft.emit(ev.FoldedByRule(seat, None if turn is None else _asked_without(draft.state, seat, turn), cites))


def _asked_without(state: PokerState, seat: int, turn: int) -> int | None:
    """Who acts when this seat is gone; another player with the turn keeps it as long as somebody can answer."""
    round_ = state.round
    assert round_ is not None
    among = [other for other in (turn, *on_the_left(round_.order, turn)) if other != seat]
    return next_to_act(state, among, round_.price, round_.acted)


def forfeit(book: Rulebook, draft: Draft, seat: int) -> bool:
    """The player folds; whether a BET out of turn that stands as things are now stays in the pot as dead money."""
    round_ = draft.round
    early = round_.out_of_turn.get(seat)
    if early is None or not early.indicated:
        return False
    cites = _stands(book, draft.state, early)
    chips = Cents(min(early.indicated - round_.bets.get(seat, 0), draft.state.seats[seat].stack))
    if not cites or chips <= 0:
        return False
    early_fold = () if round_.turn == seat else (ruling(87),)
    draft.emit(ev.OutOfTurnBetForfeited(seat, chips, (*cites, *early_fold)))
    return True


def _stands(book: Rulebook, state: PokerState, early: OutOfTurn) -> tuple[Citation, ...]:
    if early.somebody_bet:
        assert state.round is not None
        larger = state.round.price > early.indicated
        return (book.cite(Poker.OUT_OF_TURN_BET_FORFEITED), ruling(69)) if larger else ()
    if early.somebody_folded:
        return (book.cite(Poker.OUT_OF_TURN_AFTER_FOLD), *_after_the_attempt(state, early))
    return ()


def _after_the_attempt(state: PokerState, early: OutOfTurn) -> tuple[Citation, ...]:
    """Nobody has bet since; where a bet stood already it is R-97 that lets it count for nothing."""
    round_ = state.round
    assert round_ is not None
    blind = state.table.big_blind if round_.betting_round is FIRST else 0
    return (ruling(69), ruling(97)) if early.faced > blind else (ruling(69),)
