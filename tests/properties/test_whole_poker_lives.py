"""A poker table's whole life is in its events: folding them from the opening, read from a journal, gives the table."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.base.errors import Refused
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, Move, Setup, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable
from croupier.rules.cards import seeded_chance
from croupier.rules.games.poker import commands as cmd
from croupier.rules.games.poker.events import PokerEvent
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.machine import advance, decide
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import Cents

JOURNAL = msgspec.json.Decoder(tuple[PokerEvent, ...])
SAVED = msgspec.json.Decoder(PokerState)
STEPS = 150


def at_the_table(chance: random.Random, state: PokerState) -> cmd.PokerCommand:
    """What the House does with a table, whatever is going on at it."""
    small = Cents(state.table.chip * chance.randint(1, 3))
    said: list[cmd.PokerCommand] = [
        cmd.ChangeSign(replace(state.table, small_blind=small, settles_by_hand=chance.random() < 0.5)),
        cmd.SuspendTable("a dispute"),
        cmd.ResumeTable(),
        cmd.ResumeTable(),
        cmd.EndDay(),
        cmd.OpenTable(state.table, {}, 1),
    ]
    return chance.choice(said)


def lived(setup: Setup, chance: random.Random) -> tuple[list[PokerEvent], PokerState]:
    opening = cmd.OpenTable(setup.table, setup.players, setup.button, setup.first_orbit)
    events, state = advance(setup.rulebook(), None, opening)
    assert state == setup.open()
    table, log = SimPokerTable(setup), [*events]
    crowd = Crowd(chance, chance.choice(MANNERS), setup.rulebook())
    for _ in range(STEPS):
        if table.state.suspended is None and chance.random() < 0.9:
            move = crowd.next_move(table.state)
        else:
            move = Move(at_the_table(chance, table.state))
        log += table.make(move).events
    return log, table.state


@given(st.integers(0, 10**9))
def test_folding_from_the_opening_gives_the_live_table(seed: int) -> None:
    chance = seeded_chance(seed)
    log, live = lived(random_setup(chance), chance)
    read = JOURNAL.decode(msgspec.json.encode(log))
    assert list(read) == log
    assert [type(event) for event in read] == [type(event) for event in log]
    state = None
    for event in read:
        state = evolve(state, event)
    assert state == live
    assert list(state.seats) == list(live.seats)
    assert SAVED.decode(msgspec.json.encode(live)) == live


def test_a_life_begins_with_the_opening() -> None:
    setup = random_setup(seeded_chance("opening"))
    with pytest.raises(Refused, match="has not been opened"):
        decide(setup.rulebook(), None, cmd.StartRound())
