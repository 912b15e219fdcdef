"""No suit is better than another but for the one spades jackpot, and no box than another."""

from collections.abc import Mapping, Sequence

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.rules.cards import SUITS, Card
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.lines import AwardPaid, LineSettled
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import Box
from tests.properties.rounds import (
    Move,
    Plan,
    Played,
    Script,
    dealt_places,
    deck_with,
    plans,
)

# --- Suits ----------------------------------------------------------------------------------------------------


def in_other_suits(plan: Plan, suits: Sequence[str]) -> Plan:
    exchange = dict(zip(SUITS, suits, strict=True))
    decks = tuple(tuple(Card(card[0] + exchange[card[1]]) for card in deck) for deck in plan.setup.decks)
    return plan._replace(setup=plan.setup._replace(decks=decks))


def outcome(box: Box, *, spades_matter: bool) -> tuple[Sequence[LineSettled], Sequence[AwardPaid]]:
    if not spades_matter:
        return box.lines, box.awards
    lines = [line for line in box.lines if line.spot is not Spot.JACKPOT]
    return lines, [award for award in box.awards if award.award != "envy"]


def same_everywhere(one: Played, other: Played, *, spades_matter: bool) -> None:
    for first, second in zip(one.rounds, other.rounds, strict=True):
        assert [step.refused is None for step in first.steps] == [step.refused is None for step in second.steps]
        assert first.final.round.phase is second.final.round.phase
        for box in first.final.round.boxes.values():
            twin = second.final.round.boxes[box.number]
            assert outcome(box, spades_matter=spades_matter) == outcome(twin, spades_matter=spades_matter)
        if not spades_matter:
            assert first.final.meter == second.final.meter


@given(plans(), st.permutations(SUITS))
def test_no_suit_is_better_than_another(plan: Plan, suits: Sequence[str]) -> None:
    spades_matter = plan.setup.game.key == "three-card-poker" and suits[SUITS.index("s")] != "s"
    same_everywhere(plan.play(), in_other_suits(plan, suits).play(), spades_matter=spades_matter)


# --- Boxes ----------------------------------------------------------------------------------------------------


def renumbered(plan: Plan, played: Played, number: Mapping[int, int]) -> Plan:
    """The same people with the same hands, bets and decisions on other boxes."""
    setup, round_ = plan.setup, played.rounds[0].final.round
    players = {number[box]: name for box, name in setup.table.players.items()}
    hands: dict[str | int, Sequence[Card]] = {
        number[box.number]: box.cards for box in round_.boxes.values() if box.cards
    }
    boxes = sorted(box for box in hands if isinstance(box, int))
    others: dict[str | int, Sequence[Card]] = {
        "dealer": round_.dealer,
        "board": round_.community,
        "burn": round_.burnt,
    }
    deck = deck_with(dealt_places(setup.key, setup.table.device, boxes), hands | others, seed=0)
    moved = setup._replace(table=replace(setup.table, players=players), decks=(deck,))
    said = tuple(on_box(number, step.command) for step in played.rounds[0].steps)
    return Plan(moved, (Script(window=said, play=(), afterwards=(), finishing=0),))


def on_box(number: Mapping[int, int], command: Move) -> Move:
    box = getattr(command, "box", None)
    return command if box is None else replace(command, box=number[box])  # type: ignore[type-var]


@given(plans(rounds=1, incidents=False), st.permutations(range(1, 8)))
def test_no_box_is_better_than_another(plan: Plan, order: Sequence[int]) -> None:
    played = plan.play()
    assume(not any(isinstance(event, ev.RoundSettled) and event.claims for event in played.rounds[0].events))
    number = dict(zip(range(1, 8), order, strict=True))
    again = renumbered(plan, played, number).play()
    for box in played.rounds[0].final.round.boxes.values():
        twin = again.rounds[0].final.round.boxes[number[box.number]]
        assert twin.cards == box.cards
        assert twin.lines == box.lines
        from_there = [a if a.source is None else replace(a, source=number[a.source]) for a in box.awards]
        assert sorted(twin.awards, key=repr) == sorted(from_there, key=repr)
