"""Round n of a simulation as a round file, which the real desk can play."""

from collections.abc import Container, Iterable, Iterator
from itertools import zip_longest

from croupier.numbers.simulation.batches import RoundPlayed, Tables, round_of, tables_of
from croupier.numbers.simulation.games import simulated
from croupier.numbers.simulation.plan import Plan
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import dollars


def round_file(plan: Plan, number: int) -> str:
    """The cards, bets and decisions of round n; the meter stands where the plan has it, and takes nothing in."""
    played = round_of(plan, number)
    return with_acts(plan, played, decisions_of(tables_of(plan), played))


def with_acts(plan: Plan, played: RoundPlayed, acts: Iterable[str]) -> str:
    """The same cards and bets, with other acts after the deal."""
    return "\n".join(_lines(plan, played, acts)) + "\n"


def _lines(plan: Plan, played: RoundPlayed, acts: Iterable[str]) -> Iterator[str]:
    boxes = range(1, len(plan.strategies) + 1)
    yield f"# Round {played.number} of a simulation of {plan.game} with seed {plan.seed}."
    yield f'rulebook = "{plan.book}"'
    yield "actions = ["
    for box in boxes:
        yield from (f'    "{box} {spot} {dollars(stake)}",' for spot, stake in plan.stakes.items())
    yield '    "close",'
    yield from (f'    "{act}",' for act in acts)
    yield "]"
    yield "[table]"
    yield f"boxes = {len(boxes)}"
    for spot, stake in plan.stakes.items():
        sign = f'"{dollars(stake)}"'
        yield f"jackpot-bet = {sign}" if spot is Spot.JACKPOT else f"{spot} = [{sign}, {sign}]"
    if Spot.JACKPOT in plan.stakes:
        meter = dollars(plan.meter)
        yield from ("[jackpot]", f'meter = "{meter}"', f'reset = "{meter}"', 'contribution = "0"')
    yield "[boxes]"
    yield from (f'{box} = "Player {box}"' for box in boxes)
    yield "[cards]"
    placed = simulated(plan.load()).placed(played.cards, len(boxes))
    yield from (f'{place} = "{" ".join(cards)}"' for place, cards in placed.items())


def decisions_of(tables: Tables, played: RoundPlayed, boxes: Container[int] | None = None) -> Iterator[str]:
    """Box by box in each stage; of all boxes, or of those given, from 1."""
    said = []
    for kind in played.classes:
        found = tables.classes[kind]
        said.append(() if found is None else found.decisions)
    for stage in zip_longest(*said):
        for box, decision in enumerate(stage, 1):
            if decision is not None and (boxes is None or box in boxes):
                yield f"{box} {decision}"


def nets_of(plan: Plan, played: RoundPlayed) -> list[int]:
    """What the simulation pays each box in a round, in cents, Envy Bonuses included."""
    tables = tables_of(plan)
    given = [int(tables.envy[box, kind]) for box, kind in enumerate(played.classes)]
    return [
        int(tables.nets[box, kind]) + int(tables.takes[box, kind]) * (sum(given) - given[box])
        for box, kind in enumerate(played.classes)
    ]
