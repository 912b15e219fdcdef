"""Rounds of Casino Stud."""

import sys
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.casino_stud import solver
from croupier.numbers.maths.casino_stud.deals import COMPARED
from croupier.numbers.maths.casino_stud.situations import FLUSH_ELSEWHERE, patterns
from croupier.numbers.maths.casino_stud.spots import decisions, every_spot
from croupier.numbers.maths.kernels.rounds import Classes
from croupier.numbers.maths.tools.arrays import Bytes, Floats, Shorts
from croupier.numbers.maths.tools.rank_arrays import RANK_KEYS, categories, fives
from croupier.numbers.maths.tools.rankings import CATEGORIES, VALUES
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
from croupier.rules.games.casino_stud.settle import Facts, Outcome, all_facts, settle
from croupier.rules.games.house.qualify import qualifying_value
from croupier.rules.games.house.spots import Spot
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

HAND, COMMON = 5, 5
KERNEL = "rounds_stud"
DECIDED = Decided((5, 6, 7, 8, 9, 4), (6,), (("fold", "bet"),))
SIMPLE = Strategy("simple", play_from="A-K-J-8-3")
OUTCOMES = (Outcome.FOLDED, *COMPARED)
FOLD, BET, BY_SUITS = range(3)


def check(strategy: Strategy) -> None:
    check_one_hand(strategy, 5)


def classes(book: Rulebook, stakes: Stakes) -> Sequence[Class | None]:
    staying: Stakes = {**stakes, Spot.BET: Cents(stakes[Spot.ANTE] * book.procedure.multiples[Spot.BET])}
    possible = set(all_facts())
    found: list[Class | None] = []
    for outcome in OUTCOMES:
        folds = outcome is Outcome.FOLDED
        said = "fold" if folds else "bet"
        for rank in CATEGORIES:
            facts = Facts(outcome, rank)
            row = (said, outcome.value, rank.name.lower().replace("_", "-"))
            made = Class(facts, stakes if folds else staying, (said,), row)
            found.append(made if facts in possible else None)
    return found


def solved(book: Rulebook, box: Box, meter: Cents) -> solver.Solution:
    lowest = None if box.strategy.play_from is None else lowest_value(box.strategy.play_from, 5)
    return solver.solve(
        book,
        ante=box.stakes[Spot.ANTE],
        jackpot=box.stakes.get(Spot.JACKPOT, NOTHING),
        meter=meter,
        strategy=None if lowest is None else lambda value, up: value >= lowest,
    )


def exact(book: Rulebook, box: Box, meter: Cents, others: int) -> Exact:
    return exact_of(solved(book, box, meter).played, meter)


def classifier(book: Rulebook, boxes: Sequence[Box], meter: Cents, seed: int) -> Classify:
    from croupier.numbers.maths.kernels.rounds_stud import classify

    solution = solved(book, Box({Spot.ANTE: boxes[0].stakes[Spot.ANTE]}, Strategy()), meter)
    decided = decisions(solution.qualifies, solution.gains)
    bets = np.array([_bets(box, decided) for box in boxes])
    refused = refused_words(COMMON + HAND * len(boxes))
    tables = (bets, decided, _patterns(), categories(), *fives())

    def classified(into: Classes, start: int) -> None:
        classify(into, start, seed, refused, solution.qualifies, *tables)

    return classified


def _bets(box: Box, decided: npt.NDArray[np.int8]) -> Bytes:
    """[dealer's card, value]: FOLD, BET, or BY_SUITS where the suits decide."""
    if box.strategy.play_from is not None:
        lowest = lowest_value(box.strategy.play_from, 5)
        return np.tile((np.arange(VALUES + 1) >= lowest).astype(np.uint8), (13, 1))
    found = np.full((13, VALUES + 1), FOLD, dtype=np.uint8)
    known = patterns()
    for values, places in ((known.values, slice(FLUSH_ELSEWHERE)), (known.suited, slice(FLUSH_ELSEWHERE, None))):
        some_bet, some_folded = ((decided[:, :, places] == wanted).any(axis=2) for wanted in (1, 0))
        there = values > 0
        found[:, values[there]] = np.where(some_bet, np.where(some_folded, BY_SUITS, BET), FOLD)[there].T
    return found


def _patterns() -> Shorts:
    """Where `fives` has the value of five ranks: their place in `patterns`."""
    from croupier.numbers.maths.kernels.rank_arrays import _pack

    sums = np.array(RANK_KEYS, dtype=np.int64)[patterns().ranks].sum(axis=1)
    order = np.argsort(sums, kind="stable")
    offsets, packed = _pack(sums[order], (order + 1).astype(np.uint16))  # 0 stands for a gap
    assert (offsets == fives().offsets).all()
    return packed - np.uint16(1)


def layer(book: Rulebook) -> LayOut:
    from croupier.numbers.maths.kernels.rounds_stud import lay_out

    qualifies, category, five = qualifying_value(book.procedure.dealer_qualifies, 5), categories(), fives()
    return lambda cards, ways: lay_out(ways, cards, qualifies, category, *five)


def worths(book: Rulebook, box: Box, meter: Cents) -> Worths:
    from croupier.numbers.maths.kernels.rounds_stud import spots_of

    spots = every_spot(qualifying_value(book.procedure.dealer_qualifies, 5))
    paid = paid_by_class(sys.modules[__name__], book, classes(book, box.stakes))
    nets = np.array([0.0 if each is None else float(each.net(meter)) for each in paid]).reshape(len(OUTCOMES), -1)
    ranking = categories()[spots.value].astype(np.int64) - 1
    dealers = spots.outcomes[0].sum()
    of_spots = np.stack((nets[0, ranking], (spots.outcomes * nets[1:, ranking].T).sum(axis=1) / dealers), axis=1)
    table = spots.in_place(of_spots, empty=0)
    patterns_, five = _patterns(), fives()

    def found(cards: Bytes, stage: Bytes, bets: Bytes) -> Floats:
        at = np.empty((len(cards), 3), dtype=np.int64)
        spots_of(cards, patterns_, five.keys, five.offsets, at)
        worth: Floats = table[at[:, 0], at[:, 1], at[:, 2]]
        return worth

    return found


def envy(book: Rulebook, classes: Sequence[Class | None]) -> Sequence[int]:
    """The document has no Envy Bonus."""
    return [0] * len(classes)


def placed(drawn: Sequence[str], boxes: int) -> Mapping[str, Sequence[str]]:
    hands = {str(box + 1): drawn[COMMON + HAND * box : COMMON + HAND * (box + 1)] for box in range(boxes)}
    return {**hands, "dealer": drawn[:COMMON]}
