"""A seed from its beginning to its end, and what broke, if anything did."""

from collections.abc import Iterable
from unittest.mock import patch

from croupier.floor.live.state import floor_state
from tests.cluster_sim.house import House
from tests.floor_sim.run import Lived

TWICE = 20
"""One seed in this many runs twice."""


def live(seed: int, skip: Iterable[int] = ()) -> Lived:
    house = House(seed, skip=frozenset(skip))
    what = None
    with patch.object(floor_state, "ENTRIES_A_SNAPSHOT", house.snapshots):
        try:
            house.run()
        except Exception as error:  # whatever the floor raises is as wrong as a broken invariant
            what = f"{type(error).__name__}: {error}"
    return Lived(
        seed,
        what,
        [kind.name for kind in house.kinds],
        house.nemesis.fired,
        house.digest(),
        house.reached + house.referee.reached,
        house.referee.entries,
    )


def simulated(seed: int) -> Lived:
    """Lived once, and some seeds again: they must come out the same."""
    lived = live(seed)
    if lived.what is None and seed % TWICE == 0 and live(seed).digest != lived.digest:
        return lived._replace(what="the same seed has lived otherwise the second time")
    return lived
