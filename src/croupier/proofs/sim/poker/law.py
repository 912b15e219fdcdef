"""What people may do at a poker table, told a second time from the rules.

What the engine accepts, what it offers as options and what is said here must be the same. Betting is asked of the
recount, irregularities of `poker_incidents`, stakes of `poker_people`; the rest is short enough to say in place.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.base.actors import Rank
from croupier.base.errors import Refused
from croupier.proofs.sim.poker.account import Account
from croupier.proofs.sim.poker.broken import Broken
from croupier.proofs.sim.poker.incidents import verdict
from croupier.proofs.sim.poker.recount import Recount
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.betting import Options, options
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.machine import decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

# --- One command ------------------------------------------------------------------------------------------------


def check_answer(account: Account, command: cmd.PokerCommand, refused: Refused | None) -> None:
    """A lawful command was accepted, and an unlawful one refused."""
    accepted = refused is None
    allowed = lawful(account, command)
    if allowed is not accepted:
        why = f": {refused.why}" if refused is not None else ""
        raise Broken(f"{command} is {'lawful' if allowed else 'unlawful'} but was {_was(accepted)}{why}")


def lawful(account: Account, command: cmd.PokerCommand) -> bool:
    match command:
        case cmd.StartRound():
            there = [sitter for sitter in account.people.seats.values() if sitter.there]
            return not account.playing and len(there) >= 2
        case cmd.DealCards() | cmd.TakeOff():
            return False
        case cmd.Settle():
            return account.phase == "pause"
        case cmd.TakeAction():
            return account.phase == "betting" and account.recount.legal(command.seat, command.act, command.amount)
        case cmd.SitDown():
            relocates = command.by is not None and command.by.rank >= Rank.PIT_SUPERVISOR
            if account.playing or (command.relocated and not relocates):
                return False
            return account.people.may_sit_down(command)
        case cmd.ActOutOfTurn():
            if account.phase != "betting" or account.people.on(command.seat) is None:
                return False
            return account.recount.legal_early(command.seat, command.act, command.amount)
        case cmd.ReportIrregularity():
            return verdict(account, command) is not None
        case _:
            return _lawful_for_seat(account, command)


def _lawful_for_seat(account: Account, command: Any) -> bool:
    sitter = account.people.on(command.seat)
    if sitter is None:
        return False
    playing = account.playing
    match command:
        case cmd.LookAtCards():
            return playing and command.seat in account.recount.live
        case cmd.ShowHand():
            if account.phase in ("new", "void") or account.dealt_to.get(command.seat) != sitter.player:
                return False
            return command.seat in account.recount.live and command.seat not in account.turned_up
        case cmd.TopUp():
            return not playing and account.people.may_top_up(sitter, command.amount)
        case cmd.GoAway():
            return not sitter.away
        case cmd.ComeBack():
            return sitter.away and not playing
        case cmd.LeaveTable():
            return True
        case cmd.DeemGone():
            decides = command.by.rank >= Rank.PIT_SUPERVISOR
            return decides and not playing and sitter.away and sitter.turns >= 2
        case _:
            raise AssertionError(command)


# --- Everything that the one whose turn it is might try ---------------------------------------------------------


def check_every_act(book: Rulebook, state: PokerState, recount: Recount) -> None:
    """Every act at every amount where something changes: engine, options and recount are of one mind."""
    seat = recount.queue[0]
    possible: set[Act] = set()
    encoded = msgspec.json.encode(state)
    allowed = options(state, seat)
    for act, amount in _universe(recount, allowed):
        accepted = _accepts(book, state, cmd.TakeAction(seat, act, amount))
        if recount.legal(seat, act, amount) is not accepted:
            raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but the rules say otherwise")
        if seat not in recount.early and in_options(recount, allowed, act, amount) is not accepted:
            raise Broken(f"seat {seat} {act} {amount}: {_was(accepted)}, but the options are {allowed}")
        possible |= {act} if accepted and act is not Act.ALL_IN else set()
    if possible != set(allowed.may):
        raise Broken(f"seat {seat} may {sorted(possible)}, but the options are {allowed}")
    for other in state.seats:
        if other != seat and _accepts(book, state, cmd.TakeAction(other, Act.FOLD)):
            raise Broken(f"seat {other} acts, and it is the turn of seat {seat}")
    if msgspec.json.encode(state) != encoded:
        raise Broken("asking what is allowed has changed the state")


def in_options(recount: Recount, allowed: Options, act: Act, amount: Cents | None) -> bool:
    """Whether the options, read as they are meant, contain this act."""
    if act is Act.ALL_IN:
        act = Act.BET if recount.price == 0 else Act.RAISE if allowed.all_in > recount.price else Act.CALL
        return act in allowed.may
    if act not in allowed.may:
        return False
    if act not in (Act.BET, Act.RAISE):
        return True
    least = allowed.bet if act is Act.BET else allowed.raise_to
    if amount is None:
        return False
    assert least is not None
    return amount == allowed.all_in or (least <= amount < allowed.all_in and amount % recount.table.chip == 0)


def _universe(recount: Recount, allowed: Options) -> Iterator[tuple[Act, Cents | None]]:
    """Acts at all amounts at which an answer may change."""
    for act in Act:
        yield act, None
    table, price, step = recount.table, recount.price, recount.step
    early = [each.indicated for each in recount.early.values()]
    at_least = [each for each in (allowed.bet, allowed.raise_to) if each is not None]
    edges = {0, 2 * table.small_blind, price, price + step // 2, price + step, allowed.all_in, *at_least, *early}
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
