"""Two evenings that differ only in cards which somebody may not see look the same to them, act by act.

A leak need not be a card: a view, an event, a refusal or a payment foretold that depends on one would tell it.
So a round is played again from another deck, in which all that the viewer has not seen so far lies elsewhere.
"""

from collections.abc import Sequence

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.actors import AUDITOR, DEALER, PIT, PUBLIC, Viewer
from croupier.base.typed_fields import texts_of
from croupier.rules.cards import Card, seeded_chance, shuffled
from croupier.rules.games.house.commands import OpenRound
from croupier.rules.games.house.due import NOTHING, due
from croupier.rules.games.house.events import CardsDealt, RoundSettled
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.shown import shown
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.house.table import HouseRound, Phase, Standing
from croupier.rules.games.house.view import view
from tests.properties.rounds import Played, PlayedRound, Setup, Step, Table, in_the_round, played
from tests.properties.test_no_view_leaks_a_card import may_see, viewers


def seen_of(setup: Setup, opening: HouseRound, steps: Sequence[Step], viewer: Viewer) -> list[bytes]:
    """Everything that goes to the viewer: the table after each event, the event, what is due, and refusals."""
    sent: list[object] = [view(opening, viewer)]
    round_ = opening
    for step in steps:
        for event in in_the_round(step.events):
            sent.append(shown(event, round_, viewer))
            round_ = evolve(round_, event)
            sent.append(view(round_, viewer))
            sent.append(due(setup.game.decide, setup.game.places, setup.book, round_, viewer))
        if step.refused is not None:
            sent.append((step.refused.why, step.refused.cites))
    return [msgspec.json.encode(each) for each in sent]


def known(setup: Setup, opening: HouseRound, steps: Sequence[Step], viewer: Viewer) -> set[Card]:
    """What the viewer has seen so far, what people at the table have named, and what the rules had to look at."""
    cards: set[Card] = set()
    round_ = opening
    for step in steps:
        assert not isinstance(step.command, OpenRound), "a round ends before the next one is opened"
        cards.update(Card(text) for text in texts_of(step.command, Card))
        for event in in_the_round(step.events):
            round_ = evolve(round_, event)
            cards |= may_see(setup, round_, viewer)
            if isinstance(event, RoundSettled):
                cards |= looked_at_to_settle(setup, round_)
    return cards


def looked_at_to_settle(setup: Setup, round_: HouseRound) -> set[Card]:
    """The dealer who pays the jackpot looks at a folded hand of Casino Stud, and shows it if it wins (4.4)."""
    if setup.game.key != "casino-stud":
        return set()
    folded = [box for box in round_.boxes.values() if box.standing is Standing.FOLDED and box.bet(Spot.JACKPOT)]
    return {card for box in folded for card in box.cards}


def elsewhere(deck: Sequence[Card], known: set[Card], seed: int) -> tuple[Card, ...]:
    """The same deck, but whatever is not known lies where chance has it."""
    others = iter(shuffled([card for card in deck if card not in known], seeded_chance(seed)))
    return tuple(card if card in known else next(others) for card in deck)


def played_again(what: Played, number: int, steps: int, deck: tuple[Card, ...]) -> tuple[HouseRound, list[Step]]:
    """The same acts up to this many of that round, whose cards come from another deck."""
    decks = (*what.setup.decks[:number], deck, *what.setup.decks[number + 1 :])
    table = Table(what.setup._replace(decks=decks))
    for round_ in what.rounds[:number]:
        for step in round_.steps:
            table.do(step.command)
        assert table.next()
    opening = table.dealer.round
    return opening, [table.do(step.command) for step in what.rounds[number].steps[:steps]]


def acts(round_: PlayedRound) -> tuple[Step, ...]:
    """Without the order to open the next round, which is the last."""
    return tuple(step for step in round_.steps if not isinstance(step.command, OpenRound))


@given(played(), st.data())
def test_who_may_not_see_a_card_cannot_tell_two_decks_apart(what: Played, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(what.rounds) - 1), label="round")
    round_ = what.rounds[number]
    count = data.draw(st.integers(1, len(acts(round_))), label="acts")
    steps = acts(round_)[:count]
    seed = data.draw(st.integers(0, 999), label="the other deck")
    for viewer in viewers(what.setup):
        deck = elsewhere(what.setup.decks[number], known(what.setup, round_.opening, steps, viewer), seed)
        opening, again = played_again(what, number, count, deck)
        seen = seen_of(what.setup, round_.opening, steps, viewer)
        assert seen_of(what.setup, opening, again, viewer) == seen, viewer


@given(played())
def test_what_is_due_is_what_is_paid(what: Played) -> None:
    """Before the payments staff see what open hands will be paid; others see nothing of it."""
    setup = what.setup
    for round_ in what.rounds:
        before = round_.opening
        for event in in_the_round(round_.events):
            if before.phase is Phase.SETTLING and isinstance(event, RoundSettled):
                told = due(setup.game.decide, setup.game.places, setup.book, before, DEALER)
                assert told.boxes.items() <= event.boxes.items()
                assert {claim.box for claim in told.claims} == {claim.box for claim in event.claims} & {*told.boxes}
                in_play = [box.number for box in before.in_play() if box.shown]
                assert [*told.boxes] == (in_play if before.dealer_shown else [])
            if isinstance(event, CardsDealt):
                told = due(setup.game.decide, setup.game.places, setup.book, before, PIT)
                assert len(told.cards) == len(event.cards)
            for viewer in (PUBLIC, AUDITOR, Viewer("Ann")):
                assert due(setup.game.decide, setup.game.places, setup.book, before, viewer) == NOTHING
            before = evolve(before, event)
