"""What ships of hands against a random one is what counting gives, and ranges written with it and with dashes."""

from fractions import Fraction

import pytest

from croupier.base.errors import Unreadable
from croupier.numbers.maths.equity.against_random import DEALS, FILE, against_random, best, classes, counts, written
from croupier.numbers.maths.equity.all_in import equities, parse_range
from tests.oracle.against_random import counted


@pytest.mark.slow
def test_the_table_is_what_counting_gives() -> None:
    assert FILE.read_text(encoding="ascii") == written(counted())


def test_a_hand_against_any_other_is_as_good_as_that() -> None:
    assert sum(len(hands) for hands in classes().values()) == 1_326
    won, lost, tied = (sum(against_random(hands)[winners] for hands in classes().values()) for winners in (1, 2, 3))
    assert won == lost and won + lost + tied == 1_326 * DEALS


@pytest.mark.parametrize("text", ["AsAh", "72o", "TT+, AK"])
def test_either_player_may_be_the_random_one(text: str) -> None:
    hands, any_hand = parse_range(text), parse_range("random")
    one, other = equities([hands, any_hand])
    swapped_other, swapped_one = equities([any_hand, hands])
    assert (one.equity, other.equity) == (swapped_one.equity, swapped_other.equity)
    assert one.equity == sum(
        (counts()[name].equity * len(classes()[name] & hands) for name in classes()), Fraction(0)
    ) / len(hands)


def test_as_many_per_cent_as_fit() -> None:
    assert best(Fraction(100)) == parse_range("random")
    assert parse_range("5%") == best(Fraction(5)) and len(best(Fraction(5))) <= 66
    assert parse_range("2%") == parse_range("JJ+") and len(parse_range("2%")) == 24
    assert parse_range("0.5%, AKs") == parse_range("AA, AKs")


@pytest.mark.parametrize(
    ("written_so", "same"),
    [
        ("AA-QQ", "QQ+"),
        ("22-44", "22, 33, 44"),
        ("44-22", "22, 33, 44"),
        ("A5s-A3s", "A5s, A4s, A3s"),
        ("KTo-KQo", "KTo, KJo, KQo"),
        ("A9-AJ", "A9, AT, AJ"),
        ("JTs-98s", "JTs, T9s, 98s"),
        ("97o-J9o", "J9o, T8o, 97o"),
        ("A♠K♦, Q♥Q♣", "AsKd QhQc"),
    ],
)
def test_from_one_hand_to_another(written_so: str, same: str) -> None:
    assert parse_range(written_so) == parse_range(same)


@pytest.mark.parametrize(
    "text",
    ["AA-AK", "A5s-A2o", "A5s-K2s", "66-A2s", "QJs-T8s", "0%", "100.01%", "101%", "5.123%", "-", "AA-", "AAs-KKs"],
)
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(Unreadable, match="22-66"):
        parse_range(text)
