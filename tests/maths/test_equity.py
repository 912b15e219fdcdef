"""All-in equity: known match-ups, ranges, boards, and the rake."""

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.errors import Unreadable
from croupier.games.poker.table import PokerTable
from croupier.hands import best_value
from croupier.maths.equity import equities, parse_range, with_rake
from croupier.money import Cents
from croupier.rulebook.model import Device


def test_aces_against_kings() -> None:
    aces, kings = equities([parse_range("AA"), parse_range("KK")])
    assert aces.deals == 36 * 1_712_304
    assert (aces.won, kings.won, aces.tied[2]) == (50_371_344, 10_986_372, 285_228)
    assert aces.equity + kings.equity == 1


def dealt_out(hands: list[tuple[Card, ...]], board: tuple[Card, ...]) -> list[Fraction]:
    parts = [Fraction(0)] * len(hands)
    rest = [card for card in DECK if card not in board and all(card not in hand for hand in hands)]
    boards = list(combinations(rest, 5 - len(board)))
    for further in boards:
        values = [best_value((*hand, *board, *further)) for hand in hands]
        winners = [place for place, value in enumerate(values) if value == max(values)]
        for place in winners:
            parts[place] += Fraction(1, len(winners))
    return [part / len(boards) for part in parts]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ("AsKs QdQc", "Qs Js 2d"),
        ("AsKs QdQc 7h7d", "Ts 9s 2d"),
        ("AsKs AdKc", "Ah 7d 2c 3c"),
        ("2c3c 2d3d", "As Ks Qs Js Ts"),
    ],
)
def test_hands_on_a_board_dealt_out(hands: str, board: str) -> None:
    cards = [parse_cards(word) for word in hands.split()]
    found = equities([parse_range(word) for word in hands.split()], parse_cards(board))
    assert [each.equity for each in found] == dealt_out(cards, parse_cards(board))


def test_a_range_is_the_mean_of_its_hands() -> None:
    board = parse_cards("9s 8s 2d")
    against = parse_range("AhAd")
    found = equities([parse_range("76s"), against], board)[0]
    suited = [equities([frozenset([hand]), against], board)[0] for hand in parse_range("76s")]
    assert found.deals == sum(each.deals for each in suited)
    assert found.equity == sum(each.equity for each in suited) / len(suited)


def test_dead_cards_count() -> None:
    board = parse_cards("9s 8s 2d Kc")
    flush_draw, pair = parse_range("AsQs"), parse_range("KdJd")
    alive = equities([flush_draw, pair], board)[0].equity
    assert equities([flush_draw, pair], board, dead=parse_cards("3s 4s 5s"))[0].equity < alive


@pytest.mark.parametrize(
    ("text", "number"),
    [("AA", 6), ("TT+", 30), ("AKs", 4), ("AKo", 12), ("AK", 16), ("ATs+", 16), ("AsKd", 1), ("AA, AKs AsAd", 10)],
)
def test_ranges(text: str, number: int) -> None:
    assert len(parse_range(text)) == number


@pytest.mark.parametrize("text", ["AAs", "1k", "AsKdQh", "AsAs", ""])
def test_no_ranges(text: str) -> None:
    with pytest.raises(Unreadable, match="write hands such as"):
        parse_range(text)


def test_hands_that_do_not_go_together() -> None:
    with pytest.raises(Unreadable, match="some card twice"):
        equities([parse_range("AsAd"), parse_range("AsKs")])


def test_the_rake() -> None:
    found = equities([parse_range("AhAd"), parse_range("KhKd")], parse_cards("2c 3c 4s Ts"))
    table = PokerTable(Device.SHOE, 9, Cents(100), Cents(4_000), Cents(20_000), rake_cap=Cents(300))
    raked = with_rake(found, Cents(10_000), table)
    assert raked.rake == 300
    assert sum(raked.before) == 10_000
    assert sum(raked.after) == 9_700
    assert raked.break_even == Fraction(10_000, 19_400)
