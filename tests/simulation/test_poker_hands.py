"""Programs at a poker table: hands as a pure function, totals in any order, rake and chips that add up."""

import json

import pytest

from croupier.doors.cli import main
from croupier.rounds.players.many_hands import PLAYERS, PokerPlan, added, played_hands
from croupier.rules.money import Cents


def plan(hands: int = 60, batch: int = 20, rake: int = 500) -> PokerPlan:
    return PokerPlan("poker@7", hands, 3, tuple(PLAYERS), Cents(100), Cents(20_000), rake, Cents(600), batch)


def test_batches_in_any_order_give_the_same_totals() -> None:
    first, second, third = (played_hands(plan(), batch) for batch in range(3))
    assert added(added(third, first), second) == played_hands(plan(batch=60), 0)


def test_chips_and_rake_add_up() -> None:
    total = played_hands(plan(batch=60), 0)
    assert total.hands == 60
    assert sum(total.nets) == -total.rake < 0
    assert sum(played_hands(plan(batch=60, rake=0), 0).nets) == 0


def test_players_differ() -> None:
    total = played_hands(plan(batch=60), 0)
    entered = dict(zip(PLAYERS, total.entered, strict=True))
    assert entered["tight"] < entered["loose"] < entered["caller"]


@pytest.mark.slow
def test_any_number_of_jobs_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for jobs in ("1", "2"):
        assert (
            main(["simulate", "poker", "--hands", "1100", "--players", "tight,caller", "--json", "--jobs", jobs]) == 0
        )
        found.append(json.loads(capsys.readouterr().out))
        found[-1].pop("run")
    assert found[0] == found[1]
    assert found[0]["rounds"] == 1100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--players tight,fish", "there is no player 'fish'"),
        ("--players tight", "2 to 9 players, not 1"),
        ("--stake 1.50", "multiple of the small blind"),
        ("--rake 101", "per cent of the pot"),
        ("--errors exposed=1/2", "not for poker"),
        ("--hands 0", "expected a whole number from 1"),
    ],
)
def test_what_makes_no_sense(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "poker", *words.split()]) == 2
    assert said in capsys.readouterr().err
