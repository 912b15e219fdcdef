"""Rounds of a simulation, played again at the real desk: what the kernel counted must be what the rules pay."""

from croupier.numbers.simulation.batches import round_of
from croupier.numbers.simulation.plan import Plan
from croupier.numbers.simulation.round_files import nets_of, round_file
from croupier.numbers.simulation.runs import Different
from croupier.rounds.roundfile.answers import HouseRound
from croupier.rounds.roundfile.read import read_script
from croupier.rounds.roundfile.run import play
from croupier.rules.money import dollars


def replay(plan: Plan, number: int) -> None:
    """Plays round n at the desk; raises `Different` unless it pays each box what the simulation counts."""
    file = round_file(plan, number)
    played = play(read_script(file))
    if played.refusal is not None:
        refusal = played.refusal
        raise Different(number, f"the desk refuses {refusal.text!r}: {refusal.why}", file)
    (found,) = played.rounds
    assert isinstance(found, HouseRound)
    if found.status != "settled":
        raise Different(number, f"the desk leaves the round {found.status}", file)
    for box, net in enumerate(nets_of(plan, round_of(plan, number)), 1):
        paid = found.boxes[str(box)].net
        if paid != dollars(net):
            raise Different(number, f"box {box} wins {paid} at the desk, {dollars(net)} in the simulation", file)
