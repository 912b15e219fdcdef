"""Turn and River bets of Progressive Hold'em by what one holds: how often they are right, and what a mistake costs.

Every hole cards on every flop, and on every four cards, are looked up in the counts of `boards`; suits that differ in
name only are looked at once.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, gcd

import numpy as np

from croupier.maths.holdem import solver as holdem
from croupier.maths.holdem.boards import Gain, flops, fours, showdowns
from croupier.maths.tools.kept import kept
from croupier.maths.tools.rank_arrays import STEPS, Ints, sevens
from croupier.maths.tools.settlement_table import ONE
from croupier.rulebook.model import Rulebook
from croupier.values import Value

HOLDINGS = (
    "nothing, no Ace or King",
    "an Ace or King, nothing else",
    "four to a flush, nothing else",
    "no more than the pair or more on the board",
    "a pair",
    "two pairs or better",
)
"""Made of hole cards and board, the lowest first. A pair is one with a hole card or of the hole cards."""
NOTHING, HIGH_CARD, DRAW, BOARD, PAIR, BETTER = range(6)


class Holding(Value):
    """One row: the decisions with such cards, of all deals that are not folded. Gains are in ante units a deal."""

    words: str
    spots: int
    """Flops, or boards of four, with hole cards, counted with the order of dealing."""
    bet: int
    """Of these, where the bet is right."""
    gains: tuple[int, int]
    """Of the bet, in cents over all deals: where it is right, and, below nothing, where it is not."""
    deals: int

    def cost(self, *, bets: bool) -> Fraction:
        """What it costs always to bet, or never, with such cards, in ante units a deal of the whole game."""
        return Fraction(-self.gains[1] if bets else self.gains[0], self.deals * ONE)


@cache
def boards_of_four() -> tuple[Ints, Ints]:
    """One of all boards of four that differ in the names of suits only, and how many there are of each."""
    cards = np.array(list(combinations(range(52), 4)), dtype=np.int64)
    lowest = np.full(len(cards), 1 << 52, dtype=np.int64)
    for suits in permutations(range(4)):
        renamed = cards // 4 * 4 + np.array(suits)[cards % 4]
        np.minimum(lowest, (1 << renamed).sum(axis=1), out=lowest)
    kinds, first, number = np.unique(lowest, return_index=True, return_counts=True)
    assert len(kinds) == 16_432
    return cards[first], number.astype(np.int64)


def holdings(book: Rulebook, folded: tuple[holdem.HoleCards, ...]) -> tuple[tuple[Holding, ...], tuple[Holding, ...]]:
    """The Turn bet and the River bet by what one holds; hole cards that are folded before the flop do not count."""
    settled, lowest = holdem.tables(book, ONE), holdem.pays_from(book)
    out = tuple(place for place, hole in enumerate(holdem.ALL_HOLES) if hole in folded)
    (turn_gain, turn_unit), (river_gain, river_unit) = (_gain(settled, bet) for bet in (2, 1))
    turn, river = _turn_bets(lowest, turn_gain, out), _river_bets(lowest, river_gain, out)
    playing = sum(hole.combinations for hole in holdem.ALL_HOLES if hole not in folded)
    assert turn[:, 0].sum() == playing * comb(50, 3)
    assert river[:, 0].sum() == playing * comb(50, 3) * 47
    return tuple(_rows(turn, turn_unit)), tuple(_rows(river, river_unit))


@kept(np.asarray)
def _turn_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Ints:
    from croupier.maths.kernels.mistakes import count_turn_bets

    known = fours()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return count_turn_bets(flops(), _stays(out), np.array(gain, dtype=np.int64), *tables)


@kept(np.asarray)
def _river_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Ints:
    from croupier.maths.kernels.mistakes import count_river_bets

    known = fours()
    boards, number = boards_of_four()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return count_river_bets(boards, number, _stays(out), np.array(gain, dtype=np.int64), *tables)


def _stays(out: tuple[int, ...]) -> Ints:
    """[suited, rank, rank]: whether these hole cards are played; `out` are places in the list of all."""
    stays = np.zeros((2, 13, 13), dtype=np.int64)
    for place, hole in enumerate(holdem.ALL_HOLES):
        stays[hole.place] = place not in out
    return stays


def _gain(settled: holdem.Tables, bet: int) -> tuple[Gain, int]:
    """What a bet brings by result, and the unit in which that is told, so that sums stay within 64 bits."""
    found = [int(each) for each in settled.net[bet] - settled.net[0]]
    unit = max(1, gcd(*found))
    return tuple(each // unit for each in found), unit


def _rows(found: Ints, unit: int) -> list[Holding]:
    return [
        Holding(words, spots, bet, (right * unit, wrong * unit), holdem.DEALS)
        for words, (spots, bet, right, wrong) in zip(HOLDINGS, found.tolist(), strict=True)
    ]


# --- Aces against Aces --------------------------------------------------------------------------------------


def aces_against_aces(book: Rulebook) -> Ints:
    """[bets, result]: deals of 6 hole cards against the one hand that makes the highest Bonus."""
    settled = holdem.tables(book, ONE)
    turn, river = (_gain(settled, bet)[0] for bet in (2, 1))
    found = _aces(turn, river, holdem.pays_from(book))
    assert found.sum() == comb(48, 3) * 45 * 44
    return found * holdem.ALL_HOLES[0].combinations


@kept(np.asarray)
def _aces(turn_gain: tuple[int, ...], river_gain: tuple[int, ...], pays_from: int, cards: int = 48) -> Ints:
    from croupier.maths.kernels.mistakes import count_aces

    known = fours()
    return count_aces(
        cards,
        np.array(turn_gain, dtype=np.int64),
        np.array(river_gain, dtype=np.int64),
        pays_from,
        showdowns(pays_from),
        known.one_suit,
        known.two_suits,
        STEPS,
        *sevens(),
    )
