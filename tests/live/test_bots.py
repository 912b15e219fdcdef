"""Bots fill the tables of the demo and play them, all five rulebooks, and no chip is lost."""

import random
from pathlib import Path

import pytest

from croupier.floor.live.bots import Bots
from croupier.rules.games.poker.table import PokerState
from tests.live.houses import House

JACKPOT = 'jackpot-bet = "5"\nlink = "g"'
TABLES = {
    "tcp": f'rulebook = "three-card-poker@3"\nante = ["10", "1000"]\npair-plus = ["5", "500"]\n{JACKPOT}',
    "cs": f'rulebook = "casino-stud@2"\nante = ["10", "1000"]\n{JACKPOT}',
    "pth": f'rulebook = "progressive-holdem@6"\nante = ["10", "500"]\nbonus = ["5", "100"]\n{JACKPOT}',
    "nl6": 'rulebook = "poker@6"\nsmall-blind = "1"\nstake = ["40", "400"]',
    "nl7": 'rulebook = "poker@7"\nsmall-blind = "1"\nstake = ["40", "400"]\ndealing = "shuffler"',
}
LINK = '[[link]]\nname = "g"\nmeter = "1000.00"\nreset = "500.00"\ncontribution = "0.60"\n'
FLOOR = "".join(f'[[table]]\nname = "{name}"\nbots = 4\n{keys}\n' for name, keys in TABLES.items()) + LINK


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_play_every_table_of_the_house(tmp_path: Path, seed: int) -> None:
    house = House(tmp_path / "store", FLOOR, seed)
    bots = Bots(house.floor, random.Random(seed), house.clock.monotonic)
    bots.settle_in()
    for _ in range(800):
        dues = [due for due in (house.floor.timers.next_due(), bots.next_due()) if due is not None]
        assert dues, "somebody always has something to do"
        house.clock.time = max(house.clock.time, min(dues) * 1000)
        house.floor.timers.fire()
        bots.fire()
        for name in TABLES:
            bots.changed(name)
    house.store.flush()
    tables = house.floor.books.shown.tables
    assert all(table.rounds > 2 for table in tables.values()), {name: table.rounds for name, table in tables.items()}
    assert sum(house.floor.books.shown.balances.values()) == 0
    poker = tables["nl7"].game
    assert isinstance(poker, PokerState)
    for seat in poker.seats.values():
        assert house.balance(f"stack/nl7/{seat.player}") == seat.stack
    before = dict(house.floor.books.decided.tables)
    ruled = {each.table for each in house.restart()}
    quiet = before.keys() - ruled
    assert all(house.floor.books.decided.tables[name] == before[name] for name in quiet)
    house.store.close()
