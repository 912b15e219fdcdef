"""Compiled loops of `croupier.numbers.simulation.casino_stud`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud.situations import FLUSH_ELSEWHERE, FLUSH_IN_SUIT
from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rounds import Classes, deal, outcome_of
from croupier.numbers.maths.kernels.runouts import value_of
from croupier.numbers.maths.tools.arrays import Bytes, Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import FLUSH, RANK_BITS, START


@jit
def place_of_suits(hand: Ints, up: int, flush: bool) -> int:
    """Which of one's ranks are of the suit of the dealer's card, as `casino_stud.spots.spot_of` numbers it."""
    held = in_suit = int64(0)
    for card in hand:
        held |= 1 << card // 4
        if card % 4 == up % 4:
            in_suit |= 1 << card // 4
    if flush:
        return FLUSH_IN_SUIT if in_suit else FLUSH_ELSEWHERE
    found = int64(0)
    place = 0
    for rank in range(13):
        if held >> rank & 1:
            found |= (in_suit >> rank & 1) << place
            place += 1
    return found


@jit
def classify(
    classes: Classes,
    start: int,
    seed: int,
    refused: Ints,
    qualifies: int,
    bets: Bytes,
    decided: npt.NDArray[np.int8],
    patterns: Shorts,
    category: Bytes,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> None:
    """[round, box]: 10 times the outcome, FOLDED and then as in COMPARED, and the ranking from 0.

    `bets` has for each box, dealer's card and value 0 fold, 1 bet, 2 as the suits say, which `decided` knows. The card
    that the dealer turns up is the last of the five.
    """
    boxes = classes.shape[1]
    deck, drawn, put = np.arange(52), np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for number in range(classes.shape[0]):
        deal(deck, drawn, put, 5 + 5 * boxes, refused, seed, start + number)
        total, mask = int64(START), int64(0)
        for place in range(5):
            total += keys[drawn[place]]
            mask |= bits[drawn[place]]
        dealer = value_of(total, mask, offsets, values, suited)
        up = drawn[4]
        for box in range(boxes):
            first = 5 + 5 * box
            total, mask = int64(START), int64(0)
            for place in range(first, first + 5):
                total += keys[drawn[place]]
                mask |= bits[drawn[place]]
            value = value_of(total, mask, offsets, values, suited)
            bet = bets[box, up // 4, value]
            if bet == 2:
                ranks = total & RANK_BITS
                pattern = patterns[offsets[ranks >> 7] + (ranks & 127)]
                place = place_of_suits(drawn[first : first + 5], up, total & FLUSH != 0)
                bet = decided[pattern, up // 4, place]
            outcome = int64(bet) * outcome_of(value, dealer, qualifies)
            classes[number, box] = 10 * outcome + category[value] - 1
