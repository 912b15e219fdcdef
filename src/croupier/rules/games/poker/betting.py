"""What a player may do when it is their turn, and what their chips amount to."""

from functools import lru_cache

from msgspec.structs import replace

from croupier.base.citation import Citation, ruling
from croupier.base.errors import Refused
from croupier.base.sentences import either, says, word
from croupier.base.values import Value
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.clauses import Poker
from croupier.rules.games.poker.commands import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, Act, TakeAction
from croupier.rules.games.poker.table import FIRST, SECOND, PokerRound, PokerState
from croupier.rules.games.poker.turns import NOBODY, next_to_act, on_the_left
from croupier.rules.money import NOTHING, Cents, dollars
from croupier.rules.rulebook.model import Rulebook

CHECK_BET_FOLD = (CHECK, BET, FOLD)
CHECK_RAISE_FOLD = (CHECK, RAISE, FOLD)
CHECK_FOLD = (CHECK, FOLD)
CALL_RAISE_FOLD = (CALL, RAISE, FOLD)
CALL_FOLD = (CALL, FOLD)


class Options(Value):
    """What the player whose turn it is may do; amounts are totals of the betting round, a call what it costs."""

    may: tuple[Act, ...]
    call: Cents | None = None
    bet: Cents | None = None
    raise_to: Cents | None = None
    all_in: Cents = Cents(0)
    """The player's total if they put in everything."""


def options(state: PokerState, seat: int) -> Options:
    """What the player may do, and no more than that after acting out of turn (5.12, R-69)."""
    round_, allowed = state.round, by_right(state, seat)
    if round_ is None or seat not in round_.out_of_turn:
        return allowed
    early = round_.out_of_turn[seat]
    if early.somebody_bet:  # since the attempt
        closed = round_.price <= early.indicated
        return replace(allowed, may=_without(allowed, RAISE), raise_to=None) if closed else allowed
    if early.somebody_folded and early.indicated:
        return _exactly(round_, allowed, early.indicated)
    if early.somebody_checked:
        may = CHECK_FOLD if allowed.call is None else CALL_FOLD  # behind the check of one who had posted
        return Options(may, allowed.call, all_in=allowed.all_in)
    return allowed


def _without(allowed: Options, act: Act) -> tuple[Act, ...]:
    return tuple(may for may in allowed.may if may is not act)


def _exactly(round_: PokerRound, allowed: Options, total: Cents) -> Options:
    """The BET out of turn stands: that bet, or a fold."""
    if round_.price == 0:
        return Options((BET, FOLD), bet=total, all_in=allowed.all_in)
    if total > round_.price:
        return Options((RAISE, FOLD), raise_to=total, all_in=allowed.all_in)
    return Options(_without(allowed, RAISE), allowed.call, all_in=allowed.all_in)


def by_right(state: PokerState, seat: int) -> Options:
    """What the turn alone allows."""
    round_ = state.round
    assert round_ is not None
    mine, stack = round_.bets.get(seat, NOTHING), state.seats[seat].stack
    return _by_right(round_.price, round_.step, state.table.chip, mine, stack, seat in round_.acted)


@lru_cache(maxsize=10_000)  # the player, the screen and the rules all ask, each time somebody is to act
def _by_right(price: Cents, step: Cents, chip: Cents, mine: Cents, stack: Cents, acted: bool) -> Options:
    """No raise when a short all-in came after the player's own action (R-30), nor without chips beyond a call."""
    everything = Cents(mine + stack)
    call = None if mine >= price else stack if everything < price else Cents(price - mine)
    if price and (everything <= price or acted):
        return Options(CHECK_FOLD if call is None else CALL_FOLD, call, None, None, everything)
    # by at least the largest BET or raise so far, which begins with the big blind; in whole chips
    more = min(Cents(-(-(price + step) // chip) * chip), everything)
    if price == 0:
        return Options(CHECK_BET_FOLD, None, more, None, everything)
    return Options(CHECK_RAISE_FOLD if call is None else CALL_RAISE_FOLD, call, None, more, everything)


def action(book: Rulebook, state: PokerState, command: TakeAction) -> ev.ActionTaken:
    """Judge what the player does; the size of an all-in says what it is."""
    round_ = state.round
    assert round_ is not None
    seat, act, total = command.seat, command.act, command.amount
    if total is not None:
        check_takes_amount(act)
    if act is FOLD:  # always allowed
        turn = next_to_act(state, on_the_left(round_.order, seat), round_.price, round_.acted)
        all_in = not state.seats[seat].stack  # a BET out of turn that stays behind may have taken everything
        cite = book.cite(Poker.FOLD_LEAVES_ROUND)
        return ev.ActionTaken(seat, FOLD, NOTHING, round_.price, round_.step, False, all_in, turn, (cite,))
    allowed = by_right(state, seat)
    everything: tuple[Citation, ...] = ()
    if act is ALL_IN:
        total = allowed.all_in
        act = all_in_as(round_, total)
        everything = (book.cite(Poker.ALL_IN_TAKES_EVERYTHING),)
    elif act is BET or act is RAISE:
        if total is None:
            raise Refused(says("how-much", act=word("act", act)), (ruling(29),))
        if total > allowed.all_in:
            raise Refused(
                says("seat-has-in-all", seat=command.seat, amount=dollars(allowed.all_in), act=word("act", act)),
                (book.cite(Poker.ALL_IN_TAKES_EVERYTHING),),
            )
    if act not in allowed.may:
        raise _not_allowed(book, state, round_, command, act, allowed)
    if act is CHECK:
        clause = Poker.BIG_BLIND_OPTION if round_.price else Poker.CHECK_PASSES_ON
        return _taken(state, round_, seat, act, NOTHING, round_.price, round_.step, False, (book.cite(clause),))
    if act is CALL:
        assert allowed.call is not None
        cites = (book.cite(Poker.CALL_MATCHES_OR_ALL_IN), *everything)
        if allowed.call == state.seats[seat].stack:
            cites += (book.cite(Poker.ALL_IN_STAYS_ACTIVE),)
        if allowed.call < round_.price - round_.bets.get(seat, 0):
            cites += (book.cite(Poker.SHORT_ALL_IN_KEEPS_PRICE),)
        return _taken(state, round_, seat, act, allowed.call, round_.price, round_.step, False, cites)
    assert total is not None
    if act is BET:
        return _bet(book, state, round_, seat, total, everything)
    return _raise(book, state, round_, seat, total, allowed, everything)


def check_takes_amount(act: Act) -> None:
    if act is not BET and act is not RAISE:
        raise Refused(says("act-without-amount", act=word("act", act)), (ruling(29),))


def all_in_as(round_: PokerRound, total: Cents) -> Act:
    """All-in: up to the price a call, above it a raise, and without a bet before it a BET."""
    if round_.price == 0:
        return BET
    return RAISE if total > round_.price else CALL


def _bet(
    book: Rulebook, state: PokerState, round_: PokerRound, seat: int, total: Cents, everything: tuple[Citation, ...]
) -> ev.ActionTaken:
    """`everything` is cited where the player has said all-in."""
    all_in = total == state.seats[seat].stack
    big_blind = state.table.big_blind
    if not all_in:
        _check_chips(book, state, total)
        if total < big_blind:
            raise Refused(
                says("bet-at-least-blind", least=dollars(big_blind)),
                (ruling(29), book.cite(Poker.NEVER_BELOW_EARLIER_BET)),
            )
    cites = [book.cite(Poker.LATER_ROUND_OPTIONS), book.cite(Poker.NO_LIMIT_BETTING), *everything]
    if round_.acted:
        cites.append(book.cite(Poker.CHECKERS_ANSWER_BET))
    if all_in:
        cites += book.cite_all((Poker.ALL_IN_ANY_ROUND, Poker.ALL_IN_STAYS_ACTIVE))
    if total < big_blind:
        cites += [book.cite(Poker.SHORT_ALL_IN_KEEPS_PRICE), ruling(31)]
    price = max(total, big_blind)  # a short all-in BET still costs the others the big blind
    return _taken(state, round_, seat, BET, total, price, price, True, tuple(cites))


def _raise(
    book: Rulebook,
    state: PokerState,
    round_: PokerRound,
    seat: int,
    total: Cents,
    allowed: Options,
    everything: tuple[Citation, ...],
) -> ev.ActionTaken:
    all_in = total == allowed.all_in
    least, price, step = allowed.raise_to, round_.price, round_.step
    assert least is not None
    minimum = book.cite(Poker.MINIMUM_RAISE)
    if total <= price or (total < price + step and not all_in):
        cites: tuple[Citation, ...] = (minimum, book.cite(Poker.NEVER_BELOW_EARLIER_BET), ruling(29))
        raise Refused(says("raise-at-least", least=dollars(least)), cites)
    if not all_in:
        _check_chips(book, state, total)
    by = Cents(total - price)
    chips = Cents(total - round_.bets.get(seat, 0))
    half = 2 * by >= step
    if by >= step:
        cites = (minimum, book.cite(Poker.NO_LIMIT_BETTING), *everything)
    else:
        cites = (book.cite(Poker.BELOW_HALF_NO_RAISE), ruling(30), *everything)
    if all_in:
        cites += book.cite_all((Poker.ALL_IN_ANY_ROUND, Poker.ALL_IN_STAYS_ACTIVE))
    if allowed.call is None:
        cites += (book.cite(Poker.BIG_BLIND_OPTION),)  # the price was posted, and nobody has raised it
    return _taken(state, round_, seat, RAISE, chips, total, max(by, step), half, cites)


def _taken(
    state: PokerState,
    round_: PokerRound,
    seat: int,
    act: Act,
    chips: Cents,
    price: Cents,
    step: Cents,
    reopens: bool,
    cites: tuple[Citation, ...],
) -> ev.ActionTaken:
    """The accepted act of a hand that stays in, and who acts next."""
    stack, bet = state.seats[seat].stack, round_.bets.get(seat, 0) + chips
    others = on_the_left(round_.order, seat)
    acted = NOBODY if reopens else round_.acted
    turn = next_to_act(state, others, price, acted, chips < stack, bet)
    return ev.ActionTaken(seat, act, chips, price, step, reopens, chips == stack, turn, cites)


def _check_chips(book: Rulebook, state: PokerState, total: Cents) -> None:
    chip = state.table.chip
    if total % chip:
        raise Refused(says("not-in-chips-unless-all-in", amount=dollars(total), chip=dollars(chip)), (ruling(73),))


def _not_allowed(
    book: Rulebook, state: PokerState, round_: PokerRound, command: TakeAction, act: Act, allowed: Options
) -> Refused:
    may = either("act", allowed.may)
    if act is RAISE and command.seat in round_.acted and allowed.call is not None:
        return Refused(
            says("betting-not-reopened", seat=command.seat, may=may),
            (book.cite(Poker.BELOW_HALF_NO_RAISE), ruling(30)),
        )
    if act is RAISE and allowed.call is not None:
        return Refused(
            says("raise-above", price=dollars(round_.price), seat=command.seat, may=may),
            (book.cite(Poker.MINIMUM_RAISE), book.cite(Poker.ALL_IN_STAYS_ACTIVE)),
        )
    first = round_.betting_round is FIRST
    clauses = [Poker.FIRST_ROUND_OPTIONS, Poker.BIG_BLIND_OPTION] if first else [Poker.LATER_ROUND_OPTIONS]
    if act is not RAISE and not first:
        clauses.append(Poker.NO_CHECK_AFTER_BET)
    if round_.betting_round > SECOND:
        clauses.append(Poker.LATER_ROUNDS_ALIKE)
    return Refused(says("seat-may", seat=command.seat, may=may, act=word("act", act)), tuple(map(book.cite, clauses)))
