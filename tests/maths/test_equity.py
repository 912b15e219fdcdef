"""All-in equity: known match-ups, ranges, boards, and the rake."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.equity.all_in import all_in, equities, parse_range, with_rake
from croupier.numbers.maths.equity.winners import count_winners
from croupier.rules.cards import DECK, Card, parse_cards
from croupier.rules.games.poker.table import PokerTable
from croupier.rules.hands import best_value
from croupier.rules.money import Cents
from croupier.rules.rulebook.model import Device


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


def test_any_hand() -> None:
    assert len(parse_range("random")) == 1_326


def test_any_hand_against_any_is_even() -> None:
    one, other = equities([parse_range("random")] * 2, parse_cards("As Ks 7d"))
    assert one.won == other.won
    assert one.equity == Fraction(1, 2)
    assert one.deals == 1_176 * 1_081 * 990


def test_the_rake() -> None:
    found = equities([parse_range("AhAd"), parse_range("KhKd")], parse_cards("2c 3c 4s Ts"))
    table = PokerTable(Device.SHOE, 9, Cents(100), Cents(4_000), Cents(20_000), rake_cap=Cents(300))
    raked = with_rake(found, Cents(10_000), table)
    assert raked.rake == 300
    assert sum(raked.before) == 10_000
    assert sum(raked.after) == 9_700
    assert raked.break_even == Fraction(10_000, 19_400)


def table_with(chip: int, cap: int | None) -> PokerTable:
    return PokerTable(
        Device.SHOE,
        9,
        Cents(chip),
        Cents(40 * chip),
        Cents(200 * chip),
        chip=Cents(chip),
        rake_cap=None if cap is None else Cents(cap),
    )


def test_odd_chips_go_to_the_first_winner_from_the_button() -> None:
    tie = [parse_range("2c3c"), parse_range("2d3d")]
    found = equities(tie, parse_cards("As Ks Qs Js Ts"))
    raked = with_rake(found, Cents(10_100), table_with(100, None))
    assert raked.rake == 500
    assert [*raked.before] == [5_100, 5_000]
    assert [*raked.after] == [4_800, 4_800]
    three = with_rake(
        equities([*tie, parse_range("4c5c")], parse_cards("As Ks Qs Js Ts")), Cents(5_000), table_with(100, 0)
    )
    assert [*three.after] == [1_700, 1_700, 1_600]


@pytest.mark.parametrize("cap", [None, 0, 300, 500, 700])
def test_all_in_with_different_chips_dealt_out(cap: int | None) -> None:
    """Main pot and side pots on every river, given out one by one."""
    table = table_with(100, cap)
    hands = [parse_cards(word) for word in ("AsKs", "QdQc", "AdKc", "7h7d")]
    board = parse_cards("Qs Js 2d Kd")
    put = [Cents(2_000), Cents(5_300), Cents(2_000), Cents(9_900)]
    found = all_in([frozenset([frozenset(hand)]) for hand in hands], put, table, board, dead_money=Cents(700))
    assert found.uncalled == (0, 0, 0, 4_600)
    assert [pot.amount for pot in found.pots] == [8_700, 6_600]
    assert [pot.players for pot in found.pots] == [(0, 1, 2, 3), (1, 3)]
    rakes = [400, 300]
    if cap is not None:
        rakes = [min(400, cap), min(300, max(0, cap - 400))]
    assert [pot.rake for pot in found.pots] == rakes
    total = [0, 0, 0, 0]
    rivers = [card for card in DECK if card not in board and all(card not in hand for hand in hands)]
    for river in rivers:
        values = [best_value((*hand, *board, river)) for hand in hands]
        for pot, rake in zip(found.pots, rakes, strict=True):
            best = max(values[player] for player in pot.players)
            winners = [player for player in pot.players if values[player] == best]
            chips = (pot.amount - rake) // 100
            for place, player in enumerate(winners):
                total[player] += 100 * (chips // len(winners) + (place < chips % len(winners)))
    assert found.after == tuple(Fraction(chips, len(rivers)) for chips in total)
    assert sum(found.net) == 700 - sum(rakes)
    assert found.rake == sum(rakes)
    assert sum(found.before) == 8_700 + 6_600


def test_all_in_needs_an_amount_of_each() -> None:
    with pytest.raises(Unreadable, match="one amount above 0 for each"):
        all_in([parse_range("AA"), parse_range("KK")], [Cents(100)], table_with(100, None))


def test_a_pot_is_shared_in_the_chips_that_it_contains() -> None:
    """As at the table (R-89): 10.10 from each of two players are not shared as 10.20 and 10.00."""
    board = parse_cards("2c 2d 2h 2s Ac")
    found = all_in([parse_range("KsKd"), parse_range("QsQd")], [Cents(1_010)] * 2, table_with(100, None), board)
    assert [*found.before] == [1_010, 1_010]


def test_the_main_pot_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges, board, table = (
        [parse_range(word) for word in ("AA", "KK, QQ", "76s")],
        parse_cards("7h 2d 2c"),
        table_with(100, 300),
    )
    put = [Cents(5_000), Cents(20_000), Cents(20_000)]
    expected, found = all_in(ranges, put, table, board), equities(ranges, board)
    asked: list[int] = []

    def counting(*given: Any) -> list[dict[int, int]]:
        asked.extend(given[3])
        return count_winners(*given)

    monkeypatch.setattr("croupier.numbers.maths.equity.all_in.count_winners", counting)
    assert all_in(ranges, put, table, board, found=found) == expected
    assert asked == [0b110], "the side pot only"
    asked.clear()
    all_in(ranges, [Cents(5_000)] * 3, table, board, found=found)
    assert not asked
