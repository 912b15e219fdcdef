"""Learn 3 Card Poker from rewards alone, and watch the regret fall.

    python -m examples.learning.three_card [rounds] [regret.svg]

The learner plays every hand, keeps the mean reward of each, and folds those that bring less than a fold does. It
knows no odds; `info["values"]` has the exact worth of each action, and only measures how good the learner is.
"""

import sys

import numpy as np
import numpy.typing as npt

from croupier.environments import VectorHouseEnv
from examples.learning.regret import draw_regret

BOXES, QUEEN = 1 << 16, 10


def hand_of(seen: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Ranks and whether there is one suit, as a number: hands that differ in names of suits only are one."""
    ranks = np.sort(seen // 4, axis=1).astype(np.int64)
    suited = (seen % 4 == seen[:, :1] % 4).all(axis=1)
    found: npt.NDArray[np.int64] = ((ranks[:, 2] * 13 + ranks[:, 1]) * 13 + ranks[:, 0]) * 2 + suited
    return found


def main(rounds: float = 4e8, chart: str | None = None) -> float:
    test, info = VectorHouseEnv("three-card-poker", BOXES).reset(seed=2)
    hands, values = hand_of(test), info["values"]
    env = VectorHouseEnv("three-card-poker", BOXES)
    seen, _ = env.reset(seed=1)
    play = np.ones(BOXES, dtype=np.int64)
    total, count = np.zeros(13**3 * 2), np.zeros(13**3 * 2)
    found: list[tuple[float, float]] = []
    played, next_look = 0, BOXES
    while played < rounds:
        hand = hand_of(seen)
        seen, rewards, *_ = env.step(play)
        total += np.bincount(hand, rewards, len(total))
        count += np.bincount(hand, minlength=len(count))
        played += BOXES
        if played >= next_look or played >= rounds:
            plays = (total >= -count).astype(np.int64)[hands]
            regret = (values.max(axis=1) - values[np.arange(BOXES), plays]).mean()
            found.append((played, float(regret)))
            print(f"{played:>12,} rounds: regret {regret:.7f} antes a round")
            next_look *= 4
    learnt = np.flatnonzero((count > 0) & (total >= -count)).tolist()
    ranks = [(hand // 338, hand // 26 % 13, hand // 2 % 13) for hand in learnt if hand % 2 == 0]
    lowest = next((each for each in ranks if each[0] == QUEEN and QUEEN > each[1] > each[2]), None)
    print("lowest hand that it plays with a Queen:", lowest and "-".join("23456789TJQKA"[rank] for rank in lowest))
    if chart:
        draw_regret(chart, "3 Card Poker: regret of a learner, antes a round", found)
    return found[-1][1]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 4e8, sys.argv[2] if len(sys.argv) > 2 else None)
