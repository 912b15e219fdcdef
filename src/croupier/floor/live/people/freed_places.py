"""Lists places that the system freed because the player had lost the connection, for the player's next visit.

The list is made of events at the tables and needs none of its own. After a restart it is shorter, because a start reads
only the newest entries of each table.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from croupier.floor.live.answers.people import FreedPlaces
from croupier.floor.live.state import events as ev
from croupier.floor.live.state.families import family_of
from croupier.floor.live.state.family import TableEvent
from croupier.floor.live.state.people import SYSTEM
from croupier.floor.live.state.table import LiveTable
from croupier.floor.live.state.times import printed_time
from croupier.floor.live.telling.recent_acts import RecentAct
from croupier.rules.games.house.events import BoxFreed
from croupier.rules.games.poker.events import PlayerLeft
from croupier.rules.money import dollars

A_DAY = 86_400_000_000
"""In microseconds."""


class Freed:
    """What one player lost at one table."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.places: list[int] = []
        self.chips = 0


class FreedByTheSystem:
    def __init__(self) -> None:
        self._of: defaultdict[str, dict[str, Freed]] = defaultdict(dict)
        """By player, then by table."""
        self._back: dict[str, int] = {}
        """By player: the time of their last act. A start reads the tables one after the other, not in the order of
        time."""

    def note(self, name: str, said: RecentAct, before: LiveTable | None, events: Sequence[TableEvent]) -> None:
        if said.by != SYSTEM.name:
            self._back[said.by] = max(said.at, self._back.get(said.by, 0))
            return
        if before is None or not _frees(before, said.do):
            return
        for event in events:
            if isinstance(event, BoxFreed | PlayerLeft):
                place = event.box if isinstance(event, BoxFreed) else event.seat
                player = family_of(before.book).holders(before.game)[place]
                freed = self._freed(player, name, said.at)
                freed.places.append(place)
                freed.chips += event.stack if isinstance(event, PlayerLeft) else 0
            elif isinstance(event, ev.ChipsTaken):
                self._freed(event.player, name, said.at).chips += event.amount

    def _freed(self, player: str, name: str, at: int) -> Freed:
        """What the player loses there now; what they lost before they came back is forgotten."""
        known = self._of[player].get(name)
        if known is None or known.at <= self._back.get(player, 0):
            known = self._of[player][name] = Freed(at)
        known.at = at
        return known

    def told(self, player: str, now: int) -> Iterator[FreedPlaces]:
        """Places lost in the last day and since the player last did something at a table."""
        since = max(now - A_DAY, self._back.get(player, 0))
        for name, freed in sorted(self._of.get(player, {}).items()):
            if freed.at > since:
                lost = printed_time(freed.at), dollars(freed.chips)
                yield FreedPlaces(name, sorted(freed.places), *lost, why="connection-lost")


def _frees(table: LiveTable, do: str) -> bool:
    """Whether these words of the system free a place. At a layout, `leaves` only ends the round for a silent box."""
    return do.endswith(" frees" if family_of(table.book).house_banked else " leaves")
