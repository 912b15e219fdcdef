"""What is written down at a table with sealed cards: places, from which every card comes back, and nothing else.

Two evenings that differ only in cards which the public has not seen are the same bytes in the journal.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import PUBLIC
from croupier.base.typed_fields import texts_of
from croupier.floor.journal.codec import WORDS, EventCodec, Family
from croupier.floor.journal.places import Places, Unplaced, seal_events
from croupier.proofs.sim.poker.crowd import Move
from croupier.proofs.sim.poker.lives import SimPokerTable as PokerTable
from croupier.proofs.sim.poker.referee import RefereeStep as PokerStep
from croupier.rules.cards import Card, seeded_chance, shuffled
from croupier.rules.games.house.events import HouseEvent
from croupier.rules.games.poker.commands import ReportIrregularity
from croupier.rules.games.poker.events import PokerEvent, ShoeReshuffled, StreetTakenBack
from tests.properties.rounds import Played, Step, played
from tests.properties.test_two_poker_worlds import known as known_at_poker
from tests.properties.test_two_poker_worlds import life
from tests.properties.test_two_worlds import acts, elsewhere, known, played_again

LIVES = 120  # of poker tables; cards are put back in few of them
CARD = re.compile(rb"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
HOUSE: EventCodec[HouseEvent] = EventCodec(WORDS[Family.HOUSE].events)
POKER: EventCodec[PokerEvent] = EventCodec(WORDS[Family.POKER].events)


def check_sealed(value: msgspec.Struct, places: Places) -> None:
    """Nobody can read a card in it, and a reader with the deck gets it back."""
    sealed = places.seal(value)
    assert all(text.startswith("#") for text in texts_of(sealed, Card))
    assert not CARD.search(msgspec.json.encode(sealed))
    assert places.unseal(sealed) == value
    assert places.seal(sealed) == sealed


@given(played(rounds=2))
def test_a_house_banked_evening_is_sealed_and_unsealed(what: Played) -> None:
    for deck, round_ in zip(what.setup.decks, what.rounds, strict=False):
        places = Places(deck)
        for event in round_.events:
            check_sealed(event, places)
        check_sealed(round_.final.table, places)
        then = HOUSE.encode(seal_events(round_.events, places))
        assert tuple(places.unseal(event) for event in HOUSE.decode(1, then)) == round_.events


def written(steps: Sequence[Step], deck: Sequence[Card]) -> list[bytes]:
    places = Places(deck)
    return [bytes(HOUSE.encode(seal_events(step.events, places))) for step in steps]


@given(played(), st.data())
def test_two_house_banked_worlds_are_written_the_same(what: Played, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(what.rounds) - 1), label="round")
    round_ = what.rounds[number]
    count = data.draw(st.integers(1, len(acts(round_))), label="acts")
    steps = acts(round_)[:count]
    deck = what.setup.decks[number]
    other = elsewhere(deck, known(what.setup, round_.opening, steps, PUBLIC), data.draw(st.integers(0, 999)))
    _, again = played_again(what, number, count, other)
    assert written(again, other) == written(steps, deck)


class Sealing(NamedTuple):
    """A step of a poker table with the places before it and, where it reshuffles, after it."""

    step: PokerStep
    places: Places
    reshuffled: Places | None


def sealings(steps: Sequence[PokerStep]) -> Iterator[Sealing]:
    """As the floor does it: a deck with each round, a further one with each reshuffle, numbered on."""
    places, first = Places(), 0
    for step in steps:
        if step.deck and step.refused is None:
            places, first = Places(step.deck), 0
        reshuffled = None
        if any(isinstance(event, ShoeReshuffled) for event in step.events):
            assert isinstance(step.command, ReportIrregularity) and step.before.round is not None
            first += step.before.round.drawn
            reshuffled = places.and_then(first, step.command.shoe)
        yield Sealing(step, places, reshuffled)
        places = reshuffled or places


def sealed_then(sealing: Sealing) -> bytes:
    return bytes(POKER.encode(seal_events(sealing.step.events, sealing.places, sealing.reshuffled)))


def test_poker_evenings_are_sealed_and_unsealed() -> None:
    put_back = 0
    for seed in range(LIVES):
        for sealing in sealings(life(f"sealed {seed}")[1]):
            step, newest = sealing.step, sealing.reshuffled or sealing.places
            if not step.events:
                continue
            then = sealed_then(sealing)
            assert not CARD.search(then)
            assert tuple(newest.unseal(event) for event in POKER.decode(1, then)) == step.events
            if step.after.round is not None and (sealing.reshuffled or step.after.round.over):
                check_sealed(step.after, newest)
            put_back += any(isinstance(event, StreetTakenBack) for event in step.events)
    assert put_back > 5, "or this shows less than it says"


@pytest.mark.parametrize("seed", range(40))
def test_two_poker_worlds_are_written_the_same(seed: int) -> None:
    compare_two_poker_worlds(seed, chosen=None)


def test_two_poker_worlds_are_written_the_same_where_the_shoe_is_reshuffled() -> None:
    compared = 0
    for seed in range(LIVES):
        _, steps = life(f"sealed {seed}")
        reshuffled = [n for n, step in enumerate(steps) if any(isinstance(e, ShoeReshuffled) for e in step.events)]
        for number in reshuffled[:1]:
            compare_two_poker_worlds(seed, chosen=number)
            compared += 1
    assert compared > 10, "or this shows less than it says"


def compare_two_poker_worlds(seed: int, *, chosen: int | None) -> None:
    """One round is played again from another deck; up to the chosen step, if there is one."""
    setup, steps = life(f"sealed {seed}")
    chance = seeded_chance(f"which round {seed}")
    starts = [number for number, step in enumerate(steps) if step.deck and step.refused is None]
    start = chance.choice(starts) if chosen is None else max(number for number in starts if number < chosen)
    following = [number for number in starts if number > start]
    end = chance.randint(start + 1, following[0] if following else len(steps)) if chosen is None else chosen + 1
    deck = steps[start].deck
    fixed = known_at_poker(steps[start:end], PUBLIC)
    others = iter(shuffled([card for card in deck if card not in fixed], chance))
    other_deck = tuple(card if card in fixed else next(others) for card in deck)
    table = PokerTable(setup)
    again = [
        table.make(Move(step.command, other_deck if number == start else step.deck))
        for number, step in enumerate(steps[:end])
    ]
    assert [*map(sealed_then, sealings(again))] == [*map(sealed_then, sealings(steps[:end]))]


def test_a_card_that_is_put_back_has_two_places() -> None:
    deck, further = (Card("As"), Card("Kd"), Card("2c"), Card("3c")), (Card("3c"), Card("Kd"), Card("2c"))
    before = Places(deck)
    after = before.and_then(2, further)
    back = StreetTakenBack(2, (Card("Kd"),))  # type: ignore[arg-type]
    first, _, second = seal_events((back, ShoeReshuffled(), back), before, after)
    assert list(texts_of(first, Card)) == ["#02"]
    assert list(texts_of(second, Card)) == ["#04"]
    assert after.unseal(first) == after.unseal(second) == back
    assert [after.card(place) for place in range(5)] == ["As", "Kd", "3c", "Kd", "2c"]
    assert (before.place(Card("Kd")), after.place(Card("Kd"))) == (1, 3)
    with pytest.raises(Unplaced, match="places before it have no cards"):
        before.and_then(5, further)
