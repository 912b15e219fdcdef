"""Two lives of a poker table that differ only in cards which somebody may not see look the same to them.

One round of a random life is played again from another deck, in which all that the viewer has not seen so far lies
elsewhere; views, events and refusals must be the same bytes, act by act, for every role.
"""

from collections.abc import Sequence

import msgspec
import pytest

from croupier.base.actors import AUDITOR, DEALER, PIT, PUBLIC, Viewer
from croupier.base.typed_fields import texts_of
from croupier.proofs.sim.poker.crowd import MANNERS, Crowd, Move, Setup, random_setup
from croupier.proofs.sim.poker.lives import SimPokerTable
from croupier.proofs.sim.poker.referee import RefereeStep
from croupier.rules.cards import Card, seeded_chance, shuffled
from croupier.rules.games.common import FACE_DOWN
from croupier.rules.games.poker.events import HandShown
from croupier.rules.games.poker.evolve import evolve
from croupier.rules.games.poker.shown import shown
from croupier.rules.games.poker.view import sees, view

MOVES = 120


def seen_of(steps: Sequence[RefereeStep], viewer: Viewer) -> list[bytes]:
    """Everything that goes to the viewer: each event, the table after it, and refusals."""
    sent: list[object] = []
    for step in steps:
        state = step.before
        for event in step.events:
            sent.append(shown(event, state, viewer))
            state = evolve(state, event)
            sent.append(view(state, viewer, step.events))
        if step.refused is not None:
            sent.append((step.refused.why, step.refused.cites))
    return [msgspec.json.encode(each) for each in sent]


def known(steps: Sequence[RefereeStep], viewer: Viewer) -> set[Card]:
    """What the viewer has seen so far, what people have named, and at a showdown every hand that is in it."""
    cards: set[Card] = set()
    for step in steps:
        cards.update(Card(text) for text in texts_of(step.command, Card))
        state = step.before
        for event in step.events:
            state = evolve(state, event)
            cards |= sees(state, viewer)
            if isinstance(event, HandShown):
                assert state.round is not None
                cards.update(card for seat in state.round.live() for card in state.round.hands[seat])
    return cards


def life(seed: str) -> tuple[Setup, list[RefereeStep]]:
    chance = seeded_chance(seed)
    setup = random_setup(chance)
    crowd, table = Crowd(chance, chance.choice(MANNERS), setup.rulebook()), SimPokerTable(setup)
    return setup, [table.make(crowd.next_move(table.state)) for _ in range(MOVES)]


def everybody(setup: Setup, steps: Sequence[RefereeStep]) -> list[Viewer]:
    names = {seat.player for step in steps for seat in step.after.seats.values()}
    return [PUBLIC, DEALER, PIT, AUDITOR, Viewer("somebody who is not here"), *map(Viewer, sorted(names))]


@pytest.mark.parametrize("seed", range(40))
def test_who_may_not_see_a_card_cannot_tell_two_decks_apart(seed: int) -> None:
    setup, steps = life(f"two worlds {seed}")
    chance = seeded_chance(f"which round {seed}")
    starts = [number for number, step in enumerate(steps) if step.deck and step.refused is None]
    start = chance.choice(starts)
    following = [number for number in starts if number > start]
    end = chance.randint(start + 1, following[0] if following else len(steps))
    deck = steps[start].deck
    for viewer in everybody(setup, steps[start:end]):
        fixed = known(steps[start:end], viewer)
        others = iter(shuffled([card for card in deck if card not in fixed], chance))
        other_deck = tuple(card if card in fixed else next(others) for card in deck)
        table = SimPokerTable(setup)
        again = [
            table.make(Move(step.command, other_deck if number == start else step.deck))
            for number, step in enumerate(steps[:end])
        ]
        assert seen_of(again[start:], viewer) == seen_of(steps[start:end], viewer), viewer


@pytest.mark.parametrize("seed", range(10))
def test_an_event_hides_cards_and_not_how_many_they_are(seed: int) -> None:
    setup, steps = life(f"events {seed}")
    for step in steps:
        state = step.before
        for event in step.events:
            after = evolve(state, event)
            cards = [*texts_of(event, Card)]
            for viewer in everybody(setup, [step]) if cards else ():
                lawful = sees(state, viewer) | sees(after, viewer)
                told = [*texts_of(shown(event, state, viewer), Card)]
                assert told == [card if card in lawful else FACE_DOWN for card in cards]
            state = after
