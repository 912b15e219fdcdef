"""After some events the journal opens no card without looking: everybody must see the same cards as before."""

import random

from hypothesis import given

from croupier.floor.live.state.house_family import HOUSE
from croupier.floor.live.state.poker_family import POKER
from croupier.floor.live.state.work import TURN_NOTHING_UP
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable as PokerLife
from tests.properties.rounds import Plan, Table, plans


@given(plans())
def test_at_a_house_table(plan: Plan) -> None:
    table = Table(plan.setup)
    for script in plan.scripts:
        if table.rounds and not table.next():
            break
        table.play(script)
    for step in (step for round_ in table.rounds for step in round_.steps):
        if TURN_NOTHING_UP.issuperset(map(type, step.events)):
            assert HOUSE.public_cards(step.after.table) == HOUSE.public_cards(step.before.table), step.events


def test_at_a_poker_table() -> None:
    looked_at = 0
    for number in range(25):
        chance = random.Random(number)
        setup = random_setup(chance)
        crowd, table = Crowd(chance, chance.choice(MANNERS), setup.rulebook()), PokerLife(setup)
        for _ in range(200):
            step = table.make(crowd.next_move(table.state))
            if step.events and TURN_NOTHING_UP.issuperset(map(type, step.events)):
                looked_at += 1
                assert POKER.public_cards(step.after) == POKER.public_cards(step.before), step.events
    assert looked_at > 500, "too little was played"
