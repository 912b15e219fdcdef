"""Names for what happens at a poker table, so that a run can count what it has met with.

A referee that never saw a split pot has said nothing about split pots. The names are those that `poker_coverage`
expects. Nothing is checked here.
"""

from collections import Counter

from croupier.proofs.sim.poker.account import Account
from croupier.proofs.sim.poker.recount import Recount
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker import events as ev
from croupier.rules.games.poker.commands import Act
from croupier.rules.games.poker.table import PokerState

NAMES: dict[type, str] = {
    ev.CardsLookedAt: "looks at their cards",
    ev.BetReturned: "uncalled bets",
    ev.ActedOutOfTurn: "acts out of turn",
    ev.OutOfTurnBetForfeited: "bets out of turn forfeited",
    ev.ReplacementDealt: "exposed cards replaced",
    ev.FaceUpCardSetAside: "face-up cards set aside",
    ev.ShoeReshuffled: "shoes reshuffled",
    ev.RoundVoided: "void rounds",
    ev.SettlementAwaited: "waits for its dealer to pay (R-93)",
    ev.PlayerWentAway: "goes away",
    ev.PlayerCameBack: "comes back",
}
"""Events of which there is one kind only."""


def count_refusal(covered: Counter[str], command: cmd.PokerCommand) -> None:
    covered["refused"] += 1
    covered[f"refused {type(command).__name__}"] += 1


def count_start(covered: Counter[str], account: Account) -> None:
    table, start, then = account.table, account.started, account.people.before
    small = table.small_blind
    covered["rounds"] += 1
    covered[f"{len(start.order)} dealt in"] += 1
    covered[f"{account.book.key}, {table.device}"] += 1
    covered["blinds that are not whole chips (R-84)"] += small % table.chip > 0
    covered["no small blind (5.5)"] += start.small is None
    covered["button on the absent player's seat (5.5)"] += start.button not in start.order
    covered["begins again: nobody to wait for"] += start.begins_again
    covered["first orbit goes on"] += not start.first_orbit_over
    for number, before in then.items():
        now = account.people.seats.get(number, before)
        if number not in start.order:
            covered["waits for the button to pass"] += before.there
            covered["somebody has no chips"] += not before.stack
            covered["missed the small blind"] += now.owes_small and not before.owes_small
            covered["missed the big blind"] += now.turns > before.turns
            continue
        if number in (start.big, start.small):
            due = 2 * small if number == start.big else small
            covered["blind of a stack too short for it"] += before.stack < due
        if number == start.big:
            covered["back at the big blind, small one missed"] += before.owes_small and not before.owes_big
            covered["back at the big blind, both missed"] += before.owes_big
            covered["new player takes the big blind"] += before.new
        elif number not in start.free:
            covered["new player posts to join"] += before.new
            covered["pays both blinds missed"] += before.owes_big
            covered["pays the small blind missed"] += before.owes_small and not before.owes_big
            covered["has waited, pays and plays"] += before.waits
        else:
            covered["relocated, joins free"] += before.relocated
            covered["new in the first orbit, joins free"] += before.new and not before.relocated


def count_event(
    covered: Counter[str],
    command: cmd.PokerCommand,
    commanded: PokerState,
    event: ev.PokerEvent,
    before: PokerState,
) -> None:
    """An event, and what was before it; `commanded`: the state in which the command came that led to it."""
    match event:
        case ev.FoldedByRule():
            covered[_why_folded(command, before.seats[event.seat].stack)] += 1
        case ev.HandTurnedUp():
            covered["shown though it need not be"] += not before.playing
        case ev.StreetTakenBack():
            covered["streets taken back"] += 1
            covered["streets taken back in the pause (R-93)"] += (
                commanded.round is not None and not commanded.round.turn
            )
        case ev.IrregularityRuled():
            covered[f"incident: {event.ruled.incident} {event.ruled.ruling}"] += 1
        case ev.PlayerSatDown():
            covered["is relocated to the table" if event.relocated else "sits down"] += 1
            covered["sits down again"] += event.player in before.left_with
        case ev.StakeIncreased():
            covered["tops up"] += 1
            covered["tops up, having nothing"] += before.seats[event.seat].stack == 0
        case ev.PlayerLeaving():
            assert before.round is not None
            covered["leaves after folding"] += commanded.round is not None and event.seat in commanded.round.folded
            covered["leaves all-in"] += event.seat not in before.round.folded
        case ev.PlayerLeft():
            if not before.playing and not before.seats[event.seat].leaving:
                covered["deemed gone" if isinstance(command, cmd.DeemGone) else "leaves between rounds"] += 1
        case _:
            if type(event) in NAMES:
                covered[NAMES[type(event)]] += 1


def count_act(covered: Counter[str], command: cmd.TakeAction, recount: Recount) -> None:
    """Counts an act in turn, before the recount applies it."""
    seat = command.seat
    mine, stack = recount.front[seat], recount.stacks[seat]
    everything, owes = mine + stack, recount.price - mine
    if command.act is Act.FOLD:
        covered["folds for nothing" if owes <= 0 else "folds"] += 1
        return
    if command.act in (Act.CHECK, Act.CALL):
        total = min(recount.price, everything)
    else:
        total = everything if command.act is Act.ALL_IN else command.amount or 0
    all_in = total == everything
    by = total - recount.price
    if recount.price == 0 and total:
        short = total < 2 * recount.table.small_blind
        covered["short all-in BETs" if short else "all-in BETs" if all_in else "BETs"] += 1
    elif by > 0:
        full, half = by >= recount.step, 2 * by >= recount.step
        covered["full raises" if full else "half raises" if half else "all-ins of less than half a raise"] += 1
        covered["all-in for exactly half a raise"] += 2 * by == recount.step
        covered["the big blind raises"] += seat == recount.big_blind and owes == 0
    else:
        covered["short calls" if owes > stack else "all-in calls" if all_in and owes else "checks and calls"] += 1
    covered["calls or folds after a short all-in"] += seat in recount.closed
    early = recount.early.get(seat)
    covered["calls behind a check, having acted early (R-83)"] += (
        early is not None and early.since >= {Act.CHECK} and by == 0 and owes > 0
    )


def count_settlement(covered: Counter[str], event: ev.PotsGivenOut, before: PokerState, showdown: bool) -> None:
    round_, table = before.round, before.table
    assert round_ is not None
    covered["showdowns" if showdown else "won without a showdown"] += 1
    covered["walks"] += (
        not showdown and not round_.acted and not round_.hands.keys() - round_.folded - {round_.big_blind}
    )
    pots = len(event.pots)
    covered[("nothing in the pot", "1 pot", "2 pots", "3 pots", "4 pots", "5 or more pots")[min(pots, 5)]] += 1
    rakes = [pot.rake for pot in event.pots]
    free = [pot.amount * table.rake_basis_points // 10_000 // table.chip * table.chip for pot in event.pots]
    covered["rake cut by the cap"] += rakes != free
    covered["rake cap used up by the main pot"] += rakes[:1] == free[:1] > [0] and rakes[1:] != free[1:]
    for pot in event.pots:
        ways = len(pot.won)
        covered["split pots"] += ways > 1
        covered["pots split three ways or more"] += ways > 2
        if ways > 1:
            covered["odd chips"] += len(set(pot.won.values())) > 1
            covered["split pots with less than a chip in them"] += (pot.amount - pot.rake) % table.chip > 0
        covered["pots with one claimant at a showdown"] += showdown and len(pot.eligible) == 1
    covered["dead money in the pot"] += bool(round_.dead_money)
    if showdown:
        mucked = set(round_.live()) - set(round_.shown)
        covered["hands mucked at the showdown"] += bool(mucked)
        chips = sum(before.seats[seat].stack > 0 for seat in round_.live())
        covered["all hands turned up"] += chips <= 1
        duty = "raiser" if round_.raiser else "opener" if round_.opener else "left of the button"
        covered[f"shown first: {duty}"] += 1
        covered["the one who should show first has folded"] += (round_.raiser or round_.opener) in round_.folded
    covered["won by a player who has left"] += any(before.seats[seat].leaving for pot in event.pots for seat in pot.won)


def _why_folded(command: cmd.PokerCommand, stack: int) -> str:
    match command:
        case cmd.ShowHand():
            return "exposes their hand" if stack else "exposes their hand, all-in"
        case cmd.LeaveTable():
            return "leaves with a live hand"
        case _:
            return "away when their turn comes"
