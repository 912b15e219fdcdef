"""One decision of 3 Card Poker dealt out, see `decisions/dealt_out`."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from croupier.numbers.maths.decisions.dealt_out import Compared, compared, unseen
from croupier.numbers.maths.three_card.kinds import KINDS
from croupier.numbers.maths.three_card.solver import deck
from croupier.numbers.maths.tools.arrays import Ints
from croupier.rules.cards import Card


def three_card_spot(hand: Sequence[Card], seen: Sequence[Card], qualifies: int) -> Compared:
    """Kinds by their place in `KINDS`; without a hand, over all that it may be."""
    table = _three_card_table()

    def values(cards: Ints) -> tuple[Ints, Ints]:
        found = table[cards[:, 0], cards[:, 1], cards[:, 2]]
        return found[:, 0], found[:, 1]

    left = unseen([*hand, *seen])
    return compared(hand, left, 3, 3, values, qualifies, len(KINDS), np.empty(0, dtype=np.int64))


@cache
def _three_card_table() -> Ints:
    """[card, card, card]: value and kind; cards ascend."""
    hands = deck()
    found = np.zeros((52, 52, 52, 2), dtype=np.int64)
    found[tuple(hands.hands.T)] = np.stack((hands.values, hands.kinds), axis=1)
    return found
