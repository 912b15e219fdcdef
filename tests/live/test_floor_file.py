"""What a floor file may say, and what is made of it."""

import re
from pathlib import Path

import pytest

from croupier.base.errors import Unreadable
from croupier.floor.live.apply_floor_file import set_up
from croupier.floor.live.links.link_acts import proposed
from croupier.floor.live.state import commands as cmd
from croupier.floor.live.state.floor_file import read_floor_file
from tests.live.houses import ANN, BEN, CY, DAN, SAM, SUE, House

WHOLE = """
[[table]]
name = "tcp-1"
rulebook = "three-card-poker@3"
boxes = 7
ante = ["10", "1000"]
pair-plus = ["5", "500"]
jackpot-bet = "5"
link = "grand"
run-by = "dealer"
cards = "sealed"
spectators = true
bots = 0
device = "dan"
[table.clock]
betting = "20s"
decision = "25s"
bank = "60s"
pause = "6s"
[[link]]
name = "grand"
meter = "125000.00"
reset = "50000.00"
contribution = "0.60"
reserve = "0.00"
limit = "1000000.00"
verify-above = "10000.00"
[house]
name = "Demo House"
empty-table = "10m"
away-after = 2
[limits]
"""
POKER = """
[[table]]
name = "pk"
rulebook = "poker@7"
seats = 6
small-blind = "1"
stake = ["40", "400"]
run-by = "dealer"
button = 4
"""


def test_a_file_with_every_key() -> None:
    """The floor file may name the dealer where no device reads cards; the table has no device for that."""
    (table,) = read_floor_file(WHOLE).tables
    assert table.sign.device is None
    (read,) = read_floor_file(WHOLE.replace('"sealed"', '"reader"')).tables
    assert read.sign.device == "dan"
    with pytest.raises(Unreadable, match="device: expected the name of a user, got 7"):
        read_floor_file(WHOLE.replace('device = "dan"', "device = 7"))


@pytest.mark.parametrize(("taken", "expected"), [((1, 3, 4), 4), ((1, 3, 6), 6), ((1, 2, 3), 1)])
def test_the_button_of_the_first_round_may_be_named(tmp_path: Path, taken: tuple[int, ...], expected: int) -> None:
    """Where nobody sits on that seat it goes to the next player."""
    house = House(tmp_path / "store", POKER)
    for seat, player in zip(taken, (ANN, BEN, CY), strict=True):
        house.act(player, "pk", f"{seat} sits {player.name} 100")
    house.restart()
    assert "done" in house.act(DAN, "pk", "start")
    assert house.view("pk")["round"]["button"] == expected
    house.store.close()


def test_a_button_that_no_seat_has_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"\[table\] button: expected .* from 1 to 6"):
        read_floor_file(POKER.replace("button = 4", "button = 7"))


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ('ante = ["10"', 'ante = ["20"', "table tcp-1: .*: ante$"),
        ("boxes = 7", "boxes = 6", "table tcp-1: .*: boxes$"),
        ('run-by = "dealer"', "", "table tcp-1: .*: run-by, settle$"),
        ('betting = "20s"', 'betting = "5s"', "table tcp-1: .*: clock$"),
        ('jackpot-bet = "5"', 'jackpot-bet = "6"', "table tcp-1: .*: jackpot-bet$"),
        ('meter = "125000.00"', 'meter = "1.00"', "link grand: .*: meter$"),
        ('limit = "1000000.00"', "", "link grand: .*: limit$"),
        ('verify-above = "10000.00"', "", "link grand: .*: verify-above$"),
    ],
)
def test_every_difference_between_file_and_store_is_listed(tmp_path: Path, was: str, now: str, told: str) -> None:
    house = House(tmp_path / "store", WHOLE)
    assert set_up(house.floor, read_floor_file(WHOLE)) == []
    (line,) = set_up(house.floor, read_floor_file(WHOLE.replace(was, now)))
    assert re.search(told, line)
    house.store.close()


def test_poker_tables_are_compared_too(tmp_path: Path) -> None:
    house = House(tmp_path / "store", POKER)
    assert set_up(house.floor, read_floor_file(POKER)) == []
    other = POKER.replace("seats = 6", 'seats = 5\nrake-percent = "4"').replace('["40", "400"]', '["40", "500"]')
    (line,) = set_up(house.floor, read_floor_file(other))
    assert line.endswith(": rake-percent, seats, stake")
    house.store.close()


def test_a_table_added_later_waits_for_two_people_who_link_it(tmp_path: Path) -> None:
    """A link's tables are its parameters; until then the table is played without the jackpot."""
    house = House(tmp_path / "store", WHOLE)
    (told,) = set_up(house.floor, read_floor_file(WHOLE.replace('name = "tcp-1"', 'name = "tcp-9"')))
    assert "opened without the jackpot" in told
    house.act(ANN, "tcp-9", "1 sits Ann 100")
    house.act(ANN, "tcp-9", "1 ante 10")
    assert "this table has no progressive jackpot" in house.act(ANN, "tcp-9", "1 jackpot 5")["error"]["why"]
    assert "done" in house.act(DAN, "tcp-9", "close")
    floor = house.floor
    house.answered(floor.perform(SAM, "change-01", proposed({"link-table": "tcp-9"}), "a new table", at="link/grand"))
    assert "done" in house.answered(floor.perform(SUE, "approval-1", cmd.ApproveChange(1), at="link/grand"))
    assert sorted(house.floor.books.links["grand"].tables) == ["tcp-1", "tcp-9"]
    house.store.close()
