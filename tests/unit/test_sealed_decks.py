"""Decks that are drawn whole and sealed: small, opened only as what they are, and nothing of them in print."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.floor.journal.decks import (
    DeckRow,
    DrawnDeck,
    Tampered,
    draw,
    key_number,
    opened,
    opened_card,
    seal,
    seal_card,
)
from croupier.floor.journal.proofs import climbed, leaf
from croupier.rules.cards import DECK, ChanceOfText, os_chance, parse_cards, seeded_chance

KEY = bytes(range(32))
OTHER = bytes(32)


def drawn(text: str = "a deck") -> DrawnDeck:
    return draw(ChanceOfText(text), "table/tcp-1", 12)


def test_a_deck_is_whole_before_the_first_card_is_dealt() -> None:
    deck = draw(os_chance(), "table/tcp-1", 12)
    assert sorted(deck.cards.cards) == sorted(DECK)
    assert len(set(deck.salts)) == 52
    assert {len(salt) for salt in deck.salts} == {16}
    other = draw(os_chance(), "table/tcp-1", 12)
    assert deck.root != other.root
    assert deck.salt_seed != other.salt_seed


def test_what_is_sealed_is_small_and_opens_again() -> None:
    deck = drawn()
    row = seal(deck, 3, KEY)
    assert len(row.sealed) == 128
    assert key_number(row.sealed) == 3
    again = opened(row, KEY)
    assert (again.cards, again.salts, again.root, again.first) == (deck.cards, deck.salts, deck.root, deck.first)


def test_the_same_seed_gives_the_same_deck() -> None:
    first, second = (seal(draw(seeded_chance(7), "table/tcp-1", 12), 1, KEY) for _ in range(2))
    assert first == second


def test_listed_cards_come_first_and_a_further_deck_has_what_is_left() -> None:
    listed = parse_cards("2c As Kd")
    deck = draw(ChanceOfText("x"), "table/p-1", 4, 1, 20, listed=listed, among=DECK[20:] + DECK[:1])
    assert deck.cards.cards[:3] == listed
    assert deck.card(20) == "2c"
    assert deck.turned_up(21).card == "As"
    assert opened(seal(deck, 1, KEY), KEY).cards.cards == deck.cards.cards
    found = climbed(leaf("p-1", 4, 1, 21, deck.card(21), deck.salt(21)), deck.path(21))
    assert found == deck.root == bytes.fromhex(deck.begun.root)


ROW = seal(drawn(), 1, KEY)


@given(st.integers(32, 8 * len(ROW.sealed) - 1))
def test_every_bit_of_the_box_matters(bit: int) -> None:
    changed = bytearray(ROW.sealed)
    changed[bit // 8] ^= 1 << bit % 8
    with pytest.raises(Tampered, match="changed"):
        opened(replace(ROW, sealed=bytes(changed)), KEY)


@pytest.mark.parametrize(
    "row",
    [
        replace(ROW, stream="table/tcp-2"),
        replace(ROW, round=13),
        replace(ROW, deck=1),
        replace(ROW, first=1),
        replace(ROW, root=bytes(32)),
        replace(ROW, sealed=b""),
        replace(ROW, sealed=ROW.sealed[:-1]),
        replace(ROW, sealed=ROW.sealed + b"\0"),
        replace(ROW, sealed=ROW.sealed[:20]),
    ],
)
def test_a_deck_opens_only_as_what_it_is(row: DeckRow) -> None:
    with pytest.raises(Tampered):
        opened(row, KEY)


def test_another_key_opens_nothing() -> None:
    with pytest.raises(Tampered, match="another key"):
        opened(ROW, OTHER)


def test_a_deck_prints_without_its_secrets() -> None:
    deck = drawn()
    for text in (repr(deck), str(deck), f"{[deck]}"):
        assert text.strip("[]") == "<deck 0 of round 12 of table/tcp-1>"


def test_a_read_card_opens_in_its_own_place_only() -> None:
    box = seal_card("As", "table/tcp-1", 12, 7, 2, KEY)
    assert key_number(box) == 2
    assert opened_card(box, "table/tcp-1", 12, 7, KEY) == "As"
    for stream, round_, place in [("table/tcp-2", 12, 7), ("table/tcp-1", 13, 7), ("table/tcp-1", 12, 8)]:
        with pytest.raises(Tampered):
            opened_card(box, stream, round_, place, KEY)
    assert seal_card("As", "table/tcp-1", 12, 8, 2, KEY)[4:] != box[4:]


class Counting(random.SystemRandom):
    """Counts how often the operating system is asked."""

    asked = 0

    def getrandbits(self, k: int, /) -> int:
        self.asked += 1
        return super().getrandbits(k)

    def randbytes(self, n: int) -> bytes:
        self.asked += 1
        return super().randbytes(n)


def test_a_deck_asks_the_operating_system_a_few_times_and_not_for_each_card() -> None:
    for _ in range(50):
        chance = Counting()
        draw(chance, "table/tcp-1", 12)
        assert chance.asked <= 3


def test_every_card_comes_first_and_last_equally_often() -> None:
    """20 times a card on the average: none that never comes, or twice as often and more."""
    chance = seeded_chance("fair")
    orders = [draw(chance, "table/tcp-1", 12).cards.cards for _ in range(20 * 52)]
    for place in (0, 51):
        times = Counter(order[place] for order in orders)
        assert len(times) == 52
        chi_squared = sum((count - 20) ** 2 for count in times.values()) // 20
        assert chi_squared < 100, "51 degrees of freedom: above 100 once in 20,000 times"
