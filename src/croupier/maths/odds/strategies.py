"""Perfect play as charts show it: a threshold, a table by dealer's card, a grid of hole cards."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from croupier.cards import RANKS
from croupier.games.house.qualify import qualifying_value
from croupier.hands import describe_five, describe_three
from croupier.maths.casino_stud import situations as stud_spots
from croupier.maths.casino_stud import solver as casino_stud
from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.mistakes import Holding
from croupier.maths.three_card import solver as three_card
from croupier.values import Value


class Threshold(Value):
    """A game with nothing to see but one's own hand, such as 3 Card Poker: play from this hand on."""

    hand: str
    regular: bool
    folded: int
    hands: int
    """All that there are, folded or not."""
    ladder: tuple[tuple[str, Fraction], ...] = ()
    """Hands about the threshold, ascending: what playing brings more than folding, in ante units."""


class Reach(Value):
    """Casino Stud, hands of odd cards and pairs against one dealer's card, in order."""

    bets_from: str
    """The lowest hand that is ever bet."""
    folds_to: str
    """The highest hand that is ever folded."""
    depends: int
    """Hands between them that are bet with some suits or ranks and folded with others."""
    always_from: str
    """The lowest hand from which all are bet."""


class ByDealersCard(Value):
    up: str
    matching: Reach
    """One holds a card of that rank."""
    other: Reach


class StudTable(Value):
    rows: tuple[ByDealersCard, ...]
    chart: Mapping[str, Mapping[str, tuple[str, str]]] = {}
    """Kind of hand, dealer's card: "bet", "fold", "depends" or "–", holding a card of its rank and not."""


class HoleGrid(Value):
    choices: tuple[holdem.Choice, ...]
    turn: tuple[Holding, ...] = ()
    """The Turn bet by what one holds on the flop; not counted where mistakes are left out."""
    river: tuple[Holding, ...] = ()

    @property
    def folded(self) -> tuple[holdem.HoleCards, ...]:
        return tuple(choice.hole for choice in self.choices if not choice.bets)


Strategy = Threshold | StudTable | HoleGrid


# --- 3 Card Poker -------------------------------------------------------------------------------------------


LADDER = 14
"""Hands shown on each side of the threshold."""


def threshold_of(solution: three_card.Solution) -> Threshold:
    folded = int((~solution.plays).sum())
    return Threshold(solution.threshold_hand, solution.regular, folded, three_card.HANDS, tuple(_ladder(solution)))


def _ladder(solution: three_card.Solution) -> Iterator[tuple[str, Fraction]]:
    """The mean over all suits for each value about the threshold."""
    values, unit = three_card.deck().values, solution.played.unit
    highest = qualifying_value("one-pair", 3) - 1
    for value in range(max(1, solution.threshold - LADDER), min(highest, solution.threshold + LADDER - 1) + 1):
        margins = solution.margins[values == value].tolist()
        gain = Fraction(sum(margins), len(margins) * three_card.DEALERS * unit)
        yield describe_three(value).removeprefix("Three Odd Cards, "), gain


# --- Casino Stud --------------------------------------------------------------------------------------------


def stud_table(solution: casino_stud.Solution) -> StudTable:
    return StudTable(tuple(_stud_rows(solution)), _stud_chart(solution))


def _stud_rows(solution: casino_stud.Solution) -> Iterator[ByDealersCard]:
    known = stud_spots.patterns()
    order = np.argsort(known.values)
    order = order[known.values[order] <= qualifying_value("two-pairs", 5)]
    for up in range(12, -1, -1):
        held = (known.ranks[order] == up).any(axis=1)
        reaches = [_reach(solution, order[held == matching], up) for matching in (True, False)]
        yield ByDealersCard(RANKS[up], *reaches)


def _reach(solution: casino_stud.Solution, hands: npt.NDArray[np.int64], up: int) -> Reach:
    spots = solution.decisions[hands, up, : stud_spots.FLUSH_ELSEWHERE]
    values = stud_spots.patterns().values[hands]
    some_bet, some_folded = (spots == 1).any(axis=1), (spots == 0).any(axis=1)
    lowest_bet = int(values[some_bet].min(initial=int(values.max())))
    highest_folded = int(values[some_folded].max(initial=0))
    always = values[values > highest_folded]
    pair = int(values[values >= qualifying_value("one-pair", 5)].min())

    def told(value: int) -> str:
        return "any pair" if value == pair else in_short(value)

    return Reach(
        bets_from=told(lowest_bet),
        folds_to=told(highest_folded) if highest_folded else "none",
        depends=int(((values >= lowest_bet) & (values <= highest_folded)).sum()),
        always_from=told(int(always.min())) if len(always) else "none",
    )


def _kind(ranks: tuple[int, ...], value: int) -> str:
    """The row of the chart for five ranks of odd cards or a pair; "" for what is not shown."""
    pair, ace_king = qualifying_value("one-pair", 5), qualifying_value("ace-king", 5)
    if value >= pair:
        return "any pair" if value < qualifying_value("two-pairs", 5) else ""
    if value < ace_king:
        return "less than A-K"
    third = ranks[2]
    return f"A-K-{RANKS[third]}" if third >= 5 else "A-K-6 or less"


def _stud_chart(solution: casino_stud.Solution) -> dict[str, dict[str, tuple[str, str]]]:
    known = stud_spots.patterns()
    kinds: dict[str, list[int]] = {}
    for hand in np.argsort(-known.values):
        if kind := _kind(tuple(known.ranks[hand].tolist()), int(known.values[hand])):
            kinds.setdefault(kind, []).append(int(hand))
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for kind, hands in kinds.items():
        found[kind] = {}
        for up in range(12, -1, -1):
            held = (known.ranks[hands] == up).any(axis=1)
            spots = solution.decisions[hands, up, : stud_spots.FLUSH_ELSEWHERE]
            found[kind][RANKS[up]] = _what(spots[held]), _what(spots[~held])
    return found


def _what(spots: npt.NDArray[np.int8]) -> str:
    bet, folded = bool((spots == 1).any()), bool((spots == 0).any())
    if bet and folded:
        return "depends"
    return "bet" if bet else ("fold" if folded else "–")


def in_short(value: int) -> str:
    """ "A-K-Q-8-2" for odd cards, the hand in words otherwise."""
    words = describe_five(value)
    return words.removeprefix("Five Odd Cards, ")
