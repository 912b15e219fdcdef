"""Compiled loops of `croupier.numbers.simulation.casino_stud`."""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud.situations import FLUSH_ELSEWHERE, FLUSH_IN_SUIT
from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.rounds import BLOCK, Classes, deal_many, outcome_of
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
    rounds, boxes = classes.shape
    drawn = np.empty((5 + 5 * boxes, BLOCK), dtype=np.uint8)
    hand = np.empty(5, dtype=np.int64)
    numbers = start + np.arange(BLOCK)
    for done in range(0, rounds, BLOCK):
        deal_many(drawn, refused, seed, numbers + done)
        for number in range(min(BLOCK, rounds - done)):
            total, mask = int64(START), int64(0)
            for place in range(5):
                total += keys[drawn[place, number]]
                mask |= bits[drawn[place, number]]
            dealer = value_of(total, mask, offsets, values, suited)
            up = int64(drawn[4, number])
            for box in range(boxes):
                total, mask = int64(START), int64(0)
                for place in range(5):
                    hand[place] = drawn[5 + 5 * box + place, number]
                    total += keys[hand[place]]
                    mask |= bits[hand[place]]
                value = value_of(total, mask, offsets, values, suited)
                bet = bets[box, up // 4, value]
                if bet == 2:
                    ranks = total & RANK_BITS
                    pattern = patterns[offsets[ranks >> 7] + (ranks & 127)]
                    bet = decided[pattern, up // 4, place_of_suits(hand, up, total & FLUSH != 0)]
                outcome = int64(bet) * outcome_of(value, dealer, qualifies)
                classes[done + number, box] = 10 * outcome + category[value] - 1


@jit
def lay_out(
    ways: Classes,
    drawn: Bytes,
    qualifies: int,
    category: Bytes,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> None:
    """[round, way]: the class of the one box if it folds, and if it bets."""
    found = np.empty(2, dtype=np.int64)
    for number in range(len(ways)):
        for hand in range(2):
            total, mask = int64(START), int64(0)
            for place in range(5 * hand, 5 * hand + 5):
                total += keys[drawn[place, number]]
                mask |= bits[drawn[place, number]]
            found[hand] = value_of(total, mask, offsets, values, suited)
        kind = category[found[1]] - 1
        ways[number, 0] = kind
        ways[number, 1] = 10 * outcome_of(found[1], found[0], qualifies) + kind


@jit
def spots_of(cards: Bytes, patterns: Shorts, keys: Ints, offsets: Int32s, found: Ints) -> None:
    """[box, 3]: where `casino_stud.spots` has five cards against the sixth: the hand, dealer's card, and suits."""
    hand = np.empty(5, dtype=np.int64)
    for box in range(len(cards)):
        total, up = int64(START), int64(cards[box, 5])
        for place in range(5):
            hand[place] = cards[box, place]
            total += keys[hand[place]]
        ranks = total & RANK_BITS
        found[box, 0] = patterns[offsets[ranks >> 7] + (ranks & 127)]
        found[box, 1] = up // 4
        found[box, 2] = place_of_suits(hand, up, total & FLUSH != 0)
