"""Turn and River bets of Progressive Hold'em by what one holds: how often they are right, and what a mistake costs.

Every hole cards on every flop, and on every four cards, are looked up in the counts of `boards`; suits that differ in
name only are looked at once.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, gcd

import numpy as np

from croupier.maths import holdem
from croupier.maths.boards import RIVERS, SQUARE, Gain, Int32s, flops, fours, showdowns
from croupier.maths.equity import value_of
from croupier.maths.jit import int64, jit, kept
from croupier.maths.tables import START, STEPS, Ints, Shorts, sevens
from croupier.maths.tabulate import ONE
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


@jit
def holding_of(counts: Ints, suits: Ints, board: int, high: int) -> int:
    """`counts` by rank and `suits` of hole cards and board; `board` is the ranking of the board alone."""
    pairs = trips = quads = 0
    ranks = int64(0)
    for rank in range(13):
        number = counts[rank]
        if number:
            ranks |= 1 << rank
        if number == 2:
            pairs += 1
        elif number == 3:
            trips += 1
        elif number == 4:
            quads += 1
    longest = max(suits[0], suits[1], suits[2], suits[3])
    straight = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4 or ranks & 0x100F == 0x100F
    if longest >= 5 or straight or quads > (board == 4) or (trips and pairs) or trips > 1 or trips > (board == 3):
        return BETTER
    if pairs + trips + quads == 0:
        if longest == 4:
            return DRAW
        return HIGH_CARD if high >= 11 else NOTHING
    if board == 0:
        return PAIR if pairs == 1 else BETTER
    if board == 1:
        return BETTER if pairs > 1 else BOARD
    return BETTER if board == 2 and pairs > 2 else BOARD


@jit
def ranking_of_board(counts: Ints) -> int:
    """0 for different ranks, 1 a pair, 2 two pairs, 3 three of a kind, 4 four of a kind."""
    pairs = 0
    for rank in range(13):
        if counts[rank] >= 3:
            return int64(counts[rank])
        pairs += counts[rank] == 2
    return int64(pairs)


@jit
def place_of_board(board: Ints, kind: Ints, one_suit: Int32s, two_suits: Int32s, steps: Ints) -> tuple[int, int]:
    """Where the squares of a board of four start, and how many suits count; `kind` of each suit: 0 S, 1 T, 2 O."""
    counts = np.zeros(13, dtype=np.int64)
    masks = np.zeros(4, dtype=np.int64)
    for card in board:
        counts[card // 4] += 1
        masks[card % 4] |= 1 << card // 4
    first = second = -1
    for suit in range(4):
        kind[suit] = 2
        if masks[suit] & masks[suit] - 1:
            if first < 0:
                first = suit
            else:
                second = suit
    if second >= 0 and masks[first] < masks[second]:
        first, second = second, first
    mask = int64(0)
    if first >= 0:
        kind[first] = 0
        mask = masks[first]
    number = int64(0)
    marks = int64(0)
    place = 0
    for rank in range(13):
        for each in range(counts[rank]):
            number += steps[place, rank]
            if each == 0 and mask >> rank & 1:
                marks |= 1 << place
            place += 1
    if second >= 0:
        kind[second] = 1
        return two_suits[number, marks], 2
    return one_suit[number, marks], 0 if first < 0 else 1


@jit
def gain_at(four: Shorts, at: int, suits: int, kind: Ints, one: int, other: int, gain: Ints) -> int:
    """What a bet on a board of four brings these hole cards, over all rivers and dealer's cards."""
    if kind[one % 4] > kind[other % 4]:
        one, other = other, one
    row, column = kind[one % 4], kind[other % 4]
    square = at
    if suits == 1:
        square += (row + column) // 2
    elif suits == 2:
        square += column if row == 0 else 1 + row + column
    entry = one // 4 * 13 + other // 4
    low = int64(four[square, entry])
    high = int64(four[square, SQUARE + entry])
    lost = int64(four[square, 2 * SQUARE + entry])
    same = RIVERS - low - high - lost
    return int64(gain[0] * low + gain[1] * high + gain[2] * same + gain[3] * lost)


@jit
def count_river_bets(
    boards: Ints,
    number: Ints,
    stays: Ints,
    gain: Ints,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
) -> Ints:
    """[holding]: spots, spots where the bet is right, gain there, gain elsewhere."""
    found = np.zeros((6, 4), dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    for board in range(len(boards)):
        at, flushes = place_of_board(boards[board], kind, one_suit, two_suits, steps)
        counts[:] = 0
        suits[:] = 0
        out = int64(0)
        for card in boards[board]:
            counts[card // 4] += 1
            suits[card % 4] += 1
            out |= 1 << card
        ranking = ranking_of_board(counts)
        times = 4 * number[board]  # any of the four may be the turn card
        for one in range(52):
            if out >> one & 1:
                continue
            counts[one // 4] += 1
            suits[one % 4] += 1
            for other in range(one):
                suited = one % 4 == other % 4
                if out >> other & 1 or not stays[1 if suited else 0, one // 4, other // 4]:
                    continue
                counts[other // 4] += 1
                suits[other % 4] += 1
                gains = gain_at(four, at, flushes, kind, one, other, gain)
                enter(found[holding_of(counts, suits, ranking, one // 4)], gains, times)
                counts[other // 4] -= 1
                suits[other % 4] -= 1
            counts[one // 4] -= 1
            suits[one % 4] -= 1
    return found


@jit
def count_turn_bets(
    flops: Ints,
    stays: Ints,
    gain: Ints,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
) -> Ints:
    """The same for the Turn bet: all turn cards are summed up for hole cards and flop."""
    found = np.zeros((6, 4), dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    counts = np.zeros(13, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    board = np.zeros(4, dtype=np.int64)
    gains = np.zeros((52, 52), dtype=np.int64)
    for flop in range(len(flops)):
        counts[:] = 0
        suits[:] = 0
        out = int64(0)
        for place in range(3):
            counts[flops[flop, place]] += 1
            suits[flops[flop, 3 + place]] += 1
            board[place] = 4 * flops[flop, place] + flops[flop, 3 + place]
            out |= 1 << board[place]
        gains[:] = 0
        for turn in range(52):
            if out >> turn & 1:
                continue
            board[3] = turn
            at, flushes = place_of_board(board, kind, one_suit, two_suits, steps)
            taken = out | 1 << turn
            for one in range(52):
                if taken >> one & 1 == 0:
                    for other in range(one):
                        if taken >> other & 1 == 0:
                            gains[one, other] += gain_at(four, at, flushes, kind, one, other, gain)
        ranking = ranking_of_board(counts)
        for one in range(52):
            if out >> one & 1:
                continue
            counts[one // 4] += 1
            suits[one % 4] += 1
            for other in range(one):
                suited = one % 4 == other % 4
                if out >> other & 1 == 0 and stays[1 if suited else 0, one // 4, other // 4]:
                    counts[other // 4] += 1
                    suits[other % 4] += 1
                    enter(found[holding_of(counts, suits, ranking, one // 4)], gains[one, other], flops[flop, 6])
                    counts[other // 4] -= 1
                    suits[other % 4] -= 1
            counts[one // 4] -= 1
            suits[one % 4] -= 1
    return found


@jit
def enter(row: Ints, gains: int, times: int) -> None:
    row[0] += times
    if gains > 0:
        row[1] += times
        row[2] += times * gains
    else:
        row[3] += times * gains


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
    known = fours()
    tables = (showdowns(pays_from), known.one_suit, known.two_suits, STEPS)
    return count_turn_bets(flops(), _stays(out), np.array(gain, dtype=np.int64), *tables)


@kept(np.asarray)
def _river_bets(pays_from: int, gain: Gain, out: tuple[int, ...]) -> Ints:
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


@jit
def count_aces(
    cards: int,
    turn_gain: Ints,
    river_gain: Ints,
    pays_from: int,
    four: Shorts,
    one_suit: Int32s,
    two_suits: Int32s,
    steps: Ints,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> Ints:
    """[bets, result] of two Aces against the other two, with the decisions that are best against any hand.

    Flops are of the first so many cards of the deck; 48 for all that there are.
    """
    found = np.zeros((4, 4), dtype=np.int64)
    board = np.zeros(4, dtype=np.int64)
    kind = np.zeros(4, dtype=np.int64)
    suits = np.zeros(4, dtype=np.int64)
    river_bets = np.zeros(52, dtype=np.bool_)
    own_keys, own_bits = keys[48] + keys[49], bits[48] | bits[49]
    his_keys, his_bits = keys[50] + keys[51], bits[50] | bits[51]
    for a in range(cards):
        for b in range(a):
            for c in range(b):
                board[0], board[1], board[2] = a, b, c
                total = int64(0)
                for turn in range(52):  # he does not know where the other Aces are
                    if turn not in (a, b, c, 48, 49):
                        board[3] = turn
                        at, flushes = place_of_board(board, kind, one_suit, two_suits, steps)
                        total += gain_at(four, at, flushes, kind, 48, 49, turn_gain)
                        river_bets[turn] = gain_at(four, at, flushes, kind, 48, 49, river_gain) > 0
                turn_bet = 2 if total > 0 else 0
                for turn in range(48):
                    if turn in (a, b, c):
                        continue
                    bets = turn_bet + (1 if river_bets[turn] else 0)
                    for river in range(48):
                        if river in (a, b, c, turn):
                            continue
                        suits[:] = 0
                        for card in (a, b, c, turn, river):
                            suits[card % 4] += 1
                        result = 2
                        if max(suits[0], suits[1], suits[2], suits[3]) >= 3:
                            common = START + keys[a] + keys[b] + keys[c] + keys[turn] + keys[river]
                            mask = bits[a] | bits[b] | bits[c] | bits[turn] | bits[river]
                            own = value_of(common + own_keys, mask | own_bits, offsets, values, suited)
                            his = value_of(common + his_keys, mask | his_bits, offsets, values, suited)
                            if own > his:
                                result = 1 if own >= pays_from else 0
                            elif own < his:
                                result = 3
                        found[bets, result] += 1
    return found


def aces_against_aces(book: Rulebook) -> Ints:
    """[bets, result]: deals of 6 hole cards against the one hand that makes the highest Bonus."""
    settled = holdem.tables(book, ONE)
    turn, river = (_gain(settled, bet)[0] for bet in (2, 1))
    found = _aces(turn, river, holdem.pays_from(book))
    assert found.sum() == comb(48, 3) * 45 * 44
    return found * holdem.ALL_HOLES[0].combinations


@kept(np.asarray)
def _aces(turn_gain: tuple[int, ...], river_gain: tuple[int, ...], pays_from: int, cards: int = 48) -> Ints:
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
