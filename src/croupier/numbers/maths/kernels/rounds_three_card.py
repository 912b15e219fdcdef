"""Compiled loops of `croupier.numbers.simulation.three_card`."""

import numpy as np

from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rounds import BLOCK, Classes, deal_many, outcome_of
from croupier.numbers.maths.tools.arrays import Bytes, Ints


@jit
def place_of(drawn: Bytes, first: int, number: int) -> int:
    """Three cards of a round as a place in `hands`."""
    return int64((int64(drawn[first, number]) * 52 + drawn[first + 1, number]) * 52 + drawn[first + 2, number])


@jit
def classify(classes: Classes, start: int, seed: int, refused: Ints, qualifies: int, hands: Classes) -> None:
    """[round, box]: 8 times the outcome, FOLDED and then as in COMPARED, and the kind of hand.

    `hands` has for each box and three cards the value, the kind in three bits, and in the last whether it is played.
    """
    rounds, boxes = classes.shape
    drawn = np.empty((3 + 3 * boxes, BLOCK), dtype=np.uint8)
    numbers = start + np.arange(BLOCK)
    for done in range(0, rounds, BLOCK):
        deal_many(drawn, refused, seed, numbers + done)
        for number in range(min(BLOCK, rounds - done)):
            dealer = int64(hands[0, place_of(drawn, 0, number)]) >> 4
            for box in range(boxes):
                hand = int64(hands[box, place_of(drawn, 3 + 3 * box, number)])
                outcome = (hand & 1) * outcome_of(hand >> 4, dealer, qualifies)
                classes[done + number, box] = 8 * outcome + (hand >> 1 & 7)


@jit
def lay_out(ways: Classes, drawn: Bytes, qualifies: int, hands: Classes) -> None:
    """[round, way]: the class of the one box if it folds, and if it plays."""
    for number in range(len(ways)):
        dealer = int64(hands[0, place_of(drawn, 0, number)]) >> 4
        hand = int64(hands[0, place_of(drawn, 3, number)])
        kind = hand >> 1 & 7
        ways[number, 0] = kind
        ways[number, 1] = 8 * outcome_of(hand >> 4, dealer, qualifies) + kind
