"""The same deck sealed and dealt by hand: whatever people do and report, the rounds end alike, chip for chip."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.base.actors import AUDITOR, DEALER, PUBLIC, Viewer
from croupier.base.typed_fields import texts_of
from croupier.floor.journal.codec import EventCodec, StateCodec
from croupier.floor.journal.upcast import VERSION
from croupier.rules.cards import DECK, Card
from croupier.rules.games.common import FACE_DOWN, is_place, place_of
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house import life
from croupier.rules.games.house.due import awaited, due
from croupier.rules.games.house.events import CardsNamed, HouseEvent, RoundSettled
from croupier.rules.games.house.shown import all_shown
from croupier.rules.games.house.table import HouseRound, HouseState, Phase
from croupier.rules.games.house.view import sees, view
from tests.properties.by_hand import ByHand, in_no_order
from tests.properties.rounds import Played, Step, played

VIEWERS = (PUBLIC, DEALER, AUDITOR, Viewer("Ann"))


def in_its_words(step: Step) -> cmd.HouseCommand:
    """The same act where cards lie face down: two that were drawn at once are named by their places."""
    command, dealt = step.command, step.before.round.dealt
    if isinstance(command, cmd.ReportIrregularity) and command.first in dealt and command.second in dealt:
        first, second = (place_of(dealt.index(card) + 1) for card in (command.first, command.second) if card)
        return replace(command, first=first, second=second)
    return command


def again(what: Played) -> ByHand:
    """The same evening dealt by hand, compared after every act."""
    table = ByHand(what.setup)
    for number, round_ in enumerate(what.rounds):
        if number:
            assert table.do(cmd.OpenRound()) is None
        for step in round_.steps:
            if step.refused is not None and names_cards(step.command):
                continue  # that they do not lie there is not known where nobody has entered them
            before = table.dealer.state
            refused = table.do(in_its_words(step))
            if step.refused is not None:
                assert refused is not None, step
                assert (refused.why, refused.cites) == (step.refused.why, step.refused.cites)
                assert table.dealer.state is before
            else:
                assert refused is None, step
            assert table.as_if_sealed() == in_no_order(step.after.round)
            shows = None if step.after.meter is None else step.after.meter.parts
            assert (table.dealer.link and table.dealer.link.meter.parts) == shows
    return table


def names_cards(command: cmd.HouseCommand) -> bool:
    return any(texts_of(command, Card))


@given(played())
def test_a_round_ends_as_it_would_with_sealed_cards(what: Played) -> None:
    again(what)


@given(played(rounds=1))
def test_the_journal_gives_it_back(what: Played) -> None:
    table = again(what)
    events = tuple(event for event in table.log if isinstance(event, HouseEvent))
    state: HouseState | None = None
    codec: EventCodec[HouseEvent] = EventCodec(HouseEvent)
    for event in codec.decode(VERSION, codec.encode(events)):
        state = life.evolve(state, event)
    assert state is not None and state == table.dealer.state
    assert StateCodec(HouseState).decode(StateCodec(HouseState).encode(state)) == state


@given(played(rounds=1), st.data())
def test_nobody_sees_a_place_and_everybody_sees_what_was_turned_up(what: Played, data: st.DataObject) -> None:
    table = again(what)
    (opening, *events) = [event for event in table.log if isinstance(event, HouseEvent)]
    viewer = data.draw(st.sampled_from(VIEWERS))
    state = life.evolve(None, opening)
    for event, told in zip(events, all_shown(events, state, viewer), strict=True):
        state = life.evolve(state, event)
        assert all(text == FACE_DOWN or text in DECK for text in texts_of(told, Card))
        if isinstance(event, CardsNamed):
            assert set(event.cards) <= {*texts_of(told, Card)} & sees(state.round, viewer)
        assert all(text in DECK for text in texts_of(view(state.round, viewer), Card))
        assert sees(state.round, viewer) == sees(state.round, PUBLIC)


@given(played(rounds=1))
def test_it_says_what_it_waits_for_and_what_is_due_is_paid(what: Played) -> None:
    game, book = what.setup.game, what.setup.book
    table = ByHand(what.setup)
    for step in what.rounds[0].steps:
        if step.refused is None:
            table.do(in_its_words(step))
    state: HouseState | None = None
    for event in (event for event in table.log if isinstance(event, HouseEvent)):
        before = None if state is None else state.round
        if before is not None and isinstance(event, CardsNamed) and before.phase is not Phase.SETTLED:
            check_asked_for(before, event)
        if before is not None and before.phase is Phase.SETTLING and isinstance(event, RoundSettled):
            told = due(game.decide, game.places, book, before, DEALER)
            assert told.boxes.items() <= event.boxes.items()
        state = life.evolve(state, event)
        if not state.round.over:
            assert awaited(game.faces_due, game.places, book, state.round) or state.round.phase is Phase.DECIDING


def check_asked_for(before: HouseRound, event: CardsNamed) -> None:
    assert all(map(is_place, event.before)), "each card is named once"
    assert not {*event.cards} & {*before.dealt}
