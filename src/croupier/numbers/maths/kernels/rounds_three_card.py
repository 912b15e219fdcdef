"""Compiled loops of `croupier.numbers.simulation.three_card`."""

import numpy as np

from croupier.numbers.maths.kernels.jit import jit
from croupier.numbers.maths.kernels.rounds import Classes, deal
from croupier.numbers.maths.tools.arrays import Ints


@jit
def classify(classes: Classes, start: int, seed: int, refused: Ints, qualifies: int, hands: Classes) -> None:
    """[round, box]: 8 times the outcome, FOLDED and then as in COMPARED, and the kind of hand.

    `hands` has for each box and three cards the value, the kind in three bits, and in the last whether it is played.
    """
    boxes = classes.shape[1]
    deck, drawn, put = np.arange(52), np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for number in range(classes.shape[0]):
        deal(deck, drawn, put, 3 + 3 * boxes, refused, seed, start + number)
        dealer = hands[0, (drawn[0] * 52 + drawn[1]) * 52 + drawn[2]] >> 4
        for box in range(boxes):
            first = 3 + 3 * box
            hand = hands[box, (drawn[first] * 52 + drawn[first + 1]) * 52 + drawn[first + 2]]
            value = hand >> 4
            if not hand & 1:
                outcome = 0
            elif dealer < qualifies:
                outcome = 1
            elif value > dealer:
                outcome = 2
            else:
                outcome = 3 if value == dealer else 4
            classes[number, box] = 8 * outcome + (hand >> 1 & 7)
