"""Rounds of 3 Card Poker."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.rounds import Classes
from croupier.numbers.maths.three_card import solver
from croupier.numbers.maths.three_card.kinds import COMPARED, KINDS
from croupier.numbers.maths.tools.settlement_table import NOTHING, Stakes
from croupier.numbers.simulation.games import (
    Box,
    Class,
    Classify,
    Decided,
    Exact,
    LayOut,
    Worths,
    exact_of,
    paid_by_class,
    refused_words,
)
from croupier.numbers.simulation.strategies import Strategy, check_one_hand, lowest_value
from croupier.rules.cards import Card
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.three_card.settle import Facts, Outcome, all_facts, settle
from croupier.rules.hands import three_card_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Rulebook

__all__ = [
    "COMMON",
    "DECIDED",
    "HAND",
    "KERNEL",
    "SIMPLE",
    "check",
    "classes",
    "classifier",
    "envy",
    "exact",
    "layer",
    "placed",
    "settle",
    "worths",
]

HAND, COMMON = 3, 3
KERNEL = "rounds_three_card"
DECIDED = Decided((3, 4, 5), (3,), (("fold", "play"),))
SIMPLE = Strategy("simple", play_from="queen-high")
OUTCOMES = (Outcome.FOLDED, *COMPARED)


def check(strategy: Strategy) -> None:
    check_one_hand(strategy, 3)


def classes(book: Rulebook, stakes: Stakes) -> Sequence[Class | None]:
    staying: Stakes = {**stakes, Spot.PLAY: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.PLAY])}
    possible = set(all_facts())
    found: list[Class | None] = []
    for outcome in OUTCOMES:
        folds = outcome is Outcome.FOLDED
        said = "fold" if folds else "play"
        for kind in KINDS:
            facts = Facts(outcome, kind)
            row = (said, outcome.value, kind.value)
            made = Class(facts, stakes if folds else staying, (said,), row)
            found.append(made if facts in possible else None)
    return found


def solved(book: Rulebook, box: Box, meter: Cents, others: int) -> solver.Solution:
    strategy = box.strategy
    plays = None if strategy.play_from is None else partial(_reaches, lowest_value(strategy.play_from, 3))
    return solver.solve(
        book,
        ante=box.stakes[Spot.ANTE],
        side_bets={spot: stake for spot, stake in box.stakes.items() if spot not in (Spot.ANTE, Spot.JACKPOT)},
        jackpot=box.stakes.get(Spot.JACKPOT, NOTHING),
        meter=meter,
        others=others,
        strategy=plays,
    )


def _reaches(lowest: int, cards: tuple[Card, ...]) -> bool:
    return three_card_value(cards) >= lowest


def exact(book: Rulebook, box: Box, meter: Cents, others: int) -> Exact:
    return exact_of(solved(book, box, meter, others).played, meter)


def classifier(book: Rulebook, boxes: Sequence[Box], meter: Cents, seed: int) -> Classify:
    from croupier.numbers.maths.kernels.rounds_three_card import classify

    others = len(boxes) - 1
    tables: dict[Strategy, Classes] = {}
    for box in boxes:
        if box.strategy not in tables:
            tables[box.strategy] = hands_of(solved(book, box, meter, others).plays)
    hands = np.array([tables[box.strategy] for box in boxes])
    refused = refused_words(COMMON + HAND * len(boxes))
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)

    def classified(into: Classes, start: int) -> None:
        classify(into, start, seed, refused, qualifies, hands)

    return classified


def hands_of(plays: solver.Bools) -> Classes:
    """[three cards in any order]: the value, the kind in three bits, and whether it is played."""
    deck = solver.deck()
    found: Classes = _in_any_order((deck.values << 4 | deck.kinds << 1 | plays).astype(np.int16))
    return found.reshape(-1)


def _in_any_order(of_hands: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """[card, card, card], from one row for each hand."""
    hands = solver.deck().hands
    found = np.zeros((52, 52, 52, *of_hands.shape[1:]), dtype=of_hands.dtype)
    for order in permutations(range(3)):
        found[tuple(hands[:, place] for place in order)] = of_hands
    return found


def layer(book: Rulebook) -> LayOut:
    from croupier.numbers.maths.kernels.rounds_three_card import lay_out

    hands = hands_of(np.ones(solver.HANDS, dtype=np.bool_))[None]
    qualifies = qualifying_value(book.procedure.dealer_qualifies, 3)
    return lambda cards, ways: lay_out(ways, cards, qualifies, hands)


def worths(book: Rulebook, box: Box, meter: Cents) -> Worths:
    paid = paid_by_class(sys.modules[__name__], book, classes(book, box.stakes))
    nets = np.array([0.0 if each is None else float(each.net(meter)) for each in paid]).reshape(len(OUTCOMES), -1)
    kinds = solver.deck().kinds
    dealers = solver.outcomes(qualifying_value(book.procedure.dealer_qualifies, 3))
    plays = (dealers * nets[1:, kinds].T).sum(axis=1) / solver.DEALERS
    table = _in_any_order(np.stack((nets[0, kinds], plays), axis=1))
    return lambda cards, stage, bets: table[cards[:, 0], cards[:, 1], cards[:, 2]]


def envy(book: Rulebook, classes: Sequence[Class | None]) -> Sequence[int]:
    """A hand that is folded triggers no Envy Bonus."""
    rows = {} if book.jackpot is None else book.jackpot.rows
    found = []
    for each in classes:
        row = None if each is None or each.facts.outcome is Outcome.FOLDED else rows.get(each.facts.hand)
        found.append(0 if row is None else row.envy or 0)
    return found


def placed(drawn: Sequence[str], boxes: int) -> Mapping[str, Sequence[str]]:
    hands = {str(box + 1): drawn[COMMON + HAND * box : COMMON + HAND * (box + 1)] for box in range(boxes)}
    return {**hands, "dealer": drawn[:COMMON]}
