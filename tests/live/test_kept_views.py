"""A view that takes parts over from the moment before is the view that would be made of nothing."""

import random
from pathlib import Path

import pytest

from croupier.floor.live.answers.tables import ClockTold
from croupier.floor.live.state.people import Role, Who
from croupier.floor.live.state.table import round_link
from croupier.floor.live.telling.recent_acts import NO_ACTS
from croupier.floor.live.views.own_parts import OwnParts
from croupier.floor.live.views.table import TableViews
from tests.live.any_evening import Evening
from tests.live.houses import DAN, PIA

NO_CLOCK = ClockTold(stopped=False, asked=[])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_views_are_what_they_would_be_if_nothing_were_kept(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "store", seed)
    viewers = [None, DAN, PIA, *(Who(name, Role.PLAYER) for name in evening.house.floor.players)]
    chance = random.Random(seed)
    own_parts: dict[str, OwnParts[bytes]] = {name: OwnParts() for name in evening.tables}
    before: dict[str, TableViews] = {}
    for _ in range(30):
        name = chance.choice(evening.tables)
        for _ in range(25):
            evening.step(name)
            books = evening.house.floor.books  # another one after a restart
            table = books.tables[name]
            link = books.links.get(round_link(table, books.links) or "")
            kept, made = (
                TableViews(table, link=link, balances=books.balances, connected=(), at=0, own=own, before=earlier)
                for own, earlier in ((own_parts[name], before.get(name)), (OwnParts(), None))
            )
            for who in viewers:
                frames = (each.for_(who, NO_CLOCK, NO_ACTS, None).frame for each in (kept, made))
                assert next(frames) == next(frames), (name, who, table.version)
            before[name] = kept
    evening.house.store.close()
