"""Environments of games against the House: the interface, the cards of `simulate`, and the exact worth of actions."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from croupier.base.errors import Unreadable
from croupier.environments import HouseEnv, VectorHouseEnv
from croupier.numbers.maths.decisions.boxes import Box
from croupier.numbers.maths.odds.solver import solver_of
from croupier.numbers.simulation.batches import round_of
from croupier.numbers.simulation.round_files import nets_of
from croupier.rules.cards import DECK
from croupier.rules.games.house.spots import Spot
from croupier.rules.money import Cents
from croupier.rules.rulebook.load import load
from tests.simulation.plans import BOOKS, plan_of

OWN = {"three-card-poker": 3, "casino-stud": 5, "progressive-holdem": 2}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", BOOKS)
def test_gymnasium_accepts_it(game: str) -> None:
    check_env(HouseEnv(game))


@pytest.mark.parametrize("game", BOOKS)
def test_perfect_play_wins_what_the_simulation_counts(game: str) -> None:
    """The cards of each round, and its result in antes, are those of `simulate --seed 7`."""
    plan = plan_of(game, 1_000)
    env = HouseEnv(game)
    info: Mapping[str, Any]
    first, info = env.reset(seed=7)
    for number in range(12):
        played = round_of(plan, number)
        own = played.cards[-OWN[game] :]
        assert tuple(DECK[card] for card in first[: OWN[game]]) == own
        assert info["round"] == number
        reward, over = 0.0, False
        while not over:
            assert info["action_mask"].tolist() == [1, 1]
            _, reward, over, _, info = env.step(int(np.argmax(info["values"])))
        assert 1000 * reward == nets_of(plan, played)[0]
        first, info = env.reset()


@pytest.mark.parametrize("game", BOOKS)
def test_many_boxes_are_many_times_one(game: str) -> None:
    """Box b of N plays the rounds b, b + N, …, step for step as an environment with one box does."""
    boxes, steps = 3, 12
    vector, alone = VectorHouseEnv(game, boxes), [HouseEnv(game) for _ in range(boxes)]
    seen, _ = vector.reset(seed=3)
    for box, env in enumerate(alone):
        now, _ = env.reset(seed=3)
        for _ in range(box):
            now, _ = env.reset()
        assert (now == seen[box]).all()
    for actions in np.random.default_rng(1).integers(0, 2, (steps, boxes)):
        seen, rewards, over, _, info = vector.step(actions)
        assert info["values"].shape == info["action_mask"].shape == (boxes, 2)
        for box, env in enumerate(alone):
            now, reward, ended, _, _ = env.step(int(actions[box]))
            assert (reward, ended) == (rewards[box], over[box])
            for _ in range(boxes if ended else 0):  # those between are played by the other boxes
                now, _ = env.reset()
            assert (now == seen[box]).all()
    assert vector.action_masks().all()


@pytest.mark.parametrize("game", BOOKS)
def test_values_are_those_of_advise(game: str) -> None:
    """To the last digits, also with side bets; in Hold'em at each of the three decisions."""
    side = {"pair_plus": 5} if game == "three-card-poker" else {"bonus": 5} if game == "progressive-holdem" else {}
    env = HouseEnv(game, jackpot_bet=5, meter=125_000, **side)  # type: ignore[arg-type]
    book = load(BOOKS[game])
    bets = {Spot(name.replace("_", "-")): Cents(500) for name in side} | {Spot.JACKPOT: Cents(500)}
    info: Mapping[str, Any]
    seen, info = env.reset(seed=11)
    for _ in range(3):
        cards = [DECK[card] for card in seen.tolist()[: len(seen) if game != "progressive-holdem" else 6] if card < 52]
        own, others = cards[: OWN[game]], cards[OWN[game] :]
        box = Box(
            hand=own,
            up=others if game == "casino-stud" else (),
            board=others if game == "progressive-holdem" else (),
            ante=Cents(1000),
            bets=bets,
            meter=Cents(12_500_000),
            turn_bet=len(others) == 4 and bool(seen[7]),
        )
        words = env.words[int(seen[6]) if game == "progressive-holdem" else 0]
        options = solver_of(book).options(book, box)
        for word, value in zip(words, info["values"].tolist(), strict=True):
            (exact,) = (worth for decision, worth in options.values.items() if decision.value == word)
            assert value == pytest.approx(float(exact / 1000), rel=1e-12)
        seen, _, over, _, info = env.step(1)
        if over:
            seen, info = env.reset()


def test_what_makes_no_sense() -> None:
    with pytest.raises(Unreadable, match="has no Bonus bet"):
        HouseEnv("casino-stud", bonus=5)
    with pytest.raises(Unreadable, match="not a game against the House"):
        HouseEnv("poker")
    env = VectorHouseEnv("three-card-poker", 2)
    env.reset(seed=1)
    with pytest.raises(Unreadable, match="expected 2 actions"):
        env.step(np.array([0, 2]))
