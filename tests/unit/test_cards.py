"""Cards: how they are written, and that chance favours none of them."""

import random
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.rules.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    os_chance,
    parse_cards,
    seeded_chance,
    show_cards,
    shuffled,
    shuffled_deck,
)


class Scripted(random.Random):
    """Chance that answers from a list, and fails when asked more often."""

    def __init__(self, *answers: int) -> None:
        super().__init__()
        self.answers = list(answers)

    def getrandbits(self, k: int, /) -> int:
        answer = self.answers.pop(0)
        assert answer < 2**k, (answer, k)
        return answer


def test_the_deck_has_each_rank_in_each_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert set(DECK) == {rank + suit for rank in RANKS for suit in SUITS}


# --- Reading and writing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["As Kd Th 2c", "AsKdTh2c", "AsKd Th2c", "  As  Kd\tTh\n2c "])
def test_spaces_between_cards_do_not_matter(text: str) -> None:
    assert parse_cards(text) == ("As", "Kd", "Th", "2c")


def test_no_cards_can_be_written() -> None:
    assert parse_cards(" ") == ()
    assert show_cards(()) == ""


@given(st.lists(st.sampled_from(DECK), unique=True))
def test_what_is_shown_can_be_read(cards: list[Card]) -> None:
    assert parse_cards(show_cards(cards)) == tuple(cards)
    assert parse_cards("".join(cards)) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("10h", "'10h' is not a card; write Th for a ten"),
        ("As10dKc", "'10d' is not a card; write Td for a ten"),
        ("As 10H", "'10H' is not a card; write Th for a ten"),
        ("10", "'10' is not a card; write T for a ten"),
        ("as", "'as' is not a card; write As: ranks are upper case, suits lower case"),
        ("KD", "'KD' is not a card; write Kd: ranks are upper case, suits lower case"),
        ("As,Kd", "',K' is not a card; write one of 23456789TJQKA and then one of cdhs, with only spaces"),
        ("1s", "'1s' is not a card; write one of"),
        ("Ax", "'Ax' is not a card; write one of"),
        ("As K", "'K' is not a card; write one of"),
        ("A sK d", "'A' is not a card; write one of"),
        ("Kd As Kd", "Kd appears twice in 'Kd As Kd'; there is one of each card"),
        ("KdKd", "Kd appears twice in 'KdKd'"),
    ],
)
def test_what_is_not_a_card_is_explained(text: str, complaint: str) -> None:
    with pytest.raises(ValueError) as refusal:
        parse_cards(text)
    assert str(refusal.value).startswith(complaint)


# --- Chance ---------------------------------------------------------------------------------------------------


def test_every_order_comes_from_exactly_one_course_of_chance() -> None:
    """With four cards chance has 4 x 3 x 2 accepted courses, and there are as many orders: none is favoured."""
    four = DECK[:4]
    courses = product(range(4), range(3), range(2), range(1))
    orders = [shuffled(four, Scripted(*course)) for course in courses]
    assert sorted(orders) == sorted(permutations(four))


def test_bits_that_point_past_the_cards_are_drawn_again() -> None:
    three = DECK[:3]
    assert shuffled(three, Scripted(3, 3, 1, 0, 0)) == shuffled(three, Scripted(1, 0, 0))


def test_no_card_comes_first_too_often() -> None:
    chance = seeded_chance("first card")
    rounds = 200 * len(DECK)
    firsts = Counter(shuffled(DECK, chance)[:1][0] for _ in range(rounds))
    chi_square = sum((firsts[card] - 200) ** 2 / 200 for card in DECK)
    assert chi_square < 112  # 51 degrees of freedom: mean 51, standard deviation 10


def test_a_seed_gives_one_order_for_ever() -> None:
    assert show_cards(shuffled(DECK, seeded_chance(1))[:7]) == "4c Jd Ah 3s 7c 5c 2d"
    assert show_cards(shuffled(DECK, seeded_chance("one"))[:7]) == "Qc As Js 9h Jc Qd 7c"


def test_real_chance_is_the_operating_systems() -> None:
    assert isinstance(os_chance(), random.SystemRandom)
    assert sorted(shuffled(DECK, os_chance())) == sorted(DECK)


class ScriptedSystem(random.SystemRandom):
    """The operating system's entropy as a list of blocks."""

    def __new__(cls, *_: bytes) -> "ScriptedSystem":
        return super().__new__(cls)

    def __init__(self, *blocks: bytes) -> None:
        self._blocks = iter(blocks)

    def randbytes(self, n: int) -> bytes:
        return next(self._blocks)


def test_every_order_comes_from_as_many_courses_of_real_chance() -> None:
    """Four cards: two bits, two bits, one bit; the last has one place. The rest of each byte makes no difference."""
    four = DECK[:4]
    orders = Counter(
        shuffled(four, ScriptedSystem(bytes([first << 6 | rest, second << 6 | rest, third << 7 | rest])))
        for first, second, third, rest in product(range(4), range(3), range(2), (0, 21, 63))
    )
    assert orders == dict.fromkeys(permutations(four), 3)


def test_bytes_of_real_chance_that_point_past_the_cards_are_passed_over() -> None:
    four = DECK[:4]
    straight = shuffled(four, ScriptedSystem(bytes([2 << 6, 1 << 6, 1 << 7])))
    assert shuffled(four, ScriptedSystem(bytes([2 << 6, 3 << 6, 255]), bytes([1 << 6, 1 << 7]))) == straight


class Singly:
    """Chance that takes a byte for each draw and keeps its highest bits."""

    def __init__(self, drawn: bytes) -> None:
        self._drawn = iter(drawn)

    def getrandbits(self, k: int, /) -> int:
        return next(self._drawn) >> (8 - k) if k else 0


@pytest.mark.parametrize("seed", range(50))
def test_real_chance_makes_the_shuffle_that_the_same_bits_make_singly(seed: int) -> None:
    blocks = [seeded_chance(f"{seed}, {block}").randbytes(96) for block in range(2)]
    assert shuffled(DECK, ScriptedSystem(*blocks)) == shuffled(DECK, Singly(b"".join(blocks)))


# --- A deck ---------------------------------------------------------------------------------------------------


def test_listed_cards_come_first_then_the_rest_of_the_deck() -> None:
    listed = parse_cards("5s 2c Ks 7d")
    deck = shuffled_deck(seeded_chance(1), listed)
    assert deck.next_cards(0, 4) == listed
    rest = deck.next_cards(4, 48)
    assert sorted(listed + rest) == sorted(DECK)
    assert rest != tuple(card for card in DECK if card not in listed)


def test_chance_is_not_asked_where_all_cards_are_listed() -> None:
    assert shuffled_deck(Scripted(), DECK).cards == DECK


def test_reading_off_takes_nothing() -> None:
    deck = shuffled_deck(seeded_chance(1))
    assert deck.next_cards(3, 5) == deck.next_cards(3, 5) == deck.cards[3:8]


def test_unlisted_are_those_that_left_beyond_the_list() -> None:
    deck = shuffled_deck(seeded_chance(1), parse_cards("5s 2c Ks"))
    assert deck.unlisted(2) == deck.unlisted(3) == ()
    assert deck.unlisted(5) == deck.cards[3:5]


def test_a_deck_without_a_list_is_a_shuffle() -> None:
    assert shuffled_deck(seeded_chance(7)).cards == shuffled(DECK, seeded_chance(7))


def test_a_further_deck_has_the_cards_left_only() -> None:
    rest = DECK[5:]
    deck = shuffled_deck(seeded_chance(1), rest[3:5], rest)
    assert deck.cards[:2] == rest[3:5]
    assert sorted(deck.cards) == sorted(rest)


@pytest.mark.parametrize("number", [3, -1])
def test_more_than_remain_cannot_be_drawn(number: int) -> None:
    deck = shuffled_deck(seeded_chance(1))
    with pytest.raises(ValueError, match=f"cannot draw {number} cards: 2 remain in the device"):
        deck.next_cards(50, number)


@pytest.mark.parametrize(
    ("listed", "complaint"),
    [
        ([Card("As"), Card("Kd"), Card("As")], "As appears twice in the listed order"),
        ([Card("As"), Card("10h")], "'10h' is not a card; write one of"),
    ],
)
def test_an_impossible_order_is_refused(listed: list[Card], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        shuffled_deck(seeded_chance(1), listed)
