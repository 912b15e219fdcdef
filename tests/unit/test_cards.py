"""Cards: how they are written, and that chance favours none of them."""

import random
from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    RANKS,
    SUITS,
    Card,
    CardSource,
    os_chance,
    parse_cards,
    seeded_chance,
    show_cards,
    shuffled,
)

some_cards = st.lists(st.sampled_from(DECK), unique=True)


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


@given(some_cards)
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
        ("As,Kd", "',K' is not a card; a card is one of 23456789TJQKA and then one of cdhs; nothing but spaces"),
        ("1s", "'1s' is not a card; a card is one of"),
        ("Ax", "'Ax' is not a card; a card is one of"),
        ("As K", "'K' is not a card; a card is one of"),
        ("A sK d", "'A' is not a card; a card is one of"),
        ("Kd As Kd", "Kd stands twice in 'Kd As Kd'; there is one of each card"),
        ("KdKd", "Kd stands twice in 'KdKd'"),
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
    firsts = Counter(CardSource.from_order((), chance).draw(1)[0] for _ in range(rounds))
    chi_square = sum((firsts[card] - 200) ** 2 / 200 for card in DECK)
    assert chi_square < 112  # 51 degrees of freedom: mean 51, standard deviation 10


def test_a_seed_gives_one_order_for_ever() -> None:
    assert show_cards(shuffled(DECK, seeded_chance(1))[:7]) == "4c Jd Ah 3s 7c 5c 2d"
    assert show_cards(shuffled(DECK, seeded_chance("one"))[:7]) == "Qc As Js 9h Jc Qd 7c"


def test_real_chance_is_the_operating_systems() -> None:
    assert isinstance(os_chance(), random.SystemRandom)
    assert sorted(shuffled(DECK, os_chance())) == sorted(DECK)


# --- The device -----------------------------------------------------------------------------------------------


def test_listed_cards_come_first_then_the_rest_of_the_deck() -> None:
    listed = parse_cards("5s 2c Ks 7d")
    source = CardSource.from_order(listed, seeded_chance(1))
    assert source.draw(4) == listed
    rest = source.draw(source.remaining)
    assert sorted(listed + rest) == sorted(DECK)
    assert rest != tuple(card for card in DECK if card not in listed)


def test_chance_is_not_asked_while_listed_cards_suffice() -> None:
    source = CardSource.from_order(parse_cards("5s 2c Ks"), Scripted())
    assert source.draw(3) == ("5s", "2c", "Ks")
    with pytest.raises(IndexError):
        source.draw(1)


@given(some_cards, st.lists(st.integers(0, 8), max_size=12), st.integers())
def test_the_order_does_not_hang_on_how_many_are_drawn_at_once(
    listed: list[Card], numbers: list[int], seed: int
) -> None:
    together = CardSource.from_order(listed, seeded_chance(seed)).draw(52)
    source = CardSource.from_order(listed, seeded_chance(seed))
    drawn: tuple[Card, ...] = ()
    for number in numbers:
        drawn += source.draw(min(number, source.remaining))
        assert source.remaining == 52 - len(drawn)
    assert drawn == together[: len(drawn)]
    assert len(set(together)) == 52


def test_the_device_and_a_shuffle_agree() -> None:
    assert CardSource.from_order((), seeded_chance(7)).draw(52) == shuffled(DECK, seeded_chance(7))


@pytest.mark.parametrize("number", [3, -1])
def test_more_than_remain_cannot_be_drawn(number: int) -> None:
    source = CardSource.from_order((), seeded_chance(1))
    source.draw(50)
    with pytest.raises(ValueError, match=f"cannot draw {number} cards: 2 remain in the device"):
        source.draw(number)
    assert source.remaining == 2


@pytest.mark.parametrize(
    ("listed", "complaint"),
    [
        ([Card("As"), Card("Kd"), Card("As")], "As stands twice in the listed order"),
        ([Card("As"), Card("10h")], "'10h' in the listed order is not a card; a card is one of"),
    ],
)
def test_an_impossible_order_is_refused(listed: list[Card], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        CardSource.from_order(listed, seeded_chance(1))
