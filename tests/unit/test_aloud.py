"""What everybody at a table is shown, in all scenarios: never a face-down card."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.base.actors import PUBLIC
from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.poker_script import read_poker_script
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import Played, play
from croupier.rounds.telling.house_story import opened
from croupier.rounds.telling.public import Aloud, house_aloud, poker_aloud
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.life import evolve as evolve_house
from croupier.rules.games.house.view import sees as sees_house
from croupier.rules.games.poker.evolve import evolve as evolve_poker
from croupier.rules.games.poker.table import PokerState
from croupier.rules.games.poker.view import sees as sees_poker
from croupier.rules.jackpot.events import LinkEvent

SCENARIOS = Path(__file__).parents[1] / "scenarios"
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
OF_HOUSE_GAMES = {"box-settled", "cards-dealt", "dealer-revealed", "decision-made", "irregularity-ruled"}
OF_POKER = {"action-taken", "hand-shown", "hands-not-shown", "pot-won", "poker-irregularity-ruled", "seat-stands"}
RULED = {"irregularity-ruled", "poker-irregularity-ruled"}
"""Pages have words of their own for reports and rulings."""


def rounds_of(folder: str) -> list[Played]:
    found = []
    for file in sorted((SCENARIOS / folder).rglob("*.round.toml")):
        for script in read_scripts(file.read_text(encoding="utf-8")):
            played = play(script)
            if isinstance(played, Played):
                found.append(played)
    return found


def check(told: list[Aloud], said: str, seen: frozenset[Any]) -> None:
    """Cards that somebody has named in the act are no secret."""
    for each in told:
        assert each.text
        assert each.says is not None or each.event in RULED, each
        text = msgspec.json.encode(each).decode()
        assert set(CARD.findall(text)) <= {*seen, *CARD.findall(said)}, (said, each)


@pytest.mark.parametrize("game", sorted(HOUSE_GAMES))
def test_a_house_banked_table(game: str) -> None:
    told_of: Counter[str] = Counter()
    for played in rounds_of(game):
        assert isinstance(played.dealer, HouseDealer)
        state, _ = opened(played.dealer.opening)
        for act in played.story:
            events: list[Any] = [event for event in act.events if not isinstance(event, LinkEvent)]
            told = list(house_aloud(played.script.book, state, act.text, events))
            seen = sees_house(state.round, PUBLIC)
            for event in events:
                state = evolve_house(state, event)
                seen |= sees_house(state.round, PUBLIC)
            check(told, act.text, seen)
            told_of.update(each.event for each in told)
    assert set(told_of) >= OF_HOUSE_GAMES


def test_poker() -> None:
    told_of: Counter[str] = Counter()
    for played in rounds_of("poker"):
        state: PokerState = read_poker_script(played.script).state
        for act in played.story:
            events: list[Any] = list(act.events)
            told = list(poker_aloud(played.script.book, state, act.text, events))
            seen = sees_poker(state, PUBLIC)
            for event in events:
                state = evolve_poker(state, event)
                seen |= sees_poker(state, PUBLIC)
            check(told, act.text, seen)
            told_of.update(each.event for each in told)
    assert set(told_of) >= OF_POKER
