"""Learn Progressive Hold'em from rewards, nearly perfectly, in some minutes.

    python -m examples.learning.holdem [rounds] [regret.svg]

What the learner sees of a hand: hole cards, whether they pair the board and how well, and draws. For each of these it
keeps the mean result of betting and of checking, first at random; then it bets where that was better, and learns which
hole cards bring less than a fold. `info["values"]` only measures how good the learner is.
"""

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.environments import VectorHouseEnv
from examples.learning.regret import draw_regret

BOXES = 1 << 15
KINDS = 13 * 13 * 6 * 4 * 3
Ints = npt.NDArray[np.int64]


def holes_of(seen: npt.NDArray[np.uint8]) -> Ints:
    """Two ranks, and whether they are of one suit."""
    high, low = np.maximum(seen[:, 0], seen[:, 1]) // 4, np.minimum(seen[:, 0], seen[:, 1]) // 4
    found: Ints = (high.astype(np.int64) * 13 + low) * 2 + (seen[:, 0] % 4 == seen[:, 1] % 4)
    return found


def kind_of(seen: npt.NDArray[np.uint8]) -> Ints:
    """Hole ranks; how the hand is made (nothing, by the board, a pair by its place, more); flush and straight draws."""
    cards = seen[:, :6].astype(np.int64)
    there = cards < 52
    ranks, suits = np.where(there, cards // 4, 99), np.where(there, cards % 4, 99)
    each = np.arange(13)
    board = (ranks[:, 2:, None] == each).sum(axis=1)
    every = board + (ranks[:, :2, None] == each).sum(axis=1)
    high, low = ranks[:, :2].max(axis=1), ranks[:, :2].min(axis=1)
    rows = np.arange(len(seen))
    paired = np.where(board[rows, high] > 0, high, np.where((board[rows, low] > 0) | (high == low), low, -1))
    above = ((board > 0) & (each > paired[:, None])).sum(axis=1)
    more = ((every >= 2).sum(axis=1) > np.maximum((board >= 2).sum(axis=1), 1)) | (every.max(axis=1) > 2)
    made = np.where(more, 5, np.where(paired >= 0, 2 + np.minimum(above, 2), (board >= 2).any(axis=1)))
    suited = (suits[:, :, None] == np.arange(4)).sum(axis=1).max(axis=1)
    held = (every > 0).astype(np.int64)
    held = np.concatenate((held[:, 12:], held), axis=1)
    runs = np.stack([held[:, place : place + 5].sum(axis=1) for place in range(10)]).max(axis=0)
    draws = np.where(suited >= 5, 3, np.where(suited == 4, 2, suited == 3))
    found: Ints = (((high * 13 + low) * 6 + made) * 4 + draws) * 3 + np.maximum(runs - 3, 0)
    return found


class Learner:
    def __init__(self) -> None:
        self._total, self._count = np.zeros((2, KINDS, 2)), np.full((2, KINDS, 2), 1e-9)
        self._holes, self._held = np.zeros(338), np.full(338, 1e-9)

    def bets(self, seen: npt.NDArray[np.uint8]) -> Ints:
        stage = seen[:, 6].astype(np.int64)
        later, kind = np.maximum(stage - 1, 0), kind_of(seen)
        mean = self._total[later, kind] / self._count[later, kind]
        holes = holes_of(seen)
        stays = self._holes[holes] >= -self._held[holes]
        found: Ints = np.where(stage == 0, stays, mean[:, 1] > mean[:, 0]).astype(np.int64)
        return found

    def learn(self, env: VectorHouseEnv, rounds: float, chance: np.random.Generator, *, first: bool) -> None:
        """The first decision, with the others as they have been learnt; or those, at random."""
        seen, _ = env.reset()
        rows = np.arange(BOXES)
        kinds, taken = np.zeros((2, BOXES), dtype=np.int64), np.zeros((2, BOXES), dtype=np.int64)
        holes = holes_of(seen)
        played = 0
        while played < rounds:
            stage = seen[:, 6].astype(np.int64)
            actions = self.bets(seen) if first else chance.integers(0, 2, BOXES)
            actions[stage == 0] = 1
            later = np.maximum(stage - 1, 0)
            now = np.flatnonzero(stage)
            kinds[later[now], now], taken[later[now], now] = kind_of(seen)[now], actions[now]
            seen, rewards, over, *_ = env.step(actions)
            ended = rows[over]
            if first:
                self._holes += np.bincount(holes[ended], rewards[ended], 338)
                self._held += np.bincount(holes[ended], minlength=338)
            else:
                for street in range(2):
                    at = kinds[street, ended] * 2 + taken[street, ended]
                    self._total[street] += np.bincount(at, rewards[ended], 2 * KINDS).reshape(-1, 2)
                    self._count[street] += np.bincount(at, minlength=2 * KINDS).reshape(-1, 2)
            holes[ended] = holes_of(seen[ended])
            played += len(ended)


def regret_of(learner: Learner, test: npt.NDArray[np.uint8], values: npt.NDArray[Any]) -> float:
    """Antes a decision."""
    bets = learner.bets(test)
    return float((values.max(axis=1) - values[np.arange(len(test)), bets]).mean())


def main(rounds: float = 3e7, chart: str | None = None, tested: int = 1_500) -> float:
    chance = np.random.default_rng(1)
    exam = VectorHouseEnv("progressive-holdem", tested)
    seen, info = exam.reset(seed=2)
    tests, values = [seen], [info["values"]]
    for _ in range(2):
        seen, _, _, _, info = exam.step(np.ones(tested, dtype=np.int64))
        tests.append(seen)
        values.append(info["values"])
    test, worth = np.concatenate(tests), np.concatenate(values)
    env, learner = VectorHouseEnv("progressive-holdem", BOXES), Learner()
    env.reset(seed=1)
    found: list[tuple[float, float]] = []
    played, part = 0.0, rounds / 64
    while played < rounds:
        learner.learn(env, 0.8 * part, chance, first=False)
        learner.learn(env, 0.2 * part, chance, first=True)
        played += part
        part = min(played, rounds - played) or part
        found.append((played, regret_of(learner, test, worth)))
        print(f"{played:>12,.0f} rounds: regret {found[-1][1]:.5f} antes a decision")
    if chart:
        draw_regret(chart, "Progressive Hold'em: regret of a learner, antes a decision", found)
    return found[-1][1]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 3e7, sys.argv[2] if len(sys.argv) > 2 else None)
