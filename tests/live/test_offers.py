"""What a player was offered before is offered again only where it still holds."""

import random
from pathlib import Path

import pytest

from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.views.may import May
from croupier.floor.live.views.offers import MOST, Offers
from croupier.rules.rulebook.load import at_the_table
from tests.live.any_evening import Evening


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_offers_are_what_they_would_be_if_nothing_were_kept(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "store", seed)
    names, books = list(evening.house.floor.players), evening.house.floor.books
    chance = random.Random(seed)
    offers = {name: Offers() for name in books.tables}
    kept = 0
    for _ in range(250):
        evening.step(chance.choice(list(books.tables)))
        for name, table in books.tables.items():
            book = at_the_table(table.book, table.sign.dealing)
            for player in names:
                who = Who(player, Role.PLAYER)
                offered = offers[name].to(table, book, who, books.balances, None)
                kept += offered is offers[name].to(table, book, who, books.balances, None)
                assert offered == May(table, book, who, books.balances, None).options(), (name, player, table.version)
    assert kept > 1_000
    evening.house.store.close()


def test_not_everybody_who_ever_looked_on_is_kept(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "store", 1)
    books = evening.house.floor.books
    table = next(iter(books.tables.values()))
    book, offers = at_the_table(table.book, table.sign.dealing), Offers()
    first = offers.to(table, book, Who("p0", Role.PLAYER), books.balances, None)
    for number in range(1, MOST + 1):
        offers.to(table, book, Who(f"p{number}", Role.PLAYER), books.balances, None)
    again = offers.to(table, book, Who("p0", Role.PLAYER), books.balances, None)
    assert again == first and again is not first
    evening.house.store.close()
