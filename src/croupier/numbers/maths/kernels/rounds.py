"""Compiled loops of `croupier.numbers.simulation`: the cards of a round, and what is counted of classified rounds.

Round n is a pure function of the seed and n, so it does not matter which worker plays it, or when. Chance is
Philox4x32-10: a counter of four words, among them the number of the round, is scrambled with the seed as its key.
No kernel here knows what a class pays; they get that as an array.
"""

import numpy as np
import numpy.typing as npt

from croupier.numbers.maths.kernels.jit import int64, jit
from croupier.numbers.maths.tools.arrays import Bytes, Ints

Classes = npt.NDArray[np.int16]
"""[round, box]"""

WORD = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
FIRST, SECOND = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
FIRST_STEP, SECOND_STEP = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
LOW = 0xFFFFFFFF
AT_ONCE = 10
"""Cards from one word of 64 bits: the product of the cards left at each draw fits into it."""
BLOCK = 512
"""Rounds that are dealt together: their cards stay in the processor's nearest cache."""
TOGETHER = 8
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
def deal_many(drawn: Bytes, refused: Ints, seed: int, numbers: Ints) -> None:
    """[card, round]: the same cards as `deal`, for the rounds with these numbers.

    Each step is a loop over the rounds that does the same to all of them, so the processor takes many at a time: a
    tenth of the time of `deal`, for any number of cards.
    """
    cards, rounds = drawn.shape
    put, words = np.empty((cards, rounds), dtype=np.uint8), np.empty((2, rounds), dtype=np.uint64)
    high, low = words[0], words[1]
    again = np.zeros(rounds, dtype=np.bool_)
    for group in range(len(refused)):
        scramble_many(words, seed, numbers, group)
        first = group * AT_ONCE
        draw_many(put, first, min(first + AT_ONCE, cards), high, low)
        for number in range(rounds):
            again[number] |= high[number] < np.uint64(refused[group, 0]) or (
                high[number] == np.uint64(refused[group, 0]) and low[number] < np.uint64(refused[group, 1])
            )
    take_many(drawn, put)
    one = np.zeros(cards, dtype=np.int64)
    for number in range(rounds):
        if again[number]:
            deal_round(one, refused, seed, numbers[number])
            for place in range(cards):
                drawn[place, number] = one[place]


@jit
def scramble_many(words: npt.NDArray[np.uint64], seed: int, numbers: Ints, block: int) -> None:
    """[word, round]: the first two words of `philox` for these rounds."""
    for place in range(len(numbers)):
        at = numbers[place]
        words[0, place], words[1, place], _, _ = philox(at & LOW, at >> 32, block, CARDS, seed & LOW, seed >> 32)


@jit
def draw_many(put: Bytes, first: int, stop: int, high: npt.NDArray[np.uint64], low: npt.NDArray[np.uint64]) -> None:
    """`draw` for many rounds. What is left of the words tells whether they must be refused."""
    for place in range(first, stop):
        left, row = np.uint64(52 - place), put[place]
        for number in range(len(row)):
            below = low[number] * left
            above = high[number] * left + (below >> HALF)
            row[number] = place + int64(above >> HALF)
            high[number] = above & WORD
            low[number] = below & WORD


@jit
def take_many(drawn: Bytes, put: Bytes) -> None:
    """The cards at the places that were drawn, without a deck: what earlier cards put there is followed back."""
    for place in range(len(put)):
        row, asked = drawn[place], put[place]
        row[:] = asked
        for earlier in range(place - 1, -1, -1):
            there, card = put[earlier], np.uint8(earlier)
            for number in range(len(row)):
                row[number] = card if row[number] == there[number] else row[number]


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
def look_up_nets(classes: Classes, nets: Ints, money: Ints) -> None:
    """[box, round]: what each box wins, without Envy Bonuses."""
    for box in range(classes.shape[1]):
        row, by_class = money[box], nets[box]
        for number in range(classes.shape[0]):
            row[number] = by_class[classes[number, box]]


@jit
def add_envy(classes: Classes, envy: Ints, takes: Ints, total: Ints, sums: Ints) -> None:
    """Envy Bonuses for the hands of other boxes: [round], and [box]."""
    boxes = classes.shape[1]
    for number in range(classes.shape[0]):
        given = int64(0)
        for box in range(boxes):
            given += envy[box, classes[number, box]]
        if given:
            for box in range(boxes):
                kind = classes[number, box]
                won = takes[box, kind] * (given - envy[box, kind])
                sums[box] += won
                total[number] += won


@jit
def play_sessions(money: Ints, bankroll: int, needs: int, length: int, ends: Ints) -> None:
    """[session, 2]: the net of a box that wins so much in each round, and the round of its ruin, 0 if there is none.

    A box is ruined when it has less than `needs`, the most that a round can cost it. Where it has enough for
    TOGETHER rounds whatever they bring, nobody has to look after each of them.
    """
    for session in range(len(ends)):
        left, number, stop = int64(bankroll), session * length, (session + 1) * length
        ends[session, 1] = 0
        while number < stop:
            if left >= needs * (TOGETHER + 1) and number + TOGETHER <= stop:
                for each in range(TOGETHER):
                    left += money[number + each]
                number += TOGETHER
                continue
            left += money[number]
            number += 1
            if left < needs:
                ends[session, 1] = number - session * length
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
