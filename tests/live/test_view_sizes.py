"""A view stays small: pages get one after every act."""

from pathlib import Path

from tests.floors import house_table
from tests.live.houses import ANN, BEN, CY, DEE, House

T = "tcp-1"
LIMIT = 6_000
"""Bytes of a view on average over a round with seven boxes (ROOM 12)."""


def test_views_of_seven_boxes_are_small_on_average(tmp_path: Path) -> None:
    house = House(tmp_path, house_table(T, pair_plus=("5", "500"), boxes=7, clock={"pause": "6s"}))
    boxes = {1: ANN, 2: BEN, 3: CY, 4: DEE, 5: ANN, 6: BEN, 7: CY}
    sizes = []
    for do in ("sits", "ante 10", "pair-plus 5", "ready", "look", "play"):
        for box, who in boxes.items():
            if do != "look" or box < 5:
                said = f"{box} sits {who.name} 100" if do == "sits" else f"{box} {do}"
                assert "done" in house.act(who, T, said), said
                house.turn(1)
                version = house.floor.books.shown.tables[T].version
                sizes.append(len(house.floor.ask.view(T, ANN, version - 1).frame))
    assert house.view(T)["round"]["order"][-1]["does"] in ("home", "take")
    assert sum(sizes) / len(sizes) <= LIMIT, sizes
    house.store.close()
