"""The end of a poker round: who shows, what goes back, what each pot is and who gets it, against the recount.

A void round ends too, and then everybody must have what he had before.
"""

from collections.abc import Mapping

from croupier.games.poker import events as ev
from croupier.games.poker.table import PokerRound, PokerState
from croupier.sim.poker_broken import Broken
from croupier.sim.poker_recount import Evaluate, Recount


def strengths(round_: PokerRound, evaluate: Evaluate) -> dict[int, int]:
    """How strong each hand at the showdown is; nothing where one player is left and there is none."""
    if len(round_.live()) < 2:
        return {}
    if len(round_.board) != 5:
        raise Broken(f"a showdown with {len(round_.board)} community cards")
    return {seat: evaluate(round_.hands[seat] + round_.board) for seat in round_.live()}


def check_settlement(
    event: ev.PotsGivenOut, round_: PokerRound, after: PokerState, recount: Recount, strength: Mapping[int, int]
) -> None:
    """`round_`: as it was before the pots were given out. The recount is brought to its end."""
    if recount.queue:
        raise Broken(f"the round is over while seat {recount.queue[0]} has still to act")
    recount.return_uncalled()
    if recount.went_back != round_.uncalled:
        raise Broken(f"{round_.uncalled} went back and not {recount.went_back}")
    shown = recount.shown(strength) if strength else []
    if tuple(shown) != round_.shown:
        raise Broken(f"{round_.shown} show their hands and not {shown}")
    for pot in event.pots:
        if not pot.eligible or not pot.won:
            raise Broken(f"a pot that nobody can win: {pot}")
        if pot.amount != pot.rake + sum(pot.won.values()) or min(pot.won.values()) < 0 or pot.rake < 0:
            raise Broken(f"what was given out is not what was in the pot: {pot}")
    put_in = sum(recount.put.values()) + sum(recount.dead)
    put_in += sum(chips for _, chips in recount.left_behind.values())
    if sum(pot.amount for pot in event.pots) != put_in:
        raise Broken(f"pots of {[pot.amount for pot in event.pots]}, and {put_in} were put in")
    given = recount.give_out(strength)
    if [tuple(pot) for pot in given] != [(pot.amount, pot.rake, pot.eligible, dict(pot.won)) for pot in event.pots]:
        raise Broken(f"pots are {event.pots} and should be {given}")
    for seat in round_.order:
        if seat in after.seats and after.seats[seat].stack != recount.stacks[seat]:
            raise Broken(f"seat {seat} ends with {after.seats[seat].stack} and not {recount.stacks[seat]}")


def check_void(began: PokerState, after: PokerState) -> None:
    """Everybody has what he had before the round (R-7)."""
    for number, seat in after.seats.items():
        if seat.stack != began.seats[number].stack:
            raise Broken(f"after a void round seat {number} has {seat.stack}")
