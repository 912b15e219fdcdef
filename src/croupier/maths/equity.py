"""Exact all-in equity of hold'em hands and ranges on any board, and what the rake takes of it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from croupier.cards import DECK, RANKS, SUITS, Card, parse_cards
from croupier.errors import Unreadable
from croupier.games.poker.pots import rakes
from croupier.games.poker.table import PokerTable
from croupier.maths.jit import int64, jit
from croupier.maths.tables import FLUSH, RANK_BITS, START, Ints, Shorts, sevens
from croupier.maths.tables import SUIT_SHIFT as SHIFT
from croupier.money import Cents

Hole = frozenset[Card]
Range = frozenset[Hole]


class Equity(Struct, frozen=True):
    """What becomes of one player's hands when all are all-in."""

    won: int
    """Deals that he wins alone."""
    tied: tuple[int, ...]
    """[n]: deals that he shares with others, n winners in all."""
    deals: int

    @property
    def equity(self) -> Fraction:
        """His part of the pot on the average."""
        shared = sum((Fraction(number, winners) for winners, number in enumerate(self.tied) if number), Fraction(0))
        return (self.won + shared) / self.deals


def equities(ranges: Sequence[Range], board: Sequence[Card] = (), dead: Iterable[Card] = ()) -> tuple[Equity, ...]:
    """Every combination of hands from the ranges and every further board, each as likely as any other."""
    board, dead = tuple(board), frozenset(dead)
    _check(ranges, board, dead)
    counts = np.zeros((len(ranges), len(ranges) + 1), dtype=np.int64)
    deals = 0
    for (holes, known, out), number in _spots(ranges, board, dead).items():
        rest = np.array([card for card in range(52) if card not in (*sum(holes, ()), *known, *out)], dtype=np.int64)
        found = np.zeros_like(counts)
        missing = 5 - len(known)
        run_out(np.array(holes, dtype=np.int64), np.array(known, dtype=np.int64), rest, missing, found, *sevens())
        counts += number * found
        deals += number * comb(len(rest), missing)
    if not deals:
        raise Unreadable("no hands of these ranges go together: each combination has some card twice")
    return tuple(Equity(int(row[1]), (0, 0, *map(int, row[2:])), deals) for row in counts)


Spot = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]


def _spots(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> Counter[Spot]:
    """Combinations of hands that share no card; those that differ in suits only are counted together."""
    found: Counter[Spot] = Counter()
    for hands in product(*ranges):
        cards = [*board, *dead, *(card for hand in hands for card in hand)]
        if len(set(cards)) == len(cards):
            found[_without_suits(hands, board, dead)] += 1
    return found


def _without_suits(hands: Sequence[Hole], board: tuple[Card, ...], dead: frozenset[Card]) -> Spot:
    """The first of all ways to name the suits."""
    numbered = [[(DECK.index(card) // 4, DECK.index(card) % 4) for card in cards] for cards in (*hands, board, dead)]
    ways = []
    for suits in permutations(range(4)):
        renamed = [tuple(sorted(4 * rank + suits[suit] for rank, suit in cards)) for cards in numbered]
        *holes, known, out = renamed
        ways.append((tuple((one, other) for one, other in holes), known, out))
    return min(ways)


def _check(ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card]) -> None:
    if len(ranges) < 2:
        raise Unreadable("equity needs two players or more")
    if len(board) not in (0, 3, 4, 5):
        raise Unreadable(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
    if len({*board, *dead}) < len(board) + len(dead):
        raise Unreadable("a card on the board is dead too, or stands there twice")


@jit
def run_out(
    holes: Ints,
    known: Ints,
    rest: Ints,
    missing: int,
    found: Ints,
    keys: Ints,
    bits: Ints,
    offsets: npt.NDArray[np.int32],
    values: Shorts,
    suited: Shorts,
) -> None:
    """[player, winners]: further boards on which he is one of so many winners."""
    players = len(holes)
    hole_keys = np.zeros(players, dtype=np.int64)
    hole_bits = np.zeros(players, dtype=np.int64)
    strength = np.zeros(players, dtype=np.int64)
    for player in range(players):
        hole_keys[player] = keys[holes[player, 0]] + keys[holes[player, 1]]
        hole_bits[player] = bits[holes[player, 0]] | bits[holes[player, 1]]
    known_key, known_bits = int64(START), int64(0)
    for card in known:
        known_key += keys[card]
        known_bits |= bits[card]
    chosen = np.arange(missing)
    while True:
        board_key, board_bits = known_key, known_bits
        for place in range(missing):
            board_key += keys[rest[chosen[place]]]
            board_bits |= bits[rest[chosen[place]]]
        best = int64(0)
        winners = 0
        for player in range(players):
            total = board_key + hole_keys[player]
            flush = total & FLUSH
            if flush:
                suit = 0
                while flush >> SHIFT + 4 * suit & 8 == 0:
                    suit += 1
                value = int64(suited[(board_bits | hole_bits[player]) >> 16 * suit & 0x1FFF])
            else:
                total &= RANK_BITS
                value = int64(values[offsets[total >> 7] + (total & 127)])
            strength[player] = value
            if value > best:
                best = value
                winners = 1
            elif value == best:
                winners += 1
        for player in range(players):
            if strength[player] == best:
                found[player, winners] += 1
        place = missing - 1  # the next choice: the last card that can move on does, those after it follow
        while place >= 0 and chosen[place] == len(rest) - missing + place:
            place -= 1
        if place < 0:
            return
        chosen[place] += 1
        for after in range(place + 1, missing):
            chosen[after] = chosen[after - 1] + 1


# --- Ranges -------------------------------------------------------------------------------------------------

_WORD = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(\+?)")
_ACCEPTED = "write hands such as AsKd, or QQ, AKs, AKo, AK, TT+, ATs+, with commas or spaces between them"


def parse_range(text: str) -> Range:
    """Read "QQ+, AKs, AsKd": the hole cards that a player may have."""
    found: set[Hole] = set()
    for word in re.split(r"[,\s]+", text.strip()):
        match = _WORD.fullmatch(word)
        if match:
            one, other, suits, plus = match.groups()
            found.update(_hands(one, other, suits, plus, word))
            continue
        try:
            cards = parse_cards(word)
        except ValueError as wrong:
            raise Unreadable(f"{word!r} is no part of a range ({wrong}); {_ACCEPTED}") from None
        if len(cards) != 2:
            raise Unreadable(f"{word!r} is not two cards; {_ACCEPTED}")
        found.add(frozenset(cards))
    return frozenset(found)


def _hands(one: str, other: str, suits: str, plus: str, word: str) -> Iterator[Hole]:
    high, low = sorted((RANKS.index(one), RANKS.index(other)), reverse=True)
    if high == low and suits:
        raise Unreadable(f"{word!r}: a pair is never suited; {_ACCEPTED}")
    if high == low:
        for rank in range(high, 13 if plus else high + 1):
            yield from (frozenset(pair) for pair in combinations([Card(RANKS[rank] + suit) for suit in SUITS], 2))
        return
    for rank in range(low, high if plus else low + 1):
        for first, second in product(SUITS, SUITS):
            if suits == "" or (suits == "s") == (first == second):
                yield frozenset((Card(RANKS[high] + first), Card(RANKS[rank] + second)))


# --- The rake -----------------------------------------------------------------------------------------------


class Raked(Struct, frozen=True):
    """One pot for which all who are in it have put in the same."""

    pot: Cents
    rake: Cents
    before: tuple[Fraction, ...]
    """Each player's part of the pot without rake, in cents."""
    after: tuple[Fraction, ...]
    break_even: Fraction
    """The equity at which an even share of the pot comes back, with the rake taken."""


def with_rake(found: Sequence[Equity], pot: Cents, table: PokerTable) -> Raked:
    """What the table's rake on the pot (R-33) takes of each player's equity."""
    (rake,) = rakes(table, [pot])
    parts = [each.equity for each in found]
    break_even = Fraction(pot, len(found) * (pot - rake))
    return Raked(
        pot, rake, tuple(part * pot for part in parts), tuple(part * (pot - rake) for part in parts), break_even
    )
