"""What people may do at a poker table and whose turn it is, told a second time from the rules.

What the engine accepts, what it offers as options and what is said here must be the same. Betting is asked of the
recount; everything else is short enough to say in place.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.errors import Refused
from croupier.games.poker import commands as cmd
from croupier.games.poker.betting import Options, options
from croupier.games.poker.commands import Act
from croupier.games.poker.machine import decide
from croupier.games.poker.table import Phase, PokerRound, PokerState
from croupier.money import Cents
from croupier.rulebook.model import Rulebook
from croupier.sim.poker_broken import Broken
from croupier.sim.poker_recount import Recount
from croupier.sim.poker_sight import Sight

# --- One command ------------------------------------------------------------------------------------------------


def check_answer(
    state: PokerState, command: cmd.PokerCommand, refused: Refused | None, recount: Recount | None, sight: Sight
) -> None:
    """A lawful command was accepted, and an unlawful one refused."""
    accepted = refused is None
    allowed = lawful(state, command, recount, sight)
    if allowed is not None and allowed is not accepted:
        why = f": {refused.why}" if refused is not None else ""
        raise Broken(f"{command} is {'lawful' if allowed else 'unlawful'} but was {_was(accepted)}{why}")


def lawful(state: PokerState, command: cmd.PokerCommand, recount: Recount | None, sight: Sight) -> bool | None:
    """Whether the rules allow it; None where there is no second opinion."""
    table, round_, playing = state.table, state.round, state.playing
    match command:
        case cmd.StartRound():
            able = [seat for seat in state.seats.values() if seat.stack > 0 and not seat.away]
            return not playing and len(able) >= 2
        case cmd.DealCards() | cmd.TakeOff():
            return False
        case cmd.TakeAction():
            if round_ is None or not playing:
                return False
            if round_.turn != command.seat:
                return False
            return None if recount is None else recount.legal(command.seat, command.act, command.amount)
        case cmd.SitDown():
            if playing or command.seat in state.seats or not 1 <= command.seat <= table.seats:
                return False
            if any(seat.player == command.player for seat in state.seats.values()):
                return False
            took = state.left_with.get(command.player, 0)
            if command.stake <= 0 or (command.stake % table.chip and command.stake != took):
                return False
            enough = command.stake >= max(table.stake_low, took)
            return command.relocated or (enough and command.stake <= max(table.stake_high, took))
        case cmd.ActOutOfTurn():
            if round_ is None or not playing or state.seats[command.seat].leaving:
                return False
            return None if recount is None else recount.legal_early(command.seat, command.act, command.amount)
        case cmd.ReportIrregularity():
            return None
        case _:
            return _lawful_for_seat(state, command, sight)


def _lawful_for_seat(state: PokerState, command: Any, sight: Sight) -> bool:
    table, round_, playing = state.table, state.round, state.playing
    seat = state.seats.get(command.seat)
    if seat is None or seat.leaving:
        return False
    match command:
        case cmd.LookAtCards():
            return playing and round_ is not None and command.seat in round_.live()
        case cmd.ShowHand():
            if round_ is None or sight.dealt_to.get(command.seat) != seat.player or command.seat in round_.folded:
                return False
            return round_.phase is Phase.BETTING or (
                round_.phase is Phase.SETTLED and command.seat not in sight.turned_up
            )
        case cmd.TopUp():
            if playing or command.amount <= 0 or command.amount % table.chip:
                return False
            least = table.stake_low if seat.stack == 0 else 0
            return command.amount >= least and seat.stack + command.amount <= table.stake_high
        case cmd.GoAway():
            return not seat.away
        case cmd.ComeBack():
            return seat.away and not playing
        case cmd.LeaveTable():
            return True
        case cmd.DeemGone():
            return not playing and seat.away and seat.missed_turns >= 2
        case _:
            raise AssertionError(command)


# --- Whose turn it is -------------------------------------------------------------------------------------------


def check_asked(turn: int | None, recount: Recount) -> None:
    if next(iter(recount.queue), None) != turn:
        raise Broken(f"seat {turn} is asked and not {recount.queue[:1]}")


def check_turn(state: PokerState, recount: Recount | None) -> None:
    """Strict order, and nobody is asked whom nobody can answer (R-68)."""
    round_ = state.round
    if round_ is None or not state.playing:
        return
    if round_.turn is None:
        raise Broken("a round is being played and nobody is asked")
    if recount is not None:
        check_asked(round_.turn, recount)
        stacks = {seat: state.seats[seat].stack for seat in round_.order}
        if stacks != recount.stacks:
            raise Broken(f"stacks are {stacks} and should be {recount.stacks}")
    asked = state.seats[round_.turn]
    if asked.away or asked.leaving or not asked.stack or round_.turn in round_.folded:
        raise Broken(f"seat {round_.turn} is asked: {asked}")
    others = [seat for seat in round_.live() if seat != round_.turn]
    owes = max(round_.contributed(seat) for seat in others) > round_.contributed(round_.turn)
    if not owes and not any(state.seats[seat].stack for seat in others):
        raise Broken(f"seat {round_.turn} is asked, and nobody can answer him")


# --- Everything that the one whose turn it is might try ---------------------------------------------------------


def check_every_act(book: Rulebook, state: PokerState, recount: Recount) -> None:
    """Every act at every amount where something changes: engine, options and recount are of one mind."""
    round_ = state.round
    assert round_ is not None and round_.turn is not None
    seat = round_.turn
    possible: set[Act] = set()
    encoded = msgspec.json.encode(state)
    allowed = options(state, seat)
    for act, amount in _universe(state, round_, allowed):
        accepted = _accepts(book, state, cmd.TakeAction(seat, act, amount))
        if recount.legal(seat, act, amount) is not accepted:
            raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but the rules say otherwise")
        if seat not in round_.out_of_turn and in_options(state, allowed, act, amount) is not accepted:
            raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but his options are {allowed}")
        possible |= {act} if accepted and act is not Act.ALL_IN else set()
    if possible != set(allowed.may):
        raise Broken(f"seat {seat} may {sorted(possible)}, but his options are {allowed}")
    for other in state.seats:
        if other != seat and _accepts(book, state, cmd.TakeAction(other, Act.FOLD)):
            raise Broken(f"seat {other} acts, and it is the turn of seat {seat}")
    if msgspec.json.encode(state) != encoded:
        raise Broken("asking what is allowed has changed the state")


def in_options(state: PokerState, allowed: Options, act: Act, amount: Cents | None) -> bool:
    """Whether the options, read as they are meant, contain this act."""
    round_ = state.round
    assert round_ is not None
    if act is Act.ALL_IN:
        price = round_.price
        act = Act.BET if price == 0 else Act.RAISE if allowed.all_in > price else Act.CALL
        return act in allowed.may
    if act not in allowed.may:
        return False
    if act not in (Act.BET, Act.RAISE):
        return True
    least = allowed.bet if act is Act.BET else allowed.raise_to
    if amount is None:
        return False
    assert least is not None
    return amount == allowed.all_in or (least <= amount < allowed.all_in and amount % state.table.chip == 0)


def _universe(state: PokerState, round_: PokerRound, allowed: Options) -> Iterator[tuple[Act, Cents | None]]:
    """Acts at all amounts at which an answer may change."""
    for act in Act:
        yield act, None
    table, price, step = state.table, round_.price, round_.step
    early = [each.indicated for each in round_.out_of_turn.values()]
    at_least = [each for each in (allowed.bet, allowed.raise_to) if each is not None]
    edges = {0, table.big_blind, price, price + step // 2, price + step, allowed.all_in, *at_least, *early}
    amounts = {
        edge + by for edge in edges for by in (0, 1, -1, table.chip, -table.chip, table.chip // 2, -(edge % table.chip))
    }
    for act in (Act.BET, Act.RAISE):
        for amount in sorted({*amounts, allowed.all_in * 3}):
            yield act, Cents(amount)


def _accepts(book: Rulebook, state: PokerState, command: cmd.PokerCommand) -> bool:
    try:
        decide(book, state, command)
    except Refused as refusal:
        if not refusal.why:
            raise Broken("a refusal says nothing") from None
        return False
    return True


def _was(accepted: bool) -> str:
    return "accepted" if accepted else "refused"
