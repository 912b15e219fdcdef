"""What goes wrong between three processes and a database server."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tests.cluster_sim.house import House
    from tests.cluster_sim.node import Node

KINDS = (
    "kill",
    "power off",
    "freeze",
    "server restarts",
    "cut off",
    "feed cut",
    "wires",
    "slow",
    "clock steps",
    "stop",
    "clients lost",
)
ENABLED, EVERY = 0.35, 1_500
ALONE = 0.3
"""One kind alone, so that all that follows from it is seen."""
CHANCES = (0.04, 0.1, 0.3)
"""Of each kind at each opportunity: from rare, so that one fault has all its consequences, to many at once."""
DAY = 86_400_000_000
Fate = Literal["", "lost", "unheard", "late"]
"""Of a statement: done and heard of; lost; done, and nobody hears of it; given up, and done afterwards."""


class Nemesis:
    def __init__(self, house: "House", skip: frozenset[int]) -> None:
        self._house = house
        self._skip = skip
        chance = random.Random(f"faults {house.seed}")
        several = [kind for kind in KINDS if chance.random() < ENABLED]
        alone = chance.random() < ALONE or not several
        self.enabled = [chance.choice(KINDS)] if alone else several
        self._chance = chance.choice(CHANCES)
        self.fired: list[tuple[int, str]] = []
        self._on = False
        self._tick = 0
        self._net = random.Random(f"network {house.seed}")
        self._slow_until = 0
        self._apart: dict[frozenset[str], int] = {}
        self._times: list[int] = []

    def begin(self) -> None:
        self._on = True
        self._house.after(EVERY, self._opportunity)

    def end(self) -> None:
        """Everything works again."""
        self._on = False
        house = self._house
        house.disk_is_up = True
        for node in house.nodes.values():
            node.when_it_commits = None
            node.cut_off = False
            node.thaw()
            house.after(0, node.start)

    @property
    def disturbs_messages(self) -> bool:
        return not {"wires", "slow"}.isdisjoint(self.enabled)

    def faults_since(self, time: int) -> int:
        """How often something has gone wrong since then; many times where messages are disturbed."""
        return 99 if self.disturbs_messages else sum(each >= time for each in self._times)

    def _opportunity(self) -> None:
        if not self._on:
            return
        for kind in self.enabled:
            self._tick += 1
            chance = random.Random(f"{self._house.seed} {self._tick} {kind}")
            if chance.random() < self._chance and self._tick not in self._skip:
                self.fired.append((self._tick, kind))
                self._fire(kind, chance)
        self._house.after(EVERY, self._opportunity)

    def _fire(self, kind: str, chance: random.Random) -> None:
        house = self._house
        house.note("fault", kind)
        house.reached[f"fault: {kind}"] += 1
        self._times.append(house.time)
        up = [node for node in house.nodes.values() if node.up and not node.frozen]
        decider = house.decider
        node = decider if decider is not None and chance.random() < 0.6 else chance.choice([*up, *house.nodes.values()])
        match kind:
            case "kill" | "power off":
                lingers = 0 if kind == "kill" else chance.randint(500, 12_000)
                again = chance.randint(100, 8_000)
                self._strike(node, lambda: self._kill(node, lingers, again), waits=chance.random() < 0.5)
            case "freeze":
                thaws = chance.choice((300, 7_000, 12_000, 12_000))
                self._strike(node, lambda: self._freeze(node, thaws), waits=chance.random() < 0.5)
            case "server restarts" if house.disk_is_up:
                self._server_stops(chance.choice((20, 600, 4_000, 9_000)))
            case "cut off" if not node.cut_off:
                node.cut_off, node.disturbed = True, house.time
                house.after(chance.choice((100, 3_000, 12_000)), lambda: self._reaches_again(node))
            case "feed cut" if node.up:
                for feed in node.feeds:
                    feed.cut()
                    pair = frozenset({feed.follower.name, feed.decider.name})
                    self._apart[pair] = house.time + chance.choice((0, 1_000, 10_000))
            case "slow":
                self._slow_until = house.time + 4_000
            case "clock steps":
                node.clock.step += chance.choice((-3650 * DAY, -DAY, -1_000_000, 1_000_000, DAY))
            case "stop" if node.up and not node.frozen:
                node.stop()
            case "clients lost":
                for client in house.clients:
                    if chance.random() < 0.5:
                        client.lose_connection(chance.choice((500, 8_000)))
            case _:
                pass  # wires: message by message

    def _strike(self, node: "Node", fault: Callable[[], None], *, waits: bool) -> None:
        """Now, or as soon as the process has sent its next commit."""
        if waits:
            node.when_it_commits = fault
        else:
            fault()

    def _kill(self, node: "Node", lingers: int, again: int) -> None:
        self._house.expect_another(node, "" if lingers else "killed")
        node.die(lingers)
        self._house.after(again, node.start)

    def _freeze(self, node: "Node", milliseconds: int) -> None:
        if node.up and not node.frozen:
            self._house.expect_another(node, "frozen")
            node.freeze()
            self._house.after(milliseconds, node.thaw)

    def _server_stops(self, milliseconds: int) -> None:
        house = self._house
        house.disk_is_up = False
        house.disk.sessions_of_owners.clear()
        house.disk_disturbed = house.time + milliseconds
        house.after(milliseconds, self._server_starts)

    def _server_starts(self) -> None:
        self._house.disk_is_up = True

    def _reaches_again(self, node: "Node") -> None:
        node.cut_off, node.disturbed = False, self._house.time

    # --- Asked by everybody ---------------------------------------------------------------------------------------

    def apart(self, one: "Node", other: "Node") -> bool:
        """Whether two processes cannot reach each other."""
        return self._on and self._apart.get(frozenset({one.name, other.name}), 0) > self._house.time

    def fate(self, *, rare: bool = False) -> Fate:
        """What is rarely sent is lost more often."""
        if self._on and "wires" in self.enabled and self._net.random() < (0.3 if rare else 0.04):
            return self._net.choice(("lost", "unheard", "late"))
        return ""

    def _is_slow(self) -> bool:
        return self._on and self._house.time < self._slow_until

    def travels(self) -> int:
        """Milliseconds of a message between processes, or to the database server and back."""
        return self._net.randint(10, 400) if self._is_slow() else self._net.randint(0, 3)

    def disk_takes(self) -> int:
        return self._net.randint(20, 900) if self._is_slow() else self._net.randint(1, 5)

    def postponed(self) -> int:
        """For how long a statement of a process that is gone waits at the server before it is done; 0 as a rule."""
        return self._net.randint(500, 9_000) if self._on and self._net.random() < 0.5 else 0

    def ways(self) -> list[int]:
        """When a message between somebody and a process arrives: once as a rule, never, or twice."""
        if not self._on or "wires" not in self.enabled or self._net.random() > 0.1:
            return [self._net.randint(2, 40)]
        return self._net.choice(([], [self._net.randint(2, 40), self._net.randint(300, 9_000)]))
