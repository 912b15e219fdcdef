"""Compiled loops of `croupier.numbers.simulation.three_card`."""

import numpy as np

from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rounds import Classes, deal, deal_six, outcome_of
from croupier.numbers.maths.tools.arrays import Ints


@jit
def classify(classes: Classes, start: int, seed: int, refused: Ints, qualifies: int, hands: Classes) -> None:
    """[round, box]: 8 times the outcome, FOLDED and then as in COMPARED, and the kind of hand.

    `hands` has for each box and three cards the value, the kind in three bits, and in the last whether it is played.
    """
    boxes = classes.shape[1]
    deck, drawn, put = np.arange(52), np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for number in range(classes.shape[0]):
        if boxes == 1:
            deal_six(deck, drawn, put, refused, seed, start + number)
        else:
            deal(deck, drawn, put, 3 + 3 * boxes, refused, seed, start + number)
        dealer = int64(hands[0, (drawn[0] * 52 + drawn[1]) * 52 + drawn[2]]) >> 4
        for box in range(boxes):
            first = 3 + 3 * box
            hand = int64(hands[box, (drawn[first] * 52 + drawn[first + 1]) * 52 + drawn[first + 2]])
            outcome = (hand & 1) * outcome_of(hand >> 4, dealer, qualifies)
            classes[number, box] = 8 * outcome + (hand >> 1 & 7)
