"""Hands of hold'em, each known, on every board that can still come: who wins which pot how often."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from croupier.cards import Card
from croupier.maths.jit import int64, jit
from croupier.maths.ranges import NUMBERS, RENAMED, Hole, Range
from croupier.maths.squares import Int32s
from croupier.maths.tables import FLUSH, RANK_BITS, START, SUIT_SHIFT, Ints, Shorts, sevens

Tell = Callable[[Fraction], None]
"""Is told from time to time which share of the work is done."""

Spot = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]


def dealt_out(
    ranges: Sequence[Range], board: tuple[Card, ...], dead: frozenset[Card], pots: Sequence[int], tell: Tell
) -> Ints:
    """[pot, winners]: each combination of hands on each board; a pot is a mask of those who are in it."""
    counts = np.zeros((len(pots), 1 << len(ranges)), dtype=np.int64)
    eligible = np.array(pots, dtype=np.int64)
    spots = _spots(ranges, board, dead)
    for done, ((holes, known, out), number) in enumerate(spots.items()):
        tell(Fraction(done, len(spots)))
        rest = np.array([card for card in range(52) if card not in (*sum(holes, ()), *known, *out)], dtype=np.int64)
        found = np.zeros_like(counts)
        hands, cards = np.array(holes, dtype=np.int64), np.array(known, dtype=np.int64)
        run_out(hands, cards, rest, 5 - len(known), eligible, found, *sevens())
        counts += number * found
    return counts


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
    numbered = [[divmod(NUMBERS[card], 4) for card in cards] for cards in (*hands, board, dead)]
    ways = []
    for suits in RENAMED:
        renamed = [tuple(sorted(4 * rank + suits[suit] for rank, suit in cards)) for cards in numbered]
        *holes, known, out = renamed
        ways.append((tuple((one, other) for one, other in holes), known, out))
    return min(ways)


@jit
def value_of(total: int, mask: int, offsets: Int32s, values: Shorts, suited: Shorts) -> int:
    """The value of seven cards from the sum of their keys and their bits."""
    flush = total & FLUSH
    if flush:
        suit = 0
        while flush >> SUIT_SHIFT + 4 * suit & 8 == 0:
            suit += 1
        return int64(suited[mask >> 16 * suit & 0x1FFF])
    total &= RANK_BITS
    return int64(values[offsets[total >> 7] + (total & 127)])


@jit
def next_choice(chosen: Ints, cards: int) -> bool:
    """The next ascending choice of so many cards: the last that can move on does, those after it follow."""
    size = len(chosen)
    place = size - 1
    while place >= 0 and chosen[place] == cards - size + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for after in range(place + 1, size):
        chosen[after] = chosen[after - 1] + 1
    return True


@jit
def run_out(
    holes: Ints,
    known: Ints,
    rest: Ints,
    missing: int,
    eligible: Ints,
    found: Ints,
    keys: Ints,
    bits: Ints,
    offsets: Int32s,
    values: Shorts,
    suited: Shorts,
) -> None:
    """[pot, winners]: further boards on which just these win the pot."""
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
        for player in range(players):
            mask = board_bits | hole_bits[player]
            strength[player] = value_of(board_key + hole_keys[player], mask, offsets, values, suited)
        for pot in range(len(eligible)):
            best = int64(0)
            winners = int64(0)
            for player in range(players):
                if eligible[pot] >> player & 1 and strength[player] >= best:
                    winners = (winners if strength[player] == best else int64(0)) | 1 << player
                    best = strength[player]
            found[pot, winners] += 1
        if not next_choice(chosen, len(rest)):
            return
