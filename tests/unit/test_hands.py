"""Hand rankings: every hand of three and of five cards, and larger ones against other people's evaluators."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import chain, combinations, combinations_with_replacement, pairwise

import phevaluator
import pytest
import treys
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import StandardHighHand

from croupier.rules import best_values
from croupier.rules.cards import DECK, RANKS, SUITS, Card, parse_cards, seeded_chance, show_cards, shuffled
from croupier.rules.hands import (
    FiveCardRank,
    ThreeCardRank,
    best_by_ranks,
    best_value,
    describe,
    describe_five,
    describe_three,
    five_card_rank,
    five_card_value,
    is_suited,
    rank_of,
    three_card_rank,
    three_card_value,
)

Cards = tuple[Card, ...]


def hands_of(*sizes: int) -> st.SearchStrategy[Cards]:
    """Hands of any of these sizes."""
    size = st.sampled_from(sizes)
    hand = size.flatmap(lambda n: st.lists(st.sampled_from(DECK), min_size=n, max_size=n, unique=True))
    return hand.map(tuple)


# --- Every hand -----------------------------------------------------------------------------------------------


def test_all_three_card_hands() -> None:
    hands = Counter(map(three_card_value, combinations(DECK, 3)))
    assert sorted(hands) == list(range(1, 742))
    counts: Counter[ThreeCardRank] = Counter()
    for value, number in hands.items():
        counts[three_card_rank(value)] += number
    assert counts == {
        ThreeCardRank.STRAIGHT_FLUSH: 48,
        ThreeCardRank.THREE_OF_A_KIND: 52,
        ThreeCardRank.STRAIGHT: 720,
        ThreeCardRank.FLUSH: 1_096,
        ThreeCardRank.ONE_PAIR: 3_744,
        ThreeCardRank.THREE_ODD_CARDS: 16_440,
    }


def test_all_five_card_hands() -> None:
    hands = Counter(map(five_card_value, combinations(DECK, 5)))
    assert sorted(hands) == list(range(1, 7_463))
    counts: Counter[FiveCardRank] = Counter()
    for value, number in hands.items():
        counts[five_card_rank(value)] += number
    assert counts == {
        FiveCardRank.ROYAL_FLUSH: 4,
        FiveCardRank.STRAIGHT_FLUSH: 36,
        FiveCardRank.FOUR_OF_A_KIND: 624,
        FiveCardRank.FULL_HOUSE: 3_744,
        FiveCardRank.FLUSH: 5_108,
        FiveCardRank.STRAIGHT: 10_200,
        FiveCardRank.THREE_OF_A_KIND: 54_912,
        FiveCardRank.TWO_PAIRS: 123_552,
        FiveCardRank.ONE_PAIR: 1_098_240,
        FiveCardRank.FIVE_ODD_CARDS: 1_302_540,
    }


# --- Against other evaluators ---------------------------------------------------------------------------------
# Theirs also number the 7,462 hands, but from the best down.


def by_phevaluator(hand: Cards) -> int:
    return 7_463 - int(phevaluator.evaluate_cards(*hand))


_TREYS = treys.Evaluator()
_TREYS_CARD = {card: treys.Card.new(card) for card in DECK}


def by_treys(hand: Cards) -> int:
    return 7_463 - int(_TREYS.evaluate([], [_TREYS_CARD[card] for card in hand]))


def of_all_ranks(size: int) -> Iterator[Cards]:
    """A hand without a flush for each combination of ranks: neighbours in it differ in suit."""
    for ranks in combinations_with_replacement(RANKS, size):
        hand = tuple(Card(rank + SUITS[place % 4]) for place, rank in enumerate(ranks))
        if len(set(hand)) == size:
            yield hand


def of_all_suited(size: int) -> Iterator[Cards]:
    """A suited hand for each combination of ranks."""
    for place, ranks in enumerate(combinations(RANKS, size)):
        yield tuple(Card(rank + SUITS[place % 4]) for rank in ranks)


def at_random(size: int, number: int) -> Iterator[Cards]:
    chance = seeded_chance(f"{size} cards")
    for _ in range(number):
        yield shuffled(DECK, chance)[:size]


def test_there_is_a_hand_for_each_combination_of_ranks() -> None:
    assert [len(list(of_all_ranks(size))) for size in (5, 6, 7)] == [6_175, 18_395, 49_205]


def test_the_file_of_best_values_follows_from_the_rankings() -> None:
    assert (files("croupier.rules") / best_values.FILE).read_bytes() == best_values.packed(best_by_ranks())


@pytest.mark.slow
@pytest.mark.parametrize("theirs", [by_phevaluator, by_treys])
@pytest.mark.parametrize("size", [5, 6, 7])
def test_others_agree(size: int, theirs: Callable[[Cards], int]) -> None:
    """On all that the tables hold, and on hands of which some are partly suited."""
    hands = chain(of_all_ranks(size), of_all_suited(size), at_random(size, 50_000))
    assert [show_cards(hand) for hand in hands if best_value(hand) != theirs(hand)] == []


def test_pokerkit_agrees_on_the_order() -> None:
    hands = [(best_value(hand), StandardHighHand.from_game("".join(hand))) for hand in at_random(7, 1_000)]
    for (our_first, their_first), (our_second, their_second) in pairwise(hands):
        assert (our_first < our_second) == (their_first < their_second)
        assert (our_first > our_second) == (their_first > their_second)


# --- Properties -----------------------------------------------------------------------------------------------


@given(hands_of(3, 5, 6, 7), st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(hand: Cards, chance: random.Random) -> None:
    value = three_card_value if len(hand) == 3 else best_value
    assert value(shuffled(hand, chance)) == value(hand)


@given(hands_of(3, 5, 6, 7), st.permutations(SUITS))
def test_no_suit_is_better_than_another(hand: Cards, suits: Sequence[str]) -> None:
    value = three_card_value if len(hand) == 3 else best_value
    exchanged = tuple(Card(card[0] + suits[SUITS.index(card[1])]) for card in hand)
    assert value(exchanged) == value(hand)


@given(hands_of(6, 7))
def test_the_best_value_is_that_of_the_best_five(hand: Cards) -> None:
    assert best_value(hand) == max(map(best_value, combinations(hand, 5)))


# --- Examples -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "better_first",
    [
        "AsKsQs 3s2sAs 2h2d2c AsKsQd 3s2sAd AsKsJs 5h3h2h AsAdKc 2s2d3c AsKdJh 5s3d2h",
        "AsAdAc KsKdKc 2s2d2c",
        "AhKdQs KhQdJs 4h3d2s 3h2dAs",
        "Kh9d3s Kh8d7s",
    ],
)
def test_order_of_three_cards(better_first: str) -> None:
    values = [three_card_value(parse_cards(hand)) for hand in better_first.split()]
    assert values == sorted(set(values), reverse=True)


@pytest.mark.parametrize(
    "better_first",
    [
        "AsKsQsJsTs KdQdJdTd9d 5h4h3h2hAh AsAdAcAhKs 2s2d2c2h3s AsAdAcKhKs 2s2d2c3h3s AsKsQsJs9s 7d5d4d3d2d "
        "AsKdQhJcTs 5s4d3h2cAs AsAdAcKhQs 2s2d2c4h3s AsAdKcKhQs 3s3d2c2h4s AsAdKcQhJs 2s2d5c4h3s AsKdQcJh9s "
        "7s5d4c3h2s",
        "KsKd9h8c2s KsKd9h7c6s",
    ],
)
def test_order_of_five_cards(better_first: str) -> None:
    values = [five_card_value(parse_cards(hand)) for hand in better_first.split()]
    assert values == sorted(set(values), reverse=True)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("As Ks Qs Js Ts 9s 8s", "Royal Flush"),
        ("Ah 2h 3h 4h 5h 9s 9d", "Straight Flush, Five high"),
        ("9s Kh Kd Kc Ks As", "Four of a Kind, Kings, A"),
        ("Kh Jd Kc Js Ks Jh 2c", "Full House, Kings over Jacks"),
        ("2d 4d 9d Jd Ad 3d Ac", "Flush, A-J-9-4-3"),
        ("8h 9h Td Js Qc Qd 2s", "Straight, Queen high"),
        ("6c 6d Kh 2s 6h", "Three of a Kind, Sixes, K-2"),
        ("9c Kd Jh 9d Ks Js 2h", "Two Pairs, Kings and Jacks, 9"),
        ("9c Kd Ah 4d Ks 3s 2h", "Pair of Kings, A-9-4"),
        ("9c Kd Ah 4d Ts 3s 2h", "Five Odd Cards, A-K-T-9-4"),
    ],
)
def test_five_cards_in_words(hand: str, words: str) -> None:
    cards = parse_cards(hand)
    assert describe(cards) == describe_five(best_value(cards)) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("3s As 2s", "Straight Flush, Three high"),
        ("Qs Qd Qh", "Three of a Kind, Queens"),
        ("As Qs Kd", "Straight, Ace high"),
        ("As Qs 9s", "Flush, A-Q-9"),
        ("Ts 2d 2h", "Pair of Twos, T"),
        ("Js 9d Qh", "Three Odd Cards, Q-J-9"),
    ],
)
def test_three_cards_in_words(hand: str, words: str) -> None:
    cards = parse_cards(hand)
    assert describe(cards) == describe_three(three_card_value(cards)) == words


def test_rankings_have_the_documents_names() -> None:
    assert [rank.words for rank in reversed(ThreeCardRank)] == [
        "Straight Flush",
        "Three of a Kind",
        "Straight",
        "Flush",
        "One Pair",
        "Three Odd Cards",
    ]
    assert [rank.words for rank in reversed(FiveCardRank)] == [
        "Royal Flush",
        "Straight Flush",
        "Four of a Kind",
        "Full House",
        "Flush",
        "Straight",
        "Three of a Kind",
        "Two Pairs",
        "One Pair",
        "Five Odd Cards",
    ]


def test_helpers() -> None:
    assert [rank_of(card) for card in parse_cards("2c Td Jh Qs Kc Ad")] == [2, 10, 11, 12, 13, 14]
    assert is_suited(parse_cards("2c Tc Ac"))
    assert not is_suited(parse_cards("2c Tc Ad"))


@pytest.mark.parametrize(
    ("hand", "complaint"),
    [
        ("As Kd", "a hand has 5 to 7 different cards, not 'As Kd'"),
        ("As Ks Qs Js Ts 9s 8s 7s", "a hand has 5 to 7 different cards"),
        ("As Ks Qs Js Ts 9d 8d 7d", "a hand has 5 to 7 different cards"),
        ("2s 2c 2d 2h 3s 3d 3h 4s", "a hand has 5 to 7 different cards"),
        ("As Kd 3c 4c 10h", "'10h' is not a card"),
    ],
)
def test_what_is_not_a_hand_of_five_is_refused(hand: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        best_value([Card(card) for card in hand.split()])


@pytest.mark.parametrize(
    ("hand", "complaint"),
    [
        ("As Kd", "a hand has 3 different cards, not 'As Kd'"),
        ("As Ks Qs Js", "a hand has 3 different cards"),
        ("As Kd 10h", "'10h' is not a card"),
    ],
)
def test_what_is_not_a_hand_of_three_is_refused(hand: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        three_card_value([Card(card) for card in hand.split()])
