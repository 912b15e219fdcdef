"""Rounds as a pure function of seed and number: the published vectors, fair deals, and nothing left in the deck."""

from collections import Counter
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.numbers.maths.kernels.rounds import BLOCK, deal, deal_many, deal_round, draw, philox
from croupier.numbers.simulation.games import refused_words

ALL = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("counter_and_key", "words"),
    [
        ((0, 0, 0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ALL,) * 6, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_published_vectors(counter_and_key: tuple[int, ...], words: tuple[int, ...]) -> None:
    """Known answers of Random123 for philox4x32-10."""
    assert philox(*counter_and_key) == words


def cards(seed: int, number: int, many: int) -> list[int]:
    drawn = np.zeros(many, dtype=np.int64)
    deal_round(drawn, refused_words(many), seed, number)
    found: list[int] = drawn.tolist()
    return found


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**62), st.integers(1, 40))
def test_no_card_is_drawn_twice(seed: int, number: int, many: int) -> None:
    drawn = cards(seed, number, many)
    assert len(set(drawn)) == many
    assert set(drawn) <= set(range(52))


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(0, 2**40), min_size=1, max_size=5))
def test_a_round_leaves_nothing_behind(seed: int, numbers: list[int]) -> None:
    """Dealt after any other rounds from the same deck, a round has the same cards."""
    deck, drawn, put = np.arange(52), np.zeros(52, dtype=np.int64), np.zeros(52, dtype=np.int64)
    for number in numbers:
        deal(deck, drawn, put, 24, refused_words(24), seed, number)
        assert (deck == np.arange(52)).all()
        assert drawn[:24].tolist() == cards(seed, number, 24)


@pytest.mark.parametrize("many", [6, 9, 10, 11, 24, 40])
def test_rounds_dealt_together_have_the_same_cards(many: int) -> None:
    """Also those whose words are refused: with ten cards of a word, one round in 300."""
    numbers = 2**40 + 7 * np.arange(4 * BLOCK)
    drawn = np.zeros((many, len(numbers)), dtype=np.uint8)
    deal_many(drawn, refused_words(many), 11, numbers)
    assert drawn.T.tolist() == [cards(11, number, many) for number in numbers.tolist()]


def test_every_card_comes_to_every_place_as_often() -> None:
    rounds, many = 40_000, 12
    found = np.zeros((many, 52), dtype=np.int64)
    for number in range(rounds):
        found[np.arange(many), cards(3, number, many)] += 1
    mean = rounds / 52
    chi = ((found - mean) ** 2 / mean).sum(axis=1)
    assert (abs(chi - 51) < 5 * sqrt(2 * 51)).all()


def test_words_that_favour_some_deals_are_refused() -> None:
    """Of a generator with words of 8 bits every one of the 12 pairs of four cards comes as often, or none would be."""
    fair: Counter[tuple[int, int]] = Counter()
    for word in range(2**8):
        low, places = word, []
        for left in (4, 3):
            low *= left
            places.append(low >> 8)
            low &= 0xFF
        if low >= 2**8 % 12:
            fair[places[0], places[1]] += 1
    assert set(fair.values()) == {2**8 // 12}
    refused = refused_words(6)
    put = np.zeros(52, dtype=np.int64)
    assert not draw(put, 0, 6, 0, 0, *refused[0].tolist())
    assert draw(put, 0, 6, ALL, ALL, *refused[0].tolist())


@pytest.mark.parametrize("many", [1, 6, 10, 16, 24])
def test_how_much_is_refused(many: int) -> None:
    deals = [
        comb(52 - first, min(10, many - first)) * _factorial(min(10, many - first)) for first in range(0, many, 10)
    ]
    assert [int(high) << 32 | int(low) for high, low in refused_words(many)] == [2**64 % each for each in deals]


def _factorial(number: int) -> int:
    found = 1
    for each in range(2, number + 1):
        found *= each
    return found
