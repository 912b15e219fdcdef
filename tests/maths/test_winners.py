"""Ranges against each other: swept, dealt out and counted one by one; what is too much, and cards in the way."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.equity.holes import Range
from croupier.numbers.maths.equity.ranges import parse_range
from croupier.numbers.maths.equity.runouts import dealt_out
from croupier.numbers.maths.equity.sweeps import swept
from croupier.numbers.maths.equity.winners import count_winners
from croupier.rules.cards import DECK, Card, parse_cards, seeded_chance
from croupier.rules.hands import best_value


def to_nobody(share: Fraction) -> None:
    assert 0 <= share < 1


def ranges_of(text: str, gone: Sequence[Card] = ()) -> list[Range]:
    """Hands of each player that have no card of these."""
    found = [parse_range(part) for part in text.split(" vs ")]
    return [frozenset(hand for hand in hands if not hand & {*gone}) for hands in found]


def all_pots(players: int) -> list[int]:
    return [pot for pot in range(1 << players) if pot.bit_count() > 1]


def counted_one_by_one(
    ranges: Sequence[Range], board: Sequence[Card], dead: Sequence[Card], pots: Sequence[int]
) -> list[dict[int, int]]:
    left = [card for card in DECK if card not in board and card not in dead]
    found: list[Counter[int]] = [Counter() for _ in pots]
    for further in combinations(left, 5 - len(board)):
        cards = (*board, *further)
        live = [{hand: best_value((*hand, *cards)) for hand in hands if not hand & {*cards}} for hands in ranges]
        for hands in product(*live):
            if len(frozenset().union(*hands)) == 2 * len(hands):
                values = [value[hand] for value, hand in zip(live, hands, strict=True)]
                for pot, counter in zip(pots, found, strict=True):
                    best = max(value for player, value in enumerate(values) if pot >> player & 1)
                    winners = [player for player, value in enumerate(values) if pot >> player & 1 and value == best]
                    counter[sum(1 << player for player in winners)] += 1
    return [dict(each) for each in found]


SMALL = [
    ("As Ks Qs Js Ah Kh Qh Jh Ad Kd Qd Jd Ac", "random vs random", ""),
    ("2s 3s 4s 2h 3h 4h 2d 3d 4d 2c 3c 4c", "22, 32s, 43o vs random vs 33, 42", ""),
    ("9s 8s 7s 6s 5s 9h 8h 7h 9d 8d 5c 5d", "98, 55 vs 76s, 9s8d vs random", ""),
    ("As 5s 4s 3s 2s Ad 5d 4d Ah 5h 4h 3c 2c", "Ad5d, AhAs, 54 vs 44, 5h5s vs random vs A2+", ""),
    ("As 5s 4s 3s 2s Ad 5d 4d Ah 5h 4h 3c 2c 9c 9d", "Ad5d, AhAs vs 44, 5h5s vs 99, 32 vs A2+ vs random", "5c Ac Ks"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("left", "text", "board"), SMALL)
def test_few_cards_counted_one_by_one(left: str, text: str, board: str) -> None:
    """With most cards dead, every deal is visited; two ranges, and more of them."""
    known = parse_cards(board)
    dead = tuple(card for card in DECK if card not in parse_cards(left) and card not in known)
    ranges = ranges_of(text, (*known, *dead))
    pots = all_pots(len(ranges)) if len(ranges) < 5 else [0b11111, 0b11010, 0b00110]
    expected = counted_one_by_one(ranges, known, dead, pots)
    if len(ranges) == 2:
        assert swept(ranges, known, frozenset(dead), pots, to_nobody) == expected
    assert count_winners(ranges, known, frozenset(dead), pots, to_nobody) == expected


@pytest.mark.parametrize(
    ("text", "board", "dead"),
    [
        ("TT+, AKs, 76s vs 22+, AK, QJo", "9s 8s 2d", ""),
        ("TT+, AsKs vs AA, KQ, 5c4d", "9s 8s 2d Kc", "3s 4h"),
        ("AK, 99 vs AK, 88, AQs", "9h 8h 2h", "Qh"),
        ("QQ, JTs vs 66+, 5s4s", "9h 8h 2h 2c", "Qh"),
    ],
)
def test_sweeping_boards_is_dealing_hands_out(text: str, board: str, dead: str) -> None:
    known, out = parse_cards(board), frozenset(parse_cards(dead))
    ranges = ranges_of(text, (*known, *out))
    pots = all_pots(len(ranges))
    expected = dealt_out(ranges, known, out, pots, to_nobody)
    found = swept(ranges, known, out, pots, to_nobody)
    assert found == [{mask: number for mask, number in enumerate(row) if number} for row in expected.tolist()]


def test_parts_of_wide_ranges() -> None:
    """Hands by chance, so that no names of suits can be exchanged, with all five cards on the board."""
    chance, hands = seeded_chance("ranges"), sorted(parse_range("random"), key=sorted)
    board = parse_cards("As Ks 7d 2c 3h")
    live = [hand for hand in hands if not hand & {*board}]
    ranges = [frozenset(chance.sample(live, 60)) for _ in range(2)]
    pots = all_pots(2)
    expected = dealt_out(ranges, board, frozenset(), pots, to_nobody).tolist()
    found = swept(ranges, board, frozenset(), pots, to_nobody)
    assert found == [{mask: number for mask, number in enumerate(row) if number} for row in expected]


KNOWN = [
    ("QQ+, AKs vs 22+, AT+", {1: 3165091188, 2: 1248623124, 3: 117042072}),
    ("AhKh vs QQ+ vs JTs", {1: 19856598, 2: 33930360, 3: 160920, 4: 11627676, 7: 220638}),
]
WIDE = [
    ("AhKh vs random", {1: 1389004215, 2: 673957209, 3: 34610976}),
    ("AA vs random", {1: 10689050508, 2: 1827970020, 3: 68413872}),
    ("random vs random", {1: 1334125369292, 2: 1334125369292, 3: 113130263816}),
    ("AA vs KK vs QQ vs JTs", {1: 506543220, 2: 155095452, 4: 128396448, 8: 145119708, 15: 3156084}),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"), [*KNOWN, *(pytest.param(*case, marks=pytest.mark.slow) for case in WIDE)]
)
def test_before_the_flop(text: str, expected: dict[int, int]) -> None:
    """As counted hand by hand, which took up to minutes, before ranges were swept."""
    ranges = ranges_of(text)
    assert count_winners(ranges, (), frozenset(), [(1 << len(ranges)) - 1], to_nobody) == [expected]


def test_the_share_that_is_done() -> None:
    told: list[Fraction] = []
    count_winners(ranges_of("AhKh vs 22+ vs AT+"), parse_cards("2c 7d Th"), frozenset(), [0b111, 0b110], told.append)
    assert told[0] == 0
    assert told == sorted(told)
    assert told[-1] < 1


@pytest.mark.parametrize(
    ("text", "board", "words"),
    [
        ("random vs random vs random vs random", "", "1,326 × 1,326 × 1,326 × 1,326 hands of 4 players are too much"),
        (
            "random vs random vs random vs random",
            "",
            "it would take about [0-9,]+ years. Accepted are 1 in",
        ),
        ("random vs random vs random", "", "about [0-9,]+ days. Accepted are 1 in"),
        (" vs ".join(["random"] * 10), "", "about [0-9,]+ years. Accepted are 1 in"),
    ],
)
def test_too_much_is_refused_at_once(text: str, board: str, words: str) -> None:
    players = text.count("vs") + 1
    with pytest.raises(Unreadable, match=words):
        count_winners(ranges_of(text), parse_cards(board), frozenset(), [(1 << players) - 1], to_nobody)


@pytest.mark.parametrize(
    ("text", "board", "dead", "words"),
    [
        ("AsAh vs KdKc", "As 2c 3c", "", "some card twice. Every hand of player 1 has As, which is on the board"),
        ("AsAh vs KdKc", "2c 3c 4c", "Kd", "Every hand of player 2 has Kd, which is dead"),
        ("KK vs AsAh, KsKh", "As 2c 3c", "Kh", "player 2 has As or Kh, which are on the board or dead"),
        ("AsAd vs AsKs", "", "", "some card twice. Players 1 and 2 share As, whatever hands they have"),
        ("QQ vs AsAd, AsKs vs AsKd, AsQs", "", "", "Players 2 and 3 share As, whatever"),
        ("AsKs, AhKh vs AsKs, AhKh vs AsKs, AhKh", "", "", "Too many players need As, Ah, Ks or Kh"),
        ("AsAd vs KsKd", "2c 3c 4c", "3c", "3c is on the board and cannot be a dead card too"),
        ("AsAd vs KsKd", "", " ".join(DECK[:44]), "8 cards are left, but 9 are needed"),
        ("AsAd vs KsKd", "2c 3c", "", "a board has 0, 3, 4 or 5 cards, not 2"),
    ],
)
def test_cards_that_are_in_the_way(text: str, board: str, dead: str, words: str) -> None:
    ranges = ranges_of(text)
    with pytest.raises(Unreadable, match=words):
        count_winners(ranges, parse_cards(board), frozenset(parse_cards(dead)), [(1 << len(ranges)) - 1], to_nobody)
