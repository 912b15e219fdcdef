"""A process that follows shows what the deciding one shows, and can decide on from there."""

import random
from pathlib import Path

import pytest

from croupier.floor.live.state.people import Role, Who
from tests.live.any_evening import Evening
from tests.live.followed import Follower
from tests.live.houses import DAN, PIA, UNA


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_a_follower_shows_every_view_as_the_decider_does(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "store", seed)
    follower = Follower(evening.house, tmp_path / "store")
    viewers = [None, DAN, PIA, UNA, *(Who(name, Role.PLAYER) for name in evening.house.floor.players)]
    chance, read = random.Random(seed), 0
    for turn in range(20):
        if turn == 10:  # what it rules is read from the store
            evening.house.restart()
        name = chance.choice(evening.tables)
        for _ in range(20):
            evening.step(name)
            read += follower.catch_up()
            assert follower.differs(name, viewers) == []
    one, other = evening.house.floor.books, follower.floor.books
    for now in (other.decided, other.shown):
        assert now.tables == one.shown.tables
        assert now.links == one.shown.links
        assert now.heads == one.shown.heads
        assert {k: v for k, v in now.balances.items() if v} == {k: v for k, v in one.shown.balances.items() if v}
    assert other.decks.keys() == one.decks.keys()
    assert follower.changes and read
    evening.house.store.close()
