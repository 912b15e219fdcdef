"""Every hand of two cards against every other one before the flop, on every board: what ships, counted again.

python -m tests.oracle.against_random        writes the table again
"""

from fractions import Fraction
from math import comb

import numpy as np

from croupier.numbers.maths.equity.against_random import DEALS, FILE, Counts, classes, written
from croupier.numbers.maths.equity.ranges import RENAMED
from croupier.numbers.maths.equity.sweeps import HOLES, as_counts
from croupier.numbers.maths.equity.two_ranges import ALL, Bytes
from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.kernels.two_ranges import further_boards, values_on_board
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import sevens
from croupier.numbers.maths.tools.rankings import VALUES


@jit
def by_hand(
    cards: Ints, boards: Bytes, times: Bytes, keys: Ints, bits: Ints, offsets: Int32s, values: Shorts, suited: Shorts
) -> Ints:
    """[hand]: deals that it wins and ties; boards that differ by names of suits only are dealt once."""
    number_of_hands = len(cards)
    found = np.zeros((number_of_hands, 2), dtype=np.int64)
    pairs = np.zeros(169, dtype=np.uint16)
    live = np.zeros(number_of_hands + 1, dtype=np.int32)
    value = np.zeros(number_of_hands, dtype=np.uint16)
    hole_bits = bits[cards[:, 0]] | bits[cards[:, 1]]
    rank_pairs = (13 * (cards[:, 0] >> 2) + (cards[:, 1] >> 2)).astype(np.uint8)
    known = np.zeros(0, dtype=np.int64)
    upto = np.zeros((VALUES + 2, ALL + 1), dtype=np.int32)
    for board in range(len(boards)):
        number = values_on_board(
            hole_bits, rank_pairs, known, boards[board], pairs, live, value, keys, bits, offsets, values, suited
        )
        lowest = value[:number].min()
        highest = value[:number].max()
        upto[lowest : highest + 2] = 0
        for item in range(number):
            row = upto[value[item] + 1]
            row[cards[live[item], 0]] += 1
            row[cards[live[item], 1]] += 1
            row[ALL] += 1
        for step in range(lowest, highest + 1):
            for card in range(ALL + 1):
                upto[step + 1, card] += upto[step, card]
        for item in range(number):
            hand = live[item]
            one, other = cards[hand, 0], cards[hand, 1]
            below, reached = upto[value[item]], upto[value[item] + 1]
            weaker = int64(below[ALL]) - below[one] - below[other]
            not_stronger = int64(reached[ALL]) - reached[one] - reached[other] + 1  # itself: taken off twice
            found[hand, 0] += times[board] * weaker
            found[hand, 1] += times[board] * (not_stronger - weaker)
    return found


def counted() -> dict[str, Counts]:
    """Hands that differ by names of suits only were dealt different boards; together they have been dealt all."""
    alike = np.array(RENAMED, dtype=np.int64)
    rest = np.arange(52, dtype=np.int64)
    boards, times = further_boards(rest, 5, comb(52, 5), alike, sevens().bits)
    found = by_hand(HOLES, boards, times, *sevens())
    counts = {}
    for name, hands in classes().items():
        won, tied = (Fraction(int(number), len(hands)) for number in found[as_counts(hands) == 1].sum(axis=0))
        assert won.denominator == tied.denominator == 1 and won + tied < DEALS
        counts[name] = Counts(int(won), int(tied))
    return counts


if __name__ == "__main__":
    FILE.write_text(written(counted()), encoding="ascii")
