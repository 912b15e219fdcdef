"""Every payment that the scenarios make can be followed with a pencil: the steps come to what was paid."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.rounds.dealing.house_dealer import HouseDealer
from croupier.rounds.roundfile.read_tables import read_scripts
from croupier.rounds.roundfile.run import Played, play
from croupier.rounds.telling.arithmetic import BoxArithmetic, Steps, answers_in, pot_steps
from croupier.rules.games import HOUSE_GAMES
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.poker.table import PokerState
from croupier.rules.money import cents
from tests.as_json import as_json

SCENARIOS = Path(__file__).parents[1] / "scenarios"
STEPS = {"bet", "counts", "excess", "pays", "loses", "pushes", "returned", "meter", "share", "fixed"}
PAID = ("pays", "cap", "share", "fixed", "envy")


def come_to(steps: Steps) -> tuple[int, int]:
    """What was paid, and what came back of the stake."""
    amounts = [(step.step, cents(step.amount)) for step in steps]
    paid = [amount for step, amount in amounts if step in PAID]
    return (paid[-1] if paid else 0), sum(amount for step, amount in amounts if step == "returned")


def add_up(steps: Steps) -> None:
    by_name: dict[str, Any] = {step.step: as_json(step) for step in steps}
    if "counts" in by_name:
        parts = cents(by_name["counts"]["amount"]) + cents(by_name["excess"]["amount"])
        assert parts == cents(by_name["bet"]["amount"])
    if "pays" in by_name:
        pays = by_name["pays"]
        assert cents(pays["on"]) * int(pays["odds"]) == cents(pays["amount"])


def played(folder: str) -> Iterator[tuple[str, Played]]:
    for file in sorted((SCENARIOS / folder).rglob("*.round.toml")):
        for script in read_scripts(file.read_text(encoding="utf-8")):
            game = play(script)
            if isinstance(game, Played):
                yield f"{file.name} {script.book.key}", game


@pytest.mark.parametrize("game", sorted(HOUSE_GAMES))
def test_what_a_box_is_paid(game: str) -> None:
    steps_seen: Counter[str] = Counter()
    for name, one in played(game):
        dealer = one.dealer
        assert isinstance(dealer, HouseDealer)
        round_ = dealer.round
        answers = answers_in(event for told in one.story for event in told.events)
        for box in round_.boxes.values():
            if not box.lines:
                continue
            sums = BoxArithmetic(dealer.game, dealer.book, round_, box, answers.get(box.number))
            for line in box.lines:
                steps = sums.line(line)
                assert come_to(steps) == (line.paid, line.returned), (name, line, steps)
                add_up(steps)
                steps_seen.update(step.step for step in steps)
            for award in box.awards:
                assert come_to(sums.award(award)) == (award.paid, 0), (name, award)
                steps_seen.update(step.step for step in sums.award(award))
    assert {"bet", "counts", "excess", "pays", "loses", "pushes", "returned", "meter", "share", "fixed"} <= {
        *steps_seen
    }


def test_what_a_pot_is_given_to() -> None:
    steps_seen: Counter[str] = Counter()
    for name, one in played("poker"):
        state = one.dealer.state
        assert isinstance(state, PokerState)
        round_ = state.round
        if round_ is None:
            continue
        for pot in round_.pots:
            steps = {step.step: as_json(step) for step in pot_steps(state.table, pot)}
            rake = cents(steps["rake"]["amount"]) if "rake" in steps else 0
            given = sum(pot.won.values())
            assert cents(steps["pot"]["amount"]) - rake == given, name
            if "split" in steps:
                odd = cents(steps["odd-chips"]["amount"]) if "odd-chips" in steps else 0
                assert cents(steps["split"]["amount"]) * steps["split"]["ways"] + odd == given, name
            steps_seen.update(list(steps))
    assert {*steps_seen} == {"pot", "rake", "split", "odd-chips"}


def test_a_line_names_the_hand_it_is_paid_for() -> None:
    text = """
        rulebook = "three-card-poker@3"
        dealing = "shuffler"
        shoe = "9h 8s 7d Qd 9c 4s"
        actions  = ["1 ante 50", "1 pair-plus 25", "close", "1 look", "1 play"]
        table    = { ante = ["10", "1000"], pair-plus = ["5", "500"] }
        boxes    = { 1 = "Ann" }
    """
    (script,) = read_scripts(text)
    one = play(script)
    assert isinstance(one, Played) and isinstance(one.dealer, HouseDealer)
    box = one.dealer.round.boxes[1]
    sums = BoxArithmetic(one.dealer.game, one.dealer.book, one.dealer.round, box)
    by_spot = {line.spot: sums.line(line) for line in box.lines}
    assert as_json(by_spot[Spot.PAIR_PLUS]) == [
        {"step": "bet", "amount": "25.00"},
        {"step": "pays", "amount": "125.00", "odds": "5", "on": "25.00", "hand": "straight"},
        {"step": "returned", "amount": "25.00"},
    ]
    (bonus,) = box.awards
    assert as_json(sums.award(bonus)) == [
        {"step": "pays", "amount": "50.00", "odds": "1", "on": "50.00", "hand": "straight"}
    ]
