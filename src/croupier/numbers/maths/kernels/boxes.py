"""Compiled loops of `croupier.environments`: many boxes, each at a decision of its own round."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.tools.arrays import Bytes, Ints

UNSEEN = 52


@jit
def decide(
    actions: Ints,
    stages: int,
    stage: Bytes,
    bets: Bytes,
    money: npt.NDArray[np.float64],
    rewards: npt.NDArray[np.float64],
    over: npt.NDArray[np.bool_],
) -> None:
    """Every box decides: 0 for the least, 1 for the bet. `money` has what each way to the end brings.

    A game of one decision has two ways. Of three decisions the first may fold, and the others make four ways more.
    """
    for box in range(len(actions)):
        bet, now = actions[box], stage[box]
        rewards[box] = 0.0
        over[box] = stages == 1 or now == 2 or (now == 0 and bet == 0)
        if over[box]:
            rewards[box] = money[box, 1 + bets[box] + bet if now == 2 else bet]
        elif now == 1:
            bets[box] = 2 * bet
        stage[box] = 0 if over[box] else now + 1
        if over[box]:
            bets[box] = 0


@jit
def show(seen: Bytes, cards: Bytes, visible: Ints, stage: Bytes, bets: Bytes) -> None:
    """[box]: cards that are seen at this stage, others as UNSEEN; where there are stages, those and the Turn bet."""
    width = cards.shape[1]
    for box in range(len(seen)):
        for place in range(width):
            seen[box, place] = cards[box, place] if place < visible[stage[box]] else UNSEEN
        if seen.shape[1] > width:
            seen[box, width] = stage[box]
            seen[box, width + 1] = bets[box] // 2
