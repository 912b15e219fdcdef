"""Rounds of Progressive Texas Hold'em."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from croupier.base.errors import Unreadable
from croupier.numbers.maths.holdem import solver
from croupier.numbers.maths.holdem.decisions import packed_decisions
from croupier.numbers.maths.holdem.hole_cards import BOARD, OWN, HoleCards
from croupier.numbers.maths.holdem.options import side_bets
from croupier.numbers.maths.holdem.solver import BETS, Habit
from croupier.numbers.maths.holdem.together import played_together
from croupier.numbers.maths.kernels.rounds import Classes
from croupier.numbers.maths.tools.arrays import Bytes, Floats, Ints
from croupier.numbers.maths.tools.rank_arrays import categories, fives, sevens
from croupier.numbers.maths.tools.settlement_table import NOTHING, ONE, Paid, Stakes
from croupier.numbers.simulation.games import (
    Box,
    Class,
    Classify,
    Decided,
    Exact,
    Key,
    LayOut,
    Worths,
    exact_of,
    refused_words,
)
from croupier.numbers.simulation.strategies import Strategy, holes_called
from croupier.rules.cards import DECK
from croupier.rules.games.house.spots import Spot
from croupier.rules.games.progressive_holdem.settle import (
    BoardAward,
    Facts,
    Hole,
    Outcome,
    OwnAward,
    all_facts,
    hole_cards,
    settle,
)
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

HAND, COMMON = 2, 7
KERNEL = "rounds_holdem"
DECIDED = Decided((7, 8, 2, 3, 4, 5), (2, 5, 6), (("fold", "flop"), ("check", "turn"), ("check", "river")))
SIMPLE = Strategy(
    "simple",
    fold=tuple(
        str(HoleCards(high, low, False)) for high in range(11) for low in range(high)
    ),  # all but pairs, Aces, Kings and suited cards
    turn=Habit.ALWAYS,
    river=Habit.ALWAYS,
)
HOLES = tuple(hole for hole in Hole if hole is not Hole.NOT_SHOWN)
RESULTS = tuple((outcome, pays) for outcome in (Outcome.HIGHER, Outcome.SAME, Outcome.LOWER) for pays in (False, True))
AFTER = {Habit.NEVER: 0, Habit.ALWAYS: 1, Habit.BEST: 2}
DEALER = ((Spot.ANTE, 0), (Spot.FLOP, 0), (Spot.TURN, 2), (Spot.RIVER, 1))


def check(strategy: Strategy) -> None:
    if strategy.play_from is not None:
        raise Unreadable(f"strategy {strategy.name}: Hold'em has no play-from; write fold, turn and river")


def classes(book: Rulebook, stakes: Stakes) -> Sequence[Class | None]:
    """Folded by hole cards and award of the board; then by bets, result, hole cards, own award, award of the board."""
    possible = set(all_facts())
    found: list[Class | None] = []
    for hole, board in product(HOLES, BOARD):
        facts = Facts(Outcome.FOLDED, False, hole, board=board)
        row = ("fold", Outcome.FOLDED.value, board.value)
        found.append(Class(facts, stakes, ("fold",), row) if facts in possible else None)
    for bets, (outcome, pays), hole, own, board in product(range(4), RESULTS, HOLES, OWN, BOARD):
        facts = Facts(outcome, pays, hole, own, board)
        said = ("flop", "turn" if bets & 2 else "check", "river" if bets & 1 else "check")
        row = (BETS[bets], outcome.value, _hand(hole, own, board))
        found.append(Class(facts, _staked(book, stakes, bets), said, row) if facts in possible else None)
    return found


def _staked(book: Rulebook, stakes: Stakes, bets: int) -> Stakes:
    ante, multiples = stakes[Spot.ANTE], book.procedure.multiples
    further = ((spot, bit) for spot, bit in DEALER[1:] if not bit or bets & bit)
    return {**stakes, **{spot: Cents(ante * multiples[spot]) for spot, _ in further}}


def _hand(hole: Hole, own: OwnAward, board: BoardAward) -> str:
    """As `maths.holdem.together` names it."""
    if own is OwnAward.NONE and board is BoardAward.NONE:
        return hole.value
    return f"{hole.value}, {(own if own is not OwnAward.NONE else board).value}"


def exact(book: Rulebook, box: Box, meter: Cents, others: int) -> Exact:
    stakes, strategy = box.stakes, box.strategy
    ante, bonus, jackpot = (stakes.get(spot, NOTHING) for spot in (Spot.ANTE, Spot.BONUS, Spot.JACKPOT))
    if strategy.perfect:
        return exact_of(played_together(book, ante=ante, bonus=bonus, jackpot=jackpot, meter=meter), meter)
    solution = _solved(book, box, meter)
    found = exact_of(solution.played, meter)
    nets = found.nets if not bonus and not jackpot else None
    return Exact(solution.ev * ante, Fraction(0), found.rows, _against_dealer, nets)


def _against_dealer(kind: Class, paid: Paid) -> Key:
    """Without Bonus and jackpot bet, whose results are not known together with the others."""
    facts: Facts = kind.facts
    hand: Hashable = "ante-pays" if facts.ante_pays else "too low for the Ante"
    hand = hand if facts.outcome is Outcome.HIGHER else "any"
    return (*kind.row[:2], hand, sum(paid.lines.get(spot, 0) for spot, _ in DEALER))


def _solved(book: Rulebook, box: Box, meter: Cents) -> solver.Solution:
    stakes, strategy = box.stakes, box.strategy
    folded = None if strategy.fold is None else holes_called(strategy.fold)
    stays: Callable[[HoleCards], bool] | None = None if folded is None else lambda hole: hole not in folded
    return solver.solve(
        book,
        ante=stakes[Spot.ANTE],
        bonus=stakes.get(Spot.BONUS, NOTHING),
        jackpot=stakes.get(Spot.JACKPOT, NOTHING),
        meter=meter,
        strategy=stays,
        turn=strategy.turn,
        river=strategy.river,
    )


def classifier(book: Rulebook, boxes: Sequence[Box], meter: Cents, seed: int) -> Classify:
    from croupier.numbers.maths.kernels.rounds_holdem import classify

    settled, lowest = solver.tables(book, ONE), solver.pays_from(book)
    decided = packed_decisions(lowest, settled.gain(2), settled.gain(1))
    stays = np.array([_stays(_solved(book, box, meter)) for box in boxes])
    habits = np.array([[AFTER[box.strategy.turn], AFTER[box.strategy.river]] for box in boxes], dtype=np.uint8)
    refused, five = refused_words(COMMON + HAND * len(boxes)), fives()
    tables = (_kinds(), stays, habits, *decided, categories(), five.offsets, five.values, *sevens())

    def classified(into: Classes, start: int) -> None:
        classify(into, start, seed, refused, lowest, *tables)

    return classified


def _kinds() -> Bytes:
    """[hole cards]: as the Bonus tells them apart, if the dealer has no Aces."""
    pairs = [(DECK[low], DECK[high]) for high in range(52) for low in range(high)]
    return np.array([HOLES.index(hole_cards(pair, ())) for pair in pairs], dtype=np.uint8)


def _stays(solution: solver.Solution) -> Bytes:
    """[hole cards]: whether the Flop bet is made."""
    folds = set(solution.folds)
    found = []
    for high in range(52):
        for low in range(high):
            hole = HoleCards(high // 4, low // 4, high % 4 == low % 4)
            found.append(hole not in folds)
    return np.array(found, dtype=np.uint8)


def layer(book: Rulebook) -> LayOut:
    from croupier.numbers.maths.kernels.rounds_holdem import lay_out

    five = fives()
    tables = (solver.pays_from(book), _kinds(), categories(), five.offsets, five.values, *sevens())
    return lambda cards, ways: lay_out(ways, cards, *tables)


def worths(book: Rulebook, box: Box, meter: Cents) -> Worths:
    """From tables before the flop, and after it by counting all cards to come: some milliseconds a box on the flop."""
    ante, lowest = box.stakes[Spot.ANTE], solver.pays_from(book)
    net = np.array(solver.tables(book, ante).net, dtype=np.float64)
    first = {each.hole: each for each in _solved(book, box, meter).choices}

    def before_the_flop(hole: Sequence[int]) -> tuple[float, float]:
        low, high = sorted(hole)
        choice = first[HoleCards(high // 4, low // 4, high % 4 == low % 4)]
        return float(choice.fold * ante), float(choice.flop * ante)

    def found(cards: Bytes, stage: Bytes, bets: Bytes) -> Floats:
        worth = np.empty((len(cards), 2))
        for place, (row, now, bet) in enumerate(zip(cards.tolist(), stage.tolist(), bets.tolist(), strict=True)):
            if now == 0:
                worth[place] = before_the_flop(row[:2])
                continue
            side = _side_bets(book, box.stakes, meter, row[: 2 + 2 + now])
            if now == 1:
                by_turn = _by_turn(row[:2], row[2:5], lowest)
                deals = by_turn[0].sum()
                river = np.maximum(by_turn @ (net[1] - net[0]), 0).sum()
                total = by_turn.sum(axis=0)
                worth[place] = (total @ net[0] + river, total @ net[2] + river)
                worth[place] /= deals * len(by_turn)
            else:
                counts = np.array(_rivers(row[:2], row[2:6], lowest))
                worth[place] = (counts @ net[bet], counts @ net[bet + 1])
                worth[place] /= counts.sum()
            worth[place] += side
        return worth

    return found


def _by_turn(hole: Sequence[int], flop: Sequence[int], lowest: int) -> Ints:
    from croupier.numbers.maths.kernels.dealt_out import count_by_turn

    left = np.array([card for card in range(52) if card not in (*hole, *flop)])
    found = np.zeros((len(left), 4), dtype=np.int64)
    count_by_turn(left, np.array(hole), np.array(flop), lowest, *sevens(), found)
    return found


def _rivers(hole: Sequence[int], board: Sequence[int], lowest: int) -> tuple[int, int, int, int]:
    from croupier.numbers.maths.kernels.dealt_out import count_rivers

    left = np.array([card for card in range(52) if card not in (*hole, *board)])
    return count_rivers(left, np.array(hole), np.array(board), lowest, *sevens())


def _side_bets(book: Rulebook, stakes: Stakes, meter: Cents, seen: Sequence[int]) -> float:
    """Bonus and jackpot bet after the flop, where no decision touches them."""
    if set(stakes) == {Spot.ANTE}:
        return 0.0
    hole, board = ([DECK[card] for card in cards] for cards in (seen[:2], seen[2:]))
    return float(sum(side_bets(book, hole, board, stakes, meter, ()).values()))


def envy(book: Rulebook, classes: Sequence[Class | None]) -> Sequence[int]:
    """The document has no Envy Bonus."""
    return [0] * len(classes)


def placed(drawn: Sequence[str], boxes: int) -> Mapping[str, Sequence[str]]:
    hands = {str(box + 1): drawn[COMMON + HAND * box : COMMON + HAND * (box + 1)] for box in range(boxes)}
    return {**hands, "dealer": drawn[:2], "board": drawn[2:COMMON]}
