"""Compiled loops of `maths.equity.runouts`."""

import numpy as np

from croupier.numbers.maths.holdem.squares import Int32s
from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.tools.arrays import Ints, Shorts
from croupier.numbers.maths.tools.rank_arrays import FLUSH, RANK_BITS, START, SUIT_SHIFT


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
    """The next ascending choice of cards: the last that can move on does, those after it follow."""
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
