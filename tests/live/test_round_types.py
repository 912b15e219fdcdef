"""A round that anybody sees is of the type that OpenAPI and the pages have for it, with no key beyond it."""

from pathlib import Path
from typing import Any

import msgspec

from croupier.floor.live.answers.rounds import HouseRound, PokerRound
from croupier.floor.live.answers.tables import TableTold
from tests.live.evenings import FLOOR, TABLES, Evening
from tests.live.houses import ANN, DAN, House

ACTS = 300


def check(view: Any) -> str:
    """In which phase or betting round it was."""
    msgspec.convert(view, TableTold)
    told = view["round"]
    if told is None:
        return "none"
    poker = view["rulebook"].startswith("poker@")
    typed = msgspec.convert(told, PokerRound if poker else HouseRound)
    assert msgspec.to_builtins(typed, str_keys=True) == told
    return str(told["marker"] if poker else told["phase"])


def test_rounds_of_every_rulebook_are_of_their_types(tmp_path: Path) -> None:
    house = House(tmp_path / "store", FLOOR)
    evening = Evening([house], "third")
    evening.stack()
    for name in TABLES:
        evening.sit_down(name)
        evening.deal(name)
    seen = set()
    for _ in range(ACTS):
        evening.step()
        for name in TABLES:
            seen |= {check(msgspec.json.decode(msgspec.json.encode(house.view(name, who)))) for who in (ANN, DAN, None)}
    assert seen >= {"betting", "deciding", "settling", "settled", "betting-round", "showdown"}
    house.store.close()
