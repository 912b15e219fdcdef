"""What a floor file may say, and what is made of it."""

from pathlib import Path

import pytest

from croupier.errors import Unreadable
from croupier.live.floor_file import read_floor_file
from tests.live.houses import ANN, BEN, CY, DAN, House

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
    """Whoever deals may be named where nobody reads cards; the table has no device for that."""
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
