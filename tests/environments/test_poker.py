"""Poker on the live rules, as an environment."""

import random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from croupier.base.errors import Refused, Unreadable
from croupier.environments import PokerEnv
from croupier.rounds.players.many_hands import PokerPlan, played_hands
from croupier.rules.money import Cents


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_it() -> None:
    api_test(PokerEnv(4, stakes=[200, 50, 300, 1000], rake=5, cap=10), num_cycles=300)
    seed_test(lambda: PokerEnv(3), num_cycles=50)


def test_calling_wins_what_the_simulation_counts() -> None:
    """The same cards and the same rake as `simulate poker --seed 3`."""
    plan = PokerPlan("poker@7", 8, 3, ("caller", "caller", "caller"), Cents(100), Cents(20_000), 500, Cents(600), 8)
    env = PokerEnv(3, rake=5, cap=6)
    env.reset(seed=3)
    total = np.zeros(3)
    for _ in range(8):
        for agent in env.agent_iter():
            _, reward, over, _, _ = env.last()
            total[env.possible_agents.index(agent)] += reward * over
            env.step(None if over else 1)
        env.reset()
    assert (total * 200).tolist() == list(played_hands(plan, 0).nets)
    assert env.statistics["player_1"].report()["vpip"] > 0


def test_any_size_that_the_rules_allow() -> None:
    env = PokerEnv(2, stakes=[200, 120])
    env.reset(seed=1)
    info = env.infos[env.agent_selection]
    assert info["raise_from"] == "4.00"
    with pytest.raises(Refused):
        env.step(("raise", "3"))
    env.step(("raise", "37"))
    assert env.infos[env.agent_selection]["raise_from"] == "72.00"
    mask = env.action_masks()
    assert mask.tolist() == env.observe(env.agent_selection)["action_mask"].tolist()
    with pytest.raises(Unreadable, match="possible are 0 fold"):
        env.step(99)


def test_chips_add_up_and_nobody_sees_hidden_cards() -> None:
    env = PokerEnv(5, stakes=[100, 200, 60, 300, 80])
    chance = random.Random(2)
    env.reset(seed=9)
    for _ in range(20):
        total = 0.0
        for _agent in env.agent_iter():
            seen, reward, over, _, info = env.last()
            assert seen["observation"][:52].sum() == 2
            total += reward * over
            assert not over or set(info["statistics"]) >= {"vpip", "pfr", "net"}
            env.step(None if over else int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        assert total == pytest.approx(0)
        env.reset()
