"""Compiled loops of `croupier.numbers.simulation`: the cards of a round, and what is counted of classified rounds.

Round n is a pure function of the seed and n, so it does not matter which worker plays it, or when. Chance is
Philox4x32-10: a counter of four words, among them the number of the round, is scrambled with the seed as its key.
No kernel here knows what a class pays; they get that as an array.
"""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.tools.arrays import Ints

Classes = npt.NDArray[np.int16]
"""[round, box]"""

WORD = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
FIRST, SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
FIRST_STEP, SECOND_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
LOW = 0xFFFFFFFF
AT_ONCE = 10
"""Cards from one word of 64 bits: the product of the cards left at each draw fits into it."""
CARDS, ERRORS = 0, 1
"""Streams: one for the cards of a round, one for what goes wrong in it."""


@jit
def philox(number: int, higher: int, block: int, stream: int, key: int, higher_key: int) -> tuple[int, int, int, int]:
    """Four words of 32 bits from a counter of four words and a key of two."""
    a, b, c, d = np.uint64(number), np.uint64(higher), np.uint64(block), np.uint64(stream)
    k, m = np.uint64(key), np.uint64(higher_key)
    for _ in range(10):
        one, other = FIRST * a, SECOND * c
        a, b, c, d = (other >> HALF) ^ b ^ k, other & WORD, (one >> HALF) ^ d ^ m, one & WORD
        k, m = (k + FIRST_STEP) & WORD, (m + SECOND_STEP) & WORD
    return int64(a), int64(b), int64(c), int64(d)  # type: ignore[arg-type]  # these are whole numbers too


@jit
def draw(put: Ints, first: int, stop: int, high: int, low: int, refused: int, refused_low: int) -> bool:
    """Places in the deck from one word of 64 bits; False if the word must be refused, for it would favour some deals.

    The word is multiplied by the number of cards that are left: what goes over is a place, the rest is the next word.
    """
    for place in range(first, stop):
        low *= 52 - place
        high = high * (52 - place) + (low >> 32)
        put[place] = place + (high >> 32)
        high &= LOW
        low &= LOW
    return high > refused or (high == refused and low >= refused_low)


@jit
def deal(deck: Ints, drawn: Ints, put: Ints, cards: int, refused: Ints, seed: int, number: int) -> None:
    """The first cards of the deck of a round, into `drawn`. `deck` is in order before and after; `put` is scratch."""
    block = done = group = 0
    while done < cards:
        stop = min(done + AT_ONCE, cards)
        high, low = refused[group, 0], refused[group, 1]
        a, b, c, d = philox(number & LOW, number >> 32, block, CARDS, seed & LOW, seed >> 32)
        block += 1
        if draw(put, done, stop, a, b, high, low) or draw(put, done, stop, c, d, high, low):
            done = stop
            group += 1
    for place in range(cards):
        at = put[place]
        drawn[place] = deck[at]
        deck[at] = deck[place]
    for place in range(cards):
        deck[put[place]] = put[place]


@jit
def next_place(high: int, low: int, left: int) -> tuple[int, int, int]:
    """A place among the cards that are left, and the rest of the word."""
    low *= left
    high = high * left + (low >> 32)
    return high >> 32, high & LOW, low & LOW


@jit
def deal_six(deck: Ints, drawn: Ints, put: Ints, refused: Ints, seed: int, number: int) -> None:
    """The same six cards as `deal`, in two thirds of the time: without loops the places stay in registers."""
    high, low, _, _ = philox(number & LOW, number >> 32, 0, CARDS, seed & LOW, seed >> 32)
    p, high, low = next_place(high, low, 52)
    q, high, low = next_place(high, low, 51)
    r, high, low = next_place(high, low, 50)
    s, high, low = next_place(high, low, 49)
    t, high, low = next_place(high, low, 48)
    u, high, low = next_place(high, low, 47)
    if high < refused[0, 0] or (high == refused[0, 0] and low < refused[0, 1]):
        deal(deck, drawn, put, 6, refused, seed, number)
        return
    q, r, s, t, u = q + 1, r + 2, s + 3, t + 4, u + 5
    drawn[0] = deck[p]
    deck[p] = deck[0]
    drawn[1] = deck[q]
    deck[q] = deck[1]
    drawn[2] = deck[r]
    deck[r] = deck[2]
    drawn[3] = deck[s]
    deck[s] = deck[3]
    drawn[4] = deck[t]
    deck[t] = deck[4]
    drawn[5] = deck[u]
    deck[p], deck[q], deck[r], deck[s], deck[t] = p, q, r, s, t


@jit
def deal_round(drawn: Ints, refused: Ints, seed: int, number: int) -> None:
    """The cards of one round."""
    deal(np.arange(52), drawn, np.zeros(52, dtype=np.int64), len(drawn), refused, seed, number)


@jit
def outcome_of(value: int, dealer: int, qualifies: int) -> int:
    """1 if the dealer does not qualify, 2 if the value is higher, 3 if it is the same, 4 if it is lower.

    Without branches: which way they go cannot be predicted, and a wrong guess costs as much as a card.
    """
    return 1 + int64(dealer >= qualifies) * (1 + int64(value <= dealer) + int64(value < dealer))


@jit
def count_classes(classes: Classes, counts: Ints) -> None:
    """[box, class]"""
    for number in range(classes.shape[0]):
        for box in range(classes.shape[1]):
            counts[box, classes[number, box]] += 1


@jit
def find_claims(classes: Classes, claims: npt.NDArray[np.bool_], start: int, found: Ints) -> int:
    """Rounds and boxes whose class claims a share of the meter, into `found`; how many there are."""
    filled = 0
    for number in range(classes.shape[0]):
        for box in range(classes.shape[1]):
            if claims[box, classes[number, box]]:
                if filled < len(found):
                    found[filled, 0], found[filled, 1] = start + number, box
                    found[filled, 2] = classes[number, box]
                filled += 1
    return filled


@jit
def add_money(classes: Classes, nets: Ints, envy: Ints, takes: Ints, money: Ints) -> None:
    """Net of all boxes in each round, into `money`: by class, and Envy Bonuses for the hands of other boxes."""
    boxes = classes.shape[1]
    for number in range(classes.shape[0]):
        total = given = int64(0)
        for box in range(boxes):
            given += envy[box, classes[number, box]]
        for box in range(boxes):
            kind = classes[number, box]
            total += nets[box, kind]
            if given:
                total += takes[box, kind] * (given - envy[box, kind])
        money[number] = total


@jit
def sum_shifts(classes: Classes, nets: Ints, shift: int, sums: Ints) -> None:
    """[shift]: the net of the only box."""
    for number in range(len(sums)):
        total = int64(0)
        for place in range(number * shift, (number + 1) * shift):
            total += nets[classes[place, 0]]
        sums[number] = total


@jit
def sum_envy(classes: Classes, envy: Ints, takes: Ints, sums: Ints) -> None:
    """[box]: Envy Bonuses for the hands of other boxes."""
    boxes = classes.shape[1]
    for number in range(classes.shape[0]):
        given = int64(0)
        for box in range(boxes):
            given += envy[box, classes[number, box]]
        if given:
            for box in range(boxes):
                kind = classes[number, box]
                sums[box] += takes[box, kind] * (given - envy[box, kind])


@jit
def play_sessions(classes: Classes, box: int, nets: Ints, bankroll: int, needs: int, length: int, ends: Ints) -> None:
    """[session, 2]: the net of a box, and the round in which it was ruined, 0 if it was not.

    A box is ruined when it has less than `needs`, the most that a round can cost it.
    """
    for session in range(len(ends)):
        left = int64(bankroll)
        ends[session, 1] = 0
        for number in range(session * length, (session + 1) * length):
            left += nets[classes[number, box]]
            if left < needs:
                ends[session, 1] = number - session * length + 1
                break
        ends[session, 0] = left - bankroll


@jit
def find_errors(start: int, stop: int, seed: int, limits: Ints, found: Ints) -> int:
    """Rounds in which something goes wrong, the place of what does in `limits`, and a word for further chance.

    `limits` ascend: a word of 32 bits below the first means the first kind, and so on. How many rounds there are.
    """
    filled = 0
    for number in range(start, stop):
        word, further, _, _ = philox(number & LOW, number >> 32, 0, ERRORS, seed & LOW, seed >> 32)
        if word < limits[-1]:
            kind = 0
            while word >= limits[kind]:
                kind += 1
            if filled < len(found):
                found[filled, 0], found[filled, 1], found[filled, 2] = number, kind, further
            filled += 1
    return filled
