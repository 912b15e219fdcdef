"""The table of commands by phase: whole, as reviewed, and every refusal of a rule names its paragraph."""

from collections.abc import Callable
from typing import get_args

import pytest

from croupier.doors.cli.rule import main
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house import commands as house
from croupier.rules.games.poker import commands as poker
from croupier.rules.rulebook.load import BOOKS
from croupier.rules.rulebook.model import Device, game_of
from croupier.rulings_desk.example_tables import HouseExample, PokerExample
from croupier.rulings_desk.heard import ANY_INCIDENT, heard, house_commands, poker_commands
from croupier.rulings_desk.phases import HousePhase, PokerPhase, phases, read_circumstances


@pytest.mark.parametrize("key", BOOKS)
def test_the_commands_of_each_phase(key: str, golden: Callable[[str, str], None]) -> None:
    golden(f"commands/{key}.md", heard(key))


def test_they_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["casino-stud@2", "--commands"]) == 0
    assert capsys.readouterr().out == heard("casino-stud@2")


@pytest.mark.parametrize("key", [key for key in BOOKS if game_of(key) in HOUSE_GAMES])
def test_no_command_of_the_house_is_left_out(key: str) -> None:
    phase = phases(game_of(key))[0]
    assert isinstance(phase, HousePhase)
    example = HouseExample(key, Device.SHOE, phase, read_circumstances(phase, ())[0], ANY_INCIDENT, ())
    asked = house_commands(example.game, example.dealer.state, example.report)
    assert {type(one) for each in asked.values() for one in each} == set(get_args(house.HouseCommand))


def test_no_command_of_poker_is_left_out() -> None:
    phase = phases("poker")[0]
    assert isinstance(phase, PokerPhase)
    example = PokerExample("poker@7", Device.SHOE, phase, read_circumstances(phase, ())[0], ANY_INCIDENT, ())
    asked = poker_commands(example.dealer.state, example.report)
    assert {type(one) for each in asked.values() for one in each} == set(get_args(poker.PokerCommand))
