"""A table's whole life is in its events: folding them from the opening, read from a journal, gives the live table."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from croupier.rounds.dealing.following import FloorEvent
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.house.life import evolve
from croupier.rules.games.house.table import HouseState, Limits
from croupier.rules.jackpot.events import LinkEvent
from croupier.rules.jackpot.evolve import evolve as evolve_link
from croupier.rules.money import Cents
from tests.properties.rounds import Dice, Plan, Setup, Table, plans, rolls

JOURNAL = msgspec.json.Decoder(tuple[FloorEvent, ...])
SAVED = msgspec.json.Decoder(HouseState)
PEOPLE = ("Ann", "Ben", "Cyd", "Eve")


class Life(NamedTuple):
    """Rounds, and what happens at the table in front of and between them."""

    plan: Plan
    between: tuple[tuple[cmd.TableCommand, ...], ...]


def at_the_table(setup: Setup, roll: int) -> cmd.TableCommand:
    dice = Dice(roll)
    boxes = range(1, setup.table.places + 2)
    match dice.pick(*"ttttffffssuurrde"):
        case "t":
            return cmd.TakeBox(dice.pick(*boxes), dice.pick(*PEOPLE))
        case "f":
            return cmd.FreeBox(dice.pick(*boxes))
        case "s":
            low = Cents(dice.pick(1, 10, 20) * 100)
            limits = {spot: Limits(low, Cents(500_00)) for spot in setup.table.limits}
            return cmd.ChangeSign(dice.pick(None, limits), settles_by_hand=dice.pick(None, True, False))
        case "u":
            return cmd.SuspendTable("a dispute")
        case "r":
            return cmd.ResumeTable()
        case "d":
            return cmd.EndDay()
        case _:
            return cmd.OpenRound()


@st.composite
def lives(draw: st.DrawFn) -> Life:
    plan = draw(plans(rounds=3))
    between = [
        tuple(at_the_table(plan.setup, roll) for roll in draw(st.lists(rolls, max_size=6))) for _ in plan.scripts
    ]
    return Life(plan, tuple(between))


def lived(life: Life) -> Table:
    table = Table(life.plan.setup)
    for script, between in zip(life.plan.scripts, life.between, strict=True):
        if table.rounds and not table.next():
            break
        for command in (*between, cmd.ResumeTable()):
            table.do(command)
        if not table.dealer.round.boxes:
            table.do(cmd.TakeBox(1, "Ann"))
        table.play(script)
        for command in (*between, cmd.ResumeTable()):
            table.do(command)
    return table


def folded(events: Sequence[HouseEvent]) -> HouseState:
    state = None
    for event in events:
        state = evolve(state, event)
    assert state is not None
    return state


@given(lives())
def test_folding_from_the_opening_gives_the_live_table(life: Life) -> None:
    table = lived(life)
    read = JOURNAL.decode(msgspec.json.encode(table.log))
    assert list(read) == table.log
    assert [type(event) for event in read] == [type(event) for event in table.log]
    state = folded([event for event in read if not isinstance(event, LinkEvent)])
    link = None
    for event in read:
        link = evolve_link(link, event) if isinstance(event, LinkEvent) else link
    assert link == table.dealer.link
    assert state == table.dealer.state
    assert list(state.round.boxes) == list(table.dealer.round.boxes)
    assert list(state.table.players) == list(table.dealer.state.table.players)
    assert SAVED.decode(msgspec.json.encode(state)) == state
