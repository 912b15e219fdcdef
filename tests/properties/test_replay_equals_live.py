"""What happened is enough: folding it from the opening of the round gives the state that the table was in."""

from collections.abc import Iterable
from functools import reduce

import msgspec
from hypothesis import given

from croupier.rounds.dealing.decks import ShuffledDecks
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rules.cards import seeded_chance
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import events as ev
from croupier.rules.games.house.commands import Incident, OpenRound, ReportIrregularity, TableCommand
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.table import HouseRound, HouseTable, Policy
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device
from tests.properties.rounds import ANYBODY, Played, in_the_round, played

JOURNAL = msgspec.json.Decoder(tuple[ev.HouseEvent, ...])
SAVED = msgspec.json.Decoder(HouseRound)


def fold(opening: HouseRound, events: Iterable[ev.HouseEvent]) -> HouseRound:
    """Of the round alone; the table's own events are folded in test_whole_lives."""
    return reduce(evolve, in_the_round(events), opening)


def same(one: HouseRound, other: HouseRound) -> None:
    """Equal, and boxes and bets also in the same order."""
    assert one == other
    assert list(one.boxes) == list(other.boxes)
    for box, twin in zip(one.boxes.values(), other.boxes.values(), strict=True):
        assert list(box.bets) == list(twin.bets)


@given(played())
def test_events_fold_to_the_live_state(what: Played) -> None:
    for round_ in what.rounds:
        state = round_.opening
        for step in round_.steps:
            state = fold(state, step.events)
            same(state, step.after.round)


def test_the_sign_changes_by_an_event() -> None:
    table = HouseTable(device=Device.SHOE, limits={}, players={1: "Ann"}, jackpot_bet=Cents(500))
    book = at_the_table("casino-stud@2", Device.SHOE)
    dealer = HouseDealer(HOUSE_GAMES["casino-stud"], book, table, None, ShuffledDecks(seeded_chance(0)))
    dealer.act(ReportIrregularity(Incident.JACKPOT_DOWN, ANYBODY, policy=Policy.WITHOUT_JACKPOT))
    dealer.act(OpenRound())
    opening = dealer.round
    events, state = dealer.game.run(book, dealer.state, ReportIrregularity(Incident.JACKPOT_UP, ANYBODY))
    same(fold(opening, events), state.round)


@given(played())
def test_events_survive_a_journal(what: Played) -> None:
    for round_ in what.rounds:
        read = JOURNAL.decode(msgspec.json.encode(round_.events))
        assert read == round_.events
        assert [type(event) for event in read] == [type(event) for event in round_.events]
        same(fold(round_.opening, read), fold(round_.opening, round_.events))


@given(played())
def test_a_round_can_be_saved_at_any_moment(what: Played) -> None:
    for round_ in what.rounds:
        for state in round_.states():
            same(SAVED.decode(msgspec.json.encode(state)), state)


@given(played())
def test_deciding_again_decides_the_same(what: Played) -> None:
    """No act leaves a trace in the state it was decided on: frozen values hold dictionaries."""
    for round_ in what.rounds:
        for step in round_.steps:
            if isinstance(step.command, TableCommand) or step.refused is not None:
                continue
            before = msgspec.json.encode(step.before.round)
            events = what.setup.game.decide(what.setup.book, step.before.round, step.command)
            assert events == step.events[: len(events)]
            assert msgspec.json.encode(step.before.round) == before
