"""A seed from its beginning to its end, and what broke, if anything did."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple
from unittest.mock import patch

from croupier.floor.live.state import floor_state
from tests.floor_sim.office import Office
from tests.floor_sim.world import World

TWICE = 20
"""One seed in this many runs twice, and a third time with a wall clock that jumps farther."""
FARTHER = 3


class Lived(NamedTuple):
    seed: int
    what: str | None
    """Which invariant was broken, and how."""
    tables: list[str]
    faults: list[tuple[int, str]]
    digest: str
    reached: Counter[str]
    entries: int


Live = Callable[[int, Iterable[int]], Lived]
"""Lives a seed, without some of its faults."""


def live(seed: int, skip: Iterable[int] = (), jumps: int = 1) -> Lived:
    world = World(seed, skip=frozenset(skip), jumps=jumps)
    what = None
    with patch.object(floor_state, "ENTRIES_A_SNAPSHOT", world.snapshots):
        try:
            Office(seed).run()
            world.run()
        except Exception as error:  # whatever the floor raises is as wrong as a broken invariant
            what = f"{type(error).__name__}: {error}"
    return Lived(
        seed,
        what,
        [kind.name for kind in world.kinds],
        world.nemesis.fired,
        world.digest(),
        world.reached + world.referee.reached + world.timekeeper.reached,
        world.referee.entries,
    )


def simulated(seed: int) -> Lived:
    """Lived once, and some seeds again: they must come out the same, whatever the wall clock says."""
    lived = live(seed)
    if lived.what is not None or seed % TWICE:
        return lived
    if live(seed).digest != lived.digest:
        return lived._replace(what="the same seed has lived otherwise the second time")
    if live(seed, jumps=FARTHER).digest != lived.digest:
        return lived._replace(what="I13: the wall clock has changed what happened")
    return lived


def shortened(lived: Lived, live: Live = live) -> Lived:
    """The same complaint with as few faults as possible, one left out after the other."""
    skip: set[int] = set()
    for number, _ in list(lived.faults):
        tried = live(lived.seed, skip | {number})
        if tried.what is not None and _kind(tried.what) == _kind(lived.what):
            skip.add(number)
            lived = tried
    return lived


def _kind(what: str | None) -> str:
    return "" if what is None else " ".join(what.split()[:2])
