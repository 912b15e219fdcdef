"""The same results the long way, so plain that they can be trusted at sight. The fast solvers must equal them.

Here every deal of a spot is dealt, the games' own `facts_of` looks at the cards, and nothing is grouped,
reordered or looked up. Whole games are too many deals for that, but for 3 Card Poker, which has a compiled loop over
all its 407,170,400 deals.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import jit
from croupier.rules.cards import DECK, Card
from croupier.rules.games.casino_stud import settle as casino_stud
from croupier.rules.games.progressive_holdem import settle as holdem
from croupier.rules.games.three_card import settle as three_card
from croupier.rules.hands import three_card_value
from croupier.rules.rulebook.model import Rulebook


def _others(*known: Sequence[Card]) -> list[Card]:
    seen = {card for cards in known for card in cards}
    return [card for card in DECK if card not in seen]


def three_card_outcomes(book: Rulebook, cards: tuple[Card, ...]) -> Counter[three_card.Outcome]:
    """The dealer's 18,424 hands against these cards, by outcome."""
    dealers = combinations(_others(cards), 3)
    return Counter(three_card.facts_of(book, cards, dealer, folded=False, shown=True).outcome for dealer in dealers)


def casino_stud_outcomes(book: Rulebook, cards: tuple[Card, ...], up: Card) -> Counter[casino_stud.Outcome]:
    """The dealer's 163,185 hands with this card face up, by outcome."""
    found: Counter[casino_stud.Outcome] = Counter()
    for hidden in combinations(_others(cards, (up,)), 4):
        found[casino_stud.facts_of(book, cards, (*hidden, up), folded=False, shown=True).outcome] += 1
    return found


Showdown = tuple[holdem.Outcome, bool]


def holdem_outcomes(book: Rulebook, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Counter[Showdown]:
    """All cards yet to come and all dealer's cards: the outcome, and whether the hand is good enough for the Ante.

    Board cards come one after the other, so two that are missing are counted in both orders.
    """
    found: Counter[Showdown] = Counter()
    for further in permutations(_others(hole, board), 5 - len(board)):
        for dealer in combinations(_others(hole, board, further), 2):
            facts = holdem.facts_of(book, hole, board + further, dealer, folded=False, shown=True)
            found[facts.outcome, facts.ante_pays] += 1
    return found


# --- 3 Card Poker, all deals --------------------------------------------------------------------------------


def three_card_deals(qualifies: int) -> npt.NDArray[np.int64]:
    """[hand, outcome] by dealing every deal: not qualified, higher, same, lower; hands in the order of combinations."""
    hands = list(combinations(range(52), 3))
    values = [three_card_value([DECK[card] for card in hand]) for hand in hands]
    masks = [sum(1 << card for card in hand) for hand in hands]
    return _every_deal(np.array(masks, dtype=np.int64), np.array(values, dtype=np.int64), qualifies)


@jit
def _every_deal(masks: npt.NDArray[np.int64], values: npt.NDArray[np.int64], qualifies: int) -> npt.NDArray[np.int64]:
    found = np.zeros((len(masks), 4), dtype=np.int64)
    for player in range(len(masks)):
        for dealer in range(len(masks)):
            if masks[player] & masks[dealer]:
                continue
            if values[dealer] < qualifies:
                found[player, 0] += 1
            elif values[player] > values[dealer]:
                found[player, 1] += 1
            elif values[player] == values[dealer]:
                found[player, 2] += 1
            else:
                found[player, 3] += 1
    return found
