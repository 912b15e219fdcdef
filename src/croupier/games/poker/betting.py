"""What a player may do when it is his turn, and what his chips amount to."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.citation import Citation, ruling
from croupier.errors import Refused
from croupier.games.poker import events as ev
from croupier.games.poker.clauses import Poker
from croupier.games.poker.commands import Act, TakeAction
from croupier.games.poker.table import BettingRound, OutOfTurn, PokerRound, PokerState, PokerTable
from croupier.money import Cents, dollars
from croupier.rulebook.model import Rulebook


class Options(Struct, frozen=True):
    """What the player whose turn it is may do; amounts are totals of the betting round, a call what it costs."""

    may: tuple[Act, ...]
    call: Cents | None = None
    bet: Cents | None = None
    raise_to: Cents | None = None
    all_in: Cents = Cents(0)
    """His total if he puts in everything."""


def options(state: PokerState, seat: int) -> Options:
    """What he may do, and no more than that if he has acted out of turn (5.12, R-69)."""
    allowed = by_right(state, seat)
    round_ = state.round
    early = None if round_ is None else round_.out_of_turn.get(seat)
    if round_ is None or early is None:
        return allowed
    if bet_before(round_, early):
        closed = round_.price <= early.indicated
        return replace(allowed, may=_without(allowed, Act.RAISE), raise_to=None) if closed else allowed
    if early.somebody_folded and early.indicated:
        return _exactly(round_, allowed, early.indicated)
    if early.somebody_checked:
        passive = Act.CHECK if allowed.call is None else Act.CALL  # behind the check of one who had posted
        return Options((passive, Act.FOLD), allowed.call, all_in=allowed.all_in)
    return allowed


def bet_before(round_: PokerRound, early: OutOfTurn) -> bool:
    """Somebody before him has bet, so that the last bet he faces decides (R-69); blinds are no bets."""
    return early.somebody_bet or round_.opener is not None or round_.raiser is not None


def _without(allowed: Options, act: Act) -> tuple[Act, ...]:
    return tuple(may for may in allowed.may if may is not act)


def _exactly(round_: PokerRound, allowed: Options, total: Cents) -> Options:
    """The BET out of turn stands: that bet, or a fold."""
    if round_.price == 0:
        return Options((Act.BET, Act.FOLD), bet=total, all_in=allowed.all_in)
    if total > round_.price:
        return Options((Act.RAISE, Act.FOLD), raise_to=total, all_in=allowed.all_in)
    return Options(_without(allowed, Act.RAISE), allowed.call, all_in=allowed.all_in)


def by_right(state: PokerState, seat: int) -> Options:
    """What the turn alone allows."""
    round_ = state.round
    assert round_ is not None
    stack = state.seats[seat].stack
    mine = round_.bets.get(seat, Cents(0))
    everything = Cents(mine + stack)
    raise_to = least_raise(state, round_, everything) if may_raise(state, round_, seat, everything) else None
    if round_.price > mine:
        may = (Act.CALL, Act.RAISE, Act.FOLD) if raise_to else (Act.CALL, Act.FOLD)
        return Options(may, Cents(min(stack, round_.price - mine)), None, raise_to, everything)
    if round_.price == 0:
        least = min(whole_chips(state.table, state.table.big_blind), everything)
        return Options((Act.CHECK, Act.BET, Act.FOLD), None, least, None, everything)
    may = (Act.CHECK, Act.RAISE, Act.FOLD) if raise_to else (Act.CHECK, Act.FOLD)
    return Options(may, None, None, raise_to, everything)


def may_raise(state: PokerState, round_: PokerRound, seat: int, everything: Cents) -> bool:
    """Not when a short all-in came after his own action (R-30), and not without chips beyond a call."""
    return seat not in round_.acted and round_.price > 0 and everything > round_.price


def least_raise(state: PokerState, round_: PokerRound, everything: Cents) -> Cents:
    """Whole chips, by at least the largest BET or raise so far; all-in it may be less (R-29)."""
    return min(whole_chips(state.table, round_.price + round_.step), everything)


def whole_chips(table: PokerTable, amount: int) -> Cents:
    """The amount, rounded up to whole chips; blinds need not be in any (R-84)."""
    return Cents(-(-amount // table.chip) * table.chip)


def action(book: Rulebook, state: PokerState, command: TakeAction) -> ev.ActionTaken:
    """Judge what the player does; the size of an all-in says what it is."""
    round_ = state.round
    assert round_ is not None
    allowed = by_right(state, command.seat)
    mine = round_.bets.get(command.seat, Cents(0))
    act, total = command.act, command.amount
    if act in (Act.BET, Act.RAISE):
        if total is None:
            raise Refused(f"{act} how much? An amount is wanted", (ruling(29),))
        if total > allowed.all_in:
            raise Refused(
                f"he has {dollars(allowed.all_in)} in all; {act} at most that",
                (book.cite(Poker.ALL_IN_TAKES_EVERYTHING),),
            )
    if act is Act.ALL_IN:
        total = allowed.all_in
        act = _by_size(round_, total)
    if act not in allowed.may:
        raise _not_allowed(book, state, round_, command, act, allowed)
    match act:
        case Act.FOLD:
            return _taken(round_, command.seat, act, Cents(0), False, False, book.cite(Poker.FOLD_LEAVES_ROUND))
        case Act.CHECK:
            clause = Poker.BIG_BLIND_OPTION if round_.price else Poker.CHECK_PASSES_ON
            return _taken(round_, command.seat, act, Cents(0), False, False, book.cite(clause))
        case Act.CALL:
            assert allowed.call is not None
            all_in = allowed.call == state.seats[command.seat].stack
            cites = [book.cite(Poker.CALL_MATCHES_OR_ALL_IN)]
            if all_in:
                cites.append(book.cite(Poker.ALL_IN_STAYS_ACTIVE))
            return _taken(round_, command.seat, act, allowed.call, False, all_in, *cites)
        case Act.BET:
            assert total is not None
            return _bet(book, state, round_, command.seat, total)
        case _:
            assert total is not None and act is Act.RAISE, command
            return _raise(book, state, round_, command.seat, total, mine, allowed)


def _by_size(round_: PokerRound, total: Cents) -> Act:
    """All-in: up to the price it is a call, beyond it a raise, and where there is no bet yet a BET."""
    if round_.price == 0:
        return Act.BET
    return Act.RAISE if total > round_.price else Act.CALL


def _taken(
    round_: PokerRound, seat: int, act: Act, chips: Cents, reopens: bool, all_in: bool, *cites: Citation
) -> ev.ActionTaken:
    """An act that leaves the price where it was."""
    return ev.ActionTaken(seat, act, chips, round_.price, round_.step, reopens, all_in, cites)


def _bet(book: Rulebook, state: PokerState, round_: PokerRound, seat: int, total: Cents) -> ev.ActionTaken:
    all_in = total == state.seats[seat].stack
    big_blind = state.table.big_blind
    if not all_in:
        _check_chips(book, state, total)
        if total < big_blind:
            raise Refused(
                f"a BET is at least the big blind, {dollars(big_blind)}",
                (ruling(29), book.cite(Poker.NEVER_BELOW_EARLIER_BET)),
            )
    cites = [book.cite(Poker.LATER_ROUND_OPTIONS), book.cite(Poker.NO_LIMIT_BETTING)]
    if round_.acted:
        cites.append(book.cite(Poker.CHECKERS_ANSWER_BET))
    if all_in:
        cites.append(book.cite(Poker.ALL_IN_ANY_ROUND))
    if total < big_blind:
        cites += [book.cite(Poker.SHORT_ALL_IN_KEEPS_PRICE), ruling(31)]
    price = max(total, big_blind)  # a short all-in BET still costs the others the big blind
    return ev.ActionTaken(seat, Act.BET, total, price, price, True, all_in, tuple(cites))


def _raise(
    book: Rulebook, state: PokerState, round_: PokerRound, seat: int, total: Cents, mine: Cents, allowed: Options
) -> ev.ActionTaken:
    all_in = total == allowed.all_in
    least = allowed.raise_to
    assert least is not None
    minimum = book.cite(Poker.MINIMUM_RAISE)
    if total <= round_.price or (total < round_.price + round_.step and not all_in):
        cites: tuple[Citation, ...] = (minimum, book.cite(Poker.NEVER_BELOW_EARLIER_BET), ruling(29))
        raise Refused(f"a raise must be to at least {dollars(least)}", cites)
    if not all_in:
        _check_chips(book, state, total)
    by = Cents(total - round_.price)
    chips = Cents(total - mine)
    if by >= round_.step:
        cites = (minimum, book.cite(Poker.ALL_IN_ANY_ROUND)) if all_in else (minimum,)
        return ev.ActionTaken(seat, Act.RAISE, chips, total, by, True, all_in, cites)
    if 2 * by >= round_.step:
        cites = (book.cite(Poker.BELOW_HALF_NO_RAISE), book.cite(Poker.ALL_IN_ANY_ROUND), ruling(30))
        return ev.ActionTaken(seat, Act.RAISE, chips, total, round_.step, True, True, cites)
    cites = (book.cite(Poker.BELOW_HALF_NO_RAISE), ruling(30))
    return ev.ActionTaken(seat, Act.RAISE, chips, total, round_.step, False, True, cites)


def _check_chips(book: Rulebook, state: PokerState, total: Cents) -> None:
    chip = state.table.chip
    if total % chip:
        raise Refused(
            f"{dollars(total)} is not in whole chips of {dollars(chip)}; only an all-in may be", (ruling(73),)
        )


def _not_allowed(
    book: Rulebook, state: PokerState, round_: PokerRound, command: TakeAction, act: Act, allowed: Options
) -> Refused:
    words = " or ".join(allowed.may)
    if act is Act.RAISE and command.seat in round_.acted and allowed.call is not None:
        return Refused(
            f"a short all-in does not reopen the betting: seat {command.seat} has acted and may {words}",
            (book.cite(Poker.BELOW_HALF_NO_RAISE), ruling(30)),
        )
    if act is Act.RAISE and allowed.call is not None:
        return Refused(
            f"a raise must be to more than {dollars(round_.price)}; seat {command.seat} may {words}",
            (book.cite(Poker.MINIMUM_RAISE), book.cite(Poker.ALL_IN_STAYS_ACTIVE)),
        )
    first = round_.betting_round is BettingRound.FIRST
    clauses = [Poker.FIRST_ROUND_OPTIONS, Poker.BIG_BLIND_OPTION] if first else [Poker.LATER_ROUND_OPTIONS]
    if act is Act.CHECK and not first:
        clauses.append(Poker.NO_CHECK_AFTER_BET)
    if round_.betting_round > BettingRound.SECOND:
        clauses.append(Poker.LATER_ROUNDS_ALIKE)
    return Refused(f"seat {command.seat} may {words} now, not {act}", tuple(map(book.cite, clauses)))
