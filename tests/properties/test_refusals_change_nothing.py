"""A command is accepted whole or not at all, and a refusal says why."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.base.errors import Refused
from croupier.rules.cards import Card
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as cmd
from croupier.rules.games.house.evolve import evolve
from croupier.rules.games.house.table import HouseRound, HouseTable, open_round
from croupier.rules.rulebook.load import at_the_table
from croupier.rules.rulebook.model import Device, game_of
from tests.properties.rounds import ANYBODY, Played, Together, nonsense, played, rolls


@given(played(disturbed=True))
def test_refused_leaves_round_meter_and_cards_as_they_were(what: Played) -> None:
    for round_ in what.rounds:
        for step in round_.steps:
            if step.refused is not None:
                assert step.refused.why.strip()
                assert step.after == step.before
                assert msgspec.json.encode(step.after.round) == msgspec.json.encode(step.before.round)


@given(played(rounds=1), st.lists(rolls, min_size=1, max_size=5))
def test_whatever_is_said_in_whatever_state_is_decided_or_refused(what: Played, words: list[int]) -> None:
    """Also in the states inside a command, where cards are due or a claim is open."""
    game, book = what.setup.game, what.setup.book
    said = [nonsense(what.setup, roll) for roll in words]
    for state in what.rounds[0].states():
        before = msgspec.json.encode(state)
        for command in said:
            assert not isinstance(command, Together | cmd.TableCommand)
            with suppress(Refused):
                after = state
                for event in game.decide(book, state, command):
                    after = evolve(after, event)
        assert msgspec.json.encode(state) == before


@given(played(rounds=1))
def test_a_device_deals_just_the_cards_that_are_due_and_each_once(what: Played) -> None:
    game, book, deck = what.setup.game, what.setup.book, what.setup.decks[0]
    for state in what.rounds[0].states():
        due = len(game.places(book, state))
        if due == 0:
            refused(what, state, deck[:1])
            continue
        rest = tuple(card for card in deck if card not in state.dealt)
        game.decide(book, state, cmd.DealCards(rest[:due]))
        refused(what, state, rest[: due - 1])
        refused(what, state, rest[: due + 1])
        for twice in (*rest[: due - 1][-1:], *state.dealt[:1]):
            refused(what, state, (*rest[: due - 1], twice))


@pytest.mark.parametrize("junk", ["Zz", "", "1s", "as", "A♠"])
@given(what=played(rounds=1))
def test_a_device_cannot_deal_what_is_not_in_the_deck(junk: str, what: Played) -> None:
    for state in what.rounds[0].states():
        if due := len(what.setup.game.places(what.setup.book, state)):
            rest = tuple(card for card in what.setup.decks[0] if card not in state.dealt)
            refused(what, state, (*rest[: due - 1], Card(junk)))


def refused(what: Played, state: HouseRound, cards: tuple[Card, ...]) -> None:
    with pytest.raises(Refused):
        what.setup.game.decide(what.setup.book, state, cmd.DealCards(cards))


@pytest.mark.parametrize("key", ["three-card-poker@3", "casino-stud@2"])
def test_an_incident_of_another_game_is_refused(key: str) -> None:
    game, book = HOUSE_GAMES[game_of(key)], at_the_table(key, Device.SHOE)
    table = HouseTable(device=Device.SHOE, limits={}, players={1: "Ann"})
    assert set(cmd.Incident) - game.incidents == {cmd.Incident.COMMUNITY_COUNT}
    with pytest.raises(Refused):
        game.decide(book, open_round(table), cmd.ReportIrregularity(cmd.Incident.COMMUNITY_COUNT, ANYBODY))
