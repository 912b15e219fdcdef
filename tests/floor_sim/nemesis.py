"""What goes wrong: each kind is enabled for a seed with one chance in four, and then fired with one chance in four."""

import random
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tests.floor_sim.world import World

KINDS = (
    "crash",
    "crash in recovery",
    "commit error",
    "slow disk",
    "loss",
    "duplicates",
    "reordering",
    "clock jumps",
    "pause",
    "clients lost",
)
Dies = Literal["before", "between", "after", "untold"]
"""Where a process dies, seen from its next commit; untold: all is durable, and nobody has heard of it."""
WAYS: tuple[Dies, ...] = ("before", "between", "after", "untold")
CHANCE = 0.25
EVERY = 2_500
"""Milliseconds between two opportunities."""
DAY = 86_400_000_000


class Nemesis:
    def __init__(self, world: "World", seed: int, skip: frozenset[int], jumps: int, *, wall: bool) -> None:
        self._world = world
        self._seed = seed
        self._skip = skip
        self._jumps = jumps
        self._wall = wall
        chance = random.Random(f"faults {seed}")
        self.enabled = [kind for kind in KINDS if chance.random() < CHANCE] or [chance.choice(KINDS)]
        self.fired: list[tuple[int, str]] = []
        """The schedule, to be shortened when something has been found."""
        self._on = False
        self._tick = 0
        self._net = random.Random(f"network {seed}")
        self._slow_until = 0

    def begin(self) -> None:
        self._on = True
        self._world.after(EVERY, self._opportunity)

    def end(self) -> None:
        self._on = False

    def _opportunity(self) -> None:
        if not self._on:
            return
        for kind in self.enabled:
            self._tick += 1
            chance = random.Random(f"{self._seed} {self._tick} {kind}")
            if chance.random() < CHANCE and self._tick not in self._skip:
                self.fired.append((self._tick, kind))
                self._fire(kind, chance)
        self._world.after(EVERY, self._opportunity)

    def _fire(self, kind: str, chance: random.Random) -> None:
        world = self._world
        world.note("fault", kind)
        world.reached[f"fault: {kind}"] += 1
        match kind:
            case "crash":
                if chance.random() < 0.2:
                    world.kill("now")
                else:
                    world.dies = chance.choice(WAYS)
            case "crash in recovery":
                world.kill("now")
            case "commit error":
                world.fail_commit()
            case "slow disk":
                self._slow_until = world.clock.time + 5_000
            case "clock jumps" if self._wall:
                world.clock.wall += self._jumps * chance.choice((-3650 * DAY, -DAY, -1_000_000, 1_000_000, DAY))
            case "pause":
                self._pause(chance.randint(2_000, 60_000))
            case "clients lost":
                self._lose(chance)
            case _:
                pass  # the network: message by message

    def _pause(self, gap: int) -> None:
        """The process stands still, and the world does not; its own clock notices that."""
        world = self._world
        world.clock.time += gap
        if world.floor is not None:
            world.timekeeper.paused(gap)
            world.floor.paused(gap)

    def _lose(self, chance: random.Random) -> None:
        world = self._world
        table = chance.choice(world.kinds).name
        back = chance.choice((500, 8_000, 45_000))
        for client in world.clients:
            if table in client.tables:
                client.lose_connection(back)

    # --- Asked by the world ---------------------------------------------------------------------------------------

    def _happens(self, kind: str) -> bool:
        return self._on and kind in self.enabled and self._net.random() < CHANCE

    def disk_takes(self) -> int:
        slow = self._world.clock.time < self._slow_until
        return self._net.randint(200, 3_000) if slow else self._net.randint(1, 4)

    def ways(self) -> list[int]:
        """When a message arrives: once as a rule, never, or twice."""
        if self._happens("loss"):
            return []
        delay = self._net.randint(2, 40)
        if self._happens("reordering"):
            delay += self._net.choice((200, 2_000, 20_000))
        if self._happens("duplicates"):
            return [delay, delay + self._net.choice((1, 300, 10_000))]
        return [delay]

    def dies_in_recovery(self, waiting: int) -> int | None:
        """Dies after this many of recovery's commits; None to live."""
        return self._net.randint(0, waiting) if self._happens("crash in recovery") else None
